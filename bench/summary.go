package bench

import (
	"fmt"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench/stat"
	"github.com/bethink-dev/bethink/llm"
)

// Summary is one variant on one suite: a line of "bethink run --json".
//
// MeanSteps is over all episodes; one that was not won counts its whole budget.
// StepsOverWalkthrough is the sum of those steps over the sum of the
// walkthroughs' lengths, of the episodes that have one. AUC is the area under
// reward-within-budget with queries free. Brier and LogScore (bits, less is
// better) are means over the Events first decisions of all valid episodes.
// What there is nothing to compute from is null.
type Summary struct {
	Suite                string   `json:"suite"`
	Agent                string   `json:"agent"`
	WM                   string   `json:"wm"`
	Episodes             int      `json:"episodes"`
	Won                  int      `json:"won"`
	Lost                 int      `json:"lost"`
	Timeout              int      `json:"timeout"`
	Invalid              int      `json:"invalid"`
	MeanSteps            *float64 `json:"mean_steps"`
	StepsOverWalkthrough *float64 `json:"steps_over_walkthrough"`
	AUC                  *float64 `json:"auc"`
	Brier                *float64 `json:"brier"`
	LogScore             *float64 `json:"log_score_bits"`
	Events               int      `json:"events"`

	// Modelled is what is counted where a language model plays; else it is left
	// out.
	*Modelled
}

// Modelled sums what the policies of a language model did and asked, over all
// episodes.
type Modelled struct {
	Played     int       `json:"steps"` // that were taken, not that are charged
	Queries    int       `json:"queries"`
	Rejections int       `json:"rejections"`
	NotValid   int       `json:"invalid_actions"`
	Model      llm.Spent `json:"model"`
}

// add counts a record whose policy asked a model.
func (s *Summary) add(r *Record) {
	if r.Model == nil {
		return
	}
	if s.Modelled == nil {
		s.Modelled = new(Modelled)
	}
	s.Played += r.Steps
	s.Queries += r.Queries
	s.Rejections += r.Rejections
	s.NotValid += r.Invalid
	s.Model.Sum(*r.Model)
}

// Name returns the variant as agent+wm.
func (s *Summary) Name() string { return name(s.Agent, s.WM) }

// Summarise returns the figures of one variant's records.
func Summarise(rs []Record) Summary {
	var s Summary
	s.Episodes = len(rs)
	if len(rs) == 0 {
		return s
	}
	s.Suite, s.Agent, s.WM = rs[0].Suite, rs[0].Agent, rs[0].WM
	steps, over, walk := 0, 0, 0
	var fs []Settled
	for i := range rs {
		r := &rs[i]
		switch r.Outcome {
		case bethink.OutcomeWon.String():
			s.Won++
		case bethink.OutcomeLost.String():
			s.Lost++
		case bethink.OutcomeTimedOut.String():
			s.Timeout++
		default:
			s.Invalid++
		}
		s.add(r)
		steps += r.Charged()
		if r.Walkthrough > 0 {
			over += r.Charged()
			walk += r.Walkthrough
		}
		if r.Outcome != bethink.OutcomeInvalid.String() {
			fs = append(fs, r.Forecasts...)
		}
	}
	value := func(x float64) *float64 { return &x }
	s.MeanSteps = value(float64(steps) / float64(len(rs)))
	if walk > 0 {
		s.StepsOverWalkthrough = value(float64(over) / float64(walk))
	}
	s.AUC = value(Curve(rs, stat.StepsOnly).Area())
	brier, bits, n := scores(fs)
	if s.Events = n; n > 0 {
		s.Brier, s.LogScore = &brier, &bits
	}
	return s
}

// Curve returns the records' mean reward within each share of the budget.
func Curve(rs []Record, cost stat.Cost) stat.Curve {
	ts := make([]stat.Trace, len(rs))
	for i := range rs {
		ts[i] = rs[i].Trace()
	}
	return stat.MeanCurve(ts, cost)
}

// ByVariant groups records by variant, in the order of variants.
func ByVariant(rs []Record, variants []Variant) [][]Record {
	out := make([][]Record, len(variants))
	for i, v := range variants {
		for _, r := range rs {
			if r.Agent == v.Agent && r.WM == v.WM {
				out[i] = append(out[i], r)
			}
		}
	}
	return out
}

