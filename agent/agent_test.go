package agent_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/agent"
	"github.com/bethink-dev/bethink/env/alfworld"
	"github.com/bethink-dev/bethink/pack"
)

// play runs one embedded game and returns the actions and whether it was won.
func play(t *testing.T, task string, cfg agent.Config, budget int) ([]string, bool) {
	t.Helper()
	ctx := context.Background()
	p, err := pack.Household()
	if err != nil {
		t.Fatal(err)
	}
	engine, err := bethink.New(bethink.Config{Pack: p})
	if err != nil {
		t.Fatal(err)
	}
	policy, err := agent.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	world, err := alfworld.Embedded().New(alfworld.Config{})
	if err != nil {
		t.Fatal(err)
	}
	ts, err := world.Reset(ctx, task, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Open(ctx, "w", bethink.Episode(task)); err != nil {
		t.Fatal(err)
	}
	v, _, err := engine.Observe(ctx, "w", bethink.Episode(task), bethink.Input{Text: ts.Text})
	if err != nil {
		t.Fatal(err)
	}
	var did []string
	for len(did) < budget && !ts.Terminated {
		admissible, err := world.Admissible(ctx)
		if err != nil {
			t.Fatal(err)
		}
		d, err := policy.Act(ctx, v, ts.Text, admissible)
		if err != nil {
			t.Fatal(err)
		}
		did = append(did, d.Action)
		if ts, err = world.Step(ctx, d.Action); err != nil {
			t.Fatal(err)
		}
		v, _, err = engine.Observe(ctx, "w", bethink.Episode(task), bethink.Input{Action: bethink.Action{Text: d.Action}, Text: ts.Text, Elapsed: 1})
		if err != nil {
			t.Fatal(err)
		}
	}
	return did, ts.Outcome == bethink.OutcomeWon
}

// Each policy plays, and the same seed plays the same.
func TestPolicies_PlayAndRepeat(t *testing.T) {
	tasks := alfworld.Embedded().Tasks()
	for _, c := range []struct {
		name string
		wm   string
		wins int // of six games, at the least
	}{{"random", "none", 0}, {"scripted", "none", 1}, {"planner", "memory", 3}, {"planner", "noprob", 2}, {"planner", "belief", 5}, {"planner", "bbwm", 5}} {
		t.Run(c.name+"+"+c.wm, func(t *testing.T) {
			t.Parallel()
			wm, err := agent.ParseWM(c.wm)
			if err != nil {
				t.Fatal(err)
			}
			won := 0
			for i := 0; i < 6; i++ {
				task := tasks[i*len(tasks)/6].Name
				cfg := agent.Config{Name: c.name, WM: wm, Seed: 7}
				a, ok := play(t, task, cfg, 30)
				if ok {
					won++
				}
				if b, _ := play(t, task, cfg, 30); strings.Join(a, ";") != strings.Join(b, ";") {
					t.Errorf("%s: played twice with one seed:\n%v\n%v", task, a, b)
				}
			}
			if won < c.wins {
				t.Errorf("won %d of 6 games", won)
			}
		})
	}
}

// Unknown names are refused with what is near; a world model nobody would use
// is refused too.
func TestNew_RefusesWhatItDoesNotKnow(t *testing.T) {
	for _, c := range []struct {
		cfg  agent.Config
		kind error
		says string
	}{
		{agent.Config{Name: "plannr", WM: agent.WM{Belief: agent.UseBelief}}, bethink.ErrNotFound, "did you mean planner"},
		{agent.Config{}, bethink.ErrInvalid, "one of random"},
		{agent.Config{Name: "planner"}, bethink.ErrInvalid, "--wm"},
		{agent.Config{Name: "random", WM: agent.WM{Belief: agent.UseBelief}}, bethink.ErrInvalid, "no use for"},
	} {
		if _, err := agent.New(c.cfg); !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.cfg, err)
		}
	}
}

// The switches combine freely and are written as they are read.
func TestParseWM_ReadsWhatItWrites(t *testing.T) {
	for _, name := range agent.Variants() {
		for _, how := range []string{"", "+push", "+both"} {
			if name == "none" && how != "" {
				continue
			}
			w, err := agent.ParseWM(name + how)
			if err != nil {
				t.Fatal(err)
			}
			if w.String() != name+how {
				t.Errorf("%s reads as %s", name+how, w)
			}
		}
	}
	for _, bad := range []string{"beleif", "belief+shout"} {
		if _, err := agent.ParseWM(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}
