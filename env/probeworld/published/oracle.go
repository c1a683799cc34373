package published

import (
	"math"
	"slices"

	"github.com/bethink-dev/bethink/env/probeworld"
)

// mismatch is Oracle-Probe's measure of how wrong a record is: the first
// positive of a measure by type, one by the names in its words, half a count
// over the whole state, and a guess from the agent's own labels. It counts a
// tool that is named and not ready as half an error, though none of belief.
func mismatch(r Record, b Belief, g gold) float64 {
	measures := [...]float64{
		byType(r, b, g),
		byName(r, b, g),
		0.5 * float64(wholeState(b, g)),
		r.Criticality.weight() * (1 - r.Confidence) * min(1, float64(r.Staleness)/10),
	}
	for _, m := range measures {
		if m > 0 {
			return m
		}
	}
	return 0
}

func byType(r Record, b Belief, g gold) float64 {
	n := 0
	switch {
	case g.Kind == probeworld.StressObject && r.Type == "object_location":
		n = wrong(b.Objects, only(g.Places, allNamed(r, names(g.Places))), false)
	case g.Kind == probeworld.StressObject && r.Type == "door_state":
		n = wrong(b.Doors, only(g.Locks, allNamed(r, names(g.Locks))), false)
	case g.Kind == probeworld.StressObject && r.Type == "inventory":
		if jaccard(b.Inventory, g.Inventory) != 1 {
			n = 1
		}
	case g.Kind == probeworld.StressTool && (r.Type == "tool_dep" || r.Type == "subgoal"):
		for _, v := range g.Variables {
			if _, believed := b.Outputs[v]; believed != g.has(v) {
				n++
			}
		}
	case g.Kind == probeworld.StressGraph && (r.Type == "edge_state" || r.Type == "door_state"):
		n = wrong(b.Doors, g.Locks, false)
	}
	return float64(n)
}

func byName(r Record, b Belief, g gold) float64 {
	switch g.Kind {
	case probeworld.StressObject:
		return float64(wrong(b.Objects, only(g.Places, allNamed(r, names(g.Places))), true) +
			wrong(b.Doors, only(g.Locks, allNamed(r, names(g.Locks))), true))
	case probeworld.StressTool:
		n := 0.0
		for _, v := range allNamed(r, g.Variables) {
			if _, believed := b.Outputs[v]; believed != g.has(v) {
				n++
			}
		}
		for _, t := range allNamed(r, g.Tools) {
			if !g.ready(t) {
				n += 0.5
			}
		}
		return n
	case probeworld.StressGraph:
		var edges []string
		for _, e := range g.Links {
			if len(allNamed(r, []string{e.ID})) == 1 || len(allNamed(r, []string{e.A, e.B})) == 2 {
				edges = append(edges, e.ID)
			}
		}
		return float64(wrong(b.Doors, only(g.Locks, edges), true) +
			wrong(b.Objects, only(g.Places, allNamed(r, g.Keys)), true))
	}
	return 0
}

func wholeState(b Belief, g gold) int {
	switch g.Kind {
	case probeworld.StressObject:
		return wrong(b.Objects, g.Places, true) + wrong(b.Doors, g.Locks, true)
	case probeworld.StressTool:
		return int(math.Abs(float64(len(g.Outputs) - len(b.Outputs))))
	case probeworld.StressGraph:
		return wrong(b.Doors, g.Locks, true) + wrong(b.Objects, g.Places, true)
	}
	return 0
}

func only(truth []probeworld.Entry, names []string) []probeworld.Entry {
	var kept []probeworld.Entry
	for _, e := range truth {
		if slices.Contains(names, e.Name) {
			kept = append(kept, e)
		}
	}
	return kept
}

// taskWeight is Oracle-TW's measure: the task weights of what a record names
// and has wrong or missing. As published, only the goal object of
// ObjectStateWorld and the tools of ToolDAGWorld weigh anything but 0.1.
func taskWeight(r Record, b Belief, g gold) float64 {
	const other = 0.1
	sum := 0.0
	switch g.Kind {
	case probeworld.StressObject:
		for _, obj := range allNamed(r, names(g.Places)) {
			if wrong(b.Objects, only(g.Places, []string{obj}), true) == 0 {
				continue
			}
			if obj == g.Goal {
				sum++
			} else {
				sum += other
			}
		}
		sum += other * float64(wrong(b.Doors, only(g.Locks, allNamed(r, names(g.Locks))), true))
	case probeworld.StressTool:
		weights := g.toolWeights()
		for _, t := range allNamed(r, g.Tools) {
			if slices.Contains(g.Completed, t) != slices.Contains(b.Subgoals, t) {
				sum += weights[t]
			}
		}
		for _, v := range allNamed(r, g.Variables) {
			if _, believed := b.Outputs[v]; !believed || !g.has(v) {
				sum += g.variableWeight(v, weights)
			}
		}
	case probeworld.StressGraph:
		sum = other * byName(r, b, g)
	}
	if sum > 0 {
		return sum
	}
	return r.Criticality.weight() * (1 - r.Confidence) * 0.5
}

// toolWeights is the number of unfinished tools downstream of each unfinished
// one, itself included, over the greatest such number.
func (g gold) toolWeights() map[string]float64 {
	weights := make(map[string]float64, len(g.Tools))
	greatest := 0.0
	for i, t := range g.Tools {
		if slices.Contains(g.Completed, t) {
			continue
		}
		down := map[string]bool{g.Variables[i]: true}
		n := 1.0
		for j := i + 1; j < len(g.Tools); j++ { // inputs always come from lower numbers
			u := g.Tools[j]
			if slices.ContainsFunc(g.inputs(u), func(v string) bool { return down[v] }) {
				down[g.Variables[j]] = true
				if !slices.Contains(g.Completed, u) {
					n++
				}
			}
		}
		weights[t] = n
		greatest = max(greatest, n)
	}
	for t := range weights {
		weights[t] /= greatest
	}
	return weights
}

func (g gold) variableWeight(v string, weights map[string]float64) float64 {
	const other = 0.1
	if g.has(v) {
		return other
	}
	weight := 0.0
	for _, t := range g.Tools {
		if slices.Contains(g.inputs(t), v) {
			weight = max(weight, weights[t])
		}
	}
	return max(weight, other)
}
