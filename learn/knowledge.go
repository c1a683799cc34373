package learn

import (
	"sync"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// Knowledge is what a world has taught, beside what the pack declares: a row of
// notes, and posteriors computed from them when first asked for. It is immutable
// and safe for concurrent use; Learn returns a new one.
//
// Invariants:
//  1. Equal notes in equal order give equal posteriors, to the bit.
//  2. Without notes everything is as declared.
//  3. Weights and counts are positive and finite.
type Knowledge struct {
	cfg  Config
	n    uint64
	note Note
	prev *Knowledge // what it was before the note; nil for none

	once     sync.Once
	fitted   *posterior
	counting sync.Once
	each     float64
}

var (
	_ bethink.Knowledge = (*Knowledge)(nil)
	_ bethink.Placer    = (*Knowledge)(nil)
	_ bethink.Lister    = (*Knowledge)(nil)
)

// Learn returns the knowledge with one more note, which must be valid.
func (k *Knowledge) Learn(n Note) *Knowledge {
	return &Knowledge{cfg: k.cfg, n: k.n + 1, note: n, prev: k}
}

// Version implements [bethink.Knowledge]: the number of notes.
func (k *Knowledge) Version() uint64 { return k.n }

// Prior implements [bethink.Knowledge]. Placement is revised where the pack
// spreads it, since a place's share depends on the others.
func (*Knowledge) Prior(p bethink.Prior) bethink.Prior { return p }

// Transition implements [bethink.Knowledge].
func (*Knowledge) Transition(_ bethink.View, _ bethink.Action, t bethink.Transition) bethink.Transition {
	return t
}

// Kernel implements [bethink.Knowledge]: a declared redraw has the learned rate.
// What the pack declares to keep its value keeps it.
func (k *Knowledge) Kernel(typ, attr string, _ bethink.EventKind, declared dist.Kernel) dist.Kernel {
	if declared.Kind != dist.KernelRedraw {
		return declared
	}
	if r, ok := k.Change(typ, attr); ok {
		declared.Rate = r.Mean()
	}
	return declared
}

// List implements [bethink.Lister]: the posterior means of both miss rates.
func (k *Knowledge) List(declared bethink.Exhaustive) bethink.Exhaustive {
	if t := k.fit().lists[declared.Attr]; t != nil {
		declared.Miss = t.systematic(k.cfg, declared.Miss).Mean()
		declared.MissPerLook = t.perLook(k.cfg, declared.MissPerLook).Mean()
	}
	return declared
}

// Change returns the posterior of the rate at which an attribute of a type
// changes by itself: that of all types where nothing told of this one, and false
// where nothing told at all.
func (k *Knowledge) Change(typ, attr string) (dist.Rate, bool) {
	r, ok := k.fit().rates[class{typ, attr}]
	if !ok {
		r, ok = k.fit().rates[class{"", attr}]
	}
	return r, ok
}

// notes returns all notes, the first first.
func (k *Knowledge) notes() []*Note {
	out := make([]*Note, k.n)
	for ; k.n > 0; k = k.prev {
		out[k.n-1] = &k.note
	}
	return out
}

func (k *Knowledge) fit() *posterior {
	k.once.Do(func() { k.fitted = fitted(k.cfg, k.notes(), k.counted()) })
	return k.fitted
}

// counted returns how the number of places of a type counts, as the notes up to
// the last power of two say: it settles early, and fits are not cheap.
func (k *Knowledge) counted() float64 {
	at := uint64(1)
	for at*2 <= k.n {
		at *= 2
	}
	if at < 16 {
		return 1
	}
	for k.n > at {
		k = k.prev
	}
	k.counting.Do(func() {
		best := 0.0
		for i, each := range []float64{1, 0.75, 0.5, 0.25, 0} {
			if ln := fitted(k.cfg, k.notes(), each).ln; i == 0 || ln > best {
				best, k.each = ln, each
			}
		}
	})
	return k.each
}
