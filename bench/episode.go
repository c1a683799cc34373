package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/agent"
	"github.com/bethink-dev/bethink/env"
)

// RefRejected is the kind of a Decision's Ref that stands for one proposal which
// the agent's own gate refused on the way to the action.
const RefRejected = agent.Rejected

// Moment is one Observe of an episode as a spectator sees it.
type Moment struct {
	Before, After bethink.View
	Step          *bethink.Step
}

// Episode plays one episode: one task, one policy, one engine that believes.
type Episode struct {
	Engine      *bethink.Engine
	World       bethink.World
	Name        bethink.Episode
	Environment bethink.Environment
	Policy      bethink.Policy
	Task        Task
	Seed        uint64 // of the environment
	Budget      int
	// Watch, where set, is shown every Observe, the first observation included.
	Watch func(Moment)
}

// errEpisode marks what makes an episode invalid rather than lost.
type errEpisode struct{ err error }

func (e errEpisode) Error() string { return e.err.Error() }
func (e errEpisode) Unwrap() error { return e.err }

// Play plays the episode and closes it. What goes wrong is in the record: a
// fault of the environment or of the engine makes the outcome invalid, a fault
// of the policy loses. The one error is that of an ended context; the episode
// says nothing then. Suite, agent and the like are the caller's to fill in.
func (e Episode) Play(ctx context.Context) (Record, error) {
	r := Record{World: e.World, Task: e.Task.Name, Seed: e.Seed, Budget: e.Budget}
	outcome, err := e.play(ctx, &r)
	if m, ok := e.Policy.(agent.Speaker); ok {
		spent := m.Spent()
		r.Model = &spent
	}
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	var invalid errEpisode
	switch {
	case errors.As(err, &invalid):
		outcome, r.Error = bethink.OutcomeInvalid, err.Error()
	case err != nil:
		outcome, r.Error = bethink.OutcomeLost, err.Error()
	}
	r.Outcome = outcome.String()
	r.score()
	if v, err := e.Engine.View(e.World, e.Name); err == nil {
		r.Coverage = v.Belief.Coverage()
		if r.Fingerprint, err = e.Engine.Close(ctx, e.World, e.Name, outcome); err != nil && r.Error == "" {
			r.Outcome, r.Error = bethink.OutcomeInvalid.String(), err.Error()
		}
	}
	return r, nil
}

func (e Episode) play(ctx context.Context, r *Record) (bethink.Outcome, error) {
	fail := func(what string, err error) (bethink.Outcome, error) {
		return bethink.OutcomeInvalid, errEpisode{fmt.Errorf("step %d: %s: %w", r.Steps, what, err)}
	}
	v, err := e.Engine.Open(ctx, e.World, e.Name)
	if err != nil {
		return fail("engine", err)
	}
	now, err := e.Environment.Reset(ctx, e.Task.Name, e.Seed)
	if err != nil {
		return fail("environment", err)
	}
	if o, ok := e.Environment.(env.Oracle); ok {
		walk, err := o.Walkthrough(ctx)
		if err != nil {
			return fail("environment", err)
		}
		r.Walkthrough = len(walk)
	}
	seen := map[string]bool{}
	observe := func(in bethink.Input) error {
		before := v
		next, st, err := e.Engine.Observe(ctx, e.World, e.Name, in)
		if err != nil {
			return err
		}
		v = next
		r.take(st, seen)
		if e.Watch != nil {
			e.Watch(Moment{Before: before, After: v, Step: st})
		}
		return nil
	}
	if err := observe(now.Input()); err != nil {
		return fail("engine", err)
	}
	for now.Outcome == bethink.OutcomeRunning {
		if r.Steps == e.Budget {
			return bethink.OutcomeTimedOut, nil
		}
		admissible, err := e.Environment.Admissible(ctx)
		if err != nil {
			return fail("environment", err)
		}
		d, err := e.Policy.Act(ctx, v, now.Text, slices.Clone(admissible))
		// A policy that gives up has spent what it spent all the same.
		r.Queries += d.Queries
		for _, ref := range d.Because {
			if ref.Kind == RefRejected {
				r.Rejections++
			}
		}
		if err != nil {
			return bethink.OutcomeLost, fmt.Errorf("step %d: policy: %w", r.Steps, err)
		}
		if !slices.Contains(admissible, d.Action) {
			r.Invalid++
		}
		if now, err = e.Environment.Step(ctx, d.Action); err != nil {
			return fail("environment", err)
		}
		r.Steps++
		best := max(0, now.Score)
		if n := len(r.Rewards); n > 0 {
			best = max(best, r.Rewards[n-1])
		}
		r.Rewards = append(r.Rewards, best)
		in := now.Input()
		in.Action.Text, in.Elapsed, in.Because = d.Action, 1, d.Because
		if err := observe(in); err != nil {
			return fail("engine", err)
		}
	}
	return now.Outcome, nil
}
