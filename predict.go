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
		// What only its use would declare is in no block: its prior scales the
		// effects, and nothing need be written down for a forecast.
		unsaid := v.unsaid(t.Preconditions)
		p = e.all(e.ground(t.Preconditions)) * unsaid
		e.apply(t.Preconditions, t.Effects, (1-doubt)*unsaid, mark{})
	}
	e.b.now += elapsed
	e.checkDependencies()
	v.Belief = e.b
	v.Last = a
	return v, p
}

// forecast is the belief of Predict as far as the events the action reveals go,
// and the probability that its preconditions hold. Most actions reveal what
// they do not change: then the belief as it is, with the time passed, is it.
func (v View) forecast(a Action, t Transition, elapsed float64) (Belief, float64) {
	if v.Belief.bears(t) {
		next, p := Predict(v, a, t, elapsed)
		return next.Belief, p
	}
	p := 1.0
	if t.Known && len(t.Preconditions) > 0 {
		e := newEdit(v.Belief, v.Knowledge)
		p = e.all(e.ground(t.Preconditions)) * v.unsaid(t.Preconditions)
	}
	b := v.Belief
	b.now += elapsed
	return b, p
}

// bears reports whether an effect may change the probability of an event that
// the action reveals.
func (b *Belief) bears(t Transition) bool {
	if len(b.resting) > 0 {
		return true
	}
	for _, e := range t.Effects {
		for _, c := range e.Then {
			typ := b.Type(c.Var.Entity)
			for i := range t.Reveals {
				ev := &t.Reveals[i]
				if ev.Some.Type != "" && ev.Some.Type == typ && ev.Some.Attr == c.Var.Attr {
					return true
				}
				for _, l := range ev.Literals {
					if l.Var == c.Var {
						return true
					}
				}
			}
		}
	}
	return false
}

// unsaid returns the probability that those of the literals hold whose
// variables the pack would declare when an action first spoke of them.
func (v View) unsaid(ls []Literal) float64 {
	p := 1.0
	for _, l := range ls {
		if _, ok := v.Belief.Find(l.Var); ok || v.Pack == nil {
			continue
		}
		if _, met := v.Belief.types.get(l.Var.Entity); met {
			continue
		}
		ps, err := v.Pack.Priors(v, Found{Entity: l.Var.Entity, Type: ImpliedType})
		if err != nil {
			continue
		}
		for _, q := range ps {
			if q.Var == l.Var && q.Set == "" {
				p *= q.holds(l)
			}
		}
	}
	return p
}

// holds returns the probability of a literal under a prior over listed values.
func (p Prior) holds(l Literal) float64 {
	in, sum := 0.0, 0.0
	for _, val := range p.Values {
		w := p.Else
		if p.Weights == nil {
			w = 1
		}
		for _, x := range p.Weights {
			if x.Value == val {
				w = x.P
			}
		}
		sum += w
		if l.Holds(val) {
			in += w
		}
	}
	if sum <= 0 {
		return 1
	}
	even := 0.0
	for _, val := range p.Values {
		if l.Holds(val) {
			even += 1 / float64(len(p.Values))
		}
	}
	return (1-p.doubt())*in/sum + p.doubt()*even
}
