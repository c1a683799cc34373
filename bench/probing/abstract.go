package probing

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench/probing/policy"
	"github.com/bethink-dev/bethink/bench/stat"
	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/probe"
)

// The world of twenty fields: each has ten values, its own hazard and its own
// weight; an action reveals one field at random; the world ticks on every step.
const (
	abstractFields  = 20
	abstractValues  = 10
	abstractHorizon = 40
	abstractBudget  = 10
	// AbstractTraining is how many episodes of a world its rates are learned
	// from before they are judged.
	AbstractTraining = 50
)

// AbstractConfig says how many worlds to draw and how many episodes of each to
// judge, 4 where it is 0.
type AbstractConfig struct {
	Worlds   int
	First    uint64
	Episodes int
}

// abstractWorld has what is the same in all its episodes.
type abstractWorld struct {
	seed    uint64
	hazard  [abstractFields]float64
	weight  [abstractFields]float64
	swapped [abstractFields]float64 // the hazards, given to the wrong fields
}

func newAbstractWorld(seed uint64) *abstractWorld {
	w := &abstractWorld{seed: seed}
	rng := rand.New(rand.NewPCG(seed, 1))
	for i := range abstractFields {
		w.hazard[i] = [...]float64{0, 0.02, 0.1, 0.3}[rng.IntN(4)]
		w.weight[i] = float64(rng.IntN(3)) / 2
	}
	for i, j := range rng.Perm(abstractFields) {
		w.swapped[i] = w.hazard[j]
	}
	return w
}

// rateOf turns a chance a tick into a rate of redraws.
func rateOf(p float64) float64 { return -math.Log1p(-p) }

// tick is what one step of an episode does by itself.
type tick struct {
	value   [abstractFields]int // after it
	reveals int
	depends [3]int
}

// deal draws an episode: the same whatever the agent does.
func (w *abstractWorld) deal(episode int) (first [abstractFields]int, ticks []tick) {
	rng := rand.New(rand.NewPCG(w.seed, 2+uint64(episode)))
	for i := range first {
		first[i] = rng.IntN(abstractValues)
	}
	now := first
	for range abstractHorizon {
		var t tick
		for i := range now {
			if rng.Float64() < w.hazard[i] {
				now[i] = rng.IntN(abstractValues)
			}
		}
		t.value, t.reveals = now, rng.IntN(abstractFields)
		for i := range t.depends {
			t.depends[i] = rng.IntN(abstractFields)
		}
		ticks = append(ticks, t)
	}
	return first, ticks
}

// abstractPack declares the fields; rate is what it takes each to change by.
type abstractPack struct{ rate [abstractFields]float64 }

func (*abstractPack) Describe() bethink.Description {
	return bethink.Description{Name: "fields", Version: "1", Tick: 1}
}
func (*abstractPack) Schemas() []bethink.Schema                 { return nil }
func (*abstractPack) Action(string) (a bethink.Action, ok bool) { return a, false }

func (p *abstractPack) Priors(_ bethink.View, f bethink.Found) ([]bethink.Prior, error) {
	i, err := strconv.Atoi(strings.TrimPrefix(string(f.Entity), "field "))
	if err != nil {
		return nil, err
	}
	prior := bethink.Prior{Var: fieldOf(i), Measured: true, Kernel: dist.Kernel{Kind: dist.KernelRedraw, Rate: p.rate[i]}, Nature: bethink.NatureDrifting}
	for v := range abstractValues {
		prior.Values = append(prior.Values, bethink.Value(strconv.Itoa(v)))
	}
	return []bethink.Prior{prior}, nil
}

func (*abstractPack) Transition(bethink.View, bethink.Action) bethink.Transition {
	return bethink.Transition{}
}

func (*abstractPack) Parse(context.Context, bethink.View, bethink.Input) (bethink.Observation, error) {
	return bethink.Observation{}, bethink.ErrUnparsed
}

func fieldOf(i int) bethink.Variable {
	return bethink.Variable{Entity: bethink.Entity("field " + strconv.Itoa(i)), Attr: "value"}
}

// abstractMind is the belief about the fields at the start, with their laws.
type abstractMind struct {
	view bethink.View
	ids  [abstractFields]bethink.ID
	laws [abstractFields]*policy.Law
}

func newAbstractMind(rate [abstractFields]float64, k bethink.Knowledge) (*abstractMind, error) {
	v := bethink.View{World: "fields", Episode: "1", Pack: &abstractPack{rate}, Knowledge: k}
	var found []bethink.Found
	for i := range abstractFields {
		// Each field is a class of its own: nothing says which are alike.
		found = append(found, bethink.Found{Entity: fieldOf(i).Entity, Type: "type " + strconv.Itoa(i)})
	}
	v, _, err := bethink.Update(v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Found: found})
	if err != nil {
		return nil, err
	}
	m := &abstractMind{view: v}
	for i := range m.ids {
		m.ids[i], _ = v.Belief.Find(fieldOf(i))
		m.laws[i] = law(v.Belief, m.ids[i], abstractHorizon)
	}
	return m, nil
}

