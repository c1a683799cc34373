package learn_test

import (
	"math/rand/v2"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/learn"
)

// even is a pack's word that every place takes its share of everything.
type even struct{}

func (even) Scene(bethink.View) bethink.Scene { return bethink.Scene{} }
func (even) Weight(_, _ string) float64       { return 1 }
func (even) Count(_, _ string) float64        { return 2 }

// house is a world that is known: how much of a mug a place takes, by type.
type house struct {
	rng    *rand.Rand
	weight map[string]float64
	count  float64
}

// scene offers one shelf and one table, and drawers in a number that varies.
func (h house) scene(drawers int) bethink.Scene {
	s := bethink.Scene{Room: "kitchen", Attr: "location", Places: []bethink.Place{
		{Name: "shelf 1", Type: "shelf"}, {Name: "table 1", Type: "table"},
	}}
	for i := range drawers {
		s.Places = append(s.Places, bethink.Place{Name: bethink.Value("drawer " + string(rune('a'+i))), Type: "drawer"})
	}
	return s
}

// mugs draws how many mugs are at each place.
func (h house) mugs(s bethink.Scene) []int {
	sum := 0.0
	for _, p := range s.Places {
		sum += h.weight[p.Type]
	}
	out := make([]int, len(s.Places))
	for i, p := range s.Places {
		out[i] = poisson(h.rng, h.count*h.weight[p.Type]/sum)
	}
	return out
}

func poisson(rng *rand.Rand, mu float64) int {
	n := 0
	for t := rng.ExpFloat64(); t < mu; t += rng.ExpFloat64() {
		n++
	}
	return n
}

// look is a note of a place that was looked at, with that many mugs.
func look(s bethink.Scene, i, mugs int) learn.Note {
	var found []string
	for range mugs {
		found = append(found, "mug")
	}
	x := learn.Look(s, s.Places[i], found)
	return learn.Note{Seen: &x}
}

// share is the part of the mugs of a scene that the knowledge expects at place i.
func share(k *learn.Knowledge, s bethink.Scene, i int) float64 {
	spread := k.Spread(s)
	sum := 0.0
	for _, p := range s.Places {
		sum += spread.Weight("mug", p, 1)
	}
	return spread.Weight("mug", s.Places[i], 1) / sum
}
