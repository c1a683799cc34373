package probing

import (
	"fmt"
	"slices"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench/probing/policy"
	"github.com/bethink-dev/bethink/env/probeworld"
	"github.com/bethink-dev/bethink/probe"
)

// Episode is what one episode comes to. Accuracies are shares in [0, 1] of
// fields whose point belief is exactly right.
type Episode struct {
	Terminal, Weighted float64 // at the end: plain, and by weight
	Average            float64 // over the steps
	Success            bool
	Steps, Probes      int
	// Useful counts the probes whose answer the agent did not believe.
	Useful, Budget int
	// Onset is the first step, from 1, that is below 0.6 together with the
	// next, else the last where that is; 0 for none. ActionOnset is the first
	// action refused together with the next action; probes do not count.
	Onset, ActionOnset int
}

// collapsed is the step accuracy below which the paper calls a belief
// collapsed.
const collapsed = 0.6

// player plays episodes of one cell, one at a time.
type player struct {
	world  *probeworld.World
	agent  Agent
	arm    Arm
	minds  *minds
	fields []probeworld.Field // the truth, for the scorer and for oracles

	mind   *mind
	teach  *probe.Rates // learns from the episode, where set
	turn   policy.Turn
	asked  []policy.Option
	losses []float64
	buf    []float64
}

// play plays the episode of a seed.
func (p *player) play(seed uint64) (Episode, error) {
	w := p.world
	o := w.Reset(seed)
	p.fields = w.Fields()
	org, err := p.minds.of(p.fields, p.arm.Hazards)
	if err != nil {
		return Episode{}, err
	}
	m := newMind(org)
	m.teach = p.teach
	p.mind = m
	if err := m.start(o); err != nil {
		return Episode{}, err
	}
	memory := p.agent.Knobs.See(probeworld.NewMemory(p.fields), o, seed)
	actor := newActor(p.agent)
	prober := p.arm.Build(p.wrong)
	e := Episode{Budget: w.Budget()}
	last, refused := 0, false
	var track []float64
	for !w.Over() {
		action := actor.next(o, memory)
		choice := policy.Act
		if !prober.Idle() && w.Probes() < w.Budget() {
			p.look(m, memory, o, action, seed, last)
			choice = prober.Choose(&p.turn)
		}
		if choice != policy.Act {
			asked, err := p.ask(m, &memory, choice, seed, &e)
			if err != nil {
				return e, err
			}
			if asked {
				last = w.Spent()
				actor.interrupted(action)
			} else {
				choice = policy.Act
			}
		}
		if choice == policy.Act {
			before := w.Step()
			after, info := w.Do(action)
			actor.done()
			if err := m.act(action, after, float64(w.Step()-before)); err != nil {
				return e, fmt.Errorf("seed %d step %d %s: %w", seed, w.Spent(), action, err)
			}
			memory = p.agent.Knobs.See(memory, after, seed)
			if !info.Valid && refused && e.ActionOnset == 0 {
				e.ActionOnset = max(1, w.Spent()-1)
			}
			refused = !info.Valid
		}
		o = w.Observation()
		plain, weighted := p.score(m, memory)
		e.Terminal, e.Weighted = plain, weighted
		track = append(track, plain)
	}
	e.Steps, e.Probes, e.Success = w.Spent(), w.Probes(), w.Success()
	e.Average, e.Onset = mean(track), onset(track)
	return e, nil
}

// ask makes a probe. A probe that cannot be made costs nothing and is no step.
func (p *player) ask(m *mind, memory *probeworld.Memory, field int, seed uint64, e *Episode) (bool, error) {
	w := p.world
	believed := p.turn.All()[field].Point
	a := w.Probe(p.fields[field].Probe)
	if a.Err != "" {
		return false, nil
	}
	e.Useful += p.useful(m, a, field, believed)
	o := w.Observation()
	if p.arm.Placebo {
		o.Answer = nil
	} else if err := m.answer(a); err != nil {
		return true, fmt.Errorf("seed %d step %d %s: %w", seed, w.Spent(), p.fields[field].Probe, err)
	}
	if err := m.idle(o); err != nil {
		return true, fmt.Errorf("seed %d step %d: %w", seed, w.Spent(), err)
	}
	*memory = p.agent.Knobs.See(*memory, o, seed)
	return true, nil
}

// useful is 1 where the answer about the field is not what the agent believed.
func (p *player) useful(m *mind, a probeworld.Answer, field, believed int) int {
	f := p.fields[field]
	for _, found := range a.Findings {
		if found.Entity != f.Entity || found.Attribute != f.Attribute {
			continue
		}
		if believed >= 0 && string(m.view.Belief.Values(m.ids[field])[believed]) == string(canonical(found.Value)) {
			return 0
		}
		return 1
	}
	return 0
}

