package alfworld_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/alfworld"
)

// Every test here pins one property of the original engine that a rewrite
// would naturally get wrong.

func TestQuirk_FirstObservation(t *testing.T) {
	_, step := start(t, appleInFridge, alfworld.Config{})
	want := "-= Welcome to TextWorld, ALFRED! =-\n\n" +
		"You are in the middle of a room. Looking quickly around you, you see a bathtubbasin 1, a coffeemachine 1, " +
		"a countertop 1, a desk 1, a drawer 3, a drawer 2, a drawer 1, a fridge 1, a microwave 1, and a sinkbasin 1.\n\n" + sentence
	if step.Text != want {
		t.Errorf("got  %q\nwant %q", step.Text, want)
	}
}

// Numbers run downwards in the order of the identifiers; ids with "basin" in
// them get it appended; a bare class name is no object.
func TestQuirk_NamesNumberDownwards(t *testing.T) {
	e, _ := start(t, appleInFridge, alfworld.Config{})
	want := []string{
		"apple 1, apple", "apple 2, apple", "apple 3, apple", "apple 4, apple", "desklamp 1, desklamp", "egg 1, egg",
		"knife 1, knife", "mug 1, mug", "pen 1, pen", "tomato 1, tomato", "window 1, window",
	}
	if got := facts(t, e, "objecttype"); !slices.Equal(got, want) {
		t.Errorf("objects %q, want %q", got, want)
	}
	in := facts(t, e, "inreceptacle")
	for _, f := range []string{"apple 4, countertop 1", "apple 3, coffeemachine 1", "apple 1, drawer 1"} {
		if !slices.Contains(in, f) {
			t.Errorf("no fact inreceptacle(%s) in %q", f, in)
		}
	}
	if got := facts(t, e, "receptacletype"); !slices.Contains(got, "sinkbasin 1, sinkbasin") || !slices.Contains(got, "bathtubbasin 1, bathtubbasin") {
		t.Errorf("receptacles %q lack the basins", got)
	}
}

// Going to where one stands is inadmissible, for every receptacle there, yet
// everything there can be used.
func TestQuirk_SharedPlace(t *testing.T) {
	e, _ := start(t, appleInFridge, alfworld.Config{})
	play(t, e,
		"go to coffeemachine 1 => You arrive at coffeemachine 1. On the coffeemachine 1, you see a apple 3.",
		"go to coffeemachine 1 => Nothing happens.",
		"go to countertop 1 => Nothing happens.",
		"examine countertop 1 => On the countertop 1, you see a apple 4, a apple 3, and a knife 1.",
		"look => You are facing the coffeemachine 1, and countertop 1. Next to it, you see nothing.",
		"take knife 1 from countertop 1 => You pick up the knife 1 from the countertop 1.",
	)
	got := facts(t, e, "receptacleatlocation")
	if !slices.Contains(got, "coffeemachine 1, loc 7") || !slices.Contains(got, "countertop 1, loc 7") {
		t.Errorf("facts %q do not show the shared place", got)
	}
	play(t, e,
		"go to drawer 3 => You arrive at drawer 3. The drawer 3 is closed.",
		"open drawer 2 => You open the drawer 2. The drawer 2 is open. In it, you see nothing.",
		"examine drawer 3 => The drawer 3 is closed.",
	)
}

// What lies in a receptacle cannot be examined, only what is held.
func TestQuirk_ExamineOnlyHeld(t *testing.T) {
	e, _ := start(t, appleInFridge, alfworld.Config{})
	play(t, e,
		"go to countertop 1 => *",
		"examine apple 4 => Nothing happens.",
		"take apple 4 from countertop 1 => *",
		"examine apple 4 => There's nothing special about apple 4.",
		"examine apple 3 => Nothing happens.",
	)
}

