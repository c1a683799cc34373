package stat_test

import (
	"testing"

	"github.com/bethink-dev/bethink/bench/stat"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestCurve_Won(t *testing.T) {
	// 30 steps of budget, won at step 9: from a = 0.30 on.
	c := stat.Trace{Budget: 30, Steps: 9, Won: true}.Curve(stat.StepsOnly)
	for i, v := range c {
		want := 0.0
		if stat.Share(i) > 0.299 {
			want = 1
		}
		if v != want {
			t.Errorf("R(%.2f) = %v, want %v", stat.Share(i), v, want)
		}
	}
	// 15 points at 1, of which the last counts half: 14.5 / 19.
	if got, want := c.Area(), 14.5/19; !near(got, want, 1e-15) {
		t.Errorf("area %v, want %v", got, want)
	}
	if a := (stat.Trace{Budget: 30, Steps: 30}).Curve(stat.StepsOnly).Area(); a != 0 {
		t.Errorf("area %v of a lost episode", a)
	}
}

func TestCurve_Rewards(t *testing.T) {
	// A budget of 10: floor(a 10) is 0 at .05, 1 at .10 and .15, and so on. The
	// episode ends after step 4; its last return is held.
	c := stat.Trace{Budget: 10, Steps: 4, Rewards: stat.RunningBest([]float64{0.1, -1, 0.5, 0.3})}.Curve(stat.StepsOnly)
	want := stat.Curve{0, .1, .1, .1, .1, .5, .5, .5, .5, .5, .5, .5, .5, .5, .5, .5, .5, .5, .5, .5}
	if d := cmp.Diff(want, c); d != "" {
		t.Error(d)
	}
}

func TestCurve_FloorIsExact(t *testing.T) {
	// floor(0.55 * 20) is 11 and floor(0.35 * 20) is 7, whatever 0.05 * 7 rounds to.
	for steps := 1; steps <= 20; steps++ {
		c := stat.Trace{Budget: 20, Steps: steps, Won: true}.Curve(stat.StepsOnly)
		if c[steps-1] != 1 || steps > 1 && c[steps-2] != 0 {
			t.Errorf("won at step %d: %v", steps, c)
		}
	}
}

func TestCurve_QueriesCharged(t *testing.T) {
	// 5 steps and 10 queries of a budget of 20: paid off at 15, a = .75.
	won := stat.Trace{Budget: 20, Steps: 5, Queries: 10, Won: true}
	free, charged := won.Curve(stat.StepsOnly), won.Curve(stat.StepsAndQueries)
	if free[4] != 1 || charged[13] != 0 || charged[14] != 1 {
		t.Errorf("free %v, charged %v", free, charged)
	}
	// More than the budget: never.
	won.Queries = 16
	if c := won.Curve(stat.StepsAndQueries); c != (stat.Curve{}) {
		t.Errorf("over budget: %v", c)
	}
	// Spread evenly: 2 queries a step, step i done at 3 i.
	trace := stat.Trace{Budget: 20, Steps: 5, Queries: 10, Rewards: []float64{.1, .2, .3, .4, .5}}
	for spent, want := range []float64{0, 0, 0, .1, .1, .1, .2, .2, .2, .3, .3, .3, .4, .4, .4, .5, .5} {
		if got := trace.Return(spent, stat.StepsAndQueries); got != want {
			t.Errorf("return after %d = %v, want %v", spent, got, want)
		}
	}
}

func trace(t *rapid.T) stat.Trace {
	tr := stat.Trace{
		Budget:  rapid.IntRange(1, 200).Draw(t, "budget"),
		Queries: rapid.IntRange(0, 50).Draw(t, "queries"),
		Won:     rapid.Bool().Draw(t, "won"),
	}
	tr.Steps = rapid.IntRange(1, tr.Budget).Draw(t, "steps")
	if rapid.Bool().Draw(t, "scored") {
		tr.Rewards = stat.RunningBest(rapid.SliceOfN(rapid.Float64Range(-1, 1), 1, tr.Steps).Draw(t, "scores"))
	}
	return tr
}

// More budget is never worse, and charging for queries never better.
func TestLaw_BudgetHelps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := trace(t)
		if err := tr.Valid(); err != nil {
			t.Fatal(err)
		}
		free, charged := tr.Curve(stat.StepsOnly), tr.Curve(stat.StepsAndQueries)
		for i := range free {
			if charged[i] > free[i] {
				t.Fatalf("R(%.2f): %v charged, %v free", stat.Share(i), charged[i], free[i])
			}
			if i > 0 && (free[i] < free[i-1] || charged[i] < charged[i-1]) {
				t.Fatalf("R falls at %.2f: %v, %v", stat.Share(i), free, charged)
			}
		}
		if a := free.Area(); a < 0 || a > 1 {
			t.Fatalf("area %v", a)
		}
	})
}

// The area of the mean curve is the mean of the areas.
func TestLaw_AreaIsLinear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		traces := rapid.SliceOfN(rapid.Custom(trace), 1, 10).Draw(t, "traces")
		sum := 0.0
		for _, tr := range traces {
			sum += tr.Curve(stat.StepsOnly).Area()
		}
		if got, want := stat.MeanCurve(traces, stat.StepsOnly).Area(), sum/float64(len(traces)); !near(got, want, 1e-12) {
			t.Fatalf("area %v, mean of areas %v", got, want)
		}
	})
}

func TestTrace_Invalid(t *testing.T) {
	for name, tr := range map[string]stat.Trace{
		"budget":  {Steps: 1},
		"steps":   {Budget: 1, Steps: -1},
		"queries": {Budget: 1, Queries: -1},
		"rewards": {Budget: 5, Steps: 1, Rewards: []float64{0, 1}},
	} {
		if tr.Valid() == nil {
			t.Errorf("%s: %+v is valid", name, tr)
		}
	}
	if stat.MeanCurve(nil, stat.StepsOnly) != (stat.Curve{}) {
		t.Error("a curve of nothing")
	}
}
