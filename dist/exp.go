package dist

import "math"

// Exp returns e to the power x. The result has the same bits on every machine
// and is within 0.6 units in the last place of the true value (one unit where
// the result is subnormal).
//
// Special cases: Exp(+Inf) = +Inf, Exp(-Inf) = 0, Exp(NaN) = NaN; it overflows
// above 709.78 and underflows below -745.13.
func Exp(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 710:
		return math.Inf(1)
	case x < -746:
		return 0
	}
	k, t := reduce(x)
	y := expTable[k&31][0] + t
	// y lies in [1, 2]; the scale is applied in two steps where one power of
	// two would leave the range of normal numbers.
	switch m := k >> 5; {
	case m > 1022:
		return (y * 2) * power(m-1)
	case m < -1021:
		return (y * power(m+100)) * 0x1p-100
	default:
		return y * power(m)
	}
}

// Expm1 returns Exp(x) - 1, accurate where x is small. The result has the same
// bits on every machine and is within 3 units in the last place.
//
// Special cases: Expm1(+Inf) = +Inf, Expm1(-Inf) = -1, Expm1(NaN) = NaN.
func Expm1(x float64) float64 {
	switch {
	case x != x || (-0x1p-54 < x && x < 0x1p-54):
		return x
	case x > 40:
		return Exp(x) // the 1 is below half a unit
	case x < -40:
		return -1
	}
	k, t := reduce(x)
	s := power(k >> 5)
	// The table value times a power of two less 1 is exact near 0, where it
	// matters.
	return float64(float64(s*expTable[k&31][0])-1) + float64(s*t)
}

// reduce returns k = round(32 x / ln 2) and t with
// e^x = 2^(k>>5) (expTable[k&31][0] + t).
func reduce(x float64) (k int, t float64) {
	const (
		perStep = 0x1.71547652b82fep+5   // 32 / ln 2
		stepHi  = 0x1.62e42ffp-6         // ln 2 / 32 in 33 bits: k*stepHi is exact
		stepLo  = -0x1.718432a1b0e26p-40 // the rest of it
		round   = 0x1.8p52
	)
	n := float64(float64(x*perStep)+round) - round
	k = int(n)
	r := float64(x-float64(n*stepHi)) - float64(n*stepLo)
	// e^r - 1 for |r| <= ln 2 / 64: six terms of its series leave 2^-58.
	r2 := float64(r * r)
	a := 1.0/2 + float64(r*(1.0/6))
	b := 1.0/24 + float64(r*(1.0/120))
	b += float64(r2 * (1.0 / 720))
	p := r + float64(r2*(a+float64(r2*b)))
	e := &expTable[k&31]
	return k, e[1] + float64(e[0]*p)
}

// power returns 2^n for n in [-1022, 1023].
func power(n int) float64 { return math.Float64frombits(uint64(n+1023) << 52) }
