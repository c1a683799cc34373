package bethink

import (
	"fmt"
	"slices"

	"github.com/bethink-dev/bethink/dist"
)

// weighAll weighs the evidence that is no list: that about what other variables
// rest on, or all other.
func (u *updater) weighAll(evs []Evidence, versions bool) error {
	for i := range evs {
		ev := &evs[i]
		if ev.Every != nil || u.skip != nil && u.skip(i) || u.restedOn(ev) != versions {
			continue
		}
		if err := u.weigh(ev, i); err != nil {
			return fmt.Errorf("evidence %d: %w", i, err)
		}
	}
	return nil
}

// restedOn reports whether the evidence is about a variable that another rests
// on.
func (u *updater) restedOn(ev *Evidence) bool {
	for _, id := range u.b.resting {
		for _, l := range ev.Clause {
			if u.b.at(id).restsOn(l.Var) {
				return true
			}
		}
	}
	return false
}

// weigh takes one piece of evidence that is not a list.
func (u *updater) weigh(ev *Evidence, index int) error {
	single := true
	var id ID
	for i := range ev.Clause {
		other, err := u.speaksOf(&ev.Clause[i])
		if err != nil {
			return err
		}
		single = single && (i == 0 || other == id)
		id = other
	}
	for _, w := range ev.Weights {
		if !u.discover(id, w.Value) {
			return fmt.Errorf("%v has no value %q: %w", ev.Clause[0].Var, w.Value, ErrInvalid)
		}
	}
	m := mark{step: u.st, index: int32(index), trust: ev.Trust}
	if !single {
		u.weighClause(ev, m)
		return nil
	}
	if u.told != nil {
		u.told[index] = id
	}
	v, s := u.sync(id)
	lik := likelihood(u.scratch(3), v.dom, ev)
	u.buf[3] = lik
	most := slices.Max(lik)
	if !(most > 0) {
		return fmt.Errorf("the weights rule out every value of %v: %w", v.name, ErrInvalid)
	}
	p := u.b.marginal(u.scratch(2), s, v)
	u.buf[2] = p
	pred := dot(p, lik)
	counts, reopened := v.counts(ev.origin(), ev.Trust), false
	if !ev.Resolved && !slices.Contains(u.fresh, id) {
		u.surprise(pred)
		if ev.Trust >= TrustUser && counts && most > ContradictionRatio*pred && u.confront(id, lik, pred, index, u.st) {
			u.take(id, lik)
			v, s = u.write(id)
			v.counts(ev.origin(), ev.Trust) // a reopening forgets what counted
			counts, reopened = false, true
		}
	}
	if counts {
		u.multiply(id, v, s, ev.Trust, lik)
	} else if !reopened {
		u.renew(id, v, s, ev, lik)
	}
	top := u.updateBest(id, v)
	u.note(v, m, top >= verifiedAt && lik[v.best] >= most)
	u.release(v.block)
	u.touched(id)
	return nil
}

// speaksOf returns the variable of a literal that was told, declared and with
// its values discovered where need be.
func (u *updater) speaksOf(l *Literal) (ID, error) {
	id, ok := u.expected(l.Var)
	if !ok {
		id, ok = u.b.Find(l.Var)
	}
	if !ok {
		if err := u.implied(l.Var); err != nil {
			return NoID, err
		}
		if id, ok = u.b.Find(l.Var); !ok {
			return NoID, fmt.Errorf("%v is not declared: the pack's priors must name it: %w", l.Var, ErrInvalid)
		}
	}
	for _, val := range l.Any {
		if !u.discover(id, val) {
			return NoID, fmt.Errorf("%v has no value %q: %w", l.Var, val, ErrInvalid)
		}
	}
	return id, nil
}

// expected returns the variable where it is the one that the next event listed is
// about: answers tend to come in the order of what they were expected to tell.
func (u *updater) expected(v Variable) (ID, bool) {
	if u.hint >= len(u.events) || u.events[u.hint] < 0 || u.st.Transition.Reveals[u.hint].Literals[0].Var != v {
		return NoID, false
	}
	id := u.events[u.hint]
	for u.hint < len(u.events) && u.events[u.hint] == id {
		u.hint++
	}
	return id, true
}

// surprise adds an event of probability p to the step's surprise.
func (u *updater) surprise(p float64) {
	if !(p > 0) || p > 1 {
		p = min(max(p, 1e-300), 1)
	}
	if u.chance *= p; u.chance < 1e-200 {
		u.surprised()
	}
}

// surprised writes the surprise so far as bits.
func (u *updater) surprised() {
	if b := dist.Bits(u.chance); b > 0 {
		u.st.Bits += b
	}
	u.chance = 1
}

// updateBest keeps a variable's most probable value and returns its
// probability.
func (e *edit) updateBest(id ID, v *variable) float64 {
	p := e.b.P(id, e.scratch(2))
	e.buf[2] = p
	best := 0
	for i := range p {
		if p[i] > p[best] {
			best = i
		}
	}
	v.best = int32(best)
	return p[best]
}

func dot(p, q []float64) float64 {
	s := 0.0
	for i := range p {
		s += p[i] * q[i]
	}
	return s
}
