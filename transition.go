package bethink

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Change sets a variable to a value drawn from To (weights are normalised).
type Change struct {
	Var Variable `json:"var"`
	To  []Weight `json:"to"`
}

// Effect is: where all of When hold, all of Then happen together with
// probability P, else nothing. By names the rule or schema it comes from.
type Effect struct {
	When []Literal `json:"when,omitempty"`
	Then []Change  `json:"then"`
	P    float64   `json:"p"`
	By   string    `json:"by,omitempty"`
}

// Presence is "at least one entity of Type, met or not yet, has Attr = Place".
type Presence struct {
	Type  string `json:"type"`
	Attr  string `json:"attr"`
	Place Value  `json:"place"`
}

// Event is something an action can reveal, listed before its answer is read:
// all of Literals hold, or,
// where Some names a type, the Presence Some holds.
type Event struct {
	Literals []Literal `json:"literals,omitempty"`
	Some     Presence  `json:"some,omitzero"`
}

// Key writes the event in one canonical form; equal events have equal keys.
func (e Event) Key() string {
	if e.Some.Type != "" {
		return "some " + e.Some.Type + " " + e.Some.Attr + "=" + string(e.Some.Place)
	}
	if len(e.Literals) == 1 {
		return e.Literals[0].String()
	}
	parts := make([]string, len(e.Literals))
	for i, l := range e.Literals {
		parts[i] = l.String()
	}
	return strings.Join(parts, " & ")
}

// Transition is what one action needs, does and reveals.
//
// The world's dynamics it stands for: where all Preconditions hold, every
// Effect is tried; where one fails, nothing changes and the action is refused.
// Known is false for an action the pack has no schema for: then nothing is
// concluded from its verdict.
type Transition struct {
	Known         bool      `json:"known"`
	Preconditions []Literal `json:"preconditions,omitempty"`
	Effects       []Effect  `json:"effects,omitempty"`
	Reveals       []Event   `json:"reveals,omitempty"`
	Cost          float64   `json:"cost,omitempty"`
	// Unclear is the chance that the action was done if its answer is unclear;
	// nil is one half. Irreversible keeps it at one half or less: what cannot be
	// undone is never taken for done before an answer says so.
	Unclear      *float64 `json:"unclear,omitempty"`
	Irreversible bool     `json:"irreversible,omitempty"`
}

// unclear returns the chance that the action was done if its answer is unclear.
// said, the answer's own word on it, goes before the action's.
func (t *Transition) unclear(said *float64) float64 {
	p := 0.5
	switch {
	case said != nil:
		p = *said
	case t.Unclear != nil:
		p = *t.Unclear
	}
	if t.Irreversible {
		p = min(p, 0.5)
	}
	return p
}

// Valid returns ErrInvalid with what is wrong, or nil.
func (t Transition) Valid() error {
	for _, l := range t.Preconditions {
		if err := l.Valid(); err != nil {
			return fmt.Errorf("precondition: %w", err)
		}
	}
	if t.Unclear != nil && !(*t.Unclear >= 0 && *t.Unclear <= 1) {
		return fmt.Errorf("unclear is %v: the chance that the action was done must be in [0,1]: %w", *t.Unclear, ErrInvalid)
	}
	for i, e := range t.Effects {
		if !(e.P >= 0 && e.P <= 1) {
			return fmt.Errorf("effect %d: P is %v: it must be in [0,1]: %w", i, e.P, ErrInvalid)
		}
		for _, c := range e.Then {
			for _, w := range c.To {
				if !(w.P >= 0 && w.P <= maxWeight) {
					return fmt.Errorf("effect %d on %v: the weight of %q is %v: %w", i, c.Var, w.Value, w.P, ErrInvalid)
				}
				if !utf8.ValidString(string(w.Value)) {
					return fmt.Errorf("effect %d on %v: value %q is not UTF-8: %w", i, c.Var, w.Value, ErrInvalid)
				}
			}
		}
	}
	return nil
}
