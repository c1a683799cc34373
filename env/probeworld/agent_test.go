package probeworld_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/bethink-dev/bethink/env/probeworld"
)

// begin deals a world and returns the memory of the first look at it.
func begin(w *probeworld.World, seed uint64) probeworld.Memory {
	o := w.Reset(seed)
	return probeworld.NewMemory(w.Fields()).See(o)
}

// patrol plays the patrolling agent over the seeds 42 to 261 and returns the
// mean exact-match accuracy after the last observation. pick chooses a field to
// probe, or −1 to walk.
func patrol(t *testing.T, stress string, protocol probeworld.Protocol, pick func(w *probeworld.World, m probeworld.Memory, rng *rand.Rand) int) float64 {
	t.Helper()
	w := world(t, "object", stress, protocol)
	sum := 0.0
	for seed := uint64(42); seed <= 261; seed++ {
		m := begin(w, seed)
		rng := rand.New(rand.NewPCG(seed, 1))
		action, way := "", 1
		for !w.Over() {
			field := pick(w, m, rng)
			if field < 0 || w.Probes() == w.Budget() {
				action, way = probeworld.Patrol(w.Observation(), way)
				w.Do(action)
				m = m.See(w.Observation())
				continue
			}
			answer := w.Probe(w.Fields()[field].Probe)
			if protocol == probeworld.ProtocolPublished {
				m = m.Learn(answer, w.Step())
			} else {
				m = m.See(w.Observation())
			}
		}
		plain, _ := m.Accuracy(w.Fields())
		sum += plain
	}
	return sum / 220
}

func never(*probeworld.World, probeworld.Memory, *rand.Rand) int { return -1 }

func anytime(w *probeworld.World, m probeworld.Memory, rng *rand.Rand) int {
	if rng.Float64() < float64(w.Budget())/float64(w.Horizon()) {
		return rng.IntN(len(m.Memos()))
	}
	return -1
}

func stalest(w *probeworld.World, m probeworld.Memory, _ *rand.Rand) int {
	if (w.Spent()+1)%4 != 0 {
		return -1
	}
	memos, oldest := m.Memos(), 0
	for i, memo := range memos {
		if memo.Seen < memos[oldest].Seen {
			oldest = i
		}
	}
	return oldest
}

// The corrected protocol tells probing rules apart. Anchors: a prototype with
// the same agent, 220 seeds, standard error 0.005, other random numbers.
// Frozen is the published world with the answers taken in.
func TestPatrol_Anchors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		stress   string
		protocol probeworld.Protocol
		pick     func(*probeworld.World, probeworld.Memory, *rand.Rand) int
		want     float64
	}{
		{"none", "S2", probeworld.ProtocolCorrected, never, 0.539},
		{"random", "S2", probeworld.ProtocolCorrected, anytime, 0.653},
		{"stalest", "S2", probeworld.ProtocolCorrected, stalest, 0.782},
		{"none frozen", "S2", probeworld.ProtocolPublished, never, 0.539},
		{"random frozen", "S2", probeworld.ProtocolPublished, anytime, 0.657},
		{"stalest frozen", "S2", probeworld.ProtocolPublished, stalest, 0.785},
		{"none", "S3", probeworld.ProtocolCorrected, never, 0.479},
		{"random", "S3", probeworld.ProtocolCorrected, anytime, 0.563},
		{"stalest", "S3", probeworld.ProtocolCorrected, stalest, 0.664},
	} {
		got := patrol(t, tt.stress, tt.protocol, tt.pick)
		t.Logf("%s %s: %.3f (prototype %.3f)", tt.stress, tt.name, got, tt.want)
		if math.Abs(got-tt.want) > 0.02 {
			t.Errorf("%s %s: accuracy %.3f, want %.3f ± 0.02", tt.stress, tt.name, got, tt.want)
		}
	}
}

// The planner by belief alone: knowing the schema saves most of the steps in
// ToolDAGWorld, and calling in index order wins as often as the paper's world
// lets it.
func TestPlanner_Tool(t *testing.T) {
	t.Parallel()
	play := func(informed bool) (success, steps float64) {
		w := world(t, "tool", "S2", probeworld.ProtocolPublished)
		for seed := uint64(42); seed <= 261; seed++ {
			m := begin(w, seed)
			for _, f := range w.Fields() {
				if informed && f.Attribute == "inputs" {
					m = m.Learn(w.Clone().Probe(f.Probe), 0)
				}
			}
			var p probeworld.Planner
			for action := ""; !w.Over(); {
				action, p = p.Next(w.Observation(), m)
				o, _ := w.Do(action)
				m = m.See(o)
			}
			success += is(w.Success()) / 220
			steps += float64(w.Spent()) / 220
		}
		return success, steps
	}
	if success, _ := play(false); math.Abs(success-0.964) > 0.0005 {
		t.Errorf("in index order: success %.4f, want 0.964", success)
	}
	if success, steps := play(true); math.Abs(success-1) > 1e-9 || math.Abs(steps-7.3) > 0.3 {
		t.Errorf("with the schema: success %.4f in %.2f steps, want 1 in 7.3", success, steps)
	}
}

// The planner for the two spatial worlds wins at least as often without
// probing as the prototype's (ObjectStateWorld S2 0.642, S3 0.494 less three
// standard errors) and far more often than not in GraphNavWorld.
func TestPlanner_Spatial(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind, stress string
		atLeast      float64
	}{{"object", "S1", 0.99}, {"object", "S2", 0.642}, {"object", "S3", 0.43}, {"graph", "S2", 0.85}, {"graph", "S3", 0.95}} {
		w := world(t, tt.kind, tt.stress, probeworld.ProtocolCorrected)
		won := 0.0
		for seed := range uint64(300) {
			m := begin(w, seed)
			var p probeworld.Planner
			for action := ""; !w.Over(); {
				action, p = p.Next(w.Observation(), m)
				o, _ := w.Do(action)
				m = m.See(o)
			}
			won += is(w.Success()) / 300
		}
		t.Logf("%s %s: %.3f", tt.kind, tt.stress, won)
		if won < tt.atLeast {
			t.Errorf("%s %s: success %.3f, want at least %.3f", tt.kind, tt.stress, won, tt.atLeast)
		}
	}
}

func BenchmarkEpisodesS3(b *testing.B) {
	for _, kind := range kinds {
		b.Run(kind, func(b *testing.B) {
			w := world(b, kind, "S3", probeworld.ProtocolCorrected)
			seed := uint64(0)
			var text []byte
			for b.Loop() {
				for range 1000 {
					seed++
					w.Reset(seed)
					for i := 0; !w.Over(); i++ {
						o, _ := w.Do(cycles[w.Config().Kind][i%4])
						text = o.AppendJSON(text[:0])
					}
				}
			}
		})
	}
}
