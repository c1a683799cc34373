package published

import (
	"slices"

	"github.com/bethink-dev/bethink/env/probeworld"
)

// useful is the published verdict on a probe, from its answer and the belief
// written at the same step. Several verbs are useful whatever was believed.
func useful(a probeworld.Answer, b Belief, g gold) bool {
	if a.Err != "" {
		return false
	}
	differs := func(believed map[string]string) bool {
		v, ok := believed[a.Target]
		return !ok || canonical(v) != canonical(a.Value)
	}
	unknown := func(v string) bool {
		_, ok := b.Outputs[v]
		return !ok
	}
	switch a.Verb {
	case "check_location", "check_container_status":
		return differs(b.Objects)
	case "check_door_status":
		return differs(b.Doors)
	case "check_current_position", "check_current_node":
		return scalar(b.Location, a.Value) == 0
	case "check_inventory":
		return jaccard(b.Inventory, a.List) != 1
	case "inspect_room":
		var believed []string
		for obj, room := range b.Objects {
			if room == a.Target {
				believed = append(believed, obj)
			}
		}
		return jaccard(believed, a.List) != 1
	case "verify_subgoal":
		return a.True != slices.Contains(b.Subgoals, a.Target)
	case "check_preconditions":
		return !a.True
	case "check_variable_exists", "validate_tool_output":
		return a.True == unknown(a.Target)
	case "check_required_inputs", "check_tool_dependency":
		return !a.True || slices.Contains(b.Open, a.Target) || slices.ContainsFunc(a.Available, unknown)
	case "inspect_tool_schema":
		return unknown(a.Value) || slices.ContainsFunc(a.List, unknown)
	case "check_edge":
		if !a.True {
			return true
		}
		id := a.Findings[0].Entity
		v, ok := b.Doors[id]
		return !ok || canonical(v) != canonical(a.Value)
	case "check_node_locked":
		return a.True
	case "check_required_key":
		return a.Key != ""
	case "inspect_neighbors":
		return len(a.List) > 0
	case "check_target_distance_hint":
		return a.Distance >= 0
	}
	return false
}
