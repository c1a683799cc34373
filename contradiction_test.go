package bethink_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// certain is a view in which thing 1 was seen to be red, as surely as one can
// be.
func certain(t testing.TB, nature bethink.Nature, k dist.Kernel) bethink.View {
	t.Helper()
	p := colours()
	p.priors["thing"][0].Nature, p.priors["thing"][0].Kernel = nature, k
	v := world(t, p, things(3)...)
	return observe(t, v, told(1, lit("thing 1", "colour", "red")), told(1, lit("thing 1", "colour", "red")), told(.7, lit("thing 2", "on", bethink.True), lit("thing 3", "colour", "green")))
}

// A contradiction is part of the step: the causes are weighed, the new value is
// believed, and nothing else moves.
func TestContradiction_ReopensWhatItContradicts(t *testing.T) {
	v := certain(t, bethink.NatureActed, dist.Kernel{})
	next, st := updateStep(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{told(1, lit("thing 1", "colour", "blue"))}})
	c := st.Contradiction
	if c == nil {
		t.Fatal("no contradiction")
	}
	if c.Ratio < bethink.ContradictionRatio || len(c.Evidence) != 1 || c.Evidence[0] != 0 || len(c.Reopened) != 1 || c.Reopened[0] != variable("thing 1", "colour") {
		t.Errorf("%+v", c)
	}
	sum := 0.0
	for _, x := range c.Causes {
		sum += x.P
	}
	near(t, "the causes", sum, 1, 1e-12)
	if p := next.Belief.Of(variable("thing 1", "colour"), "blue"); p < .99 {
		t.Errorf("P(blue)=%v: not recovered", p)
	}
	v.Belief.All(func(id bethink.ID, name bethink.Variable) bool {
		if name != variable("thing 1", "colour") {
			other, _ := next.Belief.Find(name)
			for i, p := range v.Belief.P(id, nil) {
				if q := next.Belief.P(other, nil)[i]; p != q {
					t.Errorf("%v moved from %v to %v", name, p, q)
				}
			}
		}
		return true
	})
	// And back again: it recovers as often as it must.
	for i := range 6 {
		want := bethink.Value([]string{"green", "red", "blue"}[i%3])
		next = observe(t, next, told(1, lit("thing 1", "colour", want)))
		if got, p := next.Belief.Best(variable("thing 1", "colour")); got != want || p < .95 {
			t.Errorf("told %v, believed %v with %v", want, got, p)
		}
	}
}

// The posterior over causes follows what is known of the variable.
func TestContradiction_TheCausesFollowTheVariable(t *testing.T) {
	causes := func(v bethink.View) map[bethink.Cause]float64 {
		_, st := updateStep(t, v, bethink.Input{Elapsed: 1}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{told(1, lit("thing 1", "colour", "blue"))}})
		if st.Contradiction == nil {
			t.Fatal("no contradiction")
		}
		m := map[bethink.Cause]float64{}
		for _, x := range st.Contradiction.Causes {
			m[x.Cause] = x.P
		}
		return m
	}
	fixed := causes(certain(t, bethink.NatureFixed, dist.Kernel{}))
	drifts := causes(certain(t, bethink.NatureDrifting, dist.Kernel{}))
	if !(fixed[bethink.CauseMiss] > 10*fixed[bethink.CauseChange]) {
		t.Errorf("a fixed thing is rather misseen than changed: %v", fixed)
	}
	if !(drifts[bethink.CauseChange] > drifts[bethink.CauseMiss]) {
		t.Errorf("a drifting thing is rather changed than misseen: %v", drifts)
	}
	if fixed[bethink.CauseFailed] != 0 {
		t.Errorf("no action set it: %v", fixed)
	}
	v := certain(t, bethink.NatureActed, dist.Kernel{})
	paint := bethink.Transition{Known: true, Effects: []bethink.Effect{{P: 1, Then: []bethink.Change{{Var: variable("thing 1", "colour"), To: []bethink.Weight{{Value: "green", P: 1}}}}}}}
	v = update(t, v, bethink.Input{Action: bethink.Action{Verb: "paint"}}, paint, bethink.Observation{Verdict: bethink.VerdictDone})
	if acted := causes(v); !(acted[bethink.CauseFailed] > acted[bethink.CauseMiss]) {
		t.Errorf("what an action set may not have been done: %v", acted)
	}
}

