package probing

import (
	"fmt"

	"github.com/bethink-dev/bethink/bench/stat"
	"github.com/bethink-dev/bethink/env/probeworld"
	"github.com/bethink-dev/bethink/env/probeworld/published"
)

// Published plays the paper's own harness, faults and all, with an agent that
// cannot be misled by them: in ToolDAGWorld one that writes down what it sees, in
// the two others one that knows the whole truth. A row's Average and Weighted are
// the published A_H, the mean fuzzy score by slot weights; Terminal is the score
// of the last step.
func Published(c Config, each Each) ([]Row, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	var rows []Row
	var jobs []func(r *Row) error
	for _, kind := range c.Worlds {
		for _, name := range c.Stresses {
			stress, err := probeworld.StressNamed(name)
			if err != nil {
				return nil, err
			}
			for _, policy := range publishedPolicies() {
				agent := "knowing"
				if kind == probeworld.StressTool {
					agent = "truthful"
				}
				rows = append(rows, Row{World: kind.String(), Stress: name, Regime: stress.Regime.String(), Protocol: "published",
					Agent: agent, Policy: policy.Name(), Episodes: c.Seeds})
				jobs = append(jobs, func(r *Row) error { return c.published(r, kind, stress, policy) })
			}
		}
	}
	err := each(len(rows), func(i int) error { return jobs[i](&rows[i]) })
	return rows, err
}

func publishedPolicies() []published.Policy {
	all := published.TermsAll
	return []published.Policy{
		published.None(), published.Random(), published.Periodic(), published.SelfUncertainty(),
		published.EnvProbe("simple", all), published.EnvProbe("c+d", published.TermC|published.TermD),
		published.EnvProbe("minus-c", all&^published.TermC), published.EnvProbe("minus-s", all&^published.TermS),
		published.EnvProbe("minus-u", all&^published.TermU), published.EnvProbe("minus-d", all&^published.TermD),
		published.Oracle(), published.OracleTaskWeighted(), published.Burn(),
	}
}

func (c Config) published(r *Row, kind probeworld.Kind, stress probeworld.Stress, policy published.Policy) error {
	w, err := probeworld.New(probeworld.Config{Kind: kind, Stress: stress, Protocol: probeworld.ProtocolPublished})
	if err != nil {
		return err
	}
	var agent published.Agent = published.NewKnowing(w, false)
	if kind == probeworld.StressTool {
		agent = published.NewTruthful(w, false)
	}
	var episodes []published.Episode
	var last []float64
	normalised := 0.0
	for i := range uint64(c.Seeds) {
		e, err := published.Run(w, c.First+i, agent, policy)
		if err != nil {
			return fmt.Errorf("published %v/%s %s: %w", kind, stress.Name, policy.Name(), err)
		}
		_, useful := e.Probes()
		normalised += float64(useful) / float64(max(1, e.Budget))
		episodes, last = append(episodes, e), append(last, e.Terminal())
	}
	cell := published.Summarise(episodes)
	m, err := stat.Mean(last, nil, stat.Config{Resamples: c.Resamples, Seed: 1})
	if err != nil {
		return err
	}
	r.Terminal, r.Weighted, r.Average = m.Percentile(0.95), cell.Accuracy, cell.Accuracy
	r.Success, r.Probes, r.Useful, r.Normalised = cell.Success, cell.Probes, cell.UsefulRate, normalised/float64(c.Seeds)
	var useful, onset, drift tally
	useful.add(cell.UsefulRate, cell.Probed > 0)
	onset.add(cell.Onset, cell.Collapses > 0)
	drift.add(cell.ActionOnset-cell.Onset, cell.Collapses > 0 && cell.ActionCollapses > 0)
	r.Useful, r.Onset, r.Drift = useful.mean(), onset.mean(), drift.mean()
	return nil
}
