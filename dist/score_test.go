package dist_test

import (
	"math"
	"testing"

	"github.com/bethink-dev/bethink/dist"
	"pgregory.net/rapid"
)

// golden is 5 forecasts of .1 (1 true), 5 of .4 (2), 10 of .8 (8).
func golden() []dist.Forecast {
	var fs []dist.Forecast
	add := func(p float64, n, hits int) {
		for i := range n {
			fs = append(fs, dist.Forecast{P: p, True: i < hits})
		}
	}
	add(0.1, 5, 1)
	add(0.4, 5, 2)
	add(0.8, 10, 8)
	return fs
}

func TestScore_Golden(t *testing.T) {
	fs := golden()
	if got := dist.MeanLogScore(fs) * math.Ln2; !near(got, 0.554655486, 5e-10) {
		t.Errorf("log score %v nats, want 0.554655486", got)
	}
	for _, equalMass := range []bool{false, true} {
		bins := 10
		if equalMass {
			bins = 4
		}
		m := dist.Decompose(fs, bins, equalMass)
		want := dist.Murphy{Brier: 0.1825, Reliability: 0.0025, Resolution: 0.0675, Uncertainty: 0.2475}
		if !near(m.Brier, want.Brier, 1e-15) || !near(m.Reliability, want.Reliability, 1e-15) ||
			!near(m.Resolution, want.Resolution, 1e-15) || !near(m.Uncertainty, want.Uncertainty, 1e-15) || !near(m.Within, 0, 1e-15) {
			t.Errorf("equal mass %v: %+v, want %+v", equalMass, m, want)
		}
	}
	if got := dist.ECE(dist.Reliability(fs, 10, false)); !near(got, 0.025, 1e-15) {
		t.Errorf("ECE %v, want 0.025", got)
	}
	// sum (o-p)(1-2p): .5*.8 at .1, 0 at .4, 0 at .8; the variance .288 + .048 + .576.
	if got, want := dist.Spiegelhalter(fs), 0.4/math.Sqrt(0.912); !near(got, want, 1e-13) {
		t.Errorf("Spiegelhalter %v, want %v", got, want)
	}
	c := dist.Isotonic(fs)
	if !near(c.Miscalibration, 0.0025, 1e-15) || !near(c.Discrimination, 0.0675, 1e-15) || len(c.Levels) != 3 {
		t.Errorf("CORP %+v", c)
	}
}

func TestScore_Extremes(t *testing.T) {
	inf := math.Inf(1)
	tests := []struct {
		p          float64
		o          bool
		brier, log float64
	}{
		{1, true, 0, 0}, {0, false, 0, 0}, {1, false, 1, inf}, {0, true, 1, inf},
		{0.5, true, 0.25, 1}, {0.5, false, 0.25, 1}, {0.25, true, 0.5625, 2},
		{1e-20, false, 1e-40, 1e-20 / math.Ln2},
	}
	for _, tt := range tests {
		if got := dist.Brier(tt.p, tt.o); !near(got, tt.brier, 1e-16) {
			t.Errorf("Brier(%v, %v) = %v, want %v", tt.p, tt.o, got, tt.brier)
		}
		if got := dist.LogScore(tt.p, tt.o); got != tt.log && !near(got, tt.log, 1e-15*tt.log) {
			t.Errorf("LogScore(%v, %v) = %v, want %v", tt.p, tt.o, got, tt.log)
		}
	}
	if z := dist.Spiegelhalter([]dist.Forecast{{P: 1, True: true}, {P: 0.5}}); z != 0 {
		t.Errorf("Spiegelhalter of certain and even forecasts %v, want 0", z)
	}
	if z := dist.Spiegelhalter([]dist.Forecast{{P: 1, True: false}}); !math.IsInf(z, 0) {
		t.Errorf("Spiegelhalter of a failed certainty %v, want infinite", z)
	}
}

