package bethink

import (
	"fmt"
	"slices"
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
	u.settleScores()
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
	recorded []DeclaredPrior
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
	// What is acted on is met first: the action's effects are on it, even if
	// nobody has heard of it before.
	for _, f := range obs.Found {
		if slices.Contains(st.Input.Action.Args, f.Entity) {
			if err := u.meet(f); err != nil {
				return err
			}
		}
	}
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
	u.checkDependencies()
	if len(u.b.resting) > 0 {
		if err := u.weighAll(obs.Evidence, true); err != nil {
			return err
		}
		u.checkDependencies()
	}
	if err := u.weighAll(obs.Evidence, false); err != nil {
		return err
	}
	for i := range obs.Evidence {
		if ev := &obs.Evidence[i]; ev.Every != nil && (u.skip == nil || !u.skip(i)) {
			u.list(ev, i)
		}
	}
	u.checkDependencies()
	u.surprised()
	return nil
}
