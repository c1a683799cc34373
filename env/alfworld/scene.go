package alfworld

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// scene is a generated room with a task.
type scene struct {
	room        string
	goal        Goal
	locations   int // 0 is where the agent starts
	receptacles []sceneReceptacle
	objects     []sceneObject
	lamp        string
}

type sceneReceptacle struct {
	id, rtype string
	location  int
	openable  bool
}

type sceneObject struct {
	id, otype  string
	receptacle int // -1: none yet
	fixture    bool
}

func (c span) draw(rng *rand.Rand) int { return c.low + rng.IntN(c.high-c.low+1) }

// newScene draws the furniture and the objects of a room; objects other than
// lamps are not placed yet.
func newScene(rng *rand.Rand, r *room) *scene {
	s := &scene{room: r.name, locations: 1, lamp: r.lamp}
	for _, f := range r.furniture {
		if rng.IntN(100) >= f.percent {
			continue
		}
		for n := range f.count.draw(rng) {
			if len(s.receptacles) == 0 || rng.IntN(100) >= r.shared {
				s.locations++
			}
			s.receptacles = append(s.receptacles, sceneReceptacle{
				id: receptacleID(f.rtype, n+1), rtype: f.rtype, location: s.locations - 1, openable: f.openable,
			})
		}
	}
	for _, t := range r.things {
		if rng.IntN(100) < t.percent {
			s.add(t.otype, t.count.draw(rng))
		}
	}
	for _, f := range r.fixtures {
		s.add(f, 1)
		s.objects[len(s.objects)-1].fixture = true
	}
	for _, t := range r.lampOn {
		if on := s.ofType(t); len(on) > 0 {
			s.add(r.lamp, 1)
			s.objects[len(s.objects)-1].receptacle = pick(rng, on)
			break
		}
	}
	return s
}

// receptacleID is an identifier as in the official games, where a basin is
// named after the fixture it belongs to.
func receptacleID(rtype string, n int) string {
	if fixture, ok := strings.CutSuffix(rtype, "basin"); ok {
		return fmt.Sprintf("%s_bar_%02d_bar_%s", fixture, n, rtype)
	}
	return fmt.Sprintf("%s_bar_%02d", rtype, n)
}

// add puts n more objects of a type into the scene, unplaced.
func (s *scene) add(otype string, n int) {
	for range n {
		k := 1
		for _, o := range s.objects {
			if o.otype == otype {
				k++
			}
		}
		s.objects = append(s.objects, sceneObject{id: fmt.Sprintf("%s_bar_%02d", otype, k), otype: otype, receptacle: -1})
	}
}

func (s *scene) ofType(rtype string) []int {
	var out []int
	for i, r := range s.receptacles {
		if r.rtype == rtype {
			out = append(out, i)
		}
	}
	return out
}

// choose draws a task of the kind for the scene; false where there is none.
func (s *scene) choose(rng *rand.Rand, kind Kind) bool {
	able, tool := PlacedTypes(), ""
	switch kind {
	case GoalClean:
		able, tool = cleanableTypes, "sinkbasin"
	case GoalHeat:
		able, tool = heatableTypes, "microwave"
	case GoalCool:
		able, tool = coolableTypes, "fridge"
	case GoalLight:
		if !slices.ContainsFunc(s.objects, func(o sceneObject) bool { return o.otype == s.lamp }) {
			return false
		}
	}
	var types []string
	for _, o := range s.objects {
		if slices.Contains(able, o.otype) && !slices.Contains(types, o.otype) {
			types = append(types, o.otype)
		}
	}
	if len(types) == 0 {
		return false
	}
	s.goal = Goal{Kind: kind, Object: types[rng.IntN(len(types))]}
	if kind == GoalLight {
		s.goal.Lamp = s.lamp
		return true
	}
	var targets []string
	for _, r := range s.receptacles {
		if r.rtype != tool && allows(r.rtype, s.goal.Object) && !slices.Contains(targets, r.rtype) {
			targets = append(targets, r.rtype)
		}
	}
	if len(targets) == 0 {
		return false
	}
	s.goal.Receptacle = targets[rng.IntN(len(targets))]
	if kind == GoalTwo {
		have := 0
		for _, o := range s.objects {
			if o.otype == s.goal.Object {
				have++
			}
		}
		s.add(s.goal.Object, max(0, 2-have))
	}
	return true
}

// destination is the fourth part of a task's name.
func (s *scene) destination() string {
	if s.goal.Kind == GoalLight {
		return s.goal.Lamp
	}
	return s.goal.Receptacle
}

// sentence draws one of the two wordings of a task.
func (s *scene) sentence(rng *rand.Rand) string {
	o, r := s.goal.Object, s.goal.Receptacle
	made := map[Kind][2]string{GoalClean: {"clean", "clean"}, GoalHeat: {"heat", "hot"}, GoalCool: {"cool", "cool"}}[s.goal.Kind]
	var wordings [2]string
	switch s.goal.Kind {
	case GoalLight:
		wordings = [2]string{"look at " + o + " under the " + s.goal.Lamp, "examine the " + o + " with the " + s.goal.Lamp}
	case GoalTwo:
		wordings = [2]string{"put two " + o + " in " + r, "find two " + o + " and put them in " + r}
	case GoalSimple:
		wordings = [2]string{"put a " + o + " in " + r, "put some " + o + " on " + r}
	default:
		wordings = [2]string{made[0] + " some " + o + " and put it in " + r, "put a " + made[1] + " " + o + " in " + r}
	}
	return "Your task is to: " + wordings[rng.IntN(2)] + "."
}

// grammarOf wraps a task sentence in the form of the official grammar, of
// which the engine reads nothing else.
func grammarOf(sentence string) string {
	rule, _ := json.Marshal(map[string]any{"task": []map[string]string{{"rhs": sentence}}}) // strings always marshal
	return `grammar :: """ ` + string(rule) + ` """;`
}
