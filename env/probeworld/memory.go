package probeworld

import (
	"slices"
	"strings"
)

// Memo is what is remembered of one field.
type Memo struct {
	Entity, Attribute, Type string
	// Values lists the possible values, as in Field.
	Values []string
	// Value is the point belief, the last value seen; empty for unknown.
	Value string
	// Earlier is the value before it.
	Earlier string
	// Seen is the step at which Value was last verified, −1 for never.
	Seen int
	// Confidence is the reported one, in [0, 1].
	Confidence float64
}

// Memory is the belief of a scripted agent: the last value seen of each field
// of a world. It is a value; its methods return a new one and share nothing.
type Memory struct {
	memos []Memo
	place string
}

// NewMemory returns a memory of the given fields in which everything is
// unknown but doors and edges, taken to be open, and variables, which do not
// exist at the start. It reads no field's Value.
func NewMemory(fields []Field) Memory {
	m := Memory{memos: make([]Memo, len(fields))}
	for i, f := range fields {
		memo := Memo{Entity: f.Entity, Attribute: f.Attribute, Type: f.Type, Values: f.Values, Seen: -1}
		switch f.Attribute {
		case "state":
			memo.Value = "open"
		case "available":
			memo.Value = "false"
		}
		m.memos[i] = memo
	}
	return m
}

// Memos returns what is remembered, in the order of the fields. The caller
// owns the slice.
func (m Memory) Memos() []Memo { return slices.Clone(m.memos) }

// Value returns the point belief about one field, empty for unknown.
func (m Memory) Value(entity, attribute string) string {
	if i := m.find(entity, attribute); i >= 0 {
		return m.memos[i].Value
	}
	return ""
}

func (m Memory) find(entity, attribute string) int {
	return slices.IndexFunc(m.memos, func(memo Memo) bool { return memo.Entity == entity && memo.Attribute == attribute })
}

func (m *Memory) set(entity, attribute, value string, step int) {
	i := m.find(entity, attribute)
	if i < 0 {
		return // a distractor, or not among the fields
	}
	memo := &m.memos[i]
	if memo.Value != value {
		memo.Earlier = memo.Value
	}
	memo.Value, memo.Seen, memo.Confidence = value, step, 1
}

// See returns the memory after one observation: what is in view, in hand or
// listed, and what the last action proved about the door or edge it tried. It
// takes in the answer of a probe where the observation holds one. Nothing is
// concluded from what is not in view.
func (m Memory) See(o Observation) Memory {
	next := Memory{memos: slices.Clone(m.memos), place: o.Place}
	for _, name := range o.Inventory {
		next.set(name, "location", Held, o.Step)
	}
	for _, name := range o.InView {
		next.set(name, "location", o.Place, o.Step)
	}
	switch o.Kind {
	case StressObject:
		next.tried(o, m.place, doorBetween)
	case StressGraph:
		next.tried(o, m.place, edgeBetween)
	case StressTool:
		for i := range next.memos {
			if memo := next.memos[i]; memo.Attribute == "available" {
				exists := slices.ContainsFunc(o.Outputs, func(out Output) bool { return out.Variable == memo.Entity })
				next.set(memo.Entity, "available", boolName(exists), o.Step)
			}
		}
	}
	if o.Answer != nil {
		next.learn(*o.Answer, o.Step)
	}
	return next
}

// tried reads the last action: a move done proves its way open and one refused
// proves it locked; a door unlocked is open. from is where the move began.
func (m *Memory) tried(o Observation, from string, between func(a, b string) string) {
	if o.Answer != nil {
		return // this step was a probe: After is an older action
	}
	verb, arg, _ := split(o.After)
	switch {
	case verb == "unlock" && o.Valid:
		m.set(arg, "state", "open", o.Step)
	case verb == "move_to" && o.Valid && from != o.Place && o.Kind == StressObject:
		m.set(between(from, o.Place), "state", "open", o.Step)
	case verb == "move_to" && !o.Valid:
		m.set(between(o.Place, arg), "state", "locked", o.Step)
	}
}

// Learn returns the memory after the answer to a probe at the given step.
func (m Memory) Learn(a Answer, step int) Memory {
	next := Memory{memos: slices.Clone(m.memos), place: m.place}
	next.learn(a, step)
	return next
}

func (m *Memory) learn(a Answer, step int) {
	for _, f := range a.Findings {
		m.set(f.Entity, f.Attribute, f.Value, step)
	}
}

// Accuracy compares the point beliefs with the truth, exact match: the share
// of all fields, and of their weight (0 where they have none). fields are those
// that the memory was made of.
func (m Memory) Accuracy(fields []Field) (plain, weighted float64) {
	right, won, all := 0, 0.0, 0.0
	for i, f := range fields {
		all += f.Weight
		if m.memos[i].Value == f.Value {
			right++
			won += f.Weight
		}
	}
	if all > 0 {
		weighted = won / all
	}
	return float64(right) / float64(max(1, len(fields))), weighted
}

// doorBetween names the door between two rooms of the corridor, or nothing.
func doorBetween(a, b string) string {
	i, j := index(roomNames, a), index(roomNames, b)
	if i < 0 || j < 0 || i-j != 1 && j-i != 1 {
		return ""
	}
	return doorNames[max(i, j)]
}

func edgeBetween(a, b string) string {
	if strings.Compare(b, a) < 0 {
		a, b = b, a
	}
	return a + "__" + b
}
