package alfworld

import (
	"math/bits"
	"slices"
)

// bitset is a set of small numbers.
type bitset []uint64

func (b bitset) has(i int) bool { return b[i>>6]&(1<<(i&63)) != 0 }
func (b bitset) set(i int)      { b[i>>6] |= 1 << (i & 63) }
func (b bitset) clear(i int)    { b[i>>6] &^= 1 << (i & 63) }

// add puts in i, or nothing where it is negative.
func (b bitset) add(i int32) {
	if i >= 0 {
		b.set(int(i))
	}
}

// forEach calls f for every number of word w, whose bits are x, in rising
// order.
func forEach(w int, x uint64, f func(int)) {
	for ; x != 0; x &= x - 1 {
		f(w<<6 + bits.TrailingZeros64(x))
	}
}

// state is everything that play can change. The sets lie in one array, so that
// a state is copied in one go.
type state struct {
	data           []uint64
	location, held int // -1: nowhere, nothing
	rw, ow, nr     int // words of a set of receptacles and of objects; receptacles
}

// The properties of objects.
const (
	clean = iota
	hot
	cool
	on
	toggled
	sliced
	properties
)

func newState(g *Game) state {
	s := state{location: -1, held: -1, ow: g.words, nr: len(g.receptacles), rw: (len(g.receptacles) + 63) / 64}
	s.data = make([]uint64, s.rw+s.ow*(properties+2*s.nr+len(g.locations)))
	return s
}

// copyFrom makes s equal to from, a state of the same game.
func (s *state) copyFrom(from *state) {
	data := append(s.data[:0], from.data...)
	*s = *from
	s.data = data
}

func (s *state) objects(i int) bitset {
	at := s.rw + i*s.ow
	return bitset(s.data[at : at+s.ow])
}

func (s *state) opened() bitset       { return bitset(s.data[:s.rw]) }
func (s *state) is(prop int) bitset   { return s.objects(prop) }
func (s *state) in(r int) bitset      { return s.objects(properties + r) }
func (s *state) removed(r int) bitset { return s.objects(properties + s.nr + r) }
func (s *state) lying(l int) bitset   { return s.objects(properties + 2*s.nr + l) }

// won reports whether the goal holds.
func (g *Game) won(s *state) bool {
	switch g.goal.Kind {
	case GoalLight:
		return s.held >= 0 && g.goalObjects.has(s.held) && slices.ContainsFunc(g.at[s.location], func(r int) bool {
			return count(s.in(r), g.goalLamps, s.is(toggled)) > 0
		})
	case GoalTwo:
		return slices.ContainsFunc(g.goalReceptacles, func(r int) bool { return count(s.in(r), g.goalObjects, s.in(r)) > 1 })
	}
	for _, r := range g.goalReceptacles {
		in := s.in(r)
		made := in
		switch g.goal.Kind {
		case GoalClean:
			made = s.is(clean)
		case GoalHeat:
			made = s.is(hot)
		case GoalCool:
			made = s.is(cool)
		}
		if count(in, g.goalObjects, made) > 0 {
			return true
		}
	}
	return false
}

// count returns the size of the intersection.
func count(a, b, c bitset) int {
	n := 0
	for w := range a {
		n += bits.OnesCount64(a[w] & b[w] & c[w])
	}
	return n
}
