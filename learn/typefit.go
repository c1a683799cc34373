package learn

import (
	"math"
	"slices"

	"github.com/bethink-dev/bethink/dist"
)

// Iterations of the fits. That of a type stops where no weight moves by more
// than a part in tolerance.
const (
	poolRounds = 20
	typeRounds = 60
	tolerance  = 1e-3
)

// typeFit fits one type. The number of its entities at one place of type p in a
// scene is Poisson with mean
//
//	c(room) w(p) n(p)^(g-1) / sum over the scene's places of the same
//
// with n(p) places of the type in the scene and g in [0,1]: at 1 each place
// counts, at 0 only that there are such places. The numbers are independent of one
// another: looks that were made because of earlier looks bias nothing, as long as
// those that found nothing count too. Places nobody looked at add what the rates
// say, in expectation (EM); the weights go by minorisation (Hunter 2004), under
// gamma priors whose mean is the pooled weight.
type typeFit struct {
	cfg      Config
	places   []string  // that may hold it, sorted
	declared []float64 // weight
	rows     []row
	base     []float64 // declared count, by rate
	prior    []gamma   // of w
	w        []gamma
	thing    float64 // strength of the prior of what a very place takes
	count    []gamma // by room, at the even indexes; at the odd ones where a goal asked for it
}

func newTypeFit(p *posterior, typ string, scenes []*scene) *typeFit {
	f := &typeFit{cfg: p.cfg}
	for _, place := range p.all {
		if w := f.cfg.Declared.Weight(typ, place); w > 0 {
			f.places, f.declared = append(f.places, place), append(f.declared, w)
		}
	}
	f.rows = p.rowsOf(scenes, typ, f.places)
	for _, room := range p.rooms {
		c := max(f.cfg.Declared.Count(typ, room), 1e-6)
		f.base = append(f.base, c, c)
	}
	f.count = make([]gamma, len(f.base))
	for i, c := range f.base {
		f.count[i] = gamma{f.cfg.Scenes * c, f.cfg.Scenes}
	}
	return f
}

// under sets the prior of the weights: the declared one times what the type of
// place takes of everything.
func (f *typeFit) under(p *posterior) {
	f.prior = make([]gamma, len(f.places))
	for i, place := range f.places {
		k, _ := slices.BinarySearch(p.all, place)
		f.prior[i] = gamma{f.cfg.Weight, f.cfg.Weight / (f.declared[i] * p.pooled[k].mean())}
	}
	f.w = slices.Clone(f.prior)
}

// round is one expectation: things, seen and expected where nobody looked, and
// their exposure: by type of place, by factor of a goal, by count.
type round struct{ found, exposed, hit, aim, total, scenes []float64 }

func (f *typeFit) newRound(factors int) round {
	n := func(k int) []float64 { return make([]float64, k) }
	return round{n(len(f.places)), n(len(f.places)), n(factors), n(factors), n(len(f.count)), n(len(f.count))}
}

func (f *typeFit) expect(weight, factor []float64, out *round) {
	for _, s := range [][]float64{out.found, out.exposed, out.hit, out.aim, out.total, out.scenes} {
		clear(s)
	}
	for i := range f.rows {
		r := &f.rows[i]
		sum := 0.0
		for k, p := range r.place {
			sum += float64(r.n[k] * weight[p] * r.factor(k, factor))
		}
		rate := f.count[r.rate].mean() / sum
		total := 0.0
		for k, p := range r.place {
			unseen := float64(r.scenes*r.n[k]) - r.looked[k]
			n := r.found[k] + float64(rate*unseen*weight[p]*r.factor(k, factor))
			out.found[p] += n
			total += n
			if r.part != nil {
				out.hit[r.part[k]] += n
			}
			if k == r.target {
				out.hit[r.aim] += n
			}
		}
		for k, p := range r.place {
			out.exposed[p] += float64(total * r.n[k] * r.factor(k, factor) / sum)
			here := float64(total * r.n[k] * weight[p] * r.crowd[k] / sum)
			if r.part != nil {
				at := here
				if k == r.target {
					at *= factor[r.aim]
				}
				out.aim[r.part[k]] += at
			}
			if k == r.target {
				out.aim[r.aim] += float64(here * factor[r.part[k]])
			}
		}
		out.total[r.rate] += total
		out.scenes[r.rate] += r.scenes
	}
}

// factor is what their number and the goal make of the weight of one of the
// row's places.
func (r *row) factor(k int, factor []float64) float64 {
	f := r.crowd[k]
	if r.part != nil {
		f *= factor[r.part[k]]
	}
	if k == r.target {
		f *= factor[r.aim]
	}
	return f
}

// recount sets the counts to their posterior.
func (f *typeFit) recount(r *round) {
	for i, c := range f.base {
		f.count[i] = gamma{float64(f.cfg.Scenes*c) + r.total[i], f.cfg.Scenes + r.scenes[i]}
	}
}

func (f *typeFit) iterate(p *posterior) {
	r := f.newRound(p.factors())
	factor, weight := means(p.goals), means(f.w)
	for range typeRounds {
		f.expect(weight, factor, &r)
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
	f.blunt()
}

// blunt takes from the posteriors the certainty of what was only expected:
// intervals rest on what was looked at.
func (f *typeFit) blunt() {
	looked, full := make([]float64, len(f.places)), make([]float64, len(f.places))
	seen, all := make([]float64, len(f.count)), make([]float64, len(f.count))
	for i := range f.rows {
		r := &f.rows[i]
		sum, part := 0.0, 0.0
		for k, p := range r.place {
			w := f.w[p].mean() * r.crowd[k]
			looked[p] += r.looked[k]
			full[p] += float64(r.scenes * r.n[k])
			sum += float64(r.n[k] * r.scenes * w)
			part += float64(r.looked[k] * w)
		}
		seen[r.rate] += r.scenes * part / sum
		all[r.rate] += r.scenes
	}
	for i, g := range f.w {
		f.w[i] = g.blunt(f.prior[i], share(looked[i], full[i]))
	}
	for i, g := range f.count {
		f.count[i] = g.blunt(gamma{float64(f.cfg.Scenes * f.base[i]), f.cfg.Scenes}, share(seen[i], all[i]))
	}
}

func share(part, all float64) float64 {
	if all > 0 {
		return part / all
	}
	return 0
}

// likelihood returns the logarithm of that of all looks, but for a constant.
func (f *typeFit) likelihood(factor []float64) float64 {
	ln := 0.0
	for i := range f.rows {
		r := &f.rows[i]
		sum := 0.0
		for k, p := range r.place {
			sum += float64(r.n[k] * f.w[p].mean() * r.factor(k, factor))
		}
		rate := f.count[r.rate].mean() / sum
		for k, p := range r.place {
			mu := float64(rate * f.w[p].mean() * r.factor(k, factor))
			ln += float64(r.found[k]*dist.Log(mu)) - float64(r.looked[k]*mu)
		}
	}
	return ln
}
