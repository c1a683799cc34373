package pack_test

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/pack"
)

// The faults of the published household belief, by their numbers; each test
// shows the right behaviour on the game's own texts.

const (
	room       = "You are in the middle of a room. Looking quickly around you, you see "
	smallPlace = room + "a cabinet 2, a cabinet 1, a countertop 1, a fridge 1, a garbagecan 1, a microwave 1, and a sinkbasin 1."
)

func task(sentence string) string { return smallPlace + "\n\nYour task is to: " + sentence }

func (g *game) query(q string, m pack.Mode) pack.Reply {
	g.tb.Helper()
	r, err := g.pack.Query(g.view, q, m)
	if err != nil {
		g.tb.Fatal(err)
	}
	return r
}

var paper = pack.Mode{Probabilities: true, Paper: true}

// near fails where a probability is not what it should be, to 0.01.
func (g *game) near(entity, attr, value string, want float64) {
	g.tb.Helper()
	if got := g.p(entity, attr, value); math.Abs(got-want) > 0.01 {
		g.tb.Errorf("P(%s(%s)=%s) is %.4f, want %.2f", attr, entity, value, got, want)
	}
}

func contains(tb testing.TB, text string, parts ...string) {
	tb.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			tb.Errorf("%q does not say %q", text, p)
		}
	}
}

func lacks(tb testing.TB, text string, parts ...string) {
	tb.Helper()
	for _, p := range parts {
		if strings.Contains(text, p) {
			tb.Errorf("%q says %q", text, p)
		}
	}
}

// A thing that was taken or put down is where it is now, in every answer.
func TestA1_PlaceOfATargetFollowsIt(t *testing.T) {
	g := start(t, household(t), task("put a egg in microwave."))
	g.do("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a egg 1.")
	contains(t, g.query("where is egg", paper).Text, "countertop 1 (")
	g.do("take egg 1 from countertop 1", "You pick up the egg 1 from the countertop 1.")
	for _, text := range []string{g.query("where is egg", paper).Text, g.pack.Push(g.view, paper)} {
		contains(t, text, "inventory (1.00)")
		lacks(t, text, "countertop 1 (")
	}
	g.do("go to microwave 1", "You arrive at microwave 1. The microwave 1 is closed.")
	g.do("open microwave 1", "You open the microwave 1. The microwave 1 is open. In it, you see nothing.")
	g.do("move egg 1 to microwave 1", "You move the egg 1 to the microwave 1.")
	for _, text := range []string{g.query("where is egg", paper).Text, g.pack.Push(g.view, paper)} {
		contains(t, text, "microwave 1 (1.00)")
		lacks(t, text, "countertop 1 (")
	}
}

// Of two things asked for, both places are told.
func TestA2_BothPlacesOfTwo(t *testing.T) {
	g := start(t, household(t), task("put two egg in garbagecan."))
	g.do("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a egg 1.")
	g.do("go to sinkbasin 1", "You arrive at sinkbasin 1. On the sinkbasin 1, you see a egg 2.")
	for _, text := range []string{g.query("where is egg", paper).Text, g.pack.Push(g.view, paper)} {
		contains(t, text, "countertop 1 (", "sinkbasin 1 (")
	}
}

// A query about another type knows what was seen of it, and its numbers add up.
func TestA3_OtherTypes(t *testing.T) {
	g := start(t, household(t), task("put a egg in microwave."))
	w := g.query("where is apple", pack.Mode{}).Where
	sum := w.Elsewhere
	for _, c := range w.Places {
		sum += c.P
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("the shares add to %v", sum)
	}
	g.do("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a apple 1, and a mug 1.")
	contains(t, g.query("where is apple", paper).Text, "countertop 1 (")
	g.do("take mug 1 from countertop 1", "You pick up the mug 1 from the countertop 1.")
	contains(t, g.query("where is the mug", pack.Mode{}).Text, "mug 1 is held")
}

// A name that nothing has gets no made-up answer.
func TestA4_UnknownNames(t *testing.T) {
	g := start(t, household(t), task("put a egg in microwave."))
	for q, near := range map[string]string{
		"where is eeg":         "egg",
		"where is salt shaker": "saltshaker",
		"where is egg 7":       "",
		"where is unicorn":     "",
		"what is in fridgge 1": "fridge 1",
		"searched cabinet 9":   "cabinet 1",
	} {
		_, err := g.pack.Query(g.view, q, paper)
		if !errors.Is(err, bethink.ErrNotFound) {
			t.Errorf("%q: %v", q, err)
		} else {
			contains(t, err.Error(), near)
		}
	}
}

