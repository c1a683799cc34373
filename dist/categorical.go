package dist

import "math"

// Categorical is a distribution over len(W) values that puts normalisation off:
// the probability of value i is W[i] * Scale. A reweighting is then one pass
// over memory instead of two.
//
// Invariants:
//  1. W is finite and not negative; Scale is 1 / Sum(W).
//  2. W is owned by the Categorical from NewCategorical on.
//
// It is changed in place and is not safe for concurrent use.
type Categorical struct {
	W     []float64
	Scale float64
}

// NewCategorical takes over w, which need not sum to 1. Its Scale is 0 where the
// sum of w is zero, NaN or infinite; such a Categorical has no distribution.
func NewCategorical(w []float64) Categorical {
	c := Categorical{W: w}
	if s := Sum(w); usable(s) {
		c.Scale = reciprocal(w, s)
	}
	return c
}

// P returns the probability of value i.
func (c *Categorical) P(i int) float64 { return float64(c.W[i] * c.Scale) }

// Reweight multiplies in a likelihood and returns the probability of the
// evidence. Where that is zero, NaN or infinite, the weights are spoiled and
// Scale is 0: keep a copy where such evidence may come.
func (c *Categorical) Reweight(lik []float64) float64 {
	// The scale of the last step rides along, so W stays near 1 for ever.
	s := scaleReweight(c.W, lik, c.Scale)
	c.Scale = 0
	if usable(s) {
		c.Scale = reciprocal(c.W, s)
	}
	return s
}

// Settle scales W to sum 1.
func (c *Categorical) Settle() {
	if c.Scale > 0 && c.Scale != 1 {
		scale(c.W, c.Scale)
		c.Scale = 1
	}
}

// reciprocal returns 1/s; where that would overflow it scales w first.
func reciprocal(w []float64, s float64) float64 {
	if s < 0x1p-1000 {
		scale(w, 0x1p300)
		s *= 0x1p300
	}
	if r := 1 / s; !math.IsInf(r, 1) {
		return r
	}
	return 0
}

// scaleReweight is Reweight with w[i] times by first.
func scaleReweight(w, lik []float64, by float64) float64 {
	lik = lik[:len(w)]
	var a, b, c, d float64
	i := 0
	for ; i <= len(w)-4; i += 4 {
		x, l := (*[4]float64)(w[i:]), (*[4]float64)(lik[i:])
		x0 := float64(float64(x[0]*by) * l[0])
		x1 := float64(float64(x[1]*by) * l[1])
		x2 := float64(float64(x[2]*by) * l[2])
		x3 := float64(float64(x[3]*by) * l[3])
		x[0], x[1], x[2], x[3] = x0, x1, x2, x3
		a += x0
		b += x1
		c += x2
		d += x3
	}
	for ; i < len(w); i++ {
		w[i] = float64(float64(w[i]*by) * lik[i])
		a += w[i]
	}
	return float64(a+b) + float64(c+d)
}
