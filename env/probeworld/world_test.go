package probeworld_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/probeworld"
)

var (
	kinds = []string{"object", "tool", "graph"}
	// asks is one answerable probe a world.
	asks = map[string]string{"object": "check_location(blue_key)", "tool": "inspect_tool_schema(t_1)", "graph": "check_node_locked(n_1)"}
)

func TestNew_NamesTheFieldThatIsWrong(t *testing.T) {
	t.Parallel()
	s2, err := probeworld.StressNamed("S2")
	if err != nil {
		t.Fatal(err)
	}
	none := s2
	none.Horizon = 0
	for field, cfg := range map[string]probeworld.Config{
		"Kind":           {Kind: 7, Stress: s2},
		"Regime":         {Regime: 9, Stress: s2},
		"Protocol":       {Protocol: 3, Stress: s2},
		"Stress.Horizon": {Stress: none},
		"FailureCost":    {Stress: s2, FailureCost: 1},
	} {
		if _, err := probeworld.New(cfg); !errors.Is(err, bethink.ErrInvalid) || !strings.Contains(err.Error(), "Config."+field) {
			t.Errorf("%s: error %v", field, err)
		}
	}
	if _, err := probeworld.StressNamed("R5"); !errors.Is(err, bethink.ErrNotFound) {
		t.Errorf("R5: error %v, want ErrNotFound", err)
	}
}

// A published probe freezes the world, is billed whatever its text, and the
// agent sees nothing of it.
func TestPublished_ProbeFreezes(t *testing.T) {
	t.Parallel()
	for _, kind := range kinds {
		w := world(t, kind, "S2", probeworld.ProtocolPublished)
		w.Reset(42)
		gold, obs := string(w.Gold().AppendJSON(nil)), w.Observation().String()
		for i, text := range []string{asks[kind], "look around", "divine(all)"} {
			a := w.Probe(text)
			if (a.Err != "") != (i > 0) {
				t.Errorf("%s: probe %q: error %q", kind, text, a.Err)
			}
		}
		if w.Step() != 0 || w.Spent() != 3 || w.Probes() != 3 {
			t.Errorf("%s: step %d, spent %d, probes %d; want 0, 3, 3", kind, w.Step(), w.Spent(), w.Probes())
		}
		if got := string(w.Gold().AppendJSON(nil)); got != gold {
			t.Errorf("%s: a probe changed the world", kind)
		}
		if got := w.Observation().String(); got != obs {
			t.Errorf("%s: a probe changed the observation", kind)
		}
	}
}

// A corrected probe that cannot be made costs nothing; another costs one step
// and one unit of budget, and the next one beyond the budget is refused free.
func TestCorrected_ProbesAreBilledExactly(t *testing.T) {
	t.Parallel()
	for _, kind := range kinds {
		w := world(t, kind, "S2", probeworld.ProtocolCorrected)
		w.Reset(42)
		for _, text := range []string{"look around", "divine(all)", strings.Split(asks[kind], "(")[0] + "(nothing)"} {
			if a := w.Probe(text); a.Err == "" || w.Spent() != 0 || w.Probes() != 0 {
				t.Errorf("%s: probe %q: error %q, spent %d, probes %d", kind, text, a.Err, w.Spent(), w.Probes())
			}
		}
		for range w.Budget() {
			a := w.Probe(asks[kind])
			if o := w.Observation(); o.Answer == nil || o.Answer.Verb != a.Verb || !strings.Contains(o.String(), `"probe_answer":{"`) {
				t.Errorf("%s: the answer is not in the observation", kind)
			}
		}
		if w.Step() != 7 || w.Spent() != 7 || w.Probes() != 7 {
			t.Errorf("%s: step %d, spent %d, probes %d; want 7, 7, 7", kind, w.Step(), w.Spent(), w.Probes())
		}
		if a := w.Probe(asks[kind]); a.Err != "budget_spent" || w.Spent() != 7 {
			t.Errorf("%s: probe beyond the budget: error %q, spent %d", kind, a.Err, w.Spent())
		}
	}
}

