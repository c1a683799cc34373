package probeworld

import (
	"maps"
	"slices"
	"strings"
)

// Planner is a simple agent that wants to win and knows only what is in view
// and in its Memory. In ObjectStateWorld it collects keys, unlocks what it can
// and goes where the goal is believed, else explores; in ToolDAGWorld it chains
// backwards over believed inputs and tries tools in order where those are
// unknown; in GraphNavWorld it takes a shortest path over edges believed open.
//
// It is a value: Next returns the planner for the step after. The zero value
// starts an episode.
type Planner struct {
	back  bool           // ObjectStateWorld: walking to lower rooms
	tried map[string]int // keys held when a door last refused, variables there were when a tool last did
}

// Next returns the action for this observation. m is the memory after it.
func (p Planner) Next(o Observation, m Memory) (string, Planner) {
	p.tried = maps.Clone(p.tried)
	if p.tried == nil {
		p.tried = make(map[string]int)
	}
	switch o.Kind {
	case StressTool:
		return p.tool(o, m)
	case StressGraph:
		return p.graph(o, m)
	case StressObject:
	}
	return p.object(o, m)
}

func (p Planner) object(o Observation, m Memory) (string, Planner) {
	if inView(o.InView, o.Goal) {
		return "pick_up(" + o.Goal + ")", p
	}
	for _, name := range o.InView {
		if strings.HasSuffix(name, "_key") {
			return "pick_up(" + name + ")", p
		}
	}
	here := index(roomNames, o.Place)
	p.turnTo(here, index(roomNames, m.Value(o.Goal, "location")), o, m)
	for range 2 {
		way := 1
		if p.back {
			way = -1
		}
		door := corridorDoor(here, way)
		switch {
		case !inView(o.Near, door):
		case m.Value(door, "state") != "locked":
			return "move_to(" + numberedName("room_", here+way) + ")", p
		case p.tried[door] < keysHeld(o):
			p.tried[door] = keysHeld(o)
			return "unlock(" + door + ")", p
		}
		p.back = !p.back
	}
	return wait, p
}

// turnTo faces a room, unless a door on the way has refused every key in hand:
// then it faces that door's key where both are believed known, else goes on as
// it was.
func (p *Planner) turnTo(here, room int, o Observation, m Memory) {
	for range len(keyNames) {
		if room < 0 || room == here {
			return
		}
		way := 1
		if room < here {
			way = -1
		}
		blocked := ""
		for at := here; at != room && blocked == ""; at += way {
			if door := corridorDoor(at, way); m.Value(door, "state") == "locked" && p.tried[door] >= keysHeld(o) {
				blocked = door
			}
		}
		if blocked == "" {
			p.back = way < 0
			return
		}
		room = index(roomNames, m.Value(m.Value(blocked, "key"), "location"))
	}
}

func (p Planner) tool(o Observation, m Memory) (string, Planner) {
	if verb, arg, _ := split(o.After); verb == "call_tool" && !o.Valid {
		p.tried[arg] = len(o.Outputs) + 1
	}
	exists := func(v string) bool { return m.Value(v, "available") == "true" }
	needed := map[string]bool{o.Goal: true}
	order := m.ofType("tool")
	for _, t := range slices.Backward(order) { // inputs come from lower numbers
		if v := "v" + strings.TrimPrefix(t.Entity, "t"); needed[v] && !exists(v) {
			for _, input := range t.inputs() {
				needed[input] = true
			}
		}
	}
	blind := ""
	for _, t := range order {
		v := "v" + strings.TrimPrefix(t.Entity, "t")
		lacks := slices.ContainsFunc(t.inputs(), func(v string) bool { return !exists(v) })
		switch {
		case exists(v) || lacks || p.tried[t.Entity] == len(o.Outputs)+1:
		case t.Seen >= 0 && needed[v]:
			return "call_tool(" + t.Entity + ")", p
		case blind == "" && t.Seen < 0:
			blind = t.Entity
		}
	}
	if blind == "" {
		clear(p.tried)
		return wait, p
	}
	return "call_tool(" + blind + ")", p
}

// inputs splits the believed inputs of a tool.
func (m Memo) inputs() []string {
	return strings.FieldsFunc(m.Value, func(r rune) bool { return r == ',' })
}

func (m Memory) ofType(typ string) []Memo {
	var list []Memo
	for _, memo := range m.memos {
		if memo.Type == typ {
			list = append(list, memo)
		}
	}
	return list
}

func (p Planner) graph(o Observation, m Memory) (string, Planner) {
	for _, key := range o.InView {
		return "collect_key(" + key + ")", p
	}
	if step := m.way(o.Place, o.Goal); step != "" {
		return "move_to(" + step + ")", p
	}
	for _, key := range m.ofType("key") {
		if key.Attribute == "location" && key.Value != Held && key.Value != o.Place {
			if step := m.way(o.Place, key.Value); step != "" {
				return "move_to(" + step + ")", p
			}
		}
	}
	// No way is believed open: try the doors one after the other again.
	for _, to := range o.Near {
		if p.tried[to] <= p.tried[o.Near[0]] && m.find(edgeBetween(o.Place, to), "state") >= 0 {
			p.tried[to]++
			return "move_to(" + to + ")", p
		}
	}
	return wait, p
}

// way is the first node after from on a shortest path to a node over edges
// believed open or whose key is believed to be in hand, or nothing.
func (m Memory) way(from, to string) string {
	first := map[string]string{from: from}
	queue := []string{from}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if at == to && at != from {
			return first[at]
		}
		for i := range m.memos {
			memo := &m.memos[i]
			if memo.Type != "edge" || memo.Attribute != "state" {
				continue
			}
			a, b, _ := strings.Cut(memo.Entity, "__")
			if b == at {
				a, b = b, a
			}
			if a != at {
				continue
			}
			if _, seen := first[b]; seen || memo.Value == "locked" && m.Value(m.Value(memo.Entity, "key"), "location") != Held {
				continue
			}
			first[b] = b
			if at != from {
				first[b] = first[at]
			}
			queue = append(queue, b)
		}
	}
	return ""
}
