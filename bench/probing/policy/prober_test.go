package policy_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench/probing/policy"
)

// redraws is the law of a uniform redraw with chance p a tick.
func redraws(p float64, values, horizon int) *policy.Law {
	if p == 0 {
		return nil
	}
	l := &policy.Law{}
	for t := range horizon + 2 {
		l.Kept = append(l.Kept, math.Pow(1-p, float64(t)))
	}
	for range values {
		l.Pi = append(l.Pi, 1/float64(values))
	}
	return l
}

func field(name string, p []float64, l *policy.Law) policy.Option {
	return policy.Option{Variable: bethink.Variable{Entity: bethink.Entity(name), Attr: "x"}, Action: bethink.Action{Verb: "check", Text: "check " + name}, Cost: 1,
		P: p, Point: 0, Law: l, Weight: 1, Label: 1, Confidence: p[0]}
}

// The published formula: w ρ^R (1 − max b) for a redraw, w (1 − max b) for what
// stays.
func TestOption_Gain(t *testing.T) {
	t.Parallel()
	f := field("a", []float64{0.6, 0.3, 0.1}, redraws(0.15, 3, 30))
	for _, ticks := range []int{0, 1, 7} {
		want := 0.5 * math.Pow(0.85, float64(ticks)) * 0.4
		for _, lastSeen := range []bool{true, false} {
			if got := f.Gain(0.5, 0, ticks, lastSeen); math.Abs(got-want) > 1e-12 {
				t.Errorf("%d ticks, last seen %v: %v, want %v", ticks, lastSeen, got, want)
			}
		}
	}
	f.Law = nil
	if got := f.Gain(1, 0, 9, false); math.Abs(got-0.4) > 1e-12 {
		t.Errorf("still: %v, want 0.4", got)
	}
	f.Point = -1
	if got := f.Gain(1, 0, 9, true); got != 1 {
		t.Errorf("unknown: %v, want 1", got)
	}
}

// The expected value of a probe is never negative for the accuracy of whoever
// reports the most probable value, and asking never helps more than the doubt.
func TestLaw_AProbeIsNeverWorthLessThanNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "values")
		vector := func(name string) []float64 {
			p, sum := make([]float64, n), 0.0
			for i := range p {
				p[i] = rapid.Float64Range(0, 1).Draw(t, name) + 1e-6
				sum += p[i]
			}
			for i := range p {
				p[i] /= sum
			}
			return p
		}
		l := &policy.Law{Pi: vector("pi")}
		stay := rapid.Float64Range(0, 1).Draw(t, "stay")
		for i := range 20 {
			l.Kept = append(l.Kept, math.Pow(stay, float64(i)))
		}
		f := field("a", vector("p"), l)
		got := f.Gain(1, rapid.IntRange(0, 5).Draw(t, "wait"), rapid.IntRange(0, 10).Draw(t, "ticks"), false)
		if got < -1e-12 {
			t.Fatalf("worth %v", got)
		}
		if now := f.Gain(1, 0, 0, false); now > 1-slices.Max(f.P)+1e-12 {
			t.Fatalf("worth %v, more than the doubt", now)
		}
	})
}

// play lets a policy spend an episode on fields that never change and returns the
// steps and targets of its probes. A probe settles its field.
func play(p policy.Prober, m policy.Turn) (steps, targets []int) {
	for m.Step < m.Horizon {
		if i := p.Choose(&m); i != policy.Act {
			steps, targets = append(steps, m.Step+1), append(targets, i)
			m.Used++
			m.LastProbe = m.Step + 1
			m.Options[i].P, m.Options[i].Point = []float64{1, 0}, 0
			m.Options[i].Age, m.Options[i].Confidence = 0, 1
		}
		m.Step++
		for i := range m.Options {
			m.Options[i].Age++
		}
	}
	return steps, targets
}

func doubtful(n int) []policy.Option {
	var fs []policy.Option
	for i := range n {
		fs = append(fs, field(fmt.Sprint("f", i), []float64{0.5, 0.5}, nil))
	}
	return fs
}

