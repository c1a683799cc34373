package bench_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench"
)

// known are four episodes whose figures are worked out by hand below.
func known(wm string, steps ...int) []bench.Record {
	var out []bench.Record
	for i, n := range steps {
		r := bench.Record{
			Suite: "s", World: bethink.World(rune('a' + i)), Task: "t", Agent: "planner", WM: wm,
			Budget: 20, Steps: n, Walkthrough: 5, Outcome: "won",
		}
		r.Rewards = make([]float64, n)
		if n == 20 {
			r.Outcome = "timeout"
		} else {
			r.Rewards[n-1] = 1
			r.Forecasts = []bench.Settled{{Event: "e", P: .5, True: true}, {Event: "f", P: .25, True: false}}
		}
		out = append(out, r)
	}
	return out
}

func TestSummarise_ByHand(t *testing.T) {
	rs := known("belief", 5, 10, 20)
	invalid := known("belief", 7)[0]
	invalid.World, invalid.Outcome, invalid.Rewards, invalid.Walkthrough = "z", "invalid", nil, 0
	got := bench.Summarise(append(rs, invalid))
	// Steps: 5, 10, 20 and 20; walkthroughs 5, 5 and 5. Reward within budget is 1
	// from .25 on (16 of 20 points, the last counts half: 15.5/19) and from .5 on.
	num := func(x float64) *float64 { return &x }
	want := bench.Summary{
		Suite: "s", Agent: "planner", WM: "belief", Episodes: 4, Won: 2, Timeout: 1, Invalid: 1,
		MeanSteps: num(55. / 4), StepsOverWalkthrough: num(35. / 15),
		AUC: num((15.5 + 10.5) / 19 / 4), Brier: num((.25 + .0625) / 2), LogScore: num((1 - math.Log2(.75)) / 2), Events: 4,
	}
	near := cmp.Comparer(func(x, y float64) bool { return math.Abs(x-y) < 1e-12 })
	if diff := cmp.Diff(want, got, near); diff != "" {
		t.Error(diff)
	}
}

func TestSummary_WhatCannotBeComputedIsNull(t *testing.T) {
	data, err := json.Marshal(bench.Summarise(nil))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"suite":"","agent":"","wm":"","episodes":0,"won":0,"lost":0,"timeout":0,"invalid":0,"mean_steps":null,` +
		`"steps_over_walkthrough":null,"auc":null,"brier":null,"log_score_bits":null,"events":0}`
	if string(data) != want {
		t.Errorf("got  %s\nwant %s", data, want)
	}
}

func TestCompare_PairsByTask(t *testing.T) {
	a := known("belief", 4, 6, 5, 7, 5, 6, 8, 5)
	b := known("memory", 9, 11, 20, 12, 20, 10, 20, 9)
	b[0], b[5] = b[5], b[0] // their order does not matter
	c, err := bench.Compare(a, b)
	if err != nil {
		t.Fatal(err)
	}
	if c.Episodes != 8 || c.OnlyA != 3 || c.OnlyB != 0 || math.Abs(c.P-.25) > 1e-12 {
		t.Errorf("%+v", c)
	}
	if c.Steps.Value != -65./8 || !(c.Steps.Lo < c.Steps.Value && c.Steps.Value < c.Steps.Hi && c.Steps.Hi < 0) {
		t.Errorf("steps %+v", c.Steps)
	}
	if c.AUC.Lo <= 0 {
		t.Errorf("auc %+v", c.AUC)
	}
	if _, err := bench.Compare(a, nil); !errors.Is(err, bethink.ErrInvalid) {
		t.Errorf("nothing in common: %v", err)
	}
}

func TestInterval_QuestionsCost(t *testing.T) {
	rs := known("belief", 4, 6, 5, 7)
	for i := range rs {
		rs[i].Queries = rs[i].Steps
	}
	in, err := bench.Interval(rs)
	if err != nil {
		t.Fatal(err)
	}
	if !(in.AUCCharged.Value < in.AUC.Value) || in.Won.Value != 1 || in.Won.Lo >= 1 || in.Steps.Value != 5.5 {
		t.Errorf("%+v", in)
	}
}

// disk is a file on a disk that is nearly full.
type disk struct {
	bytes.Buffer
	room int
}

func (d *disk) Write(p []byte) (int, error) {
	if n := d.room - d.Len(); len(p) > n {
		d.Buffer.Write(p[:n])
		return n, syscall.ENOSPC
	}
	return d.Buffer.Write(p)
}

func (d *disk) Sync() error               { return nil }
func (d *disk) Close() error              { return nil }
func (d *disk) Truncate(size int64) error { d.Buffer.Truncate(int(size)); return nil }

func TestPlay_AFullDiskLeavesWholeRecords(t *testing.T) {
	d := &disk{room: 1500}
	n, err := bench.AppendTo(d, known("belief", 4, 6, 5, 7, 5, 6, 8, 5)...)
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "records.jsonl") {
		t.Fatalf("error %v", err)
	}
	rs, whole, err := bench.ReadRecords(bytes.NewReader(d.Bytes()))
	if err != nil || n == 0 || len(rs) != n || int(whole) != d.Len() {
		t.Errorf("%d records were taken, %d are there, %d of %d bytes: %v", n, len(rs), whole, d.Len(), err)
	}
}
