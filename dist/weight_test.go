package dist_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/bethink-dev/bethink/dist"
	"pgregory.net/rapid"
)

// weights draws n weights, some of them zero, not all.
func weights(t *rapid.T, name string, n int) []float64 {
	w := rapid.SliceOfN(rapid.Float64Range(0, 1), n, n).Draw(t, name)
	w[rapid.IntRange(0, n-1).Draw(t, name+" kept")] += 0.5
	return w
}

func simplex(t *rapid.T, name string, n int) []float64 {
	w := weights(t, name, n)
	dist.Normalize(w)
	return w
}

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

func TestSum_FixedOrder(t *testing.T) {
	for n := range 14 {
		var lane [4]float64
		w := make([]float64, n)
		for i := range w {
			w[i] = 1 / float64(i+3)
			lane[i%4] += w[i]
		}
		want := (lane[0] + lane[1]) + (lane[2] + lane[3])
		if got := dist.Sum(w); got != want {
			t.Errorf("Sum of %d values = %v, want %v", n, got, want)
		}
	}
}

func TestNormalize_LeavesWhatHasNoSum(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, w := range [][]float64{{}, {0, 0}, {1, nan}, {1, inf}, {math.MaxFloat64, math.MaxFloat64}, {-1, 0.5}} {
		before := fmt.Sprint(w)
		got := dist.Normalize(w)
		if want := dist.Sum(w); got != want && got == got {
			t.Errorf("Normalize(%s) = %v, want the sum %v", before, got, want)
		}
		if after := fmt.Sprint(w); after != before {
			t.Errorf("Normalize(%s) left %s", before, after)
		}
	}
	tiny := []float64{0x1p-1074, 0x1p-1074, 0, 0x1p-1073}
	if s := dist.Normalize(tiny); s != 0x1p-1072 || tiny[0] != 0.25 || tiny[3] != 0.5 {
		t.Errorf("Normalize of subnormals gave %v, sum %v", tiny, s)
	}
}

// Normalising gives weights that sum to one in the proportions they had.
func TestLaw_NormalizeKeepsProportions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		w := weights(t, "w", n)
		old := append([]float64(nil), w...)
		s := dist.Normalize(w)
		if !near(dist.Sum(w), 1, 1e-14) {
			t.Fatalf("sum %v", dist.Sum(w))
		}
		for i := range w {
			if !near(w[i]*s, old[i], 1e-14) {
				t.Fatalf("w[%d] = %v of %v, was %v", i, w[i], s, old[i])
			}
		}
	})
}

// Pieces of independent evidence commute.
func TestLaw_IndependentEvidenceCommutes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		p := simplex(t, "p", n)
		a, b := weights(t, "a", n), weights(t, "b", n)
		q := append([]float64(nil), p...)
		dist.Reweight(p, a)
		ab := dist.Reweight(p, b)
		dist.Reweight(q, b)
		ba := dist.Reweight(q, a)
		if !near(ab, ba, 1e-14) {
			t.Fatalf("evidence %v and %v", ab, ba)
		}
		for i := range p {
			if !near(p[i], q[i], 1e-15) {
				t.Fatalf("p[%d] = %v and %v", i, p[i], q[i])
			}
		}
	})
}

// The posterior expected before an answer is the prior.
func TestLaw_ExpectedPosteriorIsPrior(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "n")
		p := simplex(t, "p", n)
		yes := rapid.SliceOfN(rapid.Float64Range(0, 1), n, n).Draw(t, "P(yes|value)")
		no := make([]float64, n)
		for i := range no {
			no[i] = 1 - yes[i]
		}
		mean := make([]float64, n)
		for _, lik := range [][]float64{yes, no} {
			q := append([]float64(nil), p...)
			evidence := dist.Reweight(q, lik)
			if evidence == 0 {
				continue
			}
			dist.Normalize(q)
			for i := range q {
				mean[i] += evidence * q[i]
			}
		}
		for i := range mean {
			if !near(mean[i], p[i], 1e-14) {
				t.Fatalf("expected posterior %v, prior %v", mean[i], p[i])
			}
		}
	})
}

