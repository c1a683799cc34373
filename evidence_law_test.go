package bethink_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// anything is a pack with one kind of thing, which has one attribute x with the
// given prior.
func anything(p bethink.Prior) *fakePack {
	p.Var = variable("", "x")
	return &fakePack{priors: map[string][]bethink.Prior{"thing": {p}}}
}

var x1 = variable("thing 1", "x")

// drawPrior draws any table over a few values: with zeros, closed or open, of
// any nature.
func drawPrior(t *rapid.T) bethink.Prior {
	n := rapid.IntRange(2, 8).Draw(t, "values")
	p := bethink.Prior{
		Nature:   rapid.SampledFrom([]bethink.Nature{bethink.NatureFixed, bethink.NatureActed, bethink.NatureDrifting}).Draw(t, "nature"),
		Unlisted: rapid.SampledFrom([]float64{0, 0, 2, 1000}).Draw(t, "unlisted"),
	}
	if p.Nature == bethink.NatureDrifting {
		p.Kernel = dist.Kernel{Kind: dist.KernelRedraw, Rate: .001}
	}
	for i := range n {
		v := bethink.Value(fmt.Sprint("v", i))
		p.Values = append(p.Values, v)
		p.Weights = append(p.Weights, bethink.Weight{Value: v, P: rapid.SampledFrom([]float64{0, 0, 1e-9, .1, 1}).Draw(t, "weight")})
	}
	p.Weights[rapid.IntRange(0, n-1).Draw(t, "sure")].P = 1
	return p
}

func drawReading(t *rapid.T, p bethink.Prior) bethink.Evidence {
	l := bethink.Literal{Var: x1, Any: []bethink.Value{rapid.SampledFrom(p.Values).Draw(t, "value")}}
	if p.Unlisted > 0 && rapid.Bool().Draw(t, "new") {
		l.Any[0] = bethink.Value(fmt.Sprint("new ", rapid.IntRange(0, 5).Draw(t, "which")))
	}
	l.Not = rapid.IntRange(0, 4).Draw(t, "not") == 0
	return told(rapid.Float64Range(.95, 1).Draw(t, "r"), l)
}

// What an instrument reads of a thing that nobody has verified is believed,
// whatever the pack's table says, and whatever others have said.
func TestLaw_ADirectReadingIsBelieved(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPrior(rt)
		v := world(t, anything(p), things(1)...)
		for i := range rapid.IntRange(0, 12).Draw(rt, "hearsay") {
			ev := drawReading(rt, p)
			ev.Trust = rapid.SampledFrom([]bethink.Trust{bethink.TrustModel, bethink.TrustContent, bethink.TrustImport}).Draw(rt, "class")
			ev.Origin = fmt.Sprint(i)
			v = observe(t, v, ev)
		}
		ev := drawReading(rt, p)
		// Met in the same step or before: it makes no difference.
		if got := observe(t, v, ev).Belief.Holds(ev.Clause[0]); got < .95 {
			rt.Errorf("P(%v) is %v after it was read with %v", ev.Clause[0], got, ev.Reliability)
		}
		fresh := bethink.View{World: "w", Episode: "e", Pack: anything(p), Knowledge: bethink.NoKnowledge{}}
		fresh = update(t, fresh, bethink.Input{}, bethink.Transition{}, bethink.Observation{Found: things(1), Evidence: []bethink.Evidence{ev}})
		if got := fresh.Belief.Holds(ev.Clause[0]); got < .95 {
			rt.Errorf("just met: P(%v) is %v after it was read with %v", ev.Clause[0], got, ev.Reliability)
		}
	})
}

// What an instrument reads of a thing that was verified before is believed, or
// is a contradiction in the step. Of what actions or time may change it is
// believed at the second reading at the latest, however often the old value was
// confirmed.
func TestLaw_NothingVerifiedIsBeyondCorrection(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPrior(rt)
		v := world(t, anything(p), things(1)...)
		old, ev := drawReading(rt, p), drawReading(rt, p)
		for range rapid.SampledFrom([]int{1, 2, 3, 50}).Draw(rt, "confirmed") {
			v = observe(t, v, old)
		}
		v, st := updateStep(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{ev}})
		if got := v.Belief.Holds(ev.Clause[0]); got < .95 && st.Contradiction == nil {
			rt.Errorf("P(%v) is %v after it was read with %v, and nothing is flagged", ev.Clause[0], got, ev.Reliability)
		}
		if p.Nature == bethink.NatureFixed {
			return
		}
		v = observe(t, v, ev)
		if got := v.Belief.Holds(ev.Clause[0]); got < .95 {
			rt.Errorf("P(%v) is %v after it was read twice with %v", ev.Clause[0], got, ev.Reliability)
		}
	})
}

