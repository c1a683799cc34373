package probe

import "github.com/bethink-dev/bethink/dist"

// settled is the chance that a value reported at the end is right where the
// field is asked now and stay is the chance of no redraw until the end. lastSeen
// reports the answer itself, else the value most probable by then.
func settled(p, pi []float64, stay float64, lastSeen bool) float64 {
	if stay >= 1 || pi == nil {
		return 1
	}
	top := 0.0
	for _, q := range pi {
		top = max(top, q)
	}
	sum := 0.0
	for v, b := range p {
		right := stay + float64((1-stay)*at(pi, v))
		if !lastSeen {
			right = max(right, float64((1-stay)*top))
		}
		sum += float64(b * right)
	}
	return sum
}

// at is pi[v], 0 for a value discovered since pi was written.
func at(pi []float64, v int) float64 {
	if v < len(pi) {
		return pi[v]
	}
	return 0
}

// unsettled is the same chance where nothing is asked.
func (f *Field) unsettled(pi []float64, stay float64, lastSeen bool) float64 {
	p := f.P
	later := func(v int) float64 {
		if pi == nil {
			return p[v]
		}
		return float64(stay*p[v]) + float64((1-stay)*at(pi, v))
	}
	if lastSeen {
		if f.Point < 0 {
			return 0
		}
		return later(f.Point)
	}
	top := 0.0
	for v := range p {
		if f.Open && v == 0 {
			continue
		}
		top = max(top, later(v))
	}
	return top
}

// Gain returns what asking about a field after wait more ticks, with ticks left
// from then to the end, adds to the expected terminal accuracy of the field,
// times its weight w. Where the most probable value is reported it is never
// negative.
//
// It is envprobe's EVOI = w ρ^R (1 − max b), for any law of redraws.
func (f *Field) Gain(w float64, wait, ticks int, lastSeen bool) float64 {
	var pi []float64
	if f.Law != nil {
		pi = f.Law.Pi
	}
	without := f.unsettled(pi, f.Law.Stay(wait+ticks), lastSeen)
	if s := f.Law.Stay(wait); s < 1 && pi != nil {
		// Asked later: Σ_v b'(v) right(v) with b' = s b + (1−s) π, by linearity.
		now := settled(f.P, pi, f.Law.Stay(ticks), lastSeen)
		fresh := settled(pi, pi, f.Law.Stay(ticks), lastSeen)
		return float64(w * (float64(s*now) + float64((1-s)*fresh) - without))
	}
	return float64(w * (settled(f.P, pi, f.Law.Stay(ticks), lastSeen) - without))
}

// Bits returns what an answer now would tell, the entropy of the belief.
func (f *Field) Bits() float64 { return dist.Entropy(f.P) }

// Doubt is the chance that the agent's point belief is wrong now.
func (f *Field) Doubt() float64 {
	if f.Point < 0 {
		return 1
	}
	return 1 - f.P[f.Point]
}
