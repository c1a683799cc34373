package probing

import (
	"encoding/json"
	"math"

	"github.com/bethink-dev/bethink/bench/stat"
)

// Row is one policy in one cell. A figure that does not exist, such as the
// useful share of no probes, is NaN here and null in JSON.
type Row struct {
	World, Stress, Regime, Protocol, Agent, Policy string
	Episodes                                       int
	// Terminal is the terminal accuracy with its 95 % interval, Weighted that by
	// weight, Average the mean over the steps.
	Terminal          stat.Estimate
	Weighted, Average float64
	Success           float64
	// Probes is the mean number, Useful the mean useful share over the episodes
	// with a probe, Normalised the mean of useful probes by budget.
	Probes, Useful, Normalised float64
	// Onset is the mean over the episodes that collapsed, Drift the mean lead of
	// the collapse of belief over that of action where both were.
	Onset, Drift float64
}

// Rows sums the cell up, one row an arm.
func (c *Cell) Rows(resamples int) ([]Row, error) {
	rows := make([]Row, len(c.Arms))
	for i, a := range c.Arms {
		r := Row{World: c.World.String(), Stress: c.Stress.Name, Regime: c.Regime.String(), Protocol: "corrected", Agent: c.Agent.Name,
			Policy: a.Name, Episodes: len(c.Episodes[i])}
		m, err := stat.Mean(c.values(i, terminal), nil, stat.Config{Resamples: resamples, Seed: 1})
		if err != nil {
			return nil, err
		}
		r.Terminal = m.Percentile(0.95)
		var useful, onset, drift tally
		n := float64(r.Episodes)
		for k := range c.Episodes[i] {
			e := &c.Episodes[i][k]
			r.Weighted += e.Weighted / n
			r.Average += e.Average / n
			r.Success += success(e) / n
			r.Probes += float64(e.Probes) / n
			r.Normalised += float64(e.Useful) / float64(max(1, e.Budget)) / n
			useful.add(float64(e.Useful)/float64(max(1, e.Probes)), e.Probes > 0)
			onset.add(float64(e.Onset), e.Onset > 0)
			drift.add(float64(e.ActionOnset-e.Onset), e.Onset > 0 && e.ActionOnset > 0)
		}
		r.Useful, r.Onset, r.Drift = useful.mean(), onset.mean(), drift.mean()
		rows[i] = r
	}
	return rows, nil
}

// tally is a mean over the cases that count; NaN for none.
type tally struct {
	sum float64
	n   int
}

func (t *tally) add(x float64, counts bool) {
	if counts {
		t.sum += x
		t.n++
	}
}

func (t *tally) mean() float64 {
	if t.n == 0 {
		return math.NaN()
	}
	return t.sum / float64(t.n)
}

// MarshalJSON writes the row's line.
func (r Row) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		World    string     `json:"world"`
		Stress   string     `json:"stress"`
		Regime   string     `json:"regime"`
		Protocol string     `json:"protocol"`
		Agent    string     `json:"agent"`
		Policy   string     `json:"policy"`
		Episodes int        `json:"episodes"`
		Terminal float64    `json:"terminal_accuracy"`
		Weighted float64    `json:"weighted_accuracy"`
		Success  float64    `json:"task_success"`
		Useful   *float64   `json:"useful_probe_rate"`
		Onset    *float64   `json:"collapse_onset"`
		CI       [2]float64 `json:"ci95"`
	}{r.World, r.Stress, r.Regime, r.Protocol, r.Agent, r.Policy, r.Episodes, round(r.Terminal.Value), round(r.Weighted), round(r.Success),
		known(r.Useful), known(r.Onset), [2]float64{round(r.Terminal.Lo), round(r.Terminal.Hi)}})
}

// round keeps six decimals: more would only show the order of addition.
func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }

func known(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	x = round(x)
	return &x
}
