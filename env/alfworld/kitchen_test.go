package alfworld_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/alfworld"
)

// kitchen is a small scene with one of everything that the quirks need. The
// coffee machine stands on the counter; drawers a and b share a place; apple b
// lies on the counter and in the coffee machine; apple c is in nothing; apple d
// is in a drawer but lies, by its location fact, elsewhere.
const kitchen = `(define (problem kitchen) (:domain alfred)
(:objects
  agent1 - agent
  loc_bar_0 loc_bar_1 loc_bar_2 loc_bar_3 loc_bar_4 loc_bar_5 loc_bar_6 loc_bar_7 loc_bar_8 loc_bar_9 - location
  Fridge_bar_a Microwave_bar_a CounterTop_bar_a CoffeeMachine_bar_a Sink_bar_a_bar_SinkBasin Bathtub_bar_a_bar_BathtubBasin
  Drawer_bar_a Drawer_bar_b Drawer_bar_c Desk_bar_a - receptacle
  Apple - object
  Apple_bar_a Apple_bar_b Apple_bar_c Apple_bar_d Egg_bar_a Knife_bar_a Tomato_bar_a DeskLamp_bar_a Mug_bar_a Pen_bar_a Window_bar_a - object
  FridgeType MicrowaveType CounterTopType CoffeeMachineType SinkBasinType BathtubBasinType DrawerType DeskType - rtype
  AppleType EggType KnifeType TomatoType DeskLampType MugType PenType WindowType - otype)
(:init
  (atLocation agent1 loc_bar_0) ; nowhere near a receptacle
  (receptacleType Fridge_bar_a FridgeType) (receptacleAtLocation Fridge_bar_a loc_bar_1) (openable Fridge_bar_a)
  (receptacleType Microwave_bar_a MicrowaveType) (receptacleAtLocation Microwave_bar_a loc_bar_2) (openable Microwave_bar_a)
  (receptacleType CounterTop_bar_a CounterTopType) (receptacleAtLocation CounterTop_bar_a loc_bar_3)
  (receptacleType CoffeeMachine_bar_a CoffeeMachineType) (receptacleAtLocation CoffeeMachine_bar_a loc_bar_3)
  (receptacleType Sink_bar_a_bar_SinkBasin SinkBasinType) (receptacleAtLocation Sink_bar_a_bar_SinkBasin loc_bar_4)
  (receptacleType Bathtub_bar_a_bar_BathtubBasin BathtubBasinType) (receptacleAtLocation Bathtub_bar_a_bar_BathtubBasin loc_bar_5)
  (receptacleType Drawer_bar_a DrawerType) (receptacleAtLocation Drawer_bar_a loc_bar_6) (openable Drawer_bar_a)
  (receptacleType Drawer_bar_b DrawerType) (receptacleAtLocation Drawer_bar_b loc_bar_6) (openable Drawer_bar_b)
  (receptacleType Drawer_bar_c DrawerType) (receptacleAtLocation Drawer_bar_c loc_bar_7) (openable Drawer_bar_c)
  (receptacleType Desk_bar_a DeskType) (receptacleAtLocation Desk_bar_a loc_bar_8)
  (objectType Apple_bar_a AppleType) (pickupable Apple_bar_a) (inReceptacle Apple_bar_a CounterTop_bar_a) (objectAtLocation Apple_bar_a loc_bar_3)
  (objectType Apple_bar_b AppleType) (pickupable Apple_bar_b) (inReceptacle Apple_bar_b CounterTop_bar_a) (inReceptacle Apple_bar_b CoffeeMachine_bar_a) (objectAtLocation Apple_bar_b loc_bar_3)
  (objectType Apple_bar_c AppleType) (pickupable Apple_bar_c) (objectAtLocation Apple_bar_c loc_bar_3)
  (objectType Apple_bar_d AppleType) (pickupable Apple_bar_d) (inReceptacle Apple_bar_d Drawer_bar_c) (objectAtLocation Apple_bar_d loc_bar_9)
  (sliceable Apple_bar_a) (sliceable Apple_bar_d) (cleanable Apple_bar_a) (heatable Apple_bar_a) (coolable Apple_bar_a)
  (cleanable Apple_bar_b) (heatable Apple_bar_b) (coolable Apple_bar_b)
  (objectType Egg_bar_a EggType) (pickupable Egg_bar_a) (inReceptacle Egg_bar_a Fridge_bar_a) (objectAtLocation Egg_bar_a loc_bar_1) (heatable Egg_bar_a) (coolable Egg_bar_a) (isCool Egg_bar_a)
  (objectType Knife_bar_a KnifeType) (pickupable Knife_bar_a) (inReceptacle Knife_bar_a CounterTop_bar_a) (objectAtLocation Knife_bar_a loc_bar_3) (cleanable Knife_bar_a)
  (objectType Tomato_bar_a TomatoType) (pickupable Tomato_bar_a) (inReceptacle Tomato_bar_a Fridge_bar_a) (objectAtLocation Tomato_bar_a loc_bar_1) (sliceable Tomato_bar_a)
  (objectType DeskLamp_bar_a DeskLampType) (toggleable DeskLamp_bar_a) (inReceptacle DeskLamp_bar_a Desk_bar_a) (objectAtLocation DeskLamp_bar_a loc_bar_8)
  (objectType Mug_bar_a MugType) (pickupable Mug_bar_a) (isReceptacleObject Mug_bar_a) (inReceptacle Mug_bar_a Desk_bar_a) (objectAtLocation Mug_bar_a loc_bar_8)
  (objectType Pen_bar_a PenType) (pickupable Pen_bar_a) (inReceptacleObject Pen_bar_a Mug_bar_a) (objectAtLocation Pen_bar_a loc_bar_8)
  (objectType Window_bar_a WindowType) (objectAtLocation Window_bar_a loc_bar_3)
  (canContain FridgeType AppleType) (canContain MicrowaveType AppleType) (canContain CounterTopType AppleType) (canContain CoffeeMachineType AppleType)
  (canContain DrawerType AppleType) (canContain DeskType AppleType) (canContain SinkBasinType AppleType) (canContain CounterTopType KnifeType) (canContain DeskType EggType))
(:goal GOAL))`

