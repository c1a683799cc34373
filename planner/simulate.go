package planner

import (
	"fmt"

	"github.com/bethink-dev/bethink"
)

// SimulateConfig configures Simulate.
type SimulateConfig struct {
	// Max bounds the number of branches, the residual included. 0: 16.
	Max int
	// Elapsed is the time the action takes, in the world's unit.
	Elapsed float64
	// Relevant says which of the events the action reveals tell branches
	// apart. Nil: all events of literals.
	Relevant func(bethink.Event) bool
	// Least is the weight below which a branch is not split further. 0: 1e-3.
	Least float64
}

// Told is an event with how it came out in a branch.
type Told struct {
	Event bethink.Event
	True  bool
}

// Branch is one way an action may come out: whether it is done, how the
// decision-relevant events come out, and the view there. Residual marks a
// branch that Max or Least kept from being split further; its view is exact
// all the same.
type Branch struct {
	Weight   float64
	Done     bool
	Told     []Told
	View     bethink.View
	Residual bool
}

// Simulate returns the branches of one action.
//
// Invariants:
//  1. The weights are positive and sum to 1.
//  2. The views, weighted, mix back to bethink.Predict.
//
// It returns ErrInvalid for an action the pack has no schema for.
func Simulate(v bethink.View, a bethink.Action, cfg SimulateConfig) ([]Branch, error) {
	t := v.Transition(a)
	if !t.Known {
		return nil, fmt.Errorf("simulate %q: the pack has no schema for it: %w", a, bethink.ErrInvalid)
	}
	if cfg.Max <= 0 {
		cfg.Max = 16
	}
	if cfg.Least <= 0 {
		cfg.Least = 1e-3
	}
	var out []Branch
	if off, p := v.Condition(t.Preconditions, false); p > 0 {
		// Refused: time passes and nothing else.
		out = append(out, Branch{Weight: p, View: off.AssumeDone(a, bethink.Transition{}, cfg.Elapsed)})
	}
	on, p := v.Condition(t.Preconditions, true)
	if p <= 0 {
		return out, nil
	}
	open := []Branch{{Weight: p, Done: true, View: on.AssumeDone(a, t, cfg.Elapsed)}}
	for _, ev := range t.Reveals {
		if ev.Some.Type != "" || cfg.Relevant != nil && !cfg.Relevant(ev) {
			continue
		}
		var next []Branch
		for i, b := range open {
			if len(out)+len(next)+len(open)-i+1 > cfg.Max || b.Weight < cfg.Least {
				b.Residual = true
				next = append(next, b)
				continue
			}
			next = append(next, split(b, ev)...)
		}
		open = next
	}
	return append(out, open...), nil
}

// split divides a branch by an event.
func split(b Branch, ev bethink.Event) []Branch {
	var out []Branch
	for _, holds := range []bool{true, false} {
		view, p := b.View.Condition(ev.Literals, holds)
		if p <= 0 {
			continue
		}
		out = append(out, Branch{
			Weight: b.Weight * p, Done: b.Done, View: view, Residual: b.Residual,
			Told: append(b.Told[:len(b.Told):len(b.Told)], Told{ev, holds}),
		})
	}
	return out
}