func TestQuirk_ExamineWordings(t *testing.T) {
	e, _ := start(t, penInFridge, alfworld.Config{})
	play(t, e,
		"go to countertop 1 => *", "take apple 4 from countertop 1 => *",
		"go to fridge 1 => *", "cool apple 4 with fridge 1 => You cool the apple 4 using the fridge 1.",
		"examine apple 4 => This is a cold apple 4.",
		"go to sinkbasin 1 => *", "clean apple 4 with sinkbasin 1 => You clean the apple 4 using the sinkbasin 1.",
		"examine apple 4 => This is a cool and clean apple 4.",
		"go to microwave 1 => *", "heat apple 4 with microwave 1 => You heat the apple 4 using the microwave 1.",
		"examine apple 4 => This is a hot and clean apple 4.",
		"go to countertop 1 => *", "move apple 4 to countertop 1 => You move the apple 4 to the countertop 1.",
		"take knife 1 from countertop 1 => *", "slice apple 4 with knife 1 => You sliced the apple 4 with the knife 1.",
		"move knife 1 to countertop 1 => *", "take apple 4 from countertop 1 => *",
		"examine apple 4 => This is a hot and clean sliced apple 4.",
		"go to fridge 1 => *", "cool apple 4 with fridge 1 => *",
		"examine apple 4 => This is a cool and clean sliced apple 4.",
	)
	e, _ = start(t, penInFridge, alfworld.Config{})
	play(t, e,
		"go to desk 1 => You arrive at desk 1. On the desk 1, you see a desklamp 1, and a mug 1.",
		"take mug 1 from desk 1 => *",
		"examine mug 1 => This is a normal mug 1. In it, you see a pen 1.",
	)
	e, _ = start(t, penInFridge, alfworld.Config{})
	play(t, e,
		"go to countertop 1 => *", "take knife 1 from countertop 1 => *", "slice apple 4 with knife 1 => *",
		"move knife 1 to countertop 1 => *", "take apple 4 from countertop 1 => *",
		"examine apple 4 => This is a sliced apple 4.",
		"go to microwave 1 => *", "heat apple 4 with microwave 1 => *", "examine apple 4 => This is a hot sliced apple 4.",
		"go to fridge 1 => *", "cool apple 4 with fridge 1 => *", "examine apple 4 => This is a cool sliced apple 4.",
	)
}

// The microwave heats and the fridge cools with the door shut, and each undoes
// the other. Putting needs the door open.
func TestQuirk_ToolsWorkClosed(t *testing.T) {
	e, _ := start(t, madeApple("heatable", "isHot"), alfworld.Config{})
	play(t, e,
		"go to countertop 1 => *", "take apple 4 from countertop 1 => *",
		"go to microwave 1 => You arrive at microwave 1. The microwave 1 is closed.",
		"heat apple 4 with microwave 1 => *",
		"move apple 4 to microwave 1 => Nothing happens.",
		"go to fridge 1 => *",
		"move apple 4 to fridge 1 => Nothing happens.",
		"cool apple 4 with fridge 1 => *",
	)
	if hot, cool := facts(t, e, "ishot"), facts(t, e, "iscool"); len(hot) != 0 || !slices.Equal(cool, []string{"apple 4", "egg 1"}) {
		t.Errorf("after cooling: hot %q, cool %q", hot, cool)
	}
	if step := play(t, e, "open fridge 1 => *", "move apple 4 to fridge 1 => *"); step.Outcome != bethink.OutcomeRunning {
		t.Errorf("a cooled apple satisfies a heat task: %s", step.Outcome)
	}
	play(t, e, "take apple 4 from fridge 1 => *", "go to microwave 1 => *", "heat apple 4 with microwave 1 => *", "go to fridge 1 => You arrive at fridge 1. The fridge 1 is open. In it, you see a egg 1, and a tomato 1.")
	if step := play(t, e, "move apple 4 to fridge 1 => *"); step.Outcome != bethink.OutcomeWon {
		t.Errorf("a hot apple in the fridge ends as %s", step.Outcome)
	}
}

// Cleaning works in a sink basin and not in a bathtub basin.
func TestQuirk_CleanInSinkBasinOnly(t *testing.T) {
	e, _ := start(t, madeApple("cleanable", "isClean"), alfworld.Config{})
	play(t, e,
		"go to countertop 1 => *", "take apple 4 from countertop 1 => *",
		"go to bathtubbasin 1 => *", "clean apple 4 with bathtubbasin 1 => Nothing happens.",
		"go to sinkbasin 1 => *", "clean apple 4 with sinkbasin 1 => *",
		"go to fridge 1 => *", "open fridge 1 => *",
	)
	if step := play(t, e, "move apple 4 to fridge 1 => *"); step.Outcome != bethink.OutcomeWon {
		t.Errorf("a clean apple in the fridge ends as %s", step.Outcome)
	}
}

