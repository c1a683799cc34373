package probe

import (
	"github.com/bethink-dev/bethink"
)

// Law says how a variable drifts while nobody looks: within n ticks its value
// is left alone with chance Stay(n), and else drawn anew from Pi.
type Law struct {
	// Kept[n] is the chance of no redraw within n ticks. Beyond its end the
	// last ratio goes on; nil is no drift.
	Kept []float64
	// Pi sums to 1 and is as long as the field's P; nil where Kept is.
	Pi []float64
}

// Stay returns the chance of no redraw within n ticks, n ≥ 0.
func (l *Law) Stay(n int) float64 {
	switch {
	case l == nil || len(l.Kept) == 0 || n <= 0:
		return 1
	case n < len(l.Kept):
		return l.Kept[n]
	}
	return l.Kept[len(l.Kept)-1]
}

// Field is one variable as a policy sees it.
type Field struct {
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

// Answerable says that some action answers for the field.
func (f *Field) Answerable() bool { return f.Action.Verb != "" || f.Action.Text != "" }

// Moment is what a policy decides on. It must not be changed.
type Moment struct {
	// Fields are the variables. Where it is nil, Fill makes them when they are
	// first asked for: most steps are not ones to probe at.
	Fields []Field
	Fill   func() []Field
	// Step counts the steps taken, Horizon those of an episode; a probe is one.
	Step, Horizon int
	// Used counts the probes made, Budget those allowed; LastProbe is the
	// step of the last one, 0 for none.
	Used, Budget, LastProbe int
	// Ends is the believed chance that the next action ends the episode.
	Ends float64
	// Within bounds from above the believed chance that acting ends the task
	// within n steps; nil where nothing is known.
	Within func(n int) float64
	// Keeps is the believed chance that an action that would end the task now
	// still would after n more steps; nil is for certain.
	Keeps func(n int) float64
	// LastSeen says that the agent reports the last value seen; else it
	// reports the most probable one.
	LastSeen bool
	// Seed is for policies that draw.
	Seed uint64
}

// All returns the fields. The caller must not change them.
func (m *Moment) All() []Field {
	if m.Fields == nil && m.Fill != nil {
		m.Fields = m.Fill()
	}
	return m.Fields
}

// Left is the number of steps left.
func (m *Moment) Left() int { return max(0, m.Horizon-m.Step) }

// Probes is the number of probes that can still be made.
func (m *Moment) Probes() int { return max(0, min(m.Budget-m.Used, m.Left())) }
