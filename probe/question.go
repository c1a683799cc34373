package probe

import (
	"fmt"
	"math"
	"slices"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// Likelihood is how a result is expected under a cause, in three words.
type Likelihood uint8

// Likely, possible and unlikely stand for 0.9, 0.5 and 0.1. The zero value is
// possible: a check about which nothing is said tells nothing.
const (
	LikelihoodPossible Likelihood = iota
	LikelihoodLikely
	LikelihoodUnlikely
)

// String returns the word.
func (l Likelihood) String() string {
	switch l {
	case LikelihoodLikely:
		return "likely"
	case LikelihoodUnlikely:
		return "unlikely"
	case LikelihoodPossible:
		return "possible"
	}
	return fmt.Sprintf("likelihood(%d)", uint8(l))
}

// MarshalText writes the word.
func (l Likelihood) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads the word.
func (l *Likelihood) UnmarshalText(text []byte) error {
	for _, k := range []Likelihood{LikelihoodPossible, LikelihoodLikely, LikelihoodUnlikely} {
		if string(text) == k.String() {
			*l = k
			return nil
		}
	}
	return fmt.Errorf("%q is none of likely, possible, unlikely: %w", text, bethink.ErrInvalid)
}

func (l Likelihood) p() float64 {
	switch l {
	case LikelihoodLikely:
		return 0.9
	case LikelihoodUnlikely:
		return 0.1
	case LikelihoodPossible:
	}
	return 0.5
}

// OtherCause is the cause that stands for all that nobody has named. Every
// question has it.
const OtherCause = "*other*"

// Cause is a candidate answer to a question.
type Cause struct {
	Name string `json:"name"`
	// Prior is its weight before any check; 0 is 1.
	Prior float64 `json:"prior,omitempty"`
}

// Check is something that can be done about a question. It comes out positive or
// negative; Expect says how likely positive is under each cause. A cause it does
// not name, and *other*, is possible.
type Check struct {
	Name   string                `json:"name"`
	Action bethink.Action        `json:"action"`
	Expect map[string]Likelihood `json:"expect"`
	// Seconds and Steps are its cost, Risk the chance that it does harm.
	Seconds float64 `json:"seconds,omitempty"`
	Steps   float64 `json:"steps,omitempty"`
	Risk    float64 `json:"risk,omitempty"`
}

// Outcome is how a check ended. Only Positive and Negative are results: a check
// that timed out or could not be made leaves its causes not checked.
type Outcome uint8

// The outcomes.
const (
	CheckPositive Outcome = iota
	CheckNegative
	CheckTimedOut
	CheckFailed
)

// String returns the outcome's name in lower case.
func (o Outcome) String() string {
	switch o {
	case CheckPositive:
		return "positive"
	case CheckNegative:
		return "negative"
	case CheckTimedOut:
		return "timed out"
	case CheckFailed:
		return "failed"
	}
	return fmt.Sprintf("outcome(%d)", uint8(o))
}

// MarshalText writes the name.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Result is one check as it was made.
type Result struct {
	Check   string  `json:"check"`
	Outcome Outcome `json:"outcome"`
	Note    string  `json:"note,omitempty"`
}

// Question is a set of candidate causes opened at run time. It is a value:
// Record returns a new one.
//
// Invariants:
//  1. *other* is always among the causes of an exclusive question; of one whose
//     causes may hold together it is one more that may hold.
//  2. A result counts once: the same check again renews it and adds no weight.
//  3. A check that timed out or failed changes no probability.
type Question struct {
	text      string
	exclusive bool
	causes    []Cause
	checks    []Check
	results   []Result
}

// Open opens a question. exclusive says that exactly one cause holds; else each
// may hold or not. It returns ErrInvalid where a name is empty or given twice, a
// weight or cost makes no sense, or a check speaks of an unknown cause.
func Open(text string, exclusive bool, causes []Cause, checks []Check) (Question, error) {
	q := Question{text: text, exclusive: exclusive, causes: slices.Clone(causes), checks: slices.Clone(checks)}
	if !slices.ContainsFunc(causes, func(c Cause) bool { return c.Name == OtherCause }) {
		q.causes = append(q.causes, Cause{Name: OtherCause})
	}
	for i := range q.causes {
		c := &q.causes[i]
		if c.Name == "" || slices.ContainsFunc(q.causes[:i], func(o Cause) bool { return o.Name == c.Name }) {
			return q, fmt.Errorf("question %q: cause %d: name %q is empty or given twice: %w", text, i, c.Name, bethink.ErrInvalid)
		}
		if !(c.Prior >= 0) || math.IsInf(c.Prior, 0) {
			return q, fmt.Errorf("question %q: cause %q: prior is %v: %w", text, c.Name, c.Prior, bethink.ErrInvalid)
		}
		if c.Prior == 0 {
			c.Prior = 1
		}
	}
	for i, c := range q.checks {
		if c.Name == "" || slices.ContainsFunc(q.checks[:i], func(o Check) bool { return o.Name == c.Name }) {
			return q, fmt.Errorf("question %q: check %d: name %q is empty or given twice: %w", text, i, c.Name, bethink.ErrInvalid)
		}
		if !(c.Seconds >= 0) || !(c.Steps >= 0) || !(c.Risk >= 0 && c.Risk <= 1) || math.IsInf(c.Seconds+c.Steps, 0) {
			return q, fmt.Errorf("question %q: check %q: cost %v s, %v steps, risk %v: %w", text, c.Name, c.Seconds, c.Steps, c.Risk, bethink.ErrInvalid)
		}
		for name := range c.Expect {
			if q.cause(name) < 0 {
				return q, fmt.Errorf("question %q: check %q: no cause %q: %w", text, c.Name, name, bethink.ErrInvalid)
			}
		}
	}
	return q, nil
}

// Text returns the question as it was asked.
func (q Question) Text() string { return q.text }

// Results lists the checks made, in order. The caller must not change it.
func (q Question) Results() []Result { return q.results }

func (q Question) cause(name string) int {
	return slices.IndexFunc(q.causes, func(c Cause) bool { return c.Name == name })
}

func (q Question) check(name string) int {
	return slices.IndexFunc(q.checks, func(c Check) bool { return c.Name == name })
}

// Record returns the question after a check was made. It returns ErrNotFound for
// a check that the question does not have.
func (q Question) Record(r Result) (Question, error) {
	if q.check(r.Check) < 0 {
		return q, fmt.Errorf("question %q: no check %q: %w", q.text, r.Check, bethink.ErrNotFound)
	}
	q.results = append(slices.Clip(q.results), r)
	return q, nil
}

// latest returns the last result of each check that has one.
func (q Question) latest() map[string]Outcome {
	last := map[string]Outcome{}
	for _, r := range q.results {
		if r.Outcome == CheckPositive || r.Outcome == CheckNegative {
			last[r.Check] = r.Outcome
		}
	}
	return last
}

// P returns the probability of each cause in the order of Causes: of exclusive
// ones they sum to 1, else each is of its own.
func (q Question) P() []float64 {
	last := q.latest()
	p := make([]float64, len(q.causes))
	for i, c := range q.causes {
		p[i] = c.Prior
	}
	if q.exclusive {
		dist.Normalize(p)
	} else {
		for i := range p {
			p[i] /= 1 + p[i] // a weight of 1 is as likely as not
		}
	}
	for _, c := range q.checks {
		o, made := last[c.Name]
		if !made {
			continue
		}
		q.weigh(p, c, o)
	}
	return p
}

// weigh conditions on one result. Of causes that may hold together each answers
// for itself, against the check saying nothing.
func (q Question) weigh(p []float64, c Check, o Outcome) {
	for i := range p {
		lik := c.Expect[q.causes[i].Name].p()
		if o == CheckNegative {
			lik = 1 - lik
		}
		if q.exclusive {
			p[i] *= lik
			continue
		}
		p[i] = p[i] * lik / (p[i]*lik + (1-p[i])*0.5)
	}
	if q.exclusive {
		dist.Normalize(p)
	}
}

// Causes lists the causes with *other*. The caller must not change it.
func (q Question) Causes() []Cause { return q.causes }
