package published

import (
	"strings"

	"github.com/bethink-dev/bethink/env/probeworld"
)

// canonical is the form in which values are compared.
func canonical(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

func scalar(believed, truth string) float64 {
	if canonical(believed) == canonical(truth) {
		return 1
	}
	return 0
}

// jaccard compares two lists as sets: 1 where both are empty.
func jaccard(believed, truth []string) float64 {
	b, g := set(believed), set(truth)
	if len(b) == 0 && len(g) == 0 {
		return 1
	}
	both := 0
	for v := range g {
		if b[v] {
			both++
		}
	}
	return float64(both) / float64(len(b)+len(g)-both)
}

func set(list []string) map[string]bool {
	s := make(map[string]bool, len(list))
	for _, v := range list {
		s[canonical(v)] = true
	}
	return s
}

// mapping is the share of the true entries that are believed: 1 where there
// are none; entries believed beyond them cost nothing.
func mapping(believed map[string]string, truth []probeworld.Entry) float64 {
	if len(truth) == 0 {
		return 1
	}
	return float64(len(truth)-wrong(believed, truth, true)) / float64(len(truth))
}

// wrong counts the true entries that are believed otherwise, and those not
// recorded at all where missing counts.
func wrong(believed map[string]string, truth []probeworld.Entry, missing bool) int {
	n := 0
	for _, e := range truth {
		b, ok := believed[e.Name]
		if ok && canonical(b) != canonical(e.Value) || !ok && missing {
			n++
		}
	}
	return n
}

// accuracy is the published world-state accuracy of one step. In ToolDAGWorld
// an agent that writes an output's value down, not the literal True, is wrong.
func accuracy(b Belief, g gold) float64 {
	switch g.Kind {
	case probeworld.StressObject:
		return 0.20*scalar(b.Location, g.Agent) + 0.15*jaccard(b.Inventory, g.Inventory) + 0.30*mapping(b.Objects, g.Places) +
			0.20*mapping(b.Doors, g.Locks) + 0.15*jaccard(b.Subgoals, g.Subgoals)
	case probeworld.StressTool:
		return 0.30*jaccard(b.Subgoals, g.Completed) + 0.40*mapping(b.Outputs, g.available()) + 0.30*jaccard(b.Open, g.openTools())
	case probeworld.StressGraph:
		return 0.25*scalar(b.Location, g.Agent) + 0.20*jaccard(b.Inventory, g.Inventory) + 0.30*mapping(b.Doors, g.Locks) +
			0.25*mapping(b.Objects, g.Places)
	}
	return 0
}

// dependency is the published dependency accuracy of one step.
func dependency(b Belief, g gold) float64 {
	switch g.Kind {
	case probeworld.StressObject:
		return mapping(b.Doors, g.Locks)
	case probeworld.StressTool:
		return jaccard(b.Subgoals, g.Completed)
	case probeworld.StressGraph:
		return mapping(b.Doors, g.Locks)
	}
	return 0
}
