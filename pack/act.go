package pack

import (
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
)

func (b *builder) acts() {
	b.Pack.verbs = map[string]int{}
	b.verbs = map[string]*actionFile{}
	for i := range b.f.Actions {
		b.act(&b.f.Actions[i])
	}
}

func (b *builder) act(a *actionFile) {
	if a.Verb.s == "" || b.verbs[a.Verb.s] != nil {
		b.fault(a.Text.line, "give each action a verb of its own", "verb %q is taken or missing", a.Verb.s)
		return
	}
	n := len(b.schemas)
	b.Pack.verbs[a.Verb.s], b.verbs[a.Verb.s] = n, a
	s := bethink.Schema{Verb: a.Verb.s, Cost: a.Cost, Reversible: a.Reversible, Unclear: a.Unclear}
	b.chance(a.Unclear, a.Verb.line, "unclear of action "+a.Verb.s)
	if !(a.Cost >= 0) {
		b.fault(a.Verb.line, "write 0 or more", "action %s costs %v", a.Verb.s, a.Cost)
	}
	// The first text names the parameters.
	first, ok := b.template(a.Text)
	if !ok {
		return
	}
	s.Text = plainText(first)
	for _, sl := range first[0].slots {
		s.Params = append(s.Params, bethink.Param{Name: sl.name, Type: sl.cat})
		if sl.kind != slotEntity {
			b.fault(a.Text.line, "use {name:category}", "parameter %s of action %s is no entity", sl.name, a.Verb.s)
		}
	}
	s.Needs = b.conditions(a.Needs, s)
	for _, e := range a.Effects {
		s.Effects = append(s.Effects, b.effect(e, s))
	}
	for _, r := range a.Reveals {
		s.Reveals = append(s.Reveals, bethink.Reveal{
			Subject: b.term(r.Of, s), Attr: r.Attr.s, Every: r.Every.s, Place: b.term(r.Place, s),
			When: b.conditions(r.When, s),
		})
		if r.Every.s != "" && !b.known(r.Every.s) {
			b.fault(r.Every.line, "name a type or category", "action %s reveals every %q", a.Verb.s, r.Every.s)
		}
	}
	b.schemas = append(b.schemas, s)
	b.placed = append(b.placed, a.Placed)
	b.spell(first, n, s, a, a.When, a.Text)
	for _, also := range a.Also {
		if ts, ok := b.template(also.Text); ok {
			b.spell(ts, n, s, a, also.When, also.Text)
		}
	}
}

// chance checks a probability that may be left out.
func (b *builder) chance(p *float64, line int, what string) {
	if p != nil && !(*p >= 0 && *p <= 1) {
		b.fault(line, "write a probability from 0 to 1", "%s is %v", what, *p)
	}
}

// spell adds the spellings of a text.
func (b *builder) spell(ts []template, n int, s bethink.Schema, a *actionFile, when []needFile, at text) {
	full := s
	full.Needs = append(slices.Clone(s.Needs), b.conditions(when, s)...)
	var fails []string
	for _, need := range append(slices.Clone(a.Needs), when...) {
		fails = append(fails, need.Else.s)
	}
	for _, t := range ts {
		sp := spelling{schema: n, full: full, fails: fails, word: firstWord(t.lits[0])}
		if len(t.slots) != len(s.Params) {
			b.fault(at.line, "use the same parameters in each text", "action %s has %d parameters, this text %d", s.Verb, len(s.Params), len(t.slots))
			return
		}
		for i, sl := range t.slots {
			k := slices.IndexFunc(s.Params, func(p bethink.Param) bool { return p.Name == sl.name })
			if k < 0 {
				b.fault(at.line, "use the names of the first text", "action %s has no parameter %q", s.Verb, sl.name)
				return
			}
			sp.param[i] = int8(k)
		}
		b.actions.add(t, 0)
		b.spelled = append(b.spelled, sp)
	}
}

// plainText writes the first template of an action with bare slots.
func plainText(ts []template) string {
	var sb strings.Builder
	for i, lit := range ts[0].lits {
		sb.WriteString(lit)
		if i < len(ts[0].slots) {
			sb.WriteString("{" + ts[0].slots[i].name + "}")
		}
	}
	return sb.String()
}

