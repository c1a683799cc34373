package dist

import "math"

// Bits returns -log2 p, the surprise of an event of probability p: 0 for 1,
// +Inf for 0.
func Bits(p float64) float64 {
	if p == 1 {
		return 0
	}
	return -Log2(p)
}

// LogOdds returns log2(p / (1-p)) in bits: 0 for 1/2, +Inf for 1, -Inf for 0.
func LogOdds(p float64) float64 { return Log2(p) - float64(Log1p(-p)*log2e) }

// FromLogOdds is the inverse of [LogOdds].
func FromLogOdds(bits float64) float64 {
	return 1 / (1 + Exp(-float64(bits/log2e)))
}

// Entropy returns -sum p log2 p in bits, for p that sums to 1.
func Entropy(p []float64) float64 {
	h := 0.0
	for _, x := range p {
		if x > 0 {
			h -= float64(x * Log2(x))
		}
	}
	return max(h, 0)
}

// KL returns the divergence of q from p, sum p log2(p/q), in bits: what is lost
// by believing q where p is right. It is +Inf where q excludes what p allows.
// Both sum to 1; it panics when q is shorter than p.
func KL(p, q []float64) float64 {
	q = q[:len(p)]
	d := 0.0
	for i, x := range p {
		switch {
		case x == 0:
		case q[i] == 0:
			return math.Inf(1)
		default:
			d += float64(x * Log2(x/q[i]))
		}
	}
	return max(d, 0)
}