// Intervals are the 95 % intervals of a variant's figures: Wilson's for the
// share that was won, the bootstrap's over worlds for the others.
type Intervals struct {
	Won, Steps, AUC stat.Estimate
	// AUCCharged is AUC where queries and refused proposals cost a step each.
	AUCCharged stat.Estimate
}

const level = 0.95

// Resampling of the intervals; enough for an interval.
func resampling() stat.Config { return stat.Config{Resamples: 2000, Seed: 1} }

// Interval returns the intervals of one variant's records.
func Interval(rs []Record) (Intervals, error) {
	var out Intervals
	won := 0
	for i := range rs {
		if rs[i].Won() {
			won++
		}
	}
	out.Won = stat.Proportion(won, len(rs), level)
	clusters := worlds(rs)
	for _, m := range []struct {
		to *stat.Estimate
		of func(*Record) float64
	}{
		{&out.Steps, func(r *Record) float64 { return float64(r.Charged()) }},
		{&out.AUC, func(r *Record) float64 { return r.Trace().Curve(stat.StepsOnly).Area() }},
		{&out.AUCCharged, func(r *Record) float64 { return r.Trace().Curve(stat.StepsAndQueries).Area() }},
	} {
		res, err := stat.Mean(values(rs, m.of), clusters, resampling())
		if err != nil {
			return out, fmt.Errorf("bench: interval: %w", err)
		}
		*m.to = res.Percentile(level)
	}
	return out, nil
}

// Comparison sets variant A against variant B on the same episodes.
type Comparison struct {
	Episodes     int           // that both played
	Steps        stat.Estimate // A-B a task, each charged as in Summary: less is fewer steps
	AUC          stat.Estimate // A-B
	NotValid     stat.Estimate // A-B of the share of an episode's steps that were not admissible
	OnlyA, OnlyB int           // episodes that only one of them won
	P            float64       // exact McNemar on those
}

// Compare pairs the episodes of two variants by world and task. It returns
// ErrInvalid where they have none in common.
func Compare(a, b []Record) (Comparison, error) {
	type where struct {
		world bethink.World
		task  string
	}
	other := map[where]Record{}
	for _, r := range b {
		other[where{r.World, r.Task}] = r
	}
	var pa, pb []Record
	for _, r := range a {
		if o, ok := other[where{r.World, r.Task}]; ok {
			pa, pb = append(pa, r), append(pb, o)
		}
	}
	if len(pa) == 0 {
		return Comparison{}, fmt.Errorf("bench: compare: no episode in common: %w", bethink.ErrInvalid)
	}
	c := Comparison{Episodes: len(pa)}
	clusters := worlds(pa)
	for _, m := range []struct {
		to *stat.Estimate
		of func(*Record) float64
	}{
		{&c.Steps, func(r *Record) float64 { return float64(r.Charged()) }},
		{&c.AUC, func(r *Record) float64 { return r.Trace().Curve(stat.StepsOnly).Area() }},
		{&c.NotValid, func(r *Record) float64 { return float64(r.Invalid) / float64(max(1, r.Steps)) }},
	} {
		res, err := stat.Paired(values(pa, m.of), values(pb, m.of), clusters, resampling())
		if err != nil {
			return c, fmt.Errorf("bench: compare: %w", err)
		}
		*m.to = res.Percentile(level)
	}
	wa, wb := make([]bool, len(pa)), make([]bool, len(pa))
	for i := range pa {
		wa[i], wb[i] = pa[i].Won(), pb[i].Won()
	}
	c.OnlyA, c.OnlyB = stat.Discordant(wa, wb)
	c.P = stat.McNemar(c.OnlyA, c.OnlyB)
	return c, nil
}

func values(rs []Record, of func(*Record) float64) []float64 {
	out := make([]float64, len(rs))
	for i := range rs {
		out[i] = of(&rs[i])
	}
	return out
}

// worlds numbers the records' worlds: what is resampled together.
func worlds(rs []Record) []int {
	out := make([]int, len(rs))
	at := map[bethink.World]int{}
	for i := range rs {
		n, ok := at[rs[i].World]
		if !ok {
			n = len(at)
			at[rs[i].World] = n
		}
		out[i] = n
	}
	return out
}
