package bethink_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// pair is the joint table over two variables x and y that change by
// themselves: brute force, sharing no code with the belief.
type pair struct {
	p      [][]float64
	prior  [2][]float64
	kernel [2]dist.Kernel
	rate   [2]*dist.Rate
}

func newPair(px, py []float64, kx, ky dist.Kernel) *pair {
	o := &pair{prior: [2][]float64{px, py}, kernel: [2]dist.Kernel{kx, ky}}
	for _, a := range px {
		row := make([]float64, len(py))
		for j, b := range py {
			row[j] = a * b
		}
		o.p = append(o.p, row)
	}
	return o
}

// pass lets time pass over one variable, whatever the other is. Under a learned
// rate the kernel is the mean of the kernels of the grid's rates.
func (o *pair) pass(axis int, line []float64, dt float64) {
	if o.rate[axis] == nil {
		o.kernel[axis].Apply(line, o.prior[axis], dt)
		return
	}
	out := make([]float64, len(line))
	for i, g := range o.rate[axis].Grid() {
		k := o.kernel[axis]
		k.Rate = g
		part := append([]float64(nil), line...)
		k.Apply(part, o.prior[axis], dt)
		for j := range out {
			out[j] += o.rate[axis].W[i] * part[j]
		}
	}
	copy(line, out)
}

func (o *pair) wait(dt float64) {
	for j := range o.p[0] {
		col := make([]float64, len(o.p))
		for i := range o.p {
			col[i] = o.p[i][j]
		}
		o.pass(0, col, dt)
		for i := range o.p {
			o.p[i][j] = col[i]
		}
	}
	for i := range o.p {
		o.pass(1, o.p[i], dt)
	}
}

func (o *pair) weigh(f func(i, j int) float64) {
	sum := 0.0
	for i := range o.p {
		for j := range o.p[i] {
			o.p[i][j] *= f(i, j)
			sum += o.p[i][j]
		}
	}
	for i := range o.p {
		for j := range o.p[i] {
			o.p[i][j] /= sum
		}
	}
}

func (o *pair) compare(t reporter, b bethink.Belief) {
	t.Helper()
	for i := range o.p {
		want := 0.0
		for j := range o.p[i] {
			want += o.p[i][j]
		}
		near(t, fmt.Sprint("x=", i), b.Of(variable("d", "x"), bethink.Value(fmt.Sprint(i))), want, tight)
	}
	for j := range o.p[0] {
		want := 0.0
		for i := range o.p {
			want += o.p[i][j]
		}
		near(t, fmt.Sprint("y=", j), b.Of(variable("d", "y"), bethink.Value(fmt.Sprint(j))), want, tight)
	}
}

func weights(p []float64) (vals []bethink.Value, ws []bethink.Weight) {
	for i, q := range p {
		vals = append(vals, bethink.Value(fmt.Sprint(i)))
		ws = append(ws, bethink.Weight{Value: vals[i], P: q})
	}
	return vals, ws
}

// drifting is a pack with one thing whose x and y drift by the kernels.
func drifting(px, py []float64, kx, ky dist.Kernel) *fakePack {
	vx, wx := weights(px)
	vy, wy := weights(py)
	return &fakePack{priors: map[string][]bethink.Prior{"d": {
		{Var: variable("", "x"), Values: vx, Weights: wx, Measured: true, Nature: bethink.NatureDrifting, Kernel: kx},
		{Var: variable("", "y"), Values: vy, Weights: wy, Measured: true, Nature: bethink.NatureDrifting, Kernel: ky},
	}}}
}

func wait(t testing.TB, v bethink.View, dt float64, ev ...bethink.Evidence) bethink.View {
	t.Helper()
	return update(t, v, bethink.Input{Elapsed: dt}, bethink.Transition{}, bethink.Observation{Evidence: ev})
}

