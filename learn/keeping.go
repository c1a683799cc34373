package learn

import (
	"math"

	"github.com/bethink-dev/bethink/dist"
)

// keeping learns how much a type keeps to its places in a scene that comes back:
// the strength a of the prior of a very place's factor. A lamp that nobody moves
// has a small one, so that few looks tell where it is. A factor is Gamma(a, a),
// so things found are negative binomial about their share e of what the scene
// holds of the type:
//
//	P(n) ~ Gamma(a+n)/Gamma(a) (a/(a+e))^a (e/(a+e))^n
//
// Strengths are spaced evenly in their logarithm around the configured one; the
// result is the posterior's geometric mean. Scenes with fewer than two of the
// type say nothing.
func (p *posterior) keeping(f *typeFit, scenes []*scene, typ string) float64 {
	const n = 7 // strengths, a factor of 4 apart
	var at, ln [n]float64
	for i := range at {
		at[i] = p.cfg.Thing * math.Pow(4, float64(i-n/2))
		ln[i] = -float64(i-n/2) * float64(i-n/2) / 4
	}
	for _, sc := range scenes {
		total, held := 0.0, 0.0
		for _, x := range sc.spots {
			total += x.found[typ]
			held += float64(x.exposure(p, typ) * f.at(x.place.Type) * p.crowd(sc.number(x.place.Type)))
		}
		if total < 2 {
			continue
		}
		for _, x := range sc.spots {
			e := total * x.exposure(p, typ) * f.at(x.place.Type) * p.crowd(sc.number(x.place.Type)) / held
			if !(e > 0) {
				continue
			}
			k := x.found[typ]
			for i, a := range at {
				up, _ := math.Lgamma(a + k)
				down, _ := math.Lgamma(a)
				ln[i] += up - down + a*math.Log(a/(a+e)) + k*math.Log(e/(a+e))
			}
		}
	}
	top := ln[0]
	for _, l := range ln {
		top = max(top, l)
	}
	sum, mean := 0.0, 0.0
	for i, l := range ln {
		w := dist.Exp(l - top)
		sum += w
		mean += float64(w * dist.Log(at[i]))
	}
	return dist.Exp(mean / sum)
}

// at returns the weight at a type of place, 0 where it may not hold the type.
func (f *typeFit) at(place string) float64 {
	for i, p := range f.places {
		if p == place {
			return f.w[i].mean()
		}
	}
	return 0
}

// number is how many places of a type the scene offers.
func (sc *scene) number(place string) int {
	for _, o := range sc.offers {
		if o.Type == place {
			return o.N
		}
	}
	return 0
}
