package pack

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/internal/name"
)

// unknown is the error of a name that nothing has.
func unknown(want string, names []string) error {
	slices.SortFunc(names, name.Compare)
	hint := ""
	if near := name.Nearest(want, slices.Compact(names)); len(near) > 0 {
		hint = " (did you mean " + strings.Join(near, " or ") + "?)"
	}
	return fmt.Errorf("nothing is called %q%s: %w", want, hint, bethink.ErrNotFound)
}

// entities lists what has been met that keep accepts, in natural order.
func (a *asker) entities(keep func(bethink.Entity) bool) []bethink.Entity {
	var out []bethink.Entity
	a.b.All(func(_ bethink.ID, name bethink.Variable) bool {
		if name.Attr == a.p.query.attr && name.Entity != a.p.agent && keep(name.Entity) {
			out = append(out, name.Entity)
		}
		return true
	})
	sortNatural(out)
	return out
}

// places lists the places of the scene, in natural order.
func (a *asker) places() []bethink.Entity {
	var out []bethink.Entity
	for _, v := range a.b.Set(a.p.place.set) {
		if e := bethink.Entity(v); a.b.Is(e, a.p.query.place) {
			out = append(out, e)
		}
	}
	sortNatural(out)
	return out
}

// instances lists the places of a type.
func (a *asker) instances(typ string) []bethink.Entity {
	var out []bethink.Entity
	for _, e := range a.places() {
		if a.b.Type(e) == typ {
			out = append(out, e)
		}
	}
	return out
}

// typeNames lists the types that a query may name: those the pack lists, and
// those met.
func (a *asker) typeNames() []string {
	var out []string
	for _, t := range a.p.desc.Types {
		if a.p.is(t.Name, a.p.query.things) {
			out = append(out, t.Name)
		}
	}
	for _, e := range a.places() {
		out = append(out, a.b.Type(e))
	}
	for _, e := range a.entities(func(bethink.Entity) bool { return true }) {
		out = append(out, a.b.Type(e))
	}
	return out
}

func orUnknown(v bethink.Value) string {
	if v == "" {
		return "an unknown place"
	}
	return string(v)
}

func orNothing(es []bethink.Entity) string {
	if len(es) == 0 {
		return "nothing"
	}
	return join(es)
}

func orNone(es []bethink.Entity) string {
	if len(es) == 0 {
		return "none"
	}
	return join(es)
}

func join(es []bethink.Entity) string {
	var sb strings.Builder
	for i, e := range es {
		if i > 0 {
			sb.WriteString(", ")
		}
		sb.WriteString(string(e))
	}
	return sb.String()
}

func sortNatural(es []bethink.Entity) {
	slices.SortFunc(es, func(x, y bethink.Entity) int { return name.Compare(string(x), string(y)) })
}
