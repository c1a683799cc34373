package bethink

import (
	"slices"

	"github.com/bethink-dev/bethink/joint"
)

// Condition returns the view under the supposition that the literals all hold or,
// with holds false, that at least one fails, and the probability of that. It is
// exact and hypothetical: no evidence is recorded, no clock moves, and the view
// must never be stored. Where the supposition is impossible the view is
// returned as it was, with probability 0.
//
// The two views, weighted by their probabilities, mix back to v.
func (v View) Condition(lits []Literal, holds bool) (View, float64) {
	e := newEdit(v.Belief, v.Knowledge)
	e.bringUp(v, lits)
	gs := e.ground(lits)
	once := e.verifiedOnce(gs)
	p := e.given(gs, holds)
	e.unverify(once)
	if p <= 0 {
		return v, 0
	}
	v.Belief = e.b
	return v, p
}

// verifiedOnce lists the variables that a supposition about the literals may
// move and that were verified once and are not now.
func (e *edit) verifiedOnce(gs []grounded) []ID {
	var out []ID
	add := func(id ID) {
		if v := e.b.at(id); v.verified.seq > 0 && !slices.Contains(out, id) && e.b.status(id, e.b.P(id, nil)) != StatusVerified {
			out = append(out, id)
		}
	}
	for _, g := range gs {
		v := e.b.at(g.id)
		if v.block < 0 {
			add(g.id)
			continue
		}
		for _, id := range e.b.blocks[v.block].ids {
			add(id)
		}
	}
	return out
}

// unverify takes old verifications from variables: supposing a value does not
// renew them.
func (e *edit) unverify(ids []ID) {
	for _, id := range ids {
		v, _ := e.write(id)
		t := e.newTrail()
		*t = *v.trail
		t.verified = clock{}
		v.trail = t
	}
}

// bringUp declares those of the literals' variables that only their use brings
// up.
func (e *edit) bringUp(v View, lits []Literal) {
	if v.Pack == nil {
		return
	}
	for _, l := range lits {
		if _, ok := e.b.Find(l.Var); ok {
			continue
		}
		if _, met := e.b.types.get(l.Var.Entity); met {
			continue
		}
		ps, err := v.Pack.Priors(v, Found{Entity: l.Var.Entity, Type: ImpliedType})
		if err != nil {
			continue
		}
		for _, p := range ps {
			e.declare(p, kind{name: ImpliedType}) //nolint:errcheck // a variable that cannot be declared is left out, as in an update
		}
	}
}

// given conditions hard on "all hold" or "not all hold".
func (e *edit) given(gs []grounded, holds bool) float64 {
	var ids []ID
	for _, g := range gs {
		if !slices.Contains(ids, g.id) {
			ids = append(ids, g.id)
		}
	}
	if len(ids) == 0 {
		if holds {
			return 1
		}
		return 0
	}
	if holds {
		p := 1.0
		for _, id := range ids {
			p *= e.mask(id, func(val Value) bool {
				for _, g := range gs {
					if g.id == id && !g.l.Holds(val) {
						return false
					}
				}
				return true
			})
			if p <= 0 {
				return 0
			}
		}
		for _, id := range ids {
			e.release(e.b.at(id).block)
		}
		return p
	}
	if len(ids) == 1 {
		p := e.mask(ids[0], func(val Value) bool {
			for _, g := range gs {
				if !g.l.Holds(val) {
					return true
				}
			}
			return false
		})
		e.release(e.b.at(ids[0]).block)
		return p
	}
	block := e.join(ids)
	var fails []joint.Part
	for _, g := range gs {
		fails = append(fails, e.part(g.id, g.l.Negate()))
	}
	m, p := e.b.blocks[block].mix.Weigh(joint.Factor{Clause: fails, Hit: 1, Miss: 0})
	if p <= 0 {
		return 0
	}
	e.setBlock(block, m)
	e.release(block)
	return p
}

// mask conditions one variable on the values that keep allows.
func (e *edit) mask(id ID, keep func(Value) bool) float64 {
	v, s := e.sync(id)
	lik := make([]float64, len(v.dom.values))
	for i, val := range v.dom.values {
		if keep(val) {
			lik[i] = 1
		}
	}
	if v.block >= 0 {
		m, p := e.b.blocks[v.block].mix.Weigh(joint.Factor{Slot: int(v.slot), Lik: lik})
		if p > 0 {
			e.setBlock(v.block, m)
		}
		return p
	}
	p := v.potential(nil, s)
	base := make([]float64, len(p))
	sum := 0.0
	for i := range p {
		base[i] = p[i] * lik[i]
		sum += base[i]
	}
	if sum <= 0 {
		return 0
	}
	for i := range base {
		base[i] /= sum
	}
	// A supposition is not evidence: it replaces the potential outright.
	v.base = base
	v.unweighted, v.n, v.accounts = true, 0, nil
	e.updateBest(id, v)
	return sum
}

// AssumeDone returns the view after the action under the supposition that its
// preconditions hold, with the time passed. Like Condition it is hypothetical.
func (v View) AssumeDone(a Action, t Transition, elapsed float64) View {
	e := newEdit(v.Belief, v.Knowledge)
	e.b.seq += 2 - e.b.seq&1
	e.apply(nil, t.Effects, 1-doubt, mark{})
	e.b.now += elapsed
	e.checkDependencies()
	v.Belief = e.b
	v.Last = a
	return v
}
