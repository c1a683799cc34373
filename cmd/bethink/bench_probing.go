package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"

	"github.com/bethink-dev/bethink/llm"

	"github.com/spf13/cobra"

	"github.com/bethink-dev/bethink/bench/probing"
	"github.com/bethink-dev/bethink/env/probeworld"
)

// probingFlags are the flags of bethink bench probing.
type probingFlags struct {
	worlds, stresses, regimes, agents, policies []string
	protocol, svg, model                        string
	seeds, resamples, parallel                  int
	first                                       uint64
	abstract                                    bool
}

func benchProbingCommand(c *console) *cobra.Command {
	f := &probingFlags{}
	cmd := &cobra.Command{
		Use:   "probing",
		Short: "Compare ways to spend a limited number of probes",
		Long: `Compare ways to spend a limited number of probes in three small worlds: keys and
doors (object), tools that need each other (tool), a graph with locked edges
(graph). Every policy plays the same seeds, in which whatever happens by itself is
the same. All of a flag's values are had by "all".

terminal is the share of fields whose point belief is exactly right at the end,
weighted the same by importance; useful is the share of probes whose answer was
not believed, by B the useful probes over the budget; onset is the mean step at
which the belief collapses, drift how many steps it leads the collapse of action.

--protocol published plays the paper's own harness, faults and all: weighted is
then its A_H, and terminal the score of the last step.
--abstract plays the world of twenty fields in which change rates are learned.`,
		Example: `  bethink bench probing --world object --stress S2 --agent patrol
  bethink bench probing --world all --stress all --agent all --svg probing.svg
  bethink bench probing --world tool --protocol published --json
  bethink bench probing --abstract`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd, c) },
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.worlds, "world", []string{"object"}, "object, tool, graph")
	flags.StringSliceVar(&f.stresses, "stress", []string{"S2"}, "S1, S2, S3, R1 to R4, R6; all is S1 to S3")
	flags.StringSliceVar(&f.regimes, "regime", []string{"preset"}, "how fast the world changes: preset, static, mild, volatile; all is the last three")
	flags.StringSliceVar(&f.agents, "agent", []string{"scripted"}, "patrol, scripted, costly, forgetful, overconfident")
	flags.StringSliceVar(&f.policies, "policy", []string{"all"}, "policies to play")
	flags.StringVar(&f.protocol, "protocol", "corrected", "corrected or published")
	flags.IntVar(&f.seeds, "seeds", probing.DefaultSeeds, "paired seeds")
	flags.Uint64Var(&f.first, "first-seed", probing.DefaultFirst, "the first of them")
	flags.IntVar(&f.resamples, "resamples", probing.DefaultResamples, "bootstrap samples")
	flags.IntVar(&f.parallel, "parallel", 0, "policies played at a time; results do not depend on it (default: all cores)")
	flags.StringVar(&f.svg, "svg", "", "file that gets a drawing of the terminal accuracies")
	flags.StringVar(&f.model, "model", "", "address of an OpenAI-compatible server: adds the policy judge, in which its model may\noverride the paper's rule")
	flags.BoolVar(&f.abstract, "abstract", false, "play the world of twenty fields instead")
	return cmd
}

func (f *probingFlags) config(cmd *cobra.Command) (probing.Config, error) {
	c := probing.Config{Seeds: f.seeds, First: f.first, Resamples: f.resamples}
	switch {
	case f.seeds < 2:
		return c, usage(cmd, "--seeds is %d: want at least 2", f.seeds)
	case f.resamples < 1:
		return c, usage(cmd, "--resamples is %d: want at least 1", f.resamples)
	case f.parallel < 0:
		return c, usage(cmd, "--parallel is %d: want at least 1, or 0 for all cores", f.parallel)
	case f.protocol != "corrected" && f.protocol != "published":
		return c, usage(cmd, "--protocol is %q: want corrected or published", f.protocol)
	}
	for _, name := range every(f.worlds, "object", "tool", "graph") {
		kind, err := probeworld.KindNamed(name)
		if err != nil {
			return c, err
		}
		c.Worlds = append(c.Worlds, kind)
	}
	c.Stresses = every(f.stresses, "S1", "S2", "S3")
	for _, name := range every(f.regimes, "static", "mild", "volatile") {
		regime, err := probeworld.RegimeNamed(name)
		if err != nil {
			return c, err
		}
		c.Regimes = append(c.Regimes, regime)
	}
	var agents, arms []string
	for _, a := range probing.Agents() {
		agents = append(agents, a.Name)
	}
	for _, name := range every(f.agents, agents...) {
		a, err := probing.AgentNamed(name)
		if err != nil {
			return c, err
		}
		c.Agents = append(c.Agents, a)
	}
	for _, a := range probing.Arms() {
		arms = append(arms, a.Name)
	}
	for _, name := range every(f.policies, arms...) {
		a, err := probing.ArmNamed(name)
		if err != nil {
			return c, err
		}
		c.Arms = append(c.Arms, a)
	}
	return c, c.Validate()
}

// judging is the language model that judges, and how often it did not answer.
type judging struct {
	mu    sync.Mutex
	first error
	n     int
}

