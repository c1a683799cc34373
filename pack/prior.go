package pack

import (
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
)

// Priors implements [bethink.Pack]. A found entity brings the attributes of
// its kind; the scene brings the intensities of all counted types over the
// places met so far, and a place met later its own.
func (p *Pack) Priors(v bethink.View, f bethink.Found) ([]bethink.Prior, error) {
	if f.Type == bethink.ImpliedType {
		return p.implied(v, f.Entity), nil
	}
	if p.scene != "" && f.Entity == p.scene {
		return p.spread(v, ""), nil
	}
	k := p.kindOf(f.Type)
	var out []bethink.Prior
	if len(k.attrs) > 0 {
		out = make([]bethink.Prior, len(k.attrs))
	}
	for i := range k.attrs {
		out[i] = k.attrs[i].prior
		out[i].Var = bethink.Variable{Entity: f.Entity, Attr: k.attrs[i].name}
	}
	if k.weight > 0 && v.Belief.Type(p.scene) != "" {
		out = append(out, p.spread(v, f.Entity)...)
	}
	return out, nil
}

// implied declares the pair attributes of "a & b".
func (p *Pack) implied(v bethink.View, e bethink.Entity) []bethink.Prior {
	x, y, ok := strings.Cut(string(e), " & ")
	if !ok {
		return nil
	}
	out := make([]bethink.Prior, len(p.pairs))
	for i := range p.pairs {
		q := p.pairs[i].of(p.names.typeOf(x), p.names.typeOf(y), bethink.Value(x), bethink.Value(y))
		out[i] = bethink.Prior{
			Var:      bethink.Variable{Entity: e, Attr: p.pairs[i].attr},
			Values:   []bethink.Value{bethink.False, bethink.True},
			Weights:  []bethink.Weight{{Value: bethink.False, P: 1 - q}, {Value: bethink.True, P: q}},
			Measured: true,
		}
	}
	return out
}

// never is the prior of what the pack says cannot be: small enough to leave
// every forecast alone, and no zero.
const never = 1e-6

// of is the prior probability that a pair attribute holds for two entities of
// the given types.
func (pr *pair) of(a, b string, x, y bethink.Value) float64 {
	if slices.Contains(pr.apart, x) || slices.Contains(pr.apart, y) {
		return never
	}
	if q, ok := pr.between[ordered(a, b)]; ok {
		return q
	}
	if a == b {
		return pr.same
	}
	return pr.prior
}

// spread returns the intensities of the scene, or of one place of it.
//
// The expected number of a type's entities in the scene is its count in the
// scene's kind of room. It is spread over the places that may hold the type in
// proportion to the weights of their types, and a share is lost.
func (p *Pack) spread(v bethink.View, only bethink.Entity) []bethink.Prior {
	pl := &p.place
	if pl.set == "" {
		return nil
	}
	sc := p.Scene(v)
	spread := v.Spread(sc)
	barred := func(k *kind, typ string) bool { return sc.Barred && typ == sc.Target && k.name == sc.Wanted }
	total := make([]float64, len(pl.holders))
	n := len(pl.holders)
	for _, at := range sc.Places {
		w := p.kindOf(at.Type).weight
		for _, h := range pl.holds[at.Type] {
			if !barred(pl.holders[h], at.Type) {
				total[h] += spread.Weight(pl.holders[h].name, at, w)
				n++
			}
		}
	}
	fields := make([]bethink.Intensity, 0, n)
	add := func(k *kind, place bethink.Value, mu float64) {
		if mu > 0 {
			fields = append(fields, bethink.Intensity{Type: k.name, Attr: pl.attr, Place: place, Set: pl.set, Mu: mu})
		}
	}
	for _, at := range sc.Places {
		if only != "" && only != bethink.Entity(at.Name) {
			continue
		}
		w := p.kindOf(at.Type).weight
		for _, h := range pl.holds[at.Type] {
			if k := pl.holders[h]; total[h] > 0 && !barred(k, at.Type) {
				add(k, at.Name, spread.Count(k.name, p.Count(k.name, sc.Room))*spread.Weight(k.name, at, w)/total[h])
			}
		}
	}
	if only == "" && pl.nowhere != "" {
		for _, k := range pl.holders {
			add(k, pl.nowhere, p.expected(k, sc.Room)*pl.lost)
		}
	}
	out := make([]bethink.Prior, len(fields))
	for i := range fields {
		out[i].Field = &fields[i]
	}
	return out
}

// roomOf is the kind of room that the places met tell of.
func (p *Pack) roomOf(v bethink.View) string {
	for _, r := range p.rooms {
		if r.has == "" {
			return r.name
		}
		for _, place := range v.Belief.Set(p.place.set) {
			if v.Belief.Type(bethink.Entity(place)) == r.has {
				return r.name
			}
		}
	}
	return ""
}
