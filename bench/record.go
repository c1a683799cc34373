package bench

import (
	"cmp"
	"math"
	"slices"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench/stat"
	"github.com/bethink-dev/bethink/llm"
)

// PackID says which pack read the texts.
type PackID struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Digest  string `json:"digest"`
}

// Settled is a forecast that an answer settled: the probability the belief gave
// the event before the answer was read, and whether it was so.
type Settled struct {
	Event string  `json:"event"`
	P     float64 `json:"p"`
	True  bool    `json:"true"`
}

// Record is what one episode leaves. It holds no time of day: equal
// configurations give equal records, but for what a language model says and
// how long it takes to.
//
// Invariants:
//  1. Steps <= Budget; Rewards has as many entries as Steps.
//  2. Forecasts are first decisions: of each event of the episode the first
//     forecast that was settled, where it lies within (.02, .98). The others are
//     counted in Trivial, and in TrivialWrong where the unlikely thing was so.
//  3. Brier and LogScore (bits, -log2 of the probability of what was so) are the
//     means over Forecasts, absent where there are none. Less is better.
//  4. Coverage is the share of the belief's variables that some observation has
//     told of when the episode ended.
//  5. Model is what the policy asked of a language model, and nil for a policy
//     that asks none.
type Record struct {
	Suite        string        `json:"suite"`
	World        bethink.World `json:"world"`
	Index        int           `json:"index"` // place of the episode in its run
	Task         string        `json:"task"`
	Seed         uint64        `json:"seed"`
	Agent        string        `json:"agent"`
	WM           string        `json:"wm"`
	Outcome      string        `json:"outcome"`
	Error        string        `json:"error,omitempty"`
	Budget       int           `json:"budget"`
	Steps        int           `json:"steps"`
	Walkthrough  int           `json:"walkthrough,omitempty"` // steps of the stored solution; 0: none known
	Queries      int           `json:"queries"`
	Rejections   int           `json:"rejections"`      // proposals that the agent's own gate refused
	Invalid      int           `json:"invalid_actions"` // actions that were not admissible
	Rewards      []float64     `json:"rewards,omitempty"`
	Forecasts    []Settled     `json:"forecasts,omitempty"`
	Trivial      int           `json:"trivial"`
	TrivialWrong int           `json:"trivial_wrong"`
	Brier        *float64      `json:"brier,omitempty"`
	LogScore     *float64      `json:"log_score_bits,omitempty"`
	Coverage     float64       `json:"coverage"`
	Fingerprint  string        `json:"fingerprint,omitempty"`
	Model        *llm.Spent    `json:"model,omitempty"`
	Pack         PackID        `json:"pack"`
	Version      string        `json:"version"`
}

// Won reports whether the task was done within the budget.
func (r *Record) Won() bool { return r.Outcome == bethink.OutcomeWon.String() }

// Charged returns the steps to the goal, the whole budget where it was not
// reached.
func (r *Record) Charged() int {
	if r.Won() {
		return r.Steps
	}
	return r.Budget
}

// Trace returns the record as the reward-within-budget curve sees it.
func (r *Record) Trace() stat.Trace {
	return stat.Trace{
		Budget: r.Budget, Steps: r.Steps, Queries: r.Queries + r.Rejections, Won: r.Won(), Rewards: r.Rewards,
	}
}

// key names the episode among all records of a folder.
type key struct {
	agent, wm string
	world     bethink.World
	task      string
}

func (r *Record) key() key { return key{r.Agent, r.WM, r.World, r.Task} }

// sortRecords puts records into their one order: by variant, world and place.
func sortRecords(rs []Record) {
	slices.SortFunc(rs, func(a, b Record) int {
		return cmp.Or(cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.WM, b.WM),
			cmp.Compare(a.World, b.World), cmp.Compare(a.Index, b.Index))
	})
}

// Forecasts within these bounds are decisions, the others are trivial.
const (
	trivialBelow = 0.02
	trivialAbove = 0.98
)

// take counts the forecasts that a step settled, each event once an episode.
func (r *Record) take(st *bethink.Step, seen map[string]bool) {
	for i, sc := range st.Scores {
		if !sc.Settled {
			continue
		}
		k := st.Transition.Reveals[i].Key()
		if seen[k] {
			continue
		}
		seen[k] = true
		switch {
		case sc.P > trivialBelow && sc.P < trivialAbove:
			r.Forecasts = append(r.Forecasts, Settled{Event: k, P: sc.P, True: sc.True})
		default:
			r.Trivial++
			if sc.True != (sc.P > 0.5) {
				r.TrivialWrong++
			}
		}
	}
}

// score fills in the means over the forecasts.
func (r *Record) score() {
	brier, bits, n := scores(r.Forecasts)
	if n > 0 {
		r.Brier, r.LogScore = &brier, &bits
	}
}

// scores returns the mean Brier score and the mean -log2 of the probability of
// what was so.
func scores(fs []Settled) (brier, bits float64, n int) {
	for _, f := range fs {
		p := f.P
		if !f.True {
			p = 1 - p
		}
		brier += (1 - p) * (1 - p)
		bits -= math.Log2(p)
	}
	n = len(fs)
	if n > 0 {
		brier, bits = brier/float64(n), bits/float64(n)
	}
	return brier, bits, n
}
