package learn

import (
	"math"
	"slices"

	"github.com/bethink-dev/bethink/dist"
)

// placement is the posterior of one type: how much of it a place takes, by type
// of place, and how many there are, by kind of room.
type placement struct {
	places []string // that may hold it, sorted
	weight []gamma
	count  []gamma // by room, at the even indexes; at the odd ones where a goal asked for it
	looks  float64 // at places that may hold it
	found  float64
}

type class struct{ typ, attr string }

// posterior is what all notes come to.
type posterior struct {
	rooms  []string // sorted
	pooled map[string]gamma
	types  map[string]*placement
	names  []string // of types, sorted
	lists  map[string]*tally
	rates  map[class]dist.Rate
	seen   int // looks
}

// The range of rates of change that can be learned, per unit of the world's
// time; the lowest stands for that or less.
const (
	slowest = 1e-6
	fastest = 1
)

// rounds bounds the iterations of a fit; it stops where no weight moves by more
// than a part in tolerance.
const (
	rounds    = 60
	tolerance = 1e-4
)

func fitted(cfg Config, notes []*Note) *posterior {
	p := &posterior{pooled: map[string]gamma{}, types: map[string]*placement{}, lists: map[string]*tally{}, rates: map[class]dist.Rate{}}
	p.tell(notes)
	scenes := sightings(notes)
	held := map[string]bool{}  // types of place
	typed := map[string]bool{} // types of thing
	for _, sc := range scenes {
		if !slices.Contains(p.rooms, sc.room) {
			p.rooms = append(p.rooms, sc.room)
		}
		for i, o := range sc.offers {
			held[o.Type] = true
			p.seen += int(sc.looked[i])
		}
		for typ := range sc.found {
			typed[typ] = true
		}
		for g := range sc.sought {
			typed[g.typ] = true
		}
	}
	slices.Sort(p.rooms)
	p.names = sorted(typed)
	all := sorted(held)
	fits := make([]*typeFit, 0, len(p.names))
	kept := p.names[:0]
	for _, typ := range p.names {
		f := newTypeFit(cfg, typ, all, p.rooms, scenes)
		if len(f.rows) == 0 {
			continue
		}
		fits, kept = append(fits, f), append(kept, typ)
	}
	p.names = kept
	pool := pooled(cfg, all, fits)
	for i, place := range all {
		p.pooled[place] = pool[i]
	}
	for i, f := range fits {
		f.under(p.pooled)
		f.iterate(rounds)
		p.types[p.names[i]] = f.posterior()
	}
	return p
}

func sorted(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for s := range set {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

// weight returns the posterior of a type's weight at a type of place: of all
// types together where the type itself was never looked for there.
func (p *posterior) weight(typ, place string) (gamma, bool) {
	if t := p.types[typ]; t != nil {
		if i, ok := slices.BinarySearch(t.places, place); ok {
			return t.weight[i], true
		}
	}
	g, ok := p.pooled[place]
	return g, ok
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
			r, ok := p.rates[class{c.Type, c.Attr}]
			if !ok {
				r = dist.NewRate(slowest, fastest)
			}
			p.rates[class{c.Type, c.Attr}] = r.Observe(c.Elapsed, c.Same, c.Changed)
		}
	}
}

// typeFit fits one type. The number of its entities at a place of type p in a
// scene is Poisson with mean
//
//	c(room) w(p) / sum over the scene's places of w
//
// and independent of the others: looks that were made because of earlier looks
// bias nothing, as long as those that found nothing count too. Places nobody
// looked at add what the rates say, in expectation (EM); the weights go by
// minorisation (Hunter 2004), under gamma priors whose mean is the pooled weight.
type typeFit struct {
	cfg      Config
	places   []string
	declared []float64 // weight
	prior    []gamma   // of weights
	rows     []row
	base     []float64 // declared count, by rate
	w, count []gamma
}

func newTypeFit(cfg Config, typ string, all, rooms []string, scenes []*scene) *typeFit {
	f := &typeFit{cfg: cfg}
	for _, place := range all {
		if w := cfg.Declared.Weight(typ, place); w > 0 {
			f.places, f.declared = append(f.places, place), append(f.declared, w)
		}
	}
	if len(f.places) == 0 {
		return f
	}
	f.rows = rowsOf(scenes, typ, f.places, rooms)
	for _, room := range rooms {
		c := max(cfg.Declared.Count(typ, room), 1e-6)
		f.base = append(f.base, c, c)
	}
	f.count = make([]gamma, len(f.base))
	for i, c := range f.base {
		f.count[i] = gamma{cfg.Scenes * c, cfg.Scenes}
	}
	f.w = make([]gamma, len(f.places))
	f.prior = make([]gamma, len(f.places))
	for i, w := range f.declared {
		f.w[i] = gamma{cfg.Weight, cfg.Weight / w}
	}
	return f
}