// No policy exceeds its budget, nor asks what nothing answers for.
func TestLaw_BudgetsAreKept(t *testing.T) {
	t.Parallel()
	wrong := func(int) bool { return true }
	for _, p := range []policy.Prober{
		policy.None(), policy.Random(), policy.Periodic(), policy.PeriodicStalest(), policy.SelfUncertainty(),
		policy.EnvProbe("envprobe", policy.TermsAll), policy.EnvProbe("c+d", policy.TermC|policy.TermD),
		policy.Oracle(wrong), policy.OracleWeighted(wrong),
		policy.ValueOfInformation("voi", policy.Worth{}), policy.ValueOfInformation("success", policy.Worth{Objective: policy.ObjectiveSuccess, Protect: true}),
		policy.New("greedy", func(*policy.Turn) int { return 0 }),
		policy.New("outside", func(*policy.Turn) int { return 99 }),
	} {
		for budget := range 6 {
			fs := doubtful(4)
			fs[2].Action = bethink.Action{}
			steps, targets := play(p, policy.Turn{Options: fs, Horizon: 20, Budget: budget, Seed: 3})
			if len(steps) > budget {
				t.Errorf("%s: %d probes of %d", p.Name(), len(steps), budget)
			}
			if slices.Contains(targets, 2) || slices.Contains(targets, 99) {
				t.Errorf("%s asked what nothing answers for: %v", p.Name(), targets)
			}
		}
	}
}

// The paper's rule spends its budget at once on one field; periodic probing
// spreads it; value of information keeps it for the end and asks each once.
func TestProber_WhenAndWhat(t *testing.T) {
	t.Parallel()
	moment := func() policy.Turn {
		fs := doubtful(4)
		fs[1].Depends = 1
		return policy.Turn{Options: fs, Horizon: 20, Budget: 4, LastSeen: true}
	}
	for _, tt := range []struct {
		p              policy.Prober
		steps, targets []int
	}{
		{policy.EnvProbe("envprobe", policy.TermsAll), []int{1, 2, 3, 4}, []int{1, 1, 1, 1}},
		{policy.EnvProbe("c+d", policy.TermC|policy.TermD), []int{1, 2, 3, 4}, []int{1, 1, 1, 1}},
		{policy.PeriodicStalest(), []int{5, 10, 15, 20}, []int{0, 1, 2, 3}},
		{policy.ValueOfInformation("voi", policy.Worth{}), []int{17, 18, 19, 20}, nil},
		{policy.None(), nil, nil},
	} {
		steps, targets := play(tt.p, moment())
		if !slices.Equal(steps, tt.steps) || tt.targets != nil && !slices.Equal(targets, tt.targets) {
			t.Errorf("%s: steps %v fields %v, want %v %v", tt.p.Name(), steps, targets, tt.steps, tt.targets)
		}
		slices.Sort(targets)
		if tt.p.Name() == "voi" && !slices.Equal(targets, []int{0, 1, 2, 3}) {
			t.Errorf("voi asked %v, want each field once", targets)
		}
	}
}

// Of the last steps the first go to what stays and the last to what drifts.
func TestValueOfInformation_Order(t *testing.T) {
	t.Parallel()
	fs := []policy.Option{field("drifts", []float64{0.5, 0.5}, redraws(0.3, 2, 20)), field("stays", []float64{0.5, 0.5}, nil)}
	_, targets := play(policy.ValueOfInformation("voi", policy.Worth{}), policy.Turn{Options: fs, Horizon: 10, Budget: 2})
	if !slices.Equal(targets, []int{1, 0}) {
		t.Errorf("asked %v, want what stays first", targets)
	}
}

// Where the next action may end it all, what is put off may never be asked. The
// step that ends it is kept.
func TestValueOfInformation_BeforeTheEnd(t *testing.T) {
	t.Parallel()
	voi := policy.ValueOfInformation("voi", policy.Worth{})
	m := policy.Turn{Options: doubtful(3), Step: 4, Horizon: 20, Budget: 3}
	if got := voi.Choose(&m); got != policy.Act {
		t.Errorf("nothing ends: asked %d", got)
	}
	m.Ends = 1
	if got := voi.Choose(&m); got == policy.Act {
		t.Error("the next action ends it and nothing was asked")
	}
	m.Step = 19
	if got := voi.Choose(&m); got != policy.Act {
		t.Errorf("the last step was spent on a question: %d", got)
	}
}

