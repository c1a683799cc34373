package published

import (
	"strconv"

	"github.com/bethink-dev/bethink/env/probeworld"
)

// Truthful is the scripted agent of ToolDAGWorld: it writes down exactly what
// it sees, with one record that says the next tool is needed for the target,
// and calls the lowest tool that can be called. It never learns an answer.
type Truthful struct {
	world  *probeworld.World
	noOpen bool
}

// NewTruthful returns the agent for one ToolDAGWorld, whose inputs it knows.
// With noOpen it leaves its list of open tools empty.
func NewTruthful(w *probeworld.World, noOpen bool) *Truthful { return &Truthful{w, noOpen} }

// Reply implements Agent.
func (a *Truthful) Reply(p Prompt) Reply {
	g := gold{a.world.Gold()}
	o := p.Observation
	b := Belief{Subgoals: o.Completed, Outputs: make(map[string]string, len(o.Outputs))}
	for _, out := range o.Outputs {
		b.Outputs[out.Variable] = strconv.Itoa(out.Value)
	}
	if !a.noOpen {
		b.Open = g.openTools()
	}
	next := g.callable()
	return Reply{
		State: b,
		Records: []Record{{
			ID: "next", Content: "calling " + next + " is needed for " + o.Goal, Type: "tool_dep",
			UsedByNext: true, RequiredFor: []string{o.Goal}, Criticality: CriticalityHigh, Confidence: 0.9,
		}},
		Action:     "call_tool(" + next + ")",
		Consistent: true,
	}
}

// Knowing copies the whole gold state at each step and plays a planner that
// knows it (in ToolDAGWorld the lowest tool that can be called); what is left
// of its score shows the metric alone. It has no records, so that only a policy
// that needs none probes.
type Knowing struct {
	world *probeworld.World
	// Values makes it write the values of outputs down, which the published
	// score counts as wrong, instead of the literal True.
	values bool
}

// NewKnowing returns the agent for one world.
func NewKnowing(w *probeworld.World, values bool) *Knowing { return &Knowing{w, values} }

// Reply implements Agent.
func (a *Knowing) Reply(Prompt) Reply {
	g := gold{a.world.Gold()}
	r := Reply{Action: a.world.Next(), Consistent: true}
	switch g.Kind {
	case probeworld.StressObject, probeworld.StressGraph:
		r.State = Belief{Location: g.Agent, Inventory: g.Inventory, Objects: record(g.Places), Doors: record(g.Locks), Subgoals: g.Subgoals}
	case probeworld.StressTool:
		r.Action = "call_tool(" + g.callable() + ")"
		r.State = Belief{Subgoals: g.Completed, Open: g.openTools(), Outputs: record(g.available())}
		for _, out := range g.Outputs {
			if a.values {
				r.State.Outputs[out.Variable] = strconv.Itoa(out.Value)
			}
		}
	}
	return r
}

func record(entries []probeworld.Entry) map[string]string {
	m := make(map[string]string, len(entries))
	for _, e := range entries {
		m[e.Name] = e.Value
	}
	return m
}

// Failing is the agent whose every call to its model fails: the silent default
// of the original, an empty belief and an action that no world has.
type Failing struct{}

// Reply implements Agent.
func (Failing) Reply(Prompt) Reply {
	return Reply{Records: []Record{defaultRecord}, Action: "noop()", Consistent: true}
}

// Asking knows nothing and always asks to probe.
type Asking struct{ Probe string }

// Reply implements Agent.
func (a Asking) Reply(Prompt) Reply {
	return Reply{Records: []Record{defaultRecord}, Wish: WishAsk, Action: a.Probe, Consistent: true}
}

var defaultRecord = Record{ID: "fallback", Type: "other", Confidence: 0.5}
