package bethink

import "github.com/bethink-dev/bethink/dist"

// EventKind is what may have changed a variable: the agent's own action,
// another agent's, or time alone.
type EventKind uint8

// The kinds.
const (
	ByTime EventKind = iota
	ByOwn
	ByOther
)

// Knowledge is what a world has taught: it revises what the pack declares.
// It is immutable, versioned and safe for concurrent use.
type Knowledge interface {
	// Version counts the ledger entries folded in.
	Version() uint64
	// Prior revises a declared prior.
	Prior(Prior) Prior
	// Transition revises what the pack says an action does: (1-w)*base + w*rule.
	Transition(v View, a Action, declared Transition) Transition
	// Kernel revises how a variable of the type changes by itself.
	Kernel(typ, attr string, by EventKind, declared dist.Kernel) dist.Kernel
}

// Learner folds a world's stream into knowledge and turns steps into ledger
// entries. Both methods are pure.
type Learner interface {
	// Fold returns the knowledge after one event of the world's stream.
	// Events it does not know leave the knowledge as it is.
	Fold(Knowledge, LogEvent) (Knowledge, error)
	// Absorb returns the ledger entries that a step gives cause for.
	Absorb(k Knowledge, before View, s *Step) []NewEvent
}

// Declared is the knowledge of a world that has taught nothing: everything is
// as the pack declares it.
type Declared struct{}

// Version is always 0.
func (Declared) Version() uint64 { return 0 }

// Prior returns p.
func (Declared) Prior(p Prior) Prior { return p }

// Transition returns declared.
func (Declared) Transition(_ View, _ Action, declared Transition) Transition { return declared }

// Kernel returns declared.
func (Declared) Kernel(_, _ string, _ EventKind, declared dist.Kernel) dist.Kernel { return declared }
