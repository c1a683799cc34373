package pack

import "github.com/bethink-dev/bethink"

// value is what a match has for a reference: its own text, or the pattern's.
func (w *parse) value(m *found, r ref) string {
	if r.slot < 0 {
		return r.s
	}
	return m.c[r.slot].of(w.text)
}

// tell writes the evidence of one match.
func (w *parse) tell(m *found, t *tell) {
	vals := t.values
	if vals == nil {
		from := len(w.vals)
		for _, x := range t.is {
			w.vals = append(w.vals, bethink.Value(w.value(m, x)))
		}
		vals = w.vals[from:len(w.vals):len(w.vals)]
	}
	switch {
	case t.pairs:
		list := w.list(m, t.of.slot)
		for i, a := range list {
			for _, b := range list[i+1:] {
				w.say(m, t, bethink.PairOf(bethink.Entity(a.at.of(w.text)), bethink.Entity(b.at.of(w.text))), vals, m.at)
			}
		}
	case t.each:
		for _, it := range w.list(m, t.of.slot) {
			if it.k.has(t.attr) {
				w.say(m, t, bethink.Entity(it.at.of(w.text)), vals, it.at)
			}
		}
	default:
		e := bethink.Entity(w.value(m, t.of))
		if k := w.kindOf(e); k.has(t.attr) && !w.done(e, t.attr) {
			if t.of.slot < 0 && e != w.p.agent && w.v.Belief.Type(e) == "" {
				// An entity that the pattern names and the text does not.
				w.obs.Found = append(w.obs.Found, bethink.Found{Entity: e, Type: w.p.names.typeOf(string(e)), Joins: k.joins})
			}
			w.say(m, t, e, vals, m.at)
		}
	}
}

// kindOf returns the kind of an entity that the text or the pack names.
func (w *parse) kindOf(e bethink.Entity) *kind {
	if w.p.names.numbered {
		return w.p.kindOf(w.p.names.typeOf(string(e)))
	}
	if typ := w.v.Belief.Type(e); typ != "" {
		return w.p.kindOf(typ)
	}
	for i := range w.items {
		if w.items[i].at.of(w.text) == string(e) {
			return w.items[i].k
		}
	}
	return w.p.kindOf(string(e))
}

// say adds one piece of evidence.
func (w *parse) say(m *found, t *tell, e bethink.Entity, vals []bethink.Value, at span) {
	l := bethink.Literal{Var: bethink.Variable{Entity: e, Attr: t.attr}, Any: vals, Not: t.not}
	if t.once && w.v.Belief.Holds(l) >= settled {
		return
	}
	w.lits = append(w.lits, l)
	n := len(w.lits)
	ev := bethink.Evidence{
		Clause: w.lits[n-1 : n : n], Reliability: t.reliability, False: t.lie, Trust: t.trust,
		Pattern: m.r.name, Span: [2]int{at.from, at.to},
	}
	if t.given != nil {
		ev.Reliability, ev.Weights, ev.Else = 0, t.given, t.other
	}
	if t.origin != nil {
		ev.Origin = originOf(t.origin, w.in, func(k int8) string { return m.c[k].of(w.text) })
	}
	w.obs.Evidence = append(w.obs.Evidence, ev)
}

// settled is the probability from which evidence that is told once is not
// told again.
const settled = 0.99

// done reports whether the action's own effect has set the variable: the same
// answer then counts once, as the verdict.
func (w *parse) done(e bethink.Entity, attr string) bool {
	if w.schema == nil {
		return false
	}
	for i := range w.schema.Effects {
		f := &w.schema.Effects[i]
		if f.Attr != attr {
			continue
		}
		subject := bethink.Entity(f.Subject)
		if f.Subject[0] == '$' {
			for k := range w.schema.Params {
				if w.schema.Params[k].Name == string(f.Subject[1:]) {
					subject = w.act.Args[k]
				}
			}
		}
		if subject == e {
			_, known := w.v.Belief.Find(bethink.Variable{Entity: e, Attr: attr})
			return known
		}
	}
	return false
}
