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

// Offer is a type of place with how many of it a scene has.
type Offer struct {
	Type string `json:"type"`
	N    int    `json:"n"`
}

// Scene is what an episode offers to put things into: the kind of room, and the
// places by type, sorted by type. Attr is the attribute that says where a thing
// is. Where the goal would be met by a Wanted at a Target, none starts there.
type Scene struct {
	Room   string
	Attr   string
	Offers []Offer
	Wanted string
	Target string
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

// Placer revises what a Placing declares. Knowledge may implement it; it is
// asked about places that take the type only.
type Placer interface {
	Weight(typ, placeType string, declared float64) float64
	Count(typ, room string, declared float64) float64
}

// Lister revises the miss rates of an exhaustive list. Knowledge may implement
// it.
type Lister interface {
	List(declared Exhaustive) Exhaustive
}

// Placer returns the placement that the view's knowledge teaches, or the
// declared one.
func (v View) Placer() Placer {
	if p, ok := v.Knowledge.(Placer); ok {
		return p
	}
	return declaredPlaces{}
}

type declaredPlaces struct{}

func (declaredPlaces) Weight(_, _ string, declared float64) float64 { return declared }
func (declaredPlaces) Count(_, _ string, declared float64) float64  { return declared }

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
