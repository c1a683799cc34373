package planner

import (
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
)

// maxDepth bounds how deep preconditions are chained.
const maxDepth = 8

// maxCost bounds what a chain may cost.
const maxCost = 50

// maxBindings bounds how many bindings of one schema are tried.
const maxBindings = 12

// plan is a sequence of actions with its cost in steps.
type plan struct {
	acts []bethink.Action
	cost float64
}

// chainer chains schemas backwards from what is wanted: depth first, the
// cheapest chain found so far bounding the rest, and never through a literal it
// is already trying to achieve.
type chainer struct {
	view    bethink.View
	schemas []bethink.Schema
	stack   []bethink.Literal
	// members lists the entities of a type or category.
	members func(typ string) []bethink.Entity
}

// achieve returns a plan after which the literal holds, cheaper than bound, and
// the state then. ok is false where no chain of schemas leads there.
func (c *chainer) achieve(s state, l bethink.Literal, bound float64, depth int) (plan, state, bool) {
	if s.holds(l) {
		return plan{}, s, true
	}
	if depth > maxDepth || l.Not && len(l.Any) != 1 {
		return plan{}, s, false
	}
	for _, open := range c.stack {
		if open.Var == l.Var && open.Not == l.Not && slices.Equal(open.Any, l.Any) {
			return plan{}, s, false
		}
	}
	c.stack = append(c.stack, l)
	defer func() { c.stack = c.stack[:len(c.stack)-1] }()
	var best plan
	var bestState state
	found := false
	for i := range c.schemas {
		sc := &c.schemas[i]
		if sc.Cost >= bound {
			continue
		}
		for k := range sc.Effects {
			for _, args := range c.bindings(s, sc, &sc.Effects[k], l) {
				p, after, ok := c.perform(s, sc, args, bound, depth+1)
				if ok && p.cost < bound && after.holds(l) {
					best, bestState, found, bound = p, after, true, p.cost
				}
			}
		}
	}
	return best, bestState, found
}

// perform returns a plan that ends with the schema's action, its preconditions
// achieved first, cheaper than bound.
func (c *chainer) perform(s state, sc *bethink.Schema, args []bethink.Entity, bound float64, depth int) (plan, state, bool) {
	var p plan
	start := s
	// One precondition may undo another: try again, and give up on the third.
	for range 3 {
		settled := true
		for _, need := range sc.Needs {
			left := bound - p.cost - sc.Cost
			if left <= 0 {
				return plan{}, start, false
			}
			q, after, ok := c.need(s, sc, args, need, left, depth)
			if !ok {
				return plan{}, start, false
			}
			if len(q.acts) > 0 {
				settled = false
				p.acts = append(p.acts[:len(p.acts):len(p.acts)], q.acts...)
				p.cost += q.cost
			}
			s = after
		}
		if settled {
			for _, e := range sc.Effects {
				if v, val, ok := c.effect(&s, sc, args, e); ok {
					s.set(v, val)
				}
			}
			p.acts = append(p.acts[:len(p.acts):len(p.acts)], sc.Act(args...))
			p.cost += sc.Cost
			return p, s, true
		}
	}
	return plan{}, start, false
}

