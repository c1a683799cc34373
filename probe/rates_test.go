package probe_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/probe"
)

// Rates are learned from what an instrument tells over time, and the core's
// belief decays by them.
func TestRateLearner(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	rates, learner := probe.Rates{}, probe.RateLearner{}
	const rate = 0.2 // of redraws; half of them change nothing
	for range 60 {
		v := room(t, bethink.NoKnowledge{}, bethink.Found{Entity: "a", Type: "loose"})
		value := true
		for range 10 {
			gap := 1 + rng.IntN(4)
			for range gap {
				if rng.Float64() < 1-math.Exp(-rate) {
					value = rng.IntN(2) == 0
				}
			}
			l := on("a")
			if !value {
				l.Any = []bethink.Value{"false"}
			}
			next, st, err := bethink.Update(v, bethink.Input{Elapsed: float64(gap)}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{told(l)}})
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range learner.Absorb(rates, v, st) {
				k, err := learner.Fold(rates, bethink.LogEvent{Kind: e.Kind, Body: e.Body})
				if err != nil {
					t.Fatal(err)
				}
				rates = k.(probe.Rates)
			}
			v = next
		}
	}
	class := probe.Class{Type: "loose", Attr: "on"}
	lo, hi, ok := rates.Interval(class, 0.9)
	if !ok || lo > rate || hi < rate || hi > 2*rate {
		t.Errorf("90 %% interval %v to %v, want it around %v", lo, hi, rate)
	}
	if rates.Version() != 60*9 {
		t.Errorf("version %d, want one a pair of looks", rates.Version())
	}
	v := room(t, rates, bethink.Found{Entity: "a", Type: "loose"}, bethink.Found{Entity: "b", Type: "firm"})
	id, _ := v.Belief.Find(on("a").Var)
	if stay, _ := v.Belief.Drift(id, 5); math.Abs(stay-math.Exp(-5*rate)) > 0.1 {
		t.Errorf("stays with chance %v for 5, want about %v", stay, math.Exp(-5*rate))
	}
	id, _ = v.Belief.Find(on("b").Var)
	if stay, _ := v.Belief.Drift(id, 5); stay != 1 {
		t.Errorf("nothing was learned of firm ones, and one stays with chance %v", stay)
	}
}

// What the agent changed itself is no look.
func TestRateLearner_LeavesOutOwnEffects(t *testing.T) {
	t.Parallel()
	v := room(t, bethink.NoKnowledge{}, bethink.Found{Entity: "a", Type: "loose"})
	v = step(t, v, 0, bethink.Observation{Evidence: []bethink.Evidence{told(on("a"))}})
	off := on("a")
	off.Any = []bethink.Value{"false"}
	does := bethink.Transition{Known: true, Effects: []bethink.Effect{{P: 1, Then: []bethink.Change{{Var: off.Var, To: []bethink.Weight{{Value: "false", P: 1}}}}}}}
	obs := bethink.Observation{Verdict: bethink.VerdictDone, Evidence: []bethink.Evidence{told(off)}}
	_, st, err := bethink.Update(v, bethink.Input{Elapsed: 1}, does, obs)
	if err != nil {
		t.Fatal(err)
	}
	if got := (probe.RateLearner{}).Looks(v, st); len(got) != 0 {
		t.Errorf("own action: %+v", got)
	}
	_, st, err = bethink.Update(v, bethink.Input{Elapsed: 1}, bethink.Transition{}, obs)
	if err != nil {
		t.Fatal(err)
	}
	if got := (probe.RateLearner{}).Looks(v, st); len(got) != 1 || !got[0].Changed || got[0].Elapsed != 1 {
		t.Errorf("by itself: %+v", got)
	}
}

// A look folds from its bytes as from its value, and other notes change nothing.
func TestRateLearner_Fold(t *testing.T) {
	t.Parallel()
	look := probe.Look{Class: probe.Class{Type: "loose", Attr: "on", By: bethink.ByOther}, Elapsed: 3, Same: 0.5, Changed: true}
	data, err := json.Marshal(look)
	if err != nil {
		t.Fatal(err)
	}
	fold := func(e bethink.LogEvent) probe.Rates {
		e.Kind = bethink.KindNote
		k, err := probe.RateLearner{}.Fold(probe.Rates{}, e)
		if err != nil {
			t.Fatal(err)
		}
		return k.(probe.Rates)
	}
	one, two := fold(bethink.LogEvent{Body: look}), fold(bethink.LogEvent{Data: data})
	if a, b := one.Rate("loose", "on", bethink.ByOther), two.Rate("loose", "on", bethink.ByOther); a == nil || b == nil || *a != *b {
		t.Errorf("from its value %v, from its bytes %v", a, b)
	}
	for _, other := range []string{`{"rule":1}`, `[1]`, `"x"`, ``} {
		if got := fold(bethink.LogEvent{Data: []byte(other)}); got.Version() != 0 {
			t.Errorf("%s was learned from", other)
		}
	}
	if _, err := (probe.RateLearner{}).Fold(probe.Rates{}, bethink.LogEvent{Kind: bethink.KindNote, Data: []byte(`{"look":{"elapsed":-1}}`)}); !errors.Is(err, bethink.ErrInvalid) {
		t.Errorf("a look over negative time: %v", err)
	}
}

// The engine carries looks through the world's stream: a later episode starts
// from what an earlier one taught.
func TestRates_ThroughTheEngine(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	e, err := bethink.New(bethink.Config{Pack: toldPack{}, Learner: probe.RateLearner{}, Knowledge: probe.Rates{}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Open(ctx, "w", "one"); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if _, _, err := e.Observe(ctx, "w", "one", bethink.Input{Elapsed: 2}); err != nil {
			t.Fatal(err)
		}
	}
	v, err := e.Open(ctx, "w", "two")
	if err != nil {
		t.Fatal(err)
	}
	r, ok := v.Knowledge.(probe.Rates)
	if !ok || r.Version() != 4 || r.Rate("loose", "on", bethink.ByTime) == nil {
		t.Errorf("knowledge %T version %d, want 4 looks", v.Knowledge, v.Knowledge.Version())
	}
}

// toldPack sees switch a on at every step.
type toldPack struct{ switches }

func (toldPack) Parse(context.Context, bethink.View, bethink.Input) (bethink.Observation, error) {
	return bethink.Observation{Found: []bethink.Found{{Entity: "a", Type: "loose"}}, Evidence: []bethink.Evidence{told(on("a"))}}, nil
}
