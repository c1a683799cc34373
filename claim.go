package bethink

import (
	"fmt"
	"math"

	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/internal/name"
)

// Claim is what an author says about the world: that a literal holds with
// probability P. It is evidence of its class about the event, divided by what
// the author was shown: repeating the belief back adds nothing. An author has
// one live claim about an event; a new one replaces it, and where its author had
// been shown its own earlier claim the new one adds to it what it says beyond
// that.
type Claim struct {
	Author  string  `json:"author"`
	Literal Literal `json:"literal"`
	P       float64 `json:"p"`
	// Shown is the probability the author had been shown, in (0,1); 0 takes
	// the belief's own at the time of the claim.
	Shown float64 `json:"shown,omitempty"`
	Trust Trust   `json:"trust"`
	Text  string  `json:"text,omitempty"`
}

// key names the author's say on the event.
func (c Claim) key() string { return c.Author + " on " + c.Literal.String() }

// Valid returns ErrInvalid with what is wrong, or nil.
func (c Claim) Valid() error {
	if c.Author == "" {
		return fmt.Errorf("claim: the author is empty: %w", ErrInvalid)
	}
	if err := c.Literal.Valid(); err != nil {
		return fmt.Errorf("claim: %w", err)
	}
	if !(c.P >= 0 && c.P <= 1) {
		return fmt.Errorf("claim: P is %v: it must be in [0,1]: %w", c.P, ErrInvalid)
	}
	if !(c.Shown >= 0 && c.Shown < 1) {
		return fmt.Errorf("claim: shown is %v: it must be in (0,1), or 0 for the belief's own: %w", c.Shown, ErrInvalid)
	}
	if c.Trust >= TrustInstrument {
		return fmt.Errorf("claim: a claim is no instrument's: %w", ErrInvalid)
	}
	return nil
}

// evidence turns the claim into the likelihood ratio between what was claimed
// and what the author was shown.
func (c Claim) evidence(v View) (Evidence, error) {
	id, ok := v.Belief.Find(c.Literal.Var)
	if !ok {
		return Evidence{}, fmt.Errorf("claim about %v: unknown variable%s: %w", c.Literal.Var, name.DidYouMean(v.near(c.Literal.Var)), ErrNotFound)
	}
	shown := c.Shown
	if shown == 0 {
		shown = v.Belief.Holds(c.Literal)
	}
	clamp := func(p float64) float64 { return min(max(p, 1e-6), 1-1e-6) }
	claimed, was := clamp(c.P), clamp(shown)
	ratio := claimed / (1 - claimed) * (1 - was) / was
	if math.Abs(ratio-1) < 1e-9 {
		ratio = 1
	}
	ev := Evidence{
		Clause: []Literal{c.Literal}, Else: 1, Span: [2]int{0, len(c.Text)},
		Trust: c.Trust, Author: c.Author, Source: "claim", Pattern: "claim",
		Resolved: true,
	}
	for _, val := range v.Belief.Values(id) {
		w := 1.0
		if c.Literal.Holds(val) {
			w = ratio
		}
		ev.Weights = append(ev.Weights, Weight{val, w})
	}
	return ev, nil
}

// sawItself reports whether what the author was shown had its own earlier claim
// in it: whether it is nearer to the belief with that claim than without.
func (c Claim) sawItself(with, without Belief) bool {
	odds := func(p float64) float64 { return dist.LogOdds(min(max(p, 1e-6), 1-1e-6)) }
	shown := odds(c.Shown)
	return math.Abs(shown-odds(with.Holds(c.Literal))) <= math.Abs(shown-odds(without.Holds(c.Literal)))
}

// repeated is the evidence of a claim whose author was shown its own earlier
// one: the earlier message, as far as it counted, moved on by the new one.
func (c Claim) repeated(ev, old Evidence) Evidence {
	limit := dist.Exp(TrustCap(c.Trust) * math.Ln2)
	was := map[Value]float64{}
	for _, w := range old.Weights {
		was[w.Value] = min(max(w.P, 1/limit), limit)
	}
	out := ev
	out.Weights = nil
	for _, w := range ev.Weights {
		if p, ok := was[w.Value]; ok {
			w.P *= p
		}
		out.Weights = append(out.Weights, w)
	}
	return out
}

// Forecast is an expectation that a later step settles: the event, and the
// probability its author gives it.
type Forecast struct {
	Author string  `json:"author"`
	Event  Event   `json:"event"`
	P      float64 `json:"p"`
}

// Resolution is a forecast settled by a step. Score is its Brier score.
type Resolution struct {
	Forecast Forecast `json:"forecast"`
	Step     uint64   `json:"step"`
	True     bool     `json:"true"`
	Score    float64  `json:"score"`
}

// Retraction withdraws one piece of evidence of a step, or with Index -1 all of
// it. What rested on it reopens.
type Retraction struct {
	Step   uint64 `json:"step"`
	Index  int    `json:"index"`
	Reason string `json:"reason,omitempty"`
}
