package bethink

import (
	"fmt"
)

// Update is the definition of what an observation means: it starts from the
// belief before the action.
//
// Done conditions on the preconditions and applies the effects; refused
// conditions on "not all preconditions" and applies none; unclear keeps both;
// an error is evidence about the instrument only, and after a timeout the
// effects may or may not have happened. Then time passes, then the evidence is
// weighed, then the lists.
//
// t is the view's word on the action (View.Transition), which the caller has
// from before the answer was read. Update is pure. It returns ErrInvalid, and
// the view it was given, where the observation is malformed or speaks of a
// variable that the pack does not declare.
func Update(v View, in Input, t Transition, obs Observation) (View, *Step, error) {
	if err := in.Valid(); err != nil {
		return v, nil, err
	}
	if err := t.Valid(); err != nil {
		return v, nil, fmt.Errorf("transition: %w", err)
	}
	if err := obs.Valid(len(in.Text)); err != nil {
		return v, nil, fmt.Errorf("observation: %w", err)
	}
	st := &Step{Seq: v.Seq + 1, Input: in, Observation: obs, Transition: t}
	if v.Knowledge != nil {
		st.Knowledge = v.Knowledge.Version()
	}
	var forecast Belief
	forecast, st.PDone = v.forecast(in.Action, t, in.Elapsed)
	var events []ID
	st.Scores, events = foresee(&forecast, t.Reveals)

	e := newEdit(v.Belief, v.Knowledge)
	e.b.seq += 2 - e.b.seq&1
	e.expect = len(obs.Evidence)
	u := &updater{edit: e, view: v, st: st, events: events}
	if len(st.Scores) > 0 {
		u.told = make([]ID, len(obs.Evidence))
		for i := range u.told {
			u.told[i] = NoID
		}
	}
	if err := u.run(); err != nil {
		return v, nil, err
	}
	next := v
	next.Belief = e.b
	next.Seq = st.Seq
	if in.Action.Verb != "" || in.Action.Text != "" {
		next.Last = in.Action
	}
	if obs.Goal != nil {
		next.Goal = *obs.Goal
	}
	u.settle()
	return next, st, nil
}

// Fold repeats a step from its record: the same update without parsing or
// asking the pack for priors. skip, which may be nil, says which pieces of
// evidence are retracted; -1 is the verdict on the action.
func Fold(v View, st *Step, skip func(index int) bool) (View, error) {
	e := newEdit(v.Belief, v.Knowledge)
	e.b.seq += 2 - e.b.seq&1
	again := *st
	again.Contradiction, again.Bits, again.Priors, again.Scores = nil, 0, nil, nil
	u := &updater{edit: e, view: v, st: &again, recorded: st.Priors, fold: true, skip: skip}
	if err := u.run(); err != nil {
		return v, err
	}
	v.Belief = e.b
	v.Seq = st.Seq
	if st.Input.Action.Verb != "" || st.Input.Action.Text != "" {
		v.Last = st.Input.Action
	}
	if st.Observation.Goal != nil {
		v.Goal = *st.Observation.Goal
	}
	return v, nil
}

// updater is one run of Update or Fold.
type updater struct {
	*edit
	view     View
	st       *Step
	chance   float64 // of what was told since the bits were last written
	fold     bool
	recorded []Brought
	skip     func(int) bool
	events   []ID // by score, the one variable it is about
	hint     int  // the score that the next evidence is likely to be about
	told     []ID // by piece of evidence, the one variable it is about; nil: nothing to score
	fresh    []ID // declared in this step: their first evidence is not scored
}

func (u *updater) run() error {
	u.chance = 1
	st := u.st
	obs := &st.Observation
	if st.Transition.Known && st.Input.Reply != ReplyError && (u.skip == nil || !u.skip(-1)) {
		if err := u.actOn(st.Transition); err != nil {
			return err
		}
	}
	u.b.now += st.Input.Elapsed
	for _, f := range obs.Found {
		if err := u.meet(f); err != nil {
			return err
		}
	}
	if obs.Goal != nil {
		for _, r := range obs.Goal.Roles {
			u.exist(r.Type, r.Count)
		}
	}
	// What was told of versions comes first: the rest was seen under them.
	u.restale()
	if len(u.b.resting) > 0 {
		if err := u.weighAll(obs.Evidence, true); err != nil {
			return err
		}
		u.restale()
	}
	if err := u.weighAll(obs.Evidence, false); err != nil {
		return err
	}
	for i := range obs.Evidence {
		if ev := &obs.Evidence[i]; ev.Every != nil && (u.skip == nil || !u.skip(i)) {
			u.list(ev, i)
		}
	}
	u.restale()
	u.surprised()
	return nil
}

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
	top := u.settleBest(g.id, v)
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

// priors asks the pack what an entity brings; a fold reads its record.
func (u *updater) priors(f Found, implied bool) ([]Prior, error) {
	if u.fold {
		var ps []Prior
		for _, b := range u.recorded {
			if b.Entity == f.Entity && b.Implied == implied {
				ps = append(ps, b.Prior)
			}
		}
		return ps, nil
	}
	if u.view.Pack == nil {
		return nil, nil
	}
	now := u.view
	now.Belief = u.b
	if g := u.st.Observation.Goal; g != nil {
		now.Goal = *g
	}
	ps, err := u.view.Pack.Priors(now, f)
	if err != nil {
		return nil, fmt.Errorf("priors of %q: %w", f.Entity, err)
	}
	return ps, nil
}

// declareAll declares what an entity brings, and records it for replay.
func (u *updater) declareAll(f Found, ps []Prior, implied bool) error {
	for _, p := range ps {
		if p.Type == "" {
			p.Type = f.Type
		}
		id, err := u.declare(p, u.kindOf(p))
		if err != nil {
			return fmt.Errorf("%q: %w", f.Entity, err)
		}
		if id >= 0 {
			u.fresh = append(u.fresh, id)
		}
		u.st.Priors = append(u.st.Priors, Brought{f.Entity, implied, p})
	}
	return nil
}

// ImpliedType is the type under which a pack is asked for the priors of an
// entity that only its use brings up, such as a pair.
const ImpliedType = "*implied*"

// meet takes an entity found in the text.
func (u *updater) meet(f Found) error {
	_, known := u.b.types.get(f.Entity)
	if !known {
		k := kind{name: f.Type, cats: u.categories(f.Type)}
		u.b.types = u.b.types.put(f.Entity, k, u.own)
	}
	for _, set := range f.Joins {
		u.widen(set, Value(f.Entity))
	}
	if !known {
		ps, err := u.priors(f, false)
		if err != nil {
			return err
		}
		if err := u.declareAll(f, ps, false); err != nil {
			return err
		}
	}
	u.exist(f.Type, f.Count)
	return nil
}

// exist takes the word of a name or a goal that so many of a type exist.
func (u *updater) exist(typ string, n int) {
	if n <= 0 {
		return
	}
	for _, f := range u.b.fields {
		if f.typ == typ {
			u.need(f.typ, f.attr, n)
		}
	}
}

func (u *updater) kindOf(p Prior) kind {
	typ := p.Type
	if p.Field != nil {
		typ = p.Field.Type
	}
	return kind{name: typ, cats: u.categories(typ)}
}

func (u *updater) categories(typ string) []string {
	if u.view.Pack == nil {
		return nil
	}
	for _, t := range u.view.Pack.Describe().Types {
		if t.Name == typ {
			return t.Categories
		}
	}
	return nil
}
