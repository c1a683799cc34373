package bethink_test

import (
	"math"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// Time moves every kind of kernel as dist.Kernel says, read lazily or written
// by later evidence.
func TestLaw_TimeFollowsTheKernel(t *testing.T) {
	t.Parallel()
	for _, k := range []dist.Kernel{
		{Kind: dist.KernelKeep},
		{Kind: dist.KernelRedraw, Rate: 0.2},
		{Kind: dist.KernelFlip, Rate: 0.2},
		{Kind: dist.KernelAbsorb, Rate: 0.2, To: 1},
	} {
		t.Run(k.Kind.String(), func(t *testing.T) {
			t.Parallel()
			p := &fakePack{priors: map[string][]bethink.Prior{"door": {{
				Var: bethink.Variable{Attr: "state"}, Values: []bethink.Value{"open", "locked"},
				Weights: []bethink.Weight{{Value: "open", P: 0.7}, {Value: "locked", P: 0.3}}, Measured: true,
				Nature: bethink.NatureDrifting, Kernel: k,
			}}}}
			v := world(t, p, bethink.Found{Entity: "d", Type: "door"})
			want := []float64{0.7, 0.3}
			pi := []float64{0.7, 0.3}
			wait := func(dt float64) {
				v = update(t, v, bethink.Input{Elapsed: dt}, bethink.Transition{}, bethink.Observation{})
				k.Apply(want, pi, dt)
			}
			look := func() {
				v = observe(t, v, told(0.9, lit("d", "state", "open")))
				want[0], want[1] = want[0]*0.9, want[1]*0.1
				dist.Normalize(want)
			}
			for i, f := range []func(){func() { wait(2) }, look, func() { wait(1.5) }, func() { wait(1) }, look, look, func() { wait(0.5) }} {
				f()
				got := v.Belief.Of(variable("d", "state"), "open")
				near(t, "P(open) after event "+string(rune('0'+i)), got, want[0], 1e-9)
			}
			id, _ := v.Belief.Find(variable("d", "state"))
			stay, to := v.Belief.Drift(id, 3)
			ahead := v.Belief.At(v.Belief.Now()+3).P(id, nil)
			near(t, "drift", stay*want[0]+(1-stay)*to[0], ahead[0], 1e-9)
			if math.IsNaN(stay) {
				t.Error("stay is NaN")
			}
		})
	}
}