// A probe tells the truth about the fields at the moment of asking.
func TestProbe_FindingsAreTrue(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		w := keyedCorrected(t, kind)
		w.Reset(rapid.Uint64().Draw(t, "seed"))
		for !w.Over() {
			truth := make(map[[2]string]string)
			for _, f := range w.Fields() {
				truth[[2]string{f.Entity, f.Attribute}] = f.Value
			}
			list := w.ProbesNow()
			if len(list) == 0 {
				return
			}
			probe := rapid.SampledFrom(list).Draw(t, "probe")
			a := w.Probe(probe)
			if a.Err != "" {
				t.Fatalf("%s: error %q", probe, a.Err)
			}
			for _, f := range a.Findings {
				if want, ok := truth[[2]string{f.Entity, f.Attribute}]; !ok || want != f.Value {
					t.Fatalf("%s: %s %s = %q, truth %q", probe, f.Entity, f.Attribute, f.Value, want)
				}
			}
		}
	})
}

// Each field's own probe answers for that field.
func TestField_ProbeAnswersIt(t *testing.T) {
	t.Parallel()
	for _, kind := range kinds {
		w := keyedCorrected(t, kind)
		w.Reset(7)
		for _, f := range w.Fields() {
			found := false
			for _, finding := range w.Clone().Probe(f.Probe).Findings {
				found = found || finding == probeworld.Finding{Entity: f.Entity, Attribute: f.Attribute, Value: f.Value}
			}
			if !found {
				t.Errorf("%s: %s does not answer for %s %s = %q", kind, f.Probe, f.Entity, f.Attribute, f.Value)
			}
		}
	}
}

func keyedCorrected(tb rapid.TB, kind string) *probeworld.World {
	k, err := probeworld.KindNamed(kind)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := probeworld.StressNamed("S2")
	if err != nil {
		tb.Fatal(err)
	}
	w, err := probeworld.New(probeworld.Config{Kind: k, Stress: s, Protocol: probeworld.ProtocolCorrected, KeyFields: true})
	if err != nil {
		tb.Fatal(err)
	}
	return w
}

// Common random numbers: two agents that do different things see the same
// drift of what neither of them touches. The published stream fails this.
func TestCorrected_DriftIgnoresTheAgent(t *testing.T) {
	t.Parallel()
	differs := func(protocol probeworld.Protocol) bool {
		busy, idle := world(t, "object", "S2", protocol), world(t, "object", "S2", protocol)
		for seed := range uint64(20) {
			busy.Reset(seed)
			idle.Reset(seed)
			for i := range 12 {
				if i%3 == 2 && protocol == probeworld.ProtocolCorrected {
					busy.Probe("check_inventory()")
				} else {
					busy.Do([]string{"move_to(room_1)", "move_to(room_0)"}[i%2])
				}
				idle.Do("wait()")
				if cmp.Diff(busy.Gold().Places, idle.Gold().Places) != "" {
					return true
				}
			}
		}
		return false
	}
	if differs(probeworld.ProtocolCorrected) {
		t.Error("corrected: drift depends on the agent's actions")
	}
	if !differs(probeworld.ProtocolPublished) {
		t.Error("published: drift does not depend on the agent's actions; it is not their stream")
	}
	busy, idle := world(t, "tool", "S3", probeworld.ProtocolCorrected), world(t, "tool", "S3", probeworld.ProtocolCorrected)
	busy.Do("call_tool(t_0)")
	idle.Tick()
	for step := 1; step < 12; step++ {
		if step%2 == 0 {
			busy.Do("call_tool(t_1)")
		} else {
			busy.Do("call_tool(t_0)")
		}
		idle.Do("call_tool(t_0)")
		a, b := busy.Gold().Outputs, idle.Gold().Outputs
		if (len(a) > 0 && a[0].Variable == "v_0") && len(b) == 0 {
			t.Errorf("step %d: v_0 survives for one agent and not for the other", step)
		}
	}
}

