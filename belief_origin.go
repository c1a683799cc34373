package bethink

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
)

// report is what one origin has said of a variable since it last changed.
type report struct {
	origin uint64
	said   uint64    // a hash of the thing said
	seq    uint32    // the step that reported it
	trust  Trust     // the class that reported it
	lik    []float64 // its part of the class's account; nil: no longer apart
}

// maxReports bounds the origins a variable remembers between changes. If there
// are more, the least trusted is forgotten first, and of those the oldest: what
// it said still counts, and may count once more. No number of origins locks a
// variable.
const maxReports = 64

// maxDerived bounds the origins of which a belief remembers what they were
// derived from; the oldest goes first.
const maxDerived = 1024

// derived says that one origin was derived from another.
type derived struct{ origin, root uint64 }

// hearing is what a report adds to what its origin has said before.
type hearing uint8

const (
	hearingNew       hearing = iota // the origin has said nothing yet
	hearingAdds                     // it says something more in the same answer
	hearingReplaces                 // it says something else now, or through a better source
	hearingRepeated                 // it has said this before
	hearingOutranked                // it has spoken through a more trusted class
)

// SetAsideReason says why a piece of evidence, or what it replaced, adds no
// weight.
type SetAsideReason string

// The reasons. An origin counts once for each thing it says.
const (
	SetAsideRepeated  SetAsideReason = "repeated"  // the origin has said this before: it renews the clock only
	SetAsideOutranked SetAsideReason = "outranked" // a more trusted class has already reported for this origin
	SetAsideReplaced  SetAsideReason = "replaced"  // this piece counts; the origin's earlier report no longer does
)

// SetAside is what a step did not count, because its origin had spoken before.
type SetAside struct {
	Evidence int            `json:"evidence"` // the piece, by position in the observation
	Origin   string         `json:"origin"`
	Reason   SetAsideReason `json:"reason"`
}

// root returns the hash of what the evidence's origin counts as, 0 if it has
// none: what it was derived from, through any number of steps, or itself.
func (e *edit) root(ev *Evidence) uint64 {
	if ev.Derived == "" {
		if ev.Origin == "" {
			return 0
		}
		return e.b.rootOf(hashOf(ev.Origin))
	}
	root := e.b.rootOf(hashOf(ev.Derived))
	if ev.Origin == "" || ev.Origin == ev.Derived {
		return root
	}
	if o := hashOf(ev.Origin); o != root && e.b.rootOf(o) != root {
		kept := make([]derived, 0, len(e.b.derived)+1)
		for _, d := range e.b.derived {
			if d.origin != o {
				kept = append(kept, d)
			}
		}
		if len(kept) >= maxDerived {
			kept = kept[1:]
		}
		e.b.derived = append(kept, derived{o, root})
	}
	return root
}

// rootOf follows an origin to what it was derived from. The chains are flat:
// each origin is kept with its root of the time.
func (b *Belief) rootOf(origin uint64) uint64 {
	for range 8 { // a root may itself have been derived later on
		i := slices.IndexFunc(b.derived, func(d derived) bool { return d.origin == origin })
		if i < 0 {
			return origin
		}
		origin = b.derived[i].root
	}
	return origin
}

// heardFrom returns what an origin has said of v, nil if it has said nothing.
func (v *variable) heardFrom(origin uint64) *report {
	if v.accounts != nil {
		for i := range v.accounts.reports {
			if r := &v.accounts.reports[i]; r.origin == origin {
				return r
			}
		}
	}
	return nil
}

// hears says what a report of an origin adds to v.
func (v *variable) hears(origin, said uint64, t Trust, seq uint32) hearing {
	switch r := v.heardFrom(origin); {
	case origin == 0 || r == nil:
		return hearingNew
	case t < r.trust:
		return hearingOutranked
	case t == r.trust && said == r.said:
		return hearingRepeated
	case t == r.trust && seq == r.seq:
		return hearingAdds
	}
	return hearingReplaces
}

// remember keeps what an origin has said, in place of what it said before.
func (v *variable) remember(r report) {
	if r.origin == 0 {
		return
	}
	m := accounts{}
	if v.accounts != nil {
		m = *v.accounts
	}
	kept := make([]report, 0, len(m.reports)+1)
	for _, o := range m.reports {
		if o.origin != r.origin {
			kept = append(kept, o)
		}
	}
	if len(kept) >= maxReports {
		least := 0
		for i := range kept {
			if kept[i].trust < kept[least].trust {
				least = i
			}
		}
		kept = slices.Delete(kept, least, least+1)
	}
	m.reports = append(kept, r)
	v.accounts = &m
}

// withdraw takes what an origin has said out of its class's account.
func (e *edit) withdraw(id ID, v *variable, s *slab, old *report) {
	if old.lik == nil {
		return
	}
	back := e.scratch(4)
	for i := range v.dom.values {
		l := 1.0
		if i < len(old.lik) {
			l = old.lik[i]
		} else if v.dom.open {
			l = old.lik[0]
		}
		back = append(back, 1/l)
	}
	e.buf[4] = back
	e.multiply(id, v, s, old.trust, back)
}

// within returns a likelihood as the class's cap leaves it, with a largest
// entry of 1; nil if it says nothing.
func (v *variable) within(lik []float64, t Trust) []float64 {
	out := ones(make([]float64, 0, len(lik)), len(lik))
	clipInto(out, lik, v.floor(t))
	low, top := slices.Min(out), slices.Max(out)
	if top-low <= 1e-12*top {
		return nil
	}
	for i := range out {
		out[i] /= top
	}
	return out
}

// said returns a hash of the thing said, whoever says it and how surely.
func (e *Evidence) said() uint64 {
	h := fnv.New64a()
	text := func(s string) {
		h.Write([]byte(s))   //nolint:errcheck // a hash never fails
		h.Write([]byte{'|'}) //nolint:errcheck // a hash never fails
	}
	for i := range e.Clause {
		text(e.Clause[i].String())
	}
	for _, w := range e.Weights {
		text(string(w.Value))
		text(strconv.FormatFloat(w.P, 'g', -1, 64))
	}
	return scramble(h.Sum64())
}

// hashOf returns the hash of an origin, never 0.
func hashOf(origin string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(strings.TrimSpace(origin))) //nolint:errcheck // a hash never fails
	return max(scramble(h.Sum64()), 1)
}