// look fills the turn of a decision.
func (p *player) look(m *mind, memory probeworld.Memory, o probeworld.Observation, action string, seed uint64, last int) {
	w, mo := p.world, &p.turn
	l := newOutlook(m, o, action, p.agent.FailureCost)
	mo.Step, mo.Horizon, mo.Used, mo.Budget, mo.LastProbe = w.Spent(), w.Horizon(), w.Probes(), w.Budget(), last
	mo.LastSeen, mo.Seed = !p.arm.Bayes, seed
	mo.Ends, mo.Within, mo.Keeps = 0, nil, nil
	if !p.agent.Patrol {
		mo.Ends, mo.Within, mo.Keeps = l.ends(), l.within, l.keeps
	}
	mo.Options, mo.Fill = nil, func() []policy.Option { return p.fill(m, memory, l, seed) }
}

// fill makes the options of the turn.
func (p *player) fill(m *mind, memory probeworld.Memory, l outlook, seed uint64) []policy.Option {
	w := p.world
	if len(p.asked) != len(p.fields) {
		p.asked = make([]policy.Option, len(p.fields))
		p.losses = make([]float64, len(p.fields))
	}
	l.losses(p.losses, memory)
	for i, memo := range memory.Memos() {
		f := &p.fields[i]
		q := m.p(i, p.asked[i].P[:0])
		point := -1
		if p.arm.Bayes {
			point = best(q)
			if m.view.Belief.Values(m.ids[i])[point] == bethink.Other {
				point = -1
			}
		} else if memo.Value != "" || memo.Attribute == "inputs" && memo.Seen >= 0 {
			point = m.position(i, memo.Value)
		}
		confidence := 0.0
		if point >= 0 {
			confidence = q[point]
		}
		seen := memo.Seen
		p.asked[i] = policy.Option{
			Variable: variable(*f), Action: m.actions[i], Cost: 1, P: q, Point: point, Open: memo.Attribute == "inputs", Law: m.laws[i],
			Weight: f.Weight, Label: p.agent.Knobs.Criticality(f.Weight, i, seed, w.Step()),
			Depends: l.depends(i), Age: w.Step() - max(0, seen), Confidence: p.agent.Knobs.Confidence(confidence),
			Loss: p.losses[i],
		}
		if seen < 0 {
			p.asked[i].Age++ // never seen is older than seen at the start
		}
	}
	return p.asked
}

// score compares the point beliefs with the truth now.
func (p *player) score(m *mind, memory probeworld.Memory) (plain, weighted float64) {
	p.refresh()
	if !p.arm.Bayes {
		return memory.Accuracy(p.fields)
	}
	right, won, all := 0, 0.0, 0.0
	for i, f := range p.fields {
		p.buf = m.p(i, p.buf[:0])
		all += f.Weight
		if v := m.view.Belief.Values(m.ids[i])[best(p.buf)]; v == canonical(f.Value) {
			right++
			won += f.Weight
		}
	}
	if all > 0 {
		weighted = won / all
	}
	return float64(right) / float64(max(1, len(p.fields))), weighted
}

// refresh reads the truth into fields; only places, locks and outputs move.
func (p *player) refresh() {
	g := p.world.Gold()
	for i := range p.fields {
		f := &p.fields[i]
		switch f.Attribute {
		case "location":
			f.Value = valueOf(g.Places, f.Entity)
		case "state":
			f.Value = valueOf(g.Locks, f.Entity)
		case "available":
			f.Value = "false"
			if slices.ContainsFunc(g.Outputs, func(o probeworld.Output) bool { return o.Variable == f.Entity }) {
				f.Value = "true"
			}
		}
	}
}

func valueOf(entries []probeworld.Entry, name string) string {
	for _, e := range entries {
		if e.Name == name {
			return e.Value
		}
	}
	return ""
}

// wrong is the truth that an oracle is told: that the agent's point belief about
// a field is wrong.
func (p *player) wrong(field int) bool {
	f := &p.turn.All()[field]
	if f.Point < 0 {
		return true
	}
	return p.mind.view.Belief.Values(p.mind.ids[field])[f.Point] != canonical(p.fields[field].Value)
}

func best(p []float64) int {
	at := 0
	for i := range p {
		if p[i] > p[at] {
			at = i
		}
	}
	return at
}

func mean(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return sum / float64(max(1, len(xs)))
}

// onset finds the collapse in the accuracies of the steps.
func onset(track []float64) int {
	for i := range track {
		if track[i] < collapsed && (i+1 == len(track) || track[i+1] < collapsed) {
			return i + 1
		}
	}
	return 0
}
