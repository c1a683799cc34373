package learn

import (
	"slices"

	"github.com/bethink-dev/bethink"
)

// Absorb implements [bethink.Learner]: a note for each first look at a place, and
// one for all that the step's instruments told besides. Of what was believed they
// hold only which things had been met or verified, and where.
func (l *Learner) Absorb(_ bethink.Knowledge, before bethink.View, s *bethink.Step) []bethink.NewEvent {
	r := reading{before: before, step: s, scene: l.cfg.Declared.Scene(before)}
	var notes []Note
	for i := range s.Observation.Evidence {
		ev := &s.Observation.Evidence[i]
		if ev.Trust != bethink.TrustInstrument || ev.Every == nil || ev.Every.Attr != r.scene.Attr || slices.Contains(r.places, ev.Every.Place) {
			continue
		}
		r.places = append(r.places, ev.Every.Place)
		if n, _ := before.Belief.LookedAt(r.scene.Attr, ev.Every.Place); n > 0 {
			r.again(ev)
			continue
		}
		if seen := r.first(ev); seen != nil {
			notes = append(notes, Note{Seen: seen})
		}
	}
	r.confirmed()
	rest := Note{Kept: r.kept()}
	if r.listed != (Listed{}) {
		rest.Listed = &r.listed
	}
	if rest.Listed != nil || len(rest.Kept) > 0 {
		notes = append(notes, rest)
	}
	out := make([]bethink.NewEvent, len(notes))
	for i, n := range notes {
		out[i] = bethink.NewEvent{Kind: bethink.KindNote, Body: n}
	}
	return out
}

// reading is one step being turned into notes.
type reading struct {
	before bethink.View
	step   *bethink.Step
	scene  bethink.Scene
	places []bethink.Value // whose lists were read
	listed Listed
}

// first reads the first look of the episode at a place; nil where the place is
// none of the scene's.
func (r *reading) first(ev *bethink.Evidence) *Seen {
	i := slices.IndexFunc(r.scene.Places, func(p bethink.Place) bool { return p.Name == ev.Every.Place })
	if i < 0 {
		return nil
	}
	var found []string
	for _, e := range ev.Except {
		if _, met := r.before.Belief.Find(bethink.Variable{Entity: e, Attr: r.scene.Attr}); met {
			continue // it was somewhere else before: this is not where it started
		}
		if typ := r.typeOf(e); typ != "" {
			found = append(found, typ)
		}
	}
	s := Look(r.scene, r.scene.Places[i], found)
	return &s
}

func (r *reading) typeOf(e bethink.Entity) string {
	for _, f := range r.step.Observation.Found {
		if f.Entity == e {
			return f.Type
		}
	}
	return r.before.Belief.Type(e)
}

// again compares a later list of a place with what was verified to be there.
func (r *reading) again(ev *bethink.Evidence) {
	r.listed.Attr, r.listed.Miss, r.listed.MissPerLook = ev.Every.Attr, ev.Every.Miss, ev.Every.MissPerLook
	b := r.before.Belief
	for _, typ := range b.Counted(r.scene.Attr) {
		for _, e := range b.Members(typ, r.scene.Attr) {
			at := bethink.Variable{Entity: e, Attr: r.scene.Attr}
			if changed(r.step, at) || !r.verified(at, ev.Every.Place) {
				continue
			}
			if slices.Contains(ev.Except, e) {
				r.listed.Again++
			} else {
				r.listed.Missed++
			}
		}
	}
}

// verified reports whether somebody has made sure that the variable has the
// value, and nothing has cast doubt on it since.
func (r *reading) verified(v bethink.Variable, val bethink.Value) bool {
	id, ok := r.before.Belief.Find(v)
	if !ok {
		return false
	}
	if _, ok := r.before.Belief.Verified(id); !ok {
		return false
	}
	best, p := r.before.Belief.Best(v)
	return best == val && p >= sure
}

// sure is the probability from which a value verified before counts as known.
const sure = 0.9

// confirmed reads what an action that was done proves of where a thing was: the
// lists of that place had named it, or should have.
func (r *reading) confirmed() {
	if r.step.Observation.Verdict != bethink.VerdictDone {
		return
	}
	for _, l := range r.step.Transition.Preconditions {
		if l.Not || l.Var.Attr != r.scene.Attr || len(l.Any) != 1 {
			continue
		}
		if n, _ := r.before.Belief.LookedAt(l.Var.Attr, l.Any[0]); n == 0 {
			continue
		}
		_, met := r.before.Belief.Find(l.Var)
		switch {
		case !met:
			r.listed.Attr = l.Var.Attr
			r.listed.Hidden++
		case r.verified(l.Var, l.Any[0]):
			r.listed.Attr = l.Var.Attr
			r.listed.Plain++
		}
	}
}

// kept compares what an instrument tells of a variable with the value verified
// before, and leaves out what the step's own action changes. A thing that is told
// to be elsewhere has moved only where the pack says that it may by itself: some
// are listed at two places at once.
func (r *reading) kept() []Kept {
	var out []Kept
	var told []bethink.Variable
	b := r.before.Belief
	now := b.Now() + r.step.Input.Elapsed
	for i := range r.step.Observation.Evidence {
		ev := &r.step.Observation.Evidence[i]
		if ev.Trust != bethink.TrustInstrument || ev.Resolved || len(ev.Clause) != 1 || len(ev.Weights) > 0 ||
			len(ev.Clause[0].Any) != 1 || ev.Clause[0].Not || ev.Reliability < sure {
			continue
		}
		v := ev.Clause[0].Var
		id, ok := b.Find(v)
		if !ok || changed(r.step, v) || slices.Contains(told, v) {
			continue
		}
		at, ok := b.Verified(id)
		if !ok || now <= at {
			continue
		}
		old, p := b.Best(v)
		stay, pi := b.Drift(id, b.Now()-at)
		j := slices.Index(b.Values(id), old)
		if j < 0 || j >= len(pi) || p < sure*(stay+(1-stay)*pi[j]) {
			continue // it was doubted since: what it was is not known
		}
		told = append(told, v)
		moved := ev.Clause[0].Any[0] != old
		if drifts, _ := b.Drift(id, 1); moved && v.Attr == r.scene.Attr && drifts == 1 {
			continue // to be listed at a second place is not to have left the first
		}
		out = append(out, Kept{
			Type: b.Type(v.Entity), Attr: v.Attr, Elapsed: now - at, Same: min(max(pi[j], 0), 1), Changed: moved,
		})
	}
	return out
}

// changed reports whether the step's own action may have changed a variable.
func changed(s *bethink.Step, v bethink.Variable) bool {
	if s.Observation.Verdict == bethink.VerdictRefused {
		return false
	}
	for _, e := range s.Transition.Effects {
		for _, c := range e.Then {
			if c.Var == v {
				return true
			}
		}
	}
	return false
}
