// Package bethinktest holds the conformance suites of Bethink's interfaces, to
// call from the tests of an implementation, and models that answer from a
// recording.
//
// API of this package may change before v1.
package bethinktest

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env"
)

// episodeCap bounds the episodes that TestEnvironment plays.
const episodeCap = 200

// TestEnvironment checks that what open returns behaves as
// [bethink.Environment] says, by playing the given task. Each call of open
// must return an environment of its own. Where the environment is also an
// [env.Oracle] with a walkthrough, that walkthrough must win.
func TestEnvironment(t *testing.T, open func() bethink.Environment, task string) {
	t.Helper()
	for _, c := range []struct {
		name string
		run  func(t *testing.T, e *player)
	}{
		{"UnknownTaskIsNotFound", unknownTask},
		{"StepBeforeResetFails", stepBeforeReset},
		{"ResetStartsRunning", resetStarts},
		{"AdmissibleIsSortedAndStable", admissibleIsSorted},
		{"AdmissibleActionsAreTaken", admissibleActions},
		{"NoActionIsNoError", noAction},
		{"SameSeedSameEpisode", sameEpisode},
		{"ResultsAreKept", resultsAreKept},
		{"ResetForgetsTheEpisode", resetForgets},
		{"EndedEpisodeIsClosed", endedEpisode},
		{"WalkthroughWins", walkthroughWins},
		{"FactsAreSorted", factsAreSorted},
		{"CloseTwice", closeTwice},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &player{t: t, Environment: open(), open: open, task: task}
			defer func() {
				if err := p.Close(); err != nil {
					t.Errorf("Close: %v", err)
				}
			}()
			c.run(t, p)
		})
	}
}

// player is an environment whose errors end the test.
type player struct {
	bethink.Environment
	t    *testing.T
	open func() bethink.Environment
	task string
}

func (p *player) reset() bethink.TimeStep {
	p.t.Helper()
	s, err := p.Reset(context.Background(), p.task, 1)
	if err != nil {
		p.t.Fatalf("Reset(%q): %v", p.task, err)
	}
	p.check(s)
	return s
}

func (p *player) step(action string) bethink.TimeStep {
	p.t.Helper()
	s, err := p.Step(context.Background(), action)
	if err != nil {
		p.t.Fatalf("Step(%q): %v", action, err)
	}
	p.check(s)
	return s
}

func (p *player) admissible() []string {
	p.t.Helper()
	a, err := p.Admissible(context.Background())
	if err != nil {
		p.t.Fatalf("Admissible: %v", err)
	}
	return a
}

// check holds a time step against its invariants.
func (p *player) check(s bethink.TimeStep) {
	p.t.Helper()
	if err := s.Valid(); err != nil {
		p.t.Fatalf("%v: %+v", err, s)
	}
}

// play takes random admissible actions until the end or n steps, and returns
// all time steps.
func (p *player) play(n int, seed uint64) []bethink.TimeStep {
	p.t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	steps := []bethink.TimeStep{p.reset()}
	for range n {
		if steps[len(steps)-1].Outcome != bethink.OutcomeRunning {
			break
		}
		a := p.admissible()
		if len(a) == 0 {
			break
		}
		steps = append(steps, p.step(a[rng.IntN(len(a))]))
	}
	return steps
}

// walkthrough returns the oracle's, or nil.
func (p *player) walkthrough() []string {
	p.t.Helper()
	o, ok := p.Environment.(env.Oracle)
	if !ok {
		return nil
	}
	w, err := o.Walkthrough(context.Background())
	if err != nil {
		p.t.Fatalf("Walkthrough: %v", err)
	}
	return w
}

func unknownTask(t *testing.T, p *player) {
	if _, err := p.Reset(context.Background(), "no such task", 1); !errors.Is(err, bethink.ErrNotFound) {
		t.Errorf("Reset of an unknown task: %v, want ErrNotFound", err)
	}
	p.reset() // a failed Reset leaves the environment usable
}

func stepBeforeReset(t *testing.T, p *player) {
	if _, err := p.Step(context.Background(), "look"); err == nil {
		t.Error("Step before the first Reset is no error")
	}
	p.reset()
}

func resetStarts(t *testing.T, p *player) {
	s := p.reset()
	if s.Outcome != bethink.OutcomeRunning {
		t.Errorf("outcome after Reset is %s, want running", s.Outcome)
	}
	if s.Reward != 0 {
		t.Errorf("reward of Reset is %v, want 0", s.Reward)
	}
	if s.Text == "" {
		t.Error("Reset says nothing")
	}
}

func admissibleIsSorted(t *testing.T, p *player) {
	p.reset()
	for range 20 {
		a := p.admissible()
		if len(a) == 0 {
			t.Fatal("a running episode has no admissible action")
		}
		for i := 1; i < len(a); i++ {
			if a[i-1] >= a[i] {
				t.Fatalf("admissible actions %q, %q are out of order or twice", a[i-1], a[i])
			}
		}
		first := slices.Clone(a)
		if again := p.admissible(); !slices.Equal(first, again) {
			t.Fatalf("a second call lists other actions: %q, then %q", first, again)
		}
		if p.step(first[len(first)/2]).Outcome != bethink.OutcomeRunning {
			return
		}
	}
}

