package bethink

// Predict returns the view after the action, before any answer: both where it
// is done and where it is refused, with the time passed, and the probability
// that its preconditions hold. It is a forecast only: an update never starts
// from it.
func Predict(v View, a Action, t Transition, elapsed float64) (View, float64) {
	e := newEdit(v.Belief, v.Knowledge)
	e.b.seq += 2 - e.b.seq&1
	p := 1.0
	if t.Known {
		p = e.all(e.ground(t.Preconditions))
		e.apply(t.Preconditions, t.Effects, 1-doubt, mark{})
	}
	e.b.now += elapsed
	e.restale()
	v.Belief = e.b
	v.Last = a
	return v, p
}
