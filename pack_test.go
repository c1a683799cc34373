package bethink_test

import (
	"context"
	"testing"

	"github.com/bethink-dev/bethink"
)

// fakePack is a pack made of data and functions, for tests.
type fakePack struct {
	desc    bethink.Description
	schemas []bethink.Schema
	priors  map[string][]bethink.Prior // by type of the entity found; Var.Entity "" stands for it
	trans   map[string]bethink.Transition
	does    func(v bethink.View, a bethink.Action) bethink.Transition
	parse   func(v bethink.View, in bethink.Input) (bethink.Observation, error)
}

func (p *fakePack) Describe() bethink.Description { return p.desc }
func (p *fakePack) Schemas() []bethink.Schema     { return p.schemas }
func (p *fakePack) Action(text string) (bethink.Action, bool) {
	return bethink.Action{Verb: text, Text: text}, p.trans[text].Known
}

func (p *fakePack) Transition(v bethink.View, a bethink.Action) bethink.Transition {
	if p.does != nil {
		return p.does(v, a)
	}
	return p.trans[a.Verb]
}

func (p *fakePack) Priors(_ bethink.View, f bethink.Found) ([]bethink.Prior, error) {
	out := append([]bethink.Prior(nil), p.priors[f.Type]...)
	for i := range out {
		if out[i].Field == nil && out[i].Var.Entity == "" {
			out[i].Var.Entity = f.Entity
		}
	}
	return out, nil
}

func (p *fakePack) Parse(_ context.Context, v bethink.View, in bethink.Input) (bethink.Observation, error) {
	if p.parse == nil {
		return bethink.Observation{}, nil
	}
	return p.parse(v, in)
}

// variable is shorthand for a variable and lit for a literal.
func variable(entity, attr string) bethink.Variable {
	return bethink.Variable{Entity: bethink.Entity(entity), Attr: attr}
}

func lit(entity, attr string, vals ...bethink.Value) bethink.Literal {
	return bethink.Literal{Var: variable(entity, attr), Any: vals}
}

func told(r float64, ls ...bethink.Literal) bethink.Evidence {
	return bethink.Evidence{Clause: ls, Reliability: r, Trust: bethink.TrustInstrument}
}

// world starts a view in which the entities have been found.
func world(t testing.TB, p *fakePack, found ...bethink.Found) bethink.View {
	t.Helper()
	v := bethink.View{World: "w", Episode: "e", Pack: p, Knowledge: bethink.NoKnowledge{}}
	return update(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Found: found})
}

func update(t testing.TB, v bethink.View, in bethink.Input, tr bethink.Transition, o bethink.Observation) bethink.View {
	t.Helper()
	next, _ := updateStep(t, v, in, tr, o)
	return next
}

func updateStep(t testing.TB, v bethink.View, in bethink.Input, tr bethink.Transition, o bethink.Observation) (bethink.View, *bethink.Step) {
	t.Helper()
	next, st, err := bethink.Update(v, in, tr, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := next.Belief.Valid(); err != nil {
		t.Fatal(err)
	}
	return next, st
}

func observe(t testing.TB, v bethink.View, ev ...bethink.Evidence) bethink.View {
	t.Helper()
	return update(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: ev})
}

// reporter is a test or one try of a property.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

func near(t reporter, what string, got, want, tol float64) {
	t.Helper()
	if d := got - want; d > tol || d < -tol || got != got {
		t.Errorf("%s: got %.12f, want %.12f (off by %.2g)", what, got, want, got-want)
	}
}
