package alfworld

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// Placement is a way to put objects into a generated scene.
type Placement uint8

// The placements. Uniform draws among all receptacles whose type may hold the
// object, each alike. Zipf draws the type first, with weight rank^-Alpha by the
// object's row of the placement table, and then a receptacle of the type; types
// that the scene lacks are left out and the others keep their rank. Objects of
// the goal's type never start in the goal's type of receptacle under Zipf; under
// Uniform they may, unless the game would start won.
const (
	PlacementUniform Placement = iota
	PlacementZipf
)

// String returns the placement's lower-case name.
func (p Placement) String() string {
	switch p {
	case PlacementUniform:
		return "uniform"
	case PlacementZipf:
		return "zipf"
	}
	return fmt.Sprintf("placement(%d)", uint8(p))
}

// GenerateConfig says which games to make.
type GenerateConfig struct {
	// Seed decides everything: equal configs give equal bytes, and the first n
	// games do not depend on Games.
	Seed uint64
	// Games is how many to make, at least 1.
	Games     int
	Placement Placement
	// Alpha is the exponent of Zipf, above 0; 0 means 1.25.
	Alpha float64
	// Kinds are taken in turn; none means all six.
	Kinds []Kind
}

// attempts bounds the scenes drawn for one game. A draw fails where the room
// lacks what the task needs or the game would start won.
const attempts = 1000

// Generate makes household games in the format of the official ones. Rooms,
// furniture and objects follow the statistics of the official scenes; every
// game carries a shortest walkthrough, found by [Solve]. It returns ErrInvalid,
// naming the field, for a config out of range.
func Generate(c GenerateConfig) ([]File, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if c.Alpha == 0 {
		c.Alpha = 1.25
	}
	if len(c.Kinds) == 0 {
		c.Kinds = Kinds()
	}
	files := make([]File, c.Games)
	for i := range files {
		f, err := c.game(i)
		if err != nil {
			return nil, err
		}
		files[i] = f
	}
	return files, nil
}

func (c GenerateConfig) check() error {
	invalid := func(field, what string) error {
		return fmt.Errorf("alfworld: GenerateConfig.%s: %s: %w", field, what, bethink.ErrInvalid)
	}
	switch {
	case c.Games < 1:
		return invalid("Games", fmt.Sprintf("%d; at least 1 is needed", c.Games))
	case c.Placement > PlacementZipf:
		return invalid("Placement", c.Placement.String()+" is neither uniform nor zipf")
	case !(c.Alpha >= 0) || math.IsInf(c.Alpha, 1):
		return invalid("Alpha", fmt.Sprintf("%v; it must be finite and above 0", c.Alpha))
	}
	for _, k := range c.Kinds {
		if k < GoalSimple || k > GoalLight {
			return invalid("Kinds", k.String()+" is none of the six")
		}
	}
	return nil
}

// game makes the i-th game, with a generator of its own.
func (c GenerateConfig) game(i int) (File, error) {
	kind := c.Kinds[i%len(c.Kinds)]
	rng := rand.New(rand.NewPCG(c.Seed, uint64(i)))
	for range attempts {
		s, ok := c.draw(rng, kind)
		if !ok {
			continue
		}
		name := fmt.Sprintf("%s-%s-None-%s-%s/trial_%s_%d_%04d", kind, s.goal.Object, s.destination(), s.room, c.Placement, c.Seed, i)
		f := gameFile{Problem: s.problem(), Grammar: grammarOf(s.sentence(rng))}
		g, err := f.compile(name)
		if err != nil {
			return File{}, err
		}
		plan, err := Solve(g)
		if err != nil || len(plan) == 0 {
			continue
		}
		solvable := true
		f.Walkthrough, f.Solvable = plan, &solvable
		data, err := json.Marshal(f)
		if err != nil {
			return File{}, err
		}
		return File{Name: name, Data: data}, nil
	}
	return File{}, fmt.Errorf("alfworld: generate game %d (%s, seed %d): no scene in %d draws allows the task: %w", i, kind, c.Seed, attempts, bethink.ErrInvalid)
}

// draw makes a scene with a task in it; false where the draw does not allow
// one.
func (c GenerateConfig) draw(rng *rand.Rand, kind Kind) (*scene, bool) {
	s := newScene(rng, roomFor(rng, kind))
	if !s.choose(rng, kind) {
		return nil, false
	}
	for i := range s.objects {
		o := &s.objects[i]
		if o.receptacle >= 0 || o.fixture {
			continue
		}
		if o.receptacle = c.place(rng, s, o.otype); o.receptacle < 0 {
			return nil, false
		}
	}
	return s, true
}

// roomFor draws a kind of room in which the kind of task is possible.
func roomFor(rng *rand.Rand, kind Kind) *room {
	var able []int
	for i, r := range rooms {
		ok := true
		switch kind {
		case GoalHeat, GoalCool:
			ok = r.name == "kitchen"
		case GoalClean:
			ok = slices.ContainsFunc(r.furniture, func(f furniture) bool { return f.rtype == "sinkbasin" })
		case GoalLight:
			ok = r.lamp != ""
		}
		if ok {
			able = append(able, i)
		}
	}
	return &rooms[able[rng.IntN(len(able))]]
}

// place draws a receptacle for an object of a type, or -1.
func (c GenerateConfig) place(rng *rand.Rand, s *scene, otype string) int {
	var types []string
	for _, t := range Allowed(otype) {
		if c.Placement == PlacementUniform || otype != s.goal.Object || t != s.goal.Receptacle {
			types = append(types, t)
		} else {
			types = append(types, "") // it keeps its rank
		}
	}
	if c.Placement == PlacementUniform {
		var all []int
		for r := range s.receptacles {
			if slices.Contains(types, s.receptacles[r].rtype) {
				all = append(all, r)
			}
		}
		return pick(rng, all)
	}
	weights := make([]float64, len(types))
	total := 0.0
	for i, t := range types {
		if t != "" && len(s.ofType(t)) > 0 {
			weights[i] = dist.Exp(-float64(c.Alpha * dist.Log(float64(i+1))))
			total += weights[i]
		}
	}
	at := rng.Float64() * total
	for i, w := range weights {
		if at -= w; w > 0 && at < 0 {
			return pick(rng, s.ofType(types[i]))
		}
	}
	return -1
}

// pick draws one of the numbers, or returns -1 where there is none.
func pick(rng *rand.Rand, of []int) int {
	if len(of) == 0 {
		return -1
	}
	return of[rng.IntN(len(of))]
}
