package probe

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/bethink-dev/bethink/dist"
)

// Means is what may be spent on the checks of a question. 0 is no bound, but for
// Risk, where it is none allowed.
type Means struct {
	Seconds, Steps float64
	// Risk bounds the risk of one check.
	Risk float64
}

func (m Means) affords(c Check) bool {
	return (m.Seconds == 0 || c.Seconds <= m.Seconds) && (m.Steps == 0 || c.Steps <= m.Steps) && c.Risk <= m.Risk
}

// Suggestion is a check worth making.
type Suggestion struct {
	Check Check `json:"check"`
	// Bits is the expected information about the causes.
	Bits float64 `json:"bits"`
}

// Next ranks the checks that have no result yet and that the means afford, the
// most bits for its cost first: per second and step, where it has a cost. A check
// that timed out or failed before comes after those that were not tried.
func (q Question) Next(m Means) []Suggestion {
	last := q.latest()
	p := q.P()
	var out []Suggestion
	for _, c := range q.checks {
		if _, made := last[c.Name]; made || !m.affords(c) {
			continue
		}
		if bits := q.bits(p, c); bits > 1e-12 {
			out = append(out, Suggestion{c, bits})
		}
	}
	slices.SortStableFunc(out, func(x, y Suggestion) int {
		if a, b := q.tried(x.Check.Name), q.tried(y.Check.Name); a != b {
			return cmp.Compare(a, b)
		}
		return cmp.Compare(y.Bits/price(y.Check), x.Bits/price(x.Check))
	})
	return out
}

// price puts seconds and steps on one scale; a check without cost has 1.
func price(c Check) float64 { return 1 + c.Seconds + c.Steps }

// tried counts the times a check was made without a result.
func (q Question) tried(name string) int {
	n := 0
	for _, r := range q.results {
		if r.Check == name && (r.Outcome == CheckTimedOut || r.Outcome == CheckFailed) {
			n++
		}
	}
	return n
}

// bits is the mutual information of the check's result and the causes.
func (q Question) bits(p []float64, c Check) float64 {
	if q.exclusive {
		mean, noise := 0.0, 0.0
		for i := range p {
			l := c.Expect[q.causes[i].Name].p()
			mean += p[i] * l
			noise += p[i] * binary(l)
		}
		return max(0, binary(mean)-noise)
	}
	sum := 0.0
	for i := range p {
		l := c.Expect[q.causes[i].Name].p()
		sum += binary(p[i]*l+(1-p[i])*0.5) - p[i]*binary(l) - (1-p[i])*binary(0.5)
	}
	return max(0, sum)
}

// binary is the entropy of an event of probability p in bits.
func binary(p float64) float64 { return dist.Entropy([]float64{p, 1 - p}) }

// Verdict is what a question says of a cause.
type Verdict string

// The verdicts. Open is a cause that checks were about and did not decide; not
// checked is one that no result speaks of. Neither is ever ruled out.
const (
	VerdictEstablished Verdict = "established"
	VerdictRuledOut    Verdict = "ruled out"
	VerdictStillOpen   Verdict = "open"
	VerdictNotChecked  Verdict = "not checked"
)

// The probabilities from which a cause is established or ruled out.
const (
	establishedAt = 0.9
	ruledOutAt    = 0.05
)

// Finding is a cause with its verdict.
type Finding struct {
	Cause   string  `json:"cause"`
	P       float64 `json:"p"`
	Verdict Verdict `json:"verdict"`
	// Because names the checks that decided, or says why there was none.
	Because []string `json:"because,omitempty"`
}

// Conclusion is where a question stands.
type Conclusion struct {
	Question string    `json:"question"`
	Findings []Finding `json:"findings"`
	// Stopped says what keeps it from being settled; empty where it is.
	Stopped string `json:"stopped,omitempty"`
	// Best is the best next check, nil where there is none.
	Best *Suggestion `json:"best,omitempty"`
}

// Conclude says what is established, what is ruled out, what was not checked and
// why, what stopped the search, and what to check next.
func (q Question) Conclude(m Means) Conclusion {
	c := Conclusion{Question: q.text}
	last := q.latest()
	p := q.P()
	settled := false
	for i, cause := range q.causes {
		f := Finding{Cause: cause.Name, P: p[i], Verdict: VerdictNotChecked}
		for _, k := range q.checks {
			if o, made := last[k.Name]; made && k.Expect[cause.Name] != LikelihoodPossible {
				f.Because = append(f.Because, k.Name+": "+o.String())
			}
		}
		spoken := len(f.Because) > 0
		switch {
		case p[i] >= establishedAt && (spoken || q.exclusive && len(last) > 0):
			f.Verdict = VerdictEstablished
			settled = settled || cause.Name != OtherCause
		case p[i] <= ruledOutAt && spoken:
			f.Verdict = VerdictRuledOut
		case spoken:
			f.Verdict = VerdictStillOpen
		default:
			f.Because = q.why(cause.Name, m)
		}
		c.Findings = append(c.Findings, f)
	}
	if next := q.Next(m); len(next) > 0 {
		c.Best = &next[0]
	}
	if !settled {
		c.Stopped = q.stopped(m, c.Best)
	}
	return c
}

// why says why a cause was not checked.
func (q Question) why(cause string, m Means) []string {
	var out []string
	for _, k := range q.checks {
		if k.Expect[cause] == LikelihoodPossible {
			continue
		}
		if n := q.tried(k.Name); n > 0 {
			out = append(out, k.Name+": "+q.lastFault(k.Name))
		} else if !m.affords(k) {
			out = append(out, k.Name+": beyond the means")
		} else {
			out = append(out, k.Name+": not tried")
		}
	}
	if out == nil {
		out = []string{"no check speaks of it"}
	}
	return out
}

func (q Question) lastFault(name string) string {
	for _, r := range slices.Backward(q.results) {
		if r.Check == name && (r.Outcome == CheckTimedOut || r.Outcome == CheckFailed) {
			return r.Outcome.String()
		}
	}
	return ""
}

// stopped says what keeps the question open.
func (q Question) stopped(m Means, best *Suggestion) string {
	switch {
	case best != nil && q.tried(best.Check.Name) > 0:
		return fmt.Sprintf("%s %s; nothing else is left to try", best.Check.Name, q.lastFault(best.Check.Name))
	case best != nil:
		return "" // it can go on
	case len(q.Next(Means{Risk: math.Inf(1)})) > 0:
		return "the checks that are left are beyond the means"
	case len(q.checks) == 0:
		return "there is no check"
	}
	return "every check was made, and none decided"
}
