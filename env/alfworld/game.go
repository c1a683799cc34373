package alfworld

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Game is one compiled game: names and tables, never changed after Parse, so
// that any number of environments may share it.
type Game struct {
	name, sentence, help string
	goal                 Goal
	walkthrough          []string

	objects     []object
	receptacles []receptacle
	locations   []string // names
	at          [][]int  // location → receptacles
	canContain  [][2]string
	inside      [][2]int // object → the object it lies inside of
	words       int      // of a set of objects

	pickupable, toggleable, sliceable, knives bitset

	goalObjects, goalLamps bitset
	goalReceptacles        []int

	start state

	tables [2]struct {
		once  sync.Once
		table *table
	}
}

type object struct {
	name, otype                   string
	cleanable, heatable, coolable bool
	holdsThings                   bool
}

type receptacle struct {
	name, rtype string
	location    int
	openable    bool
}

// Name returns the game's name in its [Set].
func (g *Game) Name() string { return g.name }

// Sentence returns the line that states the task, as the first observation
// ends: "Your task is to: put a clean mug in cabinet."
func (g *Game) Sentence() string { return g.sentence }

// Goal returns what the game asks for.
func (g *Game) Goal() Goal { return g.goal }

// Walkthrough returns the stored winning commands in the current dialect, or
// none. The slice is the caller's.
func (g *Game) Walkthrough() []string { return walkthrough(g, DialectCurrent) }

// Receptacles returns the names of the scene's receptacles in the order in
// which the first observation lists them. The slice is the caller's.
func (g *Game) Receptacles() []string {
	out := make([]string, len(g.receptacles))
	for i, r := range g.receptacles {
		out[i] = r.name
	}
	return out
}

// Objects returns the names of all objects, reachable or not, in the order of
// their identifiers. The slice is the caller's.
func (g *Game) Objects() []string {
	out := make([]string, len(g.objects))
	for i, o := range g.objects {
		out[i] = o.name
	}
	return out
}

// readableNames numbers the identifiers downwards within their base name, in
// plain string order.
func readableNames(ids []string) map[string]string {
	count := map[string]int{}
	for _, id := range ids {
		if b, ok := baseName(id); ok {
			count[b]++
		}
	}
	names := make(map[string]string, len(ids))
	for _, id := range ids {
		b, ok := baseName(id)
		if !ok {
			names[id] = id
			continue
		}
		names[id] = b + " " + strconv.Itoa(count[b])
		count[b]--
	}
	return names
}

// baseName returns the word that an identifier is shown as; false for a bare
// class name.
func baseName(id string) (string, bool) {
	b, _, ok := strings.Cut(id, "_bar_")
	if ok && strings.Contains(id, "basin") {
		b += "basin"
	}
	return b, ok
}

// index gives the identifiers of one sort, in plain string order, positions.
func index(p *problem, ids []string, sort string) ([]string, map[string]int) {
	var of []string
	at := map[string]int{}
	for _, id := range ids {
		if p.sorts[id] == sort {
			at[id] = len(of)
			of = append(of, id)
		}
	}
	return of, at
}

func compile(p *problem) (*Game, error) {
	seen := map[string]bool{}
	var ids []string
	for _, f := range p.facts {
		for _, a := range f.args {
			if a != "" && !seen[a] {
				seen[a] = true
				ids = append(ids, a)
			}
		}
	}
	slices.Sort(ids)
	names := readableNames(ids)

	goal, err := parseGoal(p)
	if err != nil {
		return nil, err
	}
	objects, objectAt := index(p, ids, sortObject)
	receptacles, receptacleAt := index(p, ids, sortReceptacle)
	locations, locationAt := index(p, ids, sortLocation)
	for _, n := range []int{len(objects), len(receptacles), len(locations)} {
		if n > maxEntities {
			return nil, p.fault(0, fmt.Sprintf("at most %d objects, receptacles or locations", maxEntities), strconv.Itoa(n))
		}
	}
	if n := len(objects) * max(len(objects), len(receptacles), len(locations)); n > maxPairs {
		return nil, p.fault(0, fmt.Sprintf("at most %d pairs of things", maxPairs), strconv.Itoa(n))
	}
	g := &Game{
		goal:        goal,
		objects:     make([]object, len(objects)),
		receptacles: make([]receptacle, len(receptacles)),
		locations:   make([]string, len(locations)),
		at:          make([][]int, len(locations)),
		words:       (len(objects) + 63) / 64,
	}
	for i, id := range objects {
		g.objects[i].name = names[id]
	}
	for i, id := range receptacles {
		g.receptacles[i] = receptacle{name: names[id], location: -1}
	}
	for i, id := range locations {
		g.locations[i] = names[id]
	}
	for _, s := range []*bitset{&g.pickupable, &g.toggleable, &g.sliceable, &g.knives, &g.goalObjects, &g.goalLamps} {
		*s = make(bitset, g.words)
	}
	g.start = newState(g)
	c := compiler{g, p, objectAt, receptacleAt, locationAt}
	for _, f := range p.facts {
		if err := c.static(f); err != nil {
			return nil, err
		}
	}
	for _, f := range p.facts {
		c.initial(f)
	}
	return g, c.finish()
}

