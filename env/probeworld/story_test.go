package probeworld_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bethink-dev/bethink/env/probeworld"
)

// value is the truth about one field, key fields included.
func value(t *testing.T, w *probeworld.World, entity, attribute string) string {
	t.Helper()
	for _, f := range w.Fields() {
		if f.Entity == entity && f.Attribute == attribute {
			return f.Value
		}
	}
	t.Fatalf("no field %s %s", entity, attribute)
	return ""
}

func keyed(t *testing.T, kind probeworld.Kind, stress string, seed uint64) *probeworld.World {
	t.Helper()
	s, err := probeworld.StressNamed(stress)
	if err != nil {
		t.Fatal(err)
	}
	w, err := probeworld.New(probeworld.Config{Kind: kind, Stress: s, KeyFields: true})
	if err != nil {
		t.Fatal(err)
	}
	w.Reset(seed)
	return w
}

// The deals of the paper's worlds in words.
func TestPublished_Deals(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind   probeworld.Kind
		stress string
		seed   uint64
		goal   string
		fields string // entity=value, location or inputs; the locked by door:key
	}{
		{probeworld.StressObject, "S2", 42, "box_0", "blue_key=room_0 red_key=room_0 green_key=room_5 box_0=room_8 box_1=room_1 map=room_9 lantern=room_6 door_1:blue_key door_2:red_key door_6:green_key"},
		{probeworld.StressObject, "S2", 43, "lantern", "blue_key=room_0 red_key=room_3 green_key=room_4 box_0=room_7 box_1=room_9 map=room_0 lantern=room_8 door_1:blue_key door_5:red_key door_6:green_key"},
		{probeworld.StressObject, "S1", 42, "box_0", "blue_key=room_0 red_key=room_1 box_0=room_1 map=room_1 door_1:blue_key"},
		{probeworld.StressTool, "S2", 42, "v_8", "t_0= t_1=v_0 t_2=v_0,v_1 t_3=v_0,v_2 t_4=v_1,v_2 t_5=v_0,v_4 t_6=v_3,v_4 t_7=v_0,v_6 t_8=v_1,v_7"},
		{probeworld.StressTool, "S2", 43, "v_8", "t_0= t_1=v_0 t_2=v_0,v_1 t_3=v_1,v_2 t_4=v_0,v_1 t_5=v_3,v_4 t_6=v_0,v_4 t_7=v_3,v_4 t_8=v_4,v_5"},
		{probeworld.StressTool, "S1", 42, "v_4", "t_0= t_1=v_0 t_2=v_0 t_3=v_2 t_4=v_2"},
		{probeworld.StressGraph, "S2", 42, "n_11", "key_a=n_8 key_b=n_9 key_c=n_0 n_0__n_1:key_c n_11__n_3:key_a n_10__n_8:key_b"},
		{probeworld.StressGraph, "S2", 43, "n_11", "key_a=n_6 key_b=n_2 key_c=n_0 n_0__n_1:key_c n_6__n_7:key_a n_8__n_9:key_b"},
		{probeworld.StressGraph, "S1", 42, "n_5", "key_a=n_1 key_b=n_1 n_0__n_1:key_b"},
	} {
		w := keyed(t, tt.kind, tt.stress, tt.seed)
		if got := w.Observation().Goal; got != tt.goal {
			t.Errorf("%v %s %d: goal %s, want %s", tt.kind, tt.stress, tt.seed, got, tt.goal)
		}
		var got []string
		for _, f := range w.Fields() {
			switch f.Attribute {
			case "location", "inputs":
				got = append(got, f.Entity+"="+f.Value)
			case "key":
				locked := value(t, w, f.Entity, "state") == "locked"
				if locked != (f.Value != "none") {
					t.Errorf("%v %s %d: %s needs %s, locked %v", tt.kind, tt.stress, tt.seed, f.Entity, f.Value, locked)
				}
				if locked {
					got = append(got, f.Entity+":"+f.Value)
				}
			}
		}
		if diff := cmp.Diff(strings.Fields(tt.fields), got); diff != "" {
			t.Errorf("%v %s %d (-want +got):\n%s", tt.kind, tt.stress, tt.seed, diff)
		}
	}
}

