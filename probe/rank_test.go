package probe_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/probe"
)

// switches is a pack of switches that are on or off, flip by themselves when
// loose, and can each be checked.
type switches struct{}

func (switches) Describe() bethink.Description { return bethink.Description{Name: "switches", Tick: 1} }

func (switches) Schemas() []bethink.Schema {
	check := func(typ string, cost float64) bethink.Schema {
		return bethink.Schema{Verb: "check", Text: "check {s}", Cost: cost,
			Params:  []bethink.Param{{Name: "s", Type: typ}},
			Reveals: []bethink.Reveal{{Subject: "$s", Attr: "on"}},
		}
	}
	return []bethink.Schema{check("loose", 1), check("firm", 2)}
}

func (switches) Priors(_ bethink.View, f bethink.Found) ([]bethink.Prior, error) {
	p := bethink.Prior{Var: bethink.Variable{Entity: f.Entity, Attr: "on"}, Values: []bethink.Value{"true", "false"}}
	if f.Type == "loose" {
		p.Nature, p.Kernel = bethink.NatureDrifting, dist.Kernel{Kind: dist.KernelFlip, Rate: 0.1}
	}
	return []bethink.Prior{p}, nil
}

func (switches) Action(text string) (bethink.Action, bool) { return bethink.Action{Text: text}, false }

func (switches) Transition(_ bethink.View, a bethink.Action) bethink.Transition {
	if a.Verb != "press" {
		return bethink.Transition{}
	}
	return bethink.Transition{Known: true, Preconditions: []bethink.Literal{on(string(a.Args[0]))}}
}

func (switches) Parse(context.Context, bethink.View, bethink.Input) (bethink.Observation, error) {
	return bethink.Observation{}, nil
}

func on(name string) bethink.Literal {
	return bethink.Literal{Var: bethink.Variable{Entity: bethink.Entity(name), Attr: "on"}, Any: []bethink.Value{"true"}}
}

// room is a view of switches, none of them seen.
func room(t testing.TB, know bethink.Knowledge, found ...bethink.Found) bethink.View {
	t.Helper()
	v := bethink.View{World: "w", Episode: "e", Pack: switches{}, Knowledge: know}
	return step(t, v, 0, bethink.Observation{Found: found})
}

func step(t testing.TB, v bethink.View, elapsed float64, o bethink.Observation) bethink.View {
	t.Helper()
	next, _, err := bethink.Update(v, bethink.Input{Elapsed: elapsed}, bethink.Transition{}, o)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func told(l bethink.Literal) bethink.Evidence {
	return bethink.Evidence{Clause: []bethink.Literal{l}, Reliability: 1 - 1.0/(1<<20), Trust: bethink.TrustInstrument}
}

func pair(t testing.TB) bethink.View {
	return room(t, bethink.NoKnowledge{}, bethink.Found{Entity: "a", Type: "loose"}, bethink.Found{Entity: "b", Type: "firm"}, bethink.Found{Entity: "c", Type: "sealed"})
}

// The firm switch is worth more where the answer is used later, and the loose
// one, cheaper and as doubtful, where it is used now. What nothing answers for is
// not listed.
func TestRank(t *testing.T) {
	t.Parallel()
	v := pair(t)
	press := bethink.Action{Verb: "press", Args: []bethink.Entity{"a"}}
	now := probe.Rank(v, press, probe.Budget{Probes: 3})
	if len(now) != 2 || now[0].Variable.Entity != "a" || now[1].Variable.Entity != "b" {
		t.Fatalf("now: %+v", now)
	}
	if got := now[0]; got.Action.Text != "check a" || got.Cost != 1 || got.Bits != 1 || got.Value != 0.5 || got.Signal.Dependency != 1 || got.Signal.Uncertainty != 0.5 {
		t.Errorf("now[0] = %+v", got)
	}
	later := probe.Rank(v, press, probe.Budget{Probes: 3, Horizon: 5})
	if later[0].Variable.Entity != "b" || later[0].Value != 0.5 || later[1].Value >= 0.5 {
		t.Errorf("later: %+v", later)
	}
	weighted := probe.Rank(v, press, probe.Budget{Probes: 1, Weight: func(v bethink.Variable) float64 {
		if v.Entity == "b" {
			return 1
		}
		return 0
	}})
	if len(weighted) != 1 || weighted[0].Variable.Entity != "b" {
		t.Errorf("weighted: %+v", weighted)
	}
}

// A budget is never exceeded: with none left, or none large enough, nothing is
// listed.
func TestRank_Budget(t *testing.T) {
	t.Parallel()
	v := pair(t)
	if got := probe.Rank(v, bethink.Action{}, probe.Budget{}); got != nil {
		t.Errorf("no probes left: %+v", got)
	}
	if got := probe.Rank(v, bethink.Action{}, probe.Budget{Probes: 5, Cost: 1}); len(got) != 1 || got[0].Cost != 1 {
		t.Errorf("cost 1: %+v", got)
	}
	if got := probe.Rank(v, bethink.Action{}, probe.Budget{Probes: 5, Top: 1}); len(got) != 1 {
		t.Errorf("top 1: %+v", got)
	}
}

// A probe's answer reaches the belief at once: what was asked has no value left
// until it may have changed.
func TestLaw_AnAnswerSettles(t *testing.T) {
	t.Parallel()
	v := pair(t)
	v = step(t, v, 0, bethink.Observation{Evidence: []bethink.Evidence{told(on("a")), told(on("b"))}})
	for _, r := range probe.Rank(v, bethink.Action{}, probe.Budget{Probes: 5}) {
		if r.Value > 1e-3 {
			t.Errorf("just asked, and yet %v is worth %v", r.Variable, r.Value)
		}
	}
	v = step(t, v, 10, bethink.Observation{})
	got := probe.Rank(v, bethink.Action{}, probe.Budget{Probes: 5})
	if got[0].Variable.Entity != "a" || got[0].Value < 0.3 || got[0].Signal.Staleness != 1 {
		t.Errorf("ten steps later: %+v", got)
	}
}

func BenchmarkRank10000(b *testing.B) {
	var found []bethink.Found
	for i := range 10000 {
		typ := "loose"
		if i%3 > 0 {
			typ = "firm"
		}
		found = append(found, bethink.Found{Entity: bethink.Entity(fmt.Sprintf("s%05d", i)), Type: typ})
	}
	v := room(b, bethink.NoKnowledge{}, found...)
	var ev []bethink.Evidence
	for i := 0; i < 10000; i += 2 {
		ev = append(ev, told(on(fmt.Sprintf("s%05d", i))))
	}
	v = step(b, v, 1, bethink.Observation{Evidence: ev})
	v = step(b, v, 7, bethink.Observation{})
	for b.Loop() {
		if got := probe.Rank(v, bethink.Action{}, probe.Budget{Probes: 7, Horizon: 12}); len(got) != 10 {
			b.Fatal(len(got))
		}
	}
}
