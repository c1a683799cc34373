package stat_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/bethink-dev/bethink/bench/stat"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

func mean(t *testing.T, values []float64, clusters []int, c stat.Config) stat.Resampled {
	t.Helper()
	r, err := stat.Mean(values, clusters, c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func exponentials(seed uint64, n int) []float64 {
	r := rand.New(rand.NewPCG(seed, 0))
	x := make([]float64, n)
	for i := range x {
		x[i] = r.ExpFloat64()
	}
	return x
}

// For two values 0 and 1 the bootstrap distribution is known: 0, 1/2, 1 with
// probabilities 1/4, 1/2, 1/4.
func TestBootstrap_ExactDistribution(t *testing.T) {
	r := mean(t, []float64{0, 1}, nil, stat.Config{Resamples: 40_000, Seed: 1})
	count := map[float64]float64{}
	for _, d := range r.Draws {
		count[d] += 1.0 / 40_000
	}
	if len(count) != 3 || !near(count[0], 0.25, 0.01) || !near(count[0.5], 0.5, 0.01) || !near(count[1], 0.25, 0.01) {
		t.Errorf("shares %v, want .25 .5 .25", count)
	}
	if r.Value != 0.5 {
		t.Errorf("value %v", r.Value)
	}
}

// The general form and the one for means are the same computation.
func TestBootstrap_MeanIsBootstrap(t *testing.T) {
	x := []float64{3, 1, 4, 1, 5, 9, 2, 6}
	c := stat.Config{Resamples: 500, Seed: 7}
	general, err := stat.Bootstrap(len(x), func(sample []int) float64 {
		sum := 0.0
		for _, i := range sample {
			sum += x[i]
		}
		return sum / float64(len(sample))
	}, c)
	if err != nil {
		t.Fatal(err)
	}
	special := mean(t, x, nil, c)
	if !near(general.Acceleration, special.Acceleration, 1e-12) {
		t.Errorf("acceleration %v and %v", general.Acceleration, special.Acceleration)
	}
	general.Acceleration = special.Acceleration
	if d := cmp.Diff(special, general); d != "" {
		t.Error(d)
	}
}

// The acceleration of a mean is skewness / (6 sqrt n).
func TestBootstrap_Acceleration(t *testing.T) {
	x := exponentials(3, 50)
	m := 0.0
	for _, v := range x {
		m += v / 50
	}
	s2, s3 := 0.0, 0.0
	for _, v := range x {
		s2 += (v - m) * (v - m)
		s3 += (v - m) * (v - m) * (v - m)
	}
	r := mean(t, x, nil, stat.Config{Resamples: 1})
	if want := s3 / (6 * math.Pow(s2, 1.5)); !near(r.Acceleration, want, 1e-12) {
		t.Errorf("acceleration %v, want %v", r.Acceleration, want)
	}
}

// The same seed gives the same draws, whoever else is at work, and a longer run
// starts with the draws of a shorter one.
func TestBootstrap_Deterministic(t *testing.T) {
	x := exponentials(5, 40)
	want := mean(t, x, nil, stat.Config{Resamples: 200, Seed: 9})
	var group sync.WaitGroup
	got := make([]stat.Resampled, 8)
	for i := range got {
		group.Go(func() { got[i], _ = stat.Mean(x, nil, stat.Config{Resamples: 200, Seed: 9}) })
	}
	group.Wait()
	for i := range got {
		if d := cmp.Diff(want, got[i]); d != "" {
			t.Fatal(d)
		}
	}
	other := mean(t, x, nil, stat.Config{Resamples: 200, Seed: 10})
	if slices.Equal(want.Draws, other.Draws) {
		t.Error("another seed gave the same draws")
	}
	count := map[float64]int{}
	for _, d := range mean(t, x, nil, stat.Config{Resamples: 500, Seed: 9}).Draws {
		count[d]++
	}
	for _, d := range want.Draws {
		if count[d]--; count[d] < 0 {
			t.Fatalf("draw %v of 200 is missing among 500", d)
		}
	}
}

// Repeating each value inside its cluster adds nothing: the interval stays. As
// clusters of their own the copies would pretend to be evidence.
func TestLaw_CopiesInAClusterAddNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64Range(-5, 5), 2, 20).Draw(t, "x")
		c := stat.Config{Resamples: 50, Seed: rapid.Uint64().Draw(t, "seed")}
		copies := rapid.IntRange(2, 4).Draw(t, "copies")
		var y []float64
		var clusters []int
		for range copies {
			for i, v := range x {
				y, clusters = append(y, v), append(clusters, 100-i)
			}
		}
		a, err := stat.Mean(x, nil, c)
		if err != nil {
			t.Fatal(err)
		}
		b, err := stat.Mean(y, clusters, c)
		if err != nil {
			t.Fatal(err)
		}
		for i := range a.Draws {
			if !near(a.Draws[i], b.Draws[i], 1e-12) {
				t.Fatalf("draw %d: %v and %v", i, a.Draws[i], b.Draws[i])
			}
		}
	})
}

// Intervals move and stretch with the values, and hold nothing outside them.
func TestLaw_IntervalsFollowTheValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64Range(-5, 5), 1, 20).Draw(t, "x")
		shift := rapid.Float64Range(-5, 5).Draw(t, "shift")
		c := stat.Config{Resamples: 99, Seed: 4}
		y := make([]float64, len(x))
		for i := range x {
			y[i] = 2*x[i] + shift
		}
		a, err := stat.Mean(x, nil, c)
		if err != nil {
			t.Fatal(err)
		}
		b, err := stat.Mean(y, nil, c)
		if err != nil {
			t.Fatal(err)
		}
		p, q := a.Percentile(0.9), b.Percentile(0.9)
		if !near(q.Lo, 2*p.Lo+shift, 1e-9) || !near(q.Hi, 2*p.Hi+shift, 1e-9) {
			t.Fatalf("%+v became %+v", p, q)
		}
		bca := a.BCa(0.9)
		if bca.Lo > bca.Hi || bca.Lo < slices.Min(x)-1e-12 || bca.Hi > slices.Max(x)+1e-12 {
			t.Fatalf("BCa %+v of %v", bca, x)
		}
	})
}

