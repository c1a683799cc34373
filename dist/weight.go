package dist

import "math"

// Sum returns the sum of w. It adds in four lanes, w[i] in lane i mod 4, and
// then (lane 0 + lane 1) + (lane 2 + lane 3): the same bits on every machine.
func Sum(w []float64) float64 {
	var a, b, c, d float64
	i := 0
	for ; i <= len(w)-4; i += 4 {
		x := (*[4]float64)(w[i:])
		a += x[0]
		b += x[1]
		c += x[2]
		d += x[3]
	}
	switch w = w[i:]; len(w) {
	case 3:
		c += w[2]
		fallthrough
	case 2:
		b += w[1]
		fallthrough
	case 1:
		a += w[0]
	}
	return float64(a+b) + float64(c+d)
}

// Reweight multiplies each w[i] by lik[i] in place and returns the new sum, added
// as [Sum] adds. When w summed to 1 that is the probability of the evidence. It
// panics when lik is shorter than w.
func Reweight(w, lik []float64) float64 {
	lik = lik[:len(w)]
	var a, b, c, d float64
	i := 0
	for ; i <= len(w)-4; i += 4 {
		x, l := (*[4]float64)(w[i:]), (*[4]float64)(lik[i:])
		x0 := float64(x[0] * l[0])
		x1 := float64(x[1] * l[1])
		x2 := float64(x[2] * l[2])
		x3 := float64(x[3] * l[3])
		x[0], x[1], x[2], x[3] = x0, x1, x2, x3
		a += x0
		b += x1
		c += x2
		d += x3
	}
	x, l := w[i:], lik[i:]
	switch l = l[:len(x)]; len(x) {
	case 3:
		x[2] = float64(x[2] * l[2])
		c += x[2]
		fallthrough
	case 2:
		x[1] = float64(x[1] * l[1])
		b += x[1]
		fallthrough
	case 1:
		x[0] = float64(x[0] * l[0])
		a += x[0]
	}
	return float64(a+b) + float64(c+d)
}

// Condition is Bayes' rule on weights that sum to 1: it reweights w by lik, scales
// it to sum 1 and returns the probability of the evidence. Where that is zero,
// NaN or infinite the weights are left spoiled: keep a copy where such evidence
// may come.
func Condition(w, lik []float64) float64 {
	s := Reweight(w, lik)
	if usable(s) {
		scaleTo(w, s)
	}
	return s
}

// Normalize scales w to sum 1 in place and returns the old sum. Where that sum
// is zero, negative, NaN or infinite it leaves w as it is.
func Normalize(w []float64) float64 {
	s := Sum(w)
	if usable(s) {
		scaleTo(w, s)
	}
	return s
}

// scaleTo divides w by its sum s.
func scaleTo(w []float64, s float64) {
	if s < 0x1p-1000 { // its reciprocal would overflow
		for i := range w {
			w[i] /= s
		}
		return
	}
	scale(w, 1/s)
}

func scale(w []float64, by float64) {
	i := 0
	for ; i <= len(w)-4; i += 4 {
		x := (*[4]float64)(w[i:])
		x[0] *= by
		x[1] *= by
		x[2] *= by
		x[3] *= by
	}
	for ; i < len(w); i++ {
		w[i] *= by
	}
}

func usable(sum float64) bool { return sum > 0 && !math.IsInf(sum, 1) }
