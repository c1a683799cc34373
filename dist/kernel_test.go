package dist_test

import (
	"math"
	"testing"

	"github.com/bethink-dev/bethink/dist"
	"pgregory.net/rapid"
)

func kernel(t *rapid.T, n int) dist.Kernel {
	kinds := []dist.KernelKind{dist.KernelKeep, dist.KernelRedraw, dist.KernelAbsorb}
	if n == 2 {
		kinds = append(kinds, dist.KernelFlip)
	}
	return dist.Kernel{
		Kind: rapid.SampledFrom(kinds).Draw(t, "kind"),
		Rate: math.Exp2(rapid.Float64Range(-40, 4).Draw(t, "log2 rate")),
		To:   rapid.IntRange(0, n-1).Draw(t, "to"),
	}
}

// A transition keeps mass, whatever the mass is.
func TestLaw_ATransitionKeepsMass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		p, pi := weights(t, "p", n), simplex(t, "pi", n)
		before := dist.Sum(p)
		kernel(t, n).Apply(p, pi, rapid.Float64Range(0, 100).Draw(t, "elapsed"))
		if !near(dist.Sum(p), before, 1e-14*before) {
			t.Fatalf("mass %v, was %v", dist.Sum(p), before)
		}
		for i, w := range p {
			if w < 0 {
				t.Fatalf("p[%d] = %v", i, w)
			}
		}
	})
}

// Time adds up: s and then t is s + t.
func TestLaw_TimeAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		p, pi := simplex(t, "p", n), simplex(t, "pi", n)
		q := append([]float64(nil), p...)
		k := kernel(t, n)
		a, b := rapid.Float64Range(0, 20).Draw(t, "s"), rapid.Float64Range(0, 20).Draw(t, "t")
		k.Apply(p, pi, a)
		k.Apply(p, pi, b)
		k.Apply(q, pi, a+b)
		for i := range p {
			if !near(p[i], q[i], 1e-14) {
				t.Fatalf("value %d: %v in two steps, %v in one", i, p[i], q[i])
			}
		}
		if k.Kind != dist.KernelFlip {
			if got, want := k.Stay(a)*k.Stay(b), k.Stay(a+b); !near(got, want, 1e-14) {
				t.Fatalf("Stay: %v in two steps, %v in one", got, want)
			}
		}
	})
}

// The stationary vector does not change.
func TestLaw_TheStationaryVectorStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		pi := simplex(t, "pi", n)
		p := append([]float64(nil), pi...)
		k := dist.Kernel{Kind: dist.KernelRedraw, Rate: rapid.Float64Range(0, 5).Draw(t, "rate")}
		k.Apply(p, pi, rapid.Float64Range(0, 50).Draw(t, "elapsed"))
		for i := range p {
			if !near(p[i], pi[i], 1e-15) {
				t.Fatalf("p[%d] = %v, pi %v", i, p[i], pi[i])
			}
		}
	})
}

func TestKernel_Golden(t *testing.T) {
	// Two states, rates 0.1 (0 to 1) and 0.3 (1 to 0), 2 units from state 1.
	p := []float64{0, 1}
	dist.Kernel{Kind: dist.KernelRedraw, Rate: 0.4}.Apply(p, []float64{0.75, 0.25}, 2)
	if !near(p[1], 0.586996723087916, 1e-15) {
		t.Errorf("two-state hazard = %.15f, want 0.586996723087916", p[1])
	}
	// Eight cells, a move to one of the other seven at rate 0.2, 3 units.
	cells, uniform := make([]float64, 8), make([]float64, 8)
	for i := range uniform {
		uniform[i] = 1.0 / 8
	}
	cells[3] = 1
	dist.Kernel{Kind: dist.KernelRedraw, Rate: 0.2 * 8 / 7}.Apply(cells, uniform, 3)
	if !near(cells[3], 0.565764006978, 1e-12) || !near(cells[0], 0.062033713289, 1e-12) {
		t.Errorf("eight cells: stay %.12f, other %.12f", cells[3], cells[0])
	}
	// A flip at rate ln(2)/2 for one unit: (1 + 1/2)/2 is left.
	flip := dist.Kernel{Kind: dist.KernelFlip, Rate: math.Ln2 / 2}
	p = []float64{1, 0}
	flip.Apply(p, nil, 1)
	if !near(p[0], 0.75, 1e-15) || flip.Stay(1) != p[0] {
		t.Errorf("flip: %v, Stay %v, want 0.75", p, flip.Stay(1))
	}
	// Absorption with half-life 1, two units.
	p = []float64{0.5, 0.25, 0.25}
	dist.Kernel{Kind: dist.KernelAbsorb, Rate: math.Ln2, To: 1}.Apply(p, nil, 2)
	if want := []float64{0.125, 0.8125, 0.0625}; !near(p[0], want[0], 1e-15) || !near(p[1], want[1], 1e-15) || !near(p[2], want[2], 1e-15) {
		t.Errorf("absorb: %v, want %v", p, want)
	}
}