func TestReliability_Bins(t *testing.T) {
	bins := dist.Reliability([]dist.Forecast{{P: 1, True: true}, {P: 0}, {P: 0.95, True: true}, {P: 0.5}}, 10, false)
	if len(bins) != 3 || bins[0].Lo != 0 || bins[1].Lo != 0.5 || bins[2].Count != 2 || bins[2].Hi != 1 {
		t.Errorf("equal width: %+v", bins)
	}
	// Ten forecasts in five bins; the six equal ones stay together.
	var fs []dist.Forecast
	for _, p := range []float64{.1, .2, .5, .5, .5, .5, .5, .5, .8, .9} {
		fs = append(fs, dist.Forecast{P: p, True: p > 0.4})
	}
	bins = dist.Reliability(fs, 5, true)
	counts := []int{}
	for _, b := range bins {
		counts = append(counts, b.Count)
	}
	if len(counts) != 3 || counts[0] != 2 || counts[1] != 6 || counts[2] != 2 {
		t.Errorf("equal mass: counts %v, want 2 6 2", counts)
	}
	if dist.Reliability(nil, 10, true) != nil || dist.ECE(nil) != 0 {
		t.Error("no forecasts gave bins")
	}
}

// Binning loses no forecast, and each bin's interval holds its frequency.
func TestLaw_BinsKeepEveryForecast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fs := forecasts(t)
		n, equalMass := rapid.IntRange(1, 15).Draw(t, "bins"), rapid.Bool().Draw(t, "equal mass")
		count, hits, last := 0, 0.0, math.Inf(-1)
		bins := dist.Reliability(fs, n, equalMass)
		for _, b := range bins {
			count += b.Count
			hits += b.Frequency * float64(b.Count)
			if b.Mean <= last || b.Mean < b.Lo-1e-12 || b.Mean > b.Hi+1e-12 {
				t.Fatalf("bin %+v after mean %v", b, last)
			}
			last = b.Mean
			if b.Frequency < b.Low || b.Frequency > b.High {
				t.Fatalf("frequency outside its interval: %+v", b)
			}
		}
		want := 0.0
		for _, f := range fs {
			if f.True {
				want++
			}
		}
		if count != len(fs) || !near(hits, want, 1e-9) || len(bins) > n {
			t.Fatalf("%d bins of at most %d hold %d of %d forecasts, %v of %v hits", len(bins), n, count, len(fs), hits, want)
		}
	})
}

func forecasts(t *rapid.T) []dist.Forecast {
	n := rapid.IntRange(1, 60).Draw(t, "n")
	fs := make([]dist.Forecast, n)
	for i := range fs {
		p := rapid.Float64Range(0, 1).Draw(t, "p")
		if rapid.Bool().Draw(t, "round") {
			p = math.Round(p*5) / 5
		}
		fs[i] = dist.Forecast{P: p, True: rapid.Bool().Draw(t, "true")}
	}
	return fs
}

// The fit is monotone, no monotone map of the forecasts scores better, and
// fitting again changes nothing.
func TestLaw_IsotonicFitIsBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fs := forecasts(t)
		c := dist.Isotonic(fs)
		if !near(c.Brier, c.Miscalibration-c.Discrimination+c.Uncertainty, 1e-12) {
			t.Fatalf("parts do not add up: %+v", c)
		}
		last := -1.0
		for _, l := range c.Levels {
			if l.P <= last {
				t.Fatalf("levels not ascending: %+v", c.Levels)
			}
			last = l.P
		}
		fitted := make([]dist.Forecast, len(fs))
		other := make([]dist.Forecast, len(fs))
		power := rapid.Float64Range(0.1, 8).Draw(t, "power")
		for i, f := range fs {
			fitted[i] = dist.Forecast{P: c.At(f.P), True: f.True}
			other[i] = dist.Forecast{P: math.Pow(f.P, power), True: f.True}
		}
		best := dist.MeanBrier(fitted)
		if !near(best, c.Brier-c.Miscalibration, 1e-12) {
			t.Fatalf("fit scores %v, want %v", best, c.Brier-c.Miscalibration)
		}
		if dist.MeanBrier(other) < best-1e-12 {
			t.Fatalf("a power map scores %v, the fit %v", dist.MeanBrier(other), best)
		}
		if again := dist.Isotonic(fitted); again.Miscalibration > 1e-12 {
			t.Fatalf("a second fit gains %v", again.Miscalibration)
		}
	})
}

