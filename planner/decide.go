package planner

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
)

// Decision is what to do next towards the view's goal: the whole plan as far
// as it is known now, its cost in steps, and why.
type Decision struct {
	Plan []bethink.Action
	Cost float64
	// Looking is the search the plan serves, best first; empty where all the
	// goal speaks of has been found.
	Looking []Look
	Why     string
}

// decider is one decision.
type decider struct {
	cfg   Config
	view  bethink.View
	chain *chainer
	attr  string   // the attribute that says where things are
	sets  []string // the value sets of places
	bound map[bethink.Entity]bool
	cache map[string][]bethink.Entity
}

// Decide plans towards the view's goal under its belief: the goal's steps in
// their order, as far as what they speak of has been found; then the search
// for the first thing that has not. It returns ErrNotFound where the goal is
// empty or nothing can be done about it.
func Decide(v bethink.View, cfg Config) (Decision, error) {
	if cfg.Known == 0 {
		cfg.Known = 0.5
	}
	if len(v.Goal.Steps) == 0 {
		return Decision{}, fmt.Errorf("decide: the view has no goal: %w", bethink.ErrNotFound)
	}
	p := &decider{cfg: cfg, view: v, bound: map[bethink.Entity]bool{}, cache: map[string][]bethink.Entity{}}
	p.chain = &chainer{view: v, schemas: v.Pack.Schemas(), members: p.members}
	p.attr, p.sets = placing(v)
	return p.decide()
}

// placing finds the attribute whose values are places: what schemas reveal of
// every entity of a category.
func placing(v bethink.View) (attr string, sets []string) {
	for _, s := range v.Pack.Schemas() {
		for _, r := range s.Reveals {
			if r.Every != "" {
				return r.Attr, v.Belief.SetsOf(r.Attr)
			}
		}
	}
	return "", nil
}

func (p *decider) members(typ string) []bethink.Entity {
	if es, ok := p.cache[typ]; ok {
		return es
	}
	es := p.view.Belief.Entities(typ)
	p.cache[typ] = es
	return es
}

func (p *decider) decide() (Decision, error) {
	binding, missing := p.bind()
	s := state{view: p.view}
	for _, st := range p.view.Goal.Steps {
		if st.Role != "" && binding[st.Role] == "" {
			break
		}
		l, ok := p.literal(s, st, binding)
		if !ok {
			break
		}
		if s.holds(l) {
			continue
		}
		q, _, ok := p.chain.achieve(s, l, maxCost, 0)
		if !ok || len(q.acts) == 0 {
			break
		}
		return Decision{Plan: q.acts, Cost: q.cost, Why: "to make " + l.String()}, nil
	}
	types := missing
	if len(types) == 0 {
		for _, r := range p.view.Goal.Roles {
			types = append(types, r.Type)
		}
	}
	ls := p.looks(types)
	if len(ls) == 0 {
		return Decision{}, fmt.Errorf("decide: no way to look for %s: %w", strings.Join(types, ", "), bethink.ErrNotFound)
	}
	l := ls[0]
	if l.P <= seen {
		l = p.again(ls)
	}
	return Decision{Plan: l.Actions, Cost: l.Cost, Looking: ls, Why: fmt.Sprintf("to look for %s at %s", strings.Join(types, ", "), l.Place)}, nil
}

// again picks the place looked at longest ago: everything has been seen, and
// yet something is missing.
func (p *decider) again(ls []Look) Look {
	best := ls[0]
	_, at := p.view.Belief.LookedAt(p.attr, best.Place)
	for _, l := range ls[1:] {
		if _, t := p.view.Belief.LookedAt(p.attr, l.Place); t < at {
			best, at = l, t
		}
	}
	return best
}

// bind assigns an entity to each role of the goal that one is known for, and
// lists the types still sought, that of the first unbound step first.
func (p *decider) bind() (map[string]bethink.Entity, []string) {
	binding := map[string]bethink.Entity{}
	roles := map[string]bethink.Role{}
	for _, r := range p.view.Goal.Roles {
		roles[r.Name] = r
	}
	var missing []string
	// Places and other things that are not counted first: what is placed is
	// judged by where it is to go.
	for _, r := range p.view.Goal.Roles {
		if !p.counted(r.Type) {
			binding[r.Name] = p.fixed(r)
		}
	}
	for _, st := range p.view.Goal.Steps {
		r, ok := roles[st.Role]
		if !ok || binding[st.Role] != "" {
			continue
		}
		if e := p.found(r, binding); e != "" {
			binding[r.Name], p.bound[e] = e, true
		} else if !slices.Contains(missing, r.Type) {
			missing = append(missing, r.Type)
		}
	}
	return binding, missing
}

