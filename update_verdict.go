package bethink

// actOn takes the verdict on the action.
func (u *updater) actOn(t Transition) error {
	m := mark{step: u.st, index: -1, trust: TrustInstrument, verdict: true}
	for _, l := range t.Preconditions {
		if err := u.implied(l.Var); err != nil {
			return err
		}
	}
	verdict := u.st.Observation.Verdict
	if u.st.Input.Reply == ReplyTimeout {
		// It may have happened or not: nobody was told.
		m.verdict = false
		u.mayBeDone(t, t.unclear(nil), m)
		return nil
	}
	switch verdict {
	case VerdictDone:
		for _, g := range u.ground(t.Preconditions) {
			u.affirm(g, m)
		}
		u.apply(nil, t.Effects, 1-doubt, m)
	case VerdictRefused:
		u.refused(t.Preconditions, m)
	case VerdictUnclear:
		m.verdict = false
		u.mayBeDone(t, t.unclear(u.st.Observation.Unclear)*(1-doubt), m)
	}
	return nil
}

// mayBeDone keeps both: the action done, with the given chance, and not done.
func (u *updater) mayBeDone(t Transition, chance float64, m mark) {
	effects := t.Effects
	if chance < 1-doubt {
		effects = together(effects)
	}
	u.apply(t.Preconditions, effects, chance, m)
}

// together makes one effect of those that surely happen if the action is done:
// an action that may have been done has had all of them or none.
func together(effects []Effect) []Effect {
	first := -1
	var out []Effect
	for _, f := range effects {
		switch {
		case len(f.When) > 0 || f.P < 1:
			out = append(out, f)
		case first < 0:
			first = len(out)
			out = append(out, f)
		default:
			out[first].Then = append(out[first].Then[:len(out[first].Then):len(out[first].Then)], f.Then...)
		}
	}
	return out
}

// affirm conditions on one precondition of an action that was done.
func (u *updater) affirm(g grounded, m mark) {
	ev := Evidence{Clause: []Literal{g.l}, Reliability: 1 - doubt, False: doubt, Trust: TrustInstrument}
	v, s := u.sync(g.id)
	lik, _ := likelihood(u.scratch(3), v.dom, &ev)
	u.buf[3] = lik
	pred := u.predictive(s, v, lik)
	u.surprise(pred)
	reopened := u.confront(g.id, lik, pred, -1, mannerSignal)
	v, s = u.write(g.id)
	if reopened {
		u.condition(g.id, lik)
	} else {
		u.multiply(g.id, v, s, TrustInstrument, lik)
	}
	top := u.updateBest(g.id, v)
	u.note(g.id, v, m, top >= verifiedAt && g.l.Holds(v.dom.values[v.best]))
	u.release(v.block)
}

// refused conditions on "not all preconditions". Repeating a refused action
// while nothing it needs has changed tells nothing new.
func (u *updater) refused(needs []Literal, m mark) {
	gs := u.ground(needs)
	if len(gs) == 0 {
		return
	}
	origin := hashOf("refused " + u.st.Input.Action.String())
	counts := u.heard(gs, report{origin: origin, seq: u.b.seq, trust: TrustInstrument})
	for _, g := range gs {
		v, _ := u.write(g.id)
		u.note(g.id, v, m, false)
	}
	if !counts {
		return
	}
	var no []Literal
	for _, g := range gs {
		no = append(no, g.l.Negate())
	}
	u.surprise(u.clause(u.ground(no), 1-doubt, TrustInstrument, true, -1))
}

// implied declares a variable that only its use brings up (a pair). A pack
// that knows nothing of it leaves it undeclared, to be reported where it is
// used.
func (u *updater) implied(v Variable) error {
	if _, ok := u.b.Find(v); ok {
		return nil
	}
	if _, met := u.b.types.get(v.Entity); met {
		return nil
	}
	f := Found{Entity: v.Entity, Type: ImpliedType}
	ps, err := u.priors(f, true)
	if err != nil || len(ps) == 0 {
		return err
	}
	u.b.types = u.b.types.put(f.Entity, kind{name: f.Type}, u.own)
	return u.declareAll(f, ps, true)
}
