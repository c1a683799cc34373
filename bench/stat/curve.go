package stat

import "fmt"

// Trace is one episode as the reward-within-budget curve sees it.
//
// Invariants (see Valid):
//  1. Budget is positive; Steps and Queries are not negative.
//  2. Rewards is empty, and the return is then 1 from the last step of a won
//     episode on and else 0; or Rewards[i] is the return reached after step i+1,
//     the best so far where a world's score can fall (see RunningBest). The last
//     one is held after the end. It has at most Steps entries.
type Trace struct {
	Budget  int // steps the episode may take
	Steps   int // steps it took
	Queries int // questions and refused proposals, free unless charged
	Won     bool
	Rewards []float64
}

// Valid reports why t is no trace.
func (t Trace) Valid() error {
	switch {
	case t.Budget <= 0:
		return fmt.Errorf("stat: Trace.Budget is %d: want at least 1", t.Budget)
	case t.Steps < 0 || t.Queries < 0:
		return fmt.Errorf("stat: Trace has %d steps and %d queries: want at least 0", t.Steps, t.Queries)
	case len(t.Rewards) > t.Steps:
		return fmt.Errorf("stat: Trace has %d rewards in %d steps", len(t.Rewards), t.Steps)
	}
	return nil
}

// Cost says what the budget pays for.
type Cost uint8

// The costs.
const (
	// StepsOnly charges steps; queries are free.
	StepsOnly Cost = iota
	// StepsAndQueries charges queries like steps. A trace does not say when they
	// were asked: they are spread evenly over the steps, and all of them are paid
	// when the last step is done.
	StepsAndQueries
)

// Return is the anytime return once spent has been paid, 0 for spent 0.
func (t Trace) Return(spent int, cost Cost) float64 {
	steps := spent
	if cost == StepsAndQueries && t.Steps > 0 {
		// Step i is done when i (Steps+Queries)/Steps are paid, rounded up.
		steps = min(spent*t.Steps/(t.Steps+t.Queries), t.Steps)
	}
	switch {
	case steps <= 0:
		return 0
	case len(t.Rewards) > 0:
		return t.Rewards[min(steps, len(t.Rewards))-1]
	case t.Won && steps >= t.Steps:
		return 1
	}
	return 0
}

// Curve is R(a), the return within a share a of the budget, for a = 0.05, 0.10
// to 1.00.
type Curve [20]float64

// Share returns the share of the budget at point i of a Curve.
func Share(i int) float64 { return float64(i+1) / 20 }

// Curve returns the trace's own R(a): the return after floor(a Budget).
func (t Trace) Curve(cost Cost) Curve {
	var c Curve
	for i := range c {
		c[i] = t.Return((i+1)*t.Budget/20, cost)
	}
	return c
}

// MeanCurve returns the mean R(a) over all traces, lost ones included; all 0 for
// none.
func MeanCurve(traces []Trace, cost Cost) Curve {
	var mean Curve
	if len(traces) == 0 {
		return mean
	}
	for _, t := range traces {
		for i, v := range t.Curve(cost) {
			mean[i] += v
		}
	}
	for i := range mean {
		mean[i] /= float64(len(traces))
	}
	return mean
}

// Area returns the area under the curve by the trapezoid rule over the span of
// its grid, 0.95: the mean return over budgets. The area of a MeanCurve is the
// mean of the traces' areas, so intervals come from [Mean] and [Paired] of those.
func (c Curve) Area() float64 {
	sum := (c[0] + c[len(c)-1]) / 2
	for _, v := range c[1 : len(c)-1] {
		sum += v
	}
	return sum / float64(len(c)-1)
}

// RunningBest returns the best score so far at each step, for Trace.Rewards; a
// score below 0 counts 0.
func RunningBest(scores []float64) []float64 {
	best, out := 0.0, make([]float64, len(scores))
	for i, s := range scores {
		best = max(best, s)
		out[i] = best
	}
	return out
}
