package pack

import (
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
)

var _ bethink.Placing = (*Pack)(nil)

// Scene implements [bethink.Placing].
func (p *Pack) Scene(v bethink.View) bethink.Scene {
	s := bethink.Scene{Room: p.roomOf(v), Attr: p.place.attr}
	s.Wanted, s.Target = p.unmet(v.Goal)
	for _, place := range v.Belief.Set(p.place.set) {
		typ := v.Belief.Type(bethink.Entity(place))
		if typ == "" || p.kindOf(typ).weight == 0 {
			continue
		}
		if i := slices.IndexFunc(s.Offers, func(o bethink.Offer) bool { return o.Type == typ }); i >= 0 {
			s.Offers[i].N++
			continue
		}
		s.Offers = append(s.Offers, bethink.Offer{Type: typ, N: 1})
	}
	slices.SortFunc(s.Offers, func(a, b bethink.Offer) int { return strings.Compare(a.Type, b.Type) })
	return s
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
