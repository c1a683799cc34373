package dist

import "gonum.org/v1/gonum/mathext"

// Beta is what is known about a probability after A-1 successes and B-1
// failures on top of a uniform prior Beta{1, 1}. A and B are positive.
type Beta struct{ A, B float64 }

// Add returns the posterior after that many more successes and failures;
// fractions are weights.
func (b Beta) Add(successes, failures float64) Beta {
	return Beta{b.A + successes, b.B + failures}
}

// Mean returns A / (A + B), the probability of the next success.
func (b Beta) Mean() float64 { return b.A / (b.A + b.B) }

// Interval returns the equal-tailed credible interval of the probability, for a
// level in (0, 1) such as 0.9.
func (b Beta) Interval(level float64) (lo, hi float64) {
	tail := (1 - level) / 2
	return b.quantile(tail), b.quantile(1 - tail)
}

func (b Beta) quantile(p float64) float64 { return mathext.InvRegIncBeta(b.A, b.B, p) }
