package bethink

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// Trust is the class of a source. The pack's rule sets it and nothing raises
// it. Each class has a cap on the total log-odds its evidence can move for one
// variable since that variable last changed (see TrustCap).
type Trust uint8

// The classes, from the least to the most trusted: what a language model says,
// text that a tool fetched, imported records, what a user says, and what an
// instrument measured (exit codes, status fields, values read from them).
const (
	TrustModel Trust = iota
	TrustContent
	TrustImport
	TrustUser
	TrustInstrument
	trustClasses = int(TrustInstrument) + 1
)

// TrustCap returns the cap of a class in bits: all evidence of the class
// together can move the odds of a value, against all other values alike, by at
// most a factor of two to this power. Design section 2.9.
func TrustCap(t Trust) float64 {
	switch t {
	case TrustInstrument:
		return 13
	case TrustUser:
		return 9
	case TrustContent, TrustImport:
		return 5
	case TrustModel:
		return 4
	}
	return 0
}

// Verdict is what the answer said about the action: it was done, it was
// refused and changed nothing, or the answer does not tell.
type Verdict uint8

// The verdicts. The zero value is VerdictUnclear.
const (
	VerdictUnclear Verdict = iota
	VerdictDone
	VerdictRefused
)

// Weight is a value with a weight: a probability where it is a distribution,
// a likelihood where it is evidence.
type Weight struct {
	Value Value   `json:"value"`
	P     float64 `json:"p"`
}

// Exhaustive says that a list was complete: every entity of the type whose
// attribute is Place was listed, except with a miss rate. It is one piece of
// quantified evidence, stored once a place and applied on read, so that it
// holds for entities met later too.
//
// Miss is the chance that an entity there is hidden from every such list
// (systematic), MissPerLook the chance that one list overlooks it. After n
// lists that did not name it the likelihood of "there" is
// Miss + (1-Miss)*MissPerLook^n. Neither is ever zero in effect: a floor of
// 2^-13 (the instrument's cap) holds.
type Exhaustive struct {
	Type        string  `json:"type"` // entity category; "" for every counted type
	Attr        string  `json:"attr"`
	Place       Value   `json:"place"`
	Miss        float64 `json:"miss"`
	MissPerLook float64 `json:"miss_per_look"`
}

// Evidence is a likelihood over a scope. Exactly one of its forms is used:
//
//   - Clause with Reliability r: at least one literal of Clause holds;
//     P(reported | holds) = r and P(reported | does not) = False, where a false
//     report about one variable is spread evenly over all values that it could
//     have named, those that nobody has listed too;
//   - Clause of one literal with Weights: P(told | value) for each listed value
//     of Clause[0].Var; unlisted values have weight Else;
//   - Every: an exhaustive list; Except names the entities that were listed.
//
// Invariants:
//  1. Reliability is in (0,1], and counts as at most 1-2^-20: observations
//     never write zeros.
//  2. Weights are finite and not negative, and at least one is positive.
//  3. Resolved evidence (its referent was chosen by the belief) is
//     assimilated and never scored.
//  4. False is in [0,1), and less than Reliability where it is stated. 0 is the
//     default: 1-r for noisy signals and for all classes but instruments. An
//     instrument that is right with at least .95 is taken to miss rather than to
//     report what is not there: at most 1e-4. Evidence with that default is a
//     direct reading, which is believed or flagged (docs/semantics.md,
//     section 4).
//
// One origin counts once for each thing it says of a variable, until that
// variable changes, and what is derived from it is the same origin. What it says
// through a more trusted class, or says otherwise later, replaces what it said
// before. Evidence without an origin always counts.
type Evidence struct {
	Clause      []Literal   `json:"clause,omitempty"`
	Weights     []Weight    `json:"weights,omitempty"`
	Else        float64     `json:"else,omitempty"`
	Every       *Exhaustive `json:"every,omitempty"`
	Except      []Entity    `json:"except,omitempty"`
	Reliability float64     `json:"reliability,omitempty"`
	False       float64     `json:"false,omitempty"` // P(reported | does not hold); 0: the default
	Trust       Trust       `json:"trust"`
	Source      string      `json:"source,omitempty"`
	Author      string      `json:"author,omitempty"`
	Origin      string      `json:"origin,omitempty"`
	Derived     string      `json:"derived,omitempty"`
	Pattern     string      `json:"pattern,omitempty"`
	Span        [2]int      `json:"span"`
	Resolved    bool        `json:"resolved,omitempty"`
}

// An instrument that is right with directFrom or more is a direct reading. It
// names what is not there with directFalse at most, unless the pack says
// otherwise.
const (
	directFrom  = 0.95
	directFalse = 1e-4
)

// direct reports whether the evidence is a direct reading.
func (e *Evidence) direct() bool {
	return e.Trust == TrustInstrument && e.Every == nil && len(e.Weights) == 0 && e.False == 0 && e.Reliability >= directFrom
}

// falseRate returns P(reported | does not hold), before it is spread over values.
func (e *Evidence) falseRate() float64 {
	if e.False > 0 {
		return e.False
	}
	f := 1 - min(e.Reliability, maxReliability)
	if e.direct() {
		return min(f, directFalse)
	}
	return f
}

// maxReliability keeps any one piece of evidence from writing a zero.
const maxReliability = 1 - 1.0/(1<<20)

// maxWeight bounds a weight, so that no product of them overflows.
const maxWeight = 1e100

