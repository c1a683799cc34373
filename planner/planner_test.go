package planner_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/pack"
	"github.com/bethink-dev/bethink/planner"
)

// house is an episode in a small kitchen.
type house struct {
	t      *testing.T
	engine *bethink.Engine
	view   bethink.View
}

func enter(t *testing.T, task string) *house {
	t.Helper()
	p, err := pack.Household()
	if err != nil {
		t.Fatal(err)
	}
	e, err := bethink.New(bethink.Config{Pack: p})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Open(context.Background(), "w", "e"); err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, engine: e}
	h.see("", "-= Welcome to TextWorld, ALFRED! =-\n\nYou are in the middle of a room. Looking quickly around you, you see a cabinet 2, a cabinet 1, a countertop 1, a diningtable 1, a fridge 1, a garbagecan 1, a microwave 1, and a sinkbasin 1.\n\nYour task is to: "+task)
	return h
}

func (h *house) see(action, text string) {
	h.t.Helper()
	v, _, err := h.engine.Observe(context.Background(), "w", "e", bethink.Input{Action: bethink.Action{Text: action}, Text: text, Elapsed: 1})
	if err != nil {
		h.t.Fatal(err)
	}
	h.view = v
}

func (h *house) plan(cfg planner.Config) planner.Decision {
	h.t.Helper()
	d, err := planner.Decide(h.view, cfg)
	if err != nil {
		h.t.Fatal(err)
	}
	return d
}

func texts(as []bethink.Action) string {
	var out []string
	for _, a := range as {
		out = append(out, a.Text)
	}
	return strings.Join(out, "; ")
}

// What the goal speaks of having been found, the plan is the whole way there.
func TestDecide_PlansTheWholeWay(t *testing.T) {
	h := enter(t, "put a hot egg in garbagecan.")
	h.see("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a egg 1.")
	d := h.plan(planner.Config{})
	if got, want := texts(d.Plan), "take egg 1 from countertop 1; go to microwave 1; heat egg 1 with microwave 1"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if d.Cost != 3 || len(d.Looking) != 0 {
		t.Errorf("%+v", d)
	}
}