// A refused step does not move the agent.
func TestA5_RefusedGo(t *testing.T) {
	g := start(t, household(t), task("put a egg in microwave."))
	g.do("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see nothing.")
	before := g.p("agent", "location", "countertop 1")
	for _, a := range []string{"go to fridge 1", "go to fridge 9", "go to frigde 1", "Go to fridge 1"} {
		g.do(a, "Nothing happens.")
		g.near("agent", "location", "countertop 1", before)
	}
	// What it does tell: the two are reached from one spot.
	g.near("countertop 1 & fridge 1", "shares", "true", 0.92)
}

// An open container met on arrival is searched.
func TestA6_OpenOnArrival(t *testing.T) {
	g := start(t, household(t), task("put a egg in microwave."))
	g.do("go to fridge 1", "You arrive at fridge 1. The fridge 1 is open. In it, you see a apple 2, and a cup 1.")
	g.near("fridge 1", "open", "true", 1)
	g.near("apple 2", "location", "fridge 1", 1)
	if c := g.query("what is in fridge 1", paper).Contents; !c.Searched || len(c.Things) != 2 {
		t.Errorf("%+v", c)
	}
}

// Both generations of the texts mean the same.
func TestA7_BothDialects(t *testing.T) {
	old := start(t, household(t), task("put a egg in microwave."))
	old.do("go to countertop 1", "You arrive at loc 12. On the countertop 1, you see a egg 1.")
	old.do("take egg 1 from countertop 1", "You pick up the egg 1 from the countertop 1.")
	old.do("go to sinkbasin 1", "You arrive at loc 3. On the sinkbasin 1, you see nothing.")
	old.do("put egg 1 in/on sinkbasin 1", "You put the egg 1 in/on the sinkbasin 1.")
	now := start(t, household(t), task("put a egg in microwave."))
	now.do("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a egg 1.")
	now.do("take egg 1 from countertop 1", "You pick up the egg 1 from the countertop 1.")
	now.do("go to sinkbasin 1", "You arrive at sinkbasin 1. On the sinkbasin 1, you see nothing.")
	now.do("move egg 1 to sinkbasin 1", "You move the egg 1 to the sinkbasin 1.")
	for _, g := range []*game{old, now} {
		g.near("egg 1", "location", "sinkbasin 1", 1)
		g.near("agent", "location", "sinkbasin 1", 1)
		g.near("agent", "hands", "empty", 1)
		if g.step.Observation.Verdict != bethink.VerdictDone {
			t.Errorf("verdict %v", g.step.Observation.Verdict)
		}
	}
	put := bethink.Action{Verb: "put", Args: []bethink.Entity{"egg 1", "sinkbasin 1"}}
	if got := old.pack.Spell(old.view, put).Text; got != "put egg 1 in/on sinkbasin 1" {
		t.Errorf("old: %q", got)
	}
	if got := now.pack.Spell(now.view, put).Text; got != "move egg 1 to sinkbasin 1" {
		t.Errorf("current: %q", got)
	}
}

