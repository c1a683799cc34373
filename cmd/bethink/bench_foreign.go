package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bethink-dev/bethink/bench/foreign"
)

func benchForeignCommand(c *console) *cobra.Command {
	var kind, violation string
	var seed uint64
	conf := foreign.Config{}
	cmd := &cobra.Command{
		Use:   "foreign",
		Short: "Hold the belief against worlds that nobody tuned it for",
		Long: `Generate worlds whose pack assumes one thing and whose truth is another, play
them at random and by the belief, and hold every belief against the truth. One
line for each kind of world and each violation; docs/foreign.md says what the
columns mean.

Kinds: places, files, services, shops. Violations: none, never, counts, unlisted,
instruments, drift, failed, prefixes, origins, and together, which has all of them
at once and is called all in the table. "all" takes the whole table.`,
		Example: `  bethink bench foreign --kind all --violation all --worlds 200 --seed 7 --json
  bethink bench foreign --kind shops --violation none,failed`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if conf.Kinds, err = foreign.ParseKinds(kind); err != nil {
				return usage(cmd, "--%v", err)
			}
			if conf.Violations, err = foreign.ParseViolations(violation); err != nil {
				return usage(cmd, "--%v", err)
			}
			switch {
			case conf.Worlds < 1 || conf.Worlds > 100_000:
				return usage(cmd, "--worlds is %d: want 1 to 100000", conf.Worlds)
			case conf.Steps < 1 || conf.Steps > 10_000:
				return usage(cmd, "--steps is %d: want 1 to 10000", conf.Steps)
			case conf.Workers < 0:
				return usage(cmd, "--parallel is %d: want at least 1, or 0 for all cores", conf.Workers)
			}
			conf.Seed, conf.Done = seed, c.progress()
			cells, err := foreign.Run(cmd.Context(), conf)
			if err != nil {
				return err
			}
			if c.json {
				for _, cell := range cells {
					if err := c.object(cell); err != nil {
						return err
					}
				}
				return nil
			}
			w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintln(w, "kind\tviolation\tseen\tbelieved\tverified\tfalse\tclaimed\tstale\trefused\tcontra\tece\tbits\texact\ttrue\t")
			for _, x := range cells {
				fmt.Fprintf(w, "%s\t%s\t%d\t%.4f\t%d\t%.4f\t%.4f\t%d\t%d\t%d\t%.3f\t%.3f\t%s\t%s\t\n", x.Kind, x.Violation, x.Reports, x.SeenBelieved,
					x.Verified, x.VerifiedFalse, x.VerifiedClaimedFalse, x.StaleMissed, x.RefusedShown, x.Contradictions, x.ECE, x.LogScore,
					maybe(x.ExactLogScore), maybe(x.TrueLogScore))
			}
			return w.Flush()
		},
	}
	f := cmd.Flags()
	f.StringVar(&kind, "kind", "all", "kinds of worlds, with commas between")
	f.StringVar(&violation, "violation", "all", "violations, with commas between")
	f.IntVar(&conf.Worlds, "worlds", 200, "worlds per kind and violation")
	f.IntVar(&conf.Steps, "steps", foreign.DefaultSteps, "steps per world")
	f.Uint64Var(&seed, "seed", 1, "decides everything that is left to chance")
	f.IntVar(&conf.Workers, "parallel", 0, "worlds played at a time; results do not depend on it (default: all cores)")
	return cmd
}

// maybe writes a figure that may be missing.
func maybe(x *float64) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f", *x)
}
