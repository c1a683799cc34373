package alfworld_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/alfworld"
)

// edit returns the kitchen with one replacement and a goal.
func edit(tb testing.TB, from, to string) []byte {
	tb.Helper()
	if !strings.Contains(kitchen, from) {
		tb.Fatalf("the kitchen has no %q", from)
	}
	p := strings.Replace(kitchen, from, to, 1)
	return gameBytes(tb, strings.Replace(p, "GOAL", appleInFridge, 1))
}

// Every malformed file is refused with its name, a position and what was
// expected.
func TestParse_Malformed(t *testing.T) {
	whole := gameBytes(t, strings.Replace(kitchen, "GOAL", appleInFridge, 1))
	for _, c := range []struct {
		name string
		data []byte
		part string
		line int
		want string
	}{
		{"Empty", nil, "file", 1, "a JSON object"},
		{"NoJSON", []byte("(define)"), "file", 1, "a JSON object"},
		{"Truncated", whole[:len(whole)/2], "file", 1, "a JSON object"},
		{"WrongType", []byte("{\"pddl_problem\":\n 3}"), "file", 2, "a JSON object"},
		{"NoProblem", []byte(`{}`), "problem", 1, "an expression"},
		{"NoGrammar", bytes.Replace(whole, []byte("task"), []byte("tusk"), 1), "grammar", 1, "the task sentence"},
		{"NotDefine", gameBytes(t, "(defne)"), "problem", 1, "(define …)"},
		{"Unclosed", gameBytes(t, "(define\n(:init (a b)"), "problem", 2, "a bracket to close the one at byte 8"},
		{"Trailing", gameBytes(t, "(define) x"), "problem", 1, "the end of the text"},
		{"NotASCII", gameBytes(t, "(define é)"), "problem", 1, "printable ASCII"},
		{"Deep", gameBytes(t, strings.Repeat("(", 100)), "problem", 1, "levels of brackets"},
		{"NoInit", gameBytes(t, "(define (:objects a - agent) (:goal (and)))"), "problem", 1, "(:init …)"},
		{"StrangeSection", gameBytes(t, "(define (:inti))"), "problem", 1, "a section"},
		{"StrangeFact", edit(t, "(isCool Egg_bar_a)", "(isCold Egg_bar_a)"), "problem", 29, "a fact of the household domain"},
		{"Undeclared", edit(t, "(isCool Egg_bar_a)", "(isCool Egg_bar_b)"), "problem", 29, "a name of type object"},
		{"WrongSort", edit(t, "(isCool Egg_bar_a)", "(isCool Desk_bar_a)"), "problem", 29, "a name of type object"},
		{"WrongArity", edit(t, "(isCool Egg_bar_a)", "(isCool Egg_bar_a Egg_bar_a)"), "problem", 29, "(iscool object)"},
		{"TwoSorts", edit(t, "agent1 - agent", "agent1 - agent agent1 - object"), "problem", 3, "one type for agent1"},
		{"NoSort", edit(t, "PenType WindowType - otype", "PenType WindowType"), "problem", 10, `"- TYPE"`},
		{"TwoPlaces", edit(t, "(openable Fridge_bar_a)", "(receptacleAtLocation Fridge_bar_a loc_bar_2)"), "problem", 13, "one place"},
		{"NoPlace", edit(t, "(receptacleAtLocation Desk_bar_a loc_bar_8)", ""), "problem", 38, "(receptacleatlocation …) for desk 1"},
		{"NoAgent", edit(t, "(atLocation agent1 loc_bar_0)", ""), "problem", 38, "(atlocation AGENT LOCATION)"},
		{"OtherGoal", gameBytes(t, strings.Replace(kitchen, "GOAL", "(and (exists (?o - object) (isSliced ?o)))", 1)), "problem", 38, "one of the six kinds"},
		{"Forall", gameBytes(t, strings.Replace(kitchen, "GOAL", "(forall (?o - object) (isSliced ?o))", 1)), "problem", 38, "and, exists"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := alfworld.Parse("some/game", c.data)
			var s *alfworld.SyntaxError
			if !errors.As(err, &s) || !errors.Is(err, bethink.ErrInvalid) {
				t.Fatalf("error %v is no SyntaxError", err)
			}
			if s.File != "some/game" || s.Part != c.part || s.Line != c.line || !strings.Contains(s.Want, c.want) {
				t.Errorf("error %q, want part %s, line %d, %q", err, c.part, c.line, c.want)
			}
		})
	}
}

