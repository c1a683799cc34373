package published

import (
	"math/rand/v2"

	"github.com/bethink-dev/bethink/env/probeworld"
)

// moment is what a policy may look at, which as published includes the truth.
type moment struct {
	step    int
	horizon int
	budget  int
	seed    uint64
	obs     probeworld.Observation
	reply   Reply
	gold    gold
}

// Policy decides at each step whether to probe and what. Make one with None
// and its neighbours; one Policy serves one episode at a time.
type Policy struct {
	name string
	// pick returns the probe, or "" to act, and the id of the record behind it.
	pick func(m moment) (probe, record string)
}

// Name returns the policy's name, such as periodic or simple.
func (p Policy) Name() string { return p.name }

// None always acts.
func None() Policy {
	return Policy{"none", func(moment) (string, string) { return "", "" }}
}

// Burn is a control: it probes at once until the budget is gone, whatever the
// agent believes.
func Burn() Policy {
	return Policy{"burn", func(m moment) (string, string) { return fill(templates[m.gold.Kind][0], m, m.random(1)), "" }}
}

// Periodic probes every ⌊horizon/budget⌋ steps: the agent's own probe where it
// asked for one, else its stalest record.
func Periodic() Policy {
	last := 0
	return Policy{"periodic", func(m moment) (string, string) {
		if m.step == 1 {
			last = 0
		}
		if m.step-last < max(1, m.horizon/max(1, m.budget)) {
			return "", ""
		}
		last = m.step
		if m.reply.Wish == WishAsk {
			return m.reply.Action, ""
		}
		if len(m.reply.Records) == 0 {
			return fill(templates[m.gold.Kind][0], m, m.random(1)), ""
		}
		return m.best(func(r Record) float64 { return float64(r.Staleness) })
	}}
}

// SelfUncertainty probes where the agent reports a risk or a confidence below
// one half: its own probe, else its least confident record.
func SelfUncertainty() Policy {
	return Policy{"self-uncertainty", func(m moment) (string, string) {
		unsure := m.reply.Risky
		for _, r := range m.reply.Records {
			unsure = unsure || r.Confidence < 0.5
		}
		switch {
		case !unsure:
			return "", ""
		case m.reply.Wish == WishAsk:
			return m.reply.Action, ""
		case len(m.reply.Records) == 0:
			return "", ""
		}
		return m.best(func(r Record) float64 { return -r.Confidence })
	}}
}

// EnvProbe probes the record with the greatest score where that reaches the
// threshold. With AllTerms it is the paper's EnvProbe-Simple; C|D and three of
// the four are its ablations.
func EnvProbe(name string, terms Terms) Policy {
	return Policy{name, func(m moment) (string, string) {
		return m.above(terms.Threshold(), terms.Score)
	}}
}

// Oracle probes the record that is most wrong, if any is.
func Oracle() Policy {
	return Policy{"oracle", func(m moment) (string, string) {
		return m.above(smallest, func(r Record) float64 { return mismatch(r, m.reply.State, m.gold) })
	}}
}

// OracleTaskWeighted probes the record whose errors weigh most for the task.
func OracleTaskWeighted() Policy {
	return Policy{"oracle-tw", func(m moment) (string, string) {
		return m.above(smallest, func(r Record) float64 { return taskWeight(r, m.reply.State, m.gold) })
	}}
}

// Random probes with probability budget/horizon, a template at random filled
// at random. Unlike the original it depends on the seed alone.
func Random() Policy {
	return Policy{"random", func(m moment) (string, string) {
		rng := m.random(0)
		if rng.Float64() >= float64(m.budget)/float64(m.horizon) {
			return "", ""
		}
		list := templates[m.gold.Kind]
		return fill(list[rng.IntN(len(list))], m, rng), ""
	}}
}

// smallest is the threshold of the oracles: anything above zero.
const smallest = 1e-300

func (m moment) best(score func(Record) float64) (probe, record string) {
	best := m.reply.Records[0]
	for _, r := range m.reply.Records[1:] {
		if score(r) > score(best) {
			best = r
		}
	}
	return translate(best, m.reply.State, m.gold), best.ID
}

func (m moment) above(threshold float64, score func(Record) float64) (probe, record string) {
	reached := false
	for _, r := range m.reply.Records {
		reached = reached || score(r) >= threshold
	}
	if !reached {
		return "", ""
	}
	return m.best(score)
}

func (m moment) random(purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(m.seed, uint64(m.step)<<8|purpose))
}
