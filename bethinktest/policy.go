package bethinktest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/bethink-dev/bethink"
)

// policyCap bounds the steps that TestPolicy plays.
const policyCap = 30

// TestPolicy checks that what policy returns behaves as [bethink.Policy] says,
// by playing the task with it: it acts, changes nothing that it is shown, makes
// the same decisions in the same episode, and gives up when it is told to. Each
// call of policy and env must return a new one.
func TestPolicy(t *testing.T, policy func() bethink.Policy, env func() bethink.Environment, pack bethink.Pack, task string) {
	t.Helper()
	p := &policyTest{policy: policy, env: env, pack: pack, task: task}
	t.Run("ActsAndChangesNothing", func(t *testing.T) { p.play(t, true) })
	t.Run("SameEpisodeSameDecisions", func(t *testing.T) {
		first, again := p.play(t, false), p.play(t, false)
		if !slices.Equal(first, again) {
			t.Errorf("%q\nand then %q", first, again)
		}
	})
	t.Run("StopsWhenCancelled", p.cancelled)
}

type policyTest struct {
	policy func() bethink.Policy
	env    func() bethink.Environment
	pack   bethink.Pack
	task   string
}

// play plays the task and returns the actions taken.
func (p *policyTest) play(t *testing.T, strict bool) []string {
	t.Helper()
	ctx := t.Context()
	env := p.env()
	defer env.Close() //nolint:errcheck // the environment has a suite of its own
	e, err := bethink.New(bethink.Config{Pack: p.pack})
	if err != nil {
		t.Fatal(err)
	}
	v, err := e.Open(ctx, "w", "e")
	if err != nil {
		t.Fatal(err)
	}
	ts, err := env.Reset(ctx, p.task, 1)
	if err != nil {
		t.Fatal(err)
	}
	in := ts.Input()
	pol := p.policy()
	var actions []string
	for range policyCap {
		if next, _, err := e.Observe(ctx, "w", "e", in); err == nil {
			v = next
		} else if !errors.Is(err, bethink.ErrUnparsed) {
			t.Fatal(err)
		}
		admissible, err := env.Admissible(ctx)
		if err != nil {
			t.Fatal(err)
		}
		offered := slices.Clone(admissible)
		print := v.Belief.Fingerprint()
		d, err := pol.Act(ctx, v, in.Text, admissible)
		if err != nil {
			t.Fatalf("step %d: %v", len(actions), err)
		}
		if strict {
			if d.Action == "" {
				t.Errorf("step %d: no action", len(actions))
			}
			if d.Queries < 0 {
				t.Errorf("step %d: %d queries", len(actions), d.Queries)
			}
			if !slices.Equal(offered, admissible) {
				t.Errorf("step %d: the list of admissible actions was changed", len(actions))
			}
			if v.Belief.Fingerprint() != print {
				t.Errorf("step %d: the belief was changed", len(actions))
			}
		}
		actions = append(actions, d.Action)
		if ts, err = env.Step(ctx, d.Action); err != nil {
			t.Fatal(err)
		}
		if ts.Terminated || ts.Truncated {
			break
		}
		in = ts.Input()
		in.Action.Text, in.Elapsed = d.Action, 1
	}
	return actions
}

// cancelled: a policy that a cancelled context reaches returns its error, or
// decides without having needed the time.
func (p *policyTest) cancelled(t *testing.T) {
	env := p.env()
	defer env.Close() //nolint:errcheck // the environment has a suite of its own
	ts, err := env.Reset(t.Context(), p.task, 1)
	if err != nil {
		t.Fatal(err)
	}
	admissible, err := env.Admissible(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	v := bethink.View{World: "w", Episode: "e", Knowledge: bethink.NoKnowledge{}, Pack: p.pack}
	if _, err := p.policy().Act(ctx, v, ts.Text, admissible); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want context.Canceled or a decision", err)
	}
}
