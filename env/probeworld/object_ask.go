package probeworld

import (
	"slices"
	"strings"
)

func (g *objectWorld) ask(verb, arg string) Answer {
	a := Answer{Verb: verb}
	switch verb {
	case "check_location", "check_container_status":
		obj := index(g.names, arg)
		box := obj >= g.keys && obj < g.keys+g.boxes
		if obj < 0 || verb == "check_container_status" && !box {
			a.Err = "unknown_object"
			return a
		}
		a.Value = g.where(obj)
		a.Findings = []Finding{{arg, "location", a.Value}}
	case "check_inventory":
		a.List = g.held
		for _, name := range g.held {
			a.Findings = append(a.Findings, Finding{name, "location", Held})
		}
	case "check_door_status":
		door := g.door(arg)
		if door < 0 {
			a.Err = "unknown_door"
			return a
		}
		a.Value, a.Key = lockState(g.locked[door]), g.required(door)
		a.Findings = []Finding{{arg, "state", a.Value}, {arg, "key", orNone(a.Key)}}
	case "inspect_room":
		room := index(roomNames[:g.rooms], arg)
		if room < 0 {
			a.Err = "unknown_room"
			return a
		}
		a.List = g.in(room)
		for _, name := range a.List {
			a.Findings = append(a.Findings, Finding{name, "location", arg})
		}
	case "verify_subgoal":
		a.True = slices.Contains(g.subgoals, arg)
	case "check_preconditions":
		g.preconditions(arg, &a)
	case "check_current_position":
		a.Value = roomNames[g.agent]
	default:
		a.Verb = ""
	}
	return a
}

// preconditions judges unlock_<door> by the door's first state, whatever it is
// now, as published; it therefore establishes the required key and no state.
func (g *objectWorld) preconditions(arg string, a *Answer) {
	if name, ok := strings.CutPrefix(arg, "unlock_"); ok {
		door := g.door(name)
		if door < 0 {
			a.Err = "unknown_door"
			return
		}
		a.Findings = []Finding{{name, "key", orNone(g.required(door))}}
		if key := g.need[door]; g.wasLocked[door] && g.at[key] != inHand {
			a.Missing = []string{g.names[key]}
		}
		a.True = len(a.Missing) == 0
		return
	}
	if name, ok := strings.CutPrefix(arg, "pick_up_"); ok {
		obj := index(g.names, name)
		if obj < 0 {
			a.Err = "unknown_object"
			return
		}
		at := g.where(obj)
		a.Findings = []Finding{{name, "location", at}}
		if g.at[obj] != g.agent {
			a.Missing = []string{"be_at_" + at}
		}
		a.True = len(a.Missing) == 0
		return
	}
	a.Err = "unknown_action"
}

func (g *objectWorld) probes() []string {
	list := []string{"check_inventory()", "check_current_position()"}
	for obj, name := range g.names {
		list = append(list, "check_location("+name+")", "check_preconditions(pick_up_"+name+")")
		if obj >= g.keys && obj < g.keys+g.boxes {
			list = append(list, "check_container_status("+name+")")
		}
	}
	for _, room := range roomNames[:g.rooms] {
		list = append(list, "inspect_room("+room+")")
	}
	for _, door := range doorNames[1:g.rooms] {
		list = append(list, "check_door_status("+door+")", "check_preconditions(unlock_"+door+")")
	}
	return list
}

func (g *objectWorld) gold() Gold {
	state := Gold{
		Kind: StressObject, Agent: roomNames[g.agent], Goal: g.names[g.goal], Inventory: g.held, Subgoals: g.subgoals,
		Places: make([]Entry, 0, len(g.names)),
		Locks:  make([]Entry, 0, g.rooms),
		Needs:  g.needs,
		Rooms:  roomNames[:g.rooms], Keys: keyNames[:g.keys], Boxes: boxNames[:g.boxes], Targets: goalNames[:g.targets],
	}
	for _, obj := range g.order {
		state.Places = append(state.Places, Entry{g.names[obj], g.where(obj)})
	}
	for door := 1; door < g.rooms; door++ {
		state.Locks = append(state.Locks, Entry{doorNames[door], lockState(g.locked[door])})
	}
	return state
}
