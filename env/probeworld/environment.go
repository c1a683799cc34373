package probeworld

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env"
)

var (
	_ bethink.Environment = (*Environment)(nil)
	_ env.Oracle          = (*Environment)(nil)
)

// Environment plays the worlds as a bethink.Environment and opens their truth
// as an env.Oracle. A task is named world/stress or world/stress/regime:
// "object/S2", "graph/S3/mild".
//
// Task actions and probes are both steps, told apart by their verb. The text
// of a step is the observation in its JSON form; under the Corrected protocol
// a probe's answer is in it, under the Published one it never reaches the
// agent. A probe that cannot be made costs no step under the Corrected
// protocol, so a caller must bound its own tries.
//
// Not safe for concurrent use.
type Environment struct {
	cfg   Config
	world *World // nil before the first Reset and after Close
	score float64
}

// NewEnvironment returns an environment whose worlds have cfg's Protocol,
// FailureCost and KeyFields; Kind, Stress and Regime are those of the task.
func NewEnvironment(cfg Config) *Environment { return &Environment{cfg: cfg} }

// Tasks lists the task names world/stress/regime for S1 to S3, with the
// preset's own regime as world/stress. The caller owns the slice.
func Tasks() []string {
	var tasks []string
	for _, kind := range kindNames {
		for _, s := range stresses[:3] {
			task := kind + "/" + s.Name
			tasks = append(tasks, task)
			for _, regime := range regimeNames[RegimeStatic:] {
				tasks = append(tasks, task+"/"+regime)
			}
		}
	}
	return tasks
}

// Reset starts the task with the given name.
func (e *Environment) Reset(_ context.Context, task string, seed uint64) (bethink.TimeStep, error) {
	cfg := e.cfg
	parts := strings.Split(task, "/")
	if len(parts) != 2 && len(parts) != 3 {
		return bethink.TimeStep{}, fmt.Errorf("probeworld: no task %q; write world/stress or world/stress/regime: %w", task, bethink.ErrNotFound)
	}
	var err error
	if cfg.Kind, err = KindNamed(parts[0]); err != nil {
		return bethink.TimeStep{}, err
	}
	if cfg.Stress, err = StressNamed(parts[1]); err != nil {
		return bethink.TimeStep{}, err
	}
	cfg.Regime = RegimePreset
	if len(parts) == 3 {
		if cfg.Regime, err = RegimeNamed(parts[2]); err != nil {
			return bethink.TimeStep{}, err
		}
	}
	world, err := New(cfg)
	if err != nil {
		return bethink.TimeStep{}, err
	}
	world.Reset(seed)
	e.world, e.score = world, 0
	return e.timeStep(0), nil
}

// Step performs one task action or probe.
func (e *Environment) Step(_ context.Context, action string) (bethink.TimeStep, error) {
	if e.world == nil || e.world.Over() {
		return bethink.TimeStep{}, fmt.Errorf("probeworld: step %q: no episode in play; call Reset: %w", action, bethink.ErrClosed)
	}
	if verb := e.world.ask(action).Verb; verb != "invalid" && verb != "unknown_probe" {
		e.world.Probe(action)
		return e.timeStep(0), nil
	}
	_, info := e.world.Do(action)
	return e.timeStep(info.Reward), nil
}

func (e *Environment) timeStep(reward float64) bethink.TimeStep {
	w := e.world
	e.score += reward
	ts := bethink.TimeStep{
		Text:       w.Observation().String(),
		Reward:     reward,
		Score:      e.score,
		Terminated: w.Success(),
		Truncated:  w.Over() && !w.Success(),
	}
	switch {
	case ts.Terminated:
		ts.Outcome = bethink.OutcomeWon
	case ts.Truncated:
		ts.Outcome = bethink.OutcomeTimedOut
	}
	return ts
}

// Admissible lists the task actions and probes that could be tried now, judged
// by what is in view: a listed action may still meet a locked door or a tool
// that lacks its inputs, and is then refused. It is empty after the end.
func (e *Environment) Admissible(context.Context) ([]string, error) {
	if e.world == nil {
		return nil, fmt.Errorf("probeworld: admissible: no episode in play; call Reset: %w", bethink.ErrClosed)
	}
	if e.world.Over() {
		return nil, nil
	}
	list := append(e.world.Actions(), e.world.ProbesNow()...)
	slices.Sort(list)
	return slices.Compact(list), nil
}

// World returns the world in play, for benchmarks, or nil.
func (e *Environment) World() *World { return e.world }

// Facts returns the gold fields as facts named by their attribute,
// {"location", ["blue_key", "room_3"]}, with one "inputs" fact an input, the
// agent's place as the location of "agent" and the goal as {"goal", [name]}.
func (e *Environment) Facts(context.Context) ([]env.Fact, error) {
	if e.world == nil {
		return nil, fmt.Errorf("probeworld: facts: no episode in play; call Reset: %w", bethink.ErrClosed)
	}
	o := e.world.Observation()
	facts := []env.Fact{{Predicate: "goal", Args: []string{o.Goal}}}
	if o.Place != "" {
		facts = append(facts, env.Fact{Predicate: "location", Args: []string{"agent", o.Place}})
	}
	for _, f := range e.world.game.fields(0, true) {
		if f.Attribute != "inputs" {
			facts = append(facts, env.Fact{Predicate: f.Attribute, Args: []string{f.Entity, f.Value}})
			continue
		}
		for input := range strings.SplitSeq(f.Value, ",") {
			if input != "" {
				facts = append(facts, env.Fact{Predicate: "inputs", Args: []string{f.Entity, input}})
			}
		}
	}
	slices.SortFunc(facts, func(a, b env.Fact) int {
		return cmp.Or(strings.Compare(a.Predicate, b.Predicate), slices.Compare(a.Args, b.Args))
	})
	return facts, nil
}

// Walkthrough returns the actions of the planner that always knows the present
// truth, where they win from the initial state, or none.
func (e *Environment) Walkthrough(context.Context) ([]string, error) {
	if e.world == nil {
		return nil, fmt.Errorf("probeworld: walkthrough: no episode in play; call Reset: %w", bethink.ErrClosed)
	}
	w := e.world.Clone()
	w.Reset(w.seed)
	var actions []string
	for !w.Over() {
		action := w.Next()
		actions = append(actions, action)
		w.Do(action)
	}
	if !w.Success() {
		return nil, nil
	}
	return actions, nil
}

// Close ends the episode.
func (e *Environment) Close() error {
	e.world = nil
	return nil
}