// uniform is a bootstrap distribution whose quantiles are known: p at p.
func uniform(value, acceleration float64) stat.Resampled {
	r := stat.Resampled{Value: value, Acceleration: acceleration, Draws: make([]float64, 100_001)}
	for i := range r.Draws {
		r.Draws[i] = float64(i) / 100_000
	}
	return r
}

func TestResampled_Intervals(t *testing.T) {
	if e := uniform(0.5, 0).Percentile(0.9); !near(e.Lo, 0.05, 1e-12) || !near(e.Hi, 0.95, 1e-12) || e.Value != 0.5 {
		t.Errorf("percentile %+v", e)
	}
	// No bias, no skew: BCa is the percentile interval.
	if e := uniform(0.5, 0).BCa(0.9); !near(e.Lo, 0.05, 1e-9) || !near(e.Hi, 0.95, 1e-9) {
		t.Errorf("BCa %+v", e)
	}
	// Bias only: Phi(2 z0 + z). z0 = 0.3 at share .617911; Phi(.6 - 1.644854)
	// and Phi(.6 + 1.644854).
	if e := uniform(0.617911, 0).BCa(0.9); !near(e.Lo, 0.148047, 2e-5) || !near(e.Hi, 0.987609, 2e-5) {
		t.Errorf("biased BCa %+v", e)
	}
	// Skew only, a = 0.1: Phi(z / (1 - 0.1 z)): -1.644854/1.164485, 1.644854/0.835515.
	if e := uniform(0.5, 0.1).BCa(0.9); !near(e.Lo, 0.078898, 2e-5) || !near(e.Hi, 0.975505, 2e-5) {
		t.Errorf("skewed BCa %+v", e)
	}
}

func TestResampled_P(t *testing.T) {
	r := stat.Resampled{Draws: []float64{-1, 0, 1, 2, 3, 4, 5, 6, 7}}
	for null, want := range map[float64]float64{-2: 0.2, -0.5: 0.4, 0: 0.6, 3: 1, 6.5: 0.4, 9: 0.2} {
		if got := r.P(null); !near(got, want, 1e-15) {
			t.Errorf("P(%v) = %v, want %v", null, got, want)
		}
	}
	if got := r.PAtMost(0); !near(got, 0.3, 1e-15) {
		t.Errorf("PAtMost(0) = %v, want 0.3", got)
	}
}

// On skewed values, 30 exponentials, a 90 % BCa interval covers the true mean
// about as often as it says.
func TestBCa_Covers(t *testing.T) {
	covered := 0
	for trial := range 400 {
		r := mean(t, exponentials(uint64(trial), 30), nil, stat.Config{Resamples: 400, Seed: uint64(trial)})
		if e := r.BCa(0.9); e.Lo <= 1 && 1 <= e.Hi {
			covered++
		}
	}
	t.Logf("covered %d of 400", covered)
	if covered < 340 || covered > 376 {
		t.Errorf("covered %d of 400, want 85 to 94 %%", covered)
	}
}

func TestPaired(t *testing.T) {
	// The pairing takes out what the tasks have in common.
	base := exponentials(1, 60)
	a := make([]float64, len(base))
	for i := range a {
		a[i] = base[i] + 0.1 + 0.01*float64(i%3)
	}
	r, err := stat.Paired(a, base, nil, stat.Config{Resamples: 2000, Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	e := r.BCa(0.95)
	if !near(e.Value, 0.11, 1e-12) || e.Lo < 0.1 || e.Hi > 0.12 || r.P(0) > 0.001 {
		t.Errorf("%+v, P %v", e, r.P(0))
	}
}

func TestBootstrap_Errors(t *testing.T) {
	ok := stat.Config{Resamples: 10}
	for name, run := range map[string]func() error{
		"no resamples": func() error { _, err := stat.Mean([]float64{1}, nil, stat.Config{}); return err },
		"no values":    func() error { _, err := stat.Mean(nil, nil, ok); return err },
		"NaN":          func() error { _, err := stat.Mean([]float64{math.NaN()}, nil, ok); return err },
		"clusters":     func() error { _, err := stat.Mean([]float64{1, 2}, []int{1}, ok); return err },
		"pairs":        func() error { _, err := stat.Paired([]float64{1, 2}, []float64{1}, nil, ok); return err },
		"statistic": func() error {
			_, err := stat.Bootstrap(2, func([]int) float64 { return math.Inf(1) }, ok)
			return err
		},
	} {
		if run() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestBootstrap_OneCluster(t *testing.T) {
	r := mean(t, []float64{1, 2}, []int{5, 5}, stat.Config{Resamples: 20})
	if e := r.BCa(0.95); e != (stat.Estimate{Value: 1.5, Lo: 1.5, Hi: 1.5}) {
		t.Errorf("%+v", e)
	}
}

// 134 episodes, the size of the ALFWorld unseen split, 2,000 resamples.
func BenchmarkPaired(b *testing.B) {
	x, y := exponentials(1, 134), exponentials(2, 134)
	for b.Loop() {
		r, err := stat.Paired(x, y, nil, stat.Config{Resamples: 2000, Seed: 1})
		if err != nil {
			b.Fatal(err)
		}
		_ = r.BCa(0.95)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/2000/134, "ns/draw")
}
