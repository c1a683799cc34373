package published

import (
	"slices"

	"github.com/bethink-dev/bethink/env/probeworld"
)

// gold is the exported truth with the readings the harness takes of it.
type gold struct{ probeworld.Gold }

// names lists the names of entries, in their order.
func names(entries []probeworld.Entry) []string {
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = e.Name
	}
	return list
}

// available lists the variables that exist, with the literal True as value.
func (g gold) available() []probeworld.Entry {
	list := make([]probeworld.Entry, len(g.Outputs))
	for i, out := range g.Outputs {
		list[i] = probeworld.Entry{Name: out.Variable, Value: "True"}
	}
	return list
}

func (g gold) openTools() []string {
	var open []string
	for _, t := range g.Tools {
		if !slices.Contains(g.Completed, t) {
			open = append(open, t)
		}
	}
	return open
}

func (g gold) has(variable string) bool {
	return slices.ContainsFunc(g.Outputs, func(o probeworld.Output) bool { return o.Variable == variable })
}

// inputs lists what the named tool needs.
func (g gold) inputs(tool string) []string { return g.Inputs[slices.Index(g.Tools, tool)] }

func (g gold) ready(tool string) bool {
	return !slices.ContainsFunc(g.inputs(tool), func(v string) bool { return !g.has(v) })
}

// callable is the lowest tool that is not done and has its inputs.
func (g gold) callable() string {
	for _, t := range g.openTools() {
		if g.ready(t) {
			return t
		}
	}
	return ""
}