// A contradiction reaches through a joint: what was inferred from the old value
// gives way.
func TestContradiction_InAJoint(t *testing.T) {
	v := world(t, colours(), things(2)...)
	v = observe(t, v, told(.9, lit("thing 1", "colour", "red"), lit("thing 2", "on", bethink.True)))
	v = observe(t, v, told(1, lit("thing 1", "colour", "red")))
	next, st := updateStep(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{told(1, lit("thing 1", "colour", "blue"))}})
	if st.Contradiction == nil {
		t.Fatal("no contradiction")
	}
	if p := next.Belief.Of(variable("thing 1", "colour"), "blue"); p < .95 {
		t.Errorf("P(blue)=%v", p)
	}
}

// Text, models and imports never reopen what an instrument settled, told of one
// thing, of several, or as a list.
func TestContradiction_LowTrustNeverReopens(t *testing.T) {
	pk := colours()
	pk.priors["key"] = []bethink.Prior{
		{Field: &bethink.Intensity{Type: "key", Attr: "location", Set: "place", Place: "a", Mu: .5}},
		{Field: &bethink.Intensity{Type: "key", Attr: "location", Set: "place", Place: "b", Mu: .5}},
		{Var: variable("", "location"), Set: "place", FromField: true},
	}
	v := world(t, pk, append(things(2), bethink.Found{Entity: "key 1", Type: "key"})...)
	v = observe(t, v, told(1, lit("thing 1", "colour", "red")), told(1, lit("thing 2", "on", bethink.False)), told(1, lit("key 1", "location", "a")))
	for _, trust := range []bethink.Trust{bethink.TrustModel, bethink.TrustContent, bethink.TrustImport} {
		for name, ev := range map[string]bethink.Evidence{
			"one":     told(1, lit("thing 1", "colour", "blue")),
			"several": told(1, lit("thing 1", "colour", "blue"), lit("thing 2", "on", bethink.True)),
			"list":    {Every: &bethink.Exhaustive{Type: "key", Attr: "location", Place: "a"}},
		} {
			ev.Trust = trust
			w := v
			for range 10 {
				var st *bethink.Step
				w, st = updateStep(t, w, bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{ev}})
				if st.Contradiction != nil {
					t.Errorf("%v, %s: reopened %v", trust, name, st.Contradiction.Reopened)
				}
			}
			for _, q := range []bethink.Literal{lit("thing 1", "colour", "red"), lit("thing 2", "on", bethink.False), lit("key 1", "location", "a")} {
				if w.Belief.Holds(q) < .98 {
					t.Errorf("%v, %s: P(%v)=%v", trust, name, q, w.Belief.Holds(q))
				}
			}
		}
	}
	// An instrument's list does.
	_, st := updateStep(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{{Every: &bethink.Exhaustive{Type: "key", Attr: "location", Place: "a"}, Trust: bethink.TrustInstrument}}})
	if st.Contradiction == nil {
		t.Error("an empty place did not contradict the key that was seen there")
	}
}

