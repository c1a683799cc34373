package agent

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/planner"
)

// planning follows planner.Decide, deciding anew at every step. An action is
// not repeated right after it was made: when the belief would have it so, it
// did not do what it should, and the next best look is taken instead. With the
// gate, so are actions whose preconditions probably fail.
type planning struct {
	wm   WM
	rng  *rand.Rand
	last string
}

// Act implements bethink.Policy.
func (p *planning) Act(_ context.Context, v bethink.View, _ string, admissible []string) (bethink.Decision, error) {
	cfg := planner.Config{Prior: planner.ByBelief}
	switch p.wm.Belief {
	case UseMemory:
		cfg.Prior = planner.ByCost
	case UseNoProb:
		cfg.Prior, cfg.Rand = planner.ByCandidates, p.rng
	case UseNone, UseBelief:
	}
	d, err := planner.Decide(v, cfg)
	if err != nil {
		return bethink.Decision{}, fmt.Errorf("agent planner: %w", err)
	}
	out := bethink.Decision{Because: []bethink.Ref{{Kind: "plan", ID: d.Why}}}
	for _, a := range proposals(d) {
		if p.wm.Gate && !valid(v, a) {
			out.Because = append(out.Because, bethink.Ref{Kind: Rejected, ID: a.Text})
			continue
		}
		// The same action again means that it did not do what it should.
		if a.Text == p.last {
			continue
		}
		out.Action = a.Text
		break
	}
	if out.Action == "" {
		if len(admissible) == 0 {
			return bethink.Decision{}, fmt.Errorf("agent planner: every proposal was refused before, and no action is admissible: %w", bethink.ErrInvalid)
		}
		out.Action = admissible[p.rng.IntN(len(admissible))]
	}
	p.last = out.Action
	return out, nil
}

// Rejected marks, in a decision's Because, an action that the validity gate
// turned down.
const Rejected = "rejected"

// proposals lists what the plan would have done next, and after that the first
// step of every other look, best first.
func proposals(d planner.Decision) []bethink.Action {
	var out []bethink.Action
	if len(d.Plan) > 0 {
		out = append(out, d.Plan[0])
	}
	for _, l := range d.Looking {
		if len(l.Actions) > 0 {
			out = append(out, l.Actions[0])
		}
	}
	return out
}

// valid reports whether an action's preconditions more likely hold than not.
func valid(v bethink.View, a bethink.Action) bool {
	t := v.Transition(a)
	if !t.Known {
		return true
	}
	_, p := v.Condition(t.Preconditions, true)
	return p >= 0.5
}
