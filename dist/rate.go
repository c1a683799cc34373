package dist

import (
	"fmt"
	"math"
)

// Rate is what is known about the rate of redraws of a class of variables: a
// posterior over 16 rates spaced evenly in their logarithm from Lo to Hi. It is
// a value: Observe returns a new one. Two rates that saw the same looks in the
// same order compare equal.
//
// Invariants (see Valid):
//  1. 0 < Lo < Hi, both finite, per unit of the world's time.
//  2. W is not negative and sums to 1.
type Rate struct {
	Lo, Hi float64
	W      [16]float64
}

// NewRate returns the rate of which only the range is known: equal weight on
// each of the 16. Valid reports a range that makes no sense.
func NewRate(lo, hi float64) Rate {
	r := Rate{Lo: lo, Hi: hi}
	for i := range r.W {
		r.W[i] = 1.0 / 16
	}
	return r
}

// Valid reports why r is no posterior. The zero Rate is not valid.
func (r Rate) Valid() error {
	if !(r.Lo > 0) || !(r.Hi > r.Lo) || math.IsInf(r.Hi, 1) {
		return fmt.Errorf("rate range %v to %v: want 0 < lo < hi, finite", r.Lo, r.Hi)
	}
	for i, w := range r.W {
		if !(w >= 0) {
			return fmt.Errorf("rate weight %d is %v: want at least 0", i, w)
		}
	}
	if s := Sum(r.W[:]); math.Abs(s-1) > 1e-9 {
		return fmt.Errorf("rate weights sum to %v: want 1", s)
	}
	return nil
}

// Grid returns the 16 rates, ascending from Lo to Hi.
func (r Rate) Grid() [16]float64 {
	var g [16]float64
	step := Exp(Log(r.Hi/r.Lo) / 15)
	g[0] = r.Lo
	for i := 1; i < 15; i++ {
		g[i] = g[i-1] * step
	}
	g[15] = r.Hi
	return g
}

// Observe returns the posterior after two looks elapsed apart that found the
// value changed or not. piSame is the stationary probability of the value seen
// first, which a redraw gives again: P(changed) = (1 - e^(-rate elapsed))(1 -
// piSame). The moment of the change is not seen (interval censoring), and an
// unchanged value may have been redrawn.
//
// Looks between which an agent changed the value itself are not for Observe. A
// look that no rate explains (changed in no time, or away from a value of
// piSame 1) returns r.
func (r Rate) Observe(elapsed, piSame float64, changed bool) Rate {
	if !(elapsed > 0) {
		return r
	}
	next := r
	for i, g := range r.Grid() {
		// Kept exact for small rates: the chance of change, or 1 less it.
		c := float64(-Expm1(-float64(g*elapsed)) * (1 - piSame))
		if !changed {
			c = 1 - c
		}
		next.W[i] = float64(next.W[i] * c)
	}
	if !usable(Normalize(next.W[:])) {
		return r
	}
	return next
}

// Stay returns the probability of no redraw in the elapsed time, the posterior
// mean of e^(-rate elapsed). It is 1 where elapsed is not positive.
func (r Rate) Stay(elapsed float64) float64 {
	if !(elapsed > 0) {
		return 1
	}
	s := 0.0
	for i, g := range r.Grid() {
		s += float64(r.W[i] * Exp(-float64(g*elapsed)))
	}
	return min(s, 1)
}

// Mean returns the posterior mean of the rate, per unit of the world's time.
func (r Rate) Mean() float64 {
	s := 0.0
	for i, g := range r.Grid() {
		s += float64(r.W[i] * g)
	}
	return s
}

// Interval returns the ends of the equal-tailed credible interval, both on the
// grid: at least level of the posterior lies in [lo, hi].
func (r Rate) Interval(level float64) (lo, hi float64) {
	tail := (1 - level) / 2
	g := r.Grid()
	i, j := 0, 15
	for below := r.W[0]; i < 15 && below <= tail; below += r.W[i] {
		i++
	}
	for above := r.W[15]; j > i && above <= tail; above += r.W[j] {
		j--
	}
	return g[i], g[j]
}
