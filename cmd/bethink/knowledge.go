package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bethink-dev/bethink/bench/learning"
	"github.com/bethink-dev/bethink/learn"
	"github.com/bethink-dev/bethink/pack"
)

// credible is the level of the intervals that are shown.
const credible = 0.9

func knowledgeCommand(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "knowledge LOG...",
		Short: "Show what a world has taught",
		Long: `Show what a world has taught: where things are and how many, what goals say of
where their things start, how often a list misses something, and how fast values
change by themselves; everything as a posterior with its 90 % interval.

LOG is a file that "bethink run --log" wrote, or a folder of them. Where nobody
learned when it was written, its steps are read as a learner would have.`,
		Example: "  bethink run --log logs --agent planner\n  bethink knowledge logs\n  bethink knowledge logs --json",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage(cmd, "knowledge from what? name a log, or a folder of logs")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := pack.Household()
			if err != nil {
				return err
			}
			learner, err := learn.New(learn.Config{Declared: p})
			if err != nil {
				return err
			}
			k, seen := learner.Start(), map[string]bool{}
			err = eachLog(c, args, func(l *learning.Log) error {
				k, err = l.Absorb(k, learner, p, seen)
				return err
			})
			if err != nil {
				return err
			}
			r := k.Report(credible)
			if c.json {
				return c.object(r)
			}
			knowledgeTable(c, r)
			return nil
		},
	}
}

// eachLog reads the logs one after the other.
func eachLog(c *console, args []string, do func(*learning.Log) error) error {
	files, err := logFiles(args)
	if err != nil {
		return err
	}
	progress := c.progress()
	for i, name := range files {
		if err := oneLog(name, do); err != nil {
			c.finish()
			return fmt.Errorf("%s: %w", name, err)
		}
		progress(i+1, len(files))
	}
	c.finish()
	return nil
}

func oneLog(name string, do func(*learning.Log) error) (err error) {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	l, err := learning.ReadLog(f)
	if err != nil {
		return err
	}
	return do(l)
}

func between(e learn.Estimate) string {
	return fmt.Sprintf("%.3g [%.3g, %.3g]", e.Mean, e.Low, e.High)
}

// knowledgeTable shows the tables one below the other.
func knowledgeTable(c *console, r learn.Report) {
	c.printf("%d notes, %d first looks at places; brackets are %.0f %% intervals\n", r.Version, r.Looks, 100*credible)
	c.printf("n places of one type take together n^%g times what one takes\n", r.Each)
	section := func(head string, rows func(w io.Writer)) {
		c.printf("\n")
		w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, head)
		rows(w)
		_ = w.Flush() // the console keeps a fault
	}
	if len(r.Places) > 0 {
		section("type of place\ttakes of everything (declared 1)", func(w io.Writer) {
			for _, p := range r.Places {
				fmt.Fprintf(w, "%s\t%s\n", p.Place, between(p.Weight))
			}
		})
	}
	if len(r.Types) > 0 {
		section("thing\tlooks\tfound\tmost at\tweight\tdeclared\troom\tcount\tdeclared", func(w io.Writer) {
			for _, t := range r.Types {
				typeRows(w, t)
			}
		})
	}
	if len(r.Goals) > 0 {
		section("goal and role\tplace\tfactor of its weight", func(w io.Writer) {
			for _, g := range r.Goals {
				place := g.Place
				if place == "" {
					place = "(the goal's)"
				}
				fmt.Fprintf(w, "%s\t%s\t%s\n", g.Goal, place, between(g.Factor))
			}
		})
	}
	if len(r.Lists) > 0 {
		section("lists of\tlooks\tmissed\tper look\tproved\thidden\tsystematic", func(w io.Writer) {
			for _, l := range r.Lists {
				fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%d\t%d\t%s\n", l.Attr, l.Looks, l.Missed, between(l.PerLook), l.Plain+l.Hidden, l.Hidden, between(l.Systematic))
			}
		})
	}
	if len(r.Changes) > 0 {
		section("attribute\tof\ttold again\tchanged\trate of change by itself", func(w io.Writer) {
			for _, x := range r.Changes {
				if x.Type == "" {
					x.Type = "(all)"
				}
				fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%s\n", x.Attr, x.Type, x.Pairs, x.Moved, between(x.Rate))
			}
		})
	}
}

// typeRows shows a type's three likeliest places beside its rooms.
func typeRows(w io.Writer, t learn.TypeReport) {
	places := slices.Clone(t.Weights)
	slices.SortStableFunc(places, func(a, b learn.WeightReport) int {
		switch {
		case a.Weight.Mean > b.Weight.Mean:
			return -1
		case a.Weight.Mean < b.Weight.Mean:
			return 1
		}
		return 0
	})
	places = places[:min(3, len(places))]
	for i := range max(len(places), len(t.Counts)) {
		if i == 0 {
			fmt.Fprintf(w, "%s\t%d\t%d\t", t.Type, t.Looks, t.Found)
		} else {
			fmt.Fprint(w, "\t\t\t")
		}
		if i < len(places) {
			fmt.Fprintf(w, "%s\t%s\t%.3g\t", places[i].Place, between(places[i].Weight), places[i].Declared)
		} else {
			fmt.Fprint(w, "\t\t\t")
		}
		if i < len(t.Counts) {
			fmt.Fprintf(w, "%s\t%s\t%.3g", t.Counts[i].Room, between(t.Counts[i].Count), t.Counts[i].Declared)
		}
		fmt.Fprintln(w)
	}
}