// play plays an episode and returns the terminal weighted accuracy. rates, where
// set, learns from it.
func (w *abstractWorld) play(m *abstractMind, build func(wrong func(int) bool) policy.Prober, episode int, rates *probe.Rates) (float64, error) {
	now, ticks := w.deal(episode)
	v := m.view
	var seen [abstractFields]int
	fields := make([]policy.Option, abstractFields)
	for i := range fields {
		fields[i] = policy.Option{Variable: fieldOf(i), Action: bethink.Action{Verb: "check"}, Cost: 1, Law: m.laws[i], Weight: w.weight[i], Label: w.weight[i]}
	}
	mo := policy.Turn{Horizon: abstractHorizon, Budget: abstractBudget, Seed: w.seed<<20 | uint64(episode), Options: fields}
	p := build(func(i int) bool { return fields[i].Point != now[i] })
	update := func(elapsed float64, field, value int) error {
		var obs bethink.Observation
		if field >= 0 {
			obs.Evidence = []bethink.Evidence{{
				Clause:      []bethink.Literal{{Var: fieldOf(field), Any: []bethink.Value{bethink.Value(strconv.Itoa(value))}}},
				Reliability: sureOf, Trust: bethink.TrustInstrument,
			}}
			seen[field] = mo.Step + 1
		}
		next, step, err := bethink.Update(v, bethink.Input{Elapsed: elapsed}, bethink.Transition{}, obs)
		if err != nil {
			return err
		}
		if rates != nil {
			for _, l := range (probe.RateLearner{}).Looks(v, step) {
				*rates = rates.Learn(l)
			}
		}
		v = next
		return nil
	}
	for _, t := range ticks {
		for i := range fields {
			f := &fields[i]
			f.P = v.Belief.P(m.ids[i], f.P[:0])
			f.Point, f.Depends, f.Age = best(f.P), 0, mo.Step-seen[i]
			// The paper's rule knows the mean hazard only.
			const mean = (0 + 0.02 + 0.1 + 0.3) / 4
			f.Confidence = 1.0/abstractValues + (1-1.0/abstractValues)*math.Pow(1-mean, float64(f.Age))
			if seen[i] == 0 {
				f.Confidence, f.Age = 1.0/abstractValues, mo.Step+1
			}
		}
		for _, i := range t.depends {
			fields[i].Depends = 1
		}
		choice := p.Choose(&mo)
		var err error
		if choice != policy.Act {
			if err = update(0, choice, now[choice]); err == nil {
				err = update(1, -1, 0)
			}
			mo.Used++
			mo.LastProbe = mo.Step + 1
		} else {
			err = update(1, t.reveals, t.value[t.reveals])
		}
		if err != nil {
			return 0, err
		}
		now = t.value
		mo.Step++
	}
	right, all := 0.0, 0.0
	for i := range fields {
		all += w.weight[i]
		fields[i].P = v.Belief.P(m.ids[i], fields[i].P[:0])
		if best(fields[i].P) == now[i] {
			right += w.weight[i]
		}
	}
	return right / max(all, 1e-9), nil
}

// AbstractReport is what the study of learned rates comes to.
type AbstractReport struct {
	Worlds   int `json:"worlds"`
	Episodes int `json:"episodes"`
	// Coverage is the share of true rates inside their 90 % interval after the
	// training, Width the mean of log₂ of the interval's ends' ratio.
	Coverage float64 `json:"interval_coverage"`
	// Accuracy is the mean terminal weighted accuracy by rule and time, in the
	// order of the policies.
	Policies []AbstractRow `json:"policies"`
}

// AbstractRow is one rule at one time of asking.
type AbstractRow struct {
	Policy   string        `json:"policy"`
	Accuracy stat.Estimate `json:"weighted_accuracy"`
}

// String writes the report as text.
func (r AbstractReport) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d worlds of %d fields, rates learned from %d episodes each, %d episodes judged\n", r.Worlds, abstractFields, AbstractTraining, r.Episodes)
	fmt.Fprintf(&b, "90 %% intervals that hold the true rate: %.3f\n\n%-28s terminal weighted accuracy (95 %%)\n", r.Coverage, "policy")
	for _, p := range r.Policies {
		fmt.Fprintf(&b, "%-28s %.3f (%.3f to %.3f)\n", p.Policy, p.Accuracy.Value, p.Accuracy.Lo, p.Accuracy.Hi)
	}
	return b.String()
}

// abstractArm is one row of the report: a policy with the rates it believes in.
type abstractArm struct {
	name  string
	rates Hazards
	build func(wrong func(int) bool) policy.Prober
}

