package pack

import (
	"slices"

	"github.com/bethink-dev/bethink"
)

var _ bethink.Placing = (*Pack)(nil)

// Scene implements [bethink.Placing].
func (p *Pack) Scene(v bethink.View) bethink.Scene {
	s := bethink.Scene{Room: p.roomOf(v), Attr: p.place.attr, Form: v.Goal.Form}
	for _, place := range v.Belief.Set(p.place.set) {
		typ := v.Belief.Type(bethink.Entity(place))
		if typ != "" && p.kindOf(typ).weight > 0 {
			s.Places = append(s.Places, bethink.Place{Name: place, Type: typ})
		}
	}
	p.aim(&s, v.Goal)
	return s
}

// aim notes what a goal says of the start. If it is to bring one thing somewhere
// and no more, and the pack says so (away), no entity of that type is there, or
// the goal would be met.
func (p *Pack) aim(s *bethink.Scene, g bethink.Goal) {
	types := map[string]string{}
	for _, r := range g.Roles {
		types["$"+r.Name] = r.Type
		if p.kindOf(r.Type).weight == 0 && !slices.ContainsFunc(s.Sought, func(q bethink.Role) bool { return q.Type == r.Type }) {
			s.Sought = append(s.Sought, r)
		}
	}
	for _, st := range g.Steps {
		if target := types[string(st.Value)]; st.Attr == s.Attr && st.Role != "" && target != "" {
			s.Wanted, s.Target, s.Barred = types["$"+st.Role], target, p.place.away && len(g.Steps) == 1
		}
	}
}

// Weight implements [bethink.Placing].
func (p *Pack) Weight(typ, placeType string) float64 {
	for _, h := range p.place.holds[placeType] {
		if p.place.holders[h].name == typ {
			return p.kindOf(placeType).weight
		}
	}
	return 0
}

// Count implements [bethink.Placing]: the count in the kind of room but for the
// share that is lost.
func (p *Pack) Count(typ, room string) float64 {
	return p.expected(p.kindOf(typ), room) * (1 - p.place.lost)
}

// expected is the declared number of a type in a kind of room, lost ones
// included.
func (p *Pack) expected(k *kind, room string) float64 {
	if c, ok := k.count[room]; ok {
		return c
	}
	return p.place.elsewhere
}
