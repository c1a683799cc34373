package probe

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// Class is what variables share their change rate by: the type of the entity,
// the attribute, and the kind of event that may have changed it.
type Class struct {
	Type string            `json:"type"`
	Attr string            `json:"attr"`
	By   bethink.EventKind `json:"by"`
}

// Look is what two looks at one variable tell about its class's rate: Elapsed
// apart, in the world's unit, they found the value changed or not. Same is the
// chance that a redraw gives the first value again.
type Look struct {
	Class
	Elapsed float64 `json:"elapsed"`
	Same    float64 `json:"same"`
	Changed bool    `json:"changed"`
}

// The range of rates that can be learned, per unit of the world's time. A rate
// at the lower end stands for that or less, none included.
const (
	SlowestRate = 0.002
	FastestRate = 2
)

// Rates is knowledge of change rates: a posterior for each class, shared by all
// episodes of a world, on top of what the pack declares. It is a value: Learn
// returns a new one. It is safe for concurrent use.
type Rates struct {
	version uint64
	rates   map[Class]*dist.Rate
}

var (
	_ bethink.Knowledge = Rates{}
	_ bethink.Learner   = RateLearner{}
)

// Version implements bethink.Knowledge: the number of looks learned from.
func (r Rates) Version() uint64 { return r.version }

// Prior implements bethink.Knowledge.
func (Rates) Prior(p bethink.Prior) bethink.Prior { return p }

// Transition implements bethink.Knowledge.
func (Rates) Transition(_ bethink.View, _ bethink.Action, t bethink.Transition) bethink.Transition {
	return t
}

// Kernel implements bethink.Knowledge: a class with a learned rate is redrawn at
// its mean.
func (r Rates) Kernel(typ, attr string, by bethink.EventKind, declared dist.Kernel) dist.Kernel {
	if q := r.rates[Class{typ, attr, by}]; q != nil {
		return dist.Kernel{Kind: dist.KernelRedraw, Rate: q.Mean()}
	}
	return declared
}

// Rate returns the posterior of a class, nil where nothing was learned: the
// core decays by its average.
func (r Rates) Rate(typ, attr string, by bethink.EventKind) *dist.Rate {
	return r.rates[Class{typ, attr, by}]
}

// Interval returns an interval of a class's rate that holds at least level of
// the posterior; false where nothing was learned. Each rate of the grid stands
// for the cell around it, the lowest for all below.
func (r Rates) Interval(c Class, level float64) (lo, hi float64, ok bool) {
	q := r.rates[c]
	if q == nil {
		return 0, 0, false
	}
	lo, hi = q.Interval(level)
	half := math.Sqrt(math.Pow(q.Hi/q.Lo, 1.0/15))
	if lo /= half; lo < q.Lo {
		lo = 0
	}
	return lo, hi * half, true
}

// Learn returns the knowledge after a look. A look over no time tells nothing.
func (r Rates) Learn(l Look) Rates {
	if !(l.Elapsed > 0) {
		return r
	}
	q := r.rates[l.Class]
	if q == nil {
		fresh := dist.NewRate(SlowestRate, FastestRate)
		q = &fresh
	}
	next := q.Observe(l.Elapsed, l.Same, l.Changed)
	rates := maps.Clone(r.rates)
	if rates == nil {
		rates = map[Class]*dist.Rate{}
	}
	rates[l.Class] = &next
	return Rates{r.version + 1, rates}
}

// kindLook is the kind of note in a world's stream that holds a Look.
const kindLook = bethink.KindNote

// RateLearner learns change rates from the steps of a world. It compares what
// an instrument tells of a variable with the value that was verified before, and
// leaves out what the agent's own action changed in between. By is the kind of
// event that time's changes are booked under, ByTime unless other agents act.
type RateLearner struct{ By bethink.EventKind }

// Fold implements bethink.Learner. Notes of other learners change nothing. It
// returns ErrInvalid for a look that cannot be.
func (RateLearner) Fold(k bethink.Knowledge, e bethink.LogEvent) (bethink.Knowledge, error) {
	if e.Kind != kindLook {
		return k, nil
	}
	l, ok := e.Body.(Look)
	if !ok {
		var note struct {
			Look *struct {
				Class
				Elapsed float64 `json:"elapsed"`
				Same    float64 `json:"same"`
				Changed bool    `json:"changed"`
			} `json:"look"`
		}
		if json.Unmarshal(e.Data, &note) != nil || note.Look == nil {
			return k, nil
		}
		l = Look(*note.Look)
	}
	if !(l.Elapsed >= 0) || !(l.Same >= 0 && l.Same <= 1) {
		return k, fmt.Errorf("look of event %d: elapsed %v, same %v: %w", e.Seq, l.Elapsed, l.Same, bethink.ErrInvalid)
	}
	r, _ := k.(Rates)
	return r.Learn(l), nil
}

// MarshalJSON writes the look as a note of its own name.
func (l Look) MarshalJSON() ([]byte, error) {
	type plain Look
	return json.Marshal(struct {
		Look plain `json:"look"`
	}{plain(l)})
}

// Absorb implements bethink.Learner.
func (r RateLearner) Absorb(_ bethink.Knowledge, before bethink.View, s *bethink.Step) []bethink.NewEvent {
	var out []bethink.NewEvent
	for _, l := range r.Looks(before, s) {
		out = append(out, bethink.NewEvent{Kind: kindLook, Body: l})
	}
	return out
}

// Looks returns what a step tells about rates.
func (r RateLearner) Looks(before bethink.View, s *bethink.Step) []Look {
	var out []Look
	var buf []float64
	now := before.Belief.Now() + s.Input.Elapsed
	for i := range s.Observation.Evidence {
		ev := &s.Observation.Evidence[i]
		if ev.Trust != bethink.TrustInstrument || len(ev.Clause) != 1 || len(ev.Clause[0].Any) != 1 || ev.Clause[0].Not {
			continue
		}
		name := ev.Clause[0].Var
		id, ok := before.Belief.Find(name)
		if !ok || own(s, name) {
			continue
		}
		at, ok := before.Belief.Verified(id)
		if !ok || now <= at {
			continue
		}
		buf = before.Belief.P(id, buf[:0])
		old, p := before.Belief.Best(name)
		stay, pi := before.Belief.Drift(id, before.Belief.Now()-at)
		j := position(before.Belief.Values(id), old)
		same := 0.0
		if j < len(pi) {
			same = pi[j]
		}
		if p < 0.9*(stay+(1-stay)*same) {
			continue // the old value was doubted since: what it was is not known
		}
		told := ev.Clause[0].Any[0]
		l := Look{Class: Class{before.Belief.Type(name.Entity), name.Attr, r.By}, Elapsed: now - at, Same: same}
		switch {
		case len(ev.Weights) == 0:
			l.Changed = told != old
		case told == old && ev.Weights[0].P == 0 && ev.Else > 0:
			l.Changed = true // it is not there any more
		default:
			continue
		}
		out = append(out, l)
	}
	return out
}

// own says that the step's own action changed the variable.
func own(s *bethink.Step, v bethink.Variable) bool {
	for _, e := range s.Transition.Effects {
		for _, c := range e.Then {
			if c.Var == v {
				return s.Observation.Verdict != bethink.VerdictRefused
			}
		}
	}
	return false
}

func position(values []bethink.Value, v bethink.Value) int {
	for i := range values {
		if values[i] == v {
			return i
		}
	}
	return -1
}
