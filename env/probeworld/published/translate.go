package published

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bethink-dev/bethink/env/probeworld"
)

// fallback is the action played where the agent did not ask to act. In
// ToolDAGWorld it reads the hidden inputs.
func fallback(o probeworld.Observation, g gold) string {
	switch o.Kind {
	case probeworld.StressObject:
		if len(o.InView) > 0 {
			return "pick_up(" + o.InView[0] + ")"
		}
		if room, ok := strings.CutPrefix(o.Place, "room_"); ok && len(o.Near) > 0 {
			if i, err := strconv.Atoi(room); err == nil {
				return fmt.Sprintf("move_to(room_%d)", i+1)
			}
		}
		return "move_to(room_1)"
	case probeworld.StressTool:
		for _, t := range g.Tools {
			unseen := func(v string) bool { return !slices.Contains(o.Available, v) }
			if !slices.Contains(o.Completed, t) && !slices.ContainsFunc(g.inputs(t), unseen) {
				return "call_tool(" + t + ")"
			}
		}
		return "call_tool(t_0)"
	case probeworld.StressGraph:
		if len(o.Near) > 0 {
			return "move_to(" + o.Near[0] + ")"
		}
		if len(o.InView) > 0 {
			return "collect_key(" + o.InView[0] + ")"
		}
	}
	return "move_to(n_1)"
}

// translate turns a record into a probe: the first name found in its words,
// by plain substring, in the order of the gold lists. For ToolDAGWorld it
// reads the truth where the words name nothing.
func translate(r Record, b Belief, g gold) string {
	switch g.Kind {
	case probeworld.StressObject:
		if obj, ok := named(r, names(g.Places)); ok {
			return "check_location(" + obj + ")"
		}
		if door, ok := named(r, names(g.Locks)); ok {
			return "check_door_status(" + door + ")"
		}
		return "check_current_position()"
	case probeworld.StressTool:
		return translateTool(r, b, g)
	case probeworld.StressGraph:
		if node, ok := named(r, g.Nodes); ok {
			return "inspect_neighbors(" + node + ")"
		}
		if key, ok := named(r, g.Keys); ok {
			return "check_location(" + key + ")"
		}
	}
	return "check_current_node()"
}

func translateTool(r Record, b Belief, g gold) string {
	if v, ok := named(r, g.Variables); ok {
		return "check_variable_exists(" + v + ")"
	}
	if t, ok := named(r, g.Tools); ok {
		return "check_required_inputs(" + t + ")"
	}
	for _, out := range g.Outputs {
		if _, believed := b.Outputs[out.Variable]; !believed {
			return "check_variable_exists(" + out.Variable + ")"
		}
	}
	for _, t := range g.openTools() {
		if !g.ready(t) {
			return "check_required_inputs(" + t + ")"
		}
	}
	for _, t := range g.openTools() {
		if slices.Contains(b.Open, t) {
			return "check_required_inputs(" + t + ")"
		}
	}
	return "check_required_inputs(" + g.Tools[0] + ")"
}

func named(r Record, names []string) (string, bool) {
	for _, name := range names {
		if strings.Contains(r.Content, name) {
			return name, true
		}
	}
	return "", false
}

// allNamed lists every name found in a record's words, by plain substring.
func allNamed(r Record, names []string) []string {
	var found []string
	for _, name := range names {
		if strings.Contains(r.Content, name) {
			found = append(found, name)
		}
	}
	return found
}