// Clauses over several things are capped by class, like everything else.
func TestLaw_AClauseHasItsCap(t *testing.T) {
	for _, trust := range []bethink.Trust{bethink.TrustModel, bethink.TrustContent, bethink.TrustUser, bethink.TrustInstrument} {
		v := world(t, colours(), things(2)...)
		for i := range 30 {
			ev := told(.95, lit("thing 1", "on", bethink.True), lit("thing 2", "on", bethink.True))
			ev.Trust, ev.Origin = trust, fmt.Sprint("page ", i)
			v = observe(t, v, ev)
		}
		// The prior odds of "at least one" are 3 to 1; one of them alone is on
		// in two cases of the three.
		odds := 3 * math.Exp2(bethink.TrustCap(trust))
		near(t, trust.String(), v.Belief.Of(variable("thing 1", "on"), bethink.True), odds/(1+odds)*2/3, 1e-6)
	}
}

// A repeated origin does not reopen what other evidence has settled since.
func TestContradiction_ARepeatedOriginIsNone(t *testing.T) {
	v := world(t, colours(), things(1)...)
	old := told(.999, lit("thing 1", "colour", "red"))
	old.Origin = "report 1"
	v = observe(t, v, old)
	for range 3 {
		v = observe(t, v, told(1, lit("thing 1", "colour", "blue")))
	}
	before := v.Belief.Of(variable("thing 1", "colour"), "blue")
	// (The reopening by blue forgot the report; it is heard once more.)
	v = observe(t, v, old)
	v2, st := updateStep(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{old}})
	if st.Contradiction != nil {
		t.Error("an old report reopened the matter")
	}
	near(t, "blue", v2.Belief.Of(variable("thing 1", "colour"), "blue"), v.Belief.Of(variable("thing 1", "colour"), "blue"), 0)
	if before < .99 {
		t.Errorf("P(blue)=%v", before)
	}
}