// Using a lamp always says "on"; "toggled" stays for ever while "on" flips.
func TestQuirk_AlwaysOnAndToggledForEver(t *testing.T) {
	e, _ := start(t, appleUnderLamp, alfworld.Config{})
	play(t, e, "go to desk 1 => *", "use desklamp 1 => You turn on the desklamp 1.")
	if on := facts(t, e, "ison"); len(on) != 1 {
		t.Errorf("on after one use: %q", on)
	}
	play(t, e, "use desklamp 1 => You turn on the desklamp 1.")
	if on, toggled := facts(t, e, "ison"), facts(t, e, "istoggled"); len(on) != 0 || len(toggled) != 1 {
		t.Errorf("after two uses: on %q, toggled %q", on, toggled)
	}
	// Toggled first and fetched afterwards, with the lamp off, still wins.
	play(t, e, "go to countertop 1 => *", "take apple 4 from countertop 1 => *")
	if step := play(t, e, "go to desk 1 => *"); step.Outcome != bethink.OutcomeWon {
		t.Errorf("beside a lamp that was used, with the apple: %s", step.Outcome)
	}
}

func TestQuirk_HoldingElsewhereIsNotUnderTheLamp(t *testing.T) {
	e, _ := start(t, appleUnderLamp, alfworld.Config{})
	play(t, e, "go to desk 1 => *", "use desklamp 1 => *")
	if step := play(t, e, "go to countertop 1 => *", "take apple 4 from countertop 1 => *"); step.Outcome != bethink.OutcomeRunning {
		t.Errorf("away from the lamp: %s", step.Outcome)
	}
}

// "Next to it" lists what lies here and was taken out of a receptacle here.
func TestQuirk_FloorList(t *testing.T) {
	e, _ := start(t, penInFridge, alfworld.Config{})
	play(t, e,
		"go to countertop 1 => *",
		"look => You are facing the coffeemachine 1, and countertop 1. Next to it, you see nothing.",
		"take apple 4 from countertop 1 => *",
		"look => You are facing the coffeemachine 1, and countertop 1. Next to it, you see nothing.",
		"move apple 4 to coffeemachine 1 => *",
		"look => You are facing the coffeemachine 1, and countertop 1. Next to it, you see a apple 4.",
		"take apple 4 from coffeemachine 1 => *",
		"move apple 4 to countertop 1 => *",
		"look => You are facing the coffeemachine 1, and countertop 1. Next to it, you see a apple 4.",
	)
}

// Empty, one, two and three items, always "a", with ", and " even for two.
func TestQuirk_ListGrammar(t *testing.T) {
	e, _ := start(t, penInFridge, alfworld.Config{})
	play(t, e,
		"go to sinkbasin 1 => You arrive at sinkbasin 1. On the sinkbasin 1, you see nothing.",
		"go to coffeemachine 1 => You arrive at coffeemachine 1. On the coffeemachine 1, you see a apple 3.",
		"go to fridge 1 => *",
		"open fridge 1 => You open the fridge 1. The fridge 1 is open. In it, you see a egg 1, and a tomato 1.",
		"go to countertop 1 => You arrive at countertop 1. On the countertop 1, you see a apple 4, a apple 3, and a knife 1.",
	)
}

// Slicing needs the knife in the hand and the thing's location here; a shut
// door does not matter, nor does slicing twice.
func TestQuirk_SliceThroughTheDoor(t *testing.T) {
	e, _ := start(t, penInFridge, alfworld.Config{})
	play(t, e,
		"go to countertop 1 => *",
		"slice apple 4 with knife 1 => Nothing happens.",
		"take knife 1 from countertop 1 => *",
		"slice apple 3 with knife 1 => Nothing happens.", // not sliceable
		"go to fridge 1 => You arrive at fridge 1. The fridge 1 is closed.",
		"slice tomato 1 with knife 1 => You sliced the tomato 1 with the knife 1.",
		"slice tomato 1 with knife 1 => You sliced the tomato 1 with the knife 1.",
		"go to drawer 1 => *",
		"slice apple 1 with knife 1 => Nothing happens.", // its location fact is elsewhere
	)
	if got := facts(t, e, "issliced"); !slices.Equal(got, []string{"tomato 1"}) {
		t.Errorf("sliced: %q", got)
	}
}

