package probe_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/probe"
)

// A prospect's two chances are those of playing it out: draw the value, answer or
// not, let time redraw it or not, and report. Here all cases are added up.
func TestProspect_IsTheSumOverAllCases(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(t, "values")
		vector := func(name string) []float64 {
			p := rapid.SliceOfN(rapid.Float64Range(0.01, 1), n, n).Draw(t, name)
			dist.Normalize(p)
			return p
		}
		stay := rapid.Float64Range(0, 1).Draw(t, "stay")
		x := probe.Prospect{P: vector("p"), Pi: vector("pi")}
		if rapid.Bool().Draw(t, "last seen") {
			x.LastSeen, x.Point = true, rapid.IntRange(-1, n-1).Draw(t, "point")
		}
		at := func(now, then int) float64 { // P(then | now)
			same := 0.0
			if now == then {
				same = stay
			}
			return same + (1-stay)*x.Pi[then]
		}
		// Asked: for each answer the report is the answer, or the best guess from it.
		asked := 0.0
		for now, p := range x.P {
			right := at(now, now)
			if !x.LastSeen {
				all := make([]float64, n)
				for then := range n {
					all[then] = at(now, then)
				}
				right = slices.Max(all)
			}
			asked += p * right
		}
		// Unasked: one report, whatever the value.
		later := make([]float64, n)
		for now, p := range x.P {
			for then := range n {
				later[then] += p * at(now, then)
			}
		}
		unasked := slices.Max(later)
		if x.LastSeen {
			unasked = 0
			if x.Point >= 0 {
				unasked = later[x.Point]
			}
		}
		if got := x.Asked(stay); math.Abs(got-asked) > 1e-9 {
			t.Errorf("asked: %v, want %v", got, asked)
		}
		if got := x.Unasked(stay); math.Abs(got-unasked) > 1e-9 {
			t.Errorf("unasked: %v, want %v", got, unasked)
		}
		if got := x.Gain(stay); math.Abs(got-(asked-unasked)) > 1e-9 || !x.LastSeen && got < -1e-9 {
			t.Errorf("gain: %v, want %v, and not below 0 for the best guess", got, asked-unasked)
		}
	})
}

// What is not listed cannot be reported: an open variable of which nothing else is
// believed is worth a full answer.
func TestProspect_Open(t *testing.T) {
	t.Parallel()
	x := probe.Prospect{P: []float64{0.9, 0.1}, Open: true}
	if got := x.Gain(1); math.Abs(got-0.9) > 1e-12 {
		t.Errorf("gain %v, want 0.9: the answer is right, the guess is right one time in ten", got)
	}
}
