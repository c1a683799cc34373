package bethink_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// A hundred thousand pieces of evidence, coupled and not, in a hundred long
// steps and in steps of their own, leave a belief that is still one.
func TestStability_AHundredThousandUpdates(t *testing.T) {
	p := colours()
	p.priors["thing"][1].Nature, p.priors["thing"][1].Kernel = bethink.NatureDrifting, dist.Kernel{Kind: dist.KernelRedraw, Rate: .01}
	v := bethink.View{World: "w", Episode: "e", Pack: p, Knowledge: bethink.NoKnowledge{}}
	var err error
	step := func(in bethink.Input, tr bethink.Transition, o bethink.Observation) {
		t.Helper()
		if v, _, err = bethink.Update(v, in, tr, o); err != nil {
			t.Fatal(err)
		}
	}
	step(bethink.Input{}, bethink.Transition{}, bethink.Observation{Found: things(8)})
	rng := rand.New(rand.NewPCG(5, 6))
	one := func() bethink.Evidence {
		ent := fmt.Sprint("thing ", 1+rng.IntN(8))
		if rng.IntN(2) == 0 {
			return told(.5+.5*rng.Float64(), lit(ent, "colour", colourValues[rng.IntN(3)]))
		}
		return told(.5+.5*rng.Float64(), lit(ent, "on", onValues[rng.IntN(2)]))
	}
	for range 100 {
		var o bethink.Observation
		for range 500 {
			o.Evidence = append(o.Evidence, one())
		}
		o.Evidence = append(o.Evidence, told(.9, lit("thing 1", "colour", "red"), lit("thing 2", "on", bethink.True)))
		step(bethink.Input{Elapsed: 1}, bethink.Transition{}, o)
		if err := v.Belief.Valid(); err != nil {
			t.Fatal(err)
		}
	}
	tr := bethink.Transition{Known: true,
		Preconditions: []bethink.Literal{lit("thing 1", "on", bethink.True)},
		Effects:       []bethink.Effect{{P: .9, When: []bethink.Literal{lit("thing 2", "colour", "red")}, Then: []bethink.Change{{Var: variable("thing 3", "colour"), To: []bethink.Weight{{Value: "blue", P: 1}}}}}},
	}
	for i := range 50_000 {
		if i%100 == 0 {
			step(bethink.Input{Action: bethink.Action{Verb: fmt.Sprint("act ", i)}, Elapsed: 1}, tr, bethink.Observation{Verdict: bethink.Verdict(i / 100 % 3)})
			continue
		}
		step(bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{one()}})
		if i%997 == 0 {
			if err := v.Belief.Valid(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := v.Belief.Valid(); err != nil {
		t.Fatal(err)
	}
	// It can still be moved: nothing has hardened to 0 or 1.
	for _, want := range colourValues {
		for range 3 {
			step(bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{told(1, lit("thing 5", "colour", want))}})
		}
		if got, q := v.Belief.Best(variable("thing 5", "colour")); got != want || q < .95 {
			t.Errorf("told %v three times, believed %v with %v", want, got, q)
		}
	}
}

// A hundred steps of evidence that cancels leave the prior.
func TestStability_WhatCancelsLeavesThePrior(t *testing.T) {
	v := doors(t)
	for range 50 {
		v = observe(t, v, growl("left"))
		v = observe(t, v, growl("right"))
	}
	near(t, "left", v.Belief.Of(variable("doors", "tiger"), "left"), .5, 1e-12)
}

// Beliefs are values: old ones are read by many while new ones are made from
// them, and stay what they were.
func TestStability_ManyReadersOfManyVersions(t *testing.T) {
	v := world(t, colours(), things(40)...)
	v = observe(t, v, told(.8, lit("thing 1", "on", bethink.True), lit("thing 2", "colour", "red")),
		bethink.Evidence{Every: &bethink.Exhaustive{Attr: "colour", Place: "blue", Miss: .5}, Trust: bethink.TrustInstrument})
	var wg sync.WaitGroup
	for g := range 4 {
		print := v.Belief.Fingerprint()
		old := v
		wg.Go(func() {
			for range 30 {
				if old.Belief.Fingerprint() != print {
					t.Error("a belief changed under its reader")
					return
				}
				if _, err := old.Ask(variable("thing 3", "colour")); err != nil {
					t.Error(err)
				}
				if _, _, err := bethink.Update(old, bethink.Input{}, bethink.Transition{}, bethink.Observation{Found: []bethink.Found{{Entity: bethink.Entity(fmt.Sprint("more ", g)), Type: "thing"}}, Evidence: []bethink.Evidence{told(.9, lit("thing 2", "on", bethink.True))}}); err != nil {
					t.Error(err)
				}
			}
		})
		v = observe(t, v, told(.7, lit(fmt.Sprint("thing ", g+1), "colour", "blue")))
	}
	wg.Wait()
}
