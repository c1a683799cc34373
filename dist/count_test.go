package dist_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/bethink-dev/bethink/dist"
	"pgregory.net/rapid"
)

func TestBeta(t *testing.T) {
	b := dist.Beta{A: 1, B: 1}.Add(3, 1)
	if b != (dist.Beta{A: 4, B: 2}) || !near(b.Mean(), 2.0/3, 1e-15) {
		t.Errorf("%+v, mean %v", b, b.Mean())
	}
	// Beta(1, 1) is uniform; Beta(n, 1) has the distribution function x^n.
	if lo, hi := (dist.Beta{A: 1, B: 1}).Interval(0.9); !near(lo, 0.05, 1e-9) || !near(hi, 0.95, 1e-9) {
		t.Errorf("uniform: %v to %v", lo, hi)
	}
	lo, hi := dist.Beta{A: 9, B: 1}.Interval(0.8)
	if !near(lo, math.Pow(0.1, 1.0/9), 1e-9) || !near(hi, math.Pow(0.9, 1.0/9), 1e-9) {
		t.Errorf("Beta(9, 1): %v to %v", lo, hi)
	}
}

// exactTail is P(N >= k) in big floats.
func exactTail(mu float64, k int) *big.Float {
	term := bigExp(bigOf(-mu))
	for n := 1; n <= k; n++ {
		term.Mul(term, bigOf(mu)).Quo(term, bigOf(float64(n)))
	}
	sum := bigOf(0)
	for n := k; n < k+int(3*mu)+200; n++ {
		sum.Add(sum, term)
		term.Mul(term, bigOf(mu)).Quo(term, bigOf(float64(n+1)))
	}
	return sum
}

func TestPoissonTail_Accuracy(t *testing.T) {
	for _, mu := range []float64{1e-300, 1e-20, 1e-9, 1e-3, 0.1, 0.5, 1, 2, 3.7, 10, 33, 120, 800} {
		for _, k := range []int{1, 2, 3, 5, 10, 40, 110, 130, 900} {
			want, _ := exactTail(mu, k).Float64()
			if got := dist.PoissonTail(mu, k); math.Abs(got-want) > 1e-13*want+1e-300 {
				t.Errorf("P(N >= %d | %v) = %v, want %v", k, mu, got, want)
			}
		}
	}
}

func TestPoissonTail_Edges(t *testing.T) {
	tests := []struct {
		mu   float64
		k    int
		want float64
	}{
		{0, 0, 1}, {0, 1, 0}, {3, 0, 1}, {3, -2, 1},
		{math.Inf(1), 5, 1}, {1e-320, 2, 0}, {1e-10, 1, 9.9999999995e-11},
	}
	for _, tt := range tests {
		if got := dist.PoissonTail(tt.mu, tt.k); !near(got, tt.want, 1e-25) {
			t.Errorf("P(N >= %d | %v) = %v, want %v", tt.k, tt.mu, got, tt.want)
		}
	}
}

// Given at least k exist, what is here follows from what is here and elsewhere
// being independent: P(some, all >= k) = P(all >= k) - P(none) P(rest >= k).
func TestLaw_SomeGivenIsBayes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mu := math.Exp2(rapid.Float64Range(-60, 6).Draw(t, "log2 mu"))
		rest := math.Exp2(rapid.Float64Range(-60, 6).Draw(t, "log2 rest"))
		k := rapid.IntRange(0, 30).Draw(t, "k")
		all := new(big.Float).Add(bigOf(mu), bigOf(rest))
		sum, _ := all.Float64()
		var want float64
		if k > 0 {
			z := exactTailOf(all, sum, k)
			none := bigExp(bigOf(-mu))
			none.Mul(none, exactTail(rest, k))
			some := new(big.Float).Sub(z, none)
			want, _ = some.Quo(some, z).Float64()
		} else {
			want = -math.Expm1(-mu)
		}
		if got := dist.SomeGiven(mu, rest, k); math.Abs(got-want) > 1e-12*want {
			t.Fatalf("SomeGiven(%v, %v, %d) = %v, want %v", mu, rest, k, got, want)
		}
	})
}

func exactTailOf(mu *big.Float, about float64, k int) *big.Float {
	term := bigExp(new(big.Float).Neg(mu))
	for n := 1; n <= k; n++ {
		term.Mul(term, mu).Quo(term, bigOf(float64(n)))
	}
	sum := bigOf(0)
	for n := k; n < k+int(3*about)+200; n++ {
		sum.Add(sum, term)
		term.Mul(term, mu).Quo(term, bigOf(float64(n+1)))
	}
	return sum
}

func TestSomeGiven_Golden(t *testing.T) {
	// One exists somewhere: (1-e^-μ) / (1-e^-Σμ).
	if got, want := dist.SomeGiven(0.2, 0.5, 1), math.Expm1(-0.2)/math.Expm1(-0.7); !near(got, want, 1e-15) {
		t.Errorf("k=1: %v, want %v", got, want)
	}
	tests := []struct {
		mu, rest float64
		k        int
		want     float64
	}{
		{0, 1, 2, 0}, {0, 0, 1, 0}, {1, 0, 3, 1}, {0.5, 0, 1, 1},
		{1e-200, 1e-200, 1, 0.5}, {1e-200, 1e-200, 2, 0.75}, {1e-200, 1e-200, 3, 0.875},
		{math.Inf(1), 1, 4, 1}, {0.3, math.Inf(1), 2, -math.Expm1(-0.3)},
	}
	for _, tt := range tests {
		if got := dist.SomeGiven(tt.mu, tt.rest, tt.k); !near(got, tt.want, 1e-15) {
			t.Errorf("SomeGiven(%v, %v, %d) = %v, want %v", tt.mu, tt.rest, tt.k, got, tt.want)
		}
	}
}

// Knowing that more exist makes some here likelier.
func TestLaw_MoreKnownMakesSomeLikelier(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mu := rapid.Float64Range(1e-6, 20).Draw(t, "mu")
		rest := rapid.Float64Range(1e-6, 20).Draw(t, "rest")
		last := 0.0
		for k := range 8 {
			p := dist.SomeGiven(mu, rest, k)
			if p < last-1e-14 || p > 1 {
				t.Fatalf("k=%d: %v after %v", k, p, last)
			}
			last = p
		}
	})
}
