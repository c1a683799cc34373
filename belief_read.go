package bethink

import (
	"math"

	"github.com/bethink-dev/bethink/dist"
)

// mass is the probability that the variable has one of the values.
func (b *Belief) mass(id ID, vals []Value) float64 {
	v, s := b.find(id)
	d := b.domain(v)
	if v.block >= 0 || len(v.base) != len(d.values) || b.outdated(v) {
		return b.massOf(id, vals, d)
	}
	if v.unweighted && v.accounts == nil {
		sum := 0.0
		for _, val := range vals {
			if i := d.find(val); i >= 0 {
				sum += v.base[i]
			}
		}
		return sum
	}
	var buf [32]float64
	if len(v.base) > len(buf) {
		return b.massOf(id, vals, d)
	}
	p := v.potential(buf[:0], s)
	return pick(p, d, vals)
}

// marginal computes a variable's distribution from its potentials: base times
// the clipped likelihoods of each class, with the lists and the time since it
// was last written.
func (b *Belief) marginal(dst []float64, s *slab, v *variable) []float64 {
	d := b.domain(v)
	if v.block >= 0 {
		dst = possible(b.blocks[v.block].mix.Marginal(dst, int(v.slot)))
	} else {
		dst = v.potential(dst, s)
	}
	if len(dst) < len(d.values) {
		dst = d.extend(dst)
	}
	b.pending(v, d, func(stay float64, place int32, factor float64) {
		if stay < 1 {
			dist.Mix(dst, v.drifts(d), stay)
		}
		if place >= 0 {
			dst[place] *= factor
			dist.Normalize(dst)
		}
	})
	return dst
}

// least is the probability below which no value falls: nothing is impossible.
const least = 1e-15

// possible lifts what is next to impossible to least, in place.
func possible(p []float64) []float64 {
	for i := range p {
		p[i] = max(p[i], least)
	}
	return p
}

// potential computes base times the clipped likelihoods, normalised.
func (v *variable) potential(dst []float64, s *slab) []float64 {
	if cap(dst) < len(v.base) {
		dst = make([]float64, len(v.base))
	}
	dst = dst[:len(v.base)]
	copy(dst, v.base)
	if v.unweighted && v.accounts == nil {
		return dst
	}
	if !v.unweighted {
		clipInto(dst, s.lik[v.off:v.off+v.n], v.floor(TrustInstrument))
	}
	if v.accounts != nil {
		for t, lik := range v.accounts.lik {
			if lik != nil {
				clipInto(dst, lik, v.floor(Trust(t)))
			}
		}
	}
	dist.Normalize(dst)
	return dst
}

// floor is how far below the largest likelihood of a class another may lie: all
// the class says of one value moves its odds against the others, taken
// together, by the cap.
func (v *variable) floor(t Trust) float64 {
	return capRatio(t) / max(1, v.dom.size()-1)
}

// clipInto multiplies dst by likelihoods no smaller than floor times their
// maximum.
func clipInto(dst, lik []float64, floor float64) {
	top := 0.0
	for _, l := range lik {
		top = max(top, l)
	}
	floor *= top
	for i := range dst {
		l := floor
		if i < len(lik) && lik[i] > floor {
			l = lik[i]
		}
		dst[i] *= l
	}
}

func capRatio(t Trust) float64 { return math.Exp2(-TrustCap(t)) }

// pending calls apply, in order of time, for the time that has passed over a
// variable and the lists made since it was last written: first redraw with
// chance 1-stay, then (where place is not negative) multiply by factor.
func (b *Belief) pending(v *variable, d *domain, apply func(stay float64, place int32, factor float64)) {
	if !b.outdated(v) {
		return
	}
	if v.keeps() {
		for i := range b.looks {
			l := &b.looks[i]
			if l.last().seq <= v.looked || !l.covers(v.name.Attr, v.typ, v.cats) {
				continue
			}
			if j := d.find(l.place); j >= 0 {
				if f := l.factor(v.changed, v.looked); f != 1 {
					apply(1, j, f)
				}
			}
		}
		return
	}
	at := v.at
	for _, x := range b.missed(v, d) {
		stay := 1.0
		if x.at > at {
			stay, at = v.stay(x.at-at), x.at
		}
		apply(stay, x.place, x.factor)
	}
	if b.now > at {
		apply(v.stay(b.now-at), -1, 1)
	}
}

func argmax(p []float64) int {
	best := 0
	for i := range p {
		if p[i] > p[best] {
			best = i
		}
	}
	return best
}

// Drift returns how time alone moves a variable from now on: with probability
// stay its value is left alone for dt, and else it is drawn anew from pi. stay
// is 1 where nothing but actions changes it. The caller must not change pi.
func (b Belief) Drift(id ID, dt float64) (stay float64, pi []float64) {
	v := b.at(id)
	pi = v.drifts(b.domain(v))
	if v.keeps() || !(dt > 0) {
		return 1, pi
	}
	return v.stay(dt), pi
}

// Verified returns the world's time at which a variable was last verified;
// false where it never was.
func (b Belief) Verified(id ID) (at float64, ok bool) {
	v := b.at(id)
	return v.verified.at, v.verified.seq > 0
}
