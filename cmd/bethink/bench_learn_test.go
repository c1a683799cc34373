package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The study prints a line for each prior, with the fields of bethink run.
func TestCLI_BenchLearn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	train, test := filepath.Join(dir, "train.tar"), filepath.Join(dir, "test.tar")
	ok(t, "env", "make", "household", "--placement", "zipf", "--seed", "2", "--games", "12", "--out", train)
	ok(t, "env", "make", "household", "--placement", "zipf", "--games", "6", "--out", test)
	out := ok(t, "bench", "learn", "--train", train, "--test", test, "--json", "--parallel", "1")
	if two := ok(t, "bench", "learn", "--train", train, "--test", test, "--json", "--parallel", "2"); two != out {
		t.Errorf("one worker:\n%s\ntwo:\n%s", out, two)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines:\n%s", len(lines), out)
	}
	for i, wm := range []string{"belief", "learned-play", "learned-known"} {
		var line map[string]any
		if err := json.Unmarshal([]byte(lines[i]), &line); err != nil {
			t.Fatal(err)
		}
		for _, field := range []string{
			"suite", "agent", "wm", "episodes", "won", "lost", "timeout", "invalid", "mean_steps", "steps_over_walkthrough",
			"auc", "brier", "log_score_bits", "events", "ece", "ci95",
		} {
			if _, has := line[field]; !has {
				t.Errorf("%s: no %s in %s", wm, field, lines[i])
			}
		}
		if line["wm"] != wm || line["suite"] != "test" || (line["ci95"] == nil) != (i == 0) {
			t.Errorf("line %d: %s", i, lines[i])
		}
	}
	if table := ok(t, "bench", "learn", "--train", train, "--test", test, "--zipf", "1.25", "--study", "sequential"); !strings.Contains(table, "given-zipf") || !strings.Contains(table, "noprob") {
		t.Errorf("the table lacks the priors that were told:\n%s", table)
	}
	fails(t, 2, "--train and --test", "bench", "learn", "--train", train)
	fails(t, 2, "frozen or sequential", "bench", "learn", "--train", train, "--test", test, "--study", "thawed")
}

// What a log taught and how its forecasts held, as tables and as JSON.
func TestCLI_KnowledgeAndCalibration(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	logs, svg := filepath.Join(dir, "logs"), filepath.Join(dir, "a.svg")
	ok(t, "run", "--agent", "planner", "--wm", "noprob", "--games", made(t, 4), "--log", logs)
	if out := ok(t, "knowledge", logs); !strings.Contains(out, "takes of everything") || !strings.Contains(out, "rate of change") {
		t.Errorf("knowledge:\n%s", out)
	}
	var k struct {
		Looks int
		Types []struct {
			Type    string
			Weights []struct {
				Weight struct{ Mean, Low, High float64 }
			}
		}
	}
	if err := json.Unmarshal([]byte(ok(t, "knowledge", logs, "--json")), &k); err != nil || k.Looks == 0 || len(k.Types) == 0 {
		t.Fatalf("%v: %+v", err, k)
	}
	for _, x := range k.Types {
		for _, w := range x.Weights {
			if !(w.Weight.Low <= w.Weight.Mean && w.Weight.Mean <= w.Weight.High && w.Weight.High > 0) {
				t.Errorf("%s: %+v", x.Type, w.Weight)
			}
		}
	}
	var c struct {
		Episodes int
		All      struct {
			Count int
			ECE   float64
			Bins  []struct{ Count int }
		}
		Attributes []struct{ Attr string }
	}
	if err := json.Unmarshal([]byte(ok(t, "calibration", logs, "--json", "--svg", svg)), &c); err != nil || c.Episodes != 4 || c.All.Count == 0 || len(c.Attributes) == 0 {
		t.Fatalf("%v: %+v", err, c)
	}
	if data, err := os.ReadFile(svg); err != nil || !strings.HasPrefix(string(data), "<svg") {
		t.Errorf("drawing: %.20s, %v", data, err)
	}
	if out := ok(t, "calibration", logs); !strings.Contains(out, "came true") || !strings.Contains(out, "location") {
		t.Errorf("calibration:\n%s", out)
	}
	fails(t, 2, "name a log", "knowledge")
	fails(t, 2, "name a log", "calibration")
}