func admissibleActions(t *testing.T, p *player) {
	p.reset()
	for _, a := range slices.Clone(p.admissible()) {
		p.reset()
		if s := p.step(a); s.Text == "" && s.Outcome == bethink.OutcomeRunning {
			t.Errorf("%q is answered by nothing", a)
		}
	}
}

func noAction(t *testing.T, p *player) {
	for _, a := range []string{"", "xyzzy", "go to", "\x00", "go to nowhere 99\nlook"} {
		p.reset()
		if s := p.step(a); s.Outcome == bethink.OutcomeWon || s.Outcome == bethink.OutcomeInvalid {
			t.Errorf("%q ends the episode as %s", a, s.Outcome)
		}
	}
}

func sameEpisode(t *testing.T, p *player) {
	other := &player{t: t, Environment: p.open(), open: p.open, task: p.task}
	defer other.Close()
	for seed := range uint64(3) {
		one, two := p.play(40, seed), other.play(40, seed)
		if !slices.EqualFunc(one, two, same) {
			t.Fatalf("seed %d: two environments played the same actions differently", seed)
		}
	}
}

// same says that two time steps are equal, result included.
func same(a, b bethink.TimeStep) bool { return reflect.DeepEqual(a, b) }

// resultsAreKept holds an environment to leave alone what it has handed out.
func resultsAreKept(t *testing.T, p *player) {
	steps := []bethink.TimeStep{p.reset()}
	copies := []string{string(steps[0].Result)}
	for range 20 {
		if steps[len(steps)-1].Outcome != bethink.OutcomeRunning {
			break
		}
		a := p.admissible()
		if len(a) == 0 {
			break
		}
		s := p.step(a[len(steps)%len(a)])
		steps, copies = append(steps, s), append(copies, string(s.Result))
	}
	for i, s := range steps {
		if string(s.Result) != copies[i] {
			t.Errorf("the result of step %d was %s and is now %s", i, copies[i], s.Result)
		}
	}
}

func resetForgets(t *testing.T, p *player) {
	first := p.reset()
	open := slices.Clone(p.admissible())
	p.play(30, 7)
	if again := p.reset(); !same(again, first) {
		t.Errorf("Reset says %+v, at first it said %+v", again, first)
	}
	if again := p.admissible(); !slices.Equal(open, again) {
		t.Error("Reset leaves other admissible actions than at first")
	}
}

func endedEpisode(t *testing.T, p *player) {
	s := p.reset()
	for _, a := range p.walkthrough() {
		if s.Outcome == bethink.OutcomeRunning {
			s = p.step(a)
		}
	}
	if s.Outcome == bethink.OutcomeRunning {
		all := p.play(episodeCap, 3)
		s = all[len(all)-1]
	}
	if s.Outcome == bethink.OutcomeRunning {
		t.Skipf("no episode of %s ended within %d random steps", p.task, episodeCap)
	}
	for range 2 {
		if _, err := p.Step(context.Background(), "look"); !errors.Is(err, bethink.ErrClosed) {
			t.Fatalf("Step after the end: %v, want ErrClosed", err)
		}
	}
	p.reset()
}

func walkthroughWins(t *testing.T, p *player) {
	s := p.reset()
	w := p.walkthrough()
	if len(w) == 0 {
		t.Skip("no walkthrough")
	}
	total := s.Reward
	for i, a := range w {
		if s.Outcome != bethink.OutcomeRunning {
			t.Fatalf("ended as %s after %d of %d actions", s.Outcome, i, len(w))
		}
		if !slices.Contains(p.admissible(), a) {
			t.Fatalf("action %d of the walkthrough, %q, is not admissible", i, a)
		}
		s = p.step(a)
		total += s.Reward
	}
	if s.Outcome != bethink.OutcomeWon {
		t.Errorf("the walkthrough ends as %s, want won", s.Outcome)
	}
	if diff := total - s.Score; diff > 1e-9 || diff < -1e-9 {
		t.Errorf("rewards sum to %v, the score is %v", total, s.Score)
	}
}

func factsAreSorted(t *testing.T, p *player) {
	o, ok := p.Environment.(env.Oracle)
	if !ok {
		t.Skip("no oracle")
	}
	p.reset()
	for range 10 {
		facts, err := o.Facts(context.Background())
		if err != nil {
			t.Fatalf("Facts: %v", err)
		}
		if len(facts) == 0 {
			t.Fatal("no facts")
		}
		if !slices.IsSortedFunc(facts, compareFacts) {
			t.Fatal("facts are not sorted by predicate and arguments")
		}
		a := p.admissible()
		if p.step(a[len(a)-1]).Outcome != bethink.OutcomeRunning {
			return
		}
	}
}

func compareFacts(a, b env.Fact) int {
	return slices.Compare(append([]string{a.Predicate}, a.Args...), append([]string{b.Predicate}, b.Args...))
}

func closeTwice(t *testing.T, p *player) {
	p.reset()
	for i := range 2 {
		if err := p.Close(); err != nil {
			t.Errorf("Close, call %d: %v", i+1, err)
		}
	}
	if _, err := p.Reset(context.Background(), p.task, 1); err == nil {
		t.Error("Reset of a closed environment is no error")
	}
}
