package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench"
	"github.com/bethink-dev/bethink/env/alfworld"
	"github.com/bethink-dev/bethink/llm"
	"github.com/bethink-dev/bethink/pack"
)

// runFlags are the flags of bethink run.
type runFlags struct {
	games            *games
	agents, wms      []string
	seed             uint64
	budget, parallel int
	sample           int
	out, log, talk   string
	models           *models
}

func runCommand(c *console) *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Let agents play games and compare them",
		Long: `Let agents play household games and compare them. Without flags the embedded
games are played by a planner with a belief, the same planner that only remembers
what it saw, and two agents that plan nothing.

An episode that is not won counts as its whole budget in the mean of steps and in
steps over walkthrough, which is the sum of those steps over the sum of the
lengths of the games' stored solutions. auc is the area under reward within
budget. brier and log_score_bits (less is better) are over the events whose first
forecast in an episode lay between .02 and .98. What cannot be computed is null.`,
		Example: `  bethink run
  bethink run --games valid_seen --agent planner --wm belief,memory --json
  bethink run --games games.tar.xz --agent planner --out results --log logs
  bethink run --agent random --seed 2 --budget 50
  bethink run --agent react --wm none,bbwm --model http://127.0.0.1:8080/v1`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd, c) },
	}
	f.games, f.models = gamesFlags(cmd), modelFlags(cmd)
	flags := cmd.Flags()
	flags.StringSliceVar(&f.agents, "agent", nil, "who plays: random, scripted, planner (default: all), react, reflact (with --model)")
	flags.StringSliceVar(&f.wms, "wm", nil, "what the agent has of a world model: none, memory, noprob, belief, gate, bbwm;\n"+
		"with +push a model is shown it instead of asking, with +both besides")
	flags.Uint64Var(&f.seed, "seed", 1, "decides everything that is left to chance")
	flags.IntVar(&f.budget, "budget", bench.DefaultBudget, "steps an episode may take")
	flags.IntVar(&f.sample, "sample", 0, "play so many of the games, spread evenly over their names (default: all)")
	flags.IntVar(&f.parallel, "parallel", 0, "runs played at a time; results do not depend on it (default: all cores)")
	flags.StringVar(&f.out, "out", "", "folder that keeps a record of each episode; what it has is not played again")
	flags.StringVar(&f.log, "log", "", "folder that keeps what was observed and believed, for bethink replay")
	flags.StringVar(&f.talk, "talk", "", "folder that keeps what was said to the model and by it, a file an episode")
	return cmd
}

// pairings returns who plays: every agent that is named with every world model
// that is named, or with its own.
func (f *runFlags) pairings() []pairing {
	if len(f.agents) == 0 && len(f.wms) == 0 {
		return everyone()
	}
	agents := f.agents
	if len(agents) == 0 {
		agents = []string{"planner"}
	}
	var out []pairing
	for _, a := range agents {
		wms := f.wms
		if len(wms) == 0 {
			wms = []string{"none"}
			if a == "planner" {
				wms = []string{"belief"}
			}
		}
		for _, w := range wms {
			out = append(out, pairing{a, w})
		}
	}
	return out
}

