package dist

import (
	"math"
	"math/big"
	"testing"
)

// TestTables recomputes every table entry in 200-bit arithmetic.
func TestTables(t *testing.T) {
	const precision = 200
	f := func(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }
	off := func(hi, lo float64, want *big.Float) float64 {
		d := f(hi)
		d.Add(d, f(lo)).Sub(d, want)
		x, _ := d.Float64()
		return math.Abs(x)
	}
	// 2^(j/32) by five square roots.
	root := f(2)
	for range 5 {
		root.Sqrt(root)
	}
	want := f(1)
	for j, e := range expTable {
		if off(e[0], e[1], want) > 0x1p-106 {
			t.Errorf("expTable[%d] is off by %g", j, off(e[0], e[1], want))
		}
		want.Mul(want, root)
	}
	// ln c = 2 atanh((c-1)/(c+1)) by its series.
	for j, e := range logTable {
		c := f(e[0])
		z := new(big.Float).Quo(new(big.Float).Sub(c, f(1)), new(big.Float).Add(c, f(1)))
		z2 := new(big.Float).Mul(z, z)
		ln, term := f(0), f(0).Set(z)
		for n := 1; n < 90; n += 2 {
			ln.Add(ln, new(big.Float).Quo(term, f(float64(n))))
			term.Mul(term, z2)
		}
		ln.Mul(ln, f(-2))
		if off(e[1], e[2], ln) > 0x1p-94 {
			t.Errorf("logTable[%d] is off by %g", j, off(e[1], e[2], ln))
		}
		if x := e[1] * 0x1p42; x != math.Trunc(x) {
			t.Errorf("logTable[%d][1] is no multiple of 2^-42", j)
		}
		if x := e[0] * 512; x != math.Trunc(x) {
			t.Errorf("logTable[%d][0] is not short", j)
		}
	}
}