// Closing, using, looking, examining, slicing, taking stock and taking from a
// movable container are read.
func TestA8_OtherAnswers(t *testing.T) {
	g := start(t, household(t), "You are in the middle of a room. Looking quickly around you, you see a countertop 1, a desk 1, a fridge 1, and a toaster 1.")
	read := func(action, text string) {
		t.Helper()
		if st := g.do(action, text); st.Observation.Verdict != bethink.VerdictDone || len(st.Observation.Unread) > 0 {
			t.Errorf("%q, %q: %v, unread %v", action, text, st.Observation.Verdict, st.Observation.Unread)
		}
	}
	read("go to fridge 1", "You arrive at fridge 1. The fridge 1 is closed.")
	read("open fridge 1", "You open the fridge 1. The fridge 1 is open. In it, you see a apple 1.")
	read("close fridge 1", "You close the fridge 1.")
	g.near("fridge 1", "open", "true", 0)
	read("go to desk 1", "You arrive at desk 1. On the desk 1, you see a desklamp 1.")
	read("use desklamp 1", "You turn on the desklamp 1.")
	g.near("desklamp 1", "toggled", "true", 1)
	read("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a bread 1, a knife 1, a plate 1, and a book 1.")
	read("look", "You are facing the countertop 1, and toaster 1. Next to it, you see nothing.")
	g.near("countertop 1 & toaster 1", "shares", "true", 1)
	read("take knife 1 from countertop 1", "You pick up the knife 1 from the countertop 1.")
	read("slice bread 1 with knife 1", "You sliced the bread 1 with the knife 1.")
	g.near("bread 1", "sliced", "true", 1)
	read("inventory", "You are carrying: a knife 1.")
	g.near("knife 1", "location", "inventory", 1)
	read("examine knife 1", "There's nothing special about knife 1.")
	read("move knife 1 to countertop 1", "You move the knife 1 to the countertop 1.")
	read("inventory", "You are not carrying anything.")
	read("take book 1 from countertop 1", "You pick up the book 1 from the countertop 1.")
	read("examine book 1", "There's nothing special about book 1.")
	read("move book 1 to countertop 1", "You move the book 1 to the countertop 1.")
	read("take plate 1 from countertop 1", "You pick up the plate 1 from the countertop 1.")
	read("examine plate 1", "This is a normal plate 1. In it, you see a egg 1.")
	if place, _ := g.view.Belief.Best(bethink.Variable{Entity: "egg 1", Attr: "location"}); place != "plate 1" {
		t.Errorf("the egg is at %s", place)
	}
	// The game itself never lets one take from a plate; its text is read all the same.
	g.do("take egg 1 from plate 1", "You pick up the egg 1 from the plate 1.")
	if p := g.p("egg 1", "location", "inventory"); p < 0.9 {
		t.Errorf("the egg is held with %v", p)
	}
}

// The goal's own place holds no target at the start; lost things keep some of
// the belief; places weigh by what they are.
func TestA9_Prior(t *testing.T) {
	g := start(t, household(t), task("put a egg in garbagecan."))
	at := map[bethink.Value]float64{}
	w := g.query("where is egg", pack.Mode{}).Where
	for _, c := range w.Places {
		at[c.Place] = c.P
	}
	if at["garbagecan 1"] > 0 {
		t.Errorf("the goal's place has %v", at["garbagecan 1"])
	}
	if w.Elsewhere <= 0 {
		t.Error("nothing is ever lost")
	}
	if at["cabinet 1"] != 0 {
		t.Error("an egg is expected in a cabinet, which never holds one")
	}
	other := start(t, household(t), task("put a hot egg in garbagecan.")).query("where is egg", pack.Mode{}).Where
	found := false
	for _, c := range other.Places {
		found = found || c.Place == "garbagecan 1"
	}
	if !found {
		t.Error("a cold egg may lie where a hot one is wanted")
	}
}

// Equal places stand in the order of their numbers, and better ones first.
func TestA10_Ranking(t *testing.T) {
	var sb strings.Builder
	sb.WriteString(room)
	for i := 12; i > 0; i-- {
		sb.WriteString("a cabinet " + string(rune('0'+i/10)) + string(rune('0'+i%10)) + ", ")
	}
	text := strings.ReplaceAll(sb.String(), "cabinet 0", "cabinet ") + "and a fridge 1.\n\nYour task is to: put a plate in fridge."
	g := start(t, household(t), text)
	got := g.query("where is plate", paper).Text
	if i, j := strings.Index(got, "cabinet 2 "), strings.Index(got, "cabinet 10 "); i < 0 || j < 0 || i > j {
		t.Errorf("%q", got)
	}
	heavy, err := pack.Load("heavy", bytes.Replace(pack.HouseholdFile(),
		[]byte("{name: fridge, is: [receptacle, container, appliance], weight: 1}"),
		[]byte("{name: fridge, is: [receptacle, container, appliance], weight: 4}"), 1))
	if err != nil {
		t.Fatal(err)
	}
	first := start(t, heavy, text).query("where is cup", paper).Text
	if !strings.HasPrefix(first, "cup: most likely at fridge 1 (0.25), cabinet 1 (") {
		t.Errorf("%q", first)
	}
}

