package bethink

import (
	"slices"
)

// Status is what an answer may be relied on for.
type Status uint8

// The statuses. StatusUnknown means that nobody looked; it never means no.
const (
	StatusUnknown   Status = iota // no evidence has reached the variable
	StatusLikely                  // evidence, but nothing that settles it
	StatusVerified                // an instrument or user settled it, and nothing has changed since
	StatusStale                   // it was settled; what it rests on changed, or time has worn it down
	StatusContested               // evidence for different values stands against each other
)

// verifiedAt is the probability from which direct evidence settles a value.
const verifiedAt = 0.95

func step(seq uint32) uint64 { return uint64(seq) / 2 }

// Status returns the status of a variable, StatusUnknown for one nobody declared.
func (b Belief) Status(q Variable) Status {
	id, ok := b.Find(q)
	if !ok {
		return StatusUnknown
	}
	return b.status(id, b.P(id, nil))
}

func (b *Belief) status(id ID, p []float64) Status {
	v, s := b.find(id)
	return b.statusOf(v, s, p)
}

func (b *Belief) statusOf(v *variable, s *slab, p []float64) Status {
	best := argmax(p)
	switch {
	case v.observed.seq == 0:
		return StatusUnknown
	case v.stale:
		return StatusStale
	case v.verified.seq > 0 && int(v.verifiedValue) == best && p[best] >= verifiedAt:
		return StatusVerified
	case b.contested(v, s, p):
		return StatusContested
	case v.verified.seq > 0 && v.block < 0 && !v.keeps() && v.reported <= v.verified.seq:
		return StatusStale
	}
	return StatusLikely
}

// standing is the share of the belief that each of two sets of values must keep
// for the matter to be contested, and pull how much likelier than the others
// evidence must make a value.
const (
	standing = 0.1
	pull     = 4
)

// contested reports whether two pieces of evidence, or all that two classes have
// said, pull to sets of values that have none in common, while both sets still
// stand. One piece alone is never contested.
func (b *Belief) contested(v *variable, s *slab, p []float64) bool {
	var sets [recentLen + trustClasses][]bool
	n := 0
	disputes := func(first int, set []bool) bool {
		if set == nil || stands(set, p) < standing {
			return false
		}
		for _, other := range sets[first:n] {
			if disjoint(set, other) {
				return true
			}
		}
		sets[n] = set
		n++
		return false
	}
	for i, w := range v.recent[:v.nrecent] {
		if !w.replaced(v.recent[:i]) && disputes(0, w.pulls(v)) {
			return true
		}
	}
	first := n
	if disputes(first, pulled(s.likelihoods(v))) {
		return true
	}
	if v.accounts != nil {
		for _, lik := range v.accounts.lik {
			if disputes(first, pulled(lik)) {
				return true
			}
		}
	}
	return false
}

// stands returns the probability of a set of values.
func stands(set []bool, p []float64) float64 {
	sum := 0.0
	for i, in := range set {
		if in && i < len(p) {
			sum += p[i]
		}
	}
	return sum
}

func disjoint(a, b []bool) bool {
	for i := range min(len(a), len(b)) {
		if a[i] && b[i] {
			return false
		}
	}
	return true
}

// pulled returns the values to which a likelihood pulls, nil if to none.
func pulled(lik []float64) []bool {
	if len(lik) == 0 {
		return nil
	}
	low, top := slices.Min(lik), slices.Max(lik)
	if top <= pull*low {
		return nil
	}
	set := make([]bool, len(lik))
	for i, l := range lik {
		set[i] = l*pull > top
	}
	return set
}

// evidence returns the piece that a witness stands for, nil for a verdict.
func (w witness) evidence() *Evidence {
	if w.step == nil || w.index < 0 {
		return nil
	}
	return &w.step.Observation.Evidence[w.index]
}

// pulls returns the values to which a piece of evidence about the variable alone
// pulls; nil if to none, or if it was about an earlier state.
func (w witness) pulls(v *variable) []bool {
	ev := w.evidence()
	if ev == nil || 2*w.step.Seq < uint64(v.changed) {
		return nil
	}
	for _, l := range ev.Clause {
		if l.Var != v.name {
			return nil
		}
	}
	var buf [64]float64
	lik, _ := likelihood(buf[:0], v.dom, ev)
	return pulled(lik)
}

// replaced reports whether a later piece has the same origin.
func (w witness) replaced(later []witness) bool {
	ev := w.evidence()
	if ev == nil || ev.Origin == "" && ev.Derived == "" {
		return false
	}
	return slices.ContainsFunc(later, func(o witness) bool {
		l := o.evidence()
		return l != nil && o.step != w.step && l.Origin == ev.Origin && l.Derived == ev.Derived
	})
}

// same reports whether two witnesses say the same thing through the same class.
func (w witness) same(o witness) bool {
	a, b := w.evidence(), o.evidence()
	if a == nil || b == nil || a.Trust != b.Trust || a.Origin != b.Origin || len(a.Weights) > 0 || len(b.Weights) > 0 || len(a.Clause) != len(b.Clause) {
		return false
	}
	for i := range a.Clause {
		x, y := &a.Clause[i], &b.Clause[i]
		if x.Var != y.Var || x.Not != y.Not || !slices.Equal(x.Any, y.Any) {
			return false
		}
	}
	return true
}

// trust is the least trusted class without which the status, or the value,
// would differ; where no one class decides, the most trusted that spoke.
func (b *Belief) trust(id ID, st Status) string {
	v, s := b.find(id)
	if st == StatusUnknown {
		return ""
	}
	spoke := -1
	best := argmax(b.P(id, nil))
	for t := range trustClasses {
		if !v.heard(Trust(t)) {
			continue
		}
		spoke = t
		if v.block >= 0 {
			continue // the joint does not tell the classes apart
		}
		without := v.without(Trust(t))
		if v.verified.seq > 0 && v.needs&(1<<t) != 0 {
			without.verified = clock{} // its trail is a copy
		}
		alone := true
		for o := range trustClasses {
			alone = alone && (o == t || !v.heard(Trust(o)))
		}
		p := b.marginal(nil, s, &without)
		if alone || argmax(p) != best || b.statusOf(&without, s, p) != st {
			return Trust(t).String()
		}
	}
	if spoke < 0 {
		return TrustInstrument.String()
	}
	return Trust(spoke).String()
}

// heard reports whether a class has said anything that counts of the variable.
func (v *variable) heard(t Trust) bool {
	return v.verified.seq > 0 && v.by == t || v.weighs(t)
}

// weighs reports whether a class has an account of the variable.
func (v *variable) weighs(t Trust) bool {
	if t == TrustInstrument {
		return !v.unweighted
	}
	return v.accounts != nil && v.accounts.lik[t] != nil
}

// without returns the variable as it would be if a class had said nothing.
func (v *variable) without(t Trust) variable {
	w := *v
	trail := *v.trail
	trail.nrecent = 0
	for _, o := range v.recent[:v.nrecent] {
		if ev := o.evidence(); ev == nil || ev.Trust != t {
			trail.recent[trail.nrecent] = o
			trail.nrecent++
		}
	}
	w.trail = &trail
	if t == TrustInstrument {
		w.unweighted = true
		return w
	}
	m := accounts{}
	if v.accounts != nil {
		m = *v.accounts
	}
	m.lik[t] = nil
	w.accounts = &m
	return w
}