// What is malformed is an error that says so and leaves no trace.
func TestUpdate_MalformedIsInvalid(t *testing.T) {
	v := world(t, colours(), things(2)...)
	v.Pack.(*fakePack).priors["hollow"] = []bethink.Prior{{Var: variable("", "x"), Values: []bethink.Value{"a"}, Weights: []bethink.Weight{{Value: "a", P: 0}}}}
	v.Pack.(*fakePack).priors["flip"] = []bethink.Prior{{Var: variable("", "x"), Values: []bethink.Value{"a", "b", "c"}, Kernel: dist.Kernel{Kind: dist.KernelFlip, Rate: 1}}}
	v.Pack.(*fakePack).priors["sink"] = []bethink.Prior{{Var: variable("", "x"), Values: []bethink.Value{"a", "b"}, Kernel: dist.Kernel{Kind: dist.KernelAbsorb, To: 2}}}
	v.Pack.(*fakePack).priors["twice"] = []bethink.Prior{{Var: variable("", "x"), Values: []bethink.Value{"a", "a"}}}
	print := v.Belief.Fingerprint()
	on := lit("thing 1", "on", bethink.True)
	one := func(ev bethink.Evidence) bethink.Observation {
		return bethink.Observation{Evidence: []bethink.Evidence{told(.9, on), ev}}
	}
	weighed := func(rest float64, ws ...bethink.Weight) bethink.Observation {
		return one(bethink.Evidence{Clause: []bethink.Literal{on}, Weights: ws, Else: rest})
	}
	for name, o := range map[string]bethink.Observation{
		"empty":                one(bethink.Evidence{}),
		"no values":            one(told(.9, lit("thing 1", "on"))),
		"no attribute":         one(told(.9, lit("thing 1", "", "x"))),
		"reliability 0":        one(told(0, on)),
		"reliability 2":        one(told(2, on)),
		"reliability NaN":      one(told(math.NaN(), on)),
		"unknown variable":     one(told(.9, lit("thing 9", "on", bethink.True))),
		"unknown value":        one(told(.9, lit("thing 1", "on", "perhaps"))),
		"value not UTF-8":      one(told(.9, lit("thing 1", "on", "\xff"))),
		"no such class":        one(bethink.Evidence{Clause: []bethink.Literal{on}, Reliability: .9, Trust: 9}),
		"span":                 one(bethink.Evidence{Clause: []bethink.Literal{on}, Reliability: .9, Span: [2]int{0, 1}}),
		"span backwards":       one(bethink.Evidence{Clause: []bethink.Literal{on}, Reliability: .9, Span: [2]int{0, -1}}),
		"weights NaN":          weighed(0, bethink.Weight{Value: bethink.True, P: math.NaN()}),
		"weights negative":     weighed(1, bethink.Weight{Value: bethink.True, P: -1}),
		"weights infinite":     weighed(0, bethink.Weight{Value: bethink.True, P: math.Inf(1)}),
		"weights huge":         weighed(0, bethink.Weight{Value: bethink.True, P: math.MaxFloat64}),
		"weights of all 0":     weighed(0, bethink.Weight{Value: bethink.True, P: 0}),
		"weights elsewhere":    weighed(1, bethink.Weight{Value: "perhaps", P: 1}),
		"rest NaN":             weighed(math.NaN(), bethink.Weight{Value: bethink.True, P: 1}),
		"list without place":   one(bethink.Evidence{Every: &bethink.Exhaustive{Attr: "on"}}),
		"list with clause":     one(bethink.Evidence{Every: &bethink.Exhaustive{Attr: "on", Place: "a"}, Clause: []bethink.Literal{on}}),
		"list miss":            one(bethink.Evidence{Every: &bethink.Exhaustive{Attr: "on", Place: "a", Miss: 1.5}}),
		"list miss NaN":        one(bethink.Evidence{Every: &bethink.Exhaustive{Attr: "on", Place: "a", MissPerLook: math.NaN()}}),
		"verdict":              {Verdict: 7},
		"found without type":   {Found: []bethink.Found{{Entity: "x"}}},
		"found without name":   {Found: []bethink.Found{{Type: "thing"}}},
		"found not UTF-8":      {Found: []bethink.Found{{Entity: "\xff", Type: "thing"}}},
		"found joins nothing":  {Found: []bethink.Found{{Entity: "x", Type: "thing", Joins: []string{""}}}},
		"prior without mass":   {Found: []bethink.Found{{Entity: "x", Type: "hollow"}}},
		"prior value twice":    {Found: []bethink.Found{{Entity: "x", Type: "twice"}}},
		"flip of three":        {Found: []bethink.Found{{Entity: "x", Type: "flip"}}},
		"absorbed by no value": {Found: []bethink.Found{{Entity: "x", Type: "sink"}}},
	} {
		w, st, err := bethink.Update(v, bethink.Input{}, bethink.Transition{}, o)
		if !errors.Is(err, bethink.ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
			continue
		}
		if st != nil || w.Seq != v.Seq || w.Belief.Fingerprint() != print {
			t.Errorf("%s: it left a trace", name)
		}
	}
	set := func(p float64, to float64) bethink.Transition {
		return bethink.Transition{Known: true, Effects: []bethink.Effect{{P: p, Then: []bethink.Change{{Var: on.Var, To: []bethink.Weight{{Value: bethink.True, P: to}}}}}}}
	}
	for name, tr := range map[string]bethink.Transition{
		"effect P":     set(1.5, 1),
		"effect NaN":   set(math.NaN(), 1),
		"to negative":  set(1, -1),
		"to NaN":       set(1, math.NaN()),
		"precondition": {Known: true, Preconditions: []bethink.Literal{{}}},
	} {
		if _, _, err := bethink.Update(v, bethink.Input{}, tr, bethink.Observation{Verdict: bethink.VerdictDone}); !errors.Is(err, bethink.ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
	for name, in := range map[string]bethink.Input{
		"elapsed": {Elapsed: math.NaN()}, "endless": {Elapsed: math.Inf(1)}, "reply": {Reply: 9}, "text": {Text: "\xff"},
		"result": {Result: []byte("}")}, "args": {Args: []byte("}")},
	} {
		if _, _, err := bethink.Update(v, in, bethink.Transition{}, bethink.Observation{}); !errors.Is(err, bethink.ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
}
