package pack

import (
	"context"
	"fmt"
	"slices"

	"github.com/bethink-dev/bethink"
)

// found is one match in a text.
type found struct {
	r       *reading
	t       *template
	at      span
	c       captures
	verdict bethink.Verdict
}

// maxMatches is how many matches of one text need no allocation.
const maxMatches = 8

// Parse implements [bethink.Pack]. The text is read sentence by sentence; what
// no pattern reads is listed in Unread. Names in the observation are parts of
// the text.
func (p *Pack) Parse(ctx context.Context, v bethink.View, in bethink.Input) (bethink.Observation, error) {
	if err := ctx.Err(); err != nil {
		return bethink.Observation{}, err
	}
	w := parse{p: p, v: &v, text: in.Text, act: in.Action}
	if w.act.Verb == "" && w.act.Text != "" {
		w.act, _ = p.Action(w.act.Text)
	}
	var room [maxMatches]found
	w.matches = room[:0]
	w.scan()
	if len(w.matches) == 0 && in.Text != "" {
		return bethink.Observation{}, fmt.Errorf("pack %s: no pattern reads %q: %w", p.desc.Name, clip(in.Text), bethink.ErrUnparsed)
	}
	w.judge()
	w.gather()
	return w.obs, nil
}

// clip shortens a text for a message.
func clip(s string) string {
	if len(s) > 80 {
		return s[:80] + "…"
	}
	return s
}

// parse is one run of Parse.
type parse struct {
	p       *Pack
	v       *bethink.View
	text    string
	act     bethink.Action
	matches []found
	obs     bethink.Observation
	schema  *bethink.Schema // of the action, where its transition counts
	lits    []bethink.Literal
	vals    []bethink.Value
}

func space(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// scan matches the patterns one after the other.
func (w *parse) scan() {
	text := w.text
	for at := 0; at < len(text); {
		if space(text[at]) {
			at++
			continue
		}
		var m found
		if tpl, end, ok := w.p.texts.first(&w.p.names, text, at, &m.c); ok && end > at {
			m.r, m.t, m.at = &w.p.readings[w.p.texts.of[tpl]], &w.p.texts.all[tpl], span{at, end}
			w.matches = append(w.matches, m)
			at = end
			continue
		}
		end := sentence(text, at)
		if n := len(w.obs.Unread); n > 0 && w.obs.Unread[n-1][1] == at {
			w.obs.Unread[n-1][1] = end
		} else {
			w.obs.Unread = append(w.obs.Unread, [2]int{at, end})
		}
		at = end
	}
}

// sentence returns the end of the sentence or line that starts at the place.
func sentence(text string, at int) int {
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '\n':
			return i
		case '.', '!', '?':
			if i+1 == len(text) || space(text[i+1]) {
				return i + 1
			}
		}
	}
	return len(text)
}

// judge reads the verdict on the action.
func (w *parse) judge() {
	n, ok := w.p.verbs[w.act.Verb]
	if !ok {
		return
	}
	fits := w.p.misfit(*w.v, n, w.act.Args) < 0
	for i := range w.matches {
		m := &w.matches[i]
		if m.r.verdict == bethink.Unclear || !w.concerns(m) {
			continue
		}
		if m.r.verdict == bethink.Refused && !fits {
			// Refused or not understood: the answer is the same.
			return
		}
		w.obs.Verdict = m.r.verdict
		break
	}
	if fits && w.obs.Verdict == bethink.Done {
		w.schema = &w.p.schemas[n]
	}
}

// concerns reports whether the match speaks of the action taken.
func (w *parse) concerns(m *found) bool {
	if len(m.r.of) == 0 {
		return true
	}
	if !slices.Contains(m.r.of, w.act.Verb) {
		return false
	}
	for i := range m.t.slots {
		if k := m.r.arg[i]; k >= 0 && int(k) < len(w.act.Args) && string(w.act.Args[k]) != m.c[i].of(w.text) {
			return false
		}
	}
	return true
}

