package foreign

import (
	"math/rand/v2"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/pack"
)

// choose picks the next move: one agent at random, the other by the belief. It
// looks where the belief is least certain and acts if the gate lets it.
func choose(w *world, v bethink.View, ms []move, follows bool, r *rand.Rand) move {
	if !follows || r.IntN(5) == 0 {
		return ms[r.IntN(len(ms))]
	}
	best, most := -1, -1.0
	for i, m := range ms {
		score := r.Float64() * .1
		switch {
		case m.act:
			if m.needs != "" && !w.pack.Gate(v, m.needs, pack.DefaultGate).OK {
				continue
			}
			score += .3
		case m.about < 0:
			score += .5
		default:
			if id, ok := v.Belief.Find(w.vars[m.about].name); ok {
				score += dist.Entropy(v.Belief.P(id, nil))
			} else {
				score++
			}
		}
		if score > most {
			best, most = i, score
		}
	}
	if best < 0 {
		return ms[r.IntN(len(ms))]
	}
	return ms[best]
}
