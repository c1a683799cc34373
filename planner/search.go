package planner

import (
	"math/rand/v2"

	"github.com/bethink-dev/bethink"
)

// Prior says what the search for something unseen goes by.
type Prior uint8

// ByBelief ranks places by probability over cost. ByCost knows only which
// places have been looked at: the cheapest of the others first. ByCandidates
// knows which places the belief holds possible and no probabilities: one of
// them at random.
const (
	ByBelief Prior = iota
	ByCost
	ByCandidates
)

// Look is a way to see what is at a place: the actions that lead there, the
// last of which shows it, with its cost, the chance that something sought is
// there, and the index it is ranked by (chance over cost).
type Look struct {
	Place   bethink.Value
	Actions []bethink.Action
	Cost    float64
	P       float64
	Index   float64
}

// seen is the probability up to which a place counts as looked through: what a
// list that did not name the thing leaves is below it, whatever the prior.
const seen = 2e-3

// looks ranks the ways to look for entities of the given types, best first.
// Looking in order of probability over cost finds the first with the least
// expected cost where places are independent; what finding it there saves
// later does not change the order, since it is paid in every order alike.
func (p *decider) looks(types []string) []Look {
	var out []Look
	places := p.places(types)
	for _, place := range places {
		l, ok := p.look(place, types)
		if !ok {
			continue
		}
		switch p.cfg.Prior {
		case ByBelief:
			l.P = p.chance(place, types)
		case ByCost:
			if n, _ := p.view.Belief.LookedAt(p.attr, place); n == 0 {
				l.P = 1
			}
		case ByCandidates:
			if p.chance(place, types) > seen {
				l.P = 1
			}
		}
		l.Index = l.P / l.Cost
		if p.cfg.Prior == ByCandidates {
			l.Index = l.P
		}
		out = append(out, l)
	}
	if p.cfg.Prior == ByCandidates && p.cfg.Rand != nil {
		p.cfg.Rand.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	}
	best := stable(out)
	return best
}

// stable sorts by descending index and keeps the order of equals.
func stable(ls []Look) []Look {
	for i := 1; i < len(ls); i++ {
		for j := i; j > 0 && ls[j].Index > ls[j-1].Index*(1+1e-12); j-- {
			ls[j], ls[j-1] = ls[j-1], ls[j]
		}
	}
	return ls
}

// places lists where entities of the types can be seen at all, in the order
// the belief lists them.
func (p *decider) places(types []string) []bethink.Value {
	var out []bethink.Value
	for _, set := range p.sets {
		for _, val := range p.view.Belief.Set(set) {
			if val != bethink.Other && p.view.Belief.Type(bethink.Entity(val)) != "" {
				out = append(out, val)
			}
		}
	}
	return out
}

// chance is the probability that some entity of the types that is still
// sought is at the place.
func (p *decider) chance(place bethink.Value, types []string) float64 {
	none := 1.0
	for _, typ := range types {
		q := bethink.Presence{Type: typ, Attr: p.attr, Place: place}
		none *= 1 - p.view.Belief.Unmet(q)
		for _, e := range p.members(typ) {
			if p.bound[e] {
				continue
			}
			none *= 1 - p.view.Belief.Of(bethink.Variable{Entity: e, Attr: p.attr}, place)
		}
	}
	return 1 - none
}

// look finds the cheapest way to see what is at the place.
func (p *decider) look(place bethink.Value, types []string) (Look, bool) {
	best, found := Look{Place: place}, false
	start := state{view: p.view}
	for i := range p.chain.schemas {
		sc := &p.chain.schemas[i]
		for _, r := range sc.Reveals {
			if r.Every == "" || r.Attr != p.attr || len(sc.Params) != 1 || r.Place != bethink.Term("$"+sc.Params[0].Name) {
				continue
			}
			if !p.anyIs(types, r.Every) || !p.view.Belief.Is(bethink.Entity(place), sc.Params[0].Type) {
				continue
			}
			args := []bethink.Entity{bethink.Entity(place)}
			bound := float64(maxCost)
			if found {
				bound = best.Cost
			}
			q, after, ok := p.chain.perform(start, sc, args, bound, 0)
			if !ok || !p.shows(after, sc, args, r) {
				continue
			}
			if !found || q.cost < best.Cost {
				best.Actions, best.Cost, found = q.acts, q.cost, true
			}
		}
	}
	return best, found
}

func (p *decider) anyIs(types []string, category string) bool {
	for _, typ := range types {
		if typ == category {
			return true
		}
		for _, spec := range p.view.Pack.Describe().Types {
			if spec.Name != typ {
				continue
			}
			for _, c := range spec.Categories {
				if c == category {
					return true
				}
			}
		}
	}
	return false
}

// shows reports whether the reveal's conditions hold after the action.
func (p *decider) shows(after state, sc *bethink.Schema, args []bethink.Entity, r bethink.Reveal) bool {
	t := terms{s: &after, sc: sc, args: args}
	for _, c := range r.When {
		l := bethink.Literal{Var: bethink.Variable{Entity: bethink.Entity(t.resolve(c.Subject)), Attr: c.Attr}, Not: c.Not}
		for _, a := range c.Any {
			l.Any = append(l.Any, bethink.Value(t.resolve(a)))
		}
		if _, known := after.get(l.Var); !known {
			if c.Optional {
				continue
			}
			return false
		}
		if !after.holds(l) {
			return false
		}
	}
	return true
}

// Config configures a decision.
type Config struct {
	Prior Prior
	// Rand breaks ties of ByCandidates; nil keeps the belief's order.
	Rand *rand.Rand
	// Known is the probability from which an entity counts as located.
	// 0: 0.5.
	Known float64
}
