package dist

import "math"

const (
	ln2Hi = 0x1.62e42fefa38p-1    // a multiple of 2^-42
	ln2Lo = 0x1.ef35793c7673p-45  // ln 2 - ln2Hi
	log2e = 0x1.71547652b82fep+0  // 1 / ln 2, to turn nats into bits
	eHi   = 0x1.715476p+0         // the same in 24 bits
	eLo   = 0x1.4ae0bf85ddf44p-26 // 1 / ln 2 - eHi
)

// Log returns the natural logarithm of x. The result has the same bits on every
// machine and is within 0.6 units in the last place of the true value.
//
// Special cases: Log(+Inf) = +Inf, Log(0) = -Inf, Log(x < 0) = Log(NaN) = NaN.
func Log(x float64) float64 {
	if !(x > 0) || x > math.MaxFloat64 {
		return logSpecial(x)
	}
	k, w, r, q := split(x)
	// w and k*ln2Hi are multiples of 2^-42 below 2^10: their sum is exact.
	w += float64(k * ln2Hi)
	hi := w + r
	lo := float64(w-hi) + r
	return hi + float64(lo+float64(q+float64(k*ln2Lo)))
}

// Log2 returns the binary logarithm of x, exactly where x is a power of two and
// else within one unit in the last place. The result has the same bits on every
// machine. Special cases are those of [Log].
func Log2(x float64) float64 {
	if !(x > 0) || x > math.MaxFloat64 {
		return logSpecial(x)
	}
	k, w, r, q := split(x)
	// The logarithm of the significand as an unevaluated sum, turned into bits
	// with an exact leading product.
	hi := w + r
	lo := float64(float64(w-hi)+r) + q
	top := math.Float64frombits(math.Float64bits(hi) &^ (1<<29 - 1))
	lo += float64(hi - top)
	a := float64(top * eHi)
	b := float64(top*eLo) + float64(lo*log2e)
	s := k + a
	t := a - float64(s-k)
	if k == 0 {
		t = 0
	}
	return s + float64(t+b)
}

// Log1p returns Log(1 + x), accurate where x is small. The result has the same
// bits on every machine and is within 2 units in the last place.
//
// Special cases: Log1p(-1) = -Inf, Log1p(x < -1) = Log1p(NaN) = NaN.
func Log1p(x float64) float64 {
	u := 1 + x
	if u == 1 {
		return x
	}
	if !(u > 0) || u > math.MaxFloat64 {
		return logSpecial(u)
	}
	// d is what the rounding of 1 + x lost.
	d := x - float64(u-1)
	if x > 1 {
		d = 1 - float64(u-x)
	}
	return Log(u) + d/u
}

// split returns k, w, r, q with ln x = k ln 2 + w + r + q for positive finite x,
// where w is a multiple of 2^-42, |r| <= 2^-7, and q is small beside r or w.
func split(x float64) (k, w, r, q float64) {
	e := 0
	if x < 0x1p-1022 {
		x *= 0x1p54
		e = -54
	}
	bits := math.Float64bits(x)
	e += int(bits>>52) - 1023
	i := bits >> 45 & 127
	one := uint64(1023) << 52
	if i >= 53 {
		one -= 1 << 52
		e++
	}
	m := math.Float64frombits(bits&(1<<52-1) | one)
	// m*c - 1 in two exact parts.
	top := math.Float64frombits(math.Float64bits(m) &^ (1<<27 - 1))
	t := &logTable[i]
	r = float64(float64(top*t[0])-1) + float64(float64(m-top)*t[0])
	// ln(1 + r) - r: the series to r^8 leaves 2^-59 of r.
	r2 := float64(r * r)
	a := -1.0/2 + float64(r*(1.0/3))
	b := -1.0/4 + float64(r*(1.0/5))
	c := -1.0/6 + float64(r*(1.0/7))
	c += float64(r2 * (-1.0 / 8))
	q = float64(r2 * (a + float64(r2*(b+float64(r2*c)))))
	return float64(e), t[1], r, q + t[2]
}

func logSpecial(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(-1)
	case x > 0:
		return x
	default:
		return math.NaN()
	}
}