func drawKernel(rt *rapid.T, values int) dist.Kernel {
	kinds := []dist.KernelKind{dist.KernelKeep, dist.KernelRedraw, dist.KernelAbsorb}
	if values == 2 {
		kinds = append(kinds, dist.KernelFlip)
	}
	k := dist.Kernel{Kind: rapid.SampledFrom(kinds).Draw(rt, "kernel"), Rate: rapid.Float64Range(.01, 1).Draw(rt, "rate")}
	if k.Kind == dist.KernelAbsorb {
		k.To = rapid.IntRange(0, values-1).Draw(rt, "to")
	}
	return k
}

// Every kernel passes over a belief as it passes over the joint table, with and
// without other variables coupled to the one that changes, read or written.
func TestDrift_EveryKernelAgreesWithTheJointTable(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		px, py := []float64{.5, .3, .2}, []float64{.6, .4}
		kx, ky := drawKernel(rt, 3), drawKernel(rt, 2)
		o := newPair(px, py, kx, ky)
		pk := drifting(px, py, kx, ky)
		v := world(t, pk, bethink.Found{Entity: "d", Type: "d"})
		// The mean over rates is taken once for a time without looks, however
		// often it is read: the table, which takes it at every wait, agrees where
		// there is one wait.
		learned := rapid.Bool().Draw(rt, "learned")
		if learned {
			ra, rb := dist.NewRate(.01, 1), dist.NewRate(.1, 10).Observe(1, .5, true)
			know := rated{rates: map[string]*dist.Rate{}}
			if kx.Kind != dist.KernelKeep {
				o.rate[0], know.rates["x"] = &ra, &ra
			}
			if ky.Kind != dist.KernelKeep {
				o.rate[1], know.rates["y"] = &rb, &rb
			}
			v = bethink.View{World: "w", Episode: "e", Pack: pk, Knowledge: know}
			v = update(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Found: []bethink.Found{{Entity: "d", Type: "d"}}})
		}
		// Four steps at most: a fifth report of one thing would meet its class's cap.
		for range rapid.IntRange(1, 4).Draw(rt, "steps") {
			dt := rapid.SampledFrom([]float64{0, 0, .5, 3}).Draw(rt, "dt")
			if learned {
				dt = 0
			}
			i, j := rapid.IntRange(0, 2).Draw(rt, "i"), rapid.IntRange(0, 1).Draw(rt, "j")
			x, y := lit("d", "x", bethink.Value(fmt.Sprint(i))), lit("d", "y", bethink.Value(fmt.Sprint(j)))
			var ev []bethink.Evidence
			o.wait(dt)
			switch rapid.SampledFrom([]string{"x", "y", "either", "nothing"}).Draw(rt, "told") {
			case "x":
				ev = append(ev, told(.8, x))
				o.weigh(func(a, _ int) float64 {
					if a == i {
						return .8
					}
					return .1
				})
			case "y":
				ev = append(ev, told(.8, y))
				o.weigh(func(_, b int) float64 {
					if b == j {
						return .8
					}
					return .2
				})
			case "either":
				ev = append(ev, told(.9, x, y))
				o.weigh(func(a, b int) float64 {
					if a == i || b == j {
						return .9
					}
					return .1
				})
			}
			v = wait(t, v, dt, ev...)
			o.compare(rt, v.Belief)
			if rt.Failed() {
				rt.FailNow()
			}
		}
		// Reading later is waiting without a step.
		later := v.Belief.At(v.Belief.Now() + 2)
		o.wait(2)
		o.compare(rt, later)
	})
}

// rated is knowledge that has learned rates of redraw.
type rated struct {
	bethink.NoKnowledge
	rates map[string]*dist.Rate
}

func (r rated) Rate(_, attr string, _ bethink.EventKind) *dist.Rate { return r.rates[attr] }

