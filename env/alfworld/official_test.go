package alfworld_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bethinktest"
	"github.com/bethink-dev/bethink/env/alfworld"
)

var official = []struct {
	name  string
	open  func() (*alfworld.Set, error)
	games int
}{{"valid_seen", validSeen, 140}, {"train_400", train400, 400}}

// Every stored walkthrough wins, with its last command and not before, in both
// dialects.
func TestOfficial_WalkthroughsWin(t *testing.T) {
	ctx := context.Background()
	for _, o := range official {
		t.Run(o.name, func(t *testing.T) {
			set := officialSet(t, o.open)
			if set.Len() != o.games {
				t.Fatalf("%d games, want %d", set.Len(), o.games)
			}
			for _, task := range set.Tasks() {
				g, err := set.Game(task.Name)
				if err != nil {
					t.Fatal(err)
				}
				if g.Goal().Kind != task.Kind {
					t.Errorf("%s: the goal is of kind %s", task.Name, g.Goal().Kind)
				}
				for _, d := range []alfworld.Dialect{alfworld.DialectCurrent, alfworld.DialectOld} {
					e := newEnv(t, set, alfworld.Config{Dialect: d})
					step, err := e.Reset(ctx, task.Name, 0)
					if err != nil {
						t.Fatal(err)
					}
					walk, err := e.Walkthrough(ctx)
					if err != nil {
						t.Fatal(err)
					}
					for i, c := range walk {
						if step.Outcome != bethink.OutcomeRunning {
							t.Fatalf("%s: %s before command %d", task.Name, step.Outcome, i)
						}
						admissible, _ := e.Admissible(ctx)
						if !slices.Contains(admissible, c) {
							t.Fatalf("%s (%s): %q is not admissible", task.Name, d, c)
						}
						if step, err = e.Step(ctx, c); err != nil {
							t.Fatal(err)
						}
					}
					if step.Outcome != bethink.OutcomeWon || step.Reward != 1 || step.Score != 1 {
						t.Errorf("%s (%s): ends as %+v", task.Name, d, step)
					}
				}
			}
		})
	}
}

// The goal agrees with the folder's name: type-Object-Movable-Receptacle-Scene.
func TestOfficial_GoalsAgreeWithNames(t *testing.T) {
	set := officialSet(t, validSeen)
	for _, task := range set.Tasks() {
		g, err := set.Game(task.Name)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(strings.ToLower(task.Name), "-")
		goal := g.Goal()
		where := goal.Receptacle
		if goal.Kind == alfworld.GoalLight {
			where = goal.Lamp
		}
		if goal.Object != parts[1] || strings.TrimSuffix(where, "basin") != strings.TrimSuffix(parts[3], "basin") {
			t.Errorf("%s: goal %+v", task.Name, goal)
		}
		if !strings.Contains(g.Sentence(), goal.Object) || !strings.HasPrefix(g.Sentence(), "Your task is to: ") {
			t.Errorf("%s: sentence %q", task.Name, g.Sentence())
		}
		if n := len(g.Receptacles()); n < 3 {
			t.Errorf("%s: %d receptacles", task.Name, n)
		}
	}
}

// Walkthroughs use receptacles that share a place: they go to one and act on
// another without a further move.
func TestOfficial_WalkthroughsUseSharedPlaces(t *testing.T) {
	set := officialSet(t, train400)
	used := 0
	for _, task := range set.Tasks() {
		g, err := set.Game(task.Name)
		if err != nil {
			t.Fatal(err)
		}
		at := ""
		for _, c := range g.Walkthrough() {
			if r, ok := strings.CutPrefix(c, "go to "); ok {
				at = r
			} else if strings.HasPrefix(c, "take ") && !strings.HasSuffix(c, " from "+at) {
				used++
			}
		}
	}
	if used == 0 {
		t.Error("no walkthrough takes from a receptacle beside the one it went to")
	}
}

func TestOfficial_Conformance(t *testing.T) {
	set := officialSet(t, validSeen)
	for _, kind := range alfworld.Kinds() {
		i := slices.IndexFunc(set.Tasks(), func(task alfworld.Task) bool { return task.Kind == kind })
		t.Run(kind.String(), func(t *testing.T) {
			bethinktest.TestEnvironment(t, func() bethink.Environment { return newEnv(t, set, alfworld.Config{}) }, set.Tasks()[i].Name)
		})
	}
}

// One set serves many goroutines.
func TestSet_ConcurrentPlay(t *testing.T) {
	set := officialSet(t, validSeen)
	tasks := set.Tasks()[:8]
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			e, err := set.New(alfworld.Config{})
			if err != nil {
				t.Error(err)
				return
			}
			for _, task := range tasks {
				if err := playWalkthrough(e, task.Name); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
}

// Scene 18 is that of the golden game of the parity study, which is not among
// these; what depends on the scene alone holds for its siblings: 38 commands
// at the start (35 receptacles and three more), 39 before a closed cabinet, and
// at stoveburner 3 its neighbour in the same place.
func TestOfficial_SceneOfTheGoldenGame(t *testing.T) {
	ctx := context.Background()
	played := 0
	for _, o := range official {
		set := officialSet(t, o.open)
		for _, task := range set.Tasks() {
			folder, _, _ := strings.Cut(task.Name, "/")
			if !strings.HasSuffix(folder, "-18") {
				continue
			}
			played++
			e := newEnv(t, set, alfworld.Config{})
			if _, err := e.Reset(ctx, task.Name, 0); err != nil {
				t.Fatal(err)
			}
			if n := len(admissible(t, e)); n != 38 {
				t.Errorf("%s: %d admissible commands at the start, want 38", task.Name, n)
			}
			play(t, e, "go to cabinet 1 => You arrive at cabinet 1. The cabinet 1 is closed.")
			if n := len(admissible(t, e)); n != 39 {
				t.Errorf("%s: %d admissible commands before a closed cabinet, want 39", task.Name, n)
			}
			play(t, e, "go to stoveburner 3 => *", "look => You are facing the stoveburner 3, and stoveburner 1. Next to it, you see nothing.")
		}
	}
	if played == 0 {
		t.Error("no game of scene 18")
	}
}