// join adds the judge to the policies once its model has answered.
func (j *judging) join(cmd *cobra.Command, where string, arms []probing.Arm) ([]probing.Arm, error) {
	conf, err := llm.Locate(where, os.Getenv)
	if err != nil {
		return nil, usage(cmd, "--model is %q: want the address of an OpenAI-compatible server, as http://127.0.0.1:8080/v1", where)
	}
	model, err := llm.Dial(cmd.Context(), conf)
	if err != nil {
		return nil, err
	}
	return append(arms, probing.Judge(cmd.Context(), model, func(err error) {
		j.mu.Lock()
		defer j.mu.Unlock()
		if j.n++; j.first == nil {
			j.first = err
		}
	})), nil
}

// failed says that some judgements are the rule's own for want of an answer.
func (j *judging) failed() error {
	if j.n == 0 {
		return nil
	}
	return fmt.Errorf("the judge's model did not answer %d times, first: %w", j.n, j.first)
}

// every replaces "all" by all.
func every(names []string, all ...string) []string {
	if len(names) == 1 && names[0] == "all" {
		return all
	}
	return names
}

func (f *probingFlags) run(cmd *cobra.Command, c *console) error {
	conf, err := f.config(cmd)
	if err != nil {
		return err
	}
	each := abreast(cmd.Context(), f.parallel)
	if f.abstract {
		return f.runAbstract(c, each)
	}
	judge := &judging{}
	if f.model != "" {
		if conf.Arms, err = judge.join(cmd, f.model, conf.Arms); err != nil {
			return err
		}
	}
	var rows []probing.Row
	var cells []*probing.Cell
	var family []probing.Comparison
	if f.protocol == "published" {
		rows, err = probing.Published(conf, watched(each, c.progress()))
	} else {
		rows, cells, family, err = f.corrected(c, conf, each)
	}
	c.finish()
	if err = errors.Join(err, judge.failed()); err != nil {
		return err
	}
	if err := f.draw(rows); err != nil {
		return err
	}
	if c.json {
		for _, r := range rows {
			if err := c.object(r); err != nil {
				return err
			}
		}
		return nil
	}
	if err := probing.WriteTable(c.out, rows); err != nil {
		return nil // the console has it
	}
	c.printf("\n")
	if err := probing.WriteSummary(c.out, cells); err != nil {
		return nil
	}
	c.printf("\n")
	if err := probing.WriteComparisons(c.out, family); err != nil {
		return nil
	}
	return nil
}

// corrected plays the study and sums it up.
func (f *probingFlags) corrected(c *console, conf probing.Config, each probing.Each) ([]probing.Row, []*probing.Cell, []probing.Comparison, error) {
	cells, err := probing.Run(conf, watched(each, c.progress()))
	if err != nil {
		return nil, nil, nil, err
	}
	of := make([][]probing.Row, len(cells))
	err = each(len(cells), func(i int) (err error) {
		of[i], err = cells[i].Rows(conf.Resamples)
		return err
	})
	if err != nil {
		return nil, nil, nil, err
	}
	var rows []probing.Row
	for _, r := range of {
		rows = append(rows, r...)
	}
	family, err := probing.Compare(cells, conf.Resamples, each)
	return rows, cells, family, err
}

func (f *probingFlags) runAbstract(c *console, each probing.Each) error {
	report, err := probing.RunAbstract(probing.AbstractConfig{Worlds: f.seeds, First: f.first}, watched(each, c.progress()))
	c.finish()
	if err != nil {
		return err
	}
	if c.json {
		return c.object(report)
	}
	c.printf("%s", report)
	return nil
}

// draw writes the drawing where one is wanted.
func (f *probingFlags) draw(rows []probing.Row) (err error) {
	if f.svg == "" {
		return nil
	}
	file, err := os.Create(f.svg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := probing.WriteSVG(file, rows); err != nil {
		return fmt.Errorf("%s: %w", f.svg, err)
	}
	return nil
}

// watched shows how many jobs are done.
func watched(each probing.Each, progress func(done, total int)) probing.Each {
	var mu sync.Mutex
	return func(n int, do func(i int) error) error {
		done := 0
		return each(n, func(i int) error {
			err := do(i)
			mu.Lock()
			defer mu.Unlock()
			done++
			progress(done, n)
			return err
		})
	}
}

// abreast runs jobs on a number of workers, all cores where it is 0, and returns
// the first error by number of the job. It starts no job once the context has
// ended.
func abreast(ctx context.Context, workers int) probing.Each {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return func(n int, do func(i int) error) error {
		errs := make([]error, n)
		next := make(chan int)
		var wait sync.WaitGroup
		for range min(workers, n) {
			wait.Go(func() {
				for i := range next {
					errs[i] = do(i)
				}
			})
		}
		err := error(nil)
		for i := 0; i < n && err == nil; i++ {
			select {
			case next <- i:
			case <-ctx.Done():
				err = ctx.Err()
			}
		}
		close(next)
		wait.Wait()
		for _, e := range errs {
			if e != nil {
				return e
			}
		}
		return err
	}
}