func abstractArms() []abstractArm {
	plain := func(name string, h Hazards, p policy.Prober) abstractArm {
		return abstractArm{name, h, func(func(int) bool) policy.Prober { return p }}
	}
	all, worth := policy.TermsAll, policy.Worth{Objective: policy.ObjectiveWeighted}
	arms := []abstractArm{
		plain("none", HazardsTrue, policy.None()),
		plain("random", HazardsTrue, policy.Random()),
		plain("envprobe", HazardsTrue, policy.EnvProbe("", all)),
	}
	for _, at := range []struct {
		name string
		when policy.When
	}{{"every", policy.Every}, {"late", policy.Late}} {
		value := policy.At("", at.when, policy.MostValuable(policy.ObjectiveWeighted))
		if at.name == "late" {
			value = policy.ValueOfInformation("", worth)
		}
		arms = append(arms,
			plain("stalest, "+at.name, HazardsTrue, policy.At("", at.when, policy.Stalest)),
			plain("envprobe c+d, "+at.name, HazardsTrue, policy.At("", at.when, policy.HighestScore(policy.TermC|policy.TermD))),
			plain("envprobe c+d+s+u, "+at.name, HazardsTrue, policy.At("", at.when, policy.HighestScore(all))),
			plain("voi shuffled, "+at.name, HazardsShuffled, value),
			plain("voi learned, "+at.name, HazardsLearned, value),
			plain("voi given, "+at.name, HazardsTrue, value),
			abstractArm{"oracle weighted, " + at.name, HazardsTrue, func(wrong func(int) bool) policy.Prober {
				return policy.At("", at.when, policy.Wrong(true, wrong))
			}},
		)
	}
	return arms
}

// RunAbstract draws worlds, learns their rates over AbstractTraining episodes and
// judges every rule on later episodes of the same worlds.
func RunAbstract(c AbstractConfig, each Each) (AbstractReport, error) {
	if c.Worlds < 2 {
		return AbstractReport{}, fmt.Errorf("probing: AbstractConfig.Worlds is %d: want at least 2: %w", c.Worlds, bethink.ErrInvalid)
	}
	if c.Episodes == 0 {
		c.Episodes = 4
	}
	arms := abstractArms()
	held := make([]int, c.Worlds)
	scores := make([][]float64, len(arms))
	for i := range scores {
		scores[i] = make([]float64, c.Worlds)
	}
	err := each(c.Worlds, func(n int) error {
		w := newAbstractWorld(c.First + uint64(n))
		rates, err := w.learn()
		if err != nil {
			return err
		}
		held[n] = w.covered(rates)
		minds, err := w.minds(rates)
		if err != nil {
			return err
		}
		for a, arm := range arms {
			for e := range c.Episodes {
				score, err := w.play(minds[arm.rates], arm.build, AbstractTraining+e, nil)
				if err != nil {
					return fmt.Errorf("%s: %w", arm.name, err)
				}
				scores[a][n] += score / float64(c.Episodes)
			}
		}
		return nil
	})
	if err != nil {
		return AbstractReport{}, err
	}
	report := AbstractReport{Worlds: c.Worlds, Episodes: c.Worlds * c.Episodes}
	for _, h := range held {
		report.Coverage += float64(h) / float64(c.Worlds*abstractFields)
	}
	for a, arm := range arms {
		m, err := stat.Mean(scores[a], nil, stat.Config{Resamples: 2000, Seed: 1})
		if err != nil {
			return report, err
		}
		report.Policies = append(report.Policies, AbstractRow{arm.name, m.Percentile(0.95)})
	}
	return report, nil
}

// learn plays the training episodes with probes at random.
func (w *abstractWorld) learn() (probe.Rates, error) {
	rates := probe.Rates{}
	for e := range AbstractTraining {
		var unknown [abstractFields]float64
		m, err := newAbstractMind(unknown, rates)
		if err != nil {
			return rates, err
		}
		random := func(func(int) bool) policy.Prober { return policy.Random() }
		if _, err := w.play(m, random, e, &rates); err != nil {
			return rates, err
		}
	}
	return rates, nil
}

// covered counts the fields whose 90 % interval holds the true rate.
func (w *abstractWorld) covered(r probe.Rates) int {
	n := 0
	for i, p := range w.hazard {
		lo, hi, ok := r.Interval(probe.Class{Type: "type " + strconv.Itoa(i), Attr: "value"}, 0.9)
		if rate := rateOf(p); ok && lo <= rate && rate <= hi {
			n++
		}
	}
	return n
}

// minds are the beliefs of the arms, by where their rates are from.
func (w *abstractWorld) minds(learned probe.Rates) (out [3]*abstractMind, err error) {
	var given, swapped, none [abstractFields]float64
	for i := range w.hazard {
		given[i], swapped[i] = rateOf(w.hazard[i]), rateOf(w.swapped[i])
	}
	if out[HazardsTrue], err = newAbstractMind(given, bethink.NoKnowledge{}); err != nil {
		return out, err
	}
	if out[HazardsShuffled], err = newAbstractMind(swapped, bethink.NoKnowledge{}); err != nil {
		return out, err
	}
	out[HazardsLearned], err = newAbstractMind(none, learned)
	return out, err
}
