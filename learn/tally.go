package learn

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bethink-dev/bethink"
)

// scene is all looks at scenes of one kind: a kind of room with what it offers.
// Numbers of things at different places are independent given the rates, so
// looks of many episodes add up.
type scene struct {
	room   string
	offers []Number
	looked []float64            // looks, by offer
	found  map[string][]float64 // things found, by type and offer
	sought map[goal]*subset     // of those, where the goal asked for the type
	spots  []*spot              // places, in the order of their first look
}

// goal is what an episode asked of one type: that some exist, and what it says
// of where they start. Part is the form of the goal and the type's role in it.
type goal struct {
	typ, part, target string
	barred            bool
}

func partOf(form, role string) string { return form + " " + role }

func compareGoals(a, b goal) int {
	return cmp.Or(cmp.Compare(a.typ, b.typ), cmp.Compare(a.part, b.part), cmp.Compare(a.target, b.target))
}

type subset struct{ looked, found []float64 }

// spot is one place of a kind of scene.
type spot struct {
	place  bethink.Place
	looked float64
	asked  []asked            // those looks where a goal asked for a type
	found  map[string]float64 // by type
}

type asked struct {
	goal
	looked float64
}

// exposure returns the looks that may have found a type, each weighed by what
// its goal makes of the place.
func (x *spot) exposure(p *posterior, typ string) float64 {
	looked := x.looked
	for _, a := range x.asked {
		if a.typ == typ {
			looked -= float64(a.looked * (1 - p.factor(a.goal, x.place.Type)))
		}
	}
	return looked
}

// sceneKey names a kind of scene.
func sceneKey(room string, offers []Number) string {
	var b strings.Builder
	b.WriteString(room)
	for _, o := range offers {
		b.WriteByte(0)
		b.WriteString(o.Type)
		b.WriteByte(' ')
		b.WriteString(strconv.Itoa(o.N))
	}
	return b.String()
}

// sightings adds up the looks of all notes, in the order of first appearance.
func sightings(notes []*Note) ([]*scene, map[string]*scene) {
	var out []*scene
	at := map[string]*scene{}
	for _, n := range notes {
		s := n.Seen
		if s == nil {
			continue
		}
		key := sceneKey(s.Room, s.Offers)
		sc := at[key]
		if sc == nil {
			sc = &scene{
				room: s.Room, offers: s.Offers, looked: make([]float64, len(s.Offers)),
				found: map[string][]float64{}, sought: map[goal]*subset{},
			}
			at[key] = sc
			out = append(out, sc)
		}
		sc.add(s)
	}
	return out, at
}

func (sc *scene) add(s *Seen) {
	i := slices.IndexFunc(sc.offers, func(o Number) bool { return o.Type == s.Place.Type })
	sc.looked[i]++
	for _, f := range s.Found {
		if sc.found[f.Type] == nil {
			sc.found[f.Type] = make([]float64, len(sc.offers))
		}
		sc.found[f.Type][i] += float64(f.N)
	}
	x := sc.spot(s.Place)
	x.add(s)
	for _, q := range s.Sought {
		g := goal{typ: q.Type, part: partOf(s.Form, q.Role)}
		if g.typ == s.Wanted {
			g.target, g.barred = s.Target, s.Barred
		}
		x.ask(g)
		sub := sc.sought[g]
		if sub == nil {
			sub = &subset{make([]float64, len(sc.offers)), make([]float64, len(sc.offers))}
			sc.sought[g] = sub
		}
		sub.looked[i]++
		for _, f := range s.Found {
			if f.Type == g.typ {
				sub.found[i] += float64(f.N)
			}
		}
	}
}

func (sc *scene) spot(p bethink.Place) *spot {
	for _, x := range sc.spots {
		if x.place == p {
			return x
		}
	}
	x := &spot{place: p, found: map[string]float64{}}
	sc.spots = append(sc.spots, x)
	return x
}

func (x *spot) add(s *Seen) {
	x.looked++
	for _, f := range s.Found {
		x.found[f.Type] += float64(f.N)
	}
}

func (x *spot) ask(g goal) {
	for i := range x.asked {
		if x.asked[i].goal == g {
			x.asked[i].looked++
			return
		}
	}
	x.asked = append(x.asked, asked{g, 1})
}

// row is what the looks at one kind of scene say of one type.
type row struct {
	rate   int       // which count: of the kind of room
	place  []int     // by offer that may hold the type: which weight
	n      []float64 // how many the scene offers
	crowd  []float64 // what each one's weight loses to their number
	looked []float64
	found  []float64
	scenes float64 // as many as the looks at any place need
	// What the goal makes of each place: which factors of its part, where it
	// asked for the type.
	part   []int
	target int // which of the places it aims at, -1 for none
	aim    int // and the factor of that
}

// rowsOf returns what the scenes say of a type, given which weight each type of
// place has (places that may not hold the type have none). Scenes in which the
// goal asked for the type have counts of their own: that a goal asks for it says
// that some exist.
func (p *posterior) rowsOf(scenes []*scene, typ string, places []string) []row {
	var out []row
	add := func(sc *scene, rate int, g goal, looked, found []float64) {
		r := row{rate: rate, target: -1}
		for i, o := range sc.offers {
			w, ok := slices.BinarySearch(places, o.Type)
			aimed := g.target != "" && o.Type == g.target
			if !ok || aimed && g.barred {
				continue
			}
			if aimed {
				r.target, r.aim = len(r.place), p.index(g.part, "")
			}
			if g.part != "" {
				r.part = append(r.part, p.index(g.part, o.Type))
			}
			f := 0.0
			if found != nil {
				f = found[i]
			}
			r.place, r.n, r.crowd = append(r.place, w), append(r.n, float64(o.N)), append(r.crowd, p.crowd(o.N))
			r.looked, r.found = append(r.looked, looked[i]), append(r.found, f)
			r.scenes = max(r.scenes, looked[i]/float64(o.N))
		}
		if r.scenes > 0 {
			out = append(out, r)
		}
	}
	for _, sc := range scenes {
		room, _ := slices.BinarySearch(p.rooms, sc.room)
		looked, found := sc.looked, sc.found[typ]
		for _, g := range sc.goals(typ) {
			sub := sc.sought[g]
			looked = minus(looked, sub.looked)
			if found != nil {
				found = minus(found, sub.found)
			}
			add(sc, 2*room+1, g, sub.looked, sub.found)
		}
		add(sc, 2*room, goal{}, looked, found)
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
	slices.SortFunc(out, compareGoals)
	return out
}

func minus(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] - b[i]
	}
	return out
}