// A measured base rate is no guess: a reading against it is plain Bayes.
func TestLaw_AMeasuredPriorIsPlainBayes(t *testing.T) {
	p := bethink.Prior{Values: onValues, Weights: []bethink.Weight{{Value: bethink.False, P: 1 - 1e-5}, {Value: bethink.True, P: 1e-5}}, Measured: true}
	v, st := updateStep(t, world(t, anything(p), things(1)...), bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{told(.98, bethink.Literal{Var: x1, Any: []bethink.Value{bethink.True}})}})
	odds := 1e-5 / (1 - 1e-5) * 8192 // the cap
	near(t, "P(true)", v.Belief.Of(x1, bethink.True), odds/(1+odds), 1e-6)
	if st.Contradiction != nil {
		t.Errorf("%+v", st.Contradiction)
	}
}

// A table that says never is contradicted by an instrument that sees it, and the
// step says that the table is what is wrong.
func TestContradiction_OfATableIsNamed(t *testing.T) {
	p := bethink.Prior{Values: colourValues, Weights: []bethink.Weight{{Value: "red", P: 1}}}
	v, st := updateStep(t, world(t, anything(p), things(1)...), bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{told(.99, bethink.Literal{Var: x1, Any: []bethink.Value{"blue"}})}})
	if got := v.Belief.Of(x1, "blue"); got < .95 {
		t.Errorf("P(blue) is %v", got)
	}
	if st.Contradiction == nil {
		t.Fatal("no contradiction")
	}
	most := bethink.CauseWeight{}
	for _, c := range st.Contradiction.Causes {
		if c.Cause != bethink.CauseChance && c.P > most.P {
			most = c
		}
	}
	if most.Cause != bethink.CausePrior {
		t.Errorf("%+v", st.Contradiction.Causes)
	}
}

// However many values were discovered, the one just read is believed, some of the
// belief is left for others, and nothing is exactly zero.
func TestLaw_DiscoveryNeverExhaustsADomain(t *testing.T) {
	for _, set := range []string{"", "places"} {
		for _, unlisted := range []float64{1, 2, 20, 1000} {
			p := bethink.Prior{Set: set, Values: []bethink.Value{"first"}, Unlisted: unlisted, Nature: bethink.NatureDrifting, Kernel: dist.Kernel{Kind: dist.KernelRedraw, Rate: .1}}
			v := world(t, anything(p), things(1)...)
			for i := range 400 {
				val := bethink.Value(fmt.Sprint("value ", i))
				next, err := advance(v, bethink.Input{Elapsed: 10}, told(.999, bethink.Literal{Var: x1, Any: []bethink.Value{val}}))
				if err != nil {
					t.Fatal(err)
				}
				v = next
				if got := v.Belief.Of(x1, val); got < .95 {
					t.Fatalf("unlisted %v: P is %v of the %dth value read", unlisted, got, i+1)
				}
				if got := v.Belief.Of(x1, bethink.Other); !(got > 0) {
					t.Fatalf("unlisted %v: nothing is left of other after %d values", unlisted, i+1)
				}
			}
			if err := v.Belief.Valid(); err != nil {
				t.Errorf("unlisted %v: %v", unlisted, err)
			}
		}
	}
}

// advance is Update without the checks of a test helper, which read the whole
// belief.
func advance(v bethink.View, in bethink.Input, evs ...bethink.Evidence) (bethink.View, error) {
	v, _, err := bethink.Update(v, in, bethink.Transition{}, bethink.Observation{Evidence: evs})
	return v, err
}

// A changed hash makes what rests on it stale at the first reading.
func TestLaw_AChangedVersionIsSeenAtOnce(t *testing.T) {
	for _, unlisted := range []float64{2, 1000, 1e9} {
		pk := &fakePack{priors: map[string][]bethink.Prior{
			"file":  {{Var: variable("", "version"), Unlisted: unlisted, Nature: bethink.NatureActed}},
			"tests": {{Var: variable("", "pass"), Values: onValues, Nature: bethink.NatureActed, DependsOn: []bethink.DependsOn{{Pattern: "src/**", Attr: "version"}}}},
		}}
		v := world(t, pk, bethink.Found{Entity: "src/a", Type: "file"}, bethink.Found{Entity: "tests", Type: "tests"})
		hash := func(h string) bethink.Evidence { return told(.999, lit("src/a", "version", bethink.Value(h))) }
		v = observe(t, v, hash("h1"))
		for range 3 {
			v = observe(t, v, told(.99, lit("tests", "pass", bethink.True)))
			v = observe(t, v, hash("h1"))
		}
		if st := v.Belief.Status(variable("tests", "pass")); st != bethink.StatusVerified {
			t.Fatalf("unlisted %v: %v", unlisted, st)
		}
		v = observe(t, v, hash("h2"))
		if st := v.Belief.Status(variable("tests", "pass")); st != bethink.StatusStale {
			t.Errorf("unlisted %v: the version was read as changed and the tests are %v", unlisted, st)
		}
		v = observe(t, v, told(.99, lit("tests", "pass", bethink.False)))
		if p := v.Belief.Of(variable("tests", "pass"), bethink.True); p > .06 {
			t.Errorf("unlisted %v: P(pass) is %v after a failing run", unlisted, p)
		}
		if st := v.Belief.Status(variable("tests", "pass")); st != bethink.StatusVerified {
			t.Errorf("unlisted %v: a result just reported is %v", unlisted, st)
		}
	}
}