func TestKernel_NoTimeNoChange(t *testing.T) {
	for kind := dist.KernelKeep; kind <= dist.KernelAbsorb; kind++ {
		k := dist.Kernel{Kind: kind, Rate: 3}
		for _, elapsed := range []float64{0, -1, math.NaN()} {
			p := []float64{0.3, 0.7}
			k.Apply(p, []float64{0.5, 0.5}, elapsed)
			if p[0] != 0.3 || p[1] != 0.7 || k.Stay(elapsed) != 1 {
				t.Errorf("%v over %v: %v, Stay %v", kind, elapsed, p, k.Stay(elapsed))
			}
		}
		if k.Valid() != nil || kind.String() == (dist.KernelAbsorb+1).String() {
			t.Errorf("%v: %v", kind, k.Valid())
		}
	}
}

func TestKernel_Invalid(t *testing.T) {
	for name, k := range map[string]dist.Kernel{
		"kind":      {Kind: 4},
		"negative":  {Kind: dist.KernelRedraw, Rate: -1},
		"NaN":       {Kind: dist.KernelRedraw, Rate: math.NaN()},
		"infinite":  {Kind: dist.KernelRedraw, Rate: math.Inf(1)},
		"to before": {Kind: dist.KernelAbsorb, Rate: 1, To: -1},
	} {
		if k.Valid() == nil {
			t.Errorf("%s: %+v is valid", name, k)
		}
	}
}

func TestRate_StartsWide(t *testing.T) {
	r := dist.NewRate(0.001, 1)
	if err := r.Valid(); err != nil {
		t.Fatal(err)
	}
	g := r.Grid()
	if g[0] != 0.001 || g[15] != 1 || !near(g[5], 0.01, 1e-15) || !near(g[10], 0.1, 1e-14) {
		t.Errorf("grid %v", g)
	}
	if lo, hi := r.Interval(0.9); lo != g[0] || hi != g[15] {
		t.Errorf("interval %v to %v of an even posterior, want all", lo, hi)
	}
	for _, bad := range []dist.Rate{{}, dist.NewRate(0, 1), dist.NewRate(1, 1), dist.NewRate(1, math.Inf(1)), {Lo: 1, Hi: 2}} {
		if bad.Valid() == nil {
			t.Errorf("%v to %v is valid", bad.Lo, bad.Hi)
		}
	}
}

// The posterior is Bayes' rule on the interval-censored likelihood.
func TestRate_ObserveIsBayes(t *testing.T) {
	r := dist.NewRate(0.01, 10)
	got := r.Observe(2, 0.25, true).Observe(0.5, 0.25, false)
	var want [16]float64
	total := 0.0
	for i, g := range r.Grid() {
		c := (1 - math.Exp(-g*2)) * 0.75
		same := math.Exp(-g*0.5) + (1-math.Exp(-g*0.5))*0.25
		want[i] = c * same
		total += want[i]
	}
	for i := range want {
		if !near(got.W[i], want[i]/total, 1e-14) {
			t.Errorf("W[%d] = %v, want %v", i, got.W[i], want[i]/total)
		}
	}
	if r != dist.NewRate(0.01, 10) {
		t.Error("Observe changed its receiver")
	}
	stay := 0.0
	for i, g := range r.Grid() {
		stay += got.W[i] * math.Exp(-3*g)
	}
	if !near(got.Stay(3), stay, 1e-14) {
		t.Errorf("Stay(3) = %v, want %v", got.Stay(3), stay)
	}
}