// The corrected worlds drift at the stated rates: over a static field list,
// the share of ticks at which a key moves is p(1 − 1/m), an edge flips p.
func TestCorrected_Rates(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind, typ, attribute string
		want                 float64
	}{
		{"object", "key", "location", 0.35 * 19 / 20},
		{"graph", "key", "location", 0.22 * 19 / 20},
		{"graph", "edge", "state", 0.22},
	} {
		w := world(t, tt.kind, "S3", probeworld.ProtocolCorrected)
		moved, ticks := 0, 0
		for seed := range uint64(300) {
			w.Reset(seed)
			before := w.Fields()
			for !w.Over() {
				w.Tick()
				after := w.Fields()
				for i, f := range after {
					if f.Type == tt.typ && f.Attribute == tt.attribute && f.Hazard != probeworld.HazardStill {
						ticks++
						if f.Value != before[i].Value {
							moved++
						}
					}
				}
				before = after
			}
		}
		if got := float64(moved) / float64(ticks); got < tt.want-0.01 || got > tt.want+0.01 {
			t.Errorf("%s %s: %.4f moves a tick, want %.4f", tt.kind, tt.typ, got, tt.want)
		}
	}
}

// The one-factor presets change what they say: rooms and locked doors, tools
// and inputs, nodes and keys. Sizes come from cardinality, locks and inputs from
// density, and there is never a lock without a key of its own.
func TestStresses_Shapes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		stress                                       string
		rooms, doors, tools, inputs, nodes, edgesMax int
	}{
		{"S1", 5, 1, 5, 1, 6, 6}, {"S2", 10, 3, 9, 2, 12, 17}, {"S3", 20, 6, 16, 3, 20, 39},
		{"R1", 5, 2, 5, 2, 6, 8}, {"R2", 20, 3, 16, 2, 20, 29}, {"R3", 10, 1, 9, 1, 12, 14}, {"R4", 10, 3, 9, 3, 12, 23}, {"R6", 10, 3, 9, 2, 12, 17},
	} {
		o := world(t, "object", tt.stress, probeworld.ProtocolPublished).Gold()
		locked := 0
		for _, lock := range o.Locks {
			if lock.Value == "locked" {
				locked++
			}
		}
		tool, graph := world(t, "tool", tt.stress, probeworld.ProtocolPublished).Gold(), world(t, "graph", tt.stress, probeworld.ProtocolPublished).Gold()
		if len(o.Rooms) != tt.rooms || locked != tt.doors {
			t.Errorf("%s: %d rooms, %d locked; want %d, %d", tt.stress, len(o.Rooms), locked, tt.rooms, tt.doors)
		}
		if last := tool.Inputs[len(tool.Inputs)-1]; len(tool.Tools) != tt.tools || len(last) != tt.inputs {
			t.Errorf("%s: %d tools, %d inputs; want %d, %d", tt.stress, len(tool.Tools), len(last), tt.tools, tt.inputs)
		}
		if n := len(graph.Links); len(graph.Nodes) != tt.nodes || n < tt.nodes-1 || n > tt.edgesMax {
			t.Errorf("%s: %d nodes, %d edges; want %d and up to %d", tt.stress, len(graph.Nodes), n, tt.nodes, tt.edgesMax)
		}
	}
}

// The regime replaces the preset's rate and nothing else.
func TestConfig_RegimeIsSeparate(t *testing.T) {
	t.Parallel()
	s2, err := probeworld.StressNamed("S2")
	if err != nil {
		t.Fatal(err)
	}
	for regime, want := range map[probeworld.Regime]float64{
		probeworld.RegimePreset: 0.15, probeworld.RegimeStatic: 0, probeworld.RegimeMild: 0.15, probeworld.RegimeVolatile: 0.35,
	} {
		w, err := probeworld.New(probeworld.Config{Stress: s2, Regime: regime})
		if err != nil {
			t.Fatal(err)
		}
		w.Reset(42)
		if got := digest(w.Gold().AppendJSON(nil)); got != "cd46098092affc36" {
			t.Errorf("%v: another deal: %s", regime, got)
		}
		if f := w.Fields()[0]; f.Rate != want {
			t.Errorf("%v: %s drifts at %v, want %v", regime, f.Entity, f.Rate, want)
		}
	}
}

