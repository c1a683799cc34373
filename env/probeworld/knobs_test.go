package probeworld_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/probeworld"
)

// walk plays the patrolling agent with a memory spoilt by the knobs.
func walk(t *testing.T, k probeworld.Knobs, seed uint64, each func(step int, m probeworld.Memory)) {
	t.Helper()
	w := world(t, "object", "S2", probeworld.ProtocolCorrected)
	o := w.Reset(seed)
	m := k.See(probeworld.NewMemory(w.Fields()), o, seed)
	for action, way := "", 1; !w.Over(); {
		action, way = probeworld.Patrol(w.Observation(), way)
		o, _ = w.Do(action)
		m = k.See(m, o, seed)
		each(o.Step, m)
	}
}

func TestKnobs_ZeroIsPerfect(t *testing.T) {
	t.Parallel()
	w := world(t, "object", "S2", probeworld.ProtocolCorrected)
	plain := probeworld.NewMemory(w.Fields())
	spoilt := plain
	for action, way, o := "", 1, w.Reset(42); !w.Over(); {
		plain, spoilt = plain.See(o), probeworld.Knobs{}.See(spoilt, o, 42)
		if diff := cmp.Diff(plain.Memos(), spoilt.Memos()); diff != "" {
			t.Fatalf("step %d (-want +got):\n%s", o.Step, diff)
		}
		action, way = probeworld.Patrol(o, way)
		o, _ = w.Do(action)
	}
}

func TestKnobs_Repeat(t *testing.T) {
	t.Parallel()
	k := probeworld.Knobs{Forget: 0.1, Hallucinate: 0.1, Miss: 0.3}
	var first [][]probeworld.Memo
	walk(t, k, 9, func(_ int, m probeworld.Memory) { first = append(first, m.Memos()) })
	walk(t, k, 9, func(step int, m probeworld.Memory) {
		if diff := cmp.Diff(first[step-1], m.Memos()); diff != "" {
			t.Fatalf("step %d (-first +second):\n%s", step, diff)
		}
	})
}

// Each knob does what it says, at its rate.
func TestKnobs_Rates(t *testing.T) {
	t.Parallel()
	unknown := func(k probeworld.Knobs) (share float64) {
		n, all := 0, 0
		for seed := range uint64(50) {
			walk(t, k, seed, func(_ int, m probeworld.Memory) {
				for _, memo := range m.Memos() {
					all++
					if memo.Value == "" {
						n++
					}
				}
			})
		}
		return float64(n) / float64(all)
	}
	base := unknown(probeworld.Knobs{})
	if got := unknown(probeworld.Knobs{Forget: 0.2}); got < base+0.1 {
		t.Errorf("forgetting: %.3f unknown, %.3f without", got, base)
	}
	if got := unknown(probeworld.Knobs{Hallucinate: 1}); got != 0 {
		t.Errorf("hallucinating always: %.3f unknown, want 0", got)
	}
	walk(t, probeworld.Knobs{Miss: 1}, 4, func(step int, m probeworld.Memory) {
		for _, memo := range m.Memos() {
			if memo.Seen >= 0 {
				t.Fatalf("step %d: missing always, yet %s %s was recorded", step, memo.Entity, memo.Attribute)
			}
		}
	})
	changed := 0
	for step := range 3000 {
		if (probeworld.Knobs{Label: 0.3}).Criticality(1, 2, 5, step) != 1 {
			changed++
		}
	}
	if got := float64(changed) / 3000; math.Abs(got-0.2) > 0.03 {
		t.Errorf("label noise 0.3 changes %.3f of the labels, want 0.2", got)
	}
}

func TestKnobs_Validate(t *testing.T) {
	t.Parallel()
	for _, p := range []float64{-0.1, 1.1, math.NaN()} {
		if err := (probeworld.Knobs{Miss: p}).Validate(); !errors.Is(err, bethink.ErrInvalid) || !strings.Contains(err.Error(), "Knobs.Miss") {
			t.Errorf("%v: error %v", p, err)
		}
	}
	if err := (probeworld.Knobs{Forget: 1, Overconfidence: 0.9}).Validate(); err != nil {
		t.Error(err)
	}
}

// The half-lives of the published hazards, in steps.
func TestField_Holds(t *testing.T) {
	t.Parallel()
	five := []string{"a", "b", "c", "d", "e"}
	for _, tt := range []struct {
		f    probeworld.Field
		want float64
	}{
		{probeworld.Field{Hazard: probeworld.HazardRedraw, Rate: 0.15, Values: five}, 0.2 + 0.8*math.Pow(0.85, 3)},
		{probeworld.Field{Hazard: probeworld.HazardFlip, Rate: 0.10}, (1 + math.Pow(0.8, 3)) / 2},
		{probeworld.Field{Hazard: probeworld.HazardDeletion, Rate: 0.25}, math.Pow(0.75, 3)},
		{probeworld.Field{}, 1},
	} {
		value := map[probeworld.Hazard]string{probeworld.HazardRedraw: "b", probeworld.HazardDeletion: "true"}[tt.f.Hazard]
		if got := tt.f.Holds(value, 3); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", tt.f.Hazard, got, tt.want)
		}
	}
	if got := (probeworld.Field{Hazard: probeworld.HazardRedraw, Rate: 0.35, Values: five}).Holds(probeworld.Held, 9); got != 1 {
		t.Errorf("in hand: %v, want 1", got)
	}
}