// template compiles a text with all its alternatives.
func (b *builder) template(t text) ([]template, bool) { return b.compile(t, false) }

// value compiles the text of a field, which one slot may read whole.
func (b *builder) value(t text) ([]template, bool) { return b.compile(t, true) }

func (b *builder) compile(t text, whole bool) ([]template, bool) {
	alts, err := expand(t.s)
	if err != nil {
		b.fault(t.line, "correct the text", "%q: %v", t.s, err)
		return nil, false
	}
	var out []template
	for _, alt := range alts {
		tpl, err := compile(alt, whole)
		if err != nil {
			b.fault(t.line, "correct the text", "%q: %v", t.s, err)
			return nil, false
		}
		for _, s := range tpl.slots {
			if s.cat != "" && !b.known(s.cat) {
				b.fault(t.line, "name a type or category, or text, number, type", "slot %s is of %q, which is none", s.name, s.cat)
				return nil, false
			}
		}
		out = append(out, tpl)
	}
	return out, true
}

// term checks a term's reference.
func (b *builder) term(t text, s bethink.Schema) bethink.Term {
	if ref, ok := strings.CutPrefix(t.s, "$"); ok {
		name, _, _ := strings.Cut(ref, ".")
		if !slices.ContainsFunc(s.Params, func(p bethink.Param) bool { return p.Name == name }) {
			b.fault(t.line, "use a slot of the action's text", "action %s has no parameter %q", s.Verb, name)
		}
	}
	return bethink.Term(t.s)
}

func (b *builder) conditions(ns []needFile, s bethink.Schema) []bethink.Condition {
	var out []bethink.Condition
	for _, n := range ns {
		c := bethink.Condition{
			Subject: b.term(n.Of, s), Pair: b.term(n.With, s), Attr: n.Attr.s, Not: n.Not, Optional: n.Optional,
		}
		for _, v := range n.Is {
			c.Any = append(c.Any, b.term(v, s))
		}
		if n.Of.s == "" || n.Attr.s == "" || len(n.Is) == 0 {
			b.fault(max(n.Of.line, n.Attr.line), "write of:, attr: and is:", "a condition of action %s is incomplete", s.Verb)
		}
		out = append(out, c)
	}
	return out
}

func (b *builder) effect(e effectFile, s bethink.Schema) bethink.SchemaEffect {
	out := bethink.SchemaEffect{Subject: b.term(e.Of, s), Attr: e.Attr.s, P: e.P, When: b.conditions(e.When, s)}
	if !(e.P >= 0 && e.P <= 1) {
		b.fault(e.Of.line, "write a probability", "an effect of action %s has p %v", s.Verb, e.P)
	}
	switch {
	case e.Of.s == "" || e.Attr.s == "" || (e.Is.s == "") == (len(e.To) == 0):
		b.fault(max(e.Of.line, e.Attr.line), "write of:, attr: and one of is: and to:", "an effect of action %s is incomplete", s.Verb)
	case e.Is.s != "":
		out.To = []bethink.TermWeight{{Value: b.term(e.Is, s), P: 1}}
	default:
		for _, k := range keys(e.To) {
			out.To = append(out.To, bethink.TermWeight{Value: bethink.Term(k), P: e.To[k]})
		}
	}
	return out
}

// Action implements [bethink.Pack]: it reads the text to the letter, as the
// worlds do, but for space around it.
func (p *Pack) Action(text string) (bethink.Action, bool) {
	text = strings.TrimSpace(text)
	a := bethink.Action{Text: text}
	sp, c, ok := p.spelling(text)
	if !ok {
		return a, false
	}
	s := &p.schemas[sp.schema]
	a.Verb = s.Verb
	if len(s.Params) > 0 {
		a.Args = make([]bethink.Entity, len(s.Params))
	}
	for i := range s.Params {
		a.Args[sp.param[i]] = bethink.Entity(c[i].of(text))
	}
	return a, true
}

