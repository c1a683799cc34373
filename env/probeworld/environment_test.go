package probeworld_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env"
	"github.com/bethink-dev/bethink/env/probeworld"
)

func TestEnvironment_Tasks(t *testing.T) {
	t.Parallel()
	e := probeworld.NewEnvironment(probeworld.Config{Protocol: probeworld.ProtocolCorrected})
	tasks := probeworld.Tasks()
	if len(tasks) != 36 {
		t.Errorf("%d tasks, want 36", len(tasks))
	}
	for _, task := range tasks {
		ts, err := e.Reset(t.Context(), task, 1)
		if err != nil || ts.Outcome != bethink.OutcomeRunning || !strings.HasPrefix(ts.Text, `{"after_action":null`) {
			t.Errorf("%s: %+v, %v", task, ts, err)
		}
	}
	for _, task := range []string{"", "object", "object/S9", "maze/S1", "object/S1/wild", "object/S1/mild/x"} {
		if _, err := e.Reset(t.Context(), task, 1); !errors.Is(err, bethink.ErrNotFound) {
			t.Errorf("%q: error %v, want ErrNotFound", task, err)
		}
	}
}

func TestEnvironment_IsClosedBeforeResetAndAfterTheEnd(t *testing.T) {
	t.Parallel()
	e := probeworld.NewEnvironment(probeworld.Config{Protocol: probeworld.ProtocolCorrected})
	if _, err := e.Step(t.Context(), "wait()"); !errors.Is(err, bethink.ErrClosed) {
		t.Errorf("before Reset: error %v, want ErrClosed", err)
	}
	if _, err := e.Reset(t.Context(), "object/S2/static", 3); err != nil {
		t.Fatal(err)
	}
	var last bethink.TimeStep
	for i := range 30 {
		ts, err := e.Step(t.Context(), "wait()")
		if err != nil {
			t.Fatal(err)
		}
		if ended := ts.Truncated; ended != (i == 29) || ts.Terminated {
			t.Errorf("step %d: %+v", i+1, ts)
		}
		last = ts
	}
	if last.Outcome != bethink.OutcomeTimedOut || last.Score > -1.49 || last.Score < -1.51 {
		t.Errorf("end: %+v, want a timeout with score −1.5", last)
	}
	if _, err := e.Step(t.Context(), "wait()"); !errors.Is(err, bethink.ErrClosed) {
		t.Errorf("after the end: error %v, want ErrClosed", err)
	}
	if err := errors.Join(e.Close(), e.Close()); err != nil {
		t.Errorf("closing twice: %v", err)
	}
}

// The answer of a probe reaches the agent under the corrected protocol only.
func TestEnvironment_Probe(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		protocol probeworld.Protocol
		answered bool
		step     string
	}{{probeworld.ProtocolPublished, false, `"step":0`}, {probeworld.ProtocolCorrected, true, `"step":1`}} {
		e := probeworld.NewEnvironment(probeworld.Config{Protocol: tt.protocol})
		if _, err := e.Reset(t.Context(), "object/S2", 42); err != nil {
			t.Fatal(err)
		}
		ts, err := e.Step(t.Context(), "check_location(green_key)")
		if err != nil {
			t.Fatal(err)
		}
		answer := `"probe_answer":{"findings":[["green_key","location","room_5"]],"probe":"check_location","target":"green_key"}`
		if got := strings.Contains(ts.Text, answer); got != tt.answered || !strings.Contains(ts.Text, tt.step) {
			t.Errorf("%v: %s", tt.protocol, ts.Text)
		}
	}
}

// A walkthrough, where there is one, wins when it is played.
func TestEnvironment_WalkthroughWins(t *testing.T) {
	t.Parallel()
	for _, protocol := range []probeworld.Protocol{probeworld.ProtocolPublished, probeworld.ProtocolCorrected} {
		e := probeworld.NewEnvironment(probeworld.Config{Protocol: protocol})
		for _, task := range []string{"object/S2", "tool/S2", "graph/S2", "object/S1/static"} {
			t.Run(fmt.Sprintf("%v/%s", protocol, task), func(t *testing.T) {
				found := 0
				for seed := range uint64(20) {
					ts, err := e.Reset(t.Context(), task, seed)
					if err != nil {
						t.Fatal(err)
					}
					actions, err := e.Walkthrough(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					if len(actions) == 0 {
						continue
					}
					found++
					for _, action := range actions {
						if ts, err = e.Step(t.Context(), action); err != nil {
							t.Fatal(err)
						}
					}
					if ts.Outcome != bethink.OutcomeWon || ts.Reward != 1 {
						t.Errorf("seed %d: %+v after the walkthrough", seed, ts)
					}
				}
				if found < 10 {
					t.Errorf("%d of 20 seeds have a walkthrough", found)
				}
			})
		}
	}
}

func TestEnvironment_AdmissibleAndFacts(t *testing.T) {
	t.Parallel()
	e := probeworld.NewEnvironment(probeworld.Config{Protocol: probeworld.ProtocolCorrected})
	for _, task := range probeworld.Tasks() {
		if _, err := e.Reset(t.Context(), task, 5); err != nil {
			t.Fatal(err)
		}
		list, err := e.Admissible(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) || len(list) < 5 {
			t.Errorf("%s: admissible is not sorted and unique: %v", task, list)
		}
	}
	if _, err := e.Reset(t.Context(), "object/S1", 42); err != nil {
		t.Fatal(err)
	}
	facts, err := e.Facts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fact := func(predicate string, args ...string) env.Fact { return env.Fact{Predicate: predicate, Args: args} }
	want := []env.Fact{
		fact("goal", "box_0"),
		fact("key", "door_1", "blue_key"), fact("key", "door_2", "none"), fact("key", "door_3", "none"), fact("key", "door_4", "none"),
		fact("location", "agent", "room_0"), fact("location", "blue_key", "room_0"), fact("location", "box_0", "room_1"),
		fact("location", "map", "room_1"), fact("location", "red_key", "room_1"),
		fact("state", "door_1", "locked"), fact("state", "door_2", "open"), fact("state", "door_3", "open"), fact("state", "door_4", "open"),
	}
	if diff := cmp.Diff(want, facts); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
}