func TestRate_UnexplainedLooksChangeNothing(t *testing.T) {
	r := dist.NewRate(0.01, 10).Observe(1, 0.5, true)
	if r.Observe(0, 0.5, true) != r || r.Observe(1, 1, true) != r {
		t.Error("a look that no rate explains changed the posterior")
	}
}

// A change makes the rate look faster, a quiet look slower.
func TestLaw_ChangeRaisesTheRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := dist.NewRate(0.001, 10)
		for range rapid.IntRange(0, 5).Draw(t, "looks") {
			r = r.Observe(rapid.Float64Range(0.01, 50).Draw(t, "elapsed"), 0.3, rapid.Bool().Draw(t, "changed"))
		}
		elapsed := rapid.Float64Range(0.01, 50).Draw(t, "next")
		up, down := r.Observe(elapsed, 0.3, true), r.Observe(elapsed, 0.3, false)
		if up.Valid() != nil || down.Valid() != nil {
			t.Fatalf("%v, %v", up.Valid(), down.Valid())
		}
		if m := r.Mean(); up.Mean() < m-1e-12 || down.Mean() > m+1e-12 {
			t.Fatalf("mean %v, after a change %v, after none %v", m, up.Mean(), down.Mean())
		}
		if s := r.Stay(1); up.Stay(1) > s+1e-12 || down.Stay(1) < s-1e-12 {
			t.Fatalf("stay %v, after a change %v, after none %v", s, up.Stay(1), down.Stay(1))
		}
	})
}

// Under a rate that is not known the decay is the mean of the decays.
func TestMix_AveragesOverTheRate(t *testing.T) {
	r := dist.NewRate(0.01, 1).Observe(3, 0.2, false)
	pi := []float64{0.2, 0.3, 0.5}
	got, want := []float64{1, 0, 0}, make([]float64, 3)
	dist.Mix(got, pi, r.Stay(4))
	for i, g := range r.Grid() {
		p := []float64{1, 0, 0}
		dist.Kernel{Kind: dist.KernelRedraw, Rate: g}.Apply(p, pi, 4)
		for j := range p {
			want[j] += r.W[i] * p[j]
		}
	}
	for j := range got {
		if !near(got[j], want[j], 1e-14) {
			t.Errorf("value %d: %v, want %v", j, got[j], want[j])
		}
	}
	if r.Stay(0) != 1 {
		t.Errorf("Stay(0) = %v", r.Stay(0))
	}
}

// Looks drawn from a rate find it again.
func TestRate_Learns(t *testing.T) {
	r := dist.NewRate(0.001, 10)
	// The expected share of changes at rate 0.1, elapsed 5, pi 0.5: (1-e^-.5)/2.
	changes := int(math.Round(1000 * (1 - math.Exp(-0.5)) / 2))
	for i := range 1000 {
		r = r.Observe(5, 0.5, i < changes)
	}
	lo, hi := r.Interval(0.95)
	if lo > 0.1 || hi < 0.1 || hi > 0.3 {
		t.Errorf("interval %v to %v, want it around 0.1", lo, hi)
	}
	if !near(r.Stay(5), math.Exp(-0.5), 0.05) {
		t.Errorf("Stay(5) = %v, want about %v", r.Stay(5), math.Exp(-0.5))
	}
}

func BenchmarkRate(b *testing.B) {
	r := dist.NewRate(0.001, 1)
	b.Run("stay", func(b *testing.B) {
		s := 0.0
		for b.Loop() {
			s += r.Stay(3)
		}
	})
	b.Run("observe", func(b *testing.B) {
		for b.Loop() {
			r.Observe(3, 0.25, true)
		}
	})
}

func BenchmarkKernel(b *testing.B) {
	p, pi := ones(8), ones(8)
	dist.Normalize(pi)
	k := dist.Kernel{Kind: dist.KernelRedraw, Rate: 0.1}
	for b.Loop() {
		k.Apply(p, pi, 0.5)
	}
}
