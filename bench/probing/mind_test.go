package probing

import (
	"math"
	"slices"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/env/probeworld"
)

func newWorld(t testing.TB, kind probeworld.Kind, stress string) *probeworld.World {
	t.Helper()
	s, err := probeworld.StressNamed(stress)
	if err != nil {
		t.Fatal(err)
	}
	w, err := probeworld.New(probeworld.Config{Kind: kind, Stress: s, Protocol: probeworld.ProtocolCorrected})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// filter is the belief about one object's place written out by hand: a vector
// over the rooms, redrawn by chance p a tick.
type filter struct {
	p    []float64
	rate float64
}

func (f *filter) tick() {
	for i := range f.p {
		f.p[i] = (1-f.rate)*f.p[i] + f.rate/float64(len(f.p))
	}
}

func (f *filter) see(room int, lik func(here bool) float64) {
	for i := range f.p {
		f.p[i] *= lik(i == room)
	}
	dist.Normalize(f.p)
}

// The core's belief about where the keys are is that of a filter written out by
// hand, up to the doubt that the core keeps in every instrument.
func TestMind_IsTheFilter(t *testing.T) {
	t.Parallel()
	for _, stress := range []string{"S1", "S2", "S3"} {
		w := newWorld(t, probeworld.StressObject, stress)
		o := w.Reset(42)
		fields := w.Fields()
		rooms := fields[0].Values
		org, err := newMinds(w, bethink.NoKnowledge{}).of(fields, HazardsTrue)
		if err != nil {
			t.Fatal(err)
		}
		m := newMind(org)
		if err := m.start(o); err != nil {
			t.Fatal(err)
		}
		var filters []*filter
		for _, f := range fields {
			if f.Type == "key" {
				one := &filter{rate: f.Rate}
				for range rooms {
					one.p = append(one.p, 1/float64(len(rooms)))
				}
				filters = append(filters, one)
			}
		}
		look := func() {
			room, last := slices.Index(rooms, o.Place), ""
			if len(o.InView) > 0 {
				last = o.InView[len(o.InView)-1]
			}
			for i, f := range filters {
				name := fields[i].Entity
				missed := 0.0
				if org.partial && name > last {
					missed = 0.4
					if last != "" {
						missed = 0.4 / 0.6
					}
				}
				f.see(room, func(here bool) float64 {
					switch {
					case slices.Contains(o.InView, name) == here:
						return 1
					case here:
						return missed
					case slices.Contains(o.InView, name):
						return 0
					}
					return 1
				})
			}
		}
		look()
		for action, way := "", 1; !w.Over(); {
			if w.Spent()%5 == 4 && w.Probes() < w.Budget() {
				a := w.Probe(fields[0].Probe)
				if err := m.answer(a); err != nil {
					t.Fatal(err)
				}
				at := slices.Index(rooms, a.Value)
				filters[0].see(at, func(here bool) float64 {
					if here {
						return 1
					}
					return 0
				})
				if got := m.p(0, nil)[at]; got < 0.99 {
					t.Fatalf("%s step %d: the answer has not reached the belief: %v", stress, w.Spent(), got)
				}
				o = w.Observation()
				if err := m.idle(o); err != nil {
					t.Fatal(err)
				}
			} else {
				before := w.Step()
				action, way = probeworld.Patrol(o, way)
				o, _ = w.Do(action)
				if err := m.act(action, o, float64(w.Step()-before)); err != nil {
					t.Fatal(err)
				}
			}
			for _, f := range filters {
				f.tick()
			}
			look()
			for i, f := range filters {
				got := m.p(i, nil)
				for r := range rooms {
					if math.Abs(got[r]-f.p[r]) > 0.02 {
						t.Fatalf("%s step %d: P(%s in %s) = %.4f, by hand %.4f", stress, w.Spent(), fields[i].Entity, rooms[r], got[r], f.p[r])
					}
				}
			}
			if err := m.view.Belief.Valid(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Doors: a move done proves its door open, one refused proves it locked.
func TestMind_Doors(t *testing.T) {
	t.Parallel()
	w := newWorld(t, probeworld.StressObject, "S2")
	o := w.Reset(42) // door_1 is locked
	org, err := newMinds(w, bethink.NoKnowledge{}).of(w.Fields(), HazardsTrue)
	if err != nil {
		t.Fatal(err)
	}
	m := newMind(org)
	locked := func() float64 {
		return m.view.Belief.Of(bethink.Variable{Entity: "door_1", Attr: "state"}, "locked")
	}
	if err := m.start(o); err != nil {
		t.Fatal(err)
	}
	if got := locked(); math.Abs(got-lockedPrior) > 1e-9 {
		t.Errorf("before: %v", got)
	}
	for _, tt := range []struct {
		action string
		want   float64
	}{{"move_to(room_1)", 1}, {"pick_up(blue_key)", 1}, {"unlock(door_1)", 0}, {"move_to(room_1)", 0}} {
		o, _ = w.Do(tt.action)
		if err := m.act(tt.action, o, 1); err != nil {
			t.Fatal(err)
		}
		if got := locked(); math.Abs(got-tt.want) > 0.01 {
			t.Errorf("after %s: P(locked) = %v, want %v", tt.action, got, tt.want)
		}
	}
	if v, p := m.view.Belief.Best(bethink.Variable{Entity: "blue_key", Attr: "location"}); v != probeworld.Held || p < 0.95 {
		t.Errorf("the key in hand is believed in %s with %v", v, p)
	}
}

// The schema knows no truth: fields that differ in value only give the same
// belief.
func TestSchema_ReadsNoTruth(t *testing.T) {
	t.Parallel()
	w := newWorld(t, probeworld.StressObject, "S2")
	var prints []string
	for seed := range uint64(3) {
		w.Reset(seed)
		org, err := newMinds(w, bethink.NoKnowledge{}).of(w.Fields(), HazardsTrue)
		if err != nil {
			t.Fatal(err)
		}
		prints = append(prints, org.view.Belief.Fingerprint())
	}
	if prints[0] != prints[1] || prints[1] != prints[2] {
		t.Errorf("the belief before the first look differs by seed: %v", prints)
	}
}
