package probe

import (
	"cmp"
	"slices"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// Budget is what a ranking is for.
type Budget struct {
	// Probes is the number of probes left; none are ranked where it is 0.
	Probes int
	// Cost bounds the cost of one probe in the world's unit; 0 is no bound.
	Cost float64
	// Horizon is the time left until the belief is used, in the world's unit:
	// what will have changed by then is worth less. 0 is now.
	Horizon float64
	// Weight is the importance of each variable in [0, 1], nil for 1 each.
	Weight func(bethink.Variable) float64
	// Top bounds the number of probes returned; 0 is 10.
	Top int
}

// Signal is the four reasons to probe, each in [0, 1]: the weight of the
// variable, how much the next action rests on it, how long ago it was verified
// (1 from ten units of time on), and the doubt.
type Signal struct {
	Criticality float64 `json:"criticality"`
	Dependency  float64 `json:"dependency"`
	Staleness   float64 `json:"staleness"`
	Uncertainty float64 `json:"uncertainty"`
}

// Ranked is one probe worth making.
type Ranked struct {
	Variable bethink.Variable `json:"variable"`
	Action   bethink.Action   `json:"action"`
	Cost     float64          `json:"cost"`
	// Bits is the expected information, Value what the answer adds to the
	// objective: the expected number of variables right when the horizon is
	// reached, each times its weight.
	Bits   float64 `json:"bits"`
	Value  float64 `json:"value"`
	Signal Signal  `json:"signals"`
}

// Rank lists the probes most worth making before the next action, the best
// first: by value, then by cost, then by name. Only variables that some action of
// the pack answers for are listed.
//
// The value of asking about a variable is w · stay · (1 − max b): its weight, the
// chance that the answer still holds at the horizon, and the doubt. Dependency is
// 1 for what the next action needs, one half for what its effects hang on.
func Rank(v bethink.View, next bethink.Action, b Budget) []Ranked {
	if b.Probes <= 0 {
		return nil
	}
	top := b.Top
	if top <= 0 {
		top = 10
	}
	r := ranker{view: v, budget: b, next: v.Transition(next)}
	var out []Ranked
	// Twice as many as wanted: some have no answer. Where that is not enough,
	// all are looked at.
	for n := 2 * top; ; n = v.Belief.Len() {
		out = out[:0]
		found := r.values(n)
		for _, c := range found {
			if one, ok := r.explain(c); ok && len(out) < top {
				out = append(out, one)
			}
		}
		if len(out) == top || len(found) < n || n >= v.Belief.Len() {
			break
		}
	}
	slices.SortStableFunc(out, func(x, y Ranked) int {
		return cmp.Or(cmp.Compare(y.Value, x.Value), cmp.Compare(x.Cost, y.Cost),
			cmp.Compare(x.Variable.Attr, y.Variable.Attr), cmp.Compare(x.Variable.Entity, y.Variable.Entity))
	})
	return out
}

type ranker struct {
	view   bethink.View
	budget Budget
	next   bethink.Transition
}

// candidate is a variable worth asking about.
type candidate struct {
	id    bethink.ID
	value float64
}

// values returns the n variables of the greatest value above 0, in descending
// order, ties in the order of meeting.
func (r *ranker) values(n int) []candidate {
	b := r.view.Belief
	found := make([]candidate, 0, n+1)
	var buf []float64
	least := 0.0 // what it takes to be among them
	b.All(func(id bethink.ID, name bethink.Variable) bool {
		buf = b.P(id, buf[:0])
		doubt := buf[0]
		for _, p := range buf[1:] {
			doubt = max(doubt, p)
		}
		doubt = 1 - doubt
		open := b.Values(id)[0] == bethink.Other
		if doubt <= least && !open { // no answer is worth more than the doubt
			return true
		}
		value := r.gain(id, buf, doubt, open)
		if r.budget.Weight != nil {
			value *= r.budget.Weight(name)
		}
		if value <= least {
			return true
		}
		at := len(found)
		for at > 0 && found[at-1].value < value {
			at--
		}
		found = slices.Insert(found, at, candidate{id, value})
		if len(found) > n {
			found = found[:n]
			least = found[n-1].value
		}
		return true
	})
	return found
}

// gain is what asking about a variable now adds.
func (r *ranker) gain(id bethink.ID, p []float64, doubt float64, open bool) float64 {
	stay, pi := r.view.Belief.Drift(id, r.budget.Horizon)
	if stay == 1 && !open {
		return doubt
	}
	return max(0, Prospect{P: p, Pi: pi, Open: open}.Gain(stay))
}

// explain finds the action that answers and the reasons.
func (r *ranker) explain(c candidate) (Ranked, bool) {
	b := r.view.Belief
	name := b.Name(c.id)
	answer, err := r.view.Ask(name)
	if err != nil || answer.Check == nil || r.budget.Cost > 0 && answer.Check.Cost > r.budget.Cost {
		return Ranked{}, false
	}
	weight := 1.0
	if r.budget.Weight != nil {
		weight = r.budget.Weight(name)
	}
	age := b.Now()
	if at, ok := b.Verified(c.id); ok {
		age -= at
	}
	return Ranked{
		Variable: name, Action: answer.Check.Action, Cost: answer.Check.Cost,
		Bits: dist.Entropy(b.P(c.id, nil)), Value: c.value,
		Signal: Signal{Criticality: weight, Dependency: r.depends(name), Staleness: min(1, age/10), Uncertainty: 1 - answer.P},
	}, true
}

func (r *ranker) depends(v bethink.Variable) float64 {
	if slices.ContainsFunc(r.next.Preconditions, func(l bethink.Literal) bool { return l.Var == v }) {
		return 1
	}
	for _, e := range r.next.Effects {
		if slices.ContainsFunc(e.When, func(l bethink.Literal) bool { return l.Var == v }) {
			return 0.5
		}
	}
	return 0
}
