package published

import "math/bits"

// Terms says which terms the score of a record has.
type Terms uint8

// The four terms: criticality, staleness, uncertainty and dependency.
const (
	TermC Terms = 1 << iota
	TermS
	TermU
	TermD
	TermsAll = TermC | TermS | TermU | TermD
)

// Threshold is the score from which a record is probed: 1.5 for all four
// terms, less in proportion for fewer.
func (t Terms) Threshold() float64 { return 1.5 * float64(bits.OnesCount8(uint8(t))) / 4 }

// Score is the published score of a record, in [0, number of terms]: the plain
// sum of the terms, every one of them the agent's own report.
func (t Terms) Score(r Record) float64 {
	rho := 0.0
	if t&TermC != 0 {
		rho += r.Criticality.weight()
	}
	if t&TermD != 0 {
		rho += 0.5 * min(1, float64(len(r.RequiredFor))/3)
		if r.UsedByNext {
			rho += 0.5
		}
	}
	if t&TermS != 0 {
		rho += min(1, float64(r.Staleness)/10)
	}
	if t&TermU != 0 {
		rho += max(0, 1-r.Confidence)
	}
	return rho
}
