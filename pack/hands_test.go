package pack_test

import (
	"context"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/alfworld"
)

// The one dependent fact that is stored, whether the agent's hands are full,
// agrees after every step of every walkthrough with where things are.
func TestHandsAgreeWithWhereThingsAre(t *testing.T) {
	ctx := context.Background()
	set := alfworld.Embedded()
	world, err := set.New(alfworld.Config{})
	if err != nil {
		t.Fatal(err)
	}
	p := household(t)
	for _, task := range set.Tasks() {
		engine, err := bethink.New(bethink.Config{Pack: p})
		if err != nil {
			t.Fatal(err)
		}
		ts, err := world.Reset(ctx, task.Name, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := engine.Open(ctx, "w", "e"); err != nil {
			t.Fatal(err)
		}
		see := func(action, text string) bethink.View {
			v, _, err := engine.Observe(ctx, "w", "e", bethink.Input{Action: bethink.Action{Text: action}, Text: text, Elapsed: 1})
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		see("", ts.Text)
		plan, err := world.Walkthrough(ctx)
		if err != nil {
			t.Fatal(err)
		}
		held := 0
		for _, a := range plan {
			if ts, err = world.Step(ctx, a); err != nil {
				t.Fatal(err)
			}
			v := see(a, ts.Text)
			holds := bethink.Value("empty")
			for _, e := range v.Belief.Entities("object") {
				if at, q := v.Belief.Best(bethink.Variable{Entity: e, Attr: "location"}); at == "inventory" && q > 0.5 {
					holds = "full"
					held++
				}
			}
			if got, q := v.Belief.Best(bethink.Variable{Entity: "agent", Attr: "hands"}); got != holds || q < 0.99-1e-9 {
				t.Errorf("%s: after %q the hands are %s (%.4f), and things say %s", task.Name, a, got, q, holds)
			}
		}
		if held == 0 {
			t.Errorf("%s: nothing was ever held", task.Name)
		}
	}
}
