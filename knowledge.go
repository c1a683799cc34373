package bethink

import (
	"slices"

	"github.com/bethink-dev/bethink/dist"
)

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

// NoKnowledge is the knowledge of a world that has taught nothing: everything is
// as the pack declares it.
type NoKnowledge struct{}

// Version is always 0.
func (NoKnowledge) Version() uint64 { return 0 }

// Prior returns p.
func (NoKnowledge) Prior(p Prior) Prior { return p }

// Transition returns declared.
func (NoKnowledge) Transition(_ View, _ Action, declared Transition) Transition { return declared }

// Kernel returns declared.
func (NoKnowledge) Kernel(_, _ string, _ EventKind, declared dist.Kernel) dist.Kernel {
	return declared
}

// Place is a place with its type.
type Place struct {
	Name Value  `json:"name"`
	Type string `json:"type"`
}

// Scene is what an episode offers to put things into, and what its goal says of
// them. Attr is the attribute that says where a thing is.
type Scene struct {
	Room   string  // the kind of room, "" where the pack tells none apart
	Attr   string  // that says where a thing is
	Places []Place // that may hold things, in the order they were met
	Form   string  // of the goal, "" before there is one
	Sought []Role  // what it looks for, each type once
	// Wanted is the type of thing that the goal brings to a place of type
	// Target, "" where it brings nothing anywhere. Where one Wanted at a Target
	// would meet the goal it is Barred: none starts there.
	Wanted, Target string
	Barred         bool
}

// Placing is what a pack declares of things that nobody has met yet. A pack
// that counts entities over places implements it, so that it can be learned how
// many there are and where.
type Placing interface {
	// Scene describes what the view has met.
	Scene(View) Scene
	// Weight is how much of a type one place of a type takes, against other
	// places of the scene; 0 where it takes none.
	Weight(typ, placeType string) float64
	// Count is the expected number of a type at all places of a kind of room.
	Count(typ, room string) float64
}

// Spread is how things spread over the places of one scene. It is asked only
// about places that may hold the type.
type Spread interface {
	Weight(typ string, at Place, declared float64) float64
	Count(typ string, declared float64) float64
}

// Placer revises what a Placing declares. Knowledge may implement it.
type Placer interface{ Spread(Scene) Spread }

// Spread returns how things spread over a scene as the view's knowledge
// teaches, else as declared.
func (v View) Spread(s Scene) Spread {
	if p, ok := v.Knowledge.(Placer); ok {
		return p.Spread(s)
	}
	return declaredSpread{}
}

type declaredSpread struct{}

func (declaredSpread) Weight(_ string, _ Place, declared float64) float64 { return declared }
func (declaredSpread) Count(_ string, declared float64) float64           { return declared }

// Lister revises the miss rates of an exhaustive list. Knowledge may implement
// it.
type Lister interface {
	List(declared Exhaustive) Exhaustive
}

// Learned returns the observation with its lists' miss rates as the view's
// knowledge revises them. Where it teaches nothing of lists, that is o itself.
func (v View) Learned(o Observation) Observation {
	l, ok := v.Knowledge.(Lister)
	if !ok {
		return o
	}
	own := false
	for i := range o.Evidence {
		every := o.Evidence[i].Every
		if every == nil {
			continue
		}
		if !own {
			o.Evidence, own = slices.Clone(o.Evidence), true
		}
		x := l.List(*every)
		o.Evidence[i].Every = &x
	}
	return o
}