// The goals, as the official games write them.
const (
	appleInFridge  = `(and (exists (?r - receptacle) (exists (?o - object) (and (inReceptacle ?o ?r) (objectType ?o AppleType) (receptacleType ?r FridgeType)))))`
	penInFridge    = `(and (exists (?r - receptacle) (exists (?o - object) (and (inReceptacle ?o ?r) (objectType ?o PenType) (receptacleType ?r FridgeType)))))`
	twoApples      = `(and (exists (?r - receptacle) (exists (?o1 - object) (and (objectType ?o1 AppleType) (receptacleType ?r DrawerType) (inReceptacle ?o1 ?r) (exists (?o2 - object) (and (not (= ?o1 ?o2)) (objectType ?o2 AppleType) (receptacleType ?r DrawerType) (inReceptacle ?o2 ?r)))))))`
	appleUnderLamp = `(and (exists (?ot - object ?r - receptacle ?a - agent ?l - location) (and (objectType ?ot DeskLampType) (toggleable ?ot) (isToggled ?ot) (receptacleAtLocation ?r ?l) (atLocation ?a ?l) (inReceptacle ?ot ?r))) (exists (?o - object ?a - agent) (and (objectType ?o AppleType) (holds ?a ?o))))`
)

// madeApple is an apple that has been treated and put in a fridge.
func madeApple(able, is string) string {
	return `(and (exists (?r - receptacle) (exists (?o - object) (and (` + able + ` ?o) (objectType ?o AppleType) (receptacleType ?r FridgeType) (` + is + ` ?o) (inReceptacle ?o ?r)))))`
}

const sentence = "Your task is to: do it."

// gameBytes makes a game file of a problem.
func gameBytes(tb testing.TB, problem string) []byte {
	tb.Helper()
	data, err := json.Marshal(map[string]any{
		"pddl_domain":  "",
		"pddl_problem": problem,
		"grammar":      `grammar :: """ {"task": [{"rhs": "` + sentence + `"}]} """; action help { template :: "help"; feedback :: "Ask again."; }`,
		"solvable":     nil,
		"walkthrough":  nil,
	})
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

// start begins a game in the kitchen.
func start(tb testing.TB, goal string, c alfworld.Config) (*alfworld.Env, bethink.TimeStep) {
	tb.Helper()
	set, err := alfworld.NewSet([]alfworld.File{{Name: "kitchen", Data: gameBytes(tb, strings.Replace(kitchen, "GOAL", goal, 1))}})
	if err != nil {
		tb.Fatal(err)
	}
	e := newEnv(tb, set, c)
	step, err := e.Reset(context.Background(), "kitchen", 0)
	if err != nil {
		tb.Fatal(err)
	}
	return e, step
}

// play performs "command => answer" lines; an answer of "*" is any but
// "Nothing happens.".
func play(tb testing.TB, e *alfworld.Env, lines ...string) bethink.TimeStep {
	tb.Helper()
	var step bethink.TimeStep
	for _, line := range lines {
		command, want, _ := strings.Cut(line, " => ")
		var err error
		if step, err = e.Step(context.Background(), command); err != nil {
			tb.Fatalf("%s: %v", command, err)
		}
		if want == "*" && step.Text != "Nothing happens." {
			continue
		}
		if step.Text != want {
			tb.Fatalf("%s\n got %q\nwant %q", command, step.Text, want)
		}
	}
	return step
}

func admissible(tb testing.TB, e *alfworld.Env) []string {
	tb.Helper()
	a, err := e.Admissible(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	return slices.Clone(a)
}

// facts returns the facts of one predicate, arguments joined by ", ".
func facts(tb testing.TB, e *alfworld.Env, predicate string) []string {
	tb.Helper()
	all, err := e.Facts(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	var out []string
	for _, f := range all {
		if f.Predicate == predicate {
			out = append(out, strings.Join(f.Args, ", "))
		}
	}
	return out
}
