package bethink

import (
	"slices"
	"strings"
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
	slices.SortFunc(out, func(x, y Entity) int { return CompareNames(string(x), string(y)) })
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

// CompareNames orders names as people do: runs of digits by their number.
func CompareNames(a, b string) int {
	for a != "" && b != "" {
		if isDigit(a[0]) && isDigit(b[0]) {
			x, y := digits(a), digits(b)
			n, m := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
			if len(n) != len(m) {
				return len(n) - len(m)
			}
			if c := strings.Compare(n, m); c != 0 {
				return c
			}
			a, b = a[x:], b[y:]
			continue
		}
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func digits(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}