// Putting normalisation off changes no probability and no evidence.
func TestLaw_DeferredNormalisationIsNormalisation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		p := simplex(t, "p", n)
		c := dist.NewCategorical(append([]float64(nil), p...))
		scale := math.Exp2(rapid.Float64Range(-40, 0).Draw(t, "scale"))
		for step := range rapid.IntRange(1, 60).Draw(t, "steps") {
			lik := weights(t, fmt.Sprint("lik", step), n)
			for i := range lik {
				lik[i] = scale * (lik[i] + 0.01)
			}
			want := dist.Reweight(p, lik)
			dist.Normalize(p)
			if got := c.Reweight(lik); !near(got, want, 1e-12*want) {
				t.Fatalf("evidence %v, want %v", got, want)
			}
		}
		for i := range p {
			if !near(c.P(i), p[i], 1e-12) {
				t.Fatalf("P(%d) = %v, want %v", i, c.P(i), p[i])
			}
		}
		c.Settle()
		if !near(dist.Sum(c.W), 1, 1e-12) || c.Scale != 1 {
			t.Fatalf("settled sum %v, scale %v", dist.Sum(c.W), c.Scale)
		}
	})
}

func TestCategorical_Extremes(t *testing.T) {
	c := dist.NewCategorical([]float64{0x1p-1074, 0x1p-1074})
	if c.P(0) != 0.5 {
		t.Errorf("P(0) = %v, want 0.5", c.P(0))
	}
	c = dist.NewCategorical([]float64{1, 3})
	if got := c.Reweight([]float64{0, 0}); got != 0 || c.Scale != 0 {
		t.Errorf("impossible evidence: %v, scale %v, want 0 and 0", got, c.Scale)
	}
	if c := dist.NewCategorical([]float64{math.NaN()}); c.Scale != 0 {
		t.Errorf("scale %v of NaN, want 0", c.Scale)
	}
}

func TestReweight_ShortLikelihoodPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	dist.Reweight([]float64{1, 2}, []float64{1})
}

func TestCondition_Golden(t *testing.T) {
	// A door, twice a growl on the left: .85² / (.85² + .15²).
	p := []float64{0.5, 0.5}
	growl := []float64{0.85, 0.15}
	first, second := dist.Condition(p, growl), dist.Condition(p, growl)
	if want := 0.7225 / 0.745; !near(p[0], want, 1e-15) {
		t.Errorf("left = %v, want %v", p[0], want)
	}
	if first != 0.5 || !near(second, 0.745, 1e-15) {
		t.Errorf("evidence %v and %v, want 0.5 and 0.745", first, second)
	}
	// Evidence that nothing explains has probability 0 and is not divided by.
	if dist.Condition(p, []float64{0, 0}) != 0 || p[0] != 0 {
		t.Errorf("impossible evidence left %v", p)
	}
}

const million = 1_000_000

// The benchmarks count the bytes that have to move: a copy reads 8 and writes 8
// for each value; reweighting reads w and lik and writes w, 24; scaling to sum 1,
// which the deferred form folds into the next step, reads and writes w again, 16. The cache line fetched before it is overwritten
// is not counted anywhere, which favours the copy: its target is such a line,
// that of Reweight is not.
func gigabytes(b *testing.B, perValue float64) {
	b.ReportMetric(perValue*million*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GB/s")
}

func ones(n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = 1 + float64(i&1)/1024
	}
	return w
}

func BenchmarkReweight(b *testing.B) {
	lik := ones(million)
	b.Run("deferred", func(b *testing.B) {
		c := dist.NewCategorical(ones(million))
		for b.Loop() {
			c.Reweight(lik)
		}
		gigabytes(b, 24)
	})
	b.Run("normalised", func(b *testing.B) {
		w := ones(million)
		for b.Loop() {
			dist.Condition(w, lik)
		}
		gigabytes(b, 40)
	})
	for _, n := range []int{2, 8, 64, 1024} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := ones(n)
			for b.Loop() {
				dist.Condition(w, lik[:n])
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/value")
		})
	}
}

func BenchmarkReweightCopy(b *testing.B) {
	src, dst := ones(million), make([]float64, million)
	for b.Loop() {
		copy(dst, src)
	}
	gigabytes(b, 16)
}

func BenchmarkExp(b *testing.B) {
	x, s := -3.0, 0.0
	for b.Loop() {
		s += dist.Exp(x)
		x += 1e-9
	}
	_ = s
}

func BenchmarkLog(b *testing.B) {
	x, s := 0.3, 0.0
	for b.Loop() {
		s += dist.Log(x)
		x += 1e-9
	}
	_ = s
}
