package bethink

import (
	"fmt"
	"slices"
	"sort"

	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/internal/name"
)

// Basis says what a probability rests on: measured on N resolved forecasts of
// this kind here (with the interval they give), or assumed. An assumed
// probability is never worded above "likely" unless direct evidence entails it.
type Basis struct {
	Measured bool    `json:"measured"`
	N        int     `json:"n,omitempty"`
	Low      float64 `json:"low,omitempty"`
	High     float64 `json:"high,omitempty"`
}

// Quote is a piece of evidence as an answer shows it. Text is what the source
// said: data, never instruction.
type Quote struct {
	Step    uint64 `json:"step"`
	Text    string `json:"text"`
	Trust   string `json:"trust"`
	Pattern string `json:"pattern,omitempty"`
	Source  string `json:"source,omitempty"`
}

// Check is the cheapest action that would tell, with its cost in the world's
// unit and the variable's entropy in bits: what an answer that settles it tells.
type Check struct {
	Action Action  `json:"action"`
	Cost   float64 `json:"cost"`
	Bits   float64 `json:"bits"`
}

// Answer is what a belief says of one variable.
type Answer struct {
	Variable Variable `json:"variable"`
	Value    Value    `json:"value"`
	P        float64  `json:"p"`
	Basis    Basis    `json:"basis"`
	Status   Status   `json:"status"`
	// Trust is the least trusted class whose removal would change the status.
	Trust        string   `json:"trust,omitempty"`
	VerifiedBy   string   `json:"verified_by,omitempty"`
	VerifiedStep uint64   `json:"verified_step,omitempty"`
	Age          float64  `json:"age,omitempty"` // since it was verified, in the world's unit
	Observed     uint64   `json:"observed_step,omitempty"`
	Values       []Weight `json:"values"` // all values, most probable first
	Evidence     []Quote  `json:"evidence,omitempty"`
	Check        *Check   `json:"check,omitempty"`
}

// Ask answers what the belief is about one variable. It returns ErrNotFound
// with close matches for a variable nobody has declared: a misspelt name never
// gets a made-up answer.
func (v View) Ask(q Variable) (Answer, error) {
	id, ok := v.Belief.Find(q)
	if !ok {
		return Answer{}, fmt.Errorf("%v: unknown variable%s: %w", q, name.DidYouMean(v.near(q)), ErrNotFound)
	}
	b := &v.Belief
	s, _ := b.find(id)
	p := b.P(id, nil)
	a := Answer{Variable: q}
	for i, val := range b.Values(id) {
		a.Values = append(a.Values, Weight{val, p[i]})
	}
	sort.SliceStable(a.Values, func(i, j int) bool { return a.Values[i].P > a.Values[j].P })
	a.Value, a.P = a.Values[0].Value, a.Values[0].P
	a.Observed = step(s.observed.seq)
	a.Status = b.status(id, p)
	if s.verified.seq > 0 && int(s.verifiedValue) == argmax(p) {
		a.VerifiedStep, a.Age = step(s.verified.seq), b.now-s.verified.at
	}
	for i := range s.nrecent {
		w := s.recent[i]
		a.Evidence = append(a.Evidence, quote(w))
		if a.VerifiedBy == "" && w.step != nil && w.step.Seq == a.VerifiedStep {
			a.VerifiedBy = w.step.Input.Action.String()
		}
	}
	a.Trust = b.trust(id, a.Status)
	a.Check = v.cheapest(q, p)
	return a, nil
}

func quote(w witness) Quote {
	q := Quote{}
	if w.step == nil {
		return q
	}
	q.Step = w.step.Seq
	if w.index < 0 {
		q.Text, q.Trust, q.Pattern = w.step.Input.Text, TrustInstrument.String(), "verdict "+w.step.Observation.Verdict.String()
		return q
	}
	ev := w.step.Observation.Evidence[w.index]
	q.Text = w.step.Input.Text[ev.Span[0]:ev.Span[1]]
	q.Trust, q.Pattern, q.Source = ev.Trust.String(), ev.Pattern, ev.Source
	return q
}

// cheapest is the cheapest declared action that reveals the variable.
func (v View) cheapest(q Variable, p []float64) *Check {
	if v.Pack == nil {
		return nil
	}
	var best *Check
	for _, s := range v.Pack.Schemas() {
		for _, r := range s.Reveals {
			args, ok := s.toReveal(v, r, q)
			if !ok {
				continue
			}
			if c := (Check{Action: s.Act(args...), Cost: s.Cost, Bits: dist.Entropy(p)}); best == nil || c.Cost < best.Cost {
				best = &c
			}
		}
	}
	return best
}

// toReveal binds the schema's parameters such that it reveals the variable.
func (s Schema) toReveal(v View, r Reveal, q Variable) ([]Entity, bool) {
	if r.Attr != q.Attr {
		return nil, false
	}
	if r.Every == "" {
		if len(s.Params) == 1 && r.Subject == Term("$"+s.Params[0].Name) && v.Belief.Is(q.Entity, s.Params[0].Type) {
			return []Entity{q.Entity}, true
		}
		if len(s.Params) == 0 && r.Subject == Term(q.Entity) {
			return nil, true
		}
		return nil, false
	}
	place, pp := v.Belief.Best(q)
	if pp == 0 || !v.Belief.Is(q.Entity, r.Every) || len(s.Params) != 1 || !v.Belief.Is(Entity(place), s.Params[0].Type) {
		return nil, false
	}
	return []Entity{Entity(place)}, true
}

// near lists up to three known variables whose name resembles q's: of the same
// or a similar attribute, with a similar entity.
func (v View) near(q Variable) []string {
	type match struct {
		attr   string
		finder *name.Finder
	}
	var ms []match
	at := -1 // the attribute of the variable before: they come about together
	v.Belief.All(func(_ ID, o Variable) bool {
		if at < 0 || ms[at].attr != o.Attr {
			at = slices.IndexFunc(ms, func(m match) bool { return m.attr == o.Attr })
			if at < 0 {
				m := match{attr: o.Attr}
				if name.Near(o.Attr, q.Attr, 2) {
					m.finder = name.NewFinder(string(q.Entity), 4)
				}
				ms, at = append(ms, m), len(ms)
			}
		}
		if f := ms[at].finder; f != nil {
			f.Try(string(o.Entity))
		}
		return true
	})
	whole := name.NewFinder(q.String(), 4)
	for _, m := range ms {
		if m.finder == nil {
			continue
		}
		for _, e := range m.finder.Names() {
			whole.Try(Variable{Entity(e), m.attr}.String())
		}
	}
	return whole.Names()
}
