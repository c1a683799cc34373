package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A study of one cell prints a line for each policy, the same however many run at
// a time.
func TestCLI_BenchProbing(t *testing.T) {
	t.Parallel()
	svg := filepath.Join(t.TempDir(), "a.svg")
	args := []string{"bench", "probing", "--world", "object", "--stress", "S1", "--agent", "patrol", "--seeds", "3", "--resamples", "50", "--policy", "none,periodic-stalest,voi", "--json"}
	one := ok(t, append(args, "--parallel", "1", "--svg", svg)...)
	if two := ok(t, append(args, "--parallel", "2")...); one != two {
		t.Errorf("one worker:\n%s\ntwo:\n%s", one, two)
	}
	lines := strings.Split(strings.TrimSpace(one), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines:\n%s", len(lines), one)
	}
	var row struct {
		World, Stress, Regime, Protocol, Agent, Policy string
		Episodes                                       int
		Terminal                                       *float64    `json:"terminal_accuracy"`
		CI                                             *[2]float64 `json:"ci95"`
	}
	if err := json.Unmarshal([]byte(lines[2]), &row); err != nil {
		t.Fatal(err)
	}
	if row.World != "object" || row.Regime != "static" || row.Protocol != "corrected" || row.Policy != "voi" || row.Episodes != 3 || row.Terminal == nil || row.CI == nil {
		t.Errorf("%s", lines[2])
	}
	if data, err := os.ReadFile(svg); err != nil || !strings.HasPrefix(string(data), "<svg") {
		t.Errorf("drawing: %.20s, %v", data, err)
	}
}

// The paper's figures come out of the same command.
func TestCLI_BenchProbingPublished(t *testing.T) {
	t.Parallel()
	out := ok(t, "bench", "probing", "--world", "tool", "--protocol", "published", "--resamples", "20")
	for _, want := range []string{"periodic", "0.455", "1.62", "simple", "0.591", "8.37"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
}

func TestCLI_Probe(t *testing.T) {
	t.Parallel()
	out := ok(t, "probe", "--seed", "42", "--steps", "20", "--json")
	var ranked struct {
		Variable struct{ Entity, Attr string }
		Action   struct{ Text string }
		Cost     float64
		Bits     float64
		Value    float64
		Signals  map[string]float64
	}
	if err := json.Unmarshal([]byte(strings.Split(out, "\n")[0]), &ranked); err != nil {
		t.Fatal(err)
	}
	if ranked.Action.Text != "check_location(box_0)" || ranked.Cost != 1 || ranked.Bits < 3 || ranked.Value < 0.5 || len(ranked.Signals) != 4 {
		t.Errorf("%s", out)
	}
}

func TestCLI_ProbingRefuses(t *testing.T) {
	t.Parallel()
	fails(t, 2, "--seeds", "bench", "probing", "--seeds", "1")
	fails(t, 2, "--protocol", "bench", "probing", "--protocol", "corect")
	fails(t, 1, "no policy", "bench", "probing", "--policy", "voy")
	fails(t, 2, "does not play", "probe", "--world", "tool", "--agent", "patrol")
}