// need achieves one precondition of a schema.
func (c *chainer) need(s state, sc *bethink.Schema, args []bethink.Entity, cond bethink.Condition, bound float64, depth int) (plan, state, bool) {
	if depth > maxDepth {
		return plan{}, s, false
	}
	t := terms{s: &s, sc: sc, args: args}
	subject := bethink.Entity(t.resolve(cond.Subject))
	l := bethink.Literal{Not: cond.Not}
	for _, a := range cond.Any {
		l.Any = append(l.Any, bethink.Value(t.resolve(a)))
	}
	if cond.Pair == "" {
		l.Var = bethink.Variable{Entity: subject, Attr: cond.Attr}
		if _, known := s.get(l.Var); !known {
			return plan{}, s, cond.Optional || l.Not
		}
		return c.achieve(s, l, bound, depth)
	}
	// A pair: it holds between a thing and itself, so making the subject the
	// other is one way to it.
	other := bethink.Entity(t.resolve(cond.Pair))
	if subject == other {
		return plan{}, s, !cond.Not
	}
	l.Var = bethink.Variable{Entity: bethink.PairOf(subject, other), Attr: cond.Attr}
	if s.holds(l) {
		return plan{}, s, true
	}
	if cond.Not {
		return plan{}, s, false
	}
	ent, attr, ok := strings.Cut(string(cond.Subject), ".")
	if !ok {
		return plan{}, s, false
	}
	return c.achieve(s, bethink.Literal{
		Var: bethink.Variable{Entity: bethink.Entity(ent), Attr: attr}, Any: []bethink.Value{bethink.Value(other)},
	}, bound, depth)
}

// effect resolves one effect of a bound schema to the variable it sets and the
// likeliest value.
func (c *chainer) effect(s *state, sc *bethink.Schema, args []bethink.Entity, e bethink.SchemaEffect) (bethink.Variable, bethink.Value, bool) {
	t := terms{s: s, sc: sc, args: args}
	for _, w := range e.When {
		l := bethink.Literal{Var: bethink.Variable{Entity: bethink.Entity(t.resolve(w.Subject)), Attr: w.Attr}, Not: w.Not}
		for _, a := range w.Any {
			l.Any = append(l.Any, bethink.Value(t.resolve(a)))
		}
		if !s.holds(l) {
			return bethink.Variable{}, "", false
		}
	}
	v := bethink.Variable{Entity: bethink.Entity(t.resolve(e.Subject)), Attr: e.Attr}
	top, p := bethink.Value(""), -1.0
	for _, w := range e.To {
		q := w.P
		if q == 0 {
			q = 1
		}
		if q > p {
			top, p = bethink.Value(t.resolve(w.Value)), q
		}
	}
	return v, top, p > 0
}

// bindings lists the argument lists with which the effect may set the literal.
func (c *chainer) bindings(s state, sc *bethink.Schema, e *bethink.SchemaEffect, l bethink.Literal) [][]bethink.Entity {
	if e.Attr != l.Var.Attr || len(e.To) == 0 {
		return nil
	}
	args := make([]bethink.Entity, len(sc.Params))
	if !c.unify(sc, args, e.Subject, string(l.Var.Entity)) {
		return nil
	}
	if !l.Not {
		ok := false
		for _, w := range e.To {
			for _, val := range l.Any {
				trial := append([]bethink.Entity(nil), args...)
				if c.unify(sc, trial, w.Value, string(val)) {
					args, ok = trial, true
					break
				}
			}
			if ok {
				break
			}
		}
		if !ok {
			return nil
		}
	}
	return c.complete(s, sc, args)
}

// unify binds the parameter a term names to text, or compares a constant.
func (c *chainer) unify(sc *bethink.Schema, args []bethink.Entity, t bethink.Term, text string) bool {
	name, ok := strings.CutPrefix(string(t), "$")
	if !ok {
		return string(t) == text
	}
	for i, p := range sc.Params {
		if p.Name != name {
			continue
		}
		if args[i] != "" {
			return string(args[i]) == text
		}
		if !c.view.Belief.Is(bethink.Entity(text), p.Type) {
			return false
		}
		args[i] = bethink.Entity(text)
		return true
	}
	return false
}

