package probeworld

import "strconv"

// Entry is the value of one named thing.
type Entry struct{ Name, Value string }

// Link is one edge of GraphNavWorld; Key is empty where none is required.
type Link struct {
	ID, A, B string
	Locked   bool
	Key      string
}

// Gold is the whole true state in the terms of the published code, for
// benchmarks. Fields that a world does not have are empty. The lists must not
// be changed.
type Gold struct {
	Kind Kind
	// Agent is where the agent is (Object, Graph); Goal the object to obtain,
	// the target variable or the target node.
	Agent, Goal string
	Inventory   []string
	// Places locates the objects in the order of the published map, or the
	// keys of GraphNavWorld.
	Places []Entry
	// Locks is open or locked for each door or edge, in order of making.
	Locks []Entry
	// Subgoals lists what is done (Object), Completed the tools done (Tool).
	Subgoals, Completed []string
	// Needs names what each initially locked door and the goal were dealt to
	// depend on: "unlock_door_1" on "has_red_key" (Object), sorted.
	Needs []Entry
	// Outputs lists the available variables with their values, sorted; Inputs
	// the inputs of each tool of Tools (Tool).
	Outputs []Output
	Inputs  [][]string
	// Links lists the edges in order of making, Visited the nodes (Graph).
	Links   []Link
	Visited []string

	Rooms, Keys, Boxes, Targets []string
	Tools, Variables            []string
	Nodes                       []string
}

// AppendJSON appends the exported state as the published code names it, as
// canonical JSON: keys sorted, no spaces, ASCII.
func (g Gold) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	switch g.Kind {
	case StressObject:
		dst = appendString(appendKey(dst, "agent_location"), g.Agent)
		dst = appendStrings(appendKey(dst, "boxes"), g.Boxes)
		dst = appendStrings(appendKey(dst, "completed_subgoals"), g.Subgoals)
		dst = append(appendKey(dst, "dependencies"), '{')
		for _, need := range g.Needs {
			dst = appendStrings(appendKey(dst, need.Name), []string{need.Value})
		}
		dst = append(dst, '}')
		dst = appendEntries(appendKey(dst, "door_states"), g.Locks)
		dst = appendString(appendKey(dst, "goal_object"), g.Goal)
		dst = appendStrings(appendKey(dst, "inventory"), g.Inventory)
		dst = appendStrings(appendKey(dst, "keys"), g.Keys)
		dst = appendEntries(appendKey(dst, "object_locations"), g.Places)
		dst = appendStrings(appendKey(dst, "rooms"), g.Rooms)
		dst = appendStrings(appendKey(dst, "targets"), g.Targets)
	case StressTool:
		dst = g.appendTool(dst)
	case StressGraph:
		dst = g.appendGraph(dst)
	}
	return append(dst, '}')
}

func (g Gold) appendTool(dst []byte) []byte {
	available := make([]string, len(g.Outputs))
	for i, out := range g.Outputs {
		available[i] = out.Variable
	}
	dst = appendStrings(appendKey(dst, "available_variables"), available)
	dst = appendStrings(appendKey(dst, "completed_tools"), g.Completed)
	dst = appendString(appendKey(dst, "target_variable"), g.Goal)
	order := sortedBy(g.Tools)
	dst = append(appendKey(dst, "tool_inputs"), '{')
	for _, t := range order {
		dst = appendStrings(appendKey(dst, g.Tools[t]), g.Inputs[t])
	}
	dst = append(dst, '}')
	dst = append(appendKey(dst, "tool_output_var"), '{')
	for _, t := range order {
		dst = appendString(appendKey(dst, g.Tools[t]), g.Variables[t])
	}
	dst = append(dst, '}')
	dst = appendOutputs(appendKey(dst, "tool_outputs"), g.Outputs)
	dst = appendStrings(appendKey(dst, "tools"), g.Tools)
	return appendStrings(appendKey(dst, "variables"), g.Variables)
}

func (g Gold) appendGraph(dst []byte) []byte {
	dst = appendString(appendKey(dst, "agent_node"), g.Agent)
	dst = append(appendKey(dst, "edges"), '{')
	ids := make([]string, len(g.Links))
	for i, e := range g.Links {
		ids[i] = e.ID
	}
	for _, i := range sortedBy(ids) {
		e := g.Links[i]
		dst = append(appendKey(dst, e.ID), '{')
		dst = appendString(appendKey(dst, "a"), e.A)
		dst = appendString(appendKey(dst, "b"), e.B)
		dst = strconv.AppendBool(appendKey(dst, "locked"), e.Locked)
		dst = appendKey(dst, "required_key")
		if e.Key == "" {
			dst = append(dst, "null"...)
		} else {
			dst = appendString(dst, e.Key)
		}
		dst = append(dst, '}')
	}
	dst = append(dst, '}')
	dst = appendStrings(appendKey(dst, "inventory"), g.Inventory)
	dst = appendEntries(appendKey(dst, "key_locations"), g.Places)
	dst = appendStrings(appendKey(dst, "keys"), g.Keys)
	dst = appendStrings(appendKey(dst, "nodes"), g.Nodes)
	dst = appendString(appendKey(dst, "target_node"), g.Goal)
	return appendStrings(appendKey(dst, "visited"), g.Visited)
}

// appendEntries appends an object, sorting a copy of the entries by name.
func appendEntries(dst []byte, entries []Entry) []byte {
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name
	}
	dst = append(dst, '{')
	for _, i := range sortedBy(names) {
		dst = appendString(appendKey(dst, names[i]), entries[i].Value)
	}
	return append(dst, '}')
}
