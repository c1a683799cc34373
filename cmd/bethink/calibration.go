package main

import (
	"bytes"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bethink-dev/bethink/bench"
	"github.com/bethink-dev/bethink/bench/learning"
	"github.com/bethink-dev/bethink/bench/stat"
	"github.com/bethink-dev/bethink/pack"
)

func calibrationCommand(c *console) *cobra.Command {
	var svg string
	cmd := &cobra.Command{
		Use:   "calibration LOG...",
		Short: "Show how often what was forecast came true",
		Long: `Show how often what was forecast came true: over the first decisions of every
episode, which are the first settled forecast of each event where it lay between
.02 and .98. Intervals are the bootstrap's over episodes. The gain is in bits a
forecast against the pack's prior, on the events that it spoke of. LOG is a file
that "bethink run --log" wrote, or a folder of them.`,
		Example: "  bethink run --log logs --agent planner\n  bethink calibration logs --svg calibration.svg",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage(cmd, "calibration of what? name a log, or a folder of logs")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := pack.Household()
			if err != nil {
				return err
			}
			var all learning.Forecasts
			err = eachLog(c, args, func(l *learning.Log) error {
				if err := cmd.Context().Err(); err != nil {
					return err
				}
				return all.Add(cmd.Context(), l, p)
			})
			if err != nil {
				return err
			}
			r, err := all.Calibration()
			if err != nil {
				return err
			}
			if svg != "" {
				var drawing bytes.Buffer
				if err := learning.WriteSVG(&drawing, r); err != nil {
					return err
				}
				if err := bench.WriteFile(svg, drawing.Bytes()); err != nil {
					return err
				}
			}
			if c.json {
				return c.object(r)
			}
			calibrationTable(c, r)
			return nil
		},
	}
	cmd.Flags().StringVar(&svg, "svg", "", "file that gets the reliability diagram")
	return cmd
}

func calibrationTable(c *console, r learning.Calibration) {
	c.printf("%d first decisions in %d episodes; %d trivial forecasts besides, %d of them wrong.\n", r.All.Count, r.Episodes, r.Trivial, r.TrivialWrong)
	c.printf("Of a belief's variables %s %% were ever looked at; nothing is known of how the others hold.\n\n", span(0, estimate(100, r.Coverage)))
	_ = learning.WriteDiagram(c.out, r.All.Bins) // the console keeps a fault
	c.printf("\n")
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "attribute\tcount\ttrue\tBrier\t= reliability\t- resolution\t+ uncertainty\t+ within\tcalibration error\tlog score\tgain on the prior")
	for _, f := range append(r.Attributes, r.All) {
		name := f.Attr
		if name == "" {
			name = "all"
		}
		gain := "-"
		if f.Gain != nil {
			gain = span(3, estimate(1, *f.Gain))
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%.4f\t%.4f\t%.4f\t%.4f\t%.3f\t%s\t%s\n", name, f.Count, f.True, span(3, estimate(1, f.Brier)),
			f.Reliability, f.Resolution, f.Uncertainty, f.Within, f.ECE, span(3, estimate(1, f.LogScore)), gain)
	}
	_ = w.Flush()
}

func estimate(scale float64, e learning.Interval) stat.Estimate {
	return stat.Estimate{Value: scale * e.Value, Lo: scale * e.Low, Hi: scale * e.High}
}
