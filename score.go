package bethink

// foresee lists the events with their probabilities under the forecast.
func foresee(b Belief, events []Event) []Score {
	if len(events) == 0 {
		return nil
	}
	out := make([]Score, len(events))
	for i, ev := range events {
		out[i] = Score{Event: ev, P: b.Probability(ev)}
	}
	return out
}

// Probability returns the probability of an event. Literals of different
// variables are taken as independent unless they share a block.
func (b Belief) Probability(ev Event) float64 {
	if ev.Some.Type != "" {
		return b.Some(ev.Some)
	}
	if len(ev.Literals) == 1 {
		return b.Holds(ev.Literals[0])
	}
	e := newEdit(b, nil)
	return e.all(e.ground(ev.Literals))
}

// settle decides the listed events by the observation alone.
func (u *updater) settle() {
	obs := &u.st.Observation
	var listed []string // types of the entities each list named, by evidence
	for i := range u.st.Scores {
		sc := &u.st.Scores[i]
		if sc.Event.Some.Type != "" {
			sc.Settled, sc.True, listed = u.settlePresence(sc.Event.Some, obs, listed)
			continue
		}
		sc.Settled, sc.True = true, true
		for _, l := range sc.Event.Literals {
			told, holds := toldOf(obs, l)
			switch {
			case !told:
				sc.Settled = false
			case !holds:
				sc.True = false
			}
		}
		if !sc.True {
			sc.Settled = sc.Settled || len(sc.Event.Literals) > 0 && anyFalse(obs, sc.Event.Literals)
		}
		sc.True = sc.True && sc.Settled
	}
}

func anyFalse(obs *Observation, ls []Literal) bool {
	for _, l := range ls {
		if told, holds := toldOf(obs, l); told && !holds {
			return true
		}
	}
	return false
}

// settlePresence says whether a list covered the place, and whether it named
// an entity of the type.
func (u *updater) settlePresence(q Presence, obs *Observation, types []string) (settled, holds bool, _ []string) {
	for i := range obs.Evidence {
		ev := &obs.Evidence[i]
		if ev.Every == nil || ev.Every.Attr != q.Attr || ev.Every.Place != q.Place {
			continue
		}
		f := u.b.field(q.Type, q.Attr)
		if f == nil {
			return false, false, types
		}
		l := look{typ: ev.Every.Type, attr: ev.Every.Attr}
		if !l.covers(q.Attr, q.Type, f.cats) {
			continue
		}
		if types == nil {
			types = make([]string, len(ev.Except))
			for k, ent := range ev.Except {
				types[k] = u.b.Type(ent)
			}
		}
		for _, t := range types {
			if t == q.Type {
				return true, true, types
			}
		}
		return true, false, types
	}
	return false, false, types
}

// toldOf reports what the observation says of a literal outright: instrument
// or user evidence of one literal about the same variable, reliable enough,
// whose referent the text named.
func toldOf(obs *Observation, l Literal) (told, holds bool) {
	for i := range obs.Evidence {
		ev := &obs.Evidence[i]
		if ev.Every != nil || len(ev.Clause) != 1 || len(ev.Weights) > 0 || ev.Resolved ||
			ev.Trust < User || ev.Reliability < 0.9 || ev.Clause[0].Var != l.Var {
			continue
		}
		c := ev.Clause[0]
		in, out := 0, 0
		if c.Not {
			// "not one of": decides only a literal about those values.
			for _, v := range l.Any {
				if contains(c.Any, v) {
					out++
				}
			}
			if out == len(l.Any) {
				return true, l.Not
			}
			continue
		}
		for _, v := range c.Any {
			if contains(l.Any, v) {
				in++
			} else {
				out++
			}
		}
		switch {
		case in > 0 && out == 0:
			return true, !l.Not
		case in == 0:
			return true, l.Not
		}
	}
	return false, false
}

func contains(vs []Value, v Value) bool {
	for _, w := range vs {
		if w == v {
			return true
		}
	}
	return false
}