// Valid returns ErrInvalid with what is wrong and where, or nil.
func (e Evidence) Valid() error { return e.valid() }

func (e *Evidence) valid() error {
	switch {
	case e.Trust > TrustInstrument:
		return fmt.Errorf("evidence of pattern %q: %v is no class of trust: %w", e.Pattern, e.Trust, ErrInvalid)
	case e.Every != nil:
		if len(e.Clause) > 0 || len(e.Weights) > 0 {
			return fmt.Errorf("evidence of pattern %q: an exhaustive list takes no clause or weights: %w", e.Pattern, ErrInvalid)
		}
		if e.Every.Attr == "" || e.Every.Place == "" {
			return fmt.Errorf("evidence of pattern %q: an exhaustive list needs attr and place: %w", e.Pattern, ErrInvalid)
		}
		for _, p := range []float64{e.Every.Miss, e.Every.MissPerLook} {
			if !(p >= 0 && p <= 1) {
				return fmt.Errorf("evidence of pattern %q: miss rate %v is not in [0,1]: %w", e.Pattern, p, ErrInvalid)
			}
		}
		return nil
	case len(e.Clause) == 0:
		return fmt.Errorf("evidence of pattern %q: no literal: %w", e.Pattern, ErrInvalid)
	}
	for _, l := range e.Clause {
		if len(e.Weights) > 0 && len(l.Any) == 0 {
			l.Any = []Value{Other} // weights name the values
		}
		if err := l.Valid(); err != nil {
			return fmt.Errorf("evidence of pattern %q: %w", e.Pattern, err)
		}
	}
	if len(e.Weights) > 0 {
		if len(e.Clause) != 1 {
			return fmt.Errorf("evidence of pattern %q: weights take one literal, not %d: %w", e.Pattern, len(e.Clause), ErrInvalid)
		}
		sum := e.Else
		for _, w := range e.Weights {
			if !(w.P >= 0) || w.P > maxWeight {
				return fmt.Errorf("evidence of pattern %q: weight of %q is %v: %w", e.Pattern, w.Value, w.P, ErrInvalid)
			}
			if !utf8.ValidString(string(w.Value)) {
				return fmt.Errorf("evidence of pattern %q: value %q is not UTF-8: %w", e.Pattern, w.Value, ErrInvalid)
			}
			sum += w.P
		}
		if !(sum > 0) || !(e.Else >= 0) || e.Else > maxWeight {
			return fmt.Errorf("evidence of pattern %q: the weights add to %v: %w", e.Pattern, sum, ErrInvalid)
		}
		return nil
	}
	if !(e.Reliability > 0 && e.Reliability <= 1) {
		return fmt.Errorf("evidence of pattern %q: reliability %v is not in (0,1]: %w", e.Pattern, e.Reliability, ErrInvalid)
	}
	if !(e.False >= 0 && e.False < 1) {
		return fmt.Errorf("evidence of pattern %q: false rate %v is not in [0,1): %w", e.Pattern, e.False, ErrInvalid)
	}
	return nil
}

// Found is an entity met in an observation. Joins names the value sets it
// widens (a place becomes a possible location). Count, when positive, is the
// number the name proves to exist of its type ("egg 3" proves three).
type Found struct {
	Entity Entity   `json:"entity"`
	Type   string   `json:"type"`
	Joins  []string `json:"joins,omitempty"`
	Count  int      `json:"count,omitempty"`
}

// Observation is what a pack read out of one input: the verdict on the action,
// the entities met, the evidence, the goal where the text states one, and the
// byte spans of the text that no pattern read.
type Observation struct {
	Verdict  Verdict    `json:"verdict"`
	Unclear  *float64   `json:"unclear,omitempty"` // chance that the action was done, if Verdict is unclear; nil: the transition's
	Found    []Found    `json:"found,omitempty"`
	Evidence []Evidence `json:"evidence,omitempty"`
	Goal     *Goal      `json:"goal,omitempty"`
	Unread   [][2]int   `json:"unread,omitempty"`
}

// Valid returns ErrInvalid with the first thing that is wrong. size is the
// length of the observation's text in bytes.
func (o Observation) Valid(size int) error {
	if o.Verdict > VerdictRefused {
		return fmt.Errorf("%v is no verdict: %w", o.Verdict, ErrInvalid)
	}
	if o.Unclear != nil && !(*o.Unclear >= 0 && *o.Unclear <= 1) {
		return fmt.Errorf("unclear is %v: the chance that the action was done must be in [0,1]: %w", *o.Unclear, ErrInvalid)
	}
	for _, f := range o.Found {
		if f.Entity == "" || f.Type == "" || slices.Contains(f.Joins, "") {
			return fmt.Errorf("found %q: entity, type and the sets it joins must be named: %w", f.Entity, ErrInvalid)
		}
		if !utf8.ValidString(string(f.Entity)) {
			return fmt.Errorf("found %q: the name is not UTF-8: %w", f.Entity, ErrInvalid)
		}
	}
	for i := range o.Evidence {
		e := &o.Evidence[i]
		if err := e.valid(); err != nil {
			return fmt.Errorf("evidence %d: %w", i, err)
		}
		if e.Span[0] < 0 || e.Span[0] > e.Span[1] || e.Span[1] > size {
			return fmt.Errorf("evidence %d: span %v is outside the text of %d bytes: %w", i, e.Span, size, ErrInvalid)
		}
	}
	return nil
}
