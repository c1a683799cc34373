package policy

import (
	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/probe"
)

// Option is one variable as a prober sees it.
type Option struct {
	Variable bethink.Variable
	// Action answers for the variable and Cost is its price in steps. An
	// action without text and verb says that nothing answers.
	Action bethink.Action
	Cost   float64
	// P is the belief, one probability a value; Point the value that the agent
	// would report, −1 for unknown. Open says that P[0] is of all values not
	// listed, which nobody can report.
	P     []float64
	Point int
	Open  bool
	Law   *Law
	// Weight is the importance for the task, in [0, 1], as far as it is known;
	// Label is the agent's own report of it.
	Weight, Label float64
	// Depends is how much the planned action rests on the variable, in [0, 1].
	Depends float64
	// Age is the number of steps since it was verified, or since the start.
	Age int
	// Confidence is what the agent reports of its Point.
	Confidence float64
	// Loss is the expected number of steps that acting on the belief as it is
	// costs more than acting on the truth.
	Loss float64
}

// Answerable says that some action answers for the option.
func (o *Option) Answerable() bool { return o.Action.Verb != "" || o.Action.Text != "" }

// prospect is the option as value of information reads it.
func (o *Option) prospect(lastSeen bool) probe.Prospect {
	x := probe.Prospect{P: o.P, Open: o.Open, Point: o.Point, LastSeen: lastSeen}
	if o.Law != nil {
		x.Pi = o.Law.Pi
	}
	return x
}

// Gain returns what asking about an option after wait more ticks, with ticks left
// from then to the end, adds to the expected terminal accuracy of the variable,
// times its weight w. If the most probable value is reported it is never
// negative.
//
// It is envprobe's EVOI = w ρ^R (1 − max b), for any law of redraws.
func (o *Option) Gain(w float64, wait, ticks int, lastSeen bool) float64 {
	x := o.prospect(lastSeen)
	without := x.Unasked(o.Law.Stay(wait + ticks))
	if s := o.Law.Stay(wait); s < 1 && x.Pi != nil {
		// Asked later: Σ_v b'(v) right(v) with b' = s b + (1−s) π, by linearity.
		now := x.Asked(o.Law.Stay(ticks))
		x.P = x.Pi
		fresh := x.Asked(o.Law.Stay(ticks))
		return float64(w * (float64(s*now) + float64((1-s)*fresh) - without))
	}
	return float64(w * (x.Asked(o.Law.Stay(ticks)) - without))
}
