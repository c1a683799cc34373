package probeworld

import (
	"slices"
	"strings"
)

var (
	roomNames = numbered("room_", 20)
	doorNames = numbered("door_", 20) // door_k joins room_{k−1} and room_k; door_0 does not exist
	keyNames  = [...]string{"blue_key", "red_key", "green_key", "yellow_key", "white_key", "black_key"}
	boxNames  = numbered("box_", 5)
	goalNames = [...]string{"map", "lantern", "scroll"}
)

// inHand is the position of what the agent holds.
const inHand = -1

// objectWorld is ObjectStateWorld: a corridor of rooms, doors of which some
// are locked, and an object to pick up. Objects are numbered keys first, then
// boxes, then targets.
type objectWorld struct {
	rooms, keys, boxes, targets int
	wanted                      int // locked doors

	names     []string
	order     []int // the published map's order of objects
	at        []int // room by object, or inHand
	locked    []bool
	wasLocked []bool
	need      []int // key by door, or −1
	agent     int
	held      []string
	subgoals  []string
	goal      int
	needs     []Entry // as dealt; see Gold.Needs
}

func newObjectWorld(s Stress) *objectWorld {
	n := [...]int{5, 10, 20}[s.Cardinality]
	g := &objectWorld{
		rooms:   n,
		keys:    min(max(2, n/3), len(keyNames)),
		boxes:   max(1, n/4),
		targets: min(max(1, n/4), len(goalNames)),
		wanted:  [...]int{1, 3, 6}[s.Density],
	}
	g.names = append(g.names, keyNames[:g.keys]...)
	g.names = append(g.names, boxNames[:g.boxes]...)
	g.names = append(g.names, goalNames[:g.targets]...)
	return g
}

func (g *objectWorld) deal(mt *MT19937) {
	g.at = make([]int, len(g.names))
	g.order = g.order[:0:0]
	g.locked = make([]bool, g.rooms)
	g.need = make([]int, g.rooms)
	for i := range g.need {
		g.need[i] = -1
	}
	if k := min(g.wanted, g.rooms-1, g.keys); k > 0 {
		doors, keys := mt.Sample(g.rooms-1, k), mt.Sample(g.keys, k)
		for i, d := range doors {
			g.locked[d+1], g.need[d+1] = true, keys[i]
		}
	}
	placed := make([]bool, g.keys)
	for door := 1; door < g.rooms; door++ {
		if key := g.need[door]; key >= 0 {
			g.at[key], placed[key] = mt.Below(door), true
			g.order = append(g.order, key)
		}
	}
	for obj := range g.names {
		if obj >= g.keys || !placed[obj] {
			g.at[obj] = mt.Below(g.rooms)
			g.order = append(g.order, obj)
		}
	}
	g.goal = g.keys + mt.Below(g.boxes+g.targets)
	g.needs = []Entry{{"pick_up_" + g.names[g.goal], "at_" + roomNames[g.at[g.goal]]}}
	for _, door := range sortedBy(doorNames[:g.rooms]) {
		if g.locked[door] {
			g.needs = append(g.needs, Entry{"unlock_" + doorNames[door], "has_" + g.required(door)})
		}
	}
	g.wasLocked = slices.Clone(g.locked)
	g.agent, g.held, g.subgoals = 0, nil, nil
}

func (g *objectWorld) act(verb, arg string, _ chance) string {
	switch verb {
	case "move_to":
		return g.move(arg)
	case "pick_up":
		obj := index(g.names, arg)
		if obj < 0 || g.at[obj] != g.agent {
			return "object_not_here"
		}
		g.at[obj] = inHand
		g.held = append(slices.Clip(g.held), arg)
		if obj < g.keys {
			g.subgoals = append(slices.Clip(g.subgoals), "has_"+arg)
		}
		return ""
	case "unlock":
		return g.unlock(arg)
	case "open":
		box := index(g.names, arg)
		if box < g.keys || box >= g.keys+g.boxes {
			return "unknown_container"
		}
		if g.at[box] != g.agent {
			return "container_not_here"
		}
		return ""
	case "place":
		return g.place(arg)
	}
	return "unknown_verb:" + verb
}

func (g *objectWorld) move(arg string) string {
	room := index(roomNames[:g.rooms], arg)
	if room < 0 {
		return "unknown_room"
	}
	if d := room - g.agent; d != 1 && d != -1 {
		return "no_door"
	}
	if g.locked[max(room, g.agent)] {
		return "door_locked"
	}
	g.agent = room
	return ""
}

func (g *objectWorld) unlock(arg string) string {
	door := g.door(arg)
	if door < 0 {
		return "unknown_door"
	}
	if g.agent != door && g.agent != door-1 {
		return "door_not_here"
	}
	if !g.locked[door] {
		return ""
	}
	if key := g.need[door]; key >= 0 && g.at[key] != inHand {
		return "missing_key"
	}
	g.locked[door] = false
	g.subgoals = append(slices.Clip(g.subgoals), "unlocked_"+arg)
	return ""
}

