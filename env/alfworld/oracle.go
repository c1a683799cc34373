package alfworld

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env"
)

// Facts returns the whole true state in the names of the texts. Types are
// words ("apple", "sinkbasin"); places are "loc N", and receptacles that share
// a place show it by equal receptacleatlocation facts. The agent, being the
// only one, is left out: atlocation and holds have one argument.
func (e *Env) Facts(ctx context.Context) ([]env.Fact, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if e.game == nil {
		return nil, fmt.Errorf("alfworld: facts: no episode; call Reset: %w", bethink.ErrClosed)
	}
	f := facts{g: e.game, s: &e.state}
	f.all()
	slices.SortFunc(f.out, func(a, b env.Fact) int {
		if c := strings.Compare(a.Predicate, b.Predicate); c != 0 {
			return c
		}
		return slices.Compare(a.Args, b.Args)
	})
	return f.out, nil
}

// Walkthrough returns the stored winning commands of the running game in the
// environment's dialect, or none. The slice is the caller's.
func (e *Env) Walkthrough(ctx context.Context) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if e.game == nil {
		return nil, fmt.Errorf("alfworld: walkthrough: no episode; call Reset: %w", bethink.ErrClosed)
	}
	return walkthrough(e.game, e.config.Dialect), nil
}

type facts struct {
	g   *Game
	s   *state
	out []env.Fact
}

func (f *facts) add(predicate string, args ...string) {
	f.out = append(f.out, env.Fact{Predicate: predicate, Args: args})
}

func (f *facts) addIf(ok bool, predicate string, args ...string) {
	if ok {
		f.add(predicate, args...)
	}
}

func (f *facts) all() {
	g, s := f.g, f.s
	f.add("atlocation", g.locations[s.location])
	if s.held >= 0 {
		f.add("holds", g.objects[s.held].name)
	}
	for i, r := range g.receptacles {
		f.add("receptacletype", r.name, r.rtype)
		f.add("receptacleatlocation", r.name, g.locations[r.location])
		f.addIf(r.openable, "openable", r.name)
		f.addIf(s.opened().has(i), "opened", r.name)
		f.each(s.in(i), "inreceptacle", r.name)
	}
	for l, name := range g.locations {
		f.each(s.lying(l), "objectatlocation", name)
	}
	for i, o := range g.objects {
		f.addIf(o.otype != "", "objecttype", o.name, o.otype)
		for _, p := range []struct {
			is   bool
			name string
		}{
			{g.pickupable.has(i), "pickupable"}, {o.cleanable, "cleanable"}, {o.heatable, "heatable"},
			{o.coolable, "coolable"}, {g.toggleable.has(i), "toggleable"}, {g.sliceable.has(i), "sliceable"},
			{o.holdsThings, "isreceptacleobject"},
			{s.is(clean).has(i), "isclean"}, {s.is(hot).has(i), "ishot"}, {s.is(cool).has(i), "iscool"},
			{s.is(on).has(i), "ison"}, {s.is(toggled).has(i), "istoggled"}, {s.is(sliced).has(i), "issliced"},
		} {
			f.addIf(p.is, p.name, o.name)
		}
	}
	for _, p := range g.inside {
		f.add("inreceptacleobject", g.objects[p[0]].name, g.objects[p[1]].name)
	}
	for _, c := range g.canContain {
		f.add("cancontain", c[0], c[1])
	}
}

func (f *facts) each(set bitset, predicate, where string) {
	for w, x := range set {
		forEach(w, x, func(o int) { f.add(predicate, f.g.objects[o].name, where) })
	}
}
