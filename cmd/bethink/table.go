package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/bethink-dev/bethink/bench"
	"github.com/bethink-dev/bethink/bench/stat"
)

// table shows the figures of all variants and says what they show.
func table(c *console, conf bench.Config, groups [][]bench.Record, lines []bench.Summary) error {
	c.printf("%s: %d games, at most %d steps each, seed %d; brackets are 95 %% intervals\n\n",
		conf.Suite, len(conf.Runs), conf.Budget, conf.Seed)
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "agent\twon %\tsteps\tsteps / walkthrough\tarea\tquestions charged\tBrier\tlog score\tevents")
	for i, s := range lines {
		in, err := bench.Interval(groups[i])
		if err != nil {
			return err
		}
		won := stat.Estimate{Value: 100 * in.Won.Value, Lo: 100 * in.Won.Lo, Hi: 100 * in.Won.Hi}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%.3f\t%s\t%s\t%d\n", s.Name(), span(1, won), span(1, in.Steps),
			number(2, s.StepsOverWalkthrough), span(3, in.AUC), in.AUCCharged.Value, number(3, s.Brier), number(3, s.LogScore), s.Events)
	}
	if err := w.Flush(); err != nil {
		return nil // the console has it
	}
	text, err := sentence(groups, lines)
	if err != nil {
		return err
	}
	c.printf("\n%s\n", text)
	return nil
}

// span writes an estimate with its interval.
func span(digits int, e stat.Estimate) string {
	return fmt.Sprintf("%.*f [%.*f, %.*f]", digits, e.Value, digits, e.Lo, digits, e.Hi)
}

// number writes a figure, or a dash where there is none.
func number(digits int, x *float64) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf("%.*f", digits, *x)
}

// sentence says what the figures show: the first variant against the second
// where there are two, else the first alone.
func sentence(groups [][]bench.Record, lines []bench.Summary) (string, error) {
	a := lines[0]
	if len(lines) == 1 {
		return fmt.Sprintf("%s won %d of %d games and took %.1f steps on average, %s times the walkthrough's.",
			a.Name(), a.Won, a.Episodes, *a.MeanSteps, number(2, a.StepsOverWalkthrough)), nil
	}
	b := lines[1]
	cmp, err := bench.Compare(groups[0], groups[1])
	if err != nil {
		return "", err
	}
	head := fmt.Sprintf("%s won %d of %d games and %s %d (McNemar p = %.2g)", a.Name(), a.Won, a.Episodes, b.Name(), b.Won, cmp.P)
	d := cmp.Steps
	lo, hi := -d.Hi, -d.Lo
	switch {
	case d.Hi < 0:
		return fmt.Sprintf("%s; on the same game %s needs %.1f fewer steps (95 %% interval %.1f to %.1f).", head, a.Name(), -d.Value, lo, hi), nil
	case d.Lo > 0:
		return fmt.Sprintf("%s; on the same game %s needs %.1f more steps (95 %% interval %.1f to %.1f).", head, a.Name(), d.Value, d.Lo, d.Hi), nil
	}
	return fmt.Sprintf("%s; their steps on the same game do not differ measurably (%+.1f, 95 %% interval %+.1f to %+.1f).", head, d.Value, d.Lo, d.Hi), nil
}

// paired is a variant set against the first one of its agent, game by game.
type paired struct {
	With     string     `json:"with"`
	Games    int        `json:"games"`
	Only     int        `json:"only_this_won"`
	OnlyWith int        `json:"only_that_won"`
	P        float64    `json:"mcnemar_p"`
	Steps    difference `json:"steps"`
	AUC      difference `json:"auc"`
	NotValid difference `json:"share_of_steps_not_valid"`
}

// difference is this variant's figure less the other's.
type difference struct {
	Mean float64    `json:"mean"`
	CI95 [2]float64 `json:"ci95"`
}

func (d difference) write(digits int) string {
	return fmt.Sprintf("%+.*f [%+.*f, %+.*f]", digits, d.Mean, digits, d.CI95[0], digits, d.CI95[1])
}

// pairs sets each variant against the first one of its agent; nil for that one.
func pairs(groups [][]bench.Record, lines []bench.Summary) ([]*paired, error) {
	out := make([]*paired, len(lines))
	first := map[string]int{}
	of := func(e stat.Estimate) difference { return difference{e.Value, [2]float64{e.Lo, e.Hi}} }
	for i := range lines {
		j, ok := first[lines[i].Agent]
		if !ok {
			first[lines[i].Agent] = i
			continue
		}
		cmp, err := bench.Compare(groups[i], groups[j])
		if err != nil {
			return nil, err
		}
		out[i] = &paired{
			With: lines[j].Name(), Games: cmp.Episodes, Only: cmp.OnlyA, OnlyWith: cmp.OnlyB, P: cmp.P,
			Steps: of(cmp.Steps), AUC: of(cmp.AUC), NotValid: of(cmp.NotValid),
		}
	}
	return out, nil
}

// versus shows the pairs where there are more than the sentence tells of.
func versus(c *console, lines []bench.Summary, ps []*paired) {
	if len(lines) < 3 {
		return
	}
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	rows := 0
	for i, p := range ps {
		if p == nil {
			continue
		}
		if rows == 0 {
			c.printf("\non the same games: an agent less the one it is set against\n")
			fmt.Fprintln(w, "agent\tagainst\tgames\twon by one alone\tMcNemar p\tsteps\tarea\tshare of steps not valid")
		}
		rows++
		fmt.Fprintf(w, "%s\t%s\t%d\t%d : %d\t%.2g\t%s\t%s\t%s\n", lines[i].Name(), p.With, p.Games,
			p.Only, p.OnlyWith, p.P, p.Steps.write(1), p.AUC.write(3), p.NotValid.write(2))
	}
	_ = w.Flush() // the console keeps the error
}
