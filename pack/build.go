package pack

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// builder turns a decoded file into a Pack and gathers what is wrong.
type builder struct {
	*Pack
	f      *file
	sets   map[string]setFile
	verbs  map[string]*actionFile
	faults []Fault
}

func build(f *file, data []byte) (*Pack, []Fault) {
	sum := sha256.Sum256(data)
	b := &builder{f: f, Pack: &Pack{
		desc: bethink.Description{
			Name: f.Name.s, Version: f.Version.s, Digest: hex.EncodeToString(sum[:]),
			Tick: f.Tick, Live: f.Live, Agent: bethink.Entity(f.Agent.s),
		},
		agent: bethink.Entity(f.Agent.s),
		scene: bethink.Entity(f.Scene.s),
		types: map[string]*kind{},
		cats:  map[string]*category{},
	}}
	b.head()
	b.categories()
	b.kinds()
	b.attributes()
	b.pairAttrs()
	b.placing()
	b.acts()
	b.reads()
	b.goalForms()
	b.queries()
	b.inputPatterns()
	if len(b.faults) > 0 {
		sort.SliceStable(b.faults, func(i, j int) bool { return b.faults[i].Line < b.faults[j].Line })
		return nil, b.faults
	}
	return b.Pack, nil
}

func (b *builder) fault(line int, remedy, format string, args ...any) {
	b.faults = append(b.faults, Fault{max(line, 1), fmt.Sprintf(format, args...), remedy})
}

func (b *builder) head() {
	f := b.f
	if f.Name.s == "" || f.Version.s == "" {
		b.fault(1, "add name: and version:", "the pack has no name or no version")
	}
	if !(f.Tick >= 0) {
		b.fault(1, "write the time that one step takes, 0 or more", "tick is %v", f.Tick)
	}
	switch f.Names.s {
	case "", "plain":
	case "numbered":
		b.names.numbered = true
	default:
		b.fault(f.Names.line, "write plain or numbered", "names are %q", f.Names.s)
	}
	b.names.articles = f.Articles.strings()
	b.sets = map[string]setFile{}
	for _, s := range f.Sets {
		if _, dup := b.sets[s.Name.s]; dup || s.Name.s == "" {
			b.fault(s.Name.line, "give each set one name of its own", "set %q is named twice or not at all", s.Name.s)
		}
		if s.Unlisted != 0 && s.Unlisted < 2 {
			b.fault(s.Name.line, "write 2 or more, or leave it out for a closed set", "set %q has %v unlisted values", s.Name.s, s.Unlisted)
		}
		b.sets[s.Name.s] = s
	}
}

func (b *builder) categories() {
	for _, c := range b.f.Categories {
		if !word(c.Name.s) || b.cats[c.Name.s] != nil {
			b.fault(c.Name.line, "use a lower-case word that is new", "category %q", c.Name.s)
		}
		for _, j := range c.Joins {
			if _, ok := b.sets[j.s]; !ok {
				b.fault(j.line, "declare it under sets:", "category %s joins %q, which is no set", c.Name.s, j.s)
			}
		}
		b.cats[c.Name.s] = &category{c.Name.s, c.Joins.strings()}
	}
	for _, r := range b.f.Rooms {
		b.rooms = append(b.rooms, room{r.Name.s, r.Has.s})
	}
}

