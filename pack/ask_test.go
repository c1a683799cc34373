package pack_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink/pack"
)

// cabinets is a scene where a plate may be at n places.
func cabinets(n int) string {
	var sb strings.Builder
	sb.WriteString(room)
	for i := n; i > 0; i-- {
		fmt.Fprintf(&sb, "a cabinet %d, ", i)
	}
	return sb.String() + "and a garbagecan 1."
}

// The published shape of a ranked list: two decimals, half to even; items until
// .90 is reached; a tail where some are left.
func TestQuery_PaperList(t *testing.T) {
	p := household(t)
	for n, want := range map[int]struct {
		items int
		each  string
		tail  string
	}{
		1:  {1, "(1.00)", "(1.00)."},
		7:  {7, "(0.14)", "(0.14)."},
		8:  {8, "(0.12)", "(0.12)."}, // .125 to even
		10: {9, "(0.10)", ", and other receptacles (10%)."},
		25: {23, "(0.04)", ", and other receptacles (8%)."},
	} {
		got := start(t, p, cabinets(n)).query("where is plate", paper).Text
		if c := strings.Count(got, want.each); c != want.items || !strings.HasSuffix(got, want.tail) {
			t.Errorf("%d places: %q", n, got)
		}
		if i, j := strings.Index(got, "cabinet 2 "), strings.Index(got, "cabinet 10 "); j >= 0 && j < i {
			t.Errorf("%d places: %q", n, got)
		}
	}
}

// The switches of a mode are independent.
func TestQuery_Modes(t *testing.T) {
	g := start(t, household(t), task("put a egg in microwave."))
	g.do("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a apple 1.")
	for _, memory := range []bool{false, true} {
		for _, numbers := range []bool{false, true} {
			for _, style := range []bool{false, true} {
				m := pack.Mode{Memory: memory, Probabilities: numbers, Paper: style}
				egg, apple := g.query("where is egg", m), g.query("where are apples", m)
				if got := strings.Contains(egg.Text+apple.Text, "0."); got && !numbers {
					t.Errorf("%+v: numbers in %q, %q", m, egg.Text, apple.Text)
				}
				if got := strings.Contains(egg.Text, "fridge 1"); got == memory {
					t.Errorf("%+v: %q", m, egg.Text)
				}
				contains(t, apple.Text, "countertop 1")
				if (len(egg.Where.Places) == 0) != memory {
					t.Errorf("%+v: %+v", m, egg.Where)
				}
			}
		}
	}
}

func TestQuery_Forms(t *testing.T) {
	g := start(t, household(t), task("put a egg in microwave."))
	g.do("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a egg 1, and a mug 1.")
	g.do("take egg 1 from countertop 1", "You pick up the egg 1 from the countertop 1.")
	for q, want := range map[string]string{
		"where is egg 1":            "egg 1 is held",
		"Where IS the mug 1?":       "mug 1 is at countertop 1",
		"where is a mug":            "mug 1 is at countertop 1",
		"where is sinkbasin":        "sinkbasin are places here: sinkbasin 1",
		"where is sinkbasin 1":      "sinkbasin 1 is a place",
		"what is in countertop 1":   "countertop 1 contains: mug 1.",
		"searched the countertop":   "countertop 1: searched.",
		"state":                     "You are at countertop 1, holding egg 1. Known: egg 1, mug 1. Searched: countertop 1.",
		"status":                    "You are at countertop 1",
		"":                          "Ask one of: where is THING; what is in PLACE; have i searched PLACE; state.",
		"why is there anything":     "Ask one of:",
		"where is":                  "Ask one of:",
		"where is egg 1 and mug 1 ": "",
	} {
		r, err := g.pack.Query(g.view, q, pack.Mode{Probabilities: true})
		if want == "" {
			if err == nil {
				t.Errorf("%q: %q", q, r.Text)
			}
			continue
		}
		if err != nil || !strings.HasPrefix(r.Text, want) {
			t.Errorf("%q: %q, %v", q, r.Text, err)
		}
		if _, err := json.Marshal(r); err != nil {
			t.Errorf("%q: %v", q, err)
		}
	}
}

