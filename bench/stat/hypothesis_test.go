package stat_test

import (
	"math/big"
	"testing"

	"github.com/bethink-dev/bethink/bench/stat"
	"pgregory.net/rapid"
)

func TestMcNemar_Golden(t *testing.T) {
	tests := []struct {
		b, c int
		want float64
	}{
		{5, 0, 0.0625}, {6, 0, 0.031}, {8, 1, 0.039}, {10, 2, 0.039},
		{15, 5, 0.041}, {20, 8, 0.036}, {40, 22, 0.030},
	}
	for _, tt := range tests {
		if got := stat.McNemar(tt.b, tt.c); !near(got, tt.want, 0.0005) {
			t.Errorf("McNemar(%d, %d) = %.4f, want %.4f", tt.b, tt.c, got, tt.want)
		}
	}
	if stat.McNemar(0, 0) != 1 || stat.McNemar(4, 4) != 1 {
		t.Error("no difference is not 1")
	}
}

// The p-value is the binomial tail, summed here as a fraction, doubled.
func TestMcNemar_IsTheBinomialTail(t *testing.T) {
	for n := range 60 {
		for b := range n + 1 {
			tail := new(big.Int)
			for i := range min(b, n-b) + 1 {
				tail.Add(tail, new(big.Int).Binomial(int64(n), int64(i)))
			}
			all := new(big.Int).Lsh(big.NewInt(1), uint(n))
			want, _ := new(big.Rat).SetFrac(tail.Lsh(tail, 1), all).Float64()
			want = min(want, 1)
			if got := stat.McNemar(b, n-b); !near(got, want, 1e-12*want) {
				t.Errorf("McNemar(%d, %d) = %v, want %v", b, n-b, got, want)
			}
		}
	}
}

func TestDiscordant(t *testing.T) {
	a := []bool{true, true, false, false, true}
	b := []bool{true, false, true, false, false}
	if x, y := stat.Discordant(a, b); x != 2 || y != 1 {
		t.Errorf("%d and %d, want 2 and 1", x, y)
	}
}

func TestHolm_Golden(t *testing.T) {
	tests := []stat.Test{{Name: "a", P: 0.01}, {Name: "b", P: 0.04}, {Name: "c", P: 0.03}, {Name: "d", P: 0.005}}
	want := []struct {
		adjusted float64
		rejected bool
	}{{0.03, true}, {0.06, false}, {0.06, false}, {0.02, true}}
	for i, v := range stat.Holm(tests, 0.05) {
		if v.Name != tests[i].Name || !near(v.Adjusted, want[i].adjusted, 1e-15) || v.Rejected != want[i].rejected {
			t.Errorf("%+v, want %+v", v, want[i])
		}
	}
}

// Holm rejects whatever Bonferroni rejects, and adjusts in the order of P.
func TestLaw_HolmBeatsBonferroni(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ps := rapid.SliceOf(rapid.Float64Range(0, 1)).Draw(t, "p")
		tests := make([]stat.Test, len(ps))
		for i, p := range ps {
			tests[i].P = p
		}
		vs := stat.Holm(tests, 0.05)
		for i, v := range vs {
			if v.Adjusted < v.P || v.Adjusted > 1 || v.P*float64(len(ps)) <= 0.05 && !v.Rejected {
				t.Fatalf("%+v of %d", v, len(ps))
			}
			for j, u := range vs {
				if tests[i].P < tests[j].P && v.Adjusted > u.Adjusted {
					t.Fatalf("%+v before %+v", v, u)
				}
			}
		}
	})
}

func TestNoWorse_Margin(t *testing.T) {
	// A difference of -0.02 give or take 0.01: worse, yet by less than 0.05.
	var d []float64
	for i := range 100 {
		d = append(d, -0.02+0.1*(float64(i)-49.5)/99)
	}
	r := mean(t, d, nil, stat.Config{Resamples: 2000, Seed: 3})
	vs := stat.Holm([]stat.Test{r.NoWorse("within .05", 0.05), r.NoWorse("within .01", 0.01), r.Differs("differs")}, 0.05)
	if !vs[0].Rejected || vs[0].Margin != 0.05 || vs[1].Rejected || !vs[2].Rejected {
		t.Errorf("%+v", vs)
	}
}

func TestProportion(t *testing.T) {
	e := stat.Proportion(5, 10, 0.95)
	if e.Value != 0.5 || !near(e.Lo, 0.236593, 1e-6) || !near(e.Hi, 0.763407, 1e-6) {
		t.Errorf("%+v", e)
	}
}