// config checks everything that can be checked before the first step.
func (f *runFlags) config(ctx context.Context, cmd *cobra.Command) (bench.Config, *alfworld.Set, error) {
	var conf bench.Config
	if f.budget < 1 {
		return conf, nil, usage(cmd, "--budget is %d: want at least 1", f.budget)
	}
	if f.parallel < 0 {
		return conf, nil, usage(cmd, "--parallel is %d: want at least 1, or 0 for all cores", f.parallel)
	}
	if f.sample < 0 {
		return conf, nil, usage(cmd, "--sample is %d: want at least 1, or 0 for all games", f.sample)
	}
	play, err := f.games.config()
	if err != nil {
		return conf, nil, err
	}
	p, err := pack.Household()
	if err != nil {
		return conf, nil, err
	}
	var model llm.Model
	var variants []bench.Variant
	for _, who := range f.pairings() {
		if needed(who.agent) && model == nil {
			if model, err = f.models.dial(ctx, cmd); err != nil {
				return conf, nil, err
			}
		}
		var v bench.Variant
		if needed(who.agent) {
			v, err = f.models.variant(who, model, p, play.Dialect == alfworld.DialectOld)
		} else {
			v, err = who.variant(cmd)
		}
		if err != nil {
			return conf, nil, err
		}
		variants = append(variants, v)
	}
	set, suite, err := f.games.load(ctx)
	if err != nil {
		return conf, nil, err
	}
	return bench.Config{
		Suite: suite, Runs: bench.Apart(spread(taskNames(set), f.sample)), Variants: variants,
		Environment: func() (bethink.Environment, error) { return set.New(play) },
		Pack:        p, Budget: f.budget, Seed: f.seed, Version: programVersion(),
		Workers: f.parallel, Dir: f.out, Logs: f.log, Talks: f.talk, Model: f.models.identity(),
	}, set, nil
}

func (f *runFlags) run(cmd *cobra.Command, c *console) error {
	ctx := cmd.Context()
	conf, set, err := f.config(ctx, cmd)
	if err != nil {
		return err
	}
	progress := c.progress()
	conf.Done = func(_ bench.Record, done, total int) { progress(done, total) }
	records, err := bench.Play(ctx, conf)
	c.finish()
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted after %d of %d episodes%s%w",
			len(records), len(conf.Runs)*len(conf.Variants), f.kept(), silent{err})
	}
	if err != nil {
		return err
	}
	groups := bench.ByVariant(records, conf.Variants)
	var lines []bench.Summary
	for _, g := range groups {
		lines = append(lines, bench.Summarise(g))
	}
	against, err := pairs(groups, lines)
	if err != nil {
		return err
	}
	var objects []any
	for i, s := range lines {
		objects = append(objects, struct {
			bench.Summary
			Paired *paired `json:"paired,omitempty"`
		}{s, against[i]})
	}
	if err := f.keep(objects); err != nil {
		return err
	}
	if c.json {
		for _, o := range objects {
			if err := c.object(o); err != nil {
				return err
			}
		}
		return errors.Join(firstFault(records), modelFault(records))
	}
	if f.plain() {
		if err := excerpt(ctx, c, conf, set); err != nil {
			return err
		}
	}
	if err := table(c, conf, groups, lines); err != nil {
		return err
	}
	if !f.plain() {
		versus(c, lines, against)
	}
	f.models.report(c, lines)
	return errors.Join(firstFault(records), modelFault(records))
}

// plain reports whether nobody asked for anything in particular.
func (f *runFlags) plain() bool { return len(f.agents) == 0 && len(f.wms) == 0 }

// kept says where the finished episodes of an interrupted run are.
func (f *runFlags) kept() string {
	if f.out == "" {
		return "; nothing was kept, --out DIR would have"
	}
	return "; they are whole in " + f.out + ", and the same command goes on from there"
}

// keep writes the lines beside the records.
func (f *runFlags) keep(objects []any) error {
	if f.out == "" {
		return nil
	}
	var data []byte
	for _, o := range objects {
		line, err := json.Marshal(o)
		if err != nil {
			return err
		}
		data = append(append(data, line...), '\n')
	}
	return bench.WriteFile(filepath.Join(f.out, "summary.jsonl"), data)
}

// firstFault reports episodes that could not be played: the figures stand
// without them, but nobody should miss it.
func firstFault(records []bench.Record) error {
	n := 0
	first := ""
	for _, r := range records {
		if r.Outcome == bethink.OutcomeInvalid.String() {
			if n++; n == 1 {
				first = fmt.Sprintf("%s: %s", r.Task, r.Error)
			}
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d episodes could not be played; the first is %s%w", n, len(records), first, silent{bethink.ErrInvalid})
}
