package probing

import (
	"fmt"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/probeworld"
)

// Agent is a scripted agent: how it acts, how its memory fails it, and what a
// refused action costs it.
type Agent struct {
	Name string
	// Patrol walks and never ends the task, ObjectStateWorld only; else the
	// agent plans on what it remembers.
	Patrol      bool
	Knobs       probeworld.Knobs
	FailureCost int
}

// Agents lists the agents of the study. The caller owns the slice.
func Agents() []Agent {
	return []Agent{
		{Name: "patrol", Patrol: true},
		{Name: "scripted"},
		{Name: "costly", FailureCost: 3},
		{Name: "forgetful", Knobs: probeworld.Knobs{Forget: 0.02, Miss: 0.1, Label: 0.1}},
		{Name: "overconfident", Knobs: probeworld.Knobs{Forget: 0.02, Hallucinate: 0.05, Miss: 0.1, Overconfidence: 0.9, Label: 0.1}},
	}
}

// AgentNamed returns the agent with the given name, or an error that wraps
// bethink.ErrNotFound.
func AgentNamed(name string) (Agent, error) {
	var names []string
	for _, a := range Agents() {
		if a.Name == name {
			return a, nil
		}
		names = append(names, a.Name)
	}
	return Agent{}, fmt.Errorf("probing: no agent %q; use %s: %w", name, strings.Join(names, ", "), bethink.ErrNotFound)
}

// Plays says whether the agent has a way to act in the world.
func (a Agent) Plays(kind probeworld.Kind) bool { return !a.Patrol || kind == probeworld.StressObject }

// actor is an agent in an episode. next may be asked any number of times.
type actor struct {
	agent   Agent
	way     int
	planner probeworld.Planner

	held        string // what a question interrupted, where that would win
	nextWay     int
	nextPlanner probeworld.Planner
}

func newActor(a Agent) *actor { return &actor{agent: a, way: 1} }

func (a *actor) next(o probeworld.Observation, m probeworld.Memory) (action string) {
	if a.agent.Patrol {
		action, a.nextWay = probeworld.Patrol(o, a.way)
		return action
	}
	action, a.nextPlanner = a.planner.Next(o, m)
	// A goal that is remembered here is taken, though noise hides it now.
	take := "pick_up(" + o.Goal + ")"
	here := m.Value(o.Goal, "location") == o.Place || a.held == take
	if o.Kind == probeworld.StressObject && here && (o.Valid || o.After != take) {
		return take
	}
	return action
}

// done says that the action asked for last was done.
func (a *actor) done() { a.way, a.planner, a.held = a.nextWay, a.nextPlanner, "" }

// interrupted says that a question came before it instead.
func (a *actor) interrupted(action string) { a.held = action }
