package pack_test

import (
	"context"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/alfworld"
)

// Every text of the winning walkthroughs is read in full, in both dialects,
// with the right verdict, a sound belief and no contradiction.
func TestOfficial_Walkthroughs(t *testing.T) {
	for _, file := range []string{"valid_seen.tar.xz", "train_400.tar.xz"} {
		for _, dialect := range []alfworld.Dialect{alfworld.Current, alfworld.Old} {
			t.Run(file+"/"+dialect.String(), func(t *testing.T) {
				set := official(t, file)
				e, err := set.New(alfworld.Config{Dialect: dialect})
				if err != nil {
					t.Fatal(err)
				}
				p := household(t)
				every := 1
				if testing.Short() || file != "valid_seen.tar.xz" {
					every = 10
				}
				for i, task := range set.Tasks() {
					if i%every == 0 {
						walk(t, e, start(t, p, reset(t, e, task.Name)), task.Name)
					}
				}
			})
		}
	}
}

func reset(t *testing.T, e *alfworld.Env, task string) string {
	t.Helper()
	ts, err := e.Reset(context.Background(), task, 0)
	if err != nil {
		t.Fatal(err)
	}
	return ts.Text
}

func walk(t *testing.T, e *alfworld.Env, g *game, name string) {
	t.Helper()
	check := func(action, text string) {
		t.Helper()
		if u := g.step.Observation.Unread; len(u) > 0 {
			t.Errorf("%s: unread %v of %q", name, u, text)
		}
		if err := g.view.Belief.Valid(); err != nil {
			t.Fatalf("%s: after %q: %v", name, action, err)
		}
		if c := g.step.Contradiction; c != nil {
			t.Errorf("%s: after %q, %q: %+v", name, action, text, *c)
		}
	}
	check("", "")
	if g.view.Goal.Form == "" {
		t.Errorf("%s: no goal", name)
	}
	plan, err := e.Walkthrough(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range plan {
		ts, err := e.Step(context.Background(), a)
		if err != nil {
			t.Fatal(err)
		}
		g.do(a, ts.Text)
		if got := g.step.Observation.Verdict; got != bethink.Done {
			t.Errorf("%s: %q, %q: %v", name, a, ts.Text, got)
		}
		check(a, ts.Text)
	}
}
