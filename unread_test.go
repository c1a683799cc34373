package bethink_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/bethink-dev/bethink"
)

// An answer nobody can read is a step all the same: unread, unclear, and the
// belief keeps both what the action would have done and what it would not.
func TestEngine_KeepsAnswersItCannotRead(t *testing.T) {
	p := colours()
	p.trans = map[string]bethink.Transition{"flip": {Known: true, Effects: []bethink.Effect{{P: .5, Then: []bethink.Change{{Var: variable("thing 1", "on"), To: []bethink.Weight{{Value: bethink.True, P: 1}}}}}}}}
	p.parse = func(v bethink.View, in bethink.Input) (bethink.Observation, error) {
		if v.Seq == 0 {
			return bethink.Observation{Found: things(1)}, nil
		}
		return bethink.Observation{}, fmt.Errorf("what? %w", bethink.ErrUnparsed)
	}
	e, err := bethink.New(bethink.Config{Pack: p})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	if _, err := e.Open(ctx, "w", "e"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := e.Observe(ctx, "w", "e", bethink.Input{}); err != nil {
		t.Fatal(err)
	}
	v, st, err := e.Observe(ctx, "w", "e", bethink.Input{Action: bethink.Action{Text: "flip"}, Text: "Zut alors!"})
	if err != nil {
		t.Fatal(err)
	}
	if len(st.Observation.Unread) != 1 || st.Observation.Unread[0] != [2]int{0, 10} || st.Observation.Verdict != bethink.VerdictUnclear {
		t.Errorf("%+v", st.Observation)
	}
	near(t, "on", v.Belief.Of(variable("thing 1", "on"), bethink.True), .5+.125*(1-1./4096), 1e-12)
}

// What an action needs of a variable that only its use brings up counts in the
// forecast as it does in the update.
func TestPredict_CountsWhatOnlyItsUseBringsUp(t *testing.T) {
	p := colours()
	p.priors[bethink.ImpliedType] = []bethink.Prior{{Var: variable("", "near"), Values: onValues, Weights: []bethink.Weight{{Value: bethink.False, P: .9}, {Value: bethink.True, P: .1}}, Measured: true}}
	v := world(t, p, things(1)...)
	tr := bethink.Transition{
		Known:         true,
		Preconditions: []bethink.Literal{lit("thing 1 & thing 2", "near", bethink.True)},
		Effects:       []bethink.Effect{{P: 1, Then: []bethink.Change{{Var: variable("thing 1", "on"), To: []bethink.Weight{{Value: bethink.True, P: 1}}}}}},
	}
	next, done := bethink.Predict(v, bethink.Action{Verb: "reach"}, tr, 0)
	near(t, "done", done, .1, 1e-12)
	near(t, "on", next.Belief.Of(variable("thing 1", "on"), bethink.True), .5+.5*.1*(1-1./4096), 1e-12)
	yes, py := v.Condition(tr.Preconditions, true)
	_, pn := v.Condition(tr.Preconditions, false)
	near(t, "given that it is near", py, .1, 1e-12)
	near(t, "given that it is not", pn, .9, 1e-12)
	near(t, "near", yes.Belief.Of(variable("thing 1 & thing 2", "near"), bethink.True), 1, 1e-12)
	if _, ok := v.Belief.Find(variable("thing 1 & thing 2", "near")); ok {
		t.Error("a supposition was written down")
	}
}

// lists is knowledge that has learned how much the lists of this world miss.
type lists struct {
	bethink.NoKnowledge
	miss float64
}

func (l lists) List(x bethink.Exhaustive) bethink.Exhaustive {
	x.Miss = l.miss
	return x
}

// The miss rates a world has taught reach the belief through Observe, and are
// what its log keeps.
func TestEngine_WeighsListsAsLearned(t *testing.T) {
	p := &fakePack{priors: map[string][]bethink.Prior{"ball": {{Var: variable("", "in"), Set: "box", Values: []bethink.Value{"a", "b"}, FromField: true}}}}
	p.priors["room"] = []bethink.Prior{
		{Field: &bethink.Intensity{Type: "ball", Attr: "in", Place: "a", Set: "box", Mu: 1}},
		{Field: &bethink.Intensity{Type: "ball", Attr: "in", Place: "b", Set: "box", Mu: 1}},
	}
	p.parse = func(v bethink.View, in bethink.Input) (bethink.Observation, error) {
		if v.Seq == 0 {
			return bethink.Observation{Found: []bethink.Found{{Entity: "room", Type: "room"}}}, nil
		}
		return bethink.Observation{Evidence: []bethink.Evidence{{Every: &bethink.Exhaustive{Attr: "in", Place: "a", Miss: .01}, Trust: bethink.TrustInstrument}}}, nil
	}
	ctx := context.Background()
	for _, c := range []struct {
		k    bethink.Knowledge
		miss float64
	}{{bethink.NoKnowledge{}, .01}, {lists{miss: .5}, .5}} {
		e, err := bethink.New(bethink.Config{Pack: p, Knowledge: c.k})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Open(ctx, "w", "e"); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, _, err := e.Observe(ctx, "w", "e", bethink.Input{}); err != nil {
				t.Fatal(err)
			}
		}
		v, err := e.View("w", "e")
		if err != nil {
			t.Fatal(err)
		}
		near(t, "balls expected in a", v.Belief.Expected(bethink.Presence{Type: "ball", Attr: "in", Place: "a"}), c.miss, 1e-12)
	}
}
