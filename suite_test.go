package bethink_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bethinktest"
)

func TestPackSuite(t *testing.T) {
	p := spoken()
	p.desc.Name = "spoken"
	var episode []bethink.Input
	for _, text := range script {
		episode = append(episode, bethink.Input{Text: text})
	}
	bethinktest.TestPack(t, p, episode)
}

func TestPolicySuite(t *testing.T) {
	bethinktest.TestPolicy(t, func() bethink.Policy { return &switcher{} }, func() bethink.Environment { return &lamps{} }, spoken(), "lamps")
}

func TestEnvironmentSuite(t *testing.T) {
	bethinktest.TestEnvironment(t, func() bethink.Environment { return &lamps{} }, "lamps")
}

// switcher asks its belief which thing is most likely off, and switches it on.
type switcher struct{}

func (*switcher) Act(ctx context.Context, v bethink.View, _ string, admissible []string) (bethink.Decision, error) {
	if err := ctx.Err(); err != nil {
		return bethink.Decision{}, err
	}
	best, most := admissible[0], -1.0
	for i, a := range admissible {
		if p := v.Belief.Of(variable(fmt.Sprint("thing ", i+1), "on"), bethink.False); p > most {
			best, most = a, p
		}
	}
	return bethink.Decision{Action: best, Queries: len(admissible)}, nil
}

// lamps is a world of three lamps, to be switched on.
type lamps struct {
	on     [3]bool
	open   bool
	closed bool
}

func (l *lamps) Reset(_ context.Context, task string, _ uint64) (bethink.TimeStep, error) {
	if task != "lamps" {
		return bethink.TimeStep{}, fmt.Errorf("task %q: %w", task, bethink.ErrNotFound)
	}
	if l.closed {
		return bethink.TimeStep{}, fmt.Errorf("reset: %w", bethink.ErrClosed)
	}
	*l = lamps{open: true}
	return bethink.TimeStep{Text: "three lamps"}, nil
}

func (l *lamps) Step(_ context.Context, action string) (bethink.TimeStep, error) {
	if !l.open {
		return bethink.TimeStep{}, fmt.Errorf("step: %w", bethink.ErrClosed)
	}
	var i int
	if n, err := fmt.Sscanf(action, "switch %d", &i); n != 1 || err != nil || i < 1 || i > len(l.on) {
		return bethink.TimeStep{Text: "nothing"}, nil
	}
	l.on[i-1] = true
	ts := bethink.TimeStep{Text: fmt.Sprintf("thing %d on true .99", i)}
	if l.on == [3]bool{true, true, true} {
		l.open = false
		ts.Reward, ts.Score, ts.Terminated, ts.Outcome = 1, 1, true, bethink.OutcomeWon
	}
	return ts, nil
}

func (l *lamps) Admissible(context.Context) ([]string, error) {
	if !l.open {
		return nil, fmt.Errorf("admissible: %w", bethink.ErrClosed)
	}
	return []string{"switch 1", "switch 2", "switch 3"}, nil
}

func (l *lamps) Close() error { l.closed, l.open = true, false; return nil }
