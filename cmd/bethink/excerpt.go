package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench"
	"github.com/bethink-dev/bethink/env/alfworld"
)

// excerpt shows one look of one episode with the belief before and after: of
// the looks of the first variant that were in vain, the one where the belief had
// hoped most.
func excerpt(ctx context.Context, c *console, conf bench.Config, set *alfworld.Set) error {
	env, err := conf.Environment()
	if err != nil {
		return err
	}
	defer env.Close() //nolint:errcheck // nothing is held
	var best bench.Moment
	most := 0.0
	for _, name := range taskNames(set)[:min(set.Len(), 12)] {
		engine, err := bethink.New(bethink.Config{Pack: conf.Pack})
		if err != nil {
			return err
		}
		seed := bench.EpisodeSeed(conf.Seed, bethink.World(name), name)
		task := bench.Task{Name: name}
		policy, err := conf.Variants[0].Policy(task, seed)
		if err != nil {
			return err
		}
		ep := bench.Episode{
			Engine: engine, World: bethink.World(name), Name: bethink.Episode(name), Environment: env,
			Policy: policy, Task: task, Seed: seed, Budget: conf.Budget,
			Watch: func(m bench.Moment) {
				if lost := disappointment(m); lost > most {
					best, most = m, lost
				}
			},
		}
		if _, err := ep.Play(ctx); err != nil {
			return err
		}
	}
	if most > 0 {
		show(c, best)
	}
	return nil
}

// disappointment is the largest probability that a look took from a place where
// the one thing of the goal might have been, and was not.
func disappointment(m bench.Moment) float64 {
	goal := sought(m.Before)
	if len(goal) != 1 || len(m.After.Belief.Members(goal[0], location)) > 0 {
		return 0
	}
	lost := 0.0
	for _, w := range whereabouts(m.Before, goal[0], everywhere) {
		now := m.After.Belief.Some(bethink.Presence{Type: goal[0], Attr: location, Place: w.Value})
		if now < .02 {
			lost = max(lost, w.P-now)
		}
	}
	return lost
}

// show prints a moment.
func show(c *console, m bench.Moment) {
	c.printf("%s\n", c.paint(bold, "One look, on the way to: "+m.Before.Goal.Text))
	for _, line := range beliefLines(m.Before, looked(m)) {
		c.printf("  %s\n", c.paint(dim, "before   "+line))
	}
	c.printf("  > %s\n", m.Step.Input.Action)
	for line := range strings.Lines(strings.TrimSpace(m.Step.Input.Text)) {
		if line = strings.TrimSpace(line); line != "" {
			c.printf("  %s\n", line)
		}
	}
	for _, line := range beliefLines(m.After, looked(m)) {
		c.printf("  %s\n", c.paint(dim, "after    "+line))
	}
	c.printf("\n")
}

// shown is how many places a line of belief names.
const shown = 5

// everywhere is as many places as any scene has.
const everywhere = 1 << 10

// looked is the place a moment's action was about, "" where it has none.
func looked(m bench.Moment) bethink.Value {
	if args := m.Step.Input.Action.Args; len(args) > 0 {
		return bethink.Value(args[len(args)-1])
	}
	return ""
}

// beliefLines says where the goal's objects may be, a line a type: the likeliest
// places, and the place in focus if there is one.
func beliefLines(v bethink.View, focus bethink.Value) []string {
	var out []string
	for _, typ := range sought(v) {
		var parts []string
		ws := whereabouts(v, typ, everywhere)
		at := slices.IndexFunc(ws, func(w bethink.Weight) bool { return w.Value == focus })
		if at >= shown {
			ws[shown-1] = ws[at]
		}
		for _, w := range ws[:min(shown, len(ws))] {
			parts = append(parts, fmt.Sprintf("%s %.0f %%", w.Value, 100*w.P))
		}
		if len(parts) == 0 {
			parts = []string{"nowhere that is known"}
		}
		out = append(out, "some "+typ+": "+strings.Join(parts, ", "))
	}
	return out
}
