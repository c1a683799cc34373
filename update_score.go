package bethink

import "slices"

// foresee lists the events with their probabilities under the forecast, and for
// each that is one literal the variable it is about.
func foresee(b *Belief, events []Event) ([]Score, []ID) {
	if len(events) == 0 {
		return nil, nil
	}
	out := make([]Score, len(events))
	ids := make([]ID, len(events))
	var last *Literal
	var at *Presence // the presence before, whose place was found at pos
	var pos int32
	hint := 0
	for i := range events {
		ev := &events[i]
		ids[i] = NoID
		if q := &ev.Some; q.Type != "" {
			f := b.fieldAfter(&hint, q.Type, q.Attr)
			if f == nil {
				continue
			}
			if at == nil || at.Place != q.Place || at.Attr != q.Attr {
				at, pos = q, b.set(f.set).find(q.Place)
			}
			out[i].P = b.some(f, q.Place, pos)
			continue
		}
		if len(ev.Literals) != 1 {
			out[i].P = b.Probability(*ev)
			continue
		}
		l := &ev.Literals[0]
		ok := true
		if last != nil && last.Var == l.Var {
			ids[i] = ids[i-1] // all values of one variable
		} else if ids[i], ok = b.Find(l.Var); !ok {
			last = nil
		}
		if last = l; ids[i] < 0 {
			last = nil
			if l.Not {
				out[i].P = 1
			}
			continue
		}
		out[i].P = b.mass(ids[i], l.Any)
		if l.Not {
			out[i].P = 1 - out[i].P
		}
	}
	return out, ids
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

// named remembers the types of the entities that the list read last named.
type named struct {
	lists []int // the answer's lists, by position in its evidence
	list  *Evidence
	types []string
	hint  int // see fieldAfter
}

// settleScores decides the listed events by the observation alone.
func (u *updater) settleScores() {
	obs := &u.st.Observation
	if len(u.st.Scores) == 0 {
		return
	}
	var named named
	for i := range obs.Evidence {
		if obs.Evidence[i].Every != nil {
			named.lists = append(named.lists, i)
		}
	}
	pieces := evidenceByVariable(u.told)
	for i := range u.st.Scores {
		sc, ev := &u.st.Scores[i], &u.st.Transition.Reveals[i]
		switch {
		case ev.Some.Type != "":
			sc.Settled, sc.True = u.settlePresence(ev.Some, obs, &named)
		case len(ev.Literals) == 1 && u.events[i] >= 0:
			sc.Settled, sc.True = pieces.settle(obs, u.events[i], ev.Literals[0])
		default:
			sc.Settled, sc.True = settled(obs, ev.Literals)
		}
	}
}

// settled decides a conjunction: it is true where all is told to hold, and
// false where something is told not to.
func settled(obs *Observation, ls []Literal) (settled, holds bool) {
	settled = len(ls) > 0
	for _, l := range ls {
		told, ok := toldOf(obs, l)
		if told && !ok {
			return true, false
		}
		settled = settled && told
	}
	return settled, settled
}

// pieces finds the pieces of evidence about one variable: chains of them by the
// variable's handle, in the order in which they were told.
type variableEvidence struct {
	ids  []ID
	next []int32
	head [64]int32 // 1 + the first piece of the chain
}

func evidenceByVariable(ids []ID) *variableEvidence {
	p := &variableEvidence{ids: ids, next: make([]int32, len(ids))}
	for i := len(ids) - 1; i >= 0; i-- {
		if ids[i] >= 0 {
			h := &p.head[ids[i]&63]
			p.next[i], *h = *h, int32(i+1)
		}
	}
	return p
}

// settle decides a literal about the variable.
func (p *variableEvidence) settle(obs *Observation, id ID, l Literal) (settled, holds bool) {
	for i := p.head[id&63]; i > 0; i = p.next[i-1] {
		if p.ids[i-1] != id {
			continue
		}
		if told, ok := obs.Evidence[i-1].tells(l); told {
			return true, ok
		}
	}
	return false, false
}

// settlePresence says whether a list covered the place, and whether it named
// an entity of the type. lists keeps the types that each list named.
func (u *updater) settlePresence(q Presence, obs *Observation, n *named) (settled, holds bool) {
	f := u.b.fieldAfter(&n.hint, q.Type, q.Attr)
	if f == nil {
		return false, false
	}
	for _, i := range n.lists {
		ev := &obs.Evidence[i]
		if ev.Every.Attr != q.Attr || ev.Every.Place != q.Place {
			continue
		}
		l := listRecord{typ: ev.Every.Type, attr: ev.Every.Attr}
		if !l.covers(q.Attr, q.Type, f.cats) {
			continue
		}
		if n.list != ev {
			n.list, n.types = ev, n.types[:0]
			n.types = slices.Grow(n.types, len(ev.Except))
			for _, ent := range ev.Except {
				n.types = append(n.types, u.b.Type(ent))
			}
		}
		return true, slices.Contains(n.types, q.Type)
	}
	return false, false
}

// toldOf reports what the observation says of a literal outright, by the first
// piece of evidence that decides it.
func toldOf(obs *Observation, l Literal) (told, holds bool) {
	for i := range obs.Evidence {
		if ev := &obs.Evidence[i]; len(ev.Clause) == 1 && ev.Clause[0].Var == l.Var {
			if told, holds = ev.tells(l); told {
				return true, holds
			}
		}
	}
	return false, false
}

// tells reports what evidence about the literal's variable says of it outright:
// instrument or user evidence of one literal, reliable enough, whose referent
// the text named.
func (e *Evidence) tells(l Literal) (told, holds bool) {
	if e.Every != nil || len(e.Clause) != 1 || len(e.Weights) > 0 || e.Resolved || e.Trust < TrustUser || e.Reliability < 0.9 {
		return false, false
	}
	c := &e.Clause[0]
	in, out := 0, 0
	if c.Not {
		// "not one of": decides only a literal about those values.
		for _, v := range l.Any {
			if !slices.Contains(c.Any, v) {
				return false, false
			}
		}
		return true, l.Not
	}
	for _, v := range c.Any {
		if slices.Contains(l.Any, v) {
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
	return false, false
}
