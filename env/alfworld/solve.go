package alfworld

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"github.com/bethink-dev/bethink"
)

// Solve returns a shortest sequence of commands, in the current dialect, that
// wins the game from its initial state; none where it is won already. It
// searches breadth first over what one choice of objects and of the receptacle
// to fill can change (the agent's place, the hand, the doors and contents that
// matter), for every such choice. Knowing everything, it looks nowhere in
// vain. It returns ErrNotFound where no plan exists.
func Solve(g *Game) ([]string, error) {
	if g.won(&g.start) {
		return nil, nil
	}
	t := g.table(DialectCurrent)
	var best []int
	found := false
	for _, p := range purposes(g) {
		limit := -1
		if found {
			limit = len(best) - 1
		}
		if plan, ok := p.search(t, limit); ok {
			best, found = plan, true
		}
	}
	if !found {
		return nil, fmt.Errorf("alfworld: %s: no sequence of commands reaches the goal: %w", g.name, bethink.ErrNotFound)
	}
	out := make([]string, len(best))
	for i, c := range best {
		out[i] = t.texts[c]
	}
	return out, nil
}

// purpose is one way to reach the goal: the objects to handle and the
// receptacles that matter, both rising.
type purpose struct {
	g           *Game
	objects     []int
	receptacles []int
}

// purposes lists the ways to reach the goal.
func purposes(g *Game) []purpose {
	var objects []int
	for o := range g.objects {
		if g.goalObjects.has(o) && (g.start.held == o || len(sources(g, o)) > 0) {
			objects = append(objects, o)
		}
	}
	var choices [][]int
	for i, o := range objects {
		if g.goal.Kind != GoalTwo {
			choices = append(choices, []int{o})
			continue
		}
		for _, p := range objects[i+1:] {
			choices = append(choices, []int{o, p})
		}
	}
	tools := g.ofType(map[Kind][]string{GoalClean: {"sink", "sinkbasin"}, GoalHeat: {"microwave"}, GoalCool: {"fridge"}}[g.goal.Kind])
	targets := make([][]int, 0, len(g.goalReceptacles))
	for _, r := range g.goalReceptacles {
		targets = append(targets, []int{r})
	}
	if g.goal.Kind == GoalLight {
		var lamps []int
		for r := range g.receptacles {
			if count(g.start.in(r), g.goalLamps, g.goalLamps) > 0 {
				lamps = append(lamps, r)
			}
		}
		targets = [][]int{lamps}
	}
	var out []purpose
	for _, c := range choices {
		for _, target := range targets {
			p := purpose{g: g, objects: c, receptacles: slices.Concat(tools, target)}
			for _, o := range c {
				p.receptacles = append(p.receptacles, sources(g, o)...)
			}
			slices.Sort(p.receptacles)
			p.receptacles = slices.Compact(p.receptacles)
			out = append(out, p)
		}
	}
	return out
}

// sources returns the receptacles that an object can be taken from at first.
func sources(g *Game, o int) []int {
	var out []int
	for r := range g.receptacles {
		if g.pickupable.has(o) && g.start.in(r).has(o) {
			out = append(out, r)
		}
	}
	return out
}

func (g *Game) ofType(types []string) []int {
	var out []int
	for i, r := range g.receptacles {
		if slices.Contains(types, r.rtype) {
			out = append(out, i)
		}
	}
	return out
}

// concerns reports whether a command serves the purpose.
func (p *purpose) concerns(c command) bool {
	_, o := slices.BinarySearch(p.objects, int(c.o))
	_, r := slices.BinarySearch(p.receptacles, int(c.r))
	switch c.op {
	case opGo, opOpen:
		return r
	case opTake, opPut, opClean, opHeat, opCool:
		return o && r
	case opUse:
		return p.g.goalLamps.has(int(c.o))
	}
	return false
}

// key describes a state as far as the purpose can change it.
func (p *purpose) key(buf []byte, s *state) []byte {
	buf = binary.AppendVarint(buf[:0], int64(s.location))
	buf = binary.AppendVarint(buf, int64(s.held))
	for _, r := range p.receptacles {
		b := byte(0)
		if s.opened().has(r) {
			b = 1
		}
		for i, o := range p.objects {
			if s.in(r).has(o) {
				b |= 2 << i
			}
		}
		buf = append(buf, b)
	}
	for _, o := range p.objects {
		b := byte(0)
		for prop := clean; prop <= cool; prop++ {
			if s.is(prop).has(o) {
				b |= 1 << prop
			}
		}
		buf = append(buf, b)
	}
	if count(s.is(toggled), p.g.goalLamps, p.g.goalLamps) > 0 {
		buf = append(buf, 1)
	}
	return buf
}

// maxSearch bounds the states of one search.
const maxSearch = 200_000

// search returns the commands of a shortest plan of at most limit (no limit if
// negative).
func (p *purpose) search(t *table, limit int) ([]int, bool) {
	type reached struct {
		state   state
		from    int
		command int
		depth   int
	}
	first := reached{from: -1}
	first.state.copyFrom(&p.g.start)
	queue := []reached{first}
	seen := map[string]bool{}
	now := make(bitset, len(t.always))
	var key []byte
	for i := 0; i < len(queue) && i < maxSearch; i++ {
		if limit >= 0 && queue[i].depth >= limit {
			return nil, false
		}
		p.g.admissible(t, &queue[i].state, now)
		for w, x := range now {
			for ; x != 0; x &= x - 1 {
				c := w<<6 + bits.TrailingZeros64(x)
				if !p.concerns(t.commands[c]) {
					continue
				}
				next := reached{from: i, command: c, depth: queue[i].depth + 1}
				next.state.copyFrom(&queue[i].state)
				p.g.apply(&next.state, t.commands[c])
				key = p.key(key, &next.state)
				if seen[string(key)] {
					continue
				}
				seen[string(key)] = true
				queue = append(queue, next)
				if !p.g.won(&next.state) {
					continue
				}
				plan := make([]int, next.depth)
				for at := len(queue) - 1; queue[at].from >= 0; at = queue[at].from {
					plan[queue[at].depth-1] = queue[at].command
				}
				return plan, true
			}
		}
	}
	return nil, false
}
