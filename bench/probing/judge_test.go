package probing_test

import (
	"context"
	"errors"
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink/bench/probing"
	"github.com/bethink-dev/bethink/bethinktest"
	"github.com/bethink-dev/bethink/env/probeworld"
	"github.com/bethink-dev/bethink/llm"
)

var record = flag.String("record", "", "address of a model: makes the recordings of the tests that run anew")

// recorded returns a model that answers from a recording; with -record a real
// one, whose answers are kept.
func recorded(t *testing.T, name string) llm.Model {
	t.Helper()
	return bethinktest.Recorded(t, filepath.Join("testdata", "recording", name+".jsonl"), *record)
}

// judgeStudy plays a judge over a few seeds of one cell, beside the rule it
// judges.
func judgeStudy(t *testing.T, m llm.Model, fail func(error)) *probing.Cell {
	t.Helper()
	stress := "S2"
	regime, err := probeworld.RegimeNamed("mild")
	if err != nil {
		t.Fatal(err)
	}
	kind, err := probeworld.KindNamed("object")
	if err != nil {
		t.Fatal(err)
	}
	agent, err := probing.AgentNamed("scripted")
	if err != nil {
		t.Fatal(err)
	}
	none, err := probing.ArmNamed("none")
	if err != nil {
		t.Fatal(err)
	}
	rule, err := probing.ArmNamed("envprobe")
	if err != nil {
		t.Fatal(err)
	}
	cells, err := probing.Run(probing.Config{
		Worlds: []probeworld.Kind{kind}, Stresses: []string{stress}, Regimes: []probeworld.Regime{regime}, Agents: []probing.Agent{agent},
		Arms: []probing.Arm{none, rule, probing.Judge(t.Context(), m, fail)}, Seeds: 3, First: 42, Resamples: 10,
	}, inTurn)
	if err != nil {
		t.Fatal(err)
	}
	return cells[0]
}

func inTurn(n int, do func(int) error) error {
	for i := range n {
		if err := do(i); err != nil {
			return err
		}
	}
	return nil
}

// A small real model judges three episodes: every question it is asked is on
// record word for word, and the budget holds.
func TestJudge_ARealOneJudges(t *testing.T) {
	meter := llm.NewMeter(recorded(t, "judge"))
	cell := judgeStudy(t, meter, func(err error) { t.Error(err) })
	probes := 0
	for _, e := range cell.Episodes[2] {
		probes += e.Probes
		if e.Probes > 7 {
			t.Errorf("%d probes, and a budget of 7", e.Probes)
		}
	}
	spent := meter.Spent()
	t.Logf("%d questions, %d probes; %v, %.1f s", spent.Calls, probes, spent, spent.Seconds)
	if spent.Calls == 0 || probes > spent.Calls {
		t.Errorf("%d probes on %d questions", probes, spent.Calls)
	}
}

// says is a model that always says the same.
type says string

func (s says) Complete(context.Context, llm.Request) (llm.Response, error) {
	if s == "" {
		return llm.Response{}, errors.New("no answer")
	}
	return llm.Response{Text: string(s)}, nil
}

// The judge has the last word where it can be understood, and the rule's choice
// stands where it cannot or where nothing answers.
func TestJudge_TheLastWord(t *testing.T) {
	probesOf := func(m llm.Model, fail func(error)) (judge, rule []int) {
		c := judgeStudy(t, m, fail)
		for i := range c.Episodes[2] {
			judge, rule = append(judge, c.Episodes[2][i].Probes), append(rule, c.Episodes[1][i].Probes)
		}
		return judge, rule
	}
	never := func(err error) { t.Error(err) }
	if judge, _ := probesOf(says("0"), never); judge[0]+judge[1]+judge[2] != 0 {
		t.Errorf("told to act, it probed %v times", judge)
	}
	for _, word := range []says{"1", "Number 1.", "I would rather not say", "17"} {
		judge, rule := probesOf(word, never)
		for i := range judge {
			if judge[i] != rule[i] {
				t.Errorf("%q: %v probes, the rule %v", word, judge, rule)
				break
			}
		}
	}
	failed := 0
	judge, rule := probesOf(says(""), func(err error) {
		failed++
		if !strings.Contains(err.Error(), "no answer") {
			t.Error(err)
		}
	})
	if failed == 0 || judge[0] != rule[0] {
		t.Errorf("%d errors told, %v probes, the rule %v", failed, judge, rule)
	}
}
