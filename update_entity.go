package bethink

import "fmt"

// priors asks the pack what an entity brings; a fold reads its record.
func (u *updater) priors(f Found, implied bool) ([]Prior, error) {
	if u.fold {
		var ps []Prior
		for _, b := range u.recorded {
			if b.Entity == f.Entity && b.Implied == implied {
				ps = append(ps, b.Prior)
			}
		}
		return ps, nil
	}
	if u.view.Pack == nil {
		return nil, nil
	}
	now := u.view
	now.Belief = u.b
	if g := u.st.Observation.Goal; g != nil {
		now.Goal = *g
	}
	ps, err := u.view.Pack.Priors(now, f)
	if err != nil {
		return nil, fmt.Errorf("priors of %q: %w", f.Entity, err)
	}
	return ps, nil
}

// declareAll declares what an entity brings, and records it for replay.
func (u *updater) declareAll(f Found, ps []Prior, implied bool) error {
	for _, p := range ps {
		if p.Type == "" {
			p.Type = f.Type
		}
		id, err := u.declare(p, u.kindOf(p))
		if err != nil {
			return fmt.Errorf("%q: %w", f.Entity, err)
		}
		if id >= 0 {
			u.fresh = append(u.fresh, id)
		}
		u.st.Priors = append(u.st.Priors, DeclaredPrior{f.Entity, implied, p})
	}
	return nil
}

// ImpliedType is the type under which a pack is asked for the priors of an
// entity that only its use brings up, such as a pair.
const ImpliedType = "*implied*"

// meet takes an entity found in the text.
func (u *updater) meet(f Found) error {
	_, known := u.b.types.get(f.Entity)
	if !known {
		k := kind{name: f.Type, cats: u.categories(f.Type)}
		u.b.types = u.b.types.put(f.Entity, k, u.own)
	}
	for _, set := range f.Joins {
		u.widen(set, Value(f.Entity))
	}
	if !known {
		ps, err := u.priors(f, false)
		if err != nil {
			return err
		}
		if err := u.declareAll(f, ps, false); err != nil {
			return err
		}
	}
	u.exist(f.Type, f.Count)
	return nil
}

// exist takes the word of a name or a goal that so many of a type exist.
func (u *updater) exist(typ string, n int) {
	if n <= 0 {
		return
	}
	for _, f := range u.b.fields {
		if f.typ == typ {
			u.need(f.typ, f.attr, n)
		}
	}
}

func (u *updater) kindOf(p Prior) kind {
	typ := p.Type
	if p.Field != nil {
		typ = p.Field.Type
	}
	return kind{name: typ, cats: u.categories(typ)}
}

func (u *updater) categories(typ string) []string {
	if u.view.Pack == nil {
		return nil
	}
	for _, t := range u.view.Pack.Describe().Types {
		if t.Name == typ {
			return t.Categories
		}
	}
	return nil
}
