package bethink_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/bethink-dev/bethink"
)

// hall is a belief of n variables with three values each.
func hall(b *testing.B, n int) bethink.View {
	b.Helper()
	v := bethink.View{World: "w", Episode: "e", Pack: colours(), Knowledge: bethink.NoKnowledge{}}
	var err error
	if v, _, err = bethink.Update(v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Found: things(n / 2)}); err != nil {
		b.Fatal(err)
	}
	if v.Belief.Len() != n {
		b.Fatalf("%d variables", v.Belief.Len())
	}
	return v
}

// BenchmarkSimulate100k predicts one action, with two preconditions and two
// effects, in a belief of 100,000 variables.
func BenchmarkSimulate100k(b *testing.B) {
	v := hall(b, 100_000)
	paint := func(i int) bethink.Transition {
		ent := fmt.Sprint("thing ", i)
		return bethink.Transition{
			Known:         true,
			Preconditions: []bethink.Literal{lit("thing 1", "on", bethink.True), lit(ent, "on", bethink.True)},
			Effects: []bethink.Effect{
				{P: 1, Then: []bethink.Change{{Var: variable(ent, "colour"), To: []bethink.Weight{{Value: "blue", P: 1}}}}},
				{P: 1, Then: []bethink.Change{{Var: variable("thing 1", "on"), To: []bethink.Weight{{Value: bethink.False, P: 1}}}}},
			},
		}
	}
	a := bethink.Action{Verb: "paint"}
	// Preconditions as sure as instruments make them; and open ones, which
	// couple what they decide.
	var sure []bethink.Evidence
	for _, i := range []int{1, 777} {
		ev := told(1, lit(fmt.Sprint("thing ", i), "on", bethink.True))
		sure = append(sure, ev, ev)
	}
	known, _, err := bethink.Update(v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: sure})
	if err != nil {
		b.Fatal(err)
	}
	free := paint(777)
	free.Preconditions = nil
	for _, c := range []struct {
		name string
		v    bethink.View
		t    bethink.Transition
	}{{"decided", known, free}, {"verified", known, paint(777)}, {"open", v, paint(777)}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bethink.Predict(c.v, a, c.t, 1)
			}
		})
	}
}

// BenchmarkObserve60 takes one look that settles 60 variables: transition,
// parse (given), update, score of 60 events, append to the memory store.
func BenchmarkObserve60(b *testing.B) {
	p := colours()
	look := bethink.Transition{Known: true}
	var obs bethink.Observation
	obs.Verdict = bethink.VerdictDone
	for i := range 60 {
		l := lit(fmt.Sprint("thing ", i+1), "colour", colourValues[i%3])
		obs.Evidence = append(obs.Evidence, told(.999, l))
		look.Reveals = append(look.Reveals, bethink.Event{Literals: []bethink.Literal{l}})
	}
	p.trans = map[string]bethink.Transition{"look": look}
	p.parse = func(v bethink.View, _ bethink.Input) (bethink.Observation, error) {
		if v.Seq == 0 {
			return bethink.Observation{Found: things(500)}, nil
		}
		return obs, nil
	}
	ctx := context.Background()
	e, err := bethink.New(bethink.Config{Pack: p})
	if err != nil {
		b.Fatal(err)
	}
	in := bethink.Input{Action: bethink.Action{Verb: "look", Text: "look"}, Elapsed: 1}
	if _, err := e.Open(ctx, "w", "e"); err != nil {
		b.Fatal(err)
	}
	if _, _, err := e.Observe(ctx, "w", "e", bethink.Input{}); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := e.Observe(ctx, "w", "e", in); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRead reads the distributions of 60 variables.
func BenchmarkRead(b *testing.B) {
	v := hall(b, 1000)
	var ids []bethink.ID
	for i := range 60 {
		id, _ := v.Belief.Find(variable(fmt.Sprint("thing ", i+1), "colour"))
		ids = append(ids, id)
	}
	var p []float64
	b.ReportAllocs()
	for b.Loop() {
		for _, id := range ids {
			p = v.Belief.P(id, p)
		}
	}
}

// BenchmarkEdit10k edits one of 10,000 files that tests rest on.
func BenchmarkEdit10k(b *testing.B) {
	p := repository()
	v := bethink.View{World: "w", Episode: "e", Pack: p, Knowledge: bethink.NoKnowledge{}}
	found := []bethink.Found{{Entity: "tests", Type: "suite"}}
	for i := range 10_000 {
		found = append(found, bethink.Found{Entity: bethink.Entity(fmt.Sprintf("src/auth/f%d.go", i)), Type: "file"})
	}
	v, _, err := bethink.Update(v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Found: found})
	if err != nil {
		b.Fatal(err)
	}
	v, _, err = bethink.Update(v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{told(.9999, lit("tests", "pass", bethink.True))}})
	if err != nil {
		b.Fatal(err)
	}
	tr := bethink.Transition{Known: true, Effects: []bethink.Effect{{P: 1, Then: []bethink.Change{{Var: variable("src/auth/f77.go", "version"), To: []bethink.Weight{{Value: bethink.Other, P: 1}}}}}}}
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := bethink.Update(v, bethink.Input{Action: bethink.Action{Verb: "edit"}}, tr, bethink.Observation{Verdict: bethink.VerdictDone}); err != nil {
			b.Fatal(err)
		}
	}
}
