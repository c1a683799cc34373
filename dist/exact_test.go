package dist_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/bethink-dev/bethink/dist"
	"pgregory.net/rapid"
)

const precision = 240

func bigOf(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

// bigExp is e^x by its series after halving x to below 2^-20.
func bigExp(x *big.Float) *big.Float {
	halvings := max(0, x.MantExp(nil)+20)
	r := new(big.Float).SetMantExp(x, -halvings)
	sum, term := bigOf(1), bigOf(1)
	for n := 1; n < 16; n++ {
		term.Mul(term, r).Quo(term, bigOf(float64(n)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// bigLog is ln x by Newton steps from the standard library's value.
func bigLog(x *big.Float) *big.Float {
	f, _ := x.Float64()
	frac, exp := math.Frexp(f)
	y := bigOf(math.Log(frac) + float64(exp)*math.Ln2)
	for range 3 {
		e := bigExp(y)
		d := new(big.Float).Sub(x, e)
		d.Quo(d, new(big.Float).Add(x, e))
		y.Add(y, d.Mul(d, bigOf(2)))
	}
	return y
}

// ulps is the distance of got from want in units in the last place of want.
func ulps(got float64, want *big.Float) float64 {
	w, _ := want.Float64()
	d := new(big.Float).Sub(bigOf(got), want)
	unit := math.Nextafter(math.Abs(w), math.Inf(1)) - math.Abs(w)
	u, _ := d.Quo(d, bigOf(unit)).Float64()
	return math.Abs(u)
}

func steps(a, b float64) uint64 {
	x, y := int64(math.Float64bits(a)), int64(math.Float64bits(b))
	if x < y {
		x, y = y, x
	}
	return uint64(x - y)
}

// samples are magnitudes over many scales and dense ones around 0.
func samples(n int, top float64) []float64 {
	r := rand.New(rand.NewPCG(1, 2))
	xs := make([]float64, 0, 2*n)
	for range n {
		xs = append(xs, (2*r.Float64()-1)*top, (2*r.Float64()-1)*math.Exp2(-40*r.Float64()))
	}
	return xs
}

func TestExp_Accuracy(t *testing.T) {
	worst, worst1 := 0.0, 0.0
	for _, x := range samples(2000, 708) {
		want := bigExp(bigOf(x))
		worst = max(worst, ulps(dist.Exp(x), want))
		if u := ulps(dist.Expm1(x), new(big.Float).Sub(want, bigOf(1))); u > worst1 {
			worst1 = u
		}
	}
	t.Logf("worst error: Exp %.3f, Expm1 %.3f units in the last place", worst, worst1)
	if worst > 0.6 || worst1 > 3 {
		t.Errorf("worst errors %.3f and %.3f, want at most 0.6 and 3", worst, worst1)
	}
}

func TestExp_AgainstMath(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200_000 {
		// math.Exp is up to 1.5 units off itself on amd64, hence 2 steps. Above 709.4 the standard library's assembly on amd64 overflows too
		// early, and its Log is wrong on subnormals; TestExpLog_Edges has those.
		x := (2*r.Float64() - 1) * 709
		if steps(dist.Exp(x), math.Exp(x)) > 2 {
			t.Fatalf("Exp(%v) = %v, math.Exp %v", x, dist.Exp(x), math.Exp(x))
		}
		if y := math.Exp(x); y > 0x1p-1022 && !math.IsInf(y, 1) && steps(dist.Log(y), math.Log(y)) > 1 {
			t.Fatalf("Log(%v) = %v, math.Log %v", y, dist.Log(y), math.Log(y))
		}
		p := r.Float64() + 0x1p-53
		if steps(dist.Log(p), math.Log(p)) > 1 {
			t.Fatalf("Log(%v) = %v, math.Log %v", p, dist.Log(p), math.Log(p))
		}
	}
}

func TestExpLog_Edges(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		x := 709 + 0.78*r.Float64()
		if u := ulps(dist.Exp(x), bigExp(bigOf(x))); u > 0.6 {
			t.Errorf("Exp(%v) is off by %.3f units", x, u)
		}
		y := math.Ldexp(1+r.Float64(), -1023-r.IntN(40))
		if u := ulps(dist.Log(y), bigLog(bigOf(y))); u > 0.6 {
			t.Errorf("Log(%v) is off by %.3f units", y, u)
		}
		// Subnormal results are a multiple of 2^-1074 away by less than one.
		z := -708.4 - 36*r.Float64()
		want, _ := bigExp(bigOf(z)).Float64()
		if steps(dist.Exp(z), want) > 1 {
			t.Errorf("Exp(%v) = %v, want %v", z, dist.Exp(z), want)
		}
	}
}

func TestLog_Accuracy(t *testing.T) {
	ln2 := bigLog(bigOf(2))
	worst, worst2, worst1p := 0.0, 0.0, 0.0
	try := func(x float64) {
		want := bigLog(bigOf(x))
		if want.Sign() != 0 {
			worst = max(worst, ulps(dist.Log(x), want))
			worst2 = max(worst2, ulps(dist.Log2(x), new(big.Float).Quo(want, ln2)))
		}
	}
	for _, x := range samples(1000, 700) {
		try(math.Exp(x))
		if x > -1 && x < 1 {
			try(1 + x)
			one := bigOf(1)
			worst1p = max(worst1p, ulps(dist.Log1p(x), bigLog(one.Add(one, bigOf(x)))))
		}
	}
	// Every seam of the table, from both sides.
	for i := range 128 {
		x := 1 + float64(i)/128
		for _, y := range []float64{math.Nextafter(x, 0), x, math.Nextafter(x, 2)} {
			try(y)
			try(y / 2)
		}
	}
	t.Logf("worst error: Log %.3f, Log2 %.3f, Log1p %.3f units in the last place", worst, worst2, worst1p)
	if worst > 0.6 || worst2 > 1 || worst1p > 2 {
		t.Errorf("worst errors %.3f, %.3f, %.3f: want at most 0.6, 1, 2", worst, worst2, worst1p)
	}
}

func TestLog2_PowersOfTwo(t *testing.T) {
	for n := -1074; n <= 1023; n++ {
		if got := dist.Log2(math.Ldexp(1, n)); got != float64(n) {
			t.Fatalf("Log2(2^%d) = %v", n, got)
		}
	}
}

func TestExpLog_SpecialCases(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	tests := []struct {
		name string
		f    func(float64) float64
		x    float64
		want float64
	}{
		{"Exp", dist.Exp, 0, 1},
		{"Exp", dist.Exp, inf, inf},
		{"Exp", dist.Exp, -inf, 0},
		{"Exp", dist.Exp, nan, nan},
		{"Exp", dist.Exp, 709.782712893384, 0x1.fffffffffff2ap+1023},
		{"Exp", dist.Exp, 709.79, inf},
		{"Exp", dist.Exp, -745.13, 0x1p-1074},
		{"Exp", dist.Exp, -745.2, 0},
		{"Expm1", dist.Expm1, 0, 0},
		{"Expm1", dist.Expm1, 1e-300, 1e-300},
		{"Expm1", dist.Expm1, inf, inf},
		{"Expm1", dist.Expm1, -inf, -1},
		{"Expm1", dist.Expm1, nan, nan},
		{"Log", dist.Log, 1, 0},
		{"Log", dist.Log, 0, -inf},
		{"Log", dist.Log, -1, nan},
		{"Log", dist.Log, inf, inf},
		{"Log", dist.Log, nan, nan},
		{"Log", dist.Log, 0x1p-1074, -744.4400719213812},
		{"Log2", dist.Log2, 1, 0},
		{"Log2", dist.Log2, 0, -inf},
		{"Log2", dist.Log2, inf, inf},
		{"Log2", dist.Log2, -inf, nan},
		{"Log1p", dist.Log1p, -1, -inf},
		{"Log1p", dist.Log1p, -2, nan},
		{"Log1p", dist.Log1p, 1e-300, 1e-300},
		{"Log1p", dist.Log1p, 1, math.Ln2},
		{"Log1p", dist.Log1p, inf, inf},
	}
	for _, tt := range tests {
		if got := tt.f(tt.x); got != tt.want && !(got != got && tt.want != tt.want) {
			t.Errorf("%s(%v) = %v, want %v", tt.name, tt.x, got, tt.want)
		}
	}
}

// Arithmetic has the same bits on every machine. The digest was computed on
// amd64, and on 386 with and without its floating-point unit.
func TestLaw_SameBitsEverywhere(t *testing.T) {
	h := uint64(14695981039346656037)
	mix := func(x float64) {
		h = (h ^ math.Float64bits(x)) * 1099511628211
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 100_000 {
		x := (2*r.Float64() - 1) * 700
		mix(dist.Exp(x))
		mix(dist.Expm1(x / 700))
		mix(dist.Log(x * x))
		mix(dist.Log2(1 + x/701))
		mix(dist.Log1p(x / 701))
	}
	pi := []float64{0.1, 0.2, 0.3, 0.15, 0.25}
	for range 1000 {
		p := []float64{r.Float64(), r.Float64(), r.Float64(), r.Float64(), r.Float64()}
		mix(dist.Normalize(p))
		for kind := dist.KernelRedraw; kind <= dist.KernelAbsorb; kind += 2 {
			dist.Kernel{Kind: kind, Rate: r.Float64(), To: 2}.Apply(p, pi, 4*r.Float64())
		}
		dist.Kernel{Kind: dist.KernelFlip, Rate: r.Float64()}.Apply(p[:2], nil, r.Float64())
		rate := dist.NewRate(r.Float64(), 2).Observe(r.Float64(), 0.3, true).Observe(r.Float64(), 0.2, false)
		dist.Mix(p, pi, rate.Stay(r.Float64()))
		mix(dist.Condition(p, []float64{r.Float64(), r.Float64(), r.Float64(), r.Float64(), r.Float64()}))
		for _, x := range p {
			mix(x)
		}
		mix(rate.Mean())
		mix(dist.Entropy(p))
		mix(dist.KL(p, pi))
		mix(dist.LogOdds(p[0]))
		mix(dist.PoissonTail(20*r.Float64(), 1+r.IntN(30)))
		mix(dist.SomeGiven(3*r.Float64(), 3*r.Float64(), r.IntN(9)))
		mix(dist.LogScore(p[1], false))
	}
	const want = 0xc3806f987902a1d5
	if h != want {
		t.Errorf("digest %#x, want %#x", h, uint64(want))
	}
}

// The exponential turns sums into products and the logarithm undoes it.
func TestLaw_LogUndoesExp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-700, 700).Draw(t, "x")
		if got := dist.Log(dist.Exp(x)); math.Abs(got-x) > 1e-15*max(1, math.Abs(x)) {
			t.Fatalf("Log(Exp(%v)) = %v", x, got)
		}
		y := rapid.Float64Range(-5, 5).Draw(t, "y")
		if a, b := dist.Exp(x/10+y), dist.Exp(x/10)*dist.Exp(y); math.Abs(a-b) > 1e-13*a {
			t.Fatalf("Exp(%v + %v) = %v, product %v", x/10, y, a, b)
		}
	})
}
