package learn

import "gonum.org/v1/gonum/mathext"

// gamma is what is known about a positive number: a gamma distribution of that
// shape and rate.
type gamma struct{ shape, rate float64 }

func (g gamma) mean() float64 { return g.shape / g.rate }

// interval returns the equal-tailed credible interval for a level in (0, 1).
func (g gamma) interval(level float64) (lo, hi float64) {
	tail := (1 - level) / 2
	return mathext.GammaIncRegInv(g.shape, tail) / g.rate, mathext.GammaIncRegInv(g.shape, 1-tail) / g.rate
}

// blunt keeps the mean and lets only a share of what came on top of the prior
// count for its certainty.
func (g gamma) blunt(prior gamma, share float64) gamma {
	rate := prior.rate + float64(share*(g.rate-prior.rate))
	return gamma{float64(g.mean() * rate), rate}
}
