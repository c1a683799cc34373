package bethink

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Action is what an agent did or might do: a verb of the pack with its
// arguments, and the text that performs it.
type Action struct {
	Verb string   `json:"verb"`
	Args []Entity `json:"args,omitempty"`
	Text string   `json:"text,omitempty"`
}

// String returns the action's text, or its verb and arguments where it has
// none.
func (a Action) String() string {
	if a.Text != "" {
		return a.Text
	}
	parts := []string{a.Verb}
	for _, e := range a.Args {
		parts = append(parts, string(e))
	}
	return strings.Join(parts, " ")
}

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
}

// Valid returns ErrInvalid with what is wrong, or nil.
func (t Transition) Valid() error {
	for _, l := range t.Preconditions {
		if err := l.Valid(); err != nil {
			return fmt.Errorf("precondition: %w", err)
		}
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

// Ref names what chose an action: a rule version, probe, experiment, plan or
// model call.
type Ref struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

// Reply is how a tool's call ended.
type Reply uint8

// The replies of a call. ReplyError and ReplyTimeout are evidence about the
// instrument only.
const (
	ReplyOK Reply = iota
	ReplyError
	ReplyTimeout
	ReplyEmpty
	ReplyTruncated
)

// Input is everything that comes from outside in one step: the action and the
// world's answer. Elapsed is in the world's unit (0: time stood still). Key
// makes the append idempotent. Start and End are the wall clock as the edge saw
// it; the engine never reads one.
type Input struct {
	Action  Action          `json:"action"`
	Tool    string          `json:"tool,omitempty"`
	Args    json.RawMessage `json:"args,omitempty"`
	Call    string          `json:"call,omitempty"`
	Start   time.Time       `json:"start,omitzero"`
	End     time.Time       `json:"end,omitzero"`
	Reply   Reply           `json:"reply,omitempty"`
	Exit    *int            `json:"exit,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Text    string          `json:"text,omitempty"`
	Elapsed float64         `json:"elapsed,omitempty"`
	Because []Ref           `json:"because,omitempty"`
	Key     string          `json:"key,omitempty"`
	Actor   string          `json:"actor,omitempty"`
}

// MaxText bounds an input's text and structured parts, in bytes.
const MaxText = 4 << 20

// Valid returns ErrInvalid with what is wrong, or nil.
func (in Input) Valid() error {
	if len(in.Text)+len(in.Result)+len(in.Args) > MaxText {
		return fmt.Errorf("input of %d bytes: the limit is %d: send the part that matters, marked truncated: %w",
			len(in.Text)+len(in.Result)+len(in.Args), MaxText, ErrInvalid)
	}
	if in.Reply > ReplyTruncated {
		return fmt.Errorf("input: %v is no way for a call to end: %w", in.Reply, ErrInvalid)
	}
	if !utf8.ValidString(in.Text) || !utf8.ValidString(in.Action.Text) {
		return fmt.Errorf("input: the text is not UTF-8: replace what is not, for the log would: %w", ErrInvalid)
	}
	if !(in.Elapsed >= 0) || in.Elapsed > 1e15 {
		return fmt.Errorf("input: elapsed is %v: it must be a finite time, not negative: %w", in.Elapsed, ErrInvalid)
	}
	if len(in.Args) > 0 && !json.Valid(in.Args) {
		return fmt.Errorf("input: args is not JSON: %w", ErrInvalid)
	}
	if len(in.Result) > 0 && !json.Valid(in.Result) {
		return fmt.Errorf("input: result is not JSON: %w", ErrInvalid)
	}
	return nil
}
