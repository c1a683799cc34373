package published

import (
	"fmt"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/probeworld"
)

// Step is the log of one step.
type Step struct {
	// Text is the action or probe.
	Text string
	// Probed tells a probe from an action.
	Probed bool
	// Useful is the verdict on a probe; Record the id behind it, if any.
	Useful bool
	Record string
	// Valid is the verdict on an action; Consistent what the agent had said.
	Valid, Consistent bool
	// Accuracy and Dependency compare the belief before the step with the
	// truth after it, in [0, 1].
	Accuracy, Dependency float64
	// Critical lists the ids of the records labelled of high criticality.
	Critical []string
}

// Episode is the log of one episode.
type Episode struct {
	Steps   []Step
	Success bool
	Budget  int
}

// Run plays one episode of the world of the given seed. It returns an error
// that wraps bethink.ErrInvalid where the world is not under the Published
// protocol.
func Run(w *probeworld.World, seed uint64, agent Agent, policy Policy) (Episode, error) {
	if p := w.Config().Protocol; p != probeworld.ProtocolPublished {
		return Episode{}, fmt.Errorf("published: the world is under the %v protocol; make it under the published one: %w", p, bethink.ErrInvalid)
	}
	w.Reset(seed)
	e := Episode{Steps: make([]Step, 0, w.Horizon()), Budget: w.Budget()}
	for !w.Over() {
		obs := w.Observation()
		step := w.Spent() + 1
		reply := agent.Reply(Prompt{Observation: obs, Step: step, Horizon: w.Horizon(), Remaining: w.Budget() - w.Probes()})
		log := Step{Consistent: reply.Consistent}
		before := gold{w.Gold()}
		probe := ""
		if w.Probes() < w.Budget() {
			probe, log.Record = policy.pick(moment{step: step, horizon: w.Horizon(), budget: w.Budget(), seed: seed, obs: obs, reply: reply, gold: before})
		}
		if probe != "" {
			log.Text, log.Probed = probe, true
			log.Useful = useful(w.Probe(probe), reply.State, before)
		} else {
			log.Text = reply.Action
			if reply.Wish != WishAct {
				log.Text = fallback(obs, before)
			}
			_, info := w.Do(log.Text)
			log.Valid = info.Valid
		}
		after := gold{w.Gold()}
		log.Accuracy, log.Dependency = accuracy(reply.State, after), dependency(reply.State, after)
		for _, r := range reply.Records {
			if r.Criticality == CriticalityHigh {
				log.Critical = append(log.Critical, r.ID)
			}
		}
		e.Steps = append(e.Steps, log)
	}
	e.Success = w.Success()
	return e, nil
}