// What is in the hand was observed, in memory mode too.
func TestA11_MemoryKnowsTheHand(t *testing.T) {
	g := start(t, household(t), task("put a egg in microwave."))
	m := pack.Mode{Memory: true}
	contains(t, g.query("where is egg", m).Text, "No egg has been seen yet")
	g.do("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a egg 1.")
	g.do("take egg 1 from countertop 1", "You pick up the egg 1 from the countertop 1.")
	contains(t, g.query("where is egg", m).Text, "egg 1 is held")
	lacks(t, g.query("where is egg", m).Text, "fridge", "%", "(")
}

// A place without its number, one that is unknown and one that was not
// searched are three things.
func TestA12_PlaceNames(t *testing.T) {
	g := start(t, household(t), task("put a egg in microwave."))
	contains(t, g.query("what is in fridge", paper).Text, "fridge 1 has not been searched")
	_, err := g.pack.Query(g.view, "what is in cabinet", paper)
	if !errors.Is(err, bethink.ErrNotFound) || !strings.Contains(err.Error(), "there are 2") {
		t.Errorf("%v", err)
	}
	_, err = g.pack.Query(g.view, "what is in wardrobe 1", paper)
	if !errors.Is(err, bethink.ErrNotFound) || !strings.Contains(err.Error(), "nothing is called") {
		t.Errorf("%v", err)
	}
	g.do("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see nothing.")
	contains(t, g.query("what's in the countertop", paper).Text, "countertop 1 contains: nothing")
	contains(t, g.query("have I searched the countertop 1?", paper).Text, "countertop 1: searched")
	contains(t, g.query("searched cabinet 2", paper).Text, "cabinet 2: not searched yet")
}

// When every place was searched the belief stays sound, says so, and finds
// the thing again where an earlier search must have missed it.
func TestA13_Exhausted(t *testing.T) {
	g := start(t, household(t), task("put a egg in microwave."))
	for _, r := range []string{"countertop 1", "garbagecan 1", "sinkbasin 1"} {
		g.do("go to "+r, "You arrive at "+r+". On the "+r+", you see nothing.")
	}
	for _, r := range []string{"fridge 1", "microwave 1", "cabinet 1", "cabinet 2"} {
		g.do("go to "+r, "You arrive at "+r+". The "+r+" is closed.")
		g.do("open "+r, "You open the "+r+". The "+r+" is open. In it, you see nothing.")
	}
	w := g.query("where is egg", paper)
	if !w.Where.Exhausted {
		t.Errorf("%+v", w.Where)
	}
	contains(t, w.Text, "was searched", "Look again")
	if err := g.view.Belief.Valid(); err != nil {
		t.Error(err)
	}
	g.do("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a egg 1.")
	if place, p := g.view.Belief.Best(bethink.Variable{Entity: "egg 1", Attr: "location"}); place != "countertop 1" || p < 0.7 {
		t.Errorf("the egg is at %s with %v", place, p)
	}
	if err := g.view.Belief.Valid(); err != nil {
		t.Error(err)
	}
}

// Empty looks that change nothing change no digit, and ten equal places print
// the same every time.
func TestA14_StableText(t *testing.T) {
	g := start(t, household(t), room+"a cabinet 10, a cabinet 9, a cabinet 8, a cabinet 7, a cabinet 6, a cabinet 5, a cabinet 4, a cabinet 3, a cabinet 2, a cabinet 1, and a garbagecan 1.")
	want := g.query("where is plate", paper).Text
	contains(t, want, "cabinet 9 (0.10), and other receptacles (10%)")
	for range 5 {
		g.do("go to garbagecan 1", "You arrive at garbagecan 1. On the garbagecan 1, you see nothing.")
		if got := g.query("where is plate", paper).Text; got != want {
			t.Errorf("%q, then %q", want, got)
		}
	}
}

// A cabinet without a door shows its contents, and one may take them.
func TestHousehold_NoDoor(t *testing.T) {
	g := start(t, household(t), task("put a plate in fridge."))
	g.do("go to cabinet 1", "You arrive at cabinet 1. On the cabinet 1, you see a plate 1.")
	g.near("cabinet 1", "open", "true", 1)
	if got := g.pack.Gate(g.view, "take plate 1 from cabinet 1", pack.DefaultGate); !got.OK || got.PValid < 0.95 {
		t.Errorf("%+v", got)
	}
}