// complete binds the parameters that are still open: from a precondition that
// says a bound thing's attribute is the parameter, else by trying the entities
// of its type.
func (c *chainer) complete(s state, sc *bethink.Schema, args []bethink.Entity) [][]bethink.Entity {
	for i, p := range sc.Params {
		if args[i] != "" {
			continue
		}
		for _, n := range sc.Needs {
			if n.Not || n.Pair != "" || len(n.Any) != 1 || n.Any[0] != bethink.Term("$"+p.Name) {
				continue
			}
			t := terms{s: &s, sc: sc, args: args}
			subject := t.resolve(n.Subject)
			if subject == "" {
				continue
			}
			val, ok := s.get(bethink.Variable{Entity: bethink.Entity(subject), Attr: n.Attr})
			if !ok || !c.view.Belief.Is(bethink.Entity(val), p.Type) {
				return nil
			}
			args[i] = bethink.Entity(val)
		}
	}
	out := [][]bethink.Entity{args}
	for i, p := range sc.Params {
		if args[i] != "" {
			continue
		}
		var next [][]bethink.Entity
		for _, a := range out {
			for _, e := range c.candidates(s, sc, a, i, p.Type) {
				b := append([]bethink.Entity(nil), a...)
				b[i] = e
				next = append(next, b)
			}
		}
		out = next
	}
	return out
}

// candidates lists the entities to try for an open parameter: those with which
// the most preconditions hold as things are.
func (c *chainer) candidates(s state, sc *bethink.Schema, args []bethink.Entity, i int, typ string) []bethink.Entity {
	var best []bethink.Entity
	top := -1
	trial := append([]bethink.Entity(nil), args...)
	name := "$" + sc.Params[i].Name
	for _, e := range c.members(typ) {
		trial[i] = e
		held := 0
		for _, n := range sc.Needs {
			if !mentions(n, name) {
				continue
			}
			if c.holds(&s, sc, trial, n) {
				held++
			}
		}
		if held > top {
			best, top = best[:0], held
		}
		if held == top && len(best) < maxBindings {
			best = append(best, e)
		}
	}
	return best
}

// mentions reports whether a condition speaks of a parameter.
func mentions(n bethink.Condition, name string) bool {
	for _, t := range append([]bethink.Term{n.Subject, n.Pair}, n.Any...) {
		if string(t) == name || strings.HasPrefix(string(t), name+".") {
			return true
		}
	}
	return false
}

// holds reports whether a condition of a bound schema holds in the state.
func (c *chainer) holds(s *state, sc *bethink.Schema, args []bethink.Entity, n bethink.Condition) bool {
	t := terms{s: s, sc: sc, args: args}
	subject := bethink.Entity(t.resolve(n.Subject))
	if n.Pair != "" {
		other := bethink.Entity(t.resolve(n.Pair))
		if subject == other {
			return !n.Not
		}
		subject = bethink.PairOf(subject, other)
	}
	l := bethink.Literal{Var: bethink.Variable{Entity: subject, Attr: n.Attr}, Not: n.Not}
	for _, a := range n.Any {
		l.Any = append(l.Any, bethink.Value(t.resolve(a)))
	}
	if _, known := s.get(l.Var); !known {
		return n.Optional || n.Not
	}
	return s.holds(l)
}

// terms resolves the terms of a bound schema in a state.
type terms struct {
	s    *state
	sc   *bethink.Schema
	args []bethink.Entity
}

func (t terms) resolve(term bethink.Term) string {
	s := string(term)
	if name, ok := strings.CutPrefix(s, "$"); ok {
		name, attr, dotted := strings.Cut(name, ".")
		for i, p := range t.sc.Params {
			if p.Name != name {
				continue
			}
			switch {
			case !dotted:
				return string(t.args[i])
			case attr == "type":
				return t.s.view.Belief.Type(t.args[i])
			}
			val, _ := t.s.get(bethink.Variable{Entity: t.args[i], Attr: attr})
			return string(val)
		}
		return ""
	}
	if ent, attr, ok := strings.Cut(s, "."); ok && ent != "" && !strings.Contains(ent, " ") {
		if val, ok := t.s.get(bethink.Variable{Entity: bethink.Entity(ent), Attr: attr}); ok {
			return string(val)
		}
		return ""
	}
	return s
}
