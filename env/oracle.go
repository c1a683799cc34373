// Package env holds what all environments share: the privileged view of the
// truth. The environments themselves are its subpackages.
//
// API of this package may change before v1.
package env

import "context"

// Fact is one ground-truth statement, in the names the environment's text
// uses: {"inreceptacle", ["apple 1", "fridge 1"]}. The caller must not change
// Args.
type Fact struct {
	Predicate string
	Args      []string
}

// Oracle is the privileged side of an environment, for benchmarks only:
// agents, planners, probes and packs may not import this package.
type Oracle interface {
	// Facts returns the whole true state, sorted by predicate and arguments.
	Facts(ctx context.Context) ([]Fact, error)
	// Walkthrough returns a sequence of actions that wins from the initial
	// state, or none where the task carries none.
	Walkthrough(ctx context.Context) ([]string, error)
}
