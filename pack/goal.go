package pack

import (
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
)

// goalForm is one way to state a goal.
type goalForm struct {
	form  string
	roles []roleForm
	steps []bethink.GoalStep
}

type roleForm struct {
	name  string
	typ   ref
	count int
}

func (b *builder) goalForms() {
	for i := range b.f.Goals {
		f := &b.f.Goals[i]
		for _, t := range f.Texts {
			ts, ok := b.template(t)
			if !ok {
				continue
			}
			for _, tpl := range ts {
				b.Pack.goals.add(tpl, 0)
				b.forms = append(b.forms, b.goalForm(f, &tpl))
			}
		}
	}
}

func (b *builder) goalForm(f *goalFile, t *template) goalForm {
	g := goalForm{form: f.Form.s}
	var names []string
	for _, r := range f.Roles {
		names = append(names, r.Name.s)
		g.roles = append(g.roles, roleForm{r.Name.s, b.ref(r.Type, t, slotType), max(1, r.Count)})
	}
	for _, s := range f.Steps {
		if (s.Role.s == "") == (s.Subject.s == "") || s.Attr.s == "" || s.Is.s == "" {
			b.fault(max(s.Role.line, s.Subject.line, s.Attr.line), "write one of role: and subject:, attr: and is:", "a step of goal %s is incomplete", f.Form.s)
		}
		role := func(name string, line int) {
			if name, _, _ = strings.Cut(name, "."); !slices.Contains(names, name) {
				b.fault(line, "declare it under roles:", "goal %s has no role %q", f.Form.s, name)
			}
		}
		if s.Role.s != "" {
			role(s.Role.s, s.Role.line)
		}
		if ref, ok := strings.CutPrefix(s.Is.s, "$"); ok {
			role(ref, s.Is.line)
		}
		g.steps = append(g.steps, bethink.GoalStep{
			Role: s.Role.s, Subject: bethink.Entity(s.Subject.s), Attr: s.Attr.s, Value: bethink.Term(s.Is.s),
		})
	}
	return g
}

// goal reads the sentence that states the goal, nil where no form reads it.
func (p *Pack) goal(text string) *bethink.Goal {
	s := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "."))
	if s == "" {
		return nil
	}
	var c captures
	tpl, ok := p.goals.whole(&p.names, s, &c, nil)
	if !ok {
		return nil
	}
	f := &p.forms[tpl]
	g := &bethink.Goal{Text: strings.TrimSpace(text), Form: f.form, Steps: f.steps}
	for _, r := range f.roles {
		typ := r.typ.s
		if r.typ.slot >= 0 {
			typ = c[r.typ.slot].of(s)
		}
		g.Roles = append(g.Roles, bethink.Role{Name: r.name, Type: typ, Count: r.count})
	}
	return g
}
