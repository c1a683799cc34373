package bethink

import (
	"fmt"
	"slices"

	"github.com/bethink-dev/bethink/dist"
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
	forecast, p := Predict(v, in.Action, t, in.Elapsed)
	st.PDone = p
	var events []ID
	st.Scores, events = foresee(&forecast.Belief, t.Reveals)

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

// weighAll weighs the evidence that is no list: that about what other variables
// rest on, or all other.
func (u *updater) weighAll(evs []Evidence, versions bool) error {
	for i := range evs {
		ev := &evs[i]
		if ev.Every != nil || u.skip != nil && u.skip(i) || u.restedOn(ev) != versions {
			continue
		}
		if err := u.weigh(ev, i); err != nil {
			return fmt.Errorf("evidence %d: %w", i, err)
		}
	}
	return nil
}

// restedOn reports whether the evidence is about a variable that another rests
// on.
func (u *updater) restedOn(ev *Evidence) bool {
	for _, id := range u.b.resting {
		for _, l := range ev.Clause {
			if u.b.at(id).restsOn(l.Var) {
				return true
			}
		}
	}
	return false
}

// actOn takes the verdict on the action.
func (u *updater) actOn(t Transition) error {
	m := mark{step: u.st, index: -1, trust: Instrument, verdict: true}
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
	case Done:
		for _, g := range u.ground(t.Preconditions) {
			u.affirm(g, m)
		}
		u.apply(nil, t.Effects, 1-doubt, m)
	case Refused:
		u.refused(t.Preconditions, m)
	case Unclear:
		m.verdict = false
		u.apply(t.Preconditions, t.Effects, 1-doubt, m)
	}
	return nil
}

