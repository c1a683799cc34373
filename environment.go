package bethink

import (
	"context"
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
type TimeStep struct {
	Text       string
	Reward     float64
	Score      float64
	Terminated bool
	Truncated  bool
	Outcome    Outcome
}

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