func (p *decider) counted(typ string) bool {
	return slices.Contains(p.view.Belief.Counted(p.attr), typ)
}

// fixed picks the entity for a role whose type is not counted: where most of
// the goal is done already, else where the agent is, else the first that is
// known to be open, else the first.
func (p *decider) fixed(r bethink.Role) bethink.Entity {
	es := p.members(r.Type)
	if len(es) == 0 {
		return ""
	}
	best, score := es[0], -1.0
	for _, e := range es {
		n := 0.0
		for _, other := range p.view.Goal.Roles {
			if other.Name == r.Name {
				continue
			}
			for _, m := range p.members(other.Type) {
				if val, q := p.view.Belief.Best(bethink.Variable{Entity: m, Attr: p.attr}); q >= p.cfg.Known && bethink.Entity(val) == e {
					n++
				}
			}
		}
		// Cheapest to look at breaks ties.
		if l, ok := p.look(bethink.Value(e), []string{firstCounted(p)}); ok {
			n += 0.5 / (1 + l.Cost)
		}
		if n > score {
			best, score = e, n
		}
	}
	return best
}

func firstCounted(p *decider) string {
	for _, r := range p.view.Goal.Roles {
		if p.counted(r.Type) {
			return r.Type
		}
	}
	return ""
}

// found picks the located entity for a role: one whose steps hold already,
// else the one in reach at the least cost.
func (p *decider) found(r bethink.Role, binding map[string]bethink.Entity) bethink.Entity {
	best, cost := bethink.Entity(""), 0.0
	for _, e := range p.members(r.Type) {
		if p.bound[e] {
			continue
		}
		if !p.located(e) {
			continue
		}
		trial := maps.Clone(binding)
		trial[r.Name] = e
		c, ok := p.costOf(r.Name, trial)
		if !ok {
			continue
		}
		if best == "" || c < cost {
			best, cost = e, c
		}
	}
	return best
}

func (p *decider) located(e bethink.Entity) bool {
	val, q := p.view.Belief.Best(bethink.Variable{Entity: e, Attr: p.attr})
	if q < p.cfg.Known {
		return false
	}
	// A place nobody can go to is no place to take it from, unless the agent
	// holds it.
	return p.view.Belief.Type(bethink.Entity(val)) != "" || p.held(val)
}

// held reports whether a value of the placing attribute is a place that moves
// with the agent: one that no look shows.
func (p *decider) held(val bethink.Value) bool {
	for _, s := range p.chain.schemas {
		for _, e := range s.Effects {
			if e.Attr != p.attr {
				continue
			}
			for _, w := range e.To {
				if string(w.Value) == string(val) {
					return true
				}
			}
		}
	}
	return false
}

// costOf is the cost of the goal's steps about one role.
func (p *decider) costOf(role string, binding map[string]bethink.Entity) (float64, bool) {
	s := state{view: p.view}
	total := 0.0
	for _, st := range p.view.Goal.Steps {
		if st.Role != role {
			continue
		}
		l, ok := p.literal(s, st, binding)
		if !ok {
			return total, true
		}
		q, after, ok := p.chain.achieve(s, l, maxCost, 0)
		if !ok {
			return 0, false
		}
		total += q.cost
		s = after
	}
	return total, true
}

// literal writes a goal step under a binding. ok is false where it speaks of a
// role that is not bound.
func (p *decider) literal(s state, st bethink.GoalStep, binding map[string]bethink.Entity) (bethink.Literal, bool) {
	subject := st.Subject
	if st.Role != "" {
		subject = binding[st.Role]
	}
	val := string(st.Value)
	if name, ok := strings.CutPrefix(val, "$"); ok {
		name, attr, dotted := strings.Cut(name, ".")
		e := binding[name]
		if e == "" {
			return bethink.Literal{}, false
		}
		val = string(e)
		if dotted {
			v, ok := s.get(bethink.Variable{Entity: e, Attr: attr})
			if !ok {
				return bethink.Literal{}, false
			}
			val = string(v)
		}
	}
	if subject == "" || val == "" {
		return bethink.Literal{}, false
	}
	return bethink.Literal{Var: bethink.Variable{Entity: subject, Attr: st.Attr}, Any: []bethink.Value{bethink.Value(val)}}, true
}