// An object listed in two receptacles leaves only the one it is taken from.
func TestQuirk_DoubledPlacement(t *testing.T) {
	e, _ := start(t, penInFridge, alfworld.Config{})
	play(t, e,
		"go to countertop 1 => *",
		"take apple 3 from coffeemachine 1 => You pick up the apple 3 from the coffeemachine 1.",
		"examine countertop 1 => On the countertop 1, you see a apple 4, a apple 3, and a knife 1.",
		"go to desk 1 => *",
		"move apple 3 to desk 1 => You move the apple 3 to the desk 1.",
		"go to countertop 1 => You arrive at countertop 1. On the countertop 1, you see a apple 4, a apple 3, and a knife 1.",
	)
	if got := facts(t, e, "inreceptacle"); !slices.Contains(got, "apple 3, desk 1") || !slices.Contains(got, "apple 3, countertop 1") {
		t.Errorf("facts %q", got)
	}
}

// What is in no receptacle is never listed and cannot be taken.
func TestQuirk_ObjectInNothing(t *testing.T) {
	e, _ := start(t, penInFridge, alfworld.Config{})
	play(t, e, "go to countertop 1 => *", "take apple 2 from countertop 1 => Nothing happens.")
	for _, c := range admissible(t, e) {
		if strings.Contains(c, "apple 2") || strings.Contains(c, "window") {
			t.Errorf("%q is admissible", c)
		}
	}
}

// Taking removes the location fact of this place only.
func TestQuirk_LocationFactElsewhereStays(t *testing.T) {
	e, _ := start(t, penInFridge, alfworld.Config{})
	play(t, e, "go to drawer 1 => *", "open drawer 1 => *", "take apple 1 from drawer 1 => *")
	if got := facts(t, e, "objectatlocation"); !slices.Contains(got, "apple 1, loc 1") {
		t.Errorf("the location fact elsewhere is gone: %q", got)
	}
}

// Commands are trimmed and then matched to the letter.
func TestQuirk_ExactCommands(t *testing.T) {
	e, _ := start(t, penInFridge, alfworld.Config{})
	play(t, e,
		"Go to countertop 1 => Nothing happens.",
		"go to countertop => Nothing happens.",
		"go  to countertop 1 => Nothing happens.",
		"go to the countertop 1 => Nothing happens.",
		"go to countertop 1. => Nothing happens.",
		" => Nothing happens.",
		"  \tgo to countertop 1\n => *",
		"put apple 4 in/on countertop 1 => Nothing happens.",
		"inventory => You are not carrying anything.",
		"take apple 4 from countertop 1 => *",
		"inventory => You are carrying: a apple 4.",
		"take apple 3 from countertop 1 => Nothing happens.", // one hand
		"help => Ask again.",
	)
}

// Putting asks for a permitted pair of types and for nothing else.
func TestQuirk_PutNeedsPermittedType(t *testing.T) {
	e, _ := start(t, penInFridge, alfworld.Config{})
	play(t, e,
		"go to countertop 1 => *", "take knife 1 from countertop 1 => *",
		"go to desk 1 => *", "move knife 1 to desk 1 => Nothing happens.",
		"go to sinkbasin 1 => *", "move knife 1 to sinkbasin 1 => Nothing happens.",
	)
}

// Lamps, televisions and windows are listed but not taken.
func TestQuirk_OnlyPickupable(t *testing.T) {
	e, _ := start(t, penInFridge, alfworld.Config{})
	play(t, e, "go to desk 1 => You arrive at desk 1. On the desk 1, you see a desklamp 1, and a mug 1.", "take desklamp 1 from desk 1 => Nothing happens.")
}

// Two objects count only in one receptacle.
func TestQuirk_TwoInTheSameReceptacle(t *testing.T) {
	e, _ := start(t, twoApples, alfworld.Config{})
	play(t, e,
		"go to countertop 1 => *", "take apple 4 from countertop 1 => *",
		"go to drawer 2 => *", "open drawer 2 => *", "move apple 4 to drawer 2 => *",
		"go to countertop 1 => *", "take apple 3 from countertop 1 => *",
		"go to drawer 3 => *", "open drawer 3 => *",
	)
	// apple 1 already lies in drawer 1, apple 4 in drawer 2.
	if step := play(t, e, "move apple 3 to drawer 3 => *"); step.Outcome != bethink.OutcomeRunning {
		t.Fatalf("apples in three drawers: %s", step.Outcome)
	}
	if step := play(t, e, "take apple 3 from drawer 3 => *", "move apple 3 to drawer 2 => *"); step.Outcome != bethink.OutcomeWon {
		t.Errorf("two apples in drawer 2: %s", step.Outcome)
	}
}

