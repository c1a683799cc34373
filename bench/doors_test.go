package bench_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench"
	"github.com/bethink-dev/bethink/env"
)

// The world of these tests: a prize behind one of four doors. The task names
// the door ("a2": behind door 2; door 9 is none of them), "broken3" fails at its
// third step and "absent" cannot be reset.

const doors = 4

var prize = bethink.Variable{Entity: "room", Attr: "prize"}

type doorPack struct{ digest string }

func (p doorPack) Describe() bethink.Description {
	return bethink.Description{Name: "doors", Version: "1", Digest: p.digest, Tick: 1}
}
func (doorPack) Schemas() []bethink.Schema { return nil }

func (doorPack) Priors(_ bethink.View, f bethink.Found) ([]bethink.Prior, error) {
	return []bethink.Prior{{
		Var: bethink.Variable{Entity: f.Entity, Attr: "prize"}, Values: []bethink.Value{"1", "2", "3", "4"},
		Weights: []bethink.Weight{{Value: "1", P: .4}, {Value: "2", P: .3}, {Value: "3", P: .2}, {Value: "4", P: .1}},
		Nature:  bethink.NatureFixed,
	}}, nil
}

func (doorPack) Action(text string) (bethink.Action, bool) {
	n, ok := strings.CutPrefix(text, "open ")
	return bethink.Action{Verb: "open", Args: []bethink.Entity{bethink.Entity(n)}, Text: text}, ok
}

func behind(n string) bethink.Literal {
	return bethink.Literal{Var: prize, Any: []bethink.Value{bethink.Value(n)}}
}

func (doorPack) Transition(_ bethink.View, a bethink.Action) bethink.Transition {
	if a.Verb != "open" {
		return bethink.Transition{}
	}
	return bethink.Transition{Known: true, Reveals: []bethink.Event{{Literals: []bethink.Literal{behind(string(a.Args[0]))}}}}
}

func (doorPack) Parse(_ context.Context, _ bethink.View, in bethink.Input) (bethink.Observation, error) {
	if in.Action.Text == "" {
		return bethink.Observation{Found: []bethink.Found{{Entity: "room", Type: "room"}}}, nil
	}
	var o bethink.Observation
	if n, rest, ok := strings.Cut(in.Text, ": "); ok {
		o.Verdict = bethink.VerdictDone
		l := behind(n)
		l.Not = rest == "nothing"
		o.Evidence = []bethink.Evidence{{Clause: []bethink.Literal{l}, Reliability: .999, Trust: bethink.TrustInstrument}}
	}
	return o, nil
}

type doorEnv struct {
	task   string
	steps  int
	resets *atomic.Int64
}

var _ env.Oracle = (*doorEnv)(nil)

func (e *doorEnv) Reset(_ context.Context, task string, _ uint64) (bethink.TimeStep, error) {
	if e.resets != nil {
		e.resets.Add(1)
	}
	if task == "absent" {
		return bethink.TimeStep{}, errors.New("no such room")
	}
	e.task, e.steps = task, 0
	return bethink.TimeStep{Text: "Four doors."}, nil
}

func (e *doorEnv) Step(_ context.Context, action string) (bethink.TimeStep, error) {
	if e.steps++; e.task == "broken3" && e.steps == 3 {
		return bethink.TimeStep{}, errors.New("the door came off")
	}
	n, ok := strings.CutPrefix(action, "open ")
	switch {
	case !ok:
		return bethink.TimeStep{Text: "Nothing happens."}, nil
	case strings.HasSuffix(e.task, n) && e.task != "broken3":
		return bethink.TimeStep{Text: n + ": the prize", Reward: 1, Score: 1, Terminated: true, Outcome: bethink.OutcomeWon}, nil
	}
	return bethink.TimeStep{Text: n + ": nothing"}, nil
}

func (e *doorEnv) Admissible(context.Context) ([]string, error) {
	out := make([]string, doors)
	for i := range out {
		out[i] = "open " + strconv.Itoa(i+1)
	}
	return out, nil
}
func (e *doorEnv) Facts(context.Context) ([]env.Fact, error) { return nil, nil }
func (e *doorEnv) Walkthrough(context.Context) ([]string, error) {
	return []string{"open " + e.task[1:]}, nil
}
func (e *doorEnv) Close() error { return nil }

// act is a policy as a function.
type act func(v bethink.View, admissible []string) (bethink.Decision, error)

func (f act) Act(_ context.Context, v bethink.View, _ string, admissible []string) (bethink.Decision, error) {
	return f(v, admissible)
}

// likely opens the likeliest door and asks once before each.
func likely(bench.Task, uint64) (bethink.Policy, error) {
	return act(func(v bethink.View, _ []string) (bethink.Decision, error) {
		n, _ := v.Belief.Best(prize)
		return bethink.Decision{Action: "open " + string(n), Queries: 1}, nil
	}), nil
}

// anyDoor opens doors by chance.
func anyDoor(_ bench.Task, seed uint64) (bethink.Policy, error) {
	rng := rand.New(rand.NewPCG(seed, 0))
	return act(func(_ bethink.View, admissible []string) (bethink.Decision, error) {
		return bethink.Decision{Action: admissible[rng.IntN(len(admissible))]}, nil
	}), nil
}

var (
	planner = bench.Variant{Agent: "planner", WM: "belief", Policy: likely}
	random  = bench.Variant{Agent: "random", WM: "none", Policy: anyDoor}
)

func tasks() []string {
	var out []string
	for i := range 12 {
		out = append(out, fmt.Sprintf("%c%d", 'a'+i, i%doors+1))
	}
	return append(out, "m9", "broken3", "absent")
}

func config(resets *atomic.Int64) bench.Config {
	return bench.Config{
		Suite: "doors", Runs: bench.Apart(tasks()), Variants: []bench.Variant{planner, random},
		Environment: func() (bethink.Environment, error) { return &doorEnv{resets: resets}, nil },
		Pack:        doorPack{"d1"}, Budget: 10, Seed: 7, Version: "test",
	}
}

func play(t *testing.T, c bench.Config) []bench.Record {
	t.Helper()
	rs, err := bench.Play(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

func find(t *testing.T, rs []bench.Record, agent, task string) bench.Record {
	t.Helper()
	i := slices.IndexFunc(rs, func(r bench.Record) bool { return r.Agent == agent && r.Task == task })
	if i < 0 {
		t.Fatalf("no record of %s on %s", agent, task)
	}
	return rs[i]
}