func (p *Pack) spelling(text string) (*spelling, captures, bool) {
	var c captures
	if text == "" {
		return nil, c, false
	}
	// "examine apple 1" and "examine fridge 1" may be two actions: the kinds
	// that the names tell decide, else the order of declaration.
	tpl, ok := p.actions.whole(&p.names, text, &c, func(tpl int32) bool {
		for i, s := range p.actions.all[tpl].slots {
			if !p.is(p.typeFor(c[i].of(text), s), s.cat) {
				return false
			}
		}
		return true
	})
	if !ok {
		tpl, ok = p.actions.whole(&p.names, text, &c, nil)
	}
	if !ok {
		return nil, c, false
	}
	return &p.spelled[tpl], c, true
}

// Spell writes the action in the spelling that the world most probably
// understands.
func (p *Pack) Spell(v bethink.View, a bethink.Action) bethink.Action {
	n, ok := p.verbs[a.Verb]
	if !ok {
		return a
	}
	best := -1.0
	for i := range p.spelled {
		sp := &p.spelled[i]
		if sp.schema != n {
			continue
		}
		chance := 1.0
		for _, c := range sp.full.Needs[len(p.schemas[n].Needs):] {
			chance *= v.Belief.Holds(constant(c))
		}
		if chance > best {
			best = chance
			t := &p.actions.all[i]
			var sb strings.Builder
			for k, lit := range t.lits {
				sb.WriteString(lit)
				if k < len(t.slots) && int(sp.param[k]) < len(a.Args) {
					sb.WriteString(string(a.Args[sp.param[k]]))
				}
			}
			a.Text = sb.String()
		}
	}
	return a
}

// constant reads a condition without references as a literal.
func constant(c bethink.Condition) bethink.Literal {
	l := bethink.Literal{Var: bethink.Variable{Entity: bethink.Entity(c.Subject), Attr: c.Attr}, Not: c.Not}
	for _, t := range c.Any {
		l.Any = append(l.Any, bethink.Value(t))
	}
	return l
}

// Transition implements [bethink.Pack]. Of an action whose arguments are of
// another kind than it takes nothing is concluded. An argument that nobody has
// met is of the kind that its name tells: what is done to it is done.
func (p *Pack) Transition(v bethink.View, a bethink.Action) bethink.Transition {
	n, ok := p.verbs[a.Verb]
	if !ok || p.unfit(n, a.Args, p.namedType(v)) >= 0 {
		return bethink.Transition{}
	}
	s := &p.schemas[n]
	if sp, _, ok := p.spelling(a.Text); ok && sp.schema == n {
		s = &sp.full
	}
	t, err := s.Ground(v, a.Args)
	if err != nil {
		return bethink.Transition{}
	}
	return t
}

// misfit returns the first argument that is unknown or of the wrong kind, -1
// where all fit.
func (p *Pack) misfit(v bethink.View, schema int, args []bethink.Entity) int {
	return p.unfit(schema, args, v.Belief.Type)
}

// namedType returns the type of an entity: as it was met, or as its name tells.
func (p *Pack) namedType(v bethink.View) func(bethink.Entity) string {
	return func(e bethink.Entity) string {
		if typ := v.Belief.Type(e); typ != "" || !p.names.numbered {
			return typ
		}
		return p.names.typeOf(string(e))
	}
}

func (p *Pack) unfit(schema int, args []bethink.Entity, typeOf func(bethink.Entity) string) int {
	s := &p.schemas[schema]
	if len(args) != len(s.Params) {
		return min(len(args), len(s.Params))
	}
	for i, e := range args {
		typ := typeOf(e)
		if typ == "" || !p.is(typ, s.Params[i].Type) {
			return i
		}
	}
	if p.placed[schema] && !p.holds(typeOf(args[0]), typeOf(args[len(args)-1])) {
		return 0
	}
	return -1
}

// holds reports whether a place of a type may hold a type.
func (p *Pack) holds(typ, place string) bool {
	k := p.kindOf(typ)
	return len(k.in) == 0 || slices.Contains(k.in, place)
}
