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
	case v.verified.seq > 0 && v.block < 0 && !v.keeps():
		return StatusStale
	}
	return StatusLikely
}

// standing is the share of the belief a value must keep to stand against the
// best one, and pull how much likelier than others evidence must make it.
const (
	standing = 0.1
	pull     = 4
)

// contested reports whether evidence pulls to different values that both still
// stand: in what a class has said in all, or in two of the last pieces.
func (b *Belief) contested(v *variable, s *slab, p []float64) bool {
	best := argmax(p)
	against := func(lik []float64) bool {
		if lik == nil || best >= len(lik) {
			return false
		}
		low, top := slices.Min(lik), slices.Max(lik)
		for i, l := range lik {
			if i != best && l > pull*low && l >= min(top, lik[best]/8) && p[i] >= standing {
				return true
			}
		}
		return false
	}
	if against(s.likelihoods(v)) {
		return true
	}
	if v.accounts != nil {
		for _, lik := range v.accounts.lik {
			if against(lik) {
				return true
			}
		}
	}
	first := -1
	for _, w := range v.recent[:v.nrecent] {
		i := w.favours(v)
		if i < 0 || i >= len(p) || p[i] < standing {
			continue
		}
		if first >= 0 && i != first {
			return true
		}
		first = i
	}
	return false
}

// favours returns the one value that a piece of evidence pulls to, -1 where it
// pulls to none or was about an earlier state.
func (w witness) favours(v *variable) int {
	if w.step == nil || w.index < 0 || 2*w.step.Seq < uint64(v.changed) {
		return -1
	}
	ev := &w.step.Observation.Evidence[w.index]
	for _, l := range ev.Clause {
		if l.Var != v.name {
			return -1
		}
	}
	var buf [64]float64
	lik := likelihood(buf[:0], v.dom, ev)
	i := argmax(lik)
	for j, l := range lik {
		if j != i && l*pull > lik[i] {
			return -1
		}
	}
	return i
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
		without := *v
		if Trust(t) == TrustInstrument {
			without.unweighted = true
		} else {
			m := accounts{}
			if v.accounts != nil {
				m = *v.accounts
			}
			m.lik[t] = nil
			without.accounts = &m
		}
		if v.verified.seq > 0 && v.by == Trust(t) {
			t := *v.trail
			t.verified = clock{}
			without.trail = &t
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
	if v.verified.seq > 0 && v.by == t {
		return true
	}
	if t == TrustInstrument {
		return !v.unweighted
	}
	return v.accounts != nil && v.accounts.lik[t] != nil
}
