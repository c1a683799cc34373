package pack

import (
	"context"
	"fmt"
	"slices"

	"github.com/bethink-dev/bethink"
)

// found is one match in a text.
type found struct {
	r     *reading
	t     *template
	at    span
	c     captures
	items [maxSlots][2]int32 // of parse.items, by slot
}

// item is an entity that a text names.
type item struct {
	at    span
	typ   string
	k     *kind
	known bool // to the belief
}

// maxMatches and maxItems are how many matches and names of one text need no
// allocation.
const (
	maxMatches = 4
	maxItems   = 48
)

// Parse implements [bethink.Pack]. The text is read sentence by sentence; what
// no pattern reads is listed in Unread. Names in the observation are parts of
// the text.
func (p *Pack) Parse(ctx context.Context, v bethink.View, in bethink.Input) (bethink.Observation, error) {
	if err := ctx.Err(); err != nil {
		return bethink.Observation{}, err
	}
	w := parse{p: p, v: &v, in: &in, text: in.Text, act: in.Action}
	if w.act.Verb == "" && w.act.Text != "" {
		w.act, _ = p.Action(w.act.Text)
	}
	var room [maxMatches]found
	w.matches = room[:0]
	var names [maxItems]item
	w.items = names[:0]
	w.scan()
	w.judge()
	w.gather()
	w.structured(&in)
	if len(w.matches) == 0 && !w.read && in.Text != "" {
		return bethink.Observation{}, fmt.Errorf("pack %s: no pattern reads %q: %w", p.desc.Name, clip(in.Text), bethink.ErrUnparsed)
	}
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
	in      *bethink.Input
	text    string
	act     bethink.Action
	matches []found
	read    bool // an input pattern matched
	items   []item
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
			w.name(&m)
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

// name gathers the entities that a match names.
func (w *parse) name(m *found) {
	for k := range m.t.slots {
		from := int32(len(w.items))
		switch m.t.slots[k].kind {
		case slotEntity:
			w.items = append(w.items, w.item(m.c[k], m.t.slots[k]))
		case slotList:
			w.p.names.items(w.text, m.c[k], func(s span) { w.items = append(w.items, w.item(s, m.t.slots[k])) })
		}
		m.items[k] = [2]int32{from, int32(len(w.items))}
	}
}

func (w *parse) item(s span, sl slot) item {
	name := s.of(w.text)
	typ := w.p.typeFor(name, sl)
	return item{s, typ, w.p.kindOf(typ), w.v.Belief.Type(bethink.Entity(name)) != ""}
}

// list returns the entities of a slot.
func (w *parse) list(m *found, slot int8) []item {
	at := m.items[slot]
	return w.items[at[0]:at[1]]
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
	named := fits || w.p.unfit(n, w.act.Args, w.p.namedType(*w.v)) < 0
	for i := range w.matches {
		m := &w.matches[i]
		if m.r.verdict == bethink.VerdictUnclear || !w.concerns(m) {
			continue
		}
		if m.r.verdict == bethink.VerdictRefused && !fits {
			// Refused or not understood, the answer is the same: nothing was done.
			none := 0.0
			w.obs.Unclear = &none
			return
		}
		w.obs.Verdict = m.r.verdict
		break
	}
	if w.obs.Verdict == bethink.VerdictUnclear {
		for i := range w.matches {
			if m := &w.matches[i]; m.r.unclear != nil && w.concerns(m) {
				w.obs.Unclear = m.r.unclear
			}
		}
	}
	if named && w.obs.Verdict == bethink.VerdictDone {
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
	p := w.p
	nf, ne, nv, nx, ny := 0, 0, 0, 0, 0
	for i := range w.items {
		if !w.items[i].known {
			nf++
		}
	}
	meetsAgent := p.agent != "" && w.v.Belief.Type(p.agent) == ""
	if meetsAgent {
		nf++
	}
	begins := false
	for i := range w.matches {
		begins = begins || w.matches[i].r.begins
	}
	if begins = begins && p.scene != "" && w.v.Belief.Type(p.scene) == ""; begins {
		nf++
	}
	for i := range w.matches {
		m := &w.matches[i]
		for k := range m.r.tells {
			t := &m.r.tells[k]
			n := 1
			switch {
			case t.every != nil:
				ny++
				ne++
				if t.except >= 0 {
					nx += len(w.list(m, t.except))
				}
				continue
			case t.pairs:
				n = len(w.list(m, t.of.slot))
				n = n * (n - 1) / 2
			case t.each:
				n = len(w.list(m, t.of.slot))
			}
			ne += n
			if t.values == nil {
				nv += len(t.is)
			}
		}
	}
	if nf > 0 {
		w.obs.Found = make([]bethink.Found, 0, nf)
	}
	w.obs.Evidence = make([]bethink.Evidence, 0, ne)
	w.lits = make([]bethink.Literal, 0, ne)
	w.vals = make([]bethink.Value, 0, nv)
	except := make([]bethink.Entity, 0, nx)
	every := make([]bethink.Exhaustive, 0, ny)

	if meetsAgent {
		w.obs.Found = append(w.obs.Found, bethink.Found{Entity: p.agent, Type: string(p.agent)})
	}
	for i := range w.matches {
		m := &w.matches[i]
		for k := range m.t.slots {
			for _, it := range w.list(m, int8(k)) {
				w.meet(it, m.r.joins[k])
			}
		}
		if m.r.goal >= 0 {
			w.obs.Goal = p.goal(m.c[m.r.goal].of(w.text))
			if s := m.c[m.r.goal]; w.obs.Goal == nil && s.from < s.to {
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
				for _, it := range w.list(m, t.except) {
					except = append(except, bethink.Entity(it.at.of(w.text)))
				}
			}
			w.obs.Evidence = append(w.obs.Evidence, bethink.Evidence{
				Every: &every[len(every)-1], Except: except[from:len(except):len(except)],
				Trust: t.trust, Pattern: m.r.name, Span: [2]int{m.at.from, m.at.to},
			})
		}
	}
	if begins {
		w.obs.Found = append(w.obs.Found, bethink.Found{Entity: p.scene, Type: string(p.scene)})
	}
	if w.obs.Goal != nil && p.scene != "" && (begins || w.v.Belief.Type(p.scene) != "") {
		// What the goal speaks of is somewhere in the scene.
		for _, r := range w.obs.Goal.Roles {
			w.obs.Found = append(w.obs.Found, bethink.Found{Entity: p.scene, Type: r.Type, Count: r.Count})
		}
	}
}

// meet lists an entity that the belief does not know yet.
func (w *parse) meet(it item, joins []string) {
	if it.known {
		return
	}
	e := bethink.Entity(it.at.of(w.text))
	if it.k != w.p.unknown {
		joins = it.k.joins
	}
	w.obs.Found = append(w.obs.Found, bethink.Found{Entity: e, Type: it.typ, Joins: joins, Count: w.p.names.count(string(e))})
}
