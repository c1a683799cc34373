package dist_test

import (
	"math"
	"testing"

	"github.com/bethink-dev/bethink/dist"
	"pgregory.net/rapid"
)

func TestBits_Golden(t *testing.T) {
	inf := math.Inf(1)
	tests := []struct {
		name      string
		got, want float64
	}{
		{"Bits(1)", dist.Bits(1), 0},
		{"Bits(1/8)", dist.Bits(0.125), 3},
		{"Bits(0)", dist.Bits(0), inf},
		{"LogOdds(1/2)", dist.LogOdds(0.5), 0},
		{"LogOdds(0.8)", dist.LogOdds(0.8), 2},
		{"LogOdds(1)", dist.LogOdds(1), inf},
		{"LogOdds(0)", dist.LogOdds(0), -inf},
		{"FromLogOdds(2)", dist.FromLogOdds(2), 0.8},
		{"FromLogOdds(+Inf)", dist.FromLogOdds(inf), 1},
		{"FromLogOdds(-Inf)", dist.FromLogOdds(-inf), 0},
		{"Entropy(1, 0)", dist.Entropy([]float64{1, 0}), 0},
		{"Entropy of 8", dist.Entropy([]float64{.125, .125, .125, .125, .125, .125, .125, .125}), 3},
		{"Entropy(1/2, 1/4, 1/4)", dist.Entropy([]float64{.5, .25, .25}), 1.5},
		{"KL to the uniform", dist.KL([]float64{1, 0}, []float64{.5, .5}), 1},
		{"KL where q excludes", dist.KL([]float64{.5, .5}, []float64{1, 0}), inf},
	}
	for _, tt := range tests {
		if tt.got != tt.want && !near(tt.got, tt.want, 1e-15) {
			t.Errorf("%s = %v, want %v", tt.name, tt.got, tt.want)
		}
	}
	if math.Signbit(dist.Bits(1)) {
		t.Error("Bits(1) is minus zero")
	}
}

// Log-odds and probability are the same thing.
func TestLaw_LogOddsInvert(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.Float64Range(1e-12, 1-1e-12).Draw(t, "p")
		if got := dist.FromLogOdds(dist.LogOdds(p)); !near(got, p, 1e-13*p) {
			t.Fatalf("%v came back as %v", p, got)
		}
	})
}

// Divergence is never negative, and zero from itself.
func TestLaw_DivergenceIsNeverNegative(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		p, q := simplex(t, "p", n), simplex(t, "q", n)
		if d := dist.KL(p, q); !(d >= 0) {
			t.Fatalf("KL = %v", d)
		}
		if d := dist.KL(p, p); d > 1e-15 {
			t.Fatalf("KL from itself = %v", d)
		}
		if h := dist.Entropy(p); !(h >= 0) || h > math.Log2(float64(n))+1e-12 {
			t.Fatalf("entropy %v of %d values", h, n)
		}
	})
}

// Expected information is never negative: an answer's mutual information with
// the belief, H(p) - sum P(answer) H(p | answer).
func TestLaw_ExpectedInformationIsNeverNegative(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		p := simplex(t, "p", n)
		yes := rapid.SliceOfN(rapid.Float64Range(0, 1), n, n).Draw(t, "P(yes|value)")
		gain := dist.Entropy(p)
		for _, said := range []bool{true, false} {
			lik := make([]float64, n)
			for i, y := range yes {
				lik[i] = y
				if !said {
					lik[i] = 1 - y
				}
			}
			q := append([]float64(nil), p...)
			if evidence := dist.Condition(q, lik); evidence > 0 {
				gain -= evidence * dist.Entropy(q)
			}
		}
		if gain < -1e-12 {
			t.Fatalf("gain %v bits", gain)
		}
	})
}
