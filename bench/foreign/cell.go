package foreign

import "math"

// Cell is one line of the table: what was measured in all worlds of a kind with
// a violation.
//
// SeenBelieved is the share of direct readings (Reports) of things not verified
// before whose value has .95 or more after the step. Verified counts the answers
// with status verified, one per variable and step; VerifiedFalse is the share of
// them that were false, VerifiedClaimedFalse the mean of 1-p over them. StaleMissed
// counts facts still verified after a version that they rest on was read as
// changed; RefusedShown actions that the gate refused although the last answer
// showed what they need. ECE is the calibration error of the most probable values
// in ten bins. The log scores are the mean of -log2 P(true value) in bits, of the
// belief, and of exact Bayes under the assumed and under the true model; nil where
// exact Bayes is out of reach.
type Cell struct {
	Kind                 Kind      `json:"kind"`
	Violation            Violation `json:"violation"`
	Worlds               int       `json:"worlds"`
	Steps                int       `json:"steps"`
	Reports              int       `json:"reports"`
	SeenBelieved         float64   `json:"seen_believed"`
	Verified             int       `json:"verified"`
	VerifiedFalse        float64   `json:"verified_false"`
	VerifiedClaimedFalse float64   `json:"verified_claimed_false"`
	StaleMissed          int       `json:"stale_missed"`
	RefusedShown         int       `json:"refused_shown"`
	Contradictions       int       `json:"contradictions"`
	ECE                  float64   `json:"ece"`
	LogScore             float64   `json:"log_score"`
	ExactLogScore        *float64  `json:"exact_log_score"`
	TrueLogScore         *float64  `json:"true_log_score"`
}

const bins = 10

// tally is what one world adds to a cell. Tallies are added in the order of the
// worlds, so that the sums do not depend on how many run at a time.
type tally struct {
	steps, reports, believed       int
	verified, wrong                int
	claimed                        float64
	stale, refused, contradictions int
	binN                           [bins]int
	binP, binTrue                  [bins]float64
	asked                          int
	bits, exactBits, trueBits      float64
	exact                          bool
}

func (t *tally) add(o *tally) {
	t.steps += o.steps
	t.reports += o.reports
	t.believed += o.believed
	t.verified += o.verified
	t.wrong += o.wrong
	t.claimed += o.claimed
	t.stale += o.stale
	t.refused += o.refused
	t.contradictions += o.contradictions
	for i := range bins {
		t.binN[i] += o.binN[i]
		t.binP[i] += o.binP[i]
		t.binTrue[i] += o.binTrue[i]
	}
	t.asked += o.asked
	t.bits += o.bits
	t.exactBits += o.exactBits
	t.trueBits += o.trueBits
	t.exact = t.exact || o.exact
}

// forecast adds the most probable value's probability and whether it was right.
func (t *tally) forecast(p float64, right bool) {
	k := min(int(p*bins), bins-1)
	t.binN[k]++
	t.binP[k] += p
	if right {
		t.binTrue[k]++
	}
}

func (t *tally) cell(k Kind, v Violation, worlds int) Cell {
	c := Cell{
		Kind: k, Violation: v, Worlds: worlds, Steps: t.steps, Reports: t.reports, Verified: t.verified,
		StaleMissed: t.stale, RefusedShown: t.refused, Contradictions: t.contradictions,
		SeenBelieved: share(float64(t.believed), t.reports), VerifiedFalse: share(float64(t.wrong), t.verified),
		VerifiedClaimedFalse: share(t.claimed, t.verified), LogScore: share(t.bits, t.asked),
	}
	for i, n := range t.binN {
		if n > 0 {
			c.ECE += math.Abs(t.binP[i]-t.binTrue[i]) / float64(t.asked)
		}
	}
	if t.exact {
		e, u := share(t.exactBits, t.asked), share(t.trueBits, t.asked)
		c.ExactLogScore, c.TrueLogScore = &e, &u
	}
	return c
}

func share(x float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return x / float64(n)
}
