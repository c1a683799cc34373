package stat

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/mathext"
)

// Resampled is a statistic and its bootstrap distribution.
//
// Invariants:
//  1. Draws is ascending and not empty.
//  2. Acceleration is finite.
type Resampled struct {
	Value        float64
	Draws        []float64
	Acceleration float64 // of BCa, from the jackknife
}

// Estimate is a value and an interval around it.
type Estimate struct{ Value, Lo, Hi float64 }

// Percentile returns the interval between the quantiles of the draws, for a
// level in (0, 1) such as 0.95. It is first-order accurate.
func (r Resampled) Percentile(level float64) Estimate {
	tail := (1 - level) / 2
	return Estimate{r.Value, r.quantile(tail), r.quantile(1 - tail)}
}

// BCa returns the bias-corrected and accelerated interval (Efron 1987), for a
// level in (0, 1). It is second-order accurate: prefer it for skewed values. The
// bias is read from the share of draws below the value, ties counted half.
func (r Resampled) BCa(level float64) Estimate {
	n := float64(len(r.Draws))
	below := sort.SearchFloat64s(r.Draws, r.Value)
	upTo := sort.Search(len(r.Draws), func(i int) bool { return r.Draws[i] > r.Value })
	share := (float64(below) + float64(upTo)) / (2 * n)
	share = min(max(share, 0.5/n), 1-0.5/n)
	z0 := mathext.NormalQuantile(share)
	at := func(p float64) float64 {
		z := z0 + mathext.NormalQuantile(p)
		return r.quantile(normal(z0 + z/(1-r.Acceleration*z)))
	}
	tail := (1 - level) / 2
	return Estimate{r.Value, at(tail), at(1 - tail)}
}

// P returns the two-sided p-value of the hypothesis that the true value is null:
// twice the smaller share of draws on either side, each counted with the sample
// itself. It cannot be below 2/(Resamples+1).
func (r Resampled) P(null float64) float64 {
	return min(1, 2*min(r.PAtMost(null), r.pAtLeast(null)))
}

// PAtMost returns the one-sided p-value of the hypothesis that the true value is
// at most limit: the share of draws at or below it, counted with the sample
// itself. Small says the value is above the limit.
func (r Resampled) PAtMost(limit float64) float64 {
	n := sort.Search(len(r.Draws), func(i int) bool { return r.Draws[i] > limit })
	return float64(n+1) / float64(len(r.Draws)+1)
}

func (r Resampled) pAtLeast(limit float64) float64 {
	n := len(r.Draws) - sort.SearchFloat64s(r.Draws, limit)
	return float64(n+1) / float64(len(r.Draws)+1)
}

// quantile joins the draws by lines; the first is at 0, the last at 1.
func (r Resampled) quantile(p float64) float64 {
	at := p * float64(len(r.Draws)-1)
	i := int(at)
	switch {
	case !(at > 0):
		return r.Draws[0]
	case i >= len(r.Draws)-1:
		return r.Draws[len(r.Draws)-1]
	}
	lo, hi := r.Draws[i], r.Draws[i+1]
	return lo + (at-float64(i))*(hi-lo)
}

// normal is the standard normal distribution function.
func normal(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
