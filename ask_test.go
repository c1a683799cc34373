package bethink_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// shed is a pack with two boxes, a key in one of them, and two ways to look.
func shed() *fakePack {
	p := &fakePack{priors: map[string][]bethink.Prior{
		"box": {{Var: variable("", "open"), Values: onValues}},
		"key": {{Var: variable("", "location"), Set: "place", Weights: []bethink.Weight{{Value: "box 1", P: .75}, {Value: "box 2", P: .25}}, Measured: true}},
	}}
	p.desc.Types = []bethink.TypeSpec{{Name: "box"}, {Name: "key"}}
	p.schemas = []bethink.Schema{
		{Verb: "empty", Text: "empty {b}", Params: []bethink.Param{{Name: "b", Type: "box"}}, Reveals: []bethink.Reveal{{Attr: "location", Every: "key", Place: "$b"}}, Cost: 5},
		{Verb: "peek", Text: "peek into {b}", Params: []bethink.Param{{Name: "b", Type: "box"}}, Reveals: []bethink.Reveal{{Attr: "location", Every: "key", Place: "$b"}, {Subject: "$b", Attr: "open"}}, Cost: 1},
	}
	return p
}

// An answer names the cheapest action that would tell, with its cost.
func TestAsk_NamesTheCheapestCheck(t *testing.T) {
	v := world(t, shed(), bethink.Found{Entity: "box 1", Type: "box", Joins: []string{"place"}}, bethink.Found{Entity: "box 2", Type: "box", Joins: []string{"place"}}, bethink.Found{Entity: "key", Type: "key"})
	for q, want := range map[bethink.Variable]string{variable("key", "location"): "peek into box 1", variable("box 2", "open"): "peek into box 2"} {
		a, err := v.Ask(q)
		if err != nil {
			t.Fatal(err)
		}
		if a.Check == nil || a.Check.Action.Text != want || a.Check.Cost != 1 || !(a.Check.Bits > 0) {
			t.Errorf("%v: check %+v, want %q", q, a.Check, want)
		}
		if a.Status != bethink.StatusUnknown || a.Trust != "" || a.Evidence != nil {
			t.Errorf("%v: %+v, and nobody looked", q, a)
		}
	}
	a, err := v.Ask(variable("key", "location"))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "bits", a.Check.Bits, dist.Entropy([]float64{.75, .25}), 1e-9)
	if a.Values[0].Value != "box 1" || a.Value != "box 1" || math.Abs(a.P-.75) > 1e-9 {
		t.Errorf("the likeliest first: %+v", a.Values)
	}
}

// A misspelt name gets close matches and never a made-up answer.
func TestAsk_UnknownNamesAreRefusedWithCloseMatches(t *testing.T) {
	v := world(t, shed(), bethink.Found{Entity: "box 1", Type: "box", Joins: []string{"place"}}, bethink.Found{Entity: "box 2", Type: "box", Joins: []string{"place"}}, bethink.Found{Entity: "key", Type: "key"})
	_, err := v.Ask(variable("kye", "location"))
	if !errors.Is(err, bethink.ErrNotFound) || !strings.Contains(err.Error(), "did you mean location(key)?") {
		t.Errorf("%v", err)
	}
	if _, err = v.Ask(variable("zebra", "stripes")); !errors.Is(err, bethink.ErrNotFound) || strings.Contains(err.Error(), "did you mean") {
		t.Errorf("%v", err)
	}
	if p := v.Belief.Of(variable("zebra", "stripes"), bethink.True); p != 0 {
		t.Errorf("P of the unknown is %v", p)
	}
	if st := v.Belief.Status(variable("zebra", "stripes")); st != bethink.StatusUnknown {
		t.Errorf("status of the unknown is %v", st)
	}
}

// How sure one is comes from the evidence, how long ago from the world's clock.
func TestAsk_AgeIsSinceItWasVerified(t *testing.T) {
	v := world(t, colours(), things(1)...)
	v = wait(t, v, 3, told(.999, lit("thing 1", "on", bethink.True)))
	v = wait(t, v, 4)
	v.Belief = v.Belief.At(v.Belief.Now() + 5)
	a, err := v.Ask(variable("thing 1", "on"))
	if err != nil {
		t.Fatal(err)
	}
	if a.Age != 9 || a.VerifiedStep != 2 || a.Observed != 2 || a.Status != bethink.StatusVerified {
		t.Errorf("%+v", a)
	}
}

// Beyond what a joint can hold exactly, the lightest cases lose what they have in
// common and nothing else: the error stays small.
func TestStability_ALargeJointIsFolded(t *testing.T) {
	const n = 14
	v := world(t, colours(), things(n)...)
	p := make([]float64, 1<<n)
	for s := range p {
		p[s] = 1
	}
	for i := 1; i < n; i++ {
		v = observe(t, v, told(.9, lit(fmt.Sprint("thing ", i), "on", bethink.True), lit(fmt.Sprint("thing ", i+1), "on", bethink.True)))
		for s := range p {
			if s>>(i-1)&3 != 0 {
				p[s] *= .9
			} else {
				p[s] *= .1
			}
		}
	}
	sum := 0.0
	for _, q := range p {
		sum += q
	}
	for i := range n {
		m := 0.0
		for s, q := range p {
			if s>>i&1 == 1 {
				m += q
			}
		}
		if d := math.Abs(m/sum - v.Belief.Of(variable(fmt.Sprint("thing ", i+1), "on"), bethink.True)); d > .05 {
			t.Errorf("thing %d: off by %v", i+1, d)
		}
	}
}
