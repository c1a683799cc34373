package dist

import "math"

// Sum returns the sum of w. It adds in four lanes, w[i] in lane i mod 4, and
// then (lane 0 + lane 1) + (lane 2 + lane 3): the same bits on every machine.
func Sum(w []float64) float64 {
	var a, b, c, d float64
	for len(w) >= 4 {
		a += w[0]
		b += w[1]
		c += w[2]
		d += w[3]
		w = w[4:]
	}
	switch len(w) {
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
func Reweight(w, lik []float64) float64 { return scaleReweight(w, lik, 1) }

// scaleReweight is Reweight with w[i] times scale first.
func scaleReweight(w, lik []float64, scale float64) float64 {
	lik = lik[:len(w)]
	var a, b, c, d float64
	for len(w) >= 4 && len(lik) >= 4 {
		x0 := float64(float64(w[0]*scale) * lik[0])
		x1 := float64(float64(w[1]*scale) * lik[1])
		x2 := float64(float64(w[2]*scale) * lik[2])
		x3 := float64(float64(w[3]*scale) * lik[3])
		w[0], w[1], w[2], w[3] = x0, x1, x2, x3
		a += x0
		b += x1
		c += x2
		d += x3
		w, lik = w[4:], lik[4:]
	}
	lane := [4]float64{a, b, c, d}
	for i := range w {
		w[i] = float64(float64(w[i]*scale) * lik[i])
		lane[i&3] += w[i]
	}
	return float64(lane[0]+lane[1]) + float64(lane[2]+lane[3])
}

// Normalize scales w to sum 1 in place and returns the old sum. Where that sum
// is zero, negative, NaN or infinite it leaves w as it is.
func Normalize(w []float64) float64 {
	s := Sum(w)
	if !usable(s) {
		return s
	}
	if s < 0x1p-1000 { // its reciprocal would overflow
		for i := range w {
			w[i] /= s
		}
		return s
	}
	scale(w, 1/s)
	return s
}

func scale(w []float64, by float64) {
	for len(w) >= 4 {
		w[0] *= by
		w[1] *= by
		w[2] *= by
		w[3] *= by
		w = w[4:]
	}
	for i := range w {
		w[i] *= by
	}
}

func usable(sum float64) bool { return sum > 0 && !math.IsInf(sum, 1) }