func TestQuirk_StepAfterTheWinIsClosed(t *testing.T) {
	e, _ := start(t, appleInFridge, alfworld.Config{})
	step := play(t, e, "go to countertop 1 => *", "take apple 4 from countertop 1 => *", "go to fridge 1 => *", "open fridge 1 => *", "move apple 4 to fridge 1 => *")
	if want := (bethink.TimeStep{Text: step.Text, Reward: 1, Score: 1, Terminated: true, Outcome: bethink.OutcomeWon}); !reflect.DeepEqual(step, want) {
		t.Errorf("got %+v, want %+v", step, want)
	}
	if _, err := e.Step(context.Background(), "look"); !errors.Is(err, bethink.ErrClosed) {
		t.Errorf("step after the win: %v", err)
	}
	if a := admissible(t, e); len(a) != 0 {
		t.Errorf("admissible after the win: %q", a)
	}
}

// The engine has no cap of its own; a configured one counts refused commands
// too, and a win on the last step is a win.
func TestConfig_MaxSteps(t *testing.T) {
	e, _ := start(t, appleInFridge, alfworld.Config{MaxSteps: 2})
	if step := play(t, e, "dance => Nothing happens."); step.Outcome != bethink.OutcomeRunning {
		t.Fatalf("first step: %s", step.Outcome)
	}
	if step := play(t, e, "look => *"); !step.Truncated || step.Terminated || step.Outcome != bethink.OutcomeTimedOut {
		t.Errorf("second step: %+v", step)
	}
	e, _ = start(t, appleInFridge, alfworld.Config{MaxSteps: 5})
	step := play(t, e, "go to countertop 1 => *", "take apple 4 from countertop 1 => *", "go to fridge 1 => *", "open fridge 1 => *", "move apple 4 to fridge 1 => *")
	if step.Outcome != bethink.OutcomeWon || step.Truncated {
		t.Errorf("a win on the last step: %+v", step)
	}
	e, _ = start(t, appleInFridge, alfworld.Config{})
	for range 500 {
		if step = play(t, e, "look => *"); step.Outcome != bethink.OutcomeRunning {
			t.Fatalf("without a cap: %s", step.Outcome)
		}
	}
}

func TestConfig_Invalid(t *testing.T) {
	set, err := alfworld.NewSet(nil)
	if err != nil {
		t.Fatal(err)
	}
	for field, c := range map[string]alfworld.Config{"Dialect": {Dialect: 9}, "MaxSteps": {MaxSteps: -1}} {
		if _, err := set.New(c); !errors.Is(err, bethink.ErrInvalid) || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// The old wording: put, arrival by location, no help.
func TestDialect_Old(t *testing.T) {
	e, _ := start(t, appleInFridge, alfworld.Config{Dialect: alfworld.DialectOld})
	step := play(t, e,
		"help => Nothing happens.",
		"go to countertop 1 => You arrive at loc 7. On the countertop 1, you see a apple 4, a apple 3, and a knife 1.",
		"take apple 4 from countertop 1 => You pick up the apple 4 from the countertop 1.",
		"go to fridge 1 => You arrive at loc 9. The fridge 1 is closed.",
		"open fridge 1 => You open the fridge 1. The fridge 1 is open. In it, you see a egg 1, and a tomato 1.",
		"move apple 4 to fridge 1 => Nothing happens.",
		"put apple 4 in/on fridge 1 => You put the apple 4 in/on the fridge 1.",
	)
	if step.Outcome != bethink.OutcomeWon {
		t.Errorf("ends as %s", step.Outcome)
	}
}

func TestAdmissible_Golden(t *testing.T) {
	e, _ := start(t, penInFridge, alfworld.Config{})
	play(t, e, "go to countertop 1 => *", "take knife 1 from countertop 1 => *")
	want := []string{
		"examine coffeemachine 1", "examine countertop 1", "examine knife 1",
		"go to bathtubbasin 1", "go to desk 1", "go to drawer 1", "go to drawer 2", "go to drawer 3", "go to fridge 1",
		"go to microwave 1", "go to sinkbasin 1", "help", "inventory", "look", "move knife 1 to countertop 1", "slice apple 4 with knife 1",
	}
	if got := admissible(t, e); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
