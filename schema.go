package bethink

import (
	"fmt"
	"slices"
	"strings"
)

// Term is a constant or a reference in a schema:
//
//	"fridge 1"         the constant
//	"$o"               the argument bound to parameter o
//	"$o.type"          the type of that argument
//	"$o.location"      the most probable value of that attribute of it
//	"agent.location"   the most probable value of an attribute of the agent
//	                   (any "entity.attr" whose entity starts with a letter and
//	                   has no space)
type Term string

// Param is a parameter of a schema; Type is an entity type or a category.
type Param struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// Condition is a literal over terms. With Optional it holds where the variable
// does not exist in the belief (a countertop has no "open"). With Pair the
// variable's entity is the unordered pair of Subject and Pair (see PairOf), and
// the condition holds outright where both are the same entity.
type Condition struct {
	Subject  Term   `json:"subject"`
	Pair     Term   `json:"pair,omitempty"`
	Attr     string `json:"attr"`
	Any      []Term `json:"any"`
	Not      bool   `json:"not,omitempty"`
	Optional bool   `json:"optional,omitempty"`
}

// TermWeight is one outcome of a schema's effect, with its weight; 0 is 1.
type TermWeight struct {
	Value Term    `json:"value"`
	P     float64 `json:"p"`
}

// SchemaEffect is an Effect over terms.
type SchemaEffect struct {
	When    []Condition  `json:"when,omitempty"`
	Subject Term         `json:"subject"`
	Attr    string       `json:"attr"`
	To      []TermWeight `json:"to"`
	P       float64      `json:"p"`
}

// Reveal is something the action shows: the value of Subject's Attr, or, with
// Every, whether any entity of that category has Attr = Place. It shows it only
// where all of When hold after the action (a closed fridge shows nothing).
type Reveal struct {
	Subject Term        `json:"subject,omitempty"`
	Attr    string      `json:"attr"`
	Every   string      `json:"every,omitempty"`
	Place   Term        `json:"place,omitempty"`
	When    []Condition `json:"when,omitempty"`
}

// Schema is an action schema: STRIPS with conditional, probabilistic effects,
// what it reveals, and its cost in steps of the world.
type Schema struct {
	Verb       string         `json:"verb"`
	Text       string         `json:"text"` // "go to {r}"
	Params     []Param        `json:"params,omitempty"`
	Needs      []Condition    `json:"needs,omitempty"`
	Effects    []SchemaEffect `json:"effects,omitempty"`
	Reveals    []Reveal       `json:"reveals,omitempty"`
	Cost       float64        `json:"cost"`
	Reversible bool           `json:"reversible"`
	// Unclear is the chance that the action was done if its answer is unclear;
	// nil is one half. An action that is not Reversible is never taken for done
	// on an unclear answer: one half at most.
	Unclear *float64 `json:"unclear,omitempty"`
}

// Form is the action's text with a type in capitals for each name, as it is told
// to whoever writes actions: "go to RECEPTACLE".
func (s Schema) Form() string {
	text := s.Text
	for _, p := range s.Params {
		text = strings.Replace(text, "{"+p.Name+"}", strings.ToUpper(p.Type), 1)
	}
	return text
}

// PairOf names the entity of an unordered pair: PairOf(a,b) == PairOf(b,a).
func PairOf(a, b Entity) Entity {
	if b < a {
		a, b = b, a
	}
	return a + " & " + b
}

// Act writes the action with the given arguments.
func (s Schema) Act(args ...Entity) Action {
	text := s.Text
	for i, p := range s.Params {
		if i < len(args) {
			text = strings.Replace(text, "{"+p.Name+"}", string(args[i]), 1)
		}
	}
	return Action{Verb: s.Verb, Args: args, Text: text}
}

// Ground returns the transition of the schema with its parameters bound to
// args, in the given view. Terms that name a variable are resolved to its most
// probable value there. It returns ErrInvalid where the number of arguments is
// wrong.
func (s Schema) Ground(v View, args []Entity) (Transition, error) {
	if len(args) != len(s.Params) {
		return Transition{}, fmt.Errorf("action %s takes %d arguments, not %d: %w", s.Verb, len(s.Params), len(args), ErrInvalid)
	}
	g := grounder{s: &s, v: v, args: args}
	t := Transition{Known: true, Cost: s.Cost, Unclear: s.Unclear, Irreversible: !s.Reversible}
	for _, c := range s.Needs {
		if l, ok := g.literal(c); ok {
			t.Preconditions = append(t.Preconditions, l)
		}
	}
	for _, e := range s.Effects {
		eff := Effect{P: e.P, By: s.Verb}
		if eff.P == 0 {
			eff.P = 1
		}
		for _, c := range e.When {
			if l, ok := g.literal(c); ok {
				eff.When = append(eff.When, l)
			}
		}
		ch := Change{Var: Variable{Entity(g.term(e.Subject)), e.Attr}}
		for _, w := range e.To {
			p := w.P
			if p == 0 {
				p = 1
			}
			ch.To = append(ch.To, Weight{Value(g.term(w.Value)), p})
		}
		eff.Then = []Change{ch}
		t.Effects = append(t.Effects, eff)
	}
	for _, r := range s.Reveals {
		t.Reveals = g.reveal(t.Reveals, r)
	}
	return t, nil
}

type grounder struct {
	s    *Schema
	v    View
	args []Entity
}

// term resolves a term to text; an unresolvable reference becomes "".
func (g *grounder) term(t Term) string {
	s := string(t)
	if strings.HasPrefix(s, "$") {
		name, attr, dotted := strings.Cut(s[1:], ".")
		for i, p := range g.s.Params {
			if p.Name != name {
				continue
			}
			switch {
			case !dotted:
				return string(g.args[i])
			case attr == "type":
				return g.v.Belief.Type(g.args[i])
			}
			val, _ := g.v.Belief.Best(Variable{g.args[i], attr})
			return string(val)
		}
		return ""
	}
	if ent, attr, ok := strings.Cut(s, "."); ok && !strings.Contains(ent, " ") && ent != "" {
		if val, p := g.v.Belief.Best(Variable{Entity(ent), attr}); p > 0 {
			return string(val)
		}
		return ""
	}
	return s
}

// literal grounds a condition; false says that it holds trivially.
func (g *grounder) literal(c Condition) (Literal, bool) {
	subject := Entity(g.term(c.Subject))
	if c.Pair != "" {
		other := Entity(g.term(c.Pair))
		if other == subject {
			return Literal{}, false
		}
		subject = PairOf(subject, other)
	}
	l := Literal{Var: Variable{subject, c.Attr}, Not: c.Not}
	for _, a := range c.Any {
		l.Any = append(l.Any, Value(g.term(a)))
	}
	if c.Optional {
		if _, ok := g.v.Belief.Find(l.Var); !ok {
			return Literal{}, false
		}
	}
	return l, true
}

func (g *grounder) reveal(dst []Event, r Reveal) []Event {
	if r.Every == "" {
		v := Variable{Entity(g.term(r.Subject)), r.Attr}
		id, ok := g.v.Belief.Find(v)
		if !ok {
			return dst
		}
		for _, val := range g.v.Belief.Values(id) {
			dst = append(dst, Event{Literals: []Literal{{Var: v, Any: []Value{val}}}})
		}
		return dst
	}
	place := Value(g.term(r.Place))
	dst = slices.Grow(dst, len(g.v.Belief.fields))
	g.v.Belief.fieldsAt(r.Attr, place, func(typ string) {
		dst = append(dst, Event{Some: Presence{Type: typ, Attr: r.Attr, Place: place}})
	})
	return dst
}
