package learn

import (
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
)

// scene is all looks at scenes of one kind: a kind of room with what it offers.
// Numbers of things at different places are independent given the rates, so
// looks of many episodes add up.
type scene struct {
	room   string
	offers []bethink.Offer
	looked []float64            // looks, by offer
	found  map[string][]float64 // things found, by type and offer
	sought map[goal]*subset     // of those, where the goal asked for the type
}

// goal is what an episode asked of one type: that some exist, and perhaps that
// none is at a target.
type goal struct{ typ, target string }

type subset struct{ looked, found []float64 }

// row is what the looks at one kind of scene say of one type.
type row struct {
	rate   int       // of the kind of room
	place  []int     // by offer that may hold the type: which weight
	n      []float64 // how many the scene offers
	looked []float64
	found  []float64
	scenes float64 // at least as many scenes as looks at any place need
}

// sightings adds up the looks of all notes, in the order of first appearance.
func sightings(notes []*Note) []*scene {
	var out []*scene
	at := map[string]*scene{}
	var key strings.Builder
	for _, n := range notes {
		s := n.Seen
		if s == nil {
			continue
		}
		key.Reset()
		key.WriteString(s.Room)
		for _, o := range s.Offers {
			key.WriteByte(0)
			key.WriteString(o.Type)
			key.WriteByte(byte(o.N))
			key.WriteByte(byte(o.N >> 8))
		}
		sc := at[key.String()]
		if sc == nil {
			sc = &scene{
				room: s.Room, offers: s.Offers, looked: make([]float64, len(s.Offers)),
				found: map[string][]float64{}, sought: map[goal]*subset{},
			}
			at[key.String()] = sc
			out = append(out, sc)
		}
		sc.add(s)
	}
	return out
}

func (sc *scene) add(s *Seen) {
	i := slices.IndexFunc(sc.offers, func(o bethink.Offer) bool { return o.Type == s.Place })
	sc.looked[i]++
	for _, f := range s.Found {
		if sc.found[f.Type] == nil {
			sc.found[f.Type] = make([]float64, len(sc.offers))
		}
		sc.found[f.Type][i] += float64(f.N)
	}
	for _, typ := range s.Sought {
		g := goal{typ: typ}
		if typ == s.Wanted {
			g.target = s.Target
		}
		sub := sc.sought[g]
		if sub == nil {
			sub = &subset{make([]float64, len(sc.offers)), make([]float64, len(sc.offers))}
			sc.sought[g] = sub
		}
		sub.looked[i]++
		for _, f := range s.Found {
			if f.Type == typ {
				sub.found[i] += float64(f.N)
			}
		}
	}
}

// rowsOf returns what the scenes say of a type, given which weight each type of
// place has (places that may not hold the type have none). Scenes in which the
// goal asked for the type have rates of their own: that a goal asks for it says
// that some exist.
func rowsOf(scenes []*scene, typ string, places, rooms []string) []row {
	var out []row
	add := func(sc *scene, rate int, target string, looked, found []float64) {
		r := row{rate: rate}
		for i, o := range sc.offers {
			p, ok := slices.BinarySearch(places, o.Type)
			if !ok || o.Type == target {
				continue
			}
			f := 0.0
			if found != nil {
				f = found[i]
			}
			r.place, r.n = append(r.place, p), append(r.n, float64(o.N))
			r.looked, r.found = append(r.looked, looked[i]), append(r.found, f)
			r.scenes = max(r.scenes, looked[i]/float64(o.N))
		}
		if r.scenes > 0 {
			out = append(out, r)
		}
	}
	for _, sc := range scenes {
		room := 2 * slices.Index(rooms, sc.room)
		looked, found := sc.looked, sc.found[typ]
		for _, g := range sc.goals(typ) {
			sub := sc.sought[g]
			looked = minus(looked, sub.looked)
			if found != nil {
				found = minus(found, sub.found)
			}
			add(sc, room+1, g.target, sub.looked, sub.found)
		}
		add(sc, room, "", looked, found)
	}
	return out
}

// goals returns the goals that asked for a type, sorted.
func (sc *scene) goals(typ string) []goal {
	var out []goal
	for g := range sc.sought {
		if g.typ == typ {
			out = append(out, g)
		}
	}
	slices.SortFunc(out, func(a, b goal) int { return strings.Compare(a.target, b.target) })
	return out
}

func minus(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] - b[i]
	}
	return out
}
