package dist

import "math"

// Level is a stretch of forecasts from Lo to Hi that an isotonic fit maps to the
// same probability, their frequency.
type Level struct {
	Lo, Hi float64
	Count  int
	P      float64
}

// CORP is the mean Brier score taken apart without bins: Brier =
// Miscalibration - Discrimination + Uncertainty. Miscalibration is what the best
// monotone recalibration (Levels, ascending) would gain, Discrimination what that
// gains over always saying the base rate; neither is negative. After Dimitriadis,
// Gneiting and Jordan (2021).
type CORP struct {
	Brier, Miscalibration, Discrimination, Uncertainty float64
	Levels                                             []Level
}

// Isotonic fits the frequency as a monotone function of the forecast by pooling
// adjacent violators, in O(n log n), and scores the forecasts against the fit.
// The scores are NaN for no forecasts.
func Isotonic(fs []Forecast) CORP {
	s := byProbability(fs)
	type block struct {
		lo, hi  float64
		n, hits int
	}
	var stack []block
	total := 0
	for i := 0; i < len(s); {
		// Equal forecasts get equal values.
		b := block{lo: s[i].P, hi: s[i].P}
		for ; i < len(s) && s[i].P == b.lo; i++ {
			b.n++
			if s[i].True {
				b.hits++
			}
		}
		total += b.hits
		// Frequencies are compared as integers: no rounding decides a pool.
		for len(stack) > 0 {
			top := stack[len(stack)-1]
			if top.hits*b.n < b.hits*top.n {
				break
			}
			b = block{top.lo, b.hi, top.n + b.n, top.hits + b.hits}
			stack = stack[:len(stack)-1]
		}
		stack = append(stack, b)
	}

	n := float64(len(s))
	base := float64(total) / n
	c := CORP{Brier: MeanBrier(s), Uncertainty: float64(base * (1 - base))}
	fitted := 0.0
	for _, b := range stack {
		p := float64(b.hits) / float64(b.n)
		c.Levels = append(c.Levels, Level{b.lo, b.hi, b.n, p})
		fitted += float64(float64(b.n) * p * (1 - p))
	}
	fitted /= n
	c.Miscalibration = nonNegative(c.Brier - fitted)
	c.Discrimination = nonNegative(c.Uncertainty - fitted)
	return c
}

// nonNegative drops a rounding error below 0 and keeps NaN.
func nonNegative(x float64) float64 {
	if x < 0 {
		return 0
	}
	return x
}

// At returns the recalibrated probability of p: the level it falls in, between
// two levels the line joining them, outside all the nearest. It is NaN without
// levels.
func (c CORP) At(p float64) float64 {
	if len(c.Levels) == 0 {
		return math.NaN()
	}
	for i, l := range c.Levels {
		if p > l.Hi {
			continue
		}
		if p >= l.Lo || i == 0 {
			return l.P
		}
		prev := c.Levels[i-1]
		return prev.P + float64((l.P-prev.P)*(p-prev.Hi))/(l.Lo-prev.Hi)
	}
	return c.Levels[len(c.Levels)-1].P
}
