package learning

import (
	"context"
	"fmt"
	"slices"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env"
	"github.com/bethink-dev/bethink/learn"
)

// Known learns from where everything was when the games began, as if every
// place of every scene had been looked at. The environments must be env.Oracles.
func Known(ctx context.Context, g Games, p Pack, l *learn.Learner, done func(int)) (*learn.Knowledge, error) {
	e, err := g.Environment()
	if err != nil {
		return nil, fmt.Errorf("learning: environment: %w", err)
	}
	defer e.Close()
	oracle, ok := e.(env.Oracle)
	if !ok {
		return nil, fmt.Errorf("learning: the training environment tells no truth: %w", bethink.ErrInvalid)
	}
	engine, err := bethink.New(bethink.Config{Pack: p})
	if err != nil {
		return nil, err
	}
	k := l.Start()
	for i, task := range g.Tasks {
		w := bethink.World(task)
		if _, err := engine.Open(ctx, w, "1"); err != nil {
			return nil, fmt.Errorf("learning: %w", err)
		}
		now, err := e.Reset(ctx, task, 0)
		if err != nil {
			return nil, fmt.Errorf("learning: %w", err)
		}
		v, _, err := engine.Observe(ctx, w, "1", now.Input())
		if err != nil {
			return nil, fmt.Errorf("learning: %w", err)
		}
		facts, err := oracle.Facts(ctx)
		if err != nil {
			return nil, fmt.Errorf("learning: %w", err)
		}
		for _, n := range placements(v, p.Scene(v), facts) {
			k = k.Learn(n)
		}
		engine.Forget(w, "1")
		if done != nil {
			done(i + 1)
		}
	}
	return k, nil
}

// placements writes the facts about places as looks.
func placements(v bethink.View, sc bethink.Scene, facts []env.Fact) []learn.Note {
	typ := map[string]string{}
	in := map[string][]string{}
	var places []string
	for _, f := range facts {
		switch f.Predicate {
		case "objecttype":
			typ[f.Args[0]] = f.Args[1]
		case "receptacletype":
			if v.Belief.Type(bethink.Entity(f.Args[0])) != "" {
				places = append(places, f.Args[0])
			}
		case "inreceptacle":
			in[f.Args[1]] = append(in[f.Args[1]], f.Args[0])
		}
	}
	met := map[string]bool{} // the first place counts, as for an agent
	var out []learn.Note
	for _, place := range places {
		at := bethink.Place{Name: bethink.Value(place), Type: v.Belief.Type(bethink.Entity(place))}
		if !slices.Contains(sc.Places, at) {
			continue
		}
		var found []string
		for _, o := range in[place] {
			if t := typ[o]; t != "" && !met[o] {
				met[o] = true
				found = append(found, t)
			}
		}
		s := learn.Look(sc, at, found)
		out = append(out, learn.Note{Seen: &s})
	}
	return out
}
