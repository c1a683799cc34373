package bethink

import (
	"slices"

	"github.com/bethink-dev/bethink/internal/name"
)

// Entities lists the entities of a type or category, in natural order
// ("cabinet 2" before "cabinet 10").
func (b Belief) Entities(typ string) []Entity {
	var out []Entity
	for _, m := range b.types.levels {
		for e, k := range m {
			if k.name == typ || slices.Contains(k.cats, typ) {
				out = append(out, e)
			}
		}
	}
	slices.SortFunc(out, func(x, y Entity) int { return name.Compare(string(x), string(y)) })
	return out
}

// Coverage is the share of the variables that any evidence has reached, 0 for
// the belief about nothing. Calibration says little where it is low.
func (b Belief) Coverage() float64 {
	told := 0
	b.All(func(id ID, _ Variable) bool {
		if b.at(id).observed.seq > 0 {
			told++
		}
		return true
	})
	if b.n == 0 {
		return 0
	}
	return float64(told) / float64(b.n)
}