func TestParse_Bounds(t *testing.T) {
	// many is a problem with n objects, and as many locations.
	many := func(n int) string {
		var objects, init strings.Builder
		for i := range n {
			fmt.Fprintf(&objects, "o%d - object l%d - location\n", i, i)
			fmt.Fprintf(&init, "(objectAtLocation o%d l%d)\n", i, i)
		}
		return "(define (:objects a - agent r - receptacle o - otype t - rtype\n" + objects.String() + ") (:init (atLocation a l0) (receptacleAtLocation r l0)\n" +
			init.String() + ") (:goal (exists (?x) (and (inReceptacle ?x ?r) (objectType ?x o) (receptacleType ?r t)))))"
	}
	if _, err := alfworld.Parse("few", gameBytes(t, many(100))); err != nil {
		t.Errorf("100 objects: %v", err)
	}
	for name, data := range map[string][]byte{
		"Bytes":    bytes.Repeat([]byte(" "), 5<<20),
		"Entities": gameBytes(t, many(2001)),
		"Pairs":    gameBytes(t, many(400)),
		"Name":     gameBytes(t, "(define "+strings.Repeat("x", 200)+")"),
	} {
		t.Run(name, func(t *testing.T) {
			var s *alfworld.SyntaxError
			if _, err := alfworld.Parse("big", data); !errors.As(err, &s) || !strings.Contains(s.Want, "at most") {
				t.Errorf("error %v", err)
			}
		})
	}
}

// FuzzProblem reads any problem: an error is a SyntaxError within the text, and
// a game that is accepted can be played.
func FuzzProblem(f *testing.F) {
	for _, goal := range []string{appleInFridge, penInFridge, twoApples, appleUnderLamp, madeApple("heatable", "isHot")} {
		f.Add(strings.Replace(kitchen, "GOAL", goal, 1))
	}
	f.Add("(define (:objects a - agent l - location r - receptacle) (:init (atlocation a l) (receptacleatlocation r l)) (:goal (and)))")
	f.Add("(((((")
	f.Add("; nothing\n")
	f.Fuzz(func(t *testing.T, problem string) {
		checkGame(t, gameBytes(t, problem), len(problem))
	})
}

// FuzzParse reads any file.
func FuzzParse(f *testing.F) {
	whole := gameBytes(f, strings.Replace(kitchen, "GOAL", appleInFridge, 1))
	f.Add(whole)
	f.Add(whole[:len(whole)-20])
	f.Add([]byte(`{"pddl_problem":"(define)","grammar":"x","walkthrough":["move a to b"]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		checkGame(t, data, len(data))
	})
}

func checkGame(t *testing.T, data []byte, size int) {
	g, err := alfworld.Parse("fuzz", data)
	if err != nil {
		var s *alfworld.SyntaxError
		if !errors.As(err, &s) {
			t.Fatalf("error %v is no SyntaxError", err)
		}
		if s.Line < 1 || s.Offset < 0 || s.Offset > 4*size+8 {
			t.Fatalf("position %d, line %d of %d bytes", s.Offset, s.Line, size)
		}
		return
	}
	set, err := alfworld.NewSet([]alfworld.File{{Name: "fuzz", Data: data}})
	if err != nil {
		t.Fatal(err)
	}
	e := newEnv(t, set, alfworld.Config{})
	step, err := e.Reset(t.Context(), g.Name(), 0)
	for i := range 20 {
		if err != nil {
			t.Fatal(err)
		}
		if step.Outcome != bethink.OutcomeRunning {
			return
		}
		a := admissible(t, e)
		if len(a) == 0 {
			t.Fatal("nothing is admissible")
		}
		for j := 1; j < len(a); j++ {
			if a[j-1] >= a[j] {
				t.Fatalf("%q before %q", a[j-1], a[j])
			}
		}
		if _, err := e.Facts(t.Context()); err != nil {
			t.Fatal(err)
		}
		step, err = e.Step(t.Context(), a[(i*7919)%len(a)])
	}
}
