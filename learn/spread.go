package learn

import (
	"maps"
	"slices"

	"github.com/bethink-dev/bethink"
)

// spread is how things spread over one scene: the weights of its types of place,
// and what looks at scenes that offer the same say of its very places. It has
// what a fit of the scene says on top, as factors of mean 1.
type spread struct {
	p       *posterior
	in      bethink.Scene
	offered map[string]int // places by type
	// by type of thing: a factor for each spot of the scene, and the count.
	spots   []*spot
	factors map[string][]float64
	counts  map[string]float64
}

// Spread implements [bethink.Placer].
func (k *Knowledge) Spread(in bethink.Scene) bethink.Spread {
	s := &spread{p: k.fit(), in: in, offered: map[string]int{}}
	for _, p := range in.Places {
		s.offered[p.Type]++
	}
	if sc := s.p.scenes[sceneKey(in.Room, offers(in.Places))]; sc != nil {
		s.fit(sc)
	}
	return s
}

// Weight implements [bethink.Spread]: the posterior mean.
func (s *spread) Weight(typ string, at bethink.Place, declared float64) float64 {
	w := declared
	if g, ok := s.p.weight(typ, at.Type); ok {
		w = g.mean()
	}
	w *= s.p.crowd(s.offered[at.Type])
	for _, r := range s.in.Sought {
		if r.Type == typ {
			g := goal{typ: typ, part: partOf(s.in.Form, r.Name)}
			if typ == s.in.Wanted {
				g.target = s.in.Target
			}
			w *= s.p.factor(g, at.Type)
		}
	}
	if f := s.factors[typ]; f != nil {
		for i, x := range s.spots {
			if x.place.Name == at.Name {
				return float64(w * f[i])
			}
		}
	}
	return w
}

// Count implements [bethink.Spread]: the posterior mean.
func (s *spread) Count(typ string, declared float64) float64 {
	if c, ok := s.counts[typ]; ok {
		return c
	}
	if c, ok := s.p.count(typ, s.in.Room); ok {
		return c.mean()
	}
	return declared
}

// sceneRounds bounds the iterations of the fit of one scene.
const sceneRounds = 20

// local is one type in one scene.
type local struct {
	name   string
	base   []float64 // weight by spot
	looked []float64
	found  []float64
	rest   float64 // weight of the places nobody ever looked at
	scenes float64
	prior  float64 // count
	count  float64
	factor []float64
	thing  float64 // strength of the prior of a factor
}

// fit fits the very places of a scene that was met before: first what each takes
// of everything, then of each type, each under the fit before. The model is that
// of typeFit.
func (s *spread) fit(sc *scene) {
	s.spots = sc.spots
	types := s.locals(sc)
	every := make([]float64, len(sc.spots))
	for i := range every {
		every[i] = 1
	}
	found, exposed := make([]float64, len(every)), make([]float64, len(every))
	for range sceneRounds {
		clear(found)
		clear(exposed)
		for _, t := range types {
			t.expect(every, found, exposed, s.p.cfg)
		}
		for i := range every {
			every[i] = (s.p.cfg.Place + found[i]) / (s.p.cfg.Place + exposed[i])
		}
	}
	s.factors, s.counts = map[string][]float64{}, map[string]float64{}
	for _, t := range types {
		for range sceneRounds {
			clear(found)
			clear(exposed)
			t.expect(every, found, exposed, s.p.cfg)
			for i := range t.factor {
				t.factor[i] = (t.thing + found[i]) / (t.thing + float64(exposed[i]*every[i]))
			}
		}
		for i := range t.factor {
			t.factor[i] *= every[i]
		}
		s.factors[t.name], s.counts[t.name] = t.factor, t.count
	}
}

func (s *spread) locals(sc *scene) []*local {
	offered := maps.Clone(s.offered)
	for _, x := range sc.spots {
		offered[x.place.Type]--
	}
	var out []*local
	for _, typ := range s.p.names {
		f := s.p.types[typ]
		t := &local{name: typ, thing: f.thing}
		weight := func(place string) float64 {
			if i, ok := slices.BinarySearch(f.places, place); ok {
				return f.w[i].mean() * s.p.crowd(s.offered[place])
			}
			return 0
		}
		for _, x := range sc.spots {
			t.base = append(t.base, weight(x.place.Type))
			looked := x.exposure(s.p, typ)
			if t.base[len(t.base)-1] == 0 {
				looked = 0
			}
			t.looked, t.found = append(t.looked, looked), append(t.found, x.found[typ])
			t.factor = append(t.factor, 1)
			t.scenes = max(t.scenes, looked)
		}
		if t.scenes == 0 {
			continue
		}
		for _, place := range f.places {
			t.rest += float64(float64(offered[place]) * weight(place))
		}
		c, _ := s.p.count(typ, sc.room)
		t.prior, t.count = c.mean(), c.mean()
		out = append(out, t)
	}
	return out
}

// expect adds the things of one type, seen and expected where nobody looked, and
// their exposure for a factor on each spot's weight. It sets the count.
func (t *local) expect(every, found, exposed []float64, cfg Config) {
	sum := t.rest
	for i, w := range t.base {
		sum += float64(w * every[i] * t.factor[i])
	}
	rate := t.count / sum
	total := float64(rate * t.scenes * t.rest)
	for i, w := range t.base {
		if w == 0 {
			continue
		}
		n := t.found[i] + float64(rate*(t.scenes-t.looked[i])*w*every[i]*t.factor[i])
		found[i] += n
		total += n
	}
	for i, w := range t.base {
		exposed[i] += float64(total * w * t.factor[i] / sum)
	}
	t.count = (float64(cfg.Scene*t.prior) + total) / (cfg.Scene + t.scenes)
}