// Two states with hazards .1 and .3: known true at 0, at t=2 0.586996723087916.
func TestDrift_TwoStateHazard(t *testing.T) {
	p := []float64{.75, .25}
	v := world(t, drifting(p, p, dist.Kernel{Kind: dist.KernelRedraw, Rate: .4}, dist.Kernel{}), bethink.Found{Entity: "d", Type: "d"})
	tr := bethink.Transition{Known: true, Effects: []bethink.Effect{{P: 1, Then: []bethink.Change{{Var: variable("d", "x"), To: []bethink.Weight{{Value: "1", P: 1}}}}}}}
	v = update(t, v, bethink.Input{Action: bethink.Action{Verb: "set"}}, tr, bethink.Observation{Verdict: bethink.VerdictDone})
	at0 := v.Belief.Of(variable("d", "x"), "1")
	v = wait(t, v, 2)
	want := .25 + (at0-.25)*(0.586996723087916-.25)/.75
	near(t, "x=1 at 2", v.Belief.Of(variable("d", "x"), "1"), want, 1e-12)
}

// Lists of a place are read lazily; the answer is that of updating every
// variable at every list.
func TestDrift_LazyListsAgreeWithUpdatingAtEveryStep(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		places := []bethink.Value{"a", "b", "c"}
		prior := []float64{.5, .3, .2}
		rate := rapid.SampledFrom([]float64{0, .1, .7}).Draw(rt, "rate")
		k := dist.Kernel{Kind: dist.KernelRedraw, Rate: rate}
		var ws []bethink.Weight
		for i, p := range prior {
			ws = append(ws, bethink.Weight{Value: places[i], P: p})
		}
		pk := &fakePack{priors: map[string][]bethink.Prior{
			"key":  {{Var: variable("", "location"), Set: "place", Values: places, Weights: ws, Measured: true, Nature: bethink.NatureDrifting, Kernel: k}},
			"lamp": {{Var: variable("", "on"), Values: onValues}},
		}}
		v := world(t, pk, bethink.Found{Entity: "key", Type: "key"}, bethink.Found{Entity: "lamp", Type: "lamp"})
		miss, perLook := .05, .2
		unseen := func(n int) float64 {
			p := 1.0
			for range n {
				p *= perLook
			}
			return miss + (1-miss)*p
		}
		// The joint of location and lamp, and how many lists of each place have
		// been made.
		p := [3][2]float64{}
		for i := range prior {
			p[i] = [2]float64{prior[i] / 2, prior[i] / 2}
		}
		looks := [3]int{}
		couples := 0
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			dt := rapid.SampledFrom([]float64{0, 1, 4}).Draw(rt, "dt")
			stay := dist.Exp(-rate * dt)
			for on := range 2 {
				mass := p[0][on] + p[1][on] + p[2][on]
				for i := range p {
					p[i][on] = stay*p[i][on] + (1-stay)*mass*prior[i]
				}
			}
			var ev []bethink.Evidence
			what := rapid.SampledFrom([]string{"list", "list", "list", "couple", "lamp"}).Draw(rt, "what")
			if what == "couple" {
				if couples++; couples > 6 {
					what = "lamp" // a seventh would meet the class's cap on a clause
				}
			}
			switch what {
			case "list":
				i := rapid.IntRange(0, 2).Draw(rt, "place")
				ev = append(ev, bethink.Evidence{Every: &bethink.Exhaustive{Type: "key", Attr: "location", Place: places[i], Miss: miss, MissPerLook: perLook}, Trust: bethink.TrustInstrument})
				looks[i]++
				for on := range 2 {
					p[i][on] *= unseen(looks[i]) / unseen(looks[i]-1)
				}
			case "couple":
				ev = append(ev, told(.8, lit("key", "location", "a"), lit("lamp", "on", bethink.True)))
				for i := range p {
					for on := range 2 {
						if i == 0 || on == 1 {
							p[i][on] *= .8
						} else {
							p[i][on] *= .2
						}
					}
				}
			case "lamp":
				ev = append(ev, told(.7, lit("lamp", "on", bethink.True)))
				for i := range p {
					p[i][0] *= .3
					p[i][1] *= .7
				}
			}
			sum := 0.0
			for i := range p {
				sum += p[i][0] + p[i][1]
			}
			for i := range p {
				p[i][0] /= sum
				p[i][1] /= sum
			}
			v = wait(t, v, dt, ev...)
			for i, place := range places {
				near(rt, "key at "+string(place), v.Belief.Of(variable("key", "location"), place), p[i][0]+p[i][1], tight)
			}
			near(rt, "lamp on", v.Belief.Of(variable("lamp", "on"), bethink.True), p[0][1]+p[1][1]+p[2][1], tight)
			if rt.Failed() {
				rt.FailNow()
			}
		}
	})
}