// compiler fills a game's tables from the facts of its problem.
type compiler struct {
	*Game
	p                      *problem
	objectAt, receptacleAt map[string]int
	locationAt             map[string]int
}

// static records what never changes.
func (c *compiler) static(f fact) error {
	a, b := f.args[0], f.args[1]
	switch f.pred {
	case "receptacletype":
		r := &c.receptacles[c.receptacleAt[a]]
		if r.rtype != "" && r.rtype != typeName(b) {
			return c.p.fault(f.pos, "one type for "+a, "a second")
		}
		r.rtype = typeName(b)
	case "receptacleatlocation":
		r := &c.receptacles[c.receptacleAt[a]]
		if r.location >= 0 && r.location != c.locationAt[b] {
			return c.p.fault(f.pos, "one place for "+a, "a second")
		}
		r.location = c.locationAt[b]
	case "objecttype":
		o := &c.objects[c.objectAt[a]]
		if o.otype != "" && o.otype != typeName(b) {
			return c.p.fault(f.pos, "one type for "+a, "a second")
		}
		o.otype = typeName(b)
	case "cancontain":
		c.canContain = append(c.canContain, [2]string{typeName(a), typeName(b)})
	case "openable":
		c.receptacles[c.receptacleAt[a]].openable = true
	case "cleanable":
		c.objects[c.objectAt[a]].cleanable = true
	case "heatable":
		c.objects[c.objectAt[a]].heatable = true
	case "coolable":
		c.objects[c.objectAt[a]].coolable = true
	case "isreceptacleobject":
		c.objects[c.objectAt[a]].holdsThings = true
	case "inreceptacleobject":
		c.inside = append(c.inside, [2]int{c.objectAt[a], c.objectAt[b]})
	case "pickupable":
		c.pickupable.set(c.objectAt[a])
	case "toggleable":
		c.toggleable.set(c.objectAt[a])
	case "sliceable":
		c.sliceable.set(c.objectAt[a])
	}
	return nil
}

// initial records what may change during play.
func (c *compiler) initial(f fact) {
	s := &c.start
	switch f.pred {
	case "atlocation":
		s.location = c.locationAt[f.args[1]]
	case "holds":
		s.held = c.objectAt[f.args[1]]
	case "inreceptacle":
		s.in(c.receptacleAt[f.args[1]]).set(c.objectAt[f.args[0]])
	case "objectatlocation":
		s.lying(c.locationAt[f.args[1]]).set(c.objectAt[f.args[0]])
	case "opened":
		s.opened().set(c.receptacleAt[f.args[0]])
	case "isclean":
		s.is(clean).set(c.objectAt[f.args[0]])
	case "ishot":
		s.is(hot).set(c.objectAt[f.args[0]])
	case "iscool":
		s.is(cool).set(c.objectAt[f.args[0]])
	case "ison":
		s.is(on).set(c.objectAt[f.args[0]])
	case "istoggled":
		s.is(toggled).set(c.objectAt[f.args[0]])
	case "issliced":
		s.is(sliced).set(c.objectAt[f.args[0]])
	}
}

// finish checks that the tables are complete and derives the rest.
func (c *compiler) finish() error {
	if c.start.location < 0 {
		return c.p.fault(len(c.p.text), "(atlocation AGENT LOCATION)", "no such fact")
	}
	if len(c.receptacles) == 0 {
		return c.p.fault(len(c.p.text), "at least one receptacle", "none")
	}
	for i, r := range c.receptacles {
		if r.location < 0 {
			return c.p.fault(len(c.p.text), "(receptacleatlocation …) for "+r.name, "no such fact")
		}
		c.at[r.location] = append(c.at[r.location], i)
		if r.rtype == c.goal.Receptacle {
			c.goalReceptacles = append(c.goalReceptacles, i)
		}
	}
	slices.SortFunc(c.inside, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
	c.inside = slices.Compact(c.inside)
	slices.SortFunc(c.canContain, func(x, y [2]string) int { return slices.Compare(x[:], y[:]) })
	c.canContain = slices.Compact(c.canContain)
	for i, o := range c.objects {
		switch o.otype {
		case "knife", "butterknife":
			c.knives.set(i)
		}
		able := true
		switch c.goal.Kind {
		case GoalClean:
			able = o.cleanable
		case GoalHeat:
			able = o.heatable
		case GoalCool:
			able = o.coolable
		}
		if o.otype == c.goal.Object && able {
			c.goalObjects.set(i)
		}
		if o.otype == c.goal.Lamp && c.toggleable.has(i) {
			c.goalLamps.set(i)
		}
	}
	return nil
}
