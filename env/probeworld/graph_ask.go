package probeworld

import "slices"

func (g *graphWorld) ask(verb, arg string) Answer {
	a := Answer{Verb: verb}
	switch verb {
	case "check_current_node":
		a.Value = nodeNames[g.agent]
	case "check_edge":
		x, y, _ := pair(arg)
		from, to := g.node(x), g.node(y)
		if from < 0 || to < 0 {
			a.Err = "unknown_node"
			return a
		}
		if e := g.between(from, to); e >= 0 {
			g.describe(g.edges[e], &a)
		}
	case "check_required_key":
		e := g.edge(arg)
		if e < 0 {
			a.Err = "unknown_edge"
			return a
		}
		g.describe(g.edges[e], &a)
		a.Findings = a.Findings[1:]
	case "check_node_locked", "inspect_neighbors":
		node := g.node(arg)
		if node < 0 {
			a.Err = "unknown_node"
			return a
		}
		if verb == "inspect_neighbors" {
			a.List = g.neighbours(node)
			return a
		}
		for _, e := range g.edges {
			if e.locked && (e.a == node || e.b == node) {
				a.List = append(a.List, e.id)
				a.Findings = append(a.Findings, Finding{e.id, "state", "locked"})
			}
		}
		a.True = len(a.List) > 0
	case "check_target_distance_hint":
		a.Distance = g.hops()
	case "check_location":
		key := index(graphKeyNames[:g.keys], arg)
		if key < 0 {
			a.Err = "unknown_key"
			return a
		}
		a.Value = g.where(key)
		a.Findings = []Finding{{arg, "location", a.Value}}
	default:
		a.Verb = ""
	}
	return a
}

func (g *graphWorld) describe(e edge, a *Answer) {
	a.True, a.Value, a.Key = true, lockState(e.locked), g.required(e)
	a.Findings = []Finding{{e.id, "state", a.Value}, {e.id, "key", orNone(a.Key)}}
}

// edge returns the edge named by its id or by its two ends, or −1.
func (g *graphWorld) edge(arg string) int {
	if x, y, ok := pair(arg); ok {
		if from, to := g.node(x), g.node(y); from >= 0 && to >= 0 {
			return g.between(from, to)
		}
		return -1
	}
	return slices.IndexFunc(g.edges, func(e edge) bool { return e.id == arg })
}

// hops is the distance to the target over unlocked edges, whatever the agent
// holds, or −1.
func (g *graphWorld) hops() int {
	distance := make([]int, g.nodes)
	for i := range distance {
		distance[i] = -1
	}
	distance[g.agent] = 0
	queue := []int{g.agent}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for to := range g.nodes {
			if e := g.between(at, to); e >= 0 && !g.edges[e].locked && distance[to] < 0 {
				distance[to] = distance[at] + 1
				queue = append(queue, to)
			}
		}
	}
	return distance[g.nodes-1]
}

func (g *graphWorld) probes() []string {
	list := []string{"check_current_node()", "check_target_distance_hint()"}
	for _, node := range nodeNames[:g.nodes] {
		list = append(list, "check_node_locked("+node+")", "inspect_neighbors("+node+")")
	}
	for _, key := range graphKeyNames[:g.keys] {
		list = append(list, "check_location("+key+")")
	}
	for _, to := range g.neighbours(g.agent) {
		list = append(list, "check_edge("+nodeNames[g.agent]+", "+to+")", "check_required_key("+nodeNames[g.agent]+", "+to+")")
	}
	return list
}

func (g *graphWorld) gold() Gold {
	state := Gold{
		Kind: StressGraph, Agent: nodeNames[g.agent], Goal: nodeNames[g.nodes-1], Inventory: g.held, Visited: g.visited,
		Places: make([]Entry, 0, g.keys),
		Locks:  make([]Entry, 0, len(g.edges)),
		Links:  make([]Link, 0, len(g.edges)),
		Keys:   graphKeyNames[:g.keys], Nodes: nodeNames[:g.nodes],
	}
	for key, name := range graphKeyNames[:g.keys] {
		state.Places = append(state.Places, Entry{name, g.where(key)})
	}
	for _, e := range g.edges {
		state.Locks = append(state.Locks, Entry{e.id, lockState(e.locked)})
		state.Links = append(state.Links, Link{e.id, nodeNames[e.a], nodeNames[e.b], e.locked, g.required(e)})
	}
	return state
}