// Told to protect the task, accuracy is bought with no step that could still win.
func TestValueOfInformation_Protect(t *testing.T) {
	t.Parallel()
	safe := policy.ValueOfInformation("safe", policy.Worth{Protect: true})
	can := func(chance float64) *policy.Turn {
		return &policy.Turn{Options: doubtful(3), Step: 18, Horizon: 20, Budget: 2, Within: func(int) float64 { return chance }}
	}
	if got := safe.Choose(can(0.2)); got != policy.Act {
		t.Errorf("it may still win, and asked %d", got)
	}
	if got := safe.Choose(can(0)); got == policy.Act {
		t.Error("it cannot win any more, and asked nothing")
	}
	fragile := &policy.Turn{Options: doubtful(3), Step: 4, Horizon: 20, Budget: 3, Ends: 1, Keeps: func(n int) float64 { return math.Pow(0.9, float64(n)) }}
	if got := safe.Choose(fragile); got != policy.Act {
		t.Errorf("waiting may lose the task, and asked %d", got)
	}
}

// For success a question is worth the steps it saves, and costs its own.
func TestValueOfInformation_Success(t *testing.T) {
	t.Parallel()
	p := policy.ValueOfInformation("success", policy.Worth{Objective: policy.ObjectiveSuccess})
	fs := doubtful(3)
	fs[0].Loss, fs[1].Loss = 1, 4
	m := &policy.Turn{Options: fs, Horizon: 20, Budget: 3}
	if got := p.Choose(m); got != 1 {
		t.Errorf("asked %d, want 1", got)
	}
	m.Options[1].Cost = 5
	if got := p.Choose(m); got != policy.Act {
		t.Errorf("asked %d: no question saves more than it costs", got)
	}
}

// A judge has the last word where it speaks.
func TestJudge(t *testing.T) {
	t.Parallel()
	recorded := map[int]int{2: 1, 3: policy.Act} // by step
	p := policy.Judge("judge", policy.EnvProbe("", policy.TermsAll), func(m *policy.Turn, base int) (int, bool) {
		field, ok := recorded[m.Step]
		return field, ok
	})
	m := &policy.Turn{Options: doubtful(2), Horizon: 20, Budget: 9}
	for _, tt := range []struct{ step, want int }{{1, 0}, {2, 1}, {3, policy.Act}} {
		m.Step = tt.step
		if got := p.Choose(m); got != tt.want {
			t.Errorf("step %d: %d, want %d", tt.step, got, tt.want)
		}
	}
}

// Oracles choose what is wrong, the weighted one by weight.
func TestOracle(t *testing.T) {
	t.Parallel()
	fs := doubtful(3)
	fs[0].Weight, fs[1].Weight, fs[2].Weight = 0.1, 0.5, 1
	m := &policy.Turn{Options: fs, Horizon: 20, Budget: 3}
	wrong := func(i int) bool { return i < 2 }
	if got := policy.Oracle(wrong).Choose(m); got != 0 {
		t.Errorf("oracle asked %d", got)
	}
	if got := policy.OracleWeighted(wrong).Choose(m); got != 1 {
		t.Errorf("weighted oracle asked %d", got)
	}
	m.Step = 17
	if got := policy.OracleTimed(func(int) bool { return true }).Choose(m); got == policy.Act {
		t.Error("all is wrong, the end is near, and the timed oracle asks nothing")
	}
	m.Step = 0
	if got := policy.OracleTimed(func(int) bool { return true }).Choose(m); got != policy.Act {
		t.Errorf("at the start the timed oracle asked %d", got)
	}
	if got := policy.Oracle(func(int) bool { return false }).Choose(m); got != policy.Act {
		t.Errorf("nothing is wrong and the oracle asked %d", got)
	}
}

func TestTerms_Threshold(t *testing.T) {
	t.Parallel()
	for terms, want := range map[policy.Terms]float64{policy.TermsAll: 1.5, policy.TermsAll &^ policy.TermS: 1.125, policy.TermC | policy.TermD: 0.75} {
		if got := terms.Threshold(); got != want {
			t.Errorf("%d: %v, want %v", terms, got, want)
		}
	}
}
