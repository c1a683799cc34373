package alfworld_test

import (
	"context"
	"fmt"
	"log"

	"github.com/bethink-dev/bethink/env/alfworld"
)

// Play the first of the games that come with the package.
func Example() {
	ctx := context.Background()
	games := alfworld.Embedded()
	e, err := games.New(alfworld.Config{MaxSteps: 50})
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	step, err := e.Reset(ctx, games.Tasks()[0].Name, 0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(step.Text)
	walk, err := e.Walkthrough(ctx)
	if err != nil {
		log.Fatal(err)
	}
	for _, command := range walk {
		if step, err = e.Step(ctx, command); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("> %s\n%s\n", command, step.Text)
	}
	fmt.Println(step.Outcome)
	// Output:
	// -= Welcome to TextWorld, ALFRED! =-
	//
	// You are in the middle of a room. Looking quickly around you, you see a bed 1, a drawer 10, a drawer 9, a drawer 8, a drawer 7, a drawer 6, a drawer 5, a drawer 4, a drawer 3, a drawer 2, a drawer 1, a garbagecan 1, a shelf 6, a shelf 5, a shelf 4, a shelf 3, a shelf 2, a shelf 1, a sidetable 2, and a sidetable 1.
	//
	// Your task is to: look at alarmclock under the desklamp.
	// > go to sidetable 2
	// You arrive at sidetable 2. On the sidetable 2, you see a alarmclock 2, a alarmclock 1, a keychain 3, and a pen 1.
	// > take alarmclock 2 from sidetable 2
	// You pick up the alarmclock 2 from the sidetable 2.
	// > go to sidetable 1
	// You arrive at sidetable 1. On the sidetable 1, you see a desklamp 1, a laptop 2, and a laptop 1.
	// > use desklamp 1
	// You turn on the desklamp 1.
	// won
}