// under sets the prior of the weights: the declared one times what the type of
// place takes of everything.
func (f *typeFit) under(pool map[string]gamma) {
	for i, place := range f.places {
		f.prior[i] = gamma{f.cfg.Weight, f.cfg.Weight / (f.declared[i] * pool[place].mean())}
	}
	copy(f.w, f.prior)
}

// round is one expectation: entities, seen and expected unseen, and exposure, by
// place and by rate.
type round struct{ found, exposed, total, scenes []float64 }

func (f *typeFit) expect(weight []float64, out *round) {
	clear(out.found)
	clear(out.exposed)
	clear(out.total)
	clear(out.scenes)
	for i := range f.rows {
		r := &f.rows[i]
		sum := 0.0
		for k, p := range r.place {
			sum += float64(r.n[k] * weight[p])
		}
		rate := f.count[r.rate].mean() / sum
		total := 0.0
		for k, p := range r.place {
			n := r.found[k] + float64(rate*(float64(r.scenes*r.n[k])-r.looked[k])*weight[p])
			out.found[p] += n
			total += n
		}
		for k, p := range r.place {
			out.exposed[p] += float64(total * r.n[k] / sum)
		}
		out.total[r.rate] += total
		out.scenes[r.rate] += r.scenes
	}
}

func (f *typeFit) newRound() round {
	return round{make([]float64, len(f.places)), make([]float64, len(f.places)), make([]float64, len(f.count)), make([]float64, len(f.count))}
}

// recount sets the counts to their posterior.
func (f *typeFit) recount(r *round) {
	for i, c := range f.base {
		f.count[i] = gamma{float64(f.cfg.Scenes*c) + r.total[i], f.cfg.Scenes + r.scenes[i]}
	}
}

func (f *typeFit) iterate(n int) {
	r := f.newRound()
	weight := make([]float64, len(f.w))
	for i, g := range f.w {
		weight[i] = g.mean()
	}
	for range n {
		f.expect(weight, &r)
		f.recount(&r)
		moved := 0.0
		for i, prior := range f.prior {
			f.w[i] = gamma{prior.shape + r.found[i], prior.rate + r.exposed[i]}
			m := f.w[i].mean()
			moved = max(moved, math.Abs(m-weight[i])/weight[i])
			weight[i] = m
		}
		if moved < tolerance {
			break
		}
	}
}

// posterior sharpens nothing by what was only expected: intervals rest on what
// was looked at.
func (f *typeFit) posterior() *placement {
	out := &placement{places: f.places, weight: f.w, count: slices.Clone(f.count)}
	looks := make([]float64, len(f.places))
	full := make([]float64, len(f.places))
	seen := make([]float64, len(f.count))
	all := make([]float64, len(f.count))
	for i := range f.rows {
		r := &f.rows[i]
		sum, part := 0.0, 0.0
		for k, p := range r.place {
			looks[p] += r.looked[k]
			full[p] += float64(r.scenes * r.n[k])
			out.looks += r.looked[k]
			out.found += r.found[k]
			sum += float64(r.n[k] * f.w[p].mean())
			part += float64(r.looked[k] * f.w[p].mean())
		}
		seen[r.rate] += part / sum
		all[r.rate] += r.scenes
	}
	for i, g := range out.weight {
		out.weight[i] = blunt(g, f.prior[i], share(looks[i], full[i]))
	}
	for i, g := range out.count {
		prior := gamma{float64(f.cfg.Scenes * f.base[i]), f.cfg.Scenes}
		out.count[i] = blunt(g, prior, share(seen[i], all[i]))
	}
	return out
}

func share(part, all float64) float64 {
	if all > 0 {
		return part / all
	}
	return 0
}

// blunt keeps the mean and lets only a share of the data count.
func blunt(g, prior gamma, share float64) gamma {
	rate := prior.rate + float64(share*(g.rate-prior.rate))
	return gamma{float64(g.mean() * rate), rate}
}

// pooled fits what a type of place takes of all types together, against what is
// declared.
func pooled(cfg Config, all []string, fits []*typeFit) []gamma {
	pool := make([]gamma, len(all))
	for i := range pool {
		pool[i] = gamma{cfg.Pool, cfg.Pool}
	}
	at := make([][]int, len(fits))
	rs := make([]round, len(fits))
	for i, f := range fits {
		rs[i] = f.newRound()
		for _, place := range f.places {
			k, _ := slices.BinarySearch(all, place)
			at[i] = append(at[i], k)
		}
	}
	var weight []float64
	for range rounds / 4 {
		next := make([]gamma, len(all))
		for i := range next {
			next[i] = gamma{cfg.Pool, cfg.Pool}
		}
		for i, f := range fits {
			weight = weight[:0]
			for k, p := range at[i] {
				weight = append(weight, float64(f.declared[k]*pool[p].mean()))
			}
			f.expect(weight, &rs[i])
			f.recount(&rs[i])
			for k, p := range at[i] {
				next[p].shape += rs[i].found[k]
				next[p].rate += float64(rs[i].exposed[k] * f.declared[k])
			}
		}
		pool = next
	}
	return pool
}
