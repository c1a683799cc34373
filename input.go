package bethink

import (
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"
)

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
