package probeworld

// wait is refused by every world: the action of a planner that sees no way.
const wait = "wait()"

// next picks up the goal, else a needed key that lies here (in hand it cannot
// drift away), else goes where the goal is.
func (g *objectWorld) next() string {
	for door, locked := range g.locked {
		if key := g.need[door]; locked && g.at[key] == g.agent && g.at[g.goal] != g.agent {
			return "pick_up(" + g.names[key] + ")"
		}
	}
	if room := g.at[g.goal]; room != g.agent {
		return g.toward(room, 0)
	}
	return "pick_up(" + g.names[g.goal] + ")"
}

// toward is the first action on the way to a room: a move, or what opens the
// first locked door, for which a key may have to be fetched first.
func (g *objectWorld) toward(room, depth int) string {
	if depth > g.keys {
		return wait // the key of some door lies beyond that door
	}
	way := 1
	if room < g.agent {
		way = -1
	}
	for at := g.agent; at != room; at += way {
		door := max(at, at+way)
		if !g.locked[door] {
			continue
		}
		key := g.need[door]
		switch {
		case g.at[key] == g.agent:
			return "pick_up(" + g.names[key] + ")"
		case g.at[key] != inHand:
			return g.toward(g.at[key], depth+1)
		case at == g.agent:
			return "unlock(" + doorNames[door] + ")"
		}
		break
	}
	return "move_to(" + roomNames[g.agent+way] + ")"
}

// next calls the first tool that is still needed for the target and ready.
func (g *toolWorld) next() string {
	needed := make([]bool, g.tools)
	needed[g.tools-1] = true
	for t := g.tools - 1; t > 0; t-- {
		if needed[t] && !g.available[t] {
			for _, v := range g.inputs[t] {
				needed[v] = true
			}
		}
	}
	for t := range g.tools {
		if needed[t] && !g.available[t] && g.ready(t) {
			return "call_tool(" + toolNames[t] + ")"
		}
	}
	return wait
}

// next is the first action of a shortest plan over places and keys in hand,
// were nothing to change.
func (g *graphWorld) next() string {
	type state struct{ node, hand int }
	hand := 0
	for key, at := range g.at {
		if at == inHand {
			hand |= 1 << key
		}
	}
	start := state{g.agent, hand}
	first := map[state]string{start: ""}
	queue := []state{start}
	visit := func(from, to state, action string) {
		if _, seen := first[to]; seen {
			return
		}
		if from != start {
			action = first[from]
		}
		first[to] = action
		queue = append(queue, to)
	}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if s.node == g.nodes-1 {
			return first[s]
		}
		for to := range g.nodes {
			if e := g.between(s.node, to); e >= 0 {
				if g.edges[e].locked && (g.edges[e].key < 0 || s.hand>>g.edges[e].key&1 == 0) {
					continue
				}
				visit(s, state{to, s.hand}, "move_to("+nodeNames[to]+")")
			}
		}
		for key, at := range g.at {
			if at == s.node && s.hand>>key&1 == 0 {
				visit(s, state{s.node, s.hand | 1<<key}, "collect_key("+graphKeyNames[key]+")")
			}
		}
	}
	return wait
}
