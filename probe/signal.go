package probe

// Signal is the four reasons to probe, each in [0, 1].
type Signal struct {
	Criticality float64 `json:"criticality"`
	Dependency  float64 `json:"dependency"`
	Staleness   float64 `json:"staleness"`
	Uncertainty float64 `json:"uncertainty"`
}

// Terms says which signals a score adds.
type Terms uint8

// The four terms, in the paper's letters.
const (
	TermC Terms = 1 << iota
	TermD
	TermS
	TermU
	TermsAll = TermC | TermD | TermS | TermU
)

// Signal returns the signals of a field: its label, how much the planned action
// rests on it, its age in tens of steps, and the reported doubt.
func (f *Field) Signal() Signal {
	return Signal{
		Criticality: f.Label,
		Dependency:  f.Depends,
		Staleness:   min(1, float64(f.Age)/10),
		Uncertainty: max(0, 1-f.Confidence),
	}
}

// Score is the plain sum of the terms, as published.
func (s Signal) Score(t Terms) float64 {
	sum := 0.0
	if t&TermC != 0 {
		sum += s.Criticality
	}
	if t&TermD != 0 {
		sum += s.Dependency
	}
	if t&TermS != 0 {
		sum += s.Staleness
	}
	if t&TermU != 0 {
		sum += s.Uncertainty
	}
	return sum
}

// Threshold is the score from which the paper probes: 1.5 for four terms, in
// proportion for fewer.
func (t Terms) Threshold() float64 {
	n := 0
	for ; t > 0; t &= t - 1 {
		n++
	}
	return 1.5 * float64(n) / 4
}