type move struct {
	action, reason string
}

// The step traces of S2, seed 42.
func TestPublished_Traces(t *testing.T) {
	t.Parallel()
	play := func(t *testing.T, w *probeworld.World, moves []move, after func(i int, o probeworld.Observation)) {
		t.Helper()
		for i, m := range moves {
			o, info := w.Do(m.action)
			if info.Reason != m.reason || info.Valid != (m.reason == "") {
				t.Errorf("%s: reason %q, want %q", m.action, info.Reason, m.reason)
			}
			if want := map[bool]float64{true: 0, false: -0.05}[info.Valid]; info.Reward != want {
				t.Errorf("%s: reward %v, want %v", m.action, info.Reward, want)
			}
			after(i, o)
		}
	}
	t.Run("Object", func(t *testing.T) {
		t.Parallel()
		w := keyed(t, probeworld.StressObject, "S2", 42)
		if diff := cmp.Diff([]string{"blue_key"}, w.Observation().InView); diff != "" {
			t.Errorf("first view (-want +got):\n%s", diff)
		}
		views := map[int]string{4: "box_1", 6: "", 5: "green_key"}
		play(t, w, []move{
			{"pick_up(blue_key)", ""}, {"pick_up(red_key)", ""}, {"unlock(door_1)", ""}, {"move_to(room_1)", ""}, {"unlock(door_2)", ""},
			{"move_to(room_2)", ""}, {"move_to(room_3)", ""}, {"pick_up(green_key)", "object_not_here"},
		}, func(i int, o probeworld.Observation) {
			if want, ok := views[i]; ok && strings.Join(o.InView, " ") != want {
				t.Errorf("view after step %d: %v, want %q", i+1, o.InView, want)
			}
		})
	})
	t.Run("Tool", func(t *testing.T) {
		t.Parallel()
		play(t, keyed(t, probeworld.StressTool, "S2", 42), []move{
			{"call_tool(t_0)", ""}, {"call_tool(t_1)", ""}, {"call_tool(t_2)", ""}, {"call_tool(t_4)", "missing_inputs"},
			{"call_tool(t_6)", "missing_inputs"}, {"call_tool(t_3)", "missing_inputs"},
		}, func(i int, o probeworld.Observation) {
			want := [][]probeworld.Output{
				{{Variable: "v_0", Value: 239}}, {{Variable: "v_0", Value: 239}, {Variable: "v_1", Value: 204}}, {{Variable: "v_0", Value: 239}, {Variable: "v_1", Value: 204}},
			}
			if i < len(want) {
				if diff := cmp.Diff(want[i], o.Outputs); diff != "" {
					t.Errorf("outputs after step %d (-want +got):\n%s", i+1, diff)
				}
			}
			if i == 0 && len(o.Available) != 0 {
				t.Errorf("available after step 1: %v, want none", o.Available)
			}
			if i == 5 && len(o.Outputs) > 0 && o.Outputs[0].Variable == "v_0" {
				t.Error("v_0 is there after step 6; it was deleted in that step")
			}
		})
	})
	t.Run("Graph", func(t *testing.T) {
		t.Parallel()
		w := keyed(t, probeworld.StressGraph, "S2", 42)
		near := map[int]string{0: "n_0 n_3 n_5", 1: "n_11 n_2"}
		play(t, w, []move{
			{"move_to(n_4)", ""}, {"move_to(n_3)", ""}, {"move_to(n_11)", "edge_locked"}, {"move_to(n_2)", ""}, {"move_to(n_3)", ""},
			{"move_to(n_11)", "edge_locked"}, {"move_to(n_11)", "edge_locked"},
		}, func(i int, o probeworld.Observation) {
			if want, ok := near[i]; ok && strings.Join(o.Near, " ") != want {
				t.Errorf("neighbours after step %d: %v, want %q", i+1, o.Near, want)
			}
			if i == 2 && value(t, w, "key_a", "location") != "n_7" {
				t.Error("key_a did not drift to n_7 in step 3")
			}
			if i == 4 && value(t, w, "n_10__n_8", "state") != "open" {
				t.Error("n_10__n_8 did not flip open by step 5")
			}
		})
	})
}

