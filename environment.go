package bethink

import (
	"context"
	"encoding/json"
	"fmt"
)

// Outcome says how an episode ended. The zero value is OutcomeRunning.
type Outcome uint8

// The outcomes of an episode. OutcomeWon and OutcomeLost are the environment's own verdict
// on the task; OutcomeTimedOut is a spent step budget; OutcomeInvalid is an episode that
// could not be played (a fault of the environment or of the harness) and says
// nothing about the agent.
const (
	OutcomeRunning Outcome = iota
	OutcomeWon
	OutcomeLost
	OutcomeTimedOut
	OutcomeInvalid
)

// TimeStep is what an environment answers to Reset and Step.
//
// Invariants:
//  1. Terminated means the task is decided; Truncated means a budget ended the
//     episode first. They are never both true.
//  2. Outcome is OutcomeRunning exactly when neither is true.
//  3. Reward is this step's reward; Score is the cumulative score.
//  4. Result is valid JSON, or nil if the world answers in words only.
//  5. Reply says how the call ended, as in Input. An environment behind a
//     socket or a pipe may answer ReplyTimeout; a world in this process
//     answers ReplyOK.
//
// Result belongs to whoever receives the time step; the environment does not
// write to it again.
type TimeStep struct {
	Text       string
	Result     json.RawMessage
	Reply      Reply
	Reward     float64
	Score      float64
	Terminated bool
	Truncated  bool
	Outcome    Outcome
}

// Valid returns ErrInvalid with the invariant that does not hold, or nil.
func (t TimeStep) Valid() error {
	switch {
	case t.Terminated && t.Truncated:
		return fmt.Errorf("time step: both terminated and truncated: %w", ErrInvalid)
	case (t.Outcome == OutcomeRunning) == (t.Terminated || t.Truncated):
		return fmt.Errorf("time step: outcome %s contradicts terminated %v, truncated %v: %w", t.Outcome, t.Terminated, t.Truncated, ErrInvalid)
	case t.Result != nil && !json.Valid(t.Result):
		return fmt.Errorf("time step: the result is not JSON: %w", ErrInvalid)
	case t.Reply > ReplyTruncated:
		return fmt.Errorf("time step: reply is %v: want ok, error, timeout, empty or truncated: %w", t.Reply, ErrInvalid)
	}
	return nil
}

// Input is what an engine may observe of the time step: text, result and reply.
// The caller adds the action that was answered and the time it took. Reward,
// score and outcome stay with the runner: no policy and no pack sees them.
func (t TimeStep) Input() Input { return Input{Text: t.Text, Result: t.Result, Reply: t.Reply} }

// Environment is a world that can be played. Its semantics are those of
// docs/semantics.md, section "Environment": Reset starts an episode, Step acts
// in it, and stepping after the end is an error, never an automatic reset.
// Ground truth is not part of this interface; see package env.
//
// One Environment plays one episode at a time and is not safe for concurrent
// use.
type Environment interface {
	// Reset starts the task with the given name. The same task and seed give
	// the same episode. It returns ErrNotFound for an unknown task.
	Reset(ctx context.Context, task string, seed uint64) (TimeStep, error)
	// Step performs one action, given as the text an agent would write. Text
	// that is no action of the world is not an error: the world answers it.
	// It returns ErrClosed after the end of the episode.
	Step(ctx context.Context, action string) (TimeStep, error)
	// Admissible lists the actions the world would accept now, sorted by plain
	// string order without duplicates. The caller must not change the slice,
	// which is valid until the next Reset or Step.
	Admissible(ctx context.Context) ([]string, error)
	// Close releases what the environment holds. It may be called twice.
	Close() error
}
