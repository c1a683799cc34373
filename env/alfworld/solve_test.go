package alfworld_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/alfworld"
)

// A plan wins, with its last command and not before, and is no longer than the
// stored walkthrough.
func TestSolve_OfficialGames(t *testing.T) {
	set := officialSet(t, validSeen)
	e := newEnv(t, set, alfworld.Config{})
	for _, task := range set.Tasks() {
		g, err := set.Game(task.Name)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := alfworld.Solve(g)
		if err != nil {
			t.Fatal(err)
		}
		if len(plan) > len(g.Walkthrough()) {
			t.Errorf("%s: a plan of %d commands, the walkthrough has %d", task.Name, len(plan), len(g.Walkthrough()))
		}
		step, err := e.Reset(t.Context(), task.Name, 0)
		for i, c := range plan {
			if err != nil || step.Outcome != bethink.OutcomeRunning {
				t.Fatalf("%s: %v, %s before command %d of %q", task.Name, err, step.Outcome, i, plan)
			}
			step, err = e.Step(t.Context(), c)
		}
		if err != nil || step.Outcome != bethink.OutcomeWon {
			t.Errorf("%s: %v, %q ends as %s", task.Name, err, plan, step.Outcome)
		}
	}
}

func TestSolve_Unsolvable(t *testing.T) {
	g, err := alfworld.Parse("kitchen", gameBytes(t, strings.Replace(kitchen, "GOAL", penInFridge, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if plan, err := alfworld.Solve(g); !errors.Is(err, bethink.ErrNotFound) {
		t.Errorf("plan %q, error %v for a pen that is in no receptacle", plan, err)
	}
}

func TestSolve_Kitchen(t *testing.T) {
	for goal, want := range map[string]int{appleInFridge: 5, twoApples: 5, appleUnderLamp: 4, madeApple("isCool", "isCool"): -1} {
		g, err := alfworld.Parse("kitchen", gameBytes(t, strings.Replace(kitchen, "GOAL", goal, 1)))
		if want < 0 {
			if err == nil {
				t.Error("a goal with a state for a property is accepted")
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		plan, err := alfworld.Solve(g)
		if err != nil || len(plan) != want {
			t.Errorf("%v: %v, %d commands %q, want %d", g.Goal(), err, len(plan), plan, want)
		}
	}
}