// Full hands are emptied first.
func TestDecide_EmptiesTheHandsFirst(t *testing.T) {
	h := enter(t, "put a egg in garbagecan.")
	h.see("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a bread 1, and a egg 1.")
	h.see("take bread 1 from countertop 1", "You pick up the bread 1 from the countertop 1.")
	got := texts(h.plan(planner.Config{}).Plan)
	if want := "move bread 1 to countertop 1; take egg 1 from countertop 1; go to garbagecan 1; move egg 1 to garbagecan 1"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A closed place costs a step more to look into, and the search goes by
// probability over cost.
func TestDecide_LooksByChanceOverCost(t *testing.T) {
	h := enter(t, "put a clean egg in garbagecan.")
	d := h.plan(planner.Config{})
	if len(d.Looking) < 5 {
		t.Fatalf("%+v", d.Looking)
	}
	cost := map[bethink.Value]float64{}
	for i, l := range d.Looking {
		cost[l.Place] = l.Cost
		if i > 0 && l.Index > d.Looking[i-1].Index+1e-12 {
			t.Errorf("%s (%.3f) comes after %s (%.3f)", l.Place, l.Index, d.Looking[i-1].Place, d.Looking[i-1].Index)
		}
		if math.Abs(l.Index-l.P/l.Cost) > 1e-12 {
			t.Errorf("%s: index %.4f is not %.4f/%.1f", l.Place, l.Index, l.P, l.Cost)
		}
		if l.P <= 0 && (l.Place == "fridge 1" || l.Place == "countertop 1") {
			t.Errorf("an egg may be at %s", l.Place)
		}
	}
	if cost["fridge 1"] != 2 || cost["countertop 1"] != 1 {
		t.Errorf("costs: %v", cost)
	}
	// A look that found nothing moves the search on, and an opened place costs
	// one step.
	h.see("go to fridge 1", "You arrive at fridge 1. The fridge 1 is closed.")
	h.see("open fridge 1", "You open the fridge 1. The fridge 1 is open. In it, you see nothing.")
	for _, l := range h.plan(planner.Config{}).Looking {
		if l.Place == "fridge 1" && l.P > 1e-3 {
			t.Errorf("an egg is still thought to be in the fridge: %+v", l)
		}
	}
}

// By cost alone, without a prior, the cheapest place that was not looked at
// comes first; by candidates, only places the belief holds possible are tried.
func TestDecide_Priors(t *testing.T) {
	h := enter(t, "put a clean egg in garbagecan.")
	h.see("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see nothing.")
	for _, l := range h.plan(planner.Config{Prior: planner.ByCost}).Looking[:3] {
		if l.Cost != 1 || l.Place == "countertop 1" {
			t.Errorf("by cost: %+v", l)
		}
	}
	first := map[bethink.Value]bool{}
	for seed := range uint64(40) {
		d := h.plan(planner.Config{Prior: planner.ByCandidates, Rand: rand.New(rand.NewPCG(seed, 0))})
		first[d.Looking[0].Place] = true
		if d.Looking[0].Place == "cabinet 1" || d.Looking[0].Place == "countertop 1" {
			t.Errorf("by candidates: %s is none", d.Looking[0].Place)
		}
	}
	if len(first) < 3 {
		t.Errorf("by candidates: only %v were tried first", first)
	}
}

// Everything looked at and the thing still missing: the place seen longest ago
// is looked at again.
func TestDecide_LooksAgain(t *testing.T) {
	h := enter(t, "put a egg in garbagecan.")
	for _, r := range []string{"diningtable 1", "countertop 1", "garbagecan 1", "sinkbasin 1"} {
		h.see("go to "+r, "You arrive at "+r+". On the "+r+", you see nothing.")
	}
	for _, r := range []string{"fridge 1", "microwave 1", "cabinet 1", "cabinet 2"} {
		h.see("go to "+r, "You arrive at "+r+". The "+r+" is closed.")
		h.see("open "+r, "You open the "+r+". The "+r+" is open. In it, you see nothing.")
	}
	if d := h.plan(planner.Config{}); len(d.Plan) == 0 || len(d.Looking) == 0 {
		t.Errorf("%+v", d)
	}
}

// Without a goal there is nothing to decide.
func TestDecide_NeedsAGoal(t *testing.T) {
	h := enter(t, "put a egg in garbagecan.")
	h.view.Goal = bethink.Goal{}
	if _, err := planner.Decide(h.view, planner.Config{}); err == nil {
		t.Error("no error")
	}
}

// The weights of an action's branches sum to one, and the branches mix back to
// the prediction.
func TestLaw_BranchWeightsSumToOneAndMixBackToThePrediction(t *testing.T) {
	h := enter(t, "put a egg in garbagecan.")
	h.see("go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a apple 1, and a egg 1.")
	actions := []string{
		"go to fridge 1", "go to countertop 1", "open fridge 1", "take egg 1 from countertop 1", "take egg 1 from fridge 1",
		"close fridge 1", "examine countertop 1", "heat egg 1 with microwave 1",
	}
	for _, text := range actions {
		for _, limit := range []int{0, 3} {
			t.Run(fmt.Sprint(text, limit), func(t *testing.T) {
				a, ok := h.view.Pack.Action(text)
				if !ok {
					t.Fatal("no action")
				}
				bs, err := planner.Simulate(h.view, a, planner.SimulateConfig{Max: limit, Elapsed: 1})
				if err != nil {
					t.Fatal(err)
				}
				sum := 0.0
				for _, b := range bs {
					if b.Weight <= 0 {
						t.Errorf("weight %v", b.Weight)
					}
					sum += b.Weight
				}
				if math.Abs(sum-1) > 1e-12 {
					t.Errorf("the weights sum to %v", sum)
				}
				want, _ := bethink.Predict(h.view, a, h.view.Transition(a), 1)
				want.Belief.All(func(id bethink.ID, name bethink.Variable) bool {
					p := want.Belief.P(id, nil)
					for i, val := range want.Belief.Values(id) {
						got := 0.0
						for _, b := range bs {
							got += b.Weight * b.View.Belief.Of(name, val)
						}
						if math.Abs(got-p[i]) > 1e-9 {
							t.Errorf("%v=%s: mixed %.12f, predicted %.12f", name, val, got, p[i])
						}
					}
					return true
				})
			})
		}
	}
}

// Branches tell relevant events apart.
func TestSimulate_SplitsOnWhatIsRelevant(t *testing.T) {
	h := enter(t, "put a egg in garbagecan.")
	a, _ := h.view.Pack.Action("go to fridge 1")
	open := bethink.Variable{Entity: "fridge 1", Attr: "open"}
	bs, err := planner.Simulate(h.view, a, planner.SimulateConfig{Relevant: func(ev bethink.Event) bool {
		return len(ev.Literals) == 1 && ev.Literals[0].Var == open
	}})
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, b := range bs {
		if b.Done && len(b.Told) > 0 {
			told++
			if p := b.View.Belief.Holds(b.Told[0].Event.Literals[0]); b.Told[0].True && p < 1-1e-12 || !b.Told[0].True && p > 1e-12 {
				t.Errorf("told %v and yet %v", b.Told, p)
			}
		}
	}
	if told < 2 {
		t.Errorf("%d branches told anything: %+v", told, bs)
	}
	if _, err := planner.Simulate(h.view, bethink.Action{Verb: "juggle"}, planner.SimulateConfig{}); err == nil {
		t.Error("no error for an action without schema")
	}
}