func (b *builder) kinds() {
	for _, t := range b.f.Types {
		name := t.Name.s
		if name == "" || b.types[name] != nil || b.cats[name] != nil {
			b.fault(t.Name.line, "give each type a name that no other type or category has", "type %q", name)
			continue
		}
		k := &kind{name: name, is: t.Is.strings(), in: t.In.strings(), count: t.Count, weight: b.weight(t)}
		b.join(k, t.Is)
		for r, n := range t.Count {
			if !slices.ContainsFunc(b.rooms, func(x room) bool { return x.name == r }) {
				b.fault(t.Name.line, "declare it under rooms:", "type %s counts in %q, which is no kind of room", name, r)
			}
			if !(n >= 0) {
				b.fault(t.Name.line, "write 0 or more", "type %s has count %v", name, n)
			}
		}
		if !(k.weight >= 0) {
			b.fault(t.Name.line, "write 0 or more", "type %s has weight %v", name, k.weight)
		}
		if t.Unique && len(t.In) > 0 {
			b.fault(t.Name.line, "leave out one of them", "type %s is unique and has places to be counted in", name)
		}
		b.types[name] = k
		b.desc.Types = append(b.desc.Types, bethink.TypeSpec{
			Name: name, Categories: k.is, Counted: len(t.In) > 0, Unique: t.Unique,
		})
	}
	b.unknown = &kind{is: b.f.Unknown.strings()}
	b.join(b.unknown, b.f.Unknown)
	for _, t := range b.f.Types {
		for _, in := range t.In {
			if k := b.types[in.s]; k == nil {
				b.fault(in.line, "declare it under types:", "type %s may be in %q, which is no type", t.Name.s, in.s)
			}
		}
	}
}

// weight returns a type's weight as a place: 1 if the pack says nothing and some
// type may be in it.
func (b *builder) weight(t typeFile) float64 {
	if t.Weight != nil {
		return *t.Weight
	}
	for _, o := range b.f.Types {
		if slices.ContainsFunc(o.In, func(in text) bool { return in.s == t.Name.s }) {
			return 1
		}
	}
	return 0
}

func (b *builder) join(k *kind, is texts) {
	for _, c := range is {
		cat := b.cats[c.s]
		if cat == nil {
			b.fault(c.line, "declare it under categories:", "%q is no category", c.s)
			continue
		}
		k.joins = append(k.joins, cat.joins...)
	}
}

// known reports whether a word names a type or a category.
func (b *builder) known(s string) bool { return b.types[s] != nil || b.cats[s] != nil }

func (b *builder) attributes() {
	kinds := []*kind{b.unknown}
	for _, t := range b.f.Types {
		if k := b.types[t.Name.s]; k != nil {
			kinds = append(kinds, k)
		}
	}
	for _, a := range b.f.Attributes {
		if !b.known(a.Of.s) && a.Of.s != b.f.Agent.s {
			b.fault(a.Of.line, "name a type, a category or the agent", "attribute %s is of %q, which is none", a.Name.s, a.Of.s)
		}
		if a.Name.s == "" {
			b.fault(a.Of.line, "add name:", "an attribute of %s has no name", a.Of.s)
		}
		at := attribute{a.Name.s, b.prior(a)}
		for _, k := range kinds {
			if k.name == a.Of.s || slices.Contains(k.is, a.Of.s) {
				k.attrs = append(k.attrs, at)
			}
		}
		if a.Of.s == b.f.Agent.s {
			k := b.types[a.Of.s]
			if k == nil {
				k = &kind{name: a.Of.s}
				b.types[a.Of.s] = k
				b.desc.Types = append(b.desc.Types, bethink.TypeSpec{Name: a.Of.s, Unique: true})
				k.attrs = append(k.attrs, at)
			} else if !slices.ContainsFunc(k.attrs, func(x attribute) bool { return x.name == a.Name.s }) {
				k.attrs = append(k.attrs, at)
			}
		}
	}
}