// gather makes the observation, in arrays sized beforehand.
func (w *parse) gather() {
	p, r := w.p, &w.p.names
	nf, ne, nv, nx, ny := 2, 0, 0, 0, 0
	for i := range w.matches {
		m := &w.matches[i]
		var size [maxSlots]int
		for k := range m.t.slots {
			switch m.t.slots[k].kind {
			case slotEntity:
				size[k] = 1
			case slotList:
				r.items(w.text, m.c[k], func(span) { size[k]++ })
			}
			nf += size[k]
		}
		for k := range m.r.tells {
			t := &m.r.tells[k]
			n := 1
			switch {
			case t.every != nil:
				ny++
				ne++
				if t.except >= 0 {
					nx += size[t.except]
				}
				continue
			case t.pairs:
				n = size[t.of.slot] * (size[t.of.slot] - 1) / 2
			case t.each:
				n = size[t.of.slot]
			}
			ne += n
			if t.values == nil {
				nv += len(t.is)
			}
		}
	}
	w.obs.Found = make([]bethink.Found, 0, nf)
	w.obs.Evidence = make([]bethink.Evidence, 0, ne)
	w.lits = make([]bethink.Literal, 0, ne)
	w.vals = make([]bethink.Value, 0, nv)
	except := make([]bethink.Entity, 0, nx)
	every := make([]bethink.Exhaustive, 0, ny)

	if p.agent != "" && w.v.Belief.Type(p.agent) == "" {
		w.obs.Found = append(w.obs.Found, bethink.Found{Entity: p.agent, Type: string(p.agent)})
	}
	begins := false
	for i := range w.matches {
		m := &w.matches[i]
		for k := range m.t.slots {
			switch m.t.slots[k].kind {
			case slotEntity:
				w.meet(m.c[k], m.r.joins[k])
			case slotList:
				r.items(w.text, m.c[k], func(s span) { w.meet(s, m.r.joins[k]) })
			}
		}
		begins = begins || m.r.begins
		if m.r.goal >= 0 {
			w.obs.Goal = p.goal(m.c[m.r.goal].of(w.text))
			if w.obs.Goal == nil {
				s := m.c[m.r.goal]
				w.obs.Unread = append(w.obs.Unread, [2]int{s.from, s.to})
			}
		}
		for k := range m.r.tells {
			t := &m.r.tells[k]
			if t.every == nil {
				w.tell(m, t)
				continue
			}
			x := *t.every
			x.Place = bethink.Value(w.value(m, t.place))
			every = append(every, x)
			from := len(except)
			if t.except >= 0 {
				r.items(w.text, m.c[t.except], func(s span) { except = append(except, bethink.Entity(s.of(w.text))) })
			}
			w.obs.Evidence = append(w.obs.Evidence, bethink.Evidence{
				Every: &every[len(every)-1], Except: except[from:len(except):len(except)],
				Trust: t.trust, Pattern: m.r.name, Span: [2]int{m.at.from, m.at.to},
			})
		}
	}
	if begins && p.scene != "" && w.v.Belief.Type(p.scene) == "" {
		w.obs.Found = append(w.obs.Found, bethink.Found{Entity: p.scene, Type: string(p.scene)})
	}
}

// meet lists an entity that the belief does not know yet.
func (w *parse) meet(s span, joins []string) {
	e := bethink.Entity(s.of(w.text))
	if w.v.Belief.Type(e) != "" {
		return
	}
	typ := w.p.names.typeOf(string(e))
	if k := w.p.types[typ]; k != nil {
		joins = k.joins
	}
	w.obs.Found = append(w.obs.Found, bethink.Found{Entity: e, Type: typ, Joins: joins, Count: w.p.names.count(string(e))})
}

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
		var names [64]bethink.Entity
		list := names[:0]
		w.p.names.items(w.text, m.c[t.of.slot], func(s span) { list = append(list, bethink.Entity(s.of(w.text))) })
		for i, a := range list {
			for _, b := range list[i+1:] {
				w.say(m, t, bethink.PairOf(a, b), vals, m.at)
			}
		}
	case t.each:
		w.p.names.items(w.text, m.c[t.of.slot], func(s span) {
			w.say(m, t, bethink.Entity(s.of(w.text)), vals, s)
		})
	default:
		e := bethink.Entity(w.value(m, t.of))
		if !w.done(e, t.attr) {
			w.say(m, t, e, vals, m.at)
		}
	}
}

// say adds one piece of evidence.
func (w *parse) say(m *found, t *tell, e bethink.Entity, vals []bethink.Value, at span) {
	l := bethink.Literal{Var: bethink.Variable{Entity: e, Attr: t.attr}, Any: vals, Not: t.not}
	if !t.pairs && !w.p.has(e, t.attr) || t.once && w.v.Belief.Holds(l) >= settled {
		return
	}
	w.lits = append(w.lits, l)
	n := len(w.lits)
	w.obs.Evidence = append(w.obs.Evidence, bethink.Evidence{
		Clause: w.lits[n-1 : n : n], Reliability: t.reliability, Trust: t.trust,
		Pattern: m.r.name, Span: [2]int{at.from, at.to},
	})
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