// How hard the deals are: means over the paper's seeds, 42 to 261.
func TestPublished_Difficulty(t *testing.T) {
	t.Parallel()
	mean := func(kind, stress string, of func(w *probeworld.World) float64) float64 {
		w := world(t, kind, stress, probeworld.ProtocolPublished)
		sum := 0.0
		for seed := uint64(42); seed <= 261; seed++ {
			w.Reset(seed)
			sum += of(w)
		}
		return sum / 220
	}
	room := func(w *probeworld.World) float64 {
		return float64(number(value(t, w, w.Observation().Goal, "location")))
	}
	enRoute := func(w *probeworld.World) float64 {
		n := 0.0
		for _, lock := range w.Gold().Locks {
			if lock.Value == "locked" && float64(number(lock.Name)) <= room(w) {
				n++
			}
		}
		return n
	}
	start := func(w *probeworld.World) float64 { return is(room(w) == 0) }
	hops := func(w *probeworld.World) float64 { return float64(distance(w.Gold(), false)) }
	reachable := func(w *probeworld.World) float64 { return is(distance(w.Gold(), true) >= 0) }
	edges := func(w *probeworld.World) float64 { return float64(len(w.Gold().Links)) }
	lowest := func(w *probeworld.World) float64 {
		for !w.Over() {
			for _, action := range w.Actions() {
				if _, info := w.Clone().Do(action); info.Valid {
					w.Do(action)
					break
				}
			}
		}
		return is(w.Success())
	}
	for _, tt := range []struct {
		what, kind, stress string
		of                 func(*probeworld.World) float64
		want, tolerance    float64
	}{
		{"room of the goal", "object", "S1", room, 1.97, 0.005},
		{"room of the goal", "object", "S2", room, 4.01, 0.005},
		{"room of the goal", "object", "S3", room, 9.41, 0.005},
		{"goal in the start room", "object", "S1", start, 0.177, 0.0005},
		{"goal in the start room", "object", "S2", start, 0.150, 0.0005},
		{"goal in the start room", "object", "S3", start, 0.059, 0.0005},
		{"locked doors en route", "object", "S1", enRoute, 0.51, 0.005},
		{"locked doors en route", "object", "S2", enRoute, 1.38, 0.005},
		{"locked doors en route", "object", "S3", enRoute, 2.88, 0.005},
		{"hops to the target", "graph", "S1", hops, 3.71, 0.005},
		{"hops to the target", "graph", "S2", hops, 3.45, 0.005},
		{"hops to the target", "graph", "S3", hops, 2.84, 0.005},
		{"reachable without a key", "graph", "S1", reachable, 0.40, 0.005},
		{"reachable without a key", "graph", "S2", reachable, 0.75, 0.005},
		{"reachable without a key", "graph", "S3", reachable, 0.98, 0.005},
		{"edges", "graph", "S2", edges, 15.85, 0.005},
		{"lowest executable tool wins", "tool", "S1", lowest, 1, 0},
		{"lowest executable tool wins", "tool", "S2", lowest, 0.964, 0.0005},
		{"lowest executable tool wins", "tool", "S3", lowest, 0, 0},
	} {
		if got := mean(tt.kind, tt.stress, tt.of); math.Abs(got-tt.want) > tt.tolerance+1e-9 {
			t.Errorf("%s %s: %s = %.4f, want %v", tt.kind, tt.stress, tt.what, got, tt.want)
		}
	}
}

func is(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func number(name string) int {
	n := 0
	for _, r := range name[strings.LastIndex(name, "_")+1:] {
		n = 10*n + int(r-'0')
	}
	return n
}

// distance counts the hops to the target, or −1, by relaxation over the links.
func distance(g probeworld.Gold, locks bool) int {
	at := map[string]int{g.Agent: 0}
	for range g.Nodes {
		for _, e := range g.Links {
			if locks && e.Locked {
				continue
			}
			for _, ends := range [][2]string{{e.A, e.B}, {e.B, e.A}} {
				if d, ok := at[ends[0]]; ok {
					if old, seen := at[ends[1]]; !seen || d+1 < old {
						at[ends[1]] = d + 1
					}
				}
			}
		}
	}
	if d, ok := at[g.Goal]; ok {
		return d
	}
	return -1
}
