package learning

import (
	"fmt"

	"github.com/bethink-dev/bethink/bench"
	"github.com/bethink-dev/bethink/bench/stat"
	"github.com/bethink-dev/bethink/dist"
)

// Line is the figures of one arm: those of a bench.Summary, with the calibration
// error of its first decisions, and the 95 % interval of the difference in steps
// a game against the pack's prior (less than 0: fewer steps). What there is
// nothing to compute from is null.
type Line struct {
	bench.Summary
	ECE  *float64    `json:"ece"`
	CI95 *[2]float64 `json:"ci95"`
	// AUCCI95 is the interval of the difference in area against the pack's prior
	// (more than 0: earlier reward).
	AUCCI95 *[2]float64 `json:"auc_ci95"`
	// Recovered is the share of the area that the given prior gains over the
	// pack's which this one gains too; only where a prior was given.
	Recovered *Interval `json:"recovered,omitempty"`
}

// Bins of the calibration error.
const bins = 10

// Lines returns the figures of all arms; the first is what the others are
// compared with.
func Lines(arms []Arm) ([]Line, error) {
	out := make([]Line, len(arms))
	for i, a := range arms {
		out[i].Summary = bench.Summarise(a.Records)
		if fs := forecasts(a.Records); len(fs) > 0 {
			e := dist.ECE(dist.Reliability(fs, bins, false))
			out[i].ECE = &e
		}
		if i == 0 {
			continue
		}
		c, err := bench.Compare(a.Records, arms[0].Records)
		if err != nil {
			return nil, fmt.Errorf("learning: %s against %s: %w", a.WM, arms[0].WM, err)
		}
		out[i].CI95 = &[2]float64{c.Steps.Lo, c.Steps.Hi}
		out[i].AUCCI95 = &[2]float64{c.AUC.Lo, c.AUC.Hi}
	}
	return out, nil
}

// Recover sets Recovered in the lines of all arms but the first and the given
// one. The interval is the bootstrap's over games.
func Recover(lines []Line, arms []Arm, given int) error {
	area := func(a Arm) []float64 {
		out := make([]float64, len(a.Records))
		for i := range a.Records {
			out[i] = a.Records[i].Trace().Curve(stat.StepsOnly).Area()
		}
		return out
	}
	base, most := area(arms[0]), area(arms[given])
	for i := range arms {
		if i == 0 || i == given {
			continue
		}
		mine := area(arms[i])
		r, err := stat.Bootstrap(len(base), func(games []int) float64 {
			gained, could := 0.0, 0.0
			for _, g := range games {
				gained += mine[g] - base[g]
				could += most[g] - base[g]
			}
			return gained / could
		}, stat.Config{Resamples: 2000, Seed: 1})
		if err != nil {
			return fmt.Errorf("learning: what %s recovers: %w", arms[i].WM, err)
		}
		e := r.Percentile(0.95)
		lines[i].Recovered = &Interval{e.Value, e.Lo, e.Hi}
	}
	return nil
}

// forecasts returns the first decisions of all records.
func forecasts(rs []bench.Record) []dist.Forecast {
	var out []dist.Forecast
	for i := range rs {
		for _, f := range rs[i].Forecasts {
			out = append(out, dist.Forecast{P: f.P, True: f.True, Cluster: i})
		}
	}
	return out
}