// An unclear answer leaves it at one half whether the action was done, or at what
// the action or the answer says; what cannot be undone is never taken for done.
func TestLaw_UnclearIsNotDone(t *testing.T) {
	p := func(f float64) *float64 { return &f }
	paid := variable("thing 1", "x")
	for _, c := range []struct {
		action, answer *float64
		irreversible   bool
		want           float64
	}{
		{nil, nil, false, .5}, {nil, nil, true, .5}, {p(.9), nil, false, .9}, {p(.9), nil, true, .5},
		{p(.1), nil, true, .1}, {p(.1), p(.8), false, .8}, {nil, p(0), false, 0}, {p(.2), p(.9), true, .5},
	} {
		pk := anything(bethink.Prior{Values: onValues, Weights: []bethink.Weight{{Value: bethink.False, P: 1}}, Measured: true, Nature: bethink.NatureActed})
		tr := bethink.Transition{Known: true, Unclear: c.action, Irreversible: c.irreversible, Effects: []bethink.Effect{{P: 1, Then: []bethink.Change{{Var: paid, To: []bethink.Weight{{Value: bethink.True, P: 1}}}}}}}
		in := bethink.Input{Action: bethink.Action{Verb: "checkout"}, Text: "Something went wrong."}
		v := update(t, world(t, pk, things(1)...), in, tr, bethink.Observation{Unclear: c.answer})
		near(t, fmt.Sprintf("%+v", c), v.Belief.Of(paid, bethink.True), c.want, 1e-3)
		if st := v.Belief.Status(paid); st == bethink.StatusVerified {
			t.Errorf("%+v: %v", c, st)
		}
	}
	bad := bethink.Transition{Known: true, Unclear: p(1.5)}
	if err := bad.Valid(); err == nil {
		t.Error("a chance of 1.5 is taken")
	}
}

// An action that may have been done has had all of its effects or none.
func TestLaw_AnUnclearActionIsDoneWhollyOrNot(t *testing.T) {
	v := world(t, colours(), things(2)...)
	then := func(ent string) bethink.Effect {
		return bethink.Effect{P: 1, Then: []bethink.Change{{Var: variable(ent, "colour"), To: []bethink.Weight{{Value: "blue", P: 1}}}}}
	}
	tr := bethink.Transition{Known: true, Effects: []bethink.Effect{then("thing 1"), then("thing 2")}}
	v = observe(t, v, told(1, lit("thing 1", "colour", "red")), told(1, lit("thing 2", "colour", "red")))
	v = update(t, v, bethink.Input{Action: bethink.Action{Verb: "paint"}}, tr, bethink.Observation{})
	v = observe(t, v, told(.99, lit("thing 1", "colour", "blue")))
	if p := v.Belief.Of(variable("thing 2", "colour"), "blue"); p < .95 {
		t.Errorf("one was painted and the other is blue with %v", p)
	}
}

// No number of reports of one look, and no number of origins of any class, keeps
// a later instrument from being believed.
func TestLaw_NothingLocksAVariable(t *testing.T) {
	p := bethink.Prior{Values: []bethink.Value{"rome", "oslo"}, Nature: bethink.NatureActed}
	say := func(val bethink.Value, r float64, by bethink.Trust, origin string) bethink.Evidence {
		ev := told(r, bethink.Literal{Var: x1, Any: []bethink.Value{val}})
		ev.Trust, ev.Origin = by, origin
		return ev
	}
	v := world(t, anything(p), things(1)...)
	for i := range 200 {
		v = observe(t, v, say("rome", .8, bethink.TrustContent, fmt.Sprint("page ", i)))
	}
	for i := range 200 { // pieces that say nothing
		v = observe(t, v, say("rome", .5, bethink.TrustContent, fmt.Sprint("empty ", i)))
	}
	if w := observe(t, v, say("oslo", .9999, bethink.TrustInstrument, "sensor")); w.Belief.Of(x1, "oslo") < .95 {
		t.Errorf("oslo %v after an instrument", w.Belief.Of(x1, "oslo"))
	}
	if w := observe(t, v, say("oslo", .99, bethink.TrustUser, "alice")); w.Belief.Of(x1, "oslo") < .5 {
		t.Errorf("oslo %v after a user", w.Belief.Of(x1, "oslo"))
	}
	for range 300 {
		v = observe(t, v, say("rome", .9, bethink.TrustInstrument, ""))
	}
	for range 10 {
		v = observe(t, v, say("oslo", .9, bethink.TrustInstrument, ""))
	}
	if got := v.Belief.Of(x1, "oslo"); got < .9 {
		t.Errorf("oslo %v after ten reports against three hundred", got)
	}
}
