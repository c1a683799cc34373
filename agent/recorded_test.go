package agent_test

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/agent"
	"github.com/bethink-dev/bethink/bench"
	"github.com/bethink-dev/bethink/bethinktest"
	"github.com/bethink-dev/bethink/env/alfworld"
	"github.com/bethink-dev/bethink/llm"
)

var record = flag.String("record", "", "address of a model: makes the recordings of the tests that run anew")

// recorded returns a model that says what one said once, in the order in which
// it did, whatever it is asked: what the belief answers may change. With
// -record it is a real one, and what it says is kept.
func recorded(t *testing.T, name string) llm.Model {
	t.Helper()
	m := bethinktest.Recorded(t, filepath.Join("testdata", "recording", name+".jsonl"), *record)
	if p, ok := m.(*llm.Replay); ok {
		return &tape{answers: p.Answers()}
	}
	return m
}

// tape answers what was answered once, in turn.
type tape struct {
	answers []llm.Response
	n       int
}

func (p *tape) Complete(context.Context, llm.Request) (llm.Response, error) {
	if p.n == len(p.answers) {
		return llm.Response{}, fmt.Errorf("the recording ends after %d answers: record it anew: %w", p.n, bethink.ErrNotFound)
	}
	p.n++
	return p.answers[p.n-1], nil
}

// A small real model plays eight steps: whatever it says is an action, a
// question, a refused action or a format error, and all of it is on record.
func TestModel_ARealOnePlays(t *testing.T) {
	m := llm.NewMeter(recorded(t, "react-bbwm"))
	cfg := agent.Config{Name: "react", WM: wm(t, "bbwm"), Model: m, Guide: guide(t, false)}
	rs, err := bench.Play(t.Context(), bench.Config{
		Suite: "test", Runs: bench.Apart([]string{game()}), Budget: 8, Workers: 1,
		Variants: []bench.Variant{{Agent: "react", WM: "bbwm", Policy: func(bench.Task, uint64) (bethink.Policy, error) {
			return agent.New(cfg)
		}}},
		Environment: func() (bethink.Environment, error) { return alfworld.Embedded().New(alfworld.Config{}) },
		Pack:        cfg.Guide.Pack,
	})
	if err != nil {
		t.Fatal(err)
	}
	r, spent := rs[0], m.Spent()
	t.Logf("%s after %d steps: %d questions, %d refused, %d invalid %s", r.Outcome, r.Steps, r.Queries, r.Rejections, r.Invalid, r.Error)
	t.Logf("%v, %.1f s", spent, spent.Seconds)
	// A changed gate or belief may ask for more than was said: then the tape
	// ends, and what came before still has to add up.
	ended := strings.Contains(r.Error, "the recording ends")
	if r.Error != "" && !ended || r.Error == "" && r.Steps != 8 {
		t.Errorf("%+v", r)
	}
	if !ended && spent.Calls != r.Steps+r.Queries+r.Rejections {
		t.Errorf("%d calls, %+v", spent.Calls, r)
	}
	if spent.Prompt < 1000*spent.Calls || spent.Completion < spent.Calls {
		t.Errorf("tokens of a real conversation: %v", spent)
	}
}
