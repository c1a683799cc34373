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
	file  string
	games int
}{{"valid_seen.tar.xz", 140}, {"train_400.tar.xz", 400}}

// Every stored walkthrough wins, with its last command and not before, in both
// dialects.
func TestOfficial_WalkthroughsWin(t *testing.T) {
	ctx := context.Background()
	for _, o := range official {
		t.Run(o.file, func(t *testing.T) {
			set := load(t, shared(t, o.file))
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
				for _, d := range []alfworld.Dialect{alfworld.Current, alfworld.Old} {
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
						if step.Outcome != bethink.Running {
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
					if step.Outcome != bethink.Won || step.Reward != 1 || step.Score != 1 {
						t.Errorf("%s (%s): ends as %+v", task.Name, d, step)
					}
				}
			}
		})
	}
}

// The goal agrees with the folder's name: type-Object-Movable-Receptacle-Scene.
func TestOfficial_GoalsAgreeWithNames(t *testing.T) {
	set := load(t, shared(t, "valid_seen.tar.xz"))
	for _, task := range set.Tasks() {
		g, err := set.Game(task.Name)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(strings.ToLower(task.Name), "-")
		goal := g.Goal()
		where := goal.Receptacle
		if goal.Kind == alfworld.Light {
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
	set := load(t, shared(t, "train_400.tar.xz"))
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
	set := load(t, shared(t, "valid_seen.tar.xz"))
	for _, kind := range alfworld.Kinds() {
		i := slices.IndexFunc(set.Tasks(), func(task alfworld.Task) bool { return task.Kind == kind })
		t.Run(kind.String(), func(t *testing.T) {
			bethinktest.TestEnvironment(t, func() bethink.Environment { return newEnv(t, set, alfworld.Config{}) }, set.Tasks()[i].Name)
		})
	}
}

// One set serves many goroutines.
func TestSet_ConcurrentPlay(t *testing.T) {
	set := load(t, shared(t, "valid_seen.tar.xz"))
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
