package probeworld

import "strings"

// Patrol is the agent that only walks: along the corridor of ObjectStateWorld,
// turning where a move was refused or the corridor ends. It takes nothing, so
// an episode lasts to the horizon. way is +1 or −1; next is the way after this
// step, and the first way is +1. A refusal turns it once, so it must be asked
// once for each action it plays.
func Patrol(o Observation, way int) (action string, next int) {
	here := index(roomNames, o.Place)
	if !o.Valid {
		way = -way
	}
	if !inView(o.Near, corridorDoor(here, way)) {
		way = -way
	}
	return "move_to(" + numberedName("room_", here+way) + ")", way
}

// corridorDoor names the door that leads out of a room in one direction.
func corridorDoor(room, way int) string { return numberedName("door_", max(room, room+way)) }

func inView(list []string, name string) bool { return index(list, name) >= 0 }

// keysHeld counts the keys in hand.
func keysHeld(o Observation) int {
	n := 0
	for _, name := range o.Inventory {
		if strings.Contains(name, "key") {
			n++
		}
	}
	return n
}
