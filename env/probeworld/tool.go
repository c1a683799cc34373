package probeworld

import (
	"slices"
	"strings"
)

var (
	toolNames     = numbered("t_", 16)
	variableNames = numbered("v_", 16)
)

// toolWorld is ToolDAGWorld: tool i produces variable i and needs the inputs
// dealt to it; the last variable is the target. A variable is available, has a
// value and has its tool completed together, so one flag stands for the three.
type toolWorld struct {
	tools, fanIn int
	order        []int // numbers in string order of their names

	inputs    [][]int    // in string order
	schema    [][]string // their names
	available []bool
	value     []int
}

func newToolWorld(s Stress) *toolWorld {
	n := [...]int{5, 9, 16}[s.Cardinality]
	return &toolWorld{tools: n, fanIn: [...]int{1, 2, 3}[s.Density], order: sortedBy(toolNames[:n])}
}

func (g *toolWorld) deal(mt *MT19937) {
	g.inputs = make([][]int, g.tools)
	g.schema = make([][]string, g.tools)
	for i := 1; i < g.tools; i++ {
		g.inputs[i] = mt.Sample(i, min(i, g.fanIn))
		slices.SortFunc(g.inputs[i], func(a, b int) int { return strings.Compare(variableNames[a], variableNames[b]) })
		for _, v := range g.inputs[i] {
			g.schema[i] = append(g.schema[i], variableNames[v])
		}
	}
	g.available = make([]bool, g.tools)
	g.value = make([]int, g.tools)
}

func (g *toolWorld) act(verb, arg string, c chance) string {
	if verb != "call_tool" {
		return "unknown_verb:" + verb
	}
	arg, _, _ = strings.Cut(arg, ",")
	i := index(toolNames[:g.tools], strings.TrimSpace(arg))
	switch {
	case i < 0:
		return "unknown_tool"
	case g.available[i]:
		return "already_completed"
	case !g.ready(i):
		return "missing_inputs"
	}
	g.available[i] = true
	g.value[i] = 1 + c.below(drawOutput, i, 1000)
	return ""
}

func (g *toolWorld) ready(i int) bool {
	for _, v := range g.inputs[i] {
		if !g.available[v] {
			return false
		}
	}
	return true
}

func (g *toolWorld) won() bool { return g.available[g.tools-1] }

func (g *toolWorld) drift(rate float64, c chance) {
	for _, v := range g.order {
		if v != g.tools-1 && g.available[v] && c.float(drawDrift, v) < rate {
			g.available[v] = false
		}
	}
}

func (g *toolWorld) observe(noise Noise, c chance, o *Observation) {
	o.Goal = variableNames[g.tools-1]
	o.Available, o.Outputs, o.Completed = nil, nil, nil
	for _, v := range g.order {
		if g.available[v] {
			o.Available = append(o.Available, variableNames[v])
			o.Outputs = append(o.Outputs, Output{variableNames[v], g.value[v]})
			o.Completed = append(o.Completed, toolNames[v])
		}
	}
	switch noise {
	case NoiseClean:
	case NoisePartial:
		if n := len(o.Available); n > 0 && c.float(drawNoise, 0) < 0.4 {
			o.Available = o.Available[:n-1]
		}
	case NoiseDistractor:
		o.Available = append(o.Available, numberedName("v_fake_", c.below(drawNoiseName, 0, 100)))
	}
}

func (g *toolWorld) ask(verb, arg string) Answer {
	a := Answer{Verb: verb}
	i := -1
	switch verb {
	case "inspect_tool_schema", "check_required_inputs", "check_tool_dependency":
		if i = index(toolNames[:g.tools], arg); i < 0 {
			a.Err = "unknown_tool"
			return a
		}
		a.List = g.schema[i]
		a.Findings = []Finding{{arg, "inputs", strings.Join(a.List, ",")}}
		if verb == "inspect_tool_schema" {
			a.Value = variableNames[i]
			return a
		}
		for _, v := range g.inputs[i] {
			if g.available[v] {
				a.Available = append(a.Available, variableNames[v])
			} else {
				a.Missing = append(a.Missing, variableNames[v])
			}
			a.Findings = append(a.Findings, Finding{variableNames[v], "available", boolName(g.available[v])})
		}
		a.True = len(a.Missing) == 0
	case "check_variable_exists", "validate_tool_output":
		if i = index(variableNames[:g.tools], arg); i < 0 {
			a.Err = "unknown_variable"
			return a
		}
		a.True = g.available[i]
		a.Findings = []Finding{{arg, "available", boolName(a.True)}}
	case "validate_argument":
		a.Err = "unsupported"
	default:
		a.Verb = ""
	}
	return a
}

func (g *toolWorld) fields(rate float64, _ bool) []Field {
	fields := make([]Field, 0, 2*g.tools)
	for v, name := range variableNames[:g.tools] {
		f := Field{Entity: name, Attribute: "available", Type: "variable", Value: boolName(g.available[v]), Values: truths,
			Weight: 1, Change: ChangeActed, Probe: "check_variable_exists(" + name + ")"}
		if v != g.tools-1 {
			f.Hazard, f.Rate = HazardDeletion, rate
		}
		fields = append(fields, f)
	}
	for t, name := range toolNames[:g.tools] {
		fields = append(fields, Field{Entity: name, Attribute: "inputs", Type: "tool", Value: strings.Join(g.schema[t], ","),
			Weight: 0.5, Probe: "inspect_tool_schema(" + name + ")"})
	}
	return fields
}

func (g *toolWorld) actions() []string {
	var list []string
	for t, name := range toolNames[:g.tools] {
		if !g.available[t] {
			list = append(list, "call_tool("+name+")")
		}
	}
	return list
}

func (g *toolWorld) probes() []string {
	var list []string
	for i, t := range toolNames[:g.tools] {
		v := variableNames[i]
		list = append(list, "inspect_tool_schema("+t+")", "check_required_inputs("+t+")", "check_tool_dependency("+t+")",
			"check_variable_exists("+v+")", "validate_tool_output("+v+")")
	}
	return list
}

func (g *toolWorld) gold() Gold {
	var o Observation
	g.observe(NoiseClean, chance{}, &o)
	return Gold{Kind: StressTool, Goal: o.Goal, Outputs: o.Outputs, Completed: o.Completed, Inputs: g.schema,
		Tools: toolNames[:g.tools], Variables: variableNames[:g.tools]}
}

func (g *toolWorld) clone() game {
	c := *g
	c.available = slices.Clone(g.available)
	c.value = slices.Clone(g.value)
	return &c
}

var truths = []string{"true", "false"}

func boolName(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