// What a list names is believed, whatever the pack's table says, and the gate
// does not refuse what the last answer showed.
func TestA1_WhatIsSeenIsBelieved(t *testing.T) {
	room := "You are in the middle of a room. Looking quickly around you, you see a cabinet 1, a countertop 1, and a drawer 1.\n"
	g := start(t, household(t), room+"Your task is to: put a clean fork in drawer.")
	g.do("go to cabinet 1", "You arrive at cabinet 1. The cabinet 1 is closed.")
	g.do("open cabinet 1", "You open the cabinet 1. The cabinet 1 is open. In it, you see a knife 1, and a apple 1.")
	for _, e := range []string{"knife 1", "apple 1"} {
		if q := g.p(e, "location", "cabinet 1"); q < 0.95 {
			t.Errorf("%s was read to be in cabinet 1, and is believed there with %v", e, q)
		}
		if gate := household(t).Gate(g.view, "take "+e+" from cabinet 1", pack.DefaultGate); !gate.OK {
			t.Errorf("%s: %+v", e, gate)
		}
	}
	// The goal's own thing, at its own target.
	room = "You are in the middle of a room. Looking quickly around you, you see a cabinet 1, a cabinet 10, a cabinet 11, a cabinet 100, and a countertop 1.\n"
	g = start(t, household(t), room+"Your task is to: put a mug in cabinet.")
	g.do("go to cabinet 10", "You arrive at cabinet 10. The cabinet 10 is closed.")
	g.do("open cabinet 10", "You open the cabinet 10. The cabinet 10 is open. In it, you see a mug 1, and a mug 10.")
	for _, e := range []string{"mug 1", "mug 10"} {
		if q := g.p(e, "location", "cabinet 10"); q < 0.95 {
			t.Errorf("%s is believed in cabinet 10 with %v", e, q)
		}
	}
}

// What is done to a thing nobody has met is done to it.
func TestF4_TakingWhatNobodyHasMet(t *testing.T) {
	g := start(t, household(t), task("put a egg in microwave."))
	g.do("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see nothing.")
	g.do("inventory", "You are not carrying anything.")
	g.do("take egg 2 from countertop 1", "You pick up the egg 2 from the countertop 1.")
	g.near("agent", "hands", "full", 1)
	g.near("egg 2", "location", "inventory", 1)
	// A refusal says nothing of a thing nobody has met.
	before := g.p("agent", "hands", "full")
	g.do("take egg 9 from fridge 1", "Nothing happens.")
	g.near("agent", "hands", "full", before)
}

// A mind that was wrong about the hands is set right by looking.
func TestF4_InventoryIsBelieved(t *testing.T) {
	g := start(t, household(t), task("put a egg in microwave."))
	for range 3 {
		g.do("inventory", "You are not carrying anything.")
	}
	g.do("inventory", "You are carrying: a apple 1.")
	g.do("inventory", "You are carrying: a apple 1.")
	if q := g.p("agent", "hands", "full"); q < 0.95 {
		t.Errorf("hands full: %v", q)
	}
}

// A door that was read closed three times and then open is open.
func TestF5_ADoorReadOpenIsOpen(t *testing.T) {
	g := start(t, household(t), task("put a egg in microwave."))
	for range 3 {
		g.do("go to fridge 1", "You arrive at fridge 1. The fridge 1 is closed.")
	}
	g.do("go to fridge 1", "You arrive at fridge 1. The fridge 1 is open. In it, you see nothing.")
	if q := g.p("fridge 1", "open", "true"); q < 0.95 && g.step.Contradiction == nil {
		t.Errorf("open: %v, and nothing flagged", q)
	}
	g.do("go to fridge 1", "You arrive at fridge 1. The fridge 1 is open. In it, you see nothing.")
	if q := g.p("fridge 1", "open", "true"); q < 0.95 {
		t.Errorf("open: %v", q)
	}
}

// The older dialect is told from the first arrival on.
func TestF3_TheOldDialect(t *testing.T) {
	g := start(t, household(t), task("put a egg in microwave."))
	g.do("go to countertop 1", "You arrive at loc 24. On the countertop 1, you see a egg 1.")
	g.near("agent", "dialect", "old", 1)
	g.near("agent", "location", "countertop 1", 1)
	if typ := g.view.Belief.Type("loc 24"); typ != "" {
		t.Errorf("loc 24 is a %s", typ)
	}
	put := household(t).Spell(g.view, bethink.Action{Verb: "put", Args: []bethink.Entity{"egg 1", "microwave 1"}})
	if put.Text != "put egg 1 in/on microwave 1" {
		t.Errorf("%q", put.Text)
	}
}
