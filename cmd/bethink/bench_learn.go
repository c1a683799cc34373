package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/agent"
	"github.com/bethink-dev/bethink/bench"
	"github.com/bethink-dev/bethink/bench/learning"
	"github.com/bethink-dev/bethink/env/alfworld"
	"github.com/bethink-dev/bethink/pack"
)

// learnFlags are the flags of bethink bench learn.
type learnFlags struct {
	train, test, study, trainee string
	seed                        uint64
	budget, parallel            int
	zipf                        float64
}

func benchLearnCommand(c *console) *cobra.Command {
	f := &learnFlags{}
	cmd := &cobra.Command{
		Use:   "learn",
		Short: "Learn where things are from some games and play others",
		Long: `Learn where things are from the training games, and play the test games from it:

  belief          the pack's prior; nothing is learned
  learned-play    from what was seen while the training games were played, one
                  after the other, each from what the ones before had taught
  learned-known   from where everything was when the training games began

Under --study frozen every test game starts from what the training games taught;
under sequential the test games teach each other too. --trainee noprob looks at
random among the possible places while it trains, which costs steps and shows more.

--zipf 1.25 plays two more: given-zipf, from the placement of games made with
--placement zipf told outright, and noprob, the planner without probabilities;
recovered is the share of what the given one gains in area that was learned.

ece is the calibration error of the first decisions, ci95 the interval of the
difference in steps a game from belief; the other fields are those of bethink run.`,
		Example: `  bethink bench learn --train train.tar.xz --test valid_seen.tar.xz
  bethink env make household --placement zipf --seed 2 --games 400 --out zipf_train.tar
  bethink env make household --placement zipf --seed 1 --games 1000 --out zipf_test.tar
  bethink bench learn --train zipf_train.tar --test zipf_test.tar --zipf 1.25`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd, c) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.train, "train", "", "games to learn from: a folder, a .tar or a .tar.xz")
	flags.StringVar(&f.test, "test", "", "games to play")
	flags.StringVar(&f.study, "study", "frozen", "what test games teach: frozen or sequential")
	flags.StringVar(&f.trainee, "trainee", "belief", "world model of the planner that plays the training games: belief, memory or noprob")
	flags.Float64Var(&f.zipf, "zipf", 0, "exponent of the test games' placement, where they were made with one")
	flags.Uint64Var(&f.seed, "seed", 1, "decides everything that is left to chance")
	flags.IntVar(&f.budget, "budget", bench.DefaultBudget, "steps an episode may take")
	flags.IntVar(&f.parallel, "parallel", 0, "test games played at a time; results do not depend on it (default: all cores)")
	return cmd
}

func (f *learnFlags) config(ctx context.Context, cmd *cobra.Command) (learning.Config, error) {
	conf := learning.Config{Name: "planner", Budget: f.budget, Seed: f.seed, Workers: f.parallel}
	switch {
	case f.train == "" || f.test == "":
		return conf, usage(cmd, "--train and --test must name games")
	case f.budget < 1:
		return conf, usage(cmd, "--budget is %d: want at least 1", f.budget)
	case f.parallel < 0:
		return conf, usage(cmd, "--parallel is %d: want at least 1, or 0 for all cores", f.parallel)
	case !(f.zipf >= 0):
		return conf, usage(cmd, "--zipf is %v: want more than 0", f.zipf)
	}
	switch f.study {
	case learning.StudyFrozen.String():
	case learning.StudySequential.String():
		conf.Study = learning.StudySequential
	default:
		return conf, usage(cmd, "--study is %q: want frozen or sequential", f.study)
	}
	conf.Agent = planning(agent.UseBelief)
	switch f.trainee {
	case "noprob":
		conf.Trainee = planning(agent.UseNoProb)
	case "memory":
		conf.Trainee = planning(agent.UseMemory)
	case "belief":
	default:
		return conf, usage(cmd, "--trainee is %q: want belief, memory or noprob", f.trainee)
	}
	var err error
	if conf.Train, _, err = householdGames(ctx, f.train); err != nil {
		return conf, err
	}
	if conf.Test, conf.Suite, err = householdGames(ctx, f.test); err != nil {
		return conf, err
	}
	conf.Pack, err = pack.Household()
	return conf, err
}

