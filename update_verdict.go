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
		u.apply(t.Preconditions, t.Effects, 0.5, m)
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
		u.apply(t.Preconditions, t.Effects, 1-doubt, m)
	}
	return nil
}

// affirm conditions on one precondition of an action that was done.
func (u *updater) affirm(g grounded, m mark) {
	ev := Evidence{Clause: []Literal{g.l}, Reliability: 1 - doubt, Trust: TrustInstrument}
	v, s := u.sync(g.id)
	lik := likelihood(u.scratch(3), v.dom, &ev)
	p := u.b.marginal(u.scratch(2), s, v)
	u.buf[2] = p
	pred := dot(p, lik)
	u.surprise(pred)
	reopened := u.confront(g.id, lik, pred, -1, u.st)
	v, s = u.write(g.id)
	if reopened {
		u.take(g.id, lik)
	} else {
		u.multiply(g.id, v, s, TrustInstrument, lik)
	}
	top := u.updateBest(g.id, v)
	u.note(v, m, top >= verifiedAt && g.l.Holds(v.dom.values[v.best]))
	u.release(v.block)
}

// refused conditions on "not all preconditions". Repeating a refused action
// while nothing it needs has changed tells nothing new.
func (u *updater) refused(needs []Literal, m mark) {
	gs := u.ground(needs)
	if len(gs) == 0 {
		return
	}
	origin := "refused " + u.st.Input.Action.String()
	counts := false
	for _, g := range gs {
		v, _ := u.sync(g.id)
		if v.counts(origin, TrustInstrument) {
			counts = true
		}
		u.note(v, m, false)
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
