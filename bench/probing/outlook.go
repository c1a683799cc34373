package probing

import (
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/probeworld"
)

// outlook is what the schema knows of the planned action: what it rests on, what
// it may end, and how many steps a wrong belief costs.
type outlook struct {
	m      *mind
	o      probeworld.Observation
	action string
	verb   string
	arg    string
	way    string // the door or edge of a move
	cost   int    // of a refusal, beyond the step itself
}

func newOutlook(m *mind, o probeworld.Observation, action string, cost int) outlook {
	l := outlook{m: m, o: o, action: action, cost: cost}
	l.verb, l.arg, _ = strings.Cut(action, "(")
	l.arg = strings.TrimSuffix(l.arg, ")")
	if l.verb == "move_to" {
		l.way = between(o.Kind, o.Place, l.arg)
	}
	return l
}

// depends is how much the planned action rests on a field.
func (l outlook) depends(field int) float64 {
	f := &l.m.schema.fields[field]
	switch {
	case l.verb == "move_to" && f.Attribute == "state":
		switch {
		case f.Entity == l.way:
			return 1
		case l.o.Kind == probeworld.StressObject && slices.Contains(l.o.Near, f.Entity):
			return 0.5
		}
	case l.verb == "unlock" && f.Entity == l.arg,
		(l.verb == "pick_up" || l.verb == "collect_key") && f.Entity == l.arg,
		l.verb == "call_tool" && f.Entity == l.arg:
		return 1
	case l.verb == "call_tool" && f.Attribute == "available":
		if i := l.m.find(l.arg, "inputs"); i >= 0 {
			if v, p := l.m.view.Belief.Best(variable(l.m.schema.fields[i])); p > 0.5 && slices.Contains(strings.Split(string(v), ","), f.Entity) {
				return 1
			}
		}
	}
	if f.Type == "key" && f.Attribute == "location" {
		return 1.0 / 3
	}
	return 0
}

// ends is the believed chance that the planned action ends the task.
func (l outlook) ends() float64 {
	b := l.m.view.Belief
	switch {
	case l.verb == "pick_up" && l.arg == l.o.Goal:
		return b.Of(bethink.Variable{Entity: bethink.Entity(l.arg), Attr: "location"}, bethink.Value(l.o.Place))
	case l.verb == "call_tool" && "v"+strings.TrimPrefix(l.arg, "t") == l.o.Goal:
		i := l.m.find(l.arg, "inputs")
		v, p := b.Best(variable(l.m.schema.fields[i]))
		if p < 0.5 || v == bethink.Other {
			return 0.5
		}
		for input := range strings.SplitSeq(string(v), ",") {
			if !slices.Contains(l.o.Available, input) && !slices.ContainsFunc(l.o.Outputs, func(out probeworld.Output) bool { return out.Variable == input }) {
				return 0
			}
		}
		return 1
	case l.verb == "move_to" && l.o.Kind == probeworld.StressGraph && l.arg == l.o.Goal:
		return b.Of(bethink.Variable{Entity: bethink.Entity(l.way), Attr: "state"}, "open")
	}
	return 0
}

// keeps is the believed chance that the planned action, which would end the task,
// still would after n steps. A goal that lies still stays; edges and the inputs of
// a tool may go.
func (l outlook) keeps(n int) float64 {
	stays := func(entity, attribute, value string) float64 {
		i := l.m.find(entity, attribute)
		if i < 0 || l.m.laws[i] == nil {
			return 1
		}
		s := l.m.laws[i].Stay(n)
		return s + (1-s)*l.m.laws[i].Pi[l.m.index[i][value]]
	}
	switch l.o.Kind {
	case probeworld.StressGraph:
		return stays(l.way, "state", "open")
	case probeworld.StressTool:
		p := 1.0
		for _, out := range l.o.Outputs {
			p *= stays(out.Variable, "available", "true")
		}
		return p
	case probeworld.StressObject:
	}
	return 1
}

