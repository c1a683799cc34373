package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bethink-dev/bethink/bench/probing"
	"github.com/bethink-dev/bethink/env/probeworld"
	"github.com/bethink-dev/bethink/probe"
)

func probeCommand(c *console) *cobra.Command {
	var world, stress, agent string
	var seed uint64
	var steps, top int
	cmd := &cobra.Command{
		Use:   "probe",
		Short: "Say what is worth verifying before the next action",
		Long: `Play an agent for some steps of a probe world and rank what it had best verify
before it goes on. value is what the answer adds to the expected number of
variables known right at the end; the four signals are criticality, dependency of
the next action, staleness and uncertainty.`,
		Example: "  bethink probe --world object --stress S2 --seed 42 --steps 20",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if steps < 0 || top < 1 {
				return usage(cmd, "--steps is %d and --top %d: want at least 0 and 1", steps, top)
			}
			var cfg probeworld.Config
			var err error
			if cfg.Kind, err = probeworld.KindNamed(world); err != nil {
				return err
			}
			if cfg.Stress, err = probeworld.StressNamed(stress); err != nil {
				return err
			}
			who, err := probing.AgentNamed(agent)
			if err != nil {
				return err
			}
			if !who.Plays(cfg.Kind) {
				return usage(cmd, "the %s agent does not play the %s world", agent, world)
			}
			now, err := probing.Watch(cfg, who, seed, steps)
			if err != nil {
				return err
			}
			now.Budget.Top = top
			ranked := probe.Rank(now.View, now.Next, now.Budget)
			if c.json {
				for _, r := range ranked {
					if err := c.object(r); err != nil {
						return err
					}
				}
				return nil
			}
			c.printf("step %d, next %s, %d probes left\n\n", now.Step, now.Next, now.Budget.Probes)
			w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "probe\tvariable\tcost\tbits\tvalue\tcriticality\tdependency\tstaleness\tuncertainty")
			for _, r := range ranked {
				fmt.Fprintf(w, "%s\t%s\t%.0f\t%.2f\t%.3f\t%.2f\t%.2f\t%.2f\t%.2f\n", r.Action, r.Variable, r.Cost, r.Bits, r.Value,
					r.Signal.Criticality, r.Signal.Dependency, r.Signal.Staleness, r.Signal.Uncertainty)
			}
			_ = w.Flush() // the console has a fault of the output
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&world, "world", "object", "object, tool or graph")
	flags.StringVar(&stress, "stress", "S2", "S1, S2, S3, R1 to R4 or R6")
	flags.StringVar(&agent, "agent", "patrol", "patrol, scripted, costly, forgetful or overconfident")
	flags.Uint64Var(&seed, "seed", 42, "seed of the world")
	flags.IntVar(&steps, "steps", 20, "steps taken before")
	flags.IntVar(&top, "top", 10, "probes shown")
	return cmd
}