func (b *builder) prior(a attrFile) bethink.Prior {
	line := a.Name.line
	p := bethink.Prior{Set: a.Set.s, Unlisted: a.Unlisted, Else: a.Rest, FromField: a.FromField, Doubt: a.Doubt, Measured: a.Measured}
	if !(a.Doubt >= 0 && a.Doubt < 1) {
		b.fault(line, "write a probability from 0 to below 1", "the doubt of %s is %v", a.Name.s, a.Doubt)
	}
	if a.Measured && a.Doubt > 0 {
		b.fault(line, "leave out one of them", "the prior of %s is measured and in doubt", a.Name.s)
	}
	values := a.Values
	if a.Set.s != "" {
		s, ok := b.sets[a.Set.s]
		if !ok {
			b.fault(a.Set.line, "declare it under sets:", "attribute %s is of set %q, which is none", a.Name.s, a.Set.s)
		}
		values, p.Unlisted = s.Values, s.Unlisted
	}
	if len(values) == 1 && values[0].s == "boolean" {
		p.Values = []bethink.Value{bethink.False, bethink.True}
	} else {
		for _, v := range values {
			p.Values = append(p.Values, bethink.Value(v.s))
		}
	}
	if len(p.Values) == 0 && a.Set.s == "" {
		b.fault(line, "add values: or set:", "attribute %s has no values", a.Name.s)
	}
	sum := p.Else
	for _, v := range keys(a.Prior) {
		w := a.Prior[v]
		if !slices.Contains(p.Values, bethink.Value(v)) && (bethink.Value(v) != bethink.Other || p.Unlisted == 0) {
			b.fault(line, "use one of its values", "the prior of %s names %q", a.Name.s, v)
		}
		if !(w >= 0) {
			b.fault(line, "write 0 or more", "the prior of %s=%s is %v", a.Name.s, v, w)
		}
		sum += w
		p.Weights = append(p.Weights, bethink.Weight{Value: bethink.Value(v), P: w})
	}
	if p.Weights != nil && !(sum > 0) {
		b.fault(line, "give some value a weight above 0", "the prior of %s has no mass", a.Name.s)
	}
	if a.Nature.s != "" {
		n, ok := natureOf(a.Nature.s)
		if !ok {
			b.fault(a.Nature.line, "write fixed, acted or drifting", "nature is %q", a.Nature.s)
		}
		p.Nature = n
	}
	if a.Rate > 0 {
		p.Kernel = dist.Kernel{Kind: dist.KernelRedraw, Rate: a.Rate}
	} else if !(a.Rate == 0) {
		b.fault(line, "write redraws per unit of time, 0 or more", "the rate of %s is %v", a.Name.s, a.Rate)
	}
	for _, r := range a.Rests {
		p.DependsOn = append(p.DependsOn, bethink.DependsOn{Pattern: r.Pattern.s, Attr: r.Attr.s})
	}
	return p
}

func keys(m map[string]float64) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

func (b *builder) pairAttrs() {
	for _, f := range b.f.Pairs {
		pr := pair{attr: f.Attr.s, prior: f.Prior, same: f.Same, between: map[[2]string]float64{}}
		probability := func(p float64) {
			if !(p > 0 && p < 1) {
				b.fault(f.Attr.line, "write a probability between 0 and 1", "pair attribute %s has prior %v", f.Attr.s, p)
			}
		}
		probability(f.Prior)
		probability(f.Same)
		for _, v := range f.Apart {
			pr.apart = append(pr.apart, bethink.Value(v.s))
		}
		for _, x := range f.Between {
			probability(x.P)
			for _, t := range []text{x.A, x.B} {
				if b.types[t.s] == nil {
					b.fault(t.line, "declare it under types:", "%q is no type", t.s)
				}
			}
			pr.between[ordered(x.A.s, x.B.s)] = x.P
		}
		b.pairs = append(b.pairs, pr)
	}
}

func ordered(a, b string) [2]string {
	if b < a {
		a, b = b, a
	}
	return [2]string{a, b}
}

func (b *builder) placing() {
	f := b.f.Placement
	if f == nil {
		return
	}
	if _, ok := b.sets[f.Set.s]; !ok {
		b.fault(f.Set.line, "declare it under sets:", "placement is in set %q, which is none", f.Set.s)
	}
	b.place = placement{
		attr: f.Attr.s, set: f.Set.s, elsewhere: f.Elsewhere,
		nowhere: bethink.Value(f.Nowhere.s), lost: f.Lost, away: f.Away, holds: map[string][]int{},
	}
	for _, k := range b.types {
		if len(k.in) > 0 {
			b.place.holders = append(b.place.holders, k)
		}
	}
	slices.SortFunc(b.place.holders, func(x, y *kind) int { return strings.Compare(x.name, y.name) })
	for i, k := range b.place.holders {
		for _, in := range k.in {
			b.place.holds[in] = append(b.place.holds[in], i)
		}
	}
}