func TestIsotonic_Pools(t *testing.T) {
	// 0, 1, 0, 1: the middle pair is out of order and shares 1/2.
	fs := []dist.Forecast{{P: 0.7}, {P: 0.2}, {P: 0.9, True: true}, {P: 0.4, True: true}}
	c := dist.Isotonic(fs)
	want := []dist.Level{{Lo: 0.2, Hi: 0.2, Count: 1, P: 0}, {Lo: 0.4, Hi: 0.7, Count: 2, P: 0.5}, {Lo: 0.9, Hi: 0.9, Count: 1, P: 1}}
	if len(c.Levels) != 3 || c.Levels[0] != want[0] || c.Levels[1] != want[1] || c.Levels[2] != want[2] {
		t.Errorf("levels %+v, want %+v", c.Levels, want)
	}
	for p, at := range map[float64]float64{0: 0, 0.3: 0.25, 0.5: 0.5, 0.8: 0.75, 1: 1} {
		if !near(c.At(p), at, 1e-12) {
			t.Errorf("At(%v) = %v, want %v", p, c.At(p), at)
		}
	}
	if !math.IsNaN(dist.Isotonic(nil).At(0.5)) || !math.IsNaN(dist.Isotonic(nil).Miscalibration) {
		t.Error("no forecasts gave a fit")
	}
}

// Order of the forecasts does not matter to one bit.
func TestLaw_ScoresDoNotDependOnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fs := forecasts(t)
		shuffled := rapid.Permutation(fs).Draw(t, "shuffled")
		a, b := dist.Isotonic(fs), dist.Isotonic(shuffled)
		if a.Miscalibration != b.Miscalibration || a.Discrimination != b.Discrimination {
			t.Fatalf("%+v and %+v", a, b)
		}
		if x, y := dist.ECE(dist.Reliability(fs, 7, true)), dist.ECE(dist.Reliability(shuffled, 7, true)); x != y {
			t.Fatalf("ECE %v and %v", x, y)
		}
	})
}

// An honest forecaster expects the best score: both scores are strictly proper.
func TestLaw_HonestyScoresBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := rapid.Float64Range(0.001, 0.999).Draw(t, "p"), rapid.Float64Range(0.001, 0.999).Draw(t, "q")
		for name, score := range map[string]func(float64, bool) float64{"Brier": dist.Brier, "LogScore": dist.LogScore} {
			expect := func(say float64) float64 { return p*score(say, true) + (1-p)*score(say, false) }
			if expect(q) < expect(p)-1e-12 {
				t.Fatalf("%s rewards saying %v for %v", name, q, p)
			}
		}
	})
}

func TestWilson(t *testing.T) {
	tests := []struct {
		hits, n int
		lo, hi  float64
	}{
		{0, 0, 0, 1},
		{0, 10, 0, 0.277533}, // z²/(n+z²) = 3.841459/13.841459
		{10, 10, 0.722467, 1},
		{5, 10, 0.236593, 0.763407},
		{50, 100, 0.403832, 0.596168},
	}
	for _, tt := range tests {
		lo, hi := dist.Wilson(tt.hits, tt.n, 0.95)
		if !near(lo, tt.lo, 1e-6) || !near(hi, tt.hi, 1e-6) {
			t.Errorf("%d of %d: %v to %v, want %v to %v", tt.hits, tt.n, lo, hi, tt.lo, tt.hi)
		}
	}
}
