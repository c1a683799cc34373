package learn

import (
	"cmp"
	"slices"

	"github.com/bethink-dev/bethink"
)

// Estimate is a posterior: its mean, and the credible interval that holds the
// report's level.
type Estimate struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Report is what knowledge knows, everything sorted by name.
type Report struct {
	Version uint64 `json:"version"` // notes folded in
	Looks   int    `json:"looks"`
	// Each is how the number of places of a type counts: 1 where every place
	// takes its share, 0 where they share that of one.
	Each    float64       `json:"each"`
	Places  []PlaceReport `json:"places,omitempty"`
	Types   []TypeReport  `json:"types,omitempty"`
	Goals   []GoalReport  `json:"goals,omitempty"`
	Lists   []ListReport  `json:"lists,omitempty"`
	Changes []Change      `json:"changes,omitempty"`
}

// PlaceReport is what a type of place takes of all types of things, against what
// is declared.
type PlaceReport struct {
	Place  string   `json:"place"`
	Weight Estimate `json:"weight"`
}

// TypeReport is where things of a type are and how many. Keeping is the strength
// of the prior of what one very place takes: small for what stays in its place
// when a scene comes back.
type TypeReport struct {
	Type    string         `json:"type"`
	Looks   int            `json:"looks"` // at places that may hold it
	Found   int            `json:"found"`
	Keeping float64        `json:"keeping"`
	Weights []WeightReport `json:"weights"`
	Counts  []CountReport  `json:"counts"`
}

// WeightReport is how much of a type one place of a type takes, against the
// other places of the scene. The interval holds the others at their means.
type WeightReport struct {
	Place    string   `json:"place"`
	Declared float64  `json:"declared"`
	Weight   Estimate `json:"weight"`
}

// CountReport is the expected number of a type in a kind of room.
type CountReport struct {
	Room     string   `json:"room"`
	Declared float64  `json:"declared"`
	Count    Estimate `json:"count"`
}

// GoalReport is what a goal makes of the weight of places for the type it looks
// for; an empty Place is the goal's target.
type GoalReport struct {
	Goal   string   `json:"goal"`
	Place  string   `json:"place,omitempty"`
	Factor Estimate `json:"factor"`
}

// ListReport is how often exhaustive lists of an attribute miss something.
// Looks and Missed count entities known to be there that a later list named or
// did not, Plain and Hidden those proved to be there that lists had named or not.
type ListReport struct {
	Attr       string   `json:"attr"`
	Looks      int      `json:"looks"`
	Missed     int      `json:"missed"`
	PerLook    Estimate `json:"miss_per_look"`
	Plain      int      `json:"plain"`
	Hidden     int      `json:"hidden"`
	Systematic Estimate `json:"miss"`
}

// Change is how fast an attribute of a type (of all types: "") changes by itself,
// per unit of the world's time. Rates below 1e-6 are not told apart.
type Change struct {
	Type  string   `json:"type"`
	Attr  string   `json:"attr"`
	Pairs int      `json:"pairs"` // of tellings, without own action between
	Moved int      `json:"changed"`
	Rate  Estimate `json:"rate"`
}

// Report returns all posteriors with intervals of the level, 0.9 for instance.
func (k *Knowledge) Report(level float64) Report {
	p := k.fit()
	estimate := func(g gamma) Estimate {
		lo, hi := g.interval(level)
		return Estimate{g.mean(), lo, hi}
	}
	r := Report{Version: k.n, Looks: p.looks, Each: p.each}
	for i, place := range p.all {
		r.Places = append(r.Places, PlaceReport{place, estimate(p.pooled[i])})
	}
	for _, typ := range p.names {
		f := p.types[typ]
		t := TypeReport{Type: typ, Keeping: f.thing}
		for i := range f.rows {
			for j := range f.rows[i].looked {
				t.Looks += int(f.rows[i].looked[j])
				t.Found += int(f.rows[i].found[j])
			}
		}
		for i, place := range f.places {
			t.Weights = append(t.Weights, WeightReport{place, f.declared[i], estimate(f.w[i])})
		}
		for i, room := range p.rooms {
			t.Counts = append(t.Counts, CountReport{room, k.cfg.Declared.Count(typ, room), estimate(f.count[2*i])})
		}
		r.Types = append(r.Types, t)
	}
	for _, part := range p.parts {
		for _, place := range append(slices.Clone(p.all), "") {
			if g := p.goals[p.index(part, place)]; g.rate > k.cfg.Goal {
				r.Goals = append(r.Goals, GoalReport{part, place, estimate(g)})
			}
		}
	}
	for _, attr := range keys(p.lists) {
		t := p.lists[attr]
		r.Lists = append(r.Lists, t.report(k.cfg, level))
	}
	for c, m := range p.moved {
		rate := p.rates[c]
		lo, hi := rate.Interval(level)
		r.Changes = append(r.Changes, Change{c.typ, c.attr, m.pairs, m.changed, Estimate{rate.Mean(), lo, hi}})
	}
	slices.SortFunc(r.Changes, func(a, b Change) int { return cmp.Or(cmp.Compare(a.Attr, b.Attr), cmp.Compare(a.Type, b.Type)) })
	return r
}

func keys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func (t *tally) report(cfg Config, level float64) ListReport {
	per, sys := t.perLook(cfg, t.MissPerLook), t.systematic(cfg, t.Miss)
	r := ListReport{Attr: t.Attr, Looks: t.Again + t.Missed, Missed: t.Missed, Plain: t.Plain, Hidden: t.Hidden}
	r.PerLook.Mean, r.Systematic.Mean = per.Mean(), sys.Mean()
	r.PerLook.Low, r.PerLook.High = per.Interval(level)
	r.Systematic.Low, r.Systematic.High = sys.Interval(level)
	for _, low := range []*float64{&r.PerLook.Low, &r.Systematic.Low} {
		if *low < 1e-9 {
			*low = 0 // of less nothing is known
		}
	}
	return r
}

// Observed returns the notes that a step of a recorded episode gives cause for:
// what Absorb would have appended.
func (l *Learner) Observed(before bethink.View, s *bethink.Step) []Note {
	var out []Note
	for _, e := range l.Absorb(nil, before, s) {
		out = append(out, e.Body.(Note))
	}
	return out
}
