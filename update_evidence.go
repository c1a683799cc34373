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
	lik, scale := likelihood(u.scratch(3), v.dom, ev)
	u.buf[3] = lik
	most := slices.Max(lik)
	if !(most > 0) {
		return fmt.Errorf("the weights rule out every value of %v: %w", v.name, ErrInvalid)
	}
	pred := u.predictive(s, v, lik)
	if !ev.Resolved && !slices.Contains(u.fresh, id) {
		u.surprise(pred * scale)
	}
	r := report{origin: u.root(ev), said: ev.said(), seq: u.b.seq, trust: ev.Trust}
	switch v.hears(r.origin, r.said, r.trust, r.seq) {
	case hearingRepeated:
		u.setAside(index, ev, SetAsideRepeated)
		u.renew(id, v, s, r, lik)
	case hearingOutranked:
		u.setAside(index, ev, SetAsideOutranked)
	case hearingReplaces:
		u.setAside(index, ev, SetAsideReplaced)
		u.withdraw(id, v, s, v.heardFrom(r.origin))
		pred = u.predictive(s, v, lik)
		u.take(id, v, s, ev, index, lik, pred, r)
	default:
		u.take(id, v, s, ev, index, lik, pred, r)
	}
	v, _ = u.write(id)
	top := u.updateBest(id, v)
	u.note(id, v, m, top >= verifiedAt && lik[v.best] >= most)
	u.release(v.block)
	u.touched(id)
	return nil
}

// predictive returns the probability of being told what the likelihood says.
func (u *updater) predictive(s *slab, v *variable, lik []float64) float64 {
	p := u.b.marginal(u.scratch(2), s, v)
	u.buf[2] = p
	return dot(p, lik)
}

// take conditions a variable on evidence that counts: within the cap of its
// class, or, if it contradicts the belief, whole.
func (u *updater) take(id ID, v *variable, s *slab, ev *Evidence, index int, lik []float64, pred float64, r report) {
	if !ev.Resolved && ev.Trust >= TrustUser && u.confront(id, lik, pred, index, weighing(ev)) {
		u.condition(id, lik)
		v, _ = u.write(id)
		v.remember(r) // a reopening forgets what counted
		return
	}
	if r.origin != 0 {
		r.lik = v.within(lik, ev.Trust)
		if old := v.heardFrom(r.origin); old != nil && old.seq == r.seq && old.trust == r.trust {
			r.lik = product(r.lik, old.lik)
		}
		v.remember(r)
	}
	u.multiply(id, v, s, ev.Trust, lik)
}

// product multiplies two likelihoods; nil says nothing.
func product(a, b []float64) []float64 {
	if a == nil || b == nil || len(a) != len(b) {
		if a == nil {
			return b
		}
		return a
	}
	for i := range a {
		a[i] *= b[i]
	}
	return a
}

// setAside lists evidence that does not count, or what it replaces.
func (u *updater) setAside(index int, ev *Evidence, why SetAsideReason) {
	origin := ev.Origin
	if origin == "" {
		origin = ev.Derived
	}
	u.st.SetAside = append(u.st.SetAside, SetAside{Evidence: index, Origin: origin, Reason: why})
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
