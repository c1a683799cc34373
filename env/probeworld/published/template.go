package published

import (
	"math/rand/v2"
	"strings"

	"github.com/bethink-dev/bethink/env/probeworld"
)

// templates lists the probes each world advertises. A word in capitals is a
// place to fill.
var templates = [...][]string{
	probeworld.StressObject: {
		"check_location(OBJECT)", "check_inventory()", "check_door_status(DOOR)", "check_container_status(BOX)", "inspect_room(ROOM)",
		"verify_subgoal(find_target)", "check_preconditions(unlock_DOOR)", "check_preconditions(pick_up_OBJECT)", "check_current_position()",
	},
	probeworld.StressTool: {
		"inspect_tool_schema(TOOL)", "check_variable_exists(VARIABLE)", "validate_tool_output(VARIABLE)", "check_required_inputs(TOOL)",
		"check_tool_dependency(TOOL)",
	},
	probeworld.StressGraph: {
		"check_current_node()", "check_edge(NODE, OTHER)", "check_node_locked(NODE)", "check_required_key(NODE, OTHER)",
		"inspect_neighbors(NODE)", "check_target_distance_hint()", "check_location(KEY)",
	},
}

func fill(template string, m moment, rng *rand.Rand) string {
	objects := m.obs.InView
	if len(objects) == 0 && m.gold.Kind == probeworld.StressObject {
		objects = names(m.gold.Places)
	}
	for _, place := range []struct {
		word  string
		names []string
	}{
		{"OBJECT", objects}, {"DOOR", names(m.gold.Locks)}, {"BOX", m.gold.Boxes}, {"ROOM", m.gold.Rooms},
		{"TOOL", m.gold.Tools}, {"VARIABLE", m.gold.Variables}, {"KEY", m.gold.Keys},
	} {
		if before, after, ok := strings.Cut(template, place.word); ok {
			template = before + place.names[rng.IntN(len(place.names))] + after
		}
	}
	if strings.Contains(template, "NODE") {
		ends := rng.Perm(len(m.gold.Nodes))
		template = strings.Replace(template, "NODE", m.gold.Nodes[ends[0]], 1)
		template = strings.Replace(template, "OTHER", m.gold.Nodes[ends[1]], 1)
	}
	return template
}
