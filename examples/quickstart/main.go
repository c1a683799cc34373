// Quickstart: a belief about a kitchen, from three lines of text.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/pack"
)

const kitchen = `-= Welcome to TextWorld, ALFRED! =-

You are in the middle of a room. Looking quickly around you, you see a cabinet 1, a countertop 1, a fridge 1, a microwave 1, and a sinkbasin 1.

Your task is to: put a hot egg in sinkbasin.`

func main() {
	ctx := context.Background()
	household, err := pack.Household()
	check(err)
	engine, err := bethink.New(bethink.Config{Pack: household})
	check(err)
	_, err = engine.Open(ctx, "home", "monday")
	check(err)

	view, _, err := engine.Observe(ctx, "home", "monday", bethink.Input{Text: kitchen})
	check(err)
	eggs(view, "before")

	view, step, err := engine.Observe(ctx, "home", "monday", bethink.Input{
		Action:  bethink.Action{Text: "go to countertop 1"},
		Text:    "You arrive at countertop 1. On the countertop 1, you see a bread 1, and a knife 1.",
		Elapsed: 1,
	})
	check(err)
	eggs(view, "after ")
	fmt.Printf("the answer was worth %.1f bits; %d forecasts were listed before it was read\n", step.Bits, len(step.Scores))

	answer, err := view.Ask(bethink.Variable{Entity: "knife 1", Attr: "location"})
	check(err)
	fmt.Printf("%v is %s with %.3f (%s), by %q\n", answer.Variable, answer.Value, answer.P, answer.Status, answer.Evidence[0].Text)

	_, err = view.Ask(bethink.Variable{Entity: "knive 1", Attr: "location"})
	fmt.Println(err)
}

// eggs prints where some egg is likely to be found.
func eggs(v bethink.View, when string) {
	fmt.Print(when, "  some egg:")
	for _, place := range []bethink.Value{"countertop 1", "fridge 1", "microwave 1", "sinkbasin 1"} {
		p := v.Belief.Some(bethink.Presence{Type: "egg", Attr: "location", Place: place})
		fmt.Printf("  %s %2.0f %%", place, 100*p)
	}
	fmt.Println()
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