// planning returns how to make a planner with so much of the belief.
func planning(use agent.Use) func(uint64) (bethink.Policy, error) {
	return func(seed uint64) (bethink.Policy, error) {
		return agent.New(agent.Config{Name: "planner", WM: agent.WM{Belief: use}, Seed: seed})
	}
}

// householdGames loads games, with the name of the suite.
func householdGames(ctx context.Context, path string) (learning.Games, string, error) {
	set, err := alfworld.Load(ctx, path)
	if err != nil {
		return learning.Games{}, "", err
	}
	name := filepath.Base(path)
	for _, ending := range []string{".xz", ".tar", ".txz"} {
		name = strings.TrimSuffix(name, ending)
	}
	return learning.Games{
		Environment: func() (bethink.Environment, error) { return set.New(alfworld.Config{}) },
		Tasks:       taskNames(set),
	}, name, nil
}

func (f *learnFlags) run(cmd *cobra.Command, c *console) error {
	conf, err := f.config(cmd.Context(), cmd)
	if err != nil {
		return err
	}
	conf.Done = c.progress()
	arms, err := learning.Run(cmd.Context(), conf)
	if err == nil && f.zipf > 0 {
		arms, err = f.told(cmd.Context(), conf, arms)
	}
	c.finish()
	if err != nil {
		return err
	}
	lines, err := learning.Lines(arms)
	if err != nil {
		return err
	}
	if f.zipf > 0 {
		if err := learning.Recover(lines, arms, givenArm); err != nil {
			return err
		}
	}
	var all []bench.Record
	for i := range arms {
		all = append(all, arms[i].Records...)
		if c.json {
			if err := c.object(lines[i]); err != nil {
				return err
			}
		}
	}
	if !c.json {
		learnTable(c, conf, lines)
	}
	return firstFault(all)
}

// givenArm is the place of the arm that is told the placement.
const givenArm = 3

// told plays the test games from their placement told outright, and without
// probabilities.
func (f *learnFlags) told(ctx context.Context, conf learning.Config, arms []learning.Arm) ([]learning.Arm, error) {
	given, err := learning.With(ctx, conf, "given-zipf", learning.Ranked{Alpha: f.zipf, Rows: alfworld.Allowed})
	if err != nil {
		return nil, err
	}
	conf.Agent = planning(agent.UseNoProb)
	blind, err := learning.With(ctx, conf, "noprob", bethink.NoKnowledge{})
	return append(arms, given, blind), err
}

func learnTable(c *console, conf learning.Config, lines []learning.Line) {
	c.printf("%s: %d games after %d training games, %v; brackets are 95 %% intervals\n\n",
		conf.Suite, len(conf.Test.Tasks), len(conf.Train.Tasks), conf.Study)
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "prior\twon\tsteps\tagainst belief\tsteps / walkthrough\tarea\trecovered\tBrier\tlog score\tcalibration error\tevents")
	for _, l := range lines {
		against := "-"
		if l.CI95 != nil {
			against = fmt.Sprintf("%+.2f [%+.2f, %+.2f]", *l.MeanSteps-*lines[0].MeanSteps, l.CI95[0], l.CI95[1])
		}
		recovered := "-"
		if l.Recovered != nil {
			recovered = span(2, estimate(1, *l.Recovered))
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\n", l.WM, l.Won, number(2, l.MeanSteps), against,
			number(2, l.StepsOverWalkthrough), number(3, l.AUC), recovered, number(3, l.Brier), number(3, l.LogScore), number(3, l.ECE), l.Events)
	}
	if err := w.Flush(); err != nil {
		return // the console has it
	}
}
