package pack

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/internal/name"
)

// Gate is the judgement on a proposed action.
type Gate struct {
	OK     bool    `json:"ok"`
	PValid float64 `json:"p_valid"`
	// Why says in words what most probably fails; "" where OK.
	Why string `json:"why,omitempty"`
	// Fails is the precondition that most probably fails, with the probability
	// that it holds; its attribute is "" where there is none.
	Fails bethink.Literal `json:"fails,omitzero"`
	Holds float64         `json:"holds,omitempty"`
}

// DefaultGate is the probability that an action is valid from which the gate
// lets it pass.
const DefaultGate = 0.5

// Gate judges an action before it is taken: the probability under the belief
// that all it needs holds, and where that is below least, what most probably
// fails. Text that is no action of the pack fails; an action that needs nothing
// passes. A pass never proves that the action works.
func (p *Pack) Gate(v bethink.View, text string, least float64) Gate {
	a, ok := p.Action(text)
	if !ok {
		return Gate{Why: fmt.Sprintf("%q is no action here: write it as %s, with names as they are shown",
			clip(strings.TrimSpace(text)), p.spellings(text))}
	}
	n := p.verbs[a.Verb]
	if i := p.misfit(v, n, a.Args); i >= 0 {
		return Gate{Why: p.misfitWhy(v, n, a.Args, i)}
	}
	t := v.Transition(a)
	if !t.Known {
		return Gate{OK: true, PValid: 1}
	}
	_, valid := bethink.Predict(v, a, t, 0)
	g := Gate{Holds: 2}
	for _, l := range t.Preconditions {
		q := v.Belief.Holds(l)
		if _, declared := v.Belief.Find(l.Var); !declared {
			if q, ok = p.prior(v, l); !ok {
				continue
			}
			// What nobody has thought of yet is not in the prediction.
			valid *= q
		}
		if q < g.Holds {
			g.Holds, g.Fails = q, l
		}
	}
	g.PValid = valid
	if valid >= least {
		return Gate{OK: true, PValid: valid}
	}
	g.Why = p.failure(a, g.Fails)
	if g.Holds >= 0.005 {
		g.Why += fmt.Sprintf(" (probably: it holds with %.2f)", g.Holds)
	}
	return g
}

// failure words a need that fails, as the pack says it.
func (p *Pack) failure(a bethink.Action, l bethink.Literal) string {
	if sp, _, ok := p.spelling(a.Text); ok {
		for i, c := range sp.full.Needs {
			if sp.fails[i] != "" && c.Attr == l.Var.Attr && c.Not == l.Not && speaksOf(c, l) {
				why := sp.fails[i]
				for k, param := range sp.full.Params {
					why = strings.ReplaceAll(why, "{"+param.Name+"}", string(a.Args[k]))
				}
				return why
			}
		}
	}
	return fmt.Sprintf("%s needs %s", a, l)
}

// speaksOf reports whether a literal of the same attribute can come from the
// condition.
func speaksOf(c bethink.Condition, l bethink.Literal) bool {
	pair := strings.Contains(string(l.Var.Entity), " & ")
	return (c.Pair != "") == pair && (pair || strings.HasPrefix(string(c.Subject), "$") || string(c.Subject) == string(l.Var.Entity))
}

// prior is the probability of a literal about a pair that no step has brought
// up yet.
func (p *Pack) prior(v bethink.View, l bethink.Literal) (float64, bool) {
	for _, pr := range p.implied(v, l.Var.Entity) {
		if pr.Var != l.Var {
			continue
		}
		q := 0.0
		for _, w := range pr.Weights {
			if l.Holds(w.Value) {
				q += w.P
			}
		}
		return q, true
	}
	return 0, false
}

func (p *Pack) misfitWhy(v bethink.View, n int, args []bethink.Entity, i int) string {
	s := &p.schemas[n]
	if i >= len(args) || i >= len(s.Params) {
		return fmt.Sprintf("%s takes %d arguments", s.Verb, len(s.Params))
	}
	typ := v.Belief.Type(args[i])
	switch {
	case typ == "":
		a := asker{p: p, v: v, b: v.Belief}
		var names []string
		for _, e := range append(a.places(), a.entities(func(bethink.Entity) bool { return true })...) {
			names = append(names, string(e))
		}
		hint := ""
		if near := name.Nearest(string(args[i]), names); len(near) > 0 {
			hint = " (did you mean " + strings.Join(near, " or ") + "?)"
		}
		return fmt.Sprintf("%s has not been seen%s", args[i], hint)
	case !p.is(typ, s.Params[i].Type):
		return fmt.Sprintf("%s: %s is no %s", s.Verb, args[i], s.Params[i].Type)
	}
	return fmt.Sprintf("%s cannot be put in or on %s", args[i], args[len(args)-1])
}

// spellings names the actions that begin with the text's first word, all where
// none does, each with a type in capitals for a name.
func (p *Pack) spellings(text string) string {
	var out, all []string
	word := firstWord(text)
	for n := range p.schemas {
		form := p.schemas[n].Form()
		all = append(all, form)
		if slices.ContainsFunc(p.spelled, func(sp spelling) bool { return sp.schema == n && sp.word == word }) {
			out = append(out, form)
		}
	}
	if out == nil {
		out = all
	}
	return strings.Join(out, " or ")
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(s)), " ")
	return word
}
