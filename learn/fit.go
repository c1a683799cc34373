package learn

import (
	"slices"

	"github.com/bethink-dev/bethink/dist"
)

// posterior is what all notes come to.
type posterior struct {
	cfg    Config
	each   float64  // exponent of the number of places of a type: 1 where each counts, 0 where all count as one
	ln     float64  // log likelihood of all looks
	rooms  []string // sorted
	parts  []string // of goals: a form with a role, sorted
	all    []string // types of place, sorted
	pooled []gamma  // by type of place: what it takes of everything
	goals  []gamma  // by part and type of place, or target: what it makes of the weight of what is sought
	types  map[string]*typeFit
	names  []string // of types, sorted
	scenes map[string]*scene
	lists  map[string]*tally
	rates  map[class]dist.Rate
	moved  map[class]moves
	looks  int
}

type class struct{ typ, attr string }

type moves struct{ pairs, changed int }

// The range of rates of change that can be learned, per unit of the world's
// time; the lowest stands for that or less.
const (
	slowest = 1e-6
	fastest = 1
)

func fitted(cfg Config, notes []*Note, each float64) *posterior {
	p := &posterior{cfg: cfg, each: each, types: map[string]*typeFit{}, lists: map[string]*tally{}, rates: map[class]dist.Rate{}, moved: map[class]moves{}}
	p.tell(notes)
	scenes, byKey := sightings(notes)
	p.scenes = byKey
	typed := p.words(scenes)
	fits := make([]*typeFit, 0, len(typed))
	for _, typ := range typed {
		f := newTypeFit(p, typ, scenes)
		if len(f.rows) > 0 {
			fits, p.names = append(fits, f), append(p.names, typ)
		}
	}
	p.pool(fits)
	for i, f := range fits {
		f.under(p)
		f.iterate(p)
		p.ln += f.likelihood(means(p.goals))
		f.thing = p.keeping(f, scenes, p.names[i])
		p.types[p.names[i]] = f
	}
	return p
}

// crowd is what the weight of one of n places of a type in a scene loses to
// their number.
func (p *posterior) crowd(n int) float64 {
	if p.each == 1 || n <= 1 {
		return 1
	}
	return dist.Exp(float64((p.each - 1) * dist.Log(float64(n))))
}

// words lists rooms, parts of goals and types of place, and returns the types of thing.
func (p *posterior) words(scenes []*scene) []string {
	rooms, parts, places, typed := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, sc := range scenes {
		rooms[sc.room] = true
		for i, o := range sc.offers {
			places[o.Type] = true
			p.looks += int(sc.looked[i])
		}
		for typ := range sc.found {
			typed[typ] = true
		}
		for g := range sc.sought {
			typed[g.typ] = true
			parts[g.part] = true
		}
	}
	p.rooms, p.parts, p.all = sorted(rooms), sorted(parts), sorted(places)
	return sorted(typed)
}

func sorted(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for s := range set {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

// pool fits what a type of place takes of all types together, against what is
// declared, and what goals say of their targets.
func (p *posterior) pool(fits []*typeFit) {
	p.pooled, p.goals = flat(p.cfg.Pool, len(p.all)), flat(p.cfg.Goal, p.factors())
	at := make([][]int, len(fits))
	rs := make([]round, len(fits))
	for i, f := range fits {
		rs[i] = f.newRound(p.factors())
		for _, place := range f.places {
			k, _ := slices.BinarySearch(p.all, place)
			at[i] = append(at[i], k)
		}
	}
	var weight []float64
	for range poolRounds {
		pooled, goals := flat(p.cfg.Pool, len(p.all)), flat(p.cfg.Goal, p.factors())
		factor := means(p.goals)
		for i, f := range fits {
			weight = weight[:0]
			for k, j := range at[i] {
				weight = append(weight, float64(f.declared[k]*p.pooled[j].mean()))
			}
			r := &rs[i]
			f.expect(weight, factor, r)
			f.recount(r)
			for k, j := range at[i] {
				pooled[j].shape += r.found[k]
				pooled[j].rate += float64(r.exposed[k] * f.declared[k])
			}
			for k := range goals {
				goals[k].shape += r.hit[k]
				goals[k].rate += r.aim[k]
			}
		}
		p.pooled, p.goals = pooled, goals
	}
}

// factors is how many factors there are: for each part of a goal one a type of
// place, and one for the target.
func (p *posterior) factors() int { return len(p.parts) * (len(p.all) + 1) }

// index finds a factor; place "" is the target. It is -1 where the part or the
// place was never met.
func (p *posterior) index(part, place string) int {
	i, ok := slices.BinarySearch(p.parts, part)
	k, met := len(p.all), place == ""
	if !met {
		k, met = slices.BinarySearch(p.all, place)
	}
	if !ok || !met {
		return -1
	}
	return i*(len(p.all)+1) + k
}

// factor is what a goal makes of a place's weight for the type that it asked for.
func (p *posterior) factor(g goal, place string) float64 {
	f := 1.0
	if i := p.index(g.part, place); i >= 0 {
		f = p.goals[i].mean()
	}
	if g.target == place {
		if i := p.index(g.part, ""); i >= 0 {
			f *= p.goals[i].mean()
		}
		if g.barred {
			f = 0
		}
	}
	return f
}

// flat returns n priors of mean 1 that count for so many things.
func flat(strength float64, n int) []gamma {
	out := make([]gamma, n)
	for i := range out {
		out[i] = gamma{strength, strength}
	}
	return out
}

func means(gs []gamma) []float64 {
	out := make([]float64, len(gs))
	for i, g := range gs {
		out[i] = g.mean()
	}
	return out
}

// weight returns the posterior of a type's weight at a type of place: that of
// all types together where the type itself was never looked for there.
func (p *posterior) weight(typ, place string) (gamma, bool) {
	if t := p.types[typ]; t != nil {
		if i, ok := slices.BinarySearch(t.places, place); ok {
			return t.w[i], true
		}
	}
	if i, ok := slices.BinarySearch(p.all, place); ok {
		return p.pooled[i], true
	}
	return gamma{}, false
}

func (p *posterior) count(typ, room string) (gamma, bool) {
	t := p.types[typ]
	r, ok := slices.BinarySearch(p.rooms, room)
	if t == nil || !ok {
		return gamma{}, false
	}
	return t.count[2*r], true
}

// tell folds what notes say of lists and of change.
func (p *posterior) tell(notes []*Note) {
	for _, n := range notes {
		if l := n.Listed; l != nil {
			if p.lists[l.Attr] == nil {
				p.lists[l.Attr] = &tally{}
			}
			p.lists[l.Attr].add(l)
		}
		for _, c := range n.Kept {
			p.kept(class{c.Type, c.Attr}, c)
			p.kept(class{"", c.Attr}, c)
		}
	}
}

func (p *posterior) kept(of class, c Kept) {
	r, ok := p.rates[of]
	if !ok {
		r = dist.NewRate(slowest, fastest)
	}
	p.rates[of] = r.Observe(c.Elapsed, c.Same, c.Changed)
	m := p.moved[of]
	m.pairs++
	if c.Changed {
		m.changed++
	}
	p.moved[of] = m
}
