package pack_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/alfworld"
	"github.com/bethink-dev/bethink/pack"
)

func household(tb testing.TB) *pack.Pack {
	tb.Helper()
	p, err := pack.Household()
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// game plays texts through a pack: what an engine does, without its log.
type game struct {
	tb   testing.TB
	pack *pack.Pack
	view bethink.View
	step *bethink.Step
}

// start begins a game with its first text.
func start(tb testing.TB, p *pack.Pack, text string) *game {
	tb.Helper()
	g := &game{tb: tb, pack: p, view: bethink.View{Pack: p, Knowledge: bethink.NoKnowledge{}}}
	g.do("", text)
	return g
}

// input is an action with the world's answer.
func (g *game) input(action, text string) bethink.Input {
	in := bethink.Input{Text: text}
	if action != "" {
		in.Action, _ = g.pack.Action(action)
		in.Elapsed = g.pack.Describe().Tick
	}
	return in
}

// do is one step: an action and the world's answer.
func (g *game) do(action, text string) *bethink.Step {
	g.tb.Helper()
	in := g.input(action, text)
	obs, err := g.pack.Parse(context.Background(), g.view, in)
	if err != nil {
		g.tb.Fatalf("%q: %v", text, err)
	}
	next, st, err := bethink.Update(g.view, in, g.view.Transition(in.Action), obs)
	if err != nil {
		g.tb.Fatalf("%q, %q: %v", action, text, err)
	}
	g.view, g.step = next, st
	return st
}

// p is the probability of a value.
func (g *game) p(entity, attr, value string) float64 {
	g.tb.Helper()
	a, err := g.view.Ask(bethink.Variable{Entity: bethink.Entity(entity), Attr: attr})
	if err != nil {
		g.tb.Fatal(err)
	}
	for _, w := range a.Values {
		if w.Value == bethink.Value(value) {
			return w.P
		}
	}
	return 0
}

// official returns the games of an archive, or skips.
func official(tb testing.TB, name string) *alfworld.Set {
	tb.Helper()
	root := os.Getenv("BETHINK_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "shared")
	}
	file := filepath.Join(root, "data", "alfworld", name)
	if _, err := os.Stat(file); err != nil {
		tb.Skip("the official games are absent; set BETHINK_SHARED to the folder that has data/alfworld")
	}
	set, err := alfworld.Load(context.Background(), file)
	if err != nil {
		tb.Fatal(err)
	}
	return set
}
