package bethink

import (
	"slices"

	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/joint"
)

// doubt is the chance that an instrument's verdict is wrong, or that an effect
// reported done did not happen. It keeps an action from writing zeros that no
// later look could undo.
const doubt = 1.0 / 4096

// sure is how near to 0 or 1 a condition's probability must be to be taken as
// decided rather than coupled with what it decides.
const sure = 1e-13

// grounded is a literal with the handle of its variable.
type grounded struct {
	id ID
	l  Literal
}

func (e *edit) ground(ls []Literal) []grounded {
	out := make([]grounded, 0, len(ls))
	for _, l := range ls {
		if id, ok := e.b.Find(l.Var); ok {
			out = append(out, grounded{id, l})
		}
	}
	return out
}

// all returns the probability that all literals hold. Literals of one block
// are taken jointly.
func (e *edit) all(gs []grounded) float64 {
	p := 1.0
	var done []int32
	for i, g := range gs {
		v := e.b.at(g.id)
		if v.block < 0 {
			// Several literals of one variable: the value must meet them all.
			if slices.ContainsFunc(gs[:i], func(o grounded) bool { return o.id == g.id }) {
				continue
			}
			p *= e.meetsAll(g.id, gs)
			continue
		}
		if slices.Contains(done, v.block) {
			continue
		}
		done = append(done, v.block)
		var fails []joint.Part
		for _, o := range gs {
			if e.b.at(o.id).block == v.block {
				e.sync(o.id)
				fails = append(fails, e.part(o.id, o.l.Negate()))
			}
		}
		_, q := e.b.blocks[v.block].mix.Weigh(joint.Factor{Clause: fails, Hit: 0, Miss: 1})
		p *= q
	}
	return p
}

func (e *edit) meetsAll(id ID, gs []grounded) float64 {
	buf := e.b.P(id, e.scratch(2))
	e.buf[2] = buf
	vals := e.b.Values(id)
	sum := 0.0
next:
	for i, p := range buf {
		for _, g := range gs {
			if g.id == id && !g.l.Holds(vals[i]) {
				continue next
			}
		}
		sum += p
	}
	return sum
}

// apply changes the world: where all of needs hold, every effect is tried,
// with its probability times chance. The conditions are read before anything
// changes.
func (e *edit) apply(needs []Literal, effects []Effect, chance float64, m mark) {
	need := e.ground(needs)
	var decided []Effect // whose conditions hold surely, to be applied apart
	var open []Effect
	pn := e.all(need)
	if pn < sure {
		return
	}
	for _, f := range effects {
		f.P *= chance
		pw := e.all(e.ground(f.When))
		if pw < sure || f.P <= 0 { // not pw*pn: they may be one condition
			continue
		}
		if pn > 1-sure && pw > 1-sure && (len(f.Then) == 1 || f.P > 1-sure) {
			decided = append(decided, f)
		} else {
			open = append(open, f)
		}
	}
	if len(open) > 0 {
		// One open condition couples all: an effect must not read what
		// another has just changed.
		e.couple(need, append(open, decided...), m)
		return
	}
	for _, f := range decided {
		for _, c := range f.Then {
			if id, ok := e.b.Find(c.Var); ok {
				e.assign(id, c.To, f.P, m)
			}
		}
	}
}

// assign redraws one variable: with probability p from to.
func (e *edit) assign(id ID, to []Weight, p float64, m mark) {
	v, s := e.sync(id)
	to2 := e.vector(id, to)
	if to2 == nil {
		return
	}
	if v.block >= 0 {
		block := v.block
		shift := joint.Shift{Branches: []joint.Branch{{P: p, Set: []joint.Assign{{Slot: int(v.slot), To: to2}}}}}
		e.setBlock(block, e.b.blocks[block].mix.Move(shift))
		e.reset(v)
		e.release(block)
	} else {
		base := make([]float64, len(to2))
		old := v.potential(e.scratch(0), s)
		for i := range base {
			base[i] = max(p*to2[i]+(1-p)*old[i], least)
		}
		v.base = base
		e.reset(v)
	}
	e.changedBy(id, v, m)
}

// reset forgets the account of evidence: the variable has changed, and what
// was said was said of its old value.
func (e *edit) reset(v *variable) {
	v.unweighted, v.accounts, v.n = true, nil, 0
	v.changed = e.b.seq
}

func (e *edit) changedBy(id ID, v *variable, m mark) {
	top := e.updateBest(id, v)
	m.changed = true
	e.note(id, v, m, m.verdict && top >= verifiedAt)
	e.touched(id)
}

// couple applies effects whose conditions are not decided, in the joint of all
// variables concerned.
func (e *edit) couple(need []grounded, effects []Effect, m mark) {
	var ids []ID
	add := func(id ID) {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, g := range need {
		add(g.id)
	}
	for _, f := range effects {
		for _, g := range e.ground(f.When) {
			add(g.id)
		}
		for _, c := range f.Then {
			if id, ok := e.b.Find(c.Var); ok {
				e.vector(id, c.To) // discovery before the joint is laid out
				add(id)
			}
		}
	}
	block := e.join(ids)
	if block < 0 {
		return
	}
	var shift joint.Shift
	for _, g := range need {
		shift.Needs = append(shift.Needs, e.part(g.id, g.l))
	}
	var changed []ID
	for _, f := range effects {
		b := joint.Branch{P: f.P}
		for _, g := range e.ground(f.When) {
			b.When = append(b.When, e.part(g.id, g.l))
		}
		for _, c := range f.Then {
			id, ok := e.b.Find(c.Var)
			if !ok {
				continue
			}
			if to := e.vector(id, c.To); to != nil {
				b.Set = append(b.Set, joint.Assign{Slot: int(e.b.at(id).slot), To: to})
				changed = append(changed, id)
			}
		}
		shift.Branches = append(shift.Branches, b)
	}
	e.setBlock(block, e.b.blocks[block].mix.Move(shift))
	for _, id := range changed {
		v, _ := e.write(id)
		e.reset(v)
	}
	e.release(block)
	for _, id := range changed {
		v, _ := e.write(id)
		e.changedBy(id, v, m)
	}
}

// vector writes weights as a distribution over a variable's domain, widening
// an open one by values it does not list. It returns nil where nothing is left.
func (e *edit) vector(id ID, to []Weight) []float64 {
	for _, w := range to {
		e.discover(id, w.Value)
	}
	d := e.b.domain(e.b.at(id))
	out := make([]float64, len(d.values))
	for _, w := range to {
		if i := d.find(w.Value); i >= 0 {
			out[i] += w.P
		}
	}
	if s := dist.Normalize(out); !(s > 0) {
		return nil
	}
	return out
}

// discover adds a value to an open domain that does not list it, and reports
// whether the domain has it now.
func (e *edit) discover(id ID, val Value) bool {
	v := e.b.at(id)
	d := e.b.domain(v)
	if d.find(val) >= 0 {
		return true
	}
	if !d.open {
		return false
	}
	if d.name != "" {
		e.widen(d.name, val)
		e.sync(id)
		return true
	}
	w, _ := e.write(id)
	w.dom = d.with(val, e.own)
	e.sync(id)
	return true
}