func (g *objectWorld) place(arg string) string {
	name, to, ok := pair(arg)
	if !ok || strings.Contains(to, ",") {
		return "bad_args"
	}
	obj := index(g.names, name)
	if obj < 0 || g.at[obj] != inHand {
		return "not_in_inventory"
	}
	room := index(roomNames[:g.rooms], to)
	if room < 0 {
		return "unknown_target"
	}
	g.at[obj] = room
	i := index(g.held, name)
	g.held = slices.Concat(g.held[:i], g.held[i+1:])
	return ""
}

func (g *objectWorld) won() bool { return g.at[g.goal] == inHand }

func (g *objectWorld) drift(rate float64, c chance) {
	for key := range g.keys {
		if g.at[key] != inHand && c.float(drawDrift, key) < rate {
			g.at[key] = c.below(drawPlace, key, g.rooms)
		}
	}
}

func (g *objectWorld) observe(noise Noise, c chance, o *Observation) {
	o.Place, o.Goal, o.Inventory = roomNames[g.agent], g.names[g.goal], g.held
	view := g.in(g.agent)
	switch noise {
	case NoiseClean:
	case NoisePartial:
		if len(view) > 0 && c.float(drawNoise, 0) < 0.4 {
			view = view[:len(view)-1]
		}
	case NoiseDistractor:
		view = append(view, numberedName("distractor_", c.below(drawNoiseName, 0, 1000)))
	}
	o.InView = view
	o.Near = nil
	for door := max(1, g.agent); door <= min(g.agent+1, g.rooms-1); door++ {
		o.Near = append(o.Near, doorNames[door])
	}
	slices.Sort(o.Near)
}

// in returns the names of what lies in a room, sorted.
func (g *objectWorld) in(room int) []string {
	var here []string
	for obj, at := range g.at {
		if at == room {
			here = append(here, g.names[obj])
		}
	}
	slices.Sort(here)
	return here
}

// door returns the number of the door with this name, or −1.
func (g *objectWorld) door(name string) int {
	if door := index(doorNames[:g.rooms], name); door > 0 {
		return door
	}
	return -1
}

func (g *objectWorld) where(obj int) string {
	if g.at[obj] == inHand {
		return Held
	}
	return roomNames[g.at[obj]]
}

func (g *objectWorld) required(door int) string {
	if g.need[door] < 0 {
		return ""
	}
	return g.names[g.need[door]]
}

func (g *objectWorld) fields(rate float64, keys bool) []Field {
	fields := make([]Field, 0, len(g.names)+2*g.rooms)
	for obj, name := range g.names {
		f := Field{Entity: name, Attribute: "location", Type: "target", Value: g.where(obj), Values: roomNames[:g.rooms],
			Change: ChangeActed, Probe: "check_location(" + name + ")"}
		if obj < g.keys+g.boxes {
			f.Type = "box"
		}
		if obj < g.keys {
			f.Type, f.Weight, f.Change, f.Hazard, f.Rate = "key", 1, ChangeDrifting, HazardRedraw, rate
		}
		if obj == g.goal {
			f.Weight = 1
		}
		fields = append(fields, f)
	}
	for door := 1; door < g.rooms; door++ {
		fields = append(fields, Field{Entity: doorNames[door], Attribute: "state", Type: "door", Value: lockState(g.locked[door]),
			Values: lockStates, Weight: 0.5, Change: ChangeActed, Probe: "check_door_status(" + doorNames[door] + ")"})
	}
	for door := 1; keys && door < g.rooms; door++ {
		fields = append(fields, Field{Entity: doorNames[door], Attribute: "key", Type: "door", Value: orNone(g.required(door)),
			Values: withNone(keyNames[:g.keys]), Weight: 0.5, Probe: "check_door_status(" + doorNames[door] + ")"})
	}
	return fields
}

func (g *objectWorld) actions() []string {
	var list []string
	for _, room := range []int{g.agent - 1, g.agent + 1} {
		if 0 <= room && room < g.rooms {
			list = append(list, "move_to("+roomNames[room]+")", "unlock("+doorNames[max(room, g.agent)]+")")
		}
	}
	for obj, name := range g.names {
		switch g.at[obj] {
		case g.agent:
			list = append(list, "pick_up("+name+")")
			if strings.HasPrefix(name, "box_") {
				list = append(list, "open("+name+")")
			}
		case inHand:
			list = append(list, "place("+name+", "+roomNames[g.agent]+")")
		}
	}
	return list
}

func (g *objectWorld) clone() game {
	c := *g
	c.at = slices.Clone(g.at)
	c.locked = slices.Clone(g.locked)
	return &c
}

var lockStates = []string{"open", "locked"}

func withNone(keys []string) []string { return append(slices.Clone(keys), "none") }

func lockState(locked bool) string {
	if locked {
		return "locked"
	}
	return "open"
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
