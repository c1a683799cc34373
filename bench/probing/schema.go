package probing

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/env/probeworld"
)

// Prior beliefs that no observation of these worlds gives: how often a door or
// edge is locked at the start, and the trace of belief that keeps a value
// possible that a fresh variable does not have. It must be well above the cap of
// an instrument, 13 bits, or a field that drifts could not be believed in hand.
const (
	lockedPrior = 0.3
	edgePrior   = 0.2
	trace       = 0.01
)

// none stands for the empty list of inputs.
const none bethink.Value = "none"

// schema is a pack over the fields of one probe world. It is data about the
// class of world: what it says of a field depends on entity, attribute, type and
// listed values, never on the field's value.
type schema struct {
	kind   probeworld.Kind
	fields []probeworld.Field // Value, Hazard and Rate are not read
	rates  Kernels
	byName map[string][]int // fields of an entity
}

func newSchema(kind probeworld.Kind, fields []probeworld.Field, rates Kernels) *schema {
	s := &schema{kind: kind, fields: fields, rates: rates, byName: map[string][]int{}}
	for i, f := range fields {
		s.byName[f.Entity] = append(s.byName[f.Entity], i)
	}
	return s
}

// Describe implements bethink.Pack.
func (s *schema) Describe() bethink.Description {
	return bethink.Description{Name: "probeworld-" + s.kind.String(), Version: "1", Tick: 1}
}

// Schemas implements bethink.Pack: the probes that take one thing and answer for
// one field of it. The probe of an edge takes its two ends and is not among them.
func (s *schema) Schemas() []bethink.Schema {
	var out []bethink.Schema
	seen := map[Group]bool{}
	for _, f := range s.fields {
		c := Group{f.Type, f.Attribute}
		verb, _, _ := strings.Cut(f.Probe, "(")
		if seen[c] || f.Type == "edge" {
			continue
		}
		seen[c] = true
		out = append(out, bethink.Schema{Verb: verb, Text: verb + "({x})", Cost: 1, Reversible: true,
			Params:  []bethink.Param{{Name: "x", Type: f.Type}},
			Reveals: []bethink.Reveal{{Subject: "$x", Attr: f.Attribute}},
		})
	}
	return out
}

// Action implements bethink.Pack.
func (s *schema) Action(text string) (bethink.Action, bool) {
	verb, rest, ok := strings.Cut(text, "(")
	arg, ok2 := strings.CutSuffix(rest, ")")
	return bethink.Action{Verb: verb, Args: []bethink.Entity{bethink.Entity(arg)}, Text: text}, ok && ok2
}

// Parse implements bethink.Pack. The study reads structured observations, so
// there is no text to parse.
func (s *schema) Parse(context.Context, bethink.View, bethink.Input) (bethink.Observation, error) {
	return bethink.Observation{}, fmt.Errorf("probeworld schema: observations are read as values: %w", bethink.ErrUnparsed)
}

// Priors implements bethink.Pack.
func (s *schema) Priors(_ bethink.View, f bethink.Found) ([]bethink.Prior, error) {
	var out []bethink.Prior
	for _, i := range s.byName[string(f.Entity)] {
		out = append(out, s.prior(s.fields[i]))
	}
	return out, nil
}

func (s *schema) prior(f probeworld.Field) bethink.Prior {
	p := bethink.Prior{Var: variable(f), Type: f.Type, Measured: true, Kernel: s.rates.kernel(f.Type, f.Attribute)}
	for _, v := range f.Values {
		p.Values = append(p.Values, bethink.Value(v))
	}
	switch f.Attribute {
	case "location":
		p.Values = append(p.Values, probeworld.Held)
		p.Weights, p.Else, p.Nature = []bethink.Weight{{Value: probeworld.Held, P: trace * float64(len(f.Values))}}, 1, bethink.NatureActed
	case "state":
		locked := lockedPrior
		if f.Type == "edge" {
			locked = edgePrior
		}
		p.Weights = []bethink.Weight{{Value: "open", P: 1 - locked}, {Value: "locked", P: locked}}
		p.Nature = bethink.NatureActed
	case "available":
		p.Weights = []bethink.Weight{{Value: "true", P: trace}, {Value: "false", P: 1 - trace}}
		p.Nature = bethink.NatureActed
	case "inputs":
		p.Unlisted = 64
	}
	if p.Kernel.Kind != dist.KernelKeep {
		p.Nature = bethink.NatureDrifting
	}
	return p
}

// Transition implements bethink.Pack: what the tasks' actions need of the fields
// and do to them. What depends on the agent's place needs that first: see mind.
func (s *schema) Transition(_ bethink.View, a bethink.Action) bethink.Transition {
	return bethink.Transition{}
}

func variable(f probeworld.Field) bethink.Variable {
	return bethink.Variable{Entity: bethink.Entity(f.Entity), Attr: f.Attribute}
}

// Kernels says how each group of fields changes by itself: what a schema
// declares.
type Kernels map[Group]dist.Kernel

// Group is what fields share their hazard by: their type and attribute.
type Group struct{ Type, Attribute string }

func (r Kernels) kernel(typ, attr string) dist.Kernel { return r[Group{typ, attr}] }

// Given returns the true hazards of a world as kernels of the core. A chance p
// a tick is a rate −ln(1−p). Which edges flip is hidden: an edge is a redraw of
// its state from the share of locked ones, at the rate of those that flip. A
// deletion is a redraw from a prior that is all but certain of absence.
func Given(fields []probeworld.Field) Kernels {
	r := Kernels{}
	for _, f := range fields {
		c := Group{f.Type, f.Attribute}
		switch f.Hazard {
		case probeworld.HazardRedraw:
			r[c] = dist.Kernel{Kind: dist.KernelRedraw, Rate: -math.Log1p(-f.Rate)}
		case probeworld.HazardFlip:
			r[c] = dist.Kernel{Kind: dist.KernelRedraw, Rate: -math.Log1p(-2 * f.Rate)}
		case probeworld.HazardDeletion:
			r[c] = dist.Kernel{Kind: dist.KernelRedraw, Rate: -math.Log1p(-f.Rate)}
		case probeworld.HazardStill:
		}
	}
	return r
}

// Shuffled returns the same rates given to the wrong groups: each group of
// fields has what the group before it had.
func (r Kernels) Shuffled(fields []probeworld.Field) Kernels {
	var groups []Group
	seen := map[Group]bool{}
	for _, f := range fields {
		if c := (Group{f.Type, f.Attribute}); !seen[c] {
			seen[c] = true
			groups = append(groups, c)
		}
	}
	out := Kernels{}
	for i, c := range groups {
		k := r[groups[(i+len(groups)-1)%len(groups)]]
		if k.Kind != dist.KernelKeep {
			out[c] = dist.Kernel{Kind: dist.KernelRedraw, Rate: k.Rate}
		}
	}
	return out
}
