package probe

// Prospect is a variable whose value is reported some time from now: what the
// belief is today, and what a change draws from. It answers what asking today is
// worth.
//
// How the variable changes until then is one number, stay: the chance that
// nothing draws it anew, in [0,1].
//
// Invariants:
//  1. P sums to 1, and so does Pi. Pi is nil if the variable never changes; else
//     values beyond its end were discovered later and are never drawn.
//  2. If Open, P[0] is of all values not listed, which nobody can report.
type Prospect struct {
	P, Pi []float64
	Open  bool
	// LastSeen says that Point is reported, the position of the last value seen
	// or -1 for none. Else the most probable value is reported.
	LastSeen bool
	Point    int
}

// Asked is the chance that the report is right if the variable is asked now.
func (x Prospect) Asked(stay float64) float64 {
	if stay >= 1 || x.Pi == nil {
		return 1
	}
	top := 0.0
	for _, q := range x.Pi {
		top = max(top, q)
	}
	sum := 0.0
	for v, b := range x.P {
		right := stay + float64((1-stay)*at(x.Pi, v))
		if !x.LastSeen {
			right = max(right, float64((1-stay)*top))
		}
		sum += float64(b * right)
	}
	return sum
}

// Unasked is the chance that the report is right if nothing is asked.
func (x Prospect) Unasked(stay float64) float64 {
	if x.LastSeen {
		if x.Point < 0 {
			return 0
		}
		return x.later(x.Point, stay)
	}
	top := 0.0
	for v := range x.P {
		if x.Open && v == 0 {
			continue
		}
		top = max(top, x.later(v, stay))
	}
	return top
}

// later is the chance of a value when it is reported.
func (x Prospect) later(v int, stay float64) float64 {
	if x.Pi == nil {
		return x.P[v]
	}
	return float64(stay*x.P[v]) + float64((1-stay)*at(x.Pi, v))
}

// Gain is what asking now adds to the chance that the report is right: stay
// times the doubt, for a variable that nothing else moves. If the most probable
// value is reported it is never negative.
func (x Prospect) Gain(stay float64) float64 { return x.Asked(stay) - x.Unasked(stay) }

// at is pi[v], 0 for a value discovered since pi was written.
func at(pi []float64, v int) float64 {
	if v < len(pi) {
		return pi[v]
	}
	return 0
}
