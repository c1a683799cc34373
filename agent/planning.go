package agent

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/planner"
)

// planning follows planner.Decide, deciding anew at every step. An action that
// was refused is not repeated while the belief would have it repeated: it takes
// another way of looking instead.
type planning struct {
	wm      WM
	rng     *rand.Rand
	last    string
	repeats int
}

// Act implements bethink.Policy.
func (p *planning) Act(_ context.Context, v bethink.View, _ string, admissible []string) (bethink.Decision, error) {
	cfg := planner.Config{Prior: planner.ByBelief}
	switch p.wm.Belief {
	case Memory:
		cfg.Prior = planner.ByCost
	case NoProb:
		cfg.Prior, cfg.Rand = planner.ByCandidates, p.rng
	case None, Belief:
	}
	d, err := planner.Decide(v, cfg)
	if err != nil {
		return bethink.Decision{}, fmt.Errorf("agent planner: %w", err)
	}
	out := bethink.Decision{Because: []bethink.Ref{{Kind: "plan", ID: d.Why}}}
	if len(d.Plan) > 0 {
		out.Action = d.Plan[0].Text
	}
	if out.Action == p.last || out.Action == "" {
		p.repeats++
	} else {
		p.repeats = 0
	}
	p.last = out.Action
	if p.repeats == 0 || out.Action == "" && len(d.Looking) == 0 {
		if out.Action == "" {
			out.Action = "look"
		}
		return out, nil
	}
	// The same action again means that it did not do what it should.
	for _, l := range d.Looking {
		if len(l.Actions) > 0 && l.Actions[0].Text != out.Action {
			out.Action = l.Actions[0].Text
			return out, nil
		}
	}
	if len(admissible) > 0 {
		out.Action = admissible[p.rng.IntN(len(admissible))]
	}
	return out, nil
}