// Where one is known and another is not, the chance that there is another is
// told; where a number or the goal proves another, it is certain.
func TestQuery_Another(t *testing.T) {
	g := start(t, household(t), task("put a mug in microwave."))
	g.do("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a egg 1, and a cup 2.")
	if w := g.query("where is egg", pack.Mode{}).Where; !(w.Another > 0 && w.Another < 1) {
		t.Errorf("another egg: %v", w.Another)
	}
	if w := g.query("where is cup", pack.Mode{}).Where; w.Another != 1 {
		t.Errorf("cup 2 proves another cup, yet it has %v", w.Another)
	}
	if w := g.query("where is mug", pack.Mode{}).Where; w.Another != 1 {
		t.Errorf("the goal proves a mug, yet it has %v", w.Another)
	}
}

func TestIsQuery(t *testing.T) {
	for text, want := range map[string]string{
		"query where is egg":   "where is egg",
		" Query: state":        "state",
		"QUERY : : searched x": "searched x",
		"query":                "",
	} {
		if got, ok := pack.IsQuery(text); !ok || got != want {
			t.Errorf("%q: %q %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "queries", "look", "where is query"} {
		if _, ok := pack.IsQuery(text); ok {
			t.Errorf("%q is no query", text)
		}
	}
}

// The gate says what fails, in words, before the world is asked.
func TestGate(t *testing.T) {
	g := start(t, household(t), task("put a hot egg in garbagecan."))
	g.do("go to fridge 1", "You arrive at fridge 1. The fridge 1 is closed.")
	g.do("open fridge 1", "You open the fridge 1. The fridge 1 is open. In it, you see a egg 2, and a egg 1.")
	judge := func(action, why string) {
		t.Helper()
		got := g.pack.Gate(g.view, action, pack.DefaultGate)
		if got.OK != (why == "") || !strings.HasPrefix(got.Why, why) || got.PValid < 0 || got.PValid > 1 || got.OK && got.PValid < pack.DefaultGate {
			t.Errorf("%q: %+v, want %q", action, got, why)
		}
	}
	judge("take egg 1 from fridge 1", "")
	judge("close fridge 1", "")
	judge("look", "")
	judge("go to countertop 1", "")
	judge("go to fridge 1", "you are at fridge 1 already")
	judge("open fridge 1", "fridge 1 is open already")
	judge("open microwave 1", "you are not at microwave 1: go to microwave 1 first")
	judge("open countertop 1", "open: countertop 1 is no container")
	judge("take egg 1 from countertop 1", "egg 1 is not in or on countertop 1")
	judge("take egg 7 from fridge 1", "egg 7 has not been seen (did you mean egg 1 or egg 2?)")
	judge("heat egg 1 with microwave 1", "you do not hold egg 1")
	judge("heat egg 1 with fridge 1", "heat: fridge 1 is no microwave")
	judge("move egg 1 to garbagecan 1", "you do not hold egg 1")
	judge("move egg 1 to cabinet 1", "egg 1 cannot be put in or on cabinet 1")
	judge("dance", `"dance" is no action here: write it as go to RECEPTACLE or open CONTAINER or`)
	judge("put egg on shelf", `"put egg on shelf" is no action here: write it as move PICKUPABLE to RECEPTACLE, with names as they are shown`)
	g.do("take egg 1 from fridge 1", "You pick up the egg 1 from the fridge 1.")
	judge("take egg 2 from fridge 1", "your hands are full")
	g.do("close fridge 1", "You close the fridge 1.")
	judge("move egg 1 to fridge 1", "fridge 1 is closed: open it first")
	judge("cool egg 1 with fridge 1", "") // its door may stay closed
}

func TestPush(t *testing.T) {
	g := start(t, household(t), task("put two egg in garbagecan."))
	line := g.pack.Push(g.view, paper)
	contains(t, line, "[World model] You are at middle, holding nothing. egg: most likely at ")
	lacks(t, line, "\n", "garbagecan: ")
	g.do("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a egg 1.")
	g.do("take egg 1 from countertop 1", "You pick up the egg 1 from the countertop 1.")
	contains(t, g.pack.Push(g.view, pack.Mode{Probabilities: true}), "holding egg 1. egg 1 is held (1.00). another egg: most likely at ")
}

// A look at twenty things costs a few arrays, whatever it lists.
func TestParse_Allocations(t *testing.T) {
	g := start(t, household(t), kitchen)
	in := g.input("go to countertop 1", twenty)
	n := testing.AllocsPerRun(100, func() {
		if _, err := g.pack.Parse(t.Context(), g.view, in); err != nil {
			t.Fatal(err)
		}
	})
	if n > 12 {
		t.Errorf("%v allocations", n)
	}
}