// affirm conditions on one precondition of an action that was done.
func (u *updater) affirm(g grounded, m mark) {
	ev := Evidence{Clause: []Literal{g.l}, Reliability: 1 - doubt, Trust: Instrument}
	v, s := u.sync(g.id)
	lik := likelihood(nil, v.dom, &ev)
	p := u.b.marginal(u.scratch(2), s, v)
	u.buf[2] = p
	pred := dot(p, lik)
	u.surprise(pred)
	reopened := u.confront(g.id, lik, pred, -1, u.st)
	v, s = u.write(g.id)
	if reopened {
		u.take(g.id, lik)
	} else {
		u.multiply(g.id, v, s, Instrument, lik)
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
		if v.counts(origin) {
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
	u.surprise(u.clause(u.ground(no), 1-doubt, Instrument, true, -1))
}

// clause conditions on "at least one holds", told with reliability r, and
// returns the probability of being told so. Only trusted evidence whose referent
// the text named may reopen.
func (u *updater) clause(gs []grounded, r float64, trust Trust, named bool, index int) float64 {
	reopens := named && trust >= User
	// A literal that is decided to fail adds nothing to the clause.
	var live []grounded
	for _, g := range gs {
		if u.b.Holds(g.l) > sure {
			live = append(live, g)
		}
	}
	if len(live) == 0 {
		live = gs
	}
	var ids []ID
	for _, g := range live {
		if !slices.Contains(ids, g.id) {
			ids = append(ids, g.id)
		}
	}
	if len(ids) == 1 {
		v, s := u.sync(ids[0])
		lik := either(v, live, r)
		p := u.b.marginal(nil, s, v)
		pred := dot(p, lik)
		reopened := reopens && u.confront(ids[0], lik, pred, index, u.st)
		v, s = u.write(ids[0])
		if reopened {
			u.take(ids[0], lik)
		} else {
			u.multiply(ids[0], v, s, trust, lik)
		}
		u.settleBest(ids[0], v)
		u.release(v.block)
		return pred
	}
	none := 1.0
	for _, g := range live {
		none *= 1 - u.b.Holds(g.l)
	}
	if reopens && 1-none < 1.0/(2*ContradictionRatio) {
		// All are believed to fail and yet one holds: reopen each of them.
		for _, g := range live {
			v, _ := u.sync(g.id)
			lik := either(v, []grounded{g}, r)
			p := u.b.P(g.id, u.scratch(2))
			u.buf[2] = p
			u.confront(g.id, lik, dot(p, lik), index, u.st)
		}
	}
	block := u.join(ids)
	var parts []Part
	for _, g := range live {
		parts = append(parts, u.part(g.id, g.l))
	}
	_, fails := u.b.blocks[block].mix.Weigh(Factor{Clause: parts, Hit: 0, Miss: 1})
	hit, miss := u.clauses(live, r, trust)
	m, _ := u.b.blocks[block].mix.Weigh(Factor{Clause: parts, Hit: hit, Miss: miss})
	u.setBlock(block, m.(coupled))
	u.release(block)
	for _, id := range ids {
		v, _ := u.write(id)
		u.settleBest(id, v)
	}
	return r*(1-fails) + (1-r)*fails
}

// either is the likelihood, over the values of v, of being told with
// reliability r that at least one of the literals about it holds.
func either(v *variable, gs []grounded, r float64) []float64 {
	lik := make([]float64, len(v.dom.values))
	for j, val := range v.dom.values {
		lik[j] = 1 - r
		for _, g := range gs {
			if g.l.Var == v.name && g.l.Holds(val) {
				lik[j] = r
			}
		}
	}
	return lik
}

// weigh takes one piece of evidence that is not a list.
func (u *updater) weigh(ev *Evidence, index int) error {
	single := true
	var id ID
	for i := range ev.Clause {
		other, err := u.speaksOf(&ev.Clause[i])
		if err != nil {
			return err
		}
		single = single && (i == 0 || other == id)
		id = other
	}
	for _, w := range ev.Weights {
		if !u.discover(id, w.Value) {
			return fmt.Errorf("%v has no value %q: %w", ev.Clause[0].Var, w.Value, ErrInvalid)
		}
	}
	m := mark{step: u.st, index: int32(index), trust: ev.Trust}
	if !single {
		u.weighClause(ev, m)
		return nil
	}
	if u.told != nil {
		u.told[index] = id
	}
	v, s := u.sync(id)
	lik := likelihood(u.scratch(3), v.dom, ev)
	u.buf[3] = lik
	most := slices.Max(lik)
	if !(most > 0) {
		return fmt.Errorf("the weights rule out every value of %v: %w", v.name, ErrInvalid)
	}
	p := u.b.marginal(u.scratch(2), s, v)
	u.buf[2] = p
	pred := dot(p, lik)
	counts := v.counts(ev.origin())
	if !ev.Resolved && !slices.Contains(u.fresh, id) {
		u.surprise(pred)
		if ev.Trust >= User && counts && most > ContradictionRatio*pred && u.confront(id, lik, pred, index, u.st) {
			u.take(id, lik)
			v, s = u.write(id)
			v.counts(ev.origin()) // a reopening forgets what counted
			counts = false
		}
	}
	if counts {
		u.multiply(id, v, s, ev.Trust, lik)
	}
	top := u.settleBest(id, v)
	u.note(v, m, top >= verifiedAt && lik[v.best] >= most)
	u.release(v.block)
	u.touched(id)
	return nil
}

// speaksOf returns the variable of a literal that was told, declared and with
// its values discovered where need be.
func (u *updater) speaksOf(l *Literal) (ID, error) {
	id, ok := u.expected(l.Var)
	if !ok {
		id, ok = u.b.Find(l.Var)
	}
	if !ok {
		if err := u.implied(l.Var); err != nil {
			return NoID, err
		}
		if id, ok = u.b.Find(l.Var); !ok {
			return NoID, fmt.Errorf("%v is not declared: the pack's priors must name it: %w", l.Var, ErrInvalid)
		}
	}
	for _, val := range l.Any {
		if !u.discover(id, val) {
			return NoID, fmt.Errorf("%v has no value %q: %w", l.Var, val, ErrInvalid)
		}
	}
	return id, nil
}

// expected returns the variable where it is the one that the next event listed is
// about: answers tend to come in the order of what they were expected to tell.
func (u *updater) expected(v Variable) (ID, bool) {
	if u.hint >= len(u.events) || u.events[u.hint] < 0 || u.st.Scores[u.hint].Event.Literals[0].Var != v {
		return NoID, false
	}
	id := u.events[u.hint]
	for u.hint < len(u.events) && u.events[u.hint] == id {
		u.hint++
	}
	return id, true
}

// weighClause takes evidence about several variables at once.
func (u *updater) weighClause(ev *Evidence, m mark) {
	gs := u.ground(ev.Clause)
	counts := false
	for _, g := range gs {
		v, _ := u.sync(g.id)
		counts = v.counts(ev.origin()) || counts
		u.note(v, m, false)
	}
	if !counts {
		return
	}
	p := u.clause(gs, min(ev.Reliability, maxReliability), ev.Trust, !ev.Resolved, int(m.index))
	if !ev.Resolved {
		u.surprise(p)
	}
}

// list takes an exhaustive list: known entities that it should have named and
// did not are confronted with it, and its record is kept for all others.
func (u *updater) list(ev *Evidence, index int) {
	x := ev.Every
	l := u.look(*x, ev.Trust)
	for _, f := range u.b.fields {
		if !l.covers(f.attr, f.typ, f.cats) {
			continue
		}
		j := -1
		if d := u.b.set(f.set); d != nil {
			j = int(d.find(x.Place))
		}
		if j < 0 {
			continue
		}
		if !u.fold {
			u.surpriseMeeting(f, ev, x.Place)
		}
		for _, id := range f.members {
			v := u.b.at(id)
			if int(v.best) != j || slices.Contains(ev.Except, v.name.Entity) {
				continue
			}
			v, s := u.sync(id)
			lik := ones(nil, len(v.dom.values))
			lik[j] = l.unseen(1)
			p := u.b.marginal(nil, s, v)
			pred := dot(p, lik)
			u.surprise(pred)
			if ev.Trust >= User && u.confront(id, lik, pred, index, u.st) {
				u.take(id, lik)
				v, _ := u.write(id)
				v.looked = u.b.seq + 1 // this list is in
				u.settleBest(id, v)
			}
		}
	}
	seq := u.b.seq + 1
	for _, ent := range ev.Except {
		if id, ok := u.b.Find(Variable{ent, x.Attr}); ok {
			v, _ := u.sync(id)
			v.looked = seq
		}
	}
	u.record(l, seq)
	// In a block a list moves what is joined with the things it concerns.
	for i := range u.b.blocks {
		for _, id := range u.b.blocks[i].ids {
			if v := u.b.at(id); v.looked < seq && l.covers(v.name.Attr, v.typ, v.cats) {
				u.sync(id)
			}
		}
	}
	// What the list moved is read lazily; only the ranking is kept current.
	for _, f := range u.b.fields {
		if l.covers(f.attr, f.typ, f.cats) {
			for _, id := range f.members {
				if v := u.b.at(id); v.looked < seq && v.dom.values[v.best] == x.Place {
					w, _ := u.write(id)
					u.settleBest(id, w)
				}
			}
		}
	}
}

// surpriseMeeting scores whether the list named an entity of the type that
// nobody had met.
func (u *updater) surpriseMeeting(f *field, ev *Evidence, place Value) {
	met := 0
	for _, id := range u.fresh {
		if slices.Contains(f.members, id) && slices.Contains(ev.Except, u.b.at(id).name.Entity) {
			met++
		}
	}
	before := *f
	before.members = before.members[:len(before.members)-met]
	before.need = 0 // what this answer's names prove was not known before it
	if was := u.view.Belief.field(f.typ, f.attr); was != nil {
		before.need = was.need
	}
	p := u.b.someUnmet(&before, place)
	if met == 0 {
		p = 1 - p
	}
	u.surprise(max(p, 1e-9))
}

// look returns the record of a place's lists, or a new one.
func (u *updater) look(x Exhaustive, trust Trust) look {
	x.Miss = max(x.Miss, capRatio(trust))
	for i := range u.b.looks {
		if l := u.b.looks[i]; l.typ == x.Type && l.attr == x.Attr && l.place == x.Place && l.trust == trust {
			l.miss, l.missPerLook = x.Miss, x.MissPerLook
			return l
		}
	}
	return look{typ: x.Type, attr: x.Attr, place: x.Place, trust: trust, miss: x.Miss, missPerLook: x.MissPerLook}
}

// record adds a list to a place's record, as the latest of all.
func (u *updater) record(l look, seq uint32) {
	out := make([]look, 0, len(u.b.looks)+1)
	for _, o := range u.b.looks {
		if o.typ != l.typ || o.attr != l.attr || o.place != l.place || o.trust != l.trust {
			out = append(out, o)
		}
	}
	keep := l.seqs
	if len(keep) >= maxLooks {
		keep = keep[len(keep)-maxLooks+1:]
	}
	l.seqs = append(keep[:len(keep):len(keep)], look1{seq, u.b.now})
	l.total++
	l.pos = -1
	for _, f := range u.b.fields {
		if f.attr == l.attr {
			l.pos = u.b.set(f.set).find(l.place)
			break
		}
	}
	l.all = l.unseen(uint32(len(l.seqs)))
	u.b.looks = append(out, l)
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

// surprise adds an event of probability p to the step's surprise.
func (u *updater) surprise(p float64) {
	if !(p > 0) || p > 1 {
		p = min(max(p, 1e-300), 1)
	}
	if u.chance *= p; u.chance < 1e-200 {
		u.surprised()
	}
}

// surprised writes the surprise so far as bits.
func (u *updater) surprised() {
	if b := dist.Bits(u.chance); b > 0 {
		u.st.Bits += b
	}
	u.chance = 1
}

// settleBest keeps a variable's most probable value and returns its
// probability.
func (e *edit) settleBest(id ID, v *variable) float64 {
	p := e.b.P(id, e.scratch(2))
	e.buf[2] = p
	best := 0
	for i := range p {
		if p[i] > p[best] {
			best = i
		}
	}
	v.best = int32(best)
	return p[best]
}

func dot(p, q []float64) float64 {
	s := 0.0
	for i := range p {
		s += p[i] * q[i]
	}
	return s
}
