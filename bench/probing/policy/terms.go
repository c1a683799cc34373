package policy

import "github.com/bethink-dev/bethink/probe"

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

// Signal returns the signals of an option: its label, how much the planned action
// rests on it, its age in tens of steps, and the reported doubt.
func (o *Option) Signal() probe.Signal {
	return probe.Signal{
		Criticality: o.Label,
		Dependency:  o.Depends,
		Staleness:   min(1, float64(o.Age)/10),
		Uncertainty: max(0, 1-o.Confidence),
	}
}

// Score is the plain sum of the terms' signals, as published.
func (t Terms) Score(s probe.Signal) float64 {
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