// within bounds from above the believed chance that the task can be done in n
// steps.
func (l outlook) within(n int) float64 {
	if n <= 0 {
		return 0
	}
	switch l.o.Kind {
	case probeworld.StressObject:
		return l.goalWithin(n)
	case probeworld.StressGraph:
		if d := l.distance(); d < 0 || d > n {
			return 0
		}
	case probeworld.StressTool:
	}
	return 1
}

func (l outlook) goalWithin(n int) float64 {
	i := l.m.find(l.o.Goal, "location")
	here, ok := l.m.index[i][l.o.Place]
	if !ok {
		return 1
	}
	sum := 0.0
	for room, p := range l.m.p(i, nil) {
		if room < len(l.m.schema.fields[i].Values) && max(room-here, here-room)+1 <= n {
			sum += p
		}
	}
	return sum
}

// distance is the number of moves to the goal over all edges there are.
func (l outlook) distance() int {
	hops := map[string]int{l.o.Place: 0}
	for frontier := []string{l.o.Place}; len(frontier) > 0; {
		at := frontier[0]
		frontier = frontier[1:]
		if at == l.o.Goal {
			return hops[at]
		}
		for _, f := range l.m.schema.fields {
			if f.Type != "edge" || f.Attribute != "state" {
				continue
			}
			a, b, _ := strings.Cut(f.Entity, "__")
			if b == at {
				a, b = b, a
			}
			if _, seen := hops[b]; a == at && !seen {
				hops[b] = hops[at] + 1
				frontier = append(frontier, b)
			}
		}
	}
	return -1
}

// losses writes the expected number of steps that acting on the belief costs
// more than acting on the truth, for each field: for a thing that must be found,
// the walk the wrong way; for the door or edge of the next move, the refusal; for
// the inputs of a tool that is needed, the calls made blindly.
func (l outlook) losses(dst []float64, m probeworld.Memory) {
	clear(dst)
	switch l.o.Kind {
	case probeworld.StressObject:
		l.astray(dst, m)
	case probeworld.StressTool:
		l.blind(dst, m)
	case probeworld.StressGraph:
	}
	if i := l.m.find(l.way, "state"); i >= 0 {
		l.m.buf = l.m.p(i, l.m.buf[:0])
		dst[i] = l.m.buf[l.m.index[i]["locked"]] * float64(1+l.cost)
	}
}

// astray is the walk away from the goal and back: for each room behind, twice
// the rooms still ahead.
func (l outlook) astray(dst []float64, m probeworld.Memory) {
	i := l.m.find(l.o.Goal, "location")
	here, ok := l.m.index[i][l.o.Place]
	to, okTo := l.m.index[i][l.arg]
	if l.verb != "move_to" || !ok || !okTo {
		return
	}
	rooms := len(l.m.schema.fields[i].Values)
	ahead := rooms - 1 - here
	if to < here {
		ahead = here
	}
	known := l.m.index[i]
	for room, p := range l.m.p(i, nil)[:rooms] {
		if at, ok := known[m.Value(l.o.Goal, "location")]; ok && at == room {
			continue // the agent acts on this already
		}
		if (room < here) != (to < here) || room == here {
			dst[i] += p * 2 * float64(ahead)
		}
	}
}

// blind counts, for a needed tool whose inputs are unknown, the tools below it
// that may be called for nothing.
func (l outlook) blind(dst []float64, m probeworld.Memory) {
	memos := m.Memos()
	needed := map[string]bool{l.o.Goal: true}
	for i, memo := range slices.Backward(memos) {
		v := "v" + strings.TrimPrefix(memo.Entity, "t")
		if memo.Attribute != "inputs" || !needed[v] || m.Value(v, "available") == "true" {
			continue
		}
		if memo.Seen >= 0 {
			for input := range strings.SplitSeq(memo.Value, ",") {
				needed[input] = true
			}
			continue
		}
		below := 0
		for _, other := range memos[:i] {
			if other.Attribute == "inputs" && other.Seen < 0 && m.Value("v"+strings.TrimPrefix(other.Entity, "t"), "available") != "true" {
				below++
			}
		}
		dst[i] = float64(below) * 0.5
	}
}