// Writing what time did leaves what reading it gave, however strong the evidence
// was and whatever classes it came from.
func TestDrift_WritingIsReading(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		px, py := []float64{.5, .3, .2}, []float64{.6, .4}
		v := world(t, drifting(px, py, drawKernel(rt, 3), drawKernel(rt, 2)), bethink.Found{Entity: "d", Type: "d"})
		if rapid.Bool().Draw(rt, "joined") {
			v = observe(t, v, told(.8, lit("d", "x", "0"), lit("d", "y", "1")))
		}
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			ev := told(rapid.SampledFrom([]float64{.6, .99, 1}).Draw(rt, "r"), lit("d", "x", bethink.Value(fmt.Sprint(rapid.IntRange(0, 2).Draw(rt, "x")))))
			if rapid.Bool().Draw(rt, "y") {
				ev.Clause = []bethink.Literal{lit("d", "y", bethink.Value(fmt.Sprint(rapid.IntRange(0, 1).Draw(rt, "at"))))}
			}
			ev.Trust = bethink.Trust(rapid.IntRange(0, 4).Draw(rt, "trust"))
			v = wait(t, v, rapid.SampledFrom([]float64{0, .2, 1, 9}).Draw(rt, "dt"), ev)
		}
		v = wait(t, v, rapid.SampledFrom([]float64{.01, 1, 30}).Draw(rt, "last"))
		touched := v
		for _, attr := range []string{"x", "y"} {
			id, _ := v.Belief.Find(variable("d", attr))
			var ws []bethink.Weight
			for _, val := range v.Belief.Values(id) {
				ws = append(ws, bethink.Weight{Value: val, P: .5})
			}
			touched = observe(t, touched, bethink.Evidence{Clause: []bethink.Literal{{Var: variable("d", attr)}}, Weights: ws, Trust: bethink.TrustInstrument})
		}
		sameBelief(rt, v.Belief, touched.Belief, 1e-9)
	})
}

// The same origin heard again of a thing that drifts gives back what time has
// taken of its word, and hardly more.
func TestDrift_AnOriginHeardAgainRenewsItsWord(t *testing.T) {
	for _, trust := range []bethink.Trust{bethink.TrustContent, bethink.TrustInstrument} {
		half := []float64{.5, .5}
		v := world(t, drifting(half, half, dist.Kernel{Kind: dist.KernelRedraw, Rate: .1}, dist.Kernel{}), bethink.Found{Entity: "d", Type: "d"})
		page := told(.9, lit("d", "x", "1"))
		page.Trust, page.Origin = trust, "page"
		x := func() float64 { return v.Belief.Of(variable("d", "x"), "1") }
		v = observe(t, v, page)
		near(t, "told once", x(), .9, 1e-12)
		v = observe(t, v, page)
		near(t, "told twice at once", x(), .9, 1e-12)
		v = wait(t, v, 5)
		if x() > .8 {
			t.Errorf("after a while %v", x())
		}
		faded := x()
		for range 10 {
			v = observe(t, v, page)
			if x() <= faded || x() > .97 {
				t.Errorf("%v: told again: %v after %v", trust, x(), faded)
			}
		}
		// Another class that repeats the page adds nothing.
		was := x()
		echo := page
		echo.Trust = bethink.TrustModel
		v = observe(t, v, echo)
		near(t, "another class", x(), was, 1e-12)
	}
}
