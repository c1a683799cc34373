package learning

import (
	"slices"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// Ranked is knowledge of a placement by ranks: a type of place takes its rank in
// the thing's row to the power of -Alpha, in equal parts for its places in the
// scene, and what a goal brings somewhere starts at no place of that type. It is
// the Zipf placement of made games told outright, and learns nothing.
type Ranked struct {
	bethink.NoKnowledge
	Alpha float64
	// Rows returns the types of place that may hold a type, the likeliest first;
	// none where no rank is known: then the pack's word stands.
	Rows func(typ string) []string
}

var (
	_ bethink.Knowledge = Ranked{}
	_ bethink.Placer    = Ranked{}
)

// Spread implements [bethink.Placer].
func (r Ranked) Spread(in bethink.Scene) bethink.Spread {
	s := ranked{Ranked: r, in: in, offered: map[string]int{}, rows: map[string][]string{}}
	for _, p := range in.Places {
		s.offered[p.Type]++
	}
	return s
}

type ranked struct {
	Ranked
	in      bethink.Scene
	offered map[string]int
	rows    map[string][]string
}

// unlikely is the weight of what the ranks do not speak of.
const unlikely = 1e-6

// Weight implements [bethink.Spread].
func (s ranked) Weight(typ string, at bethink.Place, declared float64) float64 {
	row, ok := s.rows[typ]
	if !ok {
		row = s.Rows(typ)
		s.rows[typ] = row
	}
	if len(row) == 0 {
		return declared
	}
	i := slices.Index(row, at.Type)
	if i < 0 || typ == s.in.Wanted && at.Type == s.in.Target {
		return unlikely
	}
	return dist.Exp(-float64(s.Alpha*dist.Log(float64(i+1)))) / float64(s.offered[at.Type])
}

// Count implements [bethink.Spread].
func (ranked) Count(_ string, declared float64) float64 { return declared }
