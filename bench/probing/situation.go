package probing

import (
	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/probeworld"
	"github.com/bethink-dev/bethink/probe"
)

// Situation is a moment of an episode: what the agent believes, what it would do
// next, and what it may still ask.
type Situation struct {
	View   bethink.View
	Next   bethink.Action
	Budget probe.Budget
	// Step counts the steps taken.
	Step int
}

// Watch plays an agent that never probes for some steps and returns the situation it
// comes to, before the end of the episode at the latest.
func Watch(cfg probeworld.Config, agent Agent, seed uint64, steps int) (Situation, error) {
	cfg.Protocol, cfg.FailureCost = probeworld.ProtocolCorrected, agent.FailureCost
	w, err := probeworld.New(cfg)
	if err != nil {
		return Situation{}, err
	}
	o := w.Reset(seed)
	fields := w.Fields()
	org, err := newMinds(w, bethink.NoKnowledge{}).of(fields, HazardsTrue)
	if err != nil {
		return Situation{}, err
	}
	m := newMind(org)
	if err := m.start(o); err != nil {
		return Situation{}, err
	}
	memory := agent.Knobs.See(probeworld.NewMemory(fields), o, seed)
	actor := newActor(agent)
	action := actor.next(o, memory)
	for w.Spent() < steps {
		ahead := w.Clone()
		if ahead.Do(action); ahead.Over() {
			break
		}
		before := w.Step()
		o, _ = w.Do(action)
		actor.done()
		if err := m.act(action, o, float64(w.Step()-before)); err != nil {
			return Situation{}, err
		}
		memory = agent.Knobs.See(memory, o, seed)
		action = actor.next(o, memory)
	}
	s := Situation{View: m.view, Step: w.Spent()}
	s.Next, _ = org.schema.Action(action)
	s.Budget = probe.Budget{Probes: w.Budget(), Horizon: float64(w.Horizon() - w.Spent()), Weight: func(v bethink.Variable) float64 {
		if i := org.find(string(v.Entity), v.Attr); i >= 0 {
			return fields[i].Weight
		}
		return 0
	}}
	return s, nil
}