// A refused action loses FailureCost more steps, within the horizon.
func TestCorrected_FailureCost(t *testing.T) {
	t.Parallel()
	s2, err := probeworld.StressNamed("S2")
	if err != nil {
		t.Fatal(err)
	}
	w, err := probeworld.New(probeworld.Config{Stress: s2, Protocol: probeworld.ProtocolCorrected, FailureCost: 3})
	if err != nil {
		t.Fatal(err)
	}
	w.Reset(42)
	w.Do("move_to(room_9)")
	if w.Spent() != 4 || w.Step() != 4 || w.Observation().Step != 4 {
		t.Errorf("a refused action took %d steps, want 4", w.Spent())
	}
	for !w.Over() {
		w.Do("wait()")
	}
	if w.Spent() != 30 {
		t.Errorf("spent %d, want the horizon", w.Spent())
	}
}

// A clone has the same future and does not disturb its original.
func TestWorld_Clone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		protocol := rapid.SampledFrom([]probeworld.Protocol{probeworld.ProtocolPublished, probeworld.ProtocolCorrected}).Draw(t, "protocol")
		k, err := probeworld.KindNamed(kind)
		if err != nil {
			t.Fatal(err)
		}
		s, err := probeworld.StressNamed("S3")
		if err != nil {
			t.Fatal(err)
		}
		w, err := probeworld.New(probeworld.Config{Kind: k, Stress: s, Protocol: protocol})
		if err != nil {
			t.Fatal(err)
		}
		w.Reset(rapid.Uint64().Draw(t, "seed"))
		play := func(w *probeworld.World, n int) string {
			for i := range n {
				if list := w.Actions(); len(list) > 0 && i%4 < 3 {
					w.Do(list[i%len(list)])
				} else {
					w.Probe(asks[kind])
				}
			}
			return string(w.Gold().AppendJSON(nil)) + w.Observation().String()
		}
		play(w, rapid.IntRange(0, 20).Draw(t, "before"))
		here := string(w.Gold().AppendJSON(nil)) + w.Observation().String()
		c := w.Clone()
		there := play(c, 10)
		if got := string(w.Gold().AppendJSON(nil)) + w.Observation().String(); got != here {
			t.Fatalf("the clone changed its original:\n%s\n%s", here, got)
		}
		if got := play(w, 10); got != there {
			t.Fatalf("another future:\n%s\n%s", there, got)
		}
	})
}

// Any text is an action: no panic, one step, and JSON that parses.
func FuzzDo(f *testing.F) {
	for _, seed := range []string{"", "move_to(room_1)", " Move_To ( room_1 )", "pick_up('blue_key')", "place(a, b, c)", "call_tool(t_0, x)",
		"unlock(door_0)", "open(map)", "collect_key(\"key_a\")", "check_edge(n_0, n_1)", "check_preconditions(unlock_door_99)", "x(y))", "é(\x00\xff)", "inspect_room(room_1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, kind := range kinds {
			w := world(t, kind, "S2", probeworld.ProtocolCorrected)
			o, info := w.Do(text)
			if w.Spent() != 1 || info.Valid != (info.Reason == "") {
				t.Errorf("%s: spent %d, info %+v", kind, w.Spent(), info)
			}
			w.Probe(text)
			for _, o := range []probeworld.Observation{o, w.Observation()} {
				var parsed map[string]any
				if err := json.Unmarshal([]byte(o.String()), &parsed); err != nil {
					t.Errorf("%s: %v: %s", kind, err, o)
				}
			}
		}
	})
}
