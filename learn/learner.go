package learn

import (
	"fmt"

	"github.com/bethink-dev/bethink"
)

// Config configures a Learner. Weights and rates of 0 take the default.
type Config struct {
	// Declared is what the pack says of places: the prior. Required.
	Declared bethink.Placing
	// Weight is how many entities the prior of a place's weight counts for.
	// 0: 4.
	Weight float64
	// Pool is the same for what a type of place takes of all types together.
	// 0: 20.
	Pool float64
	// Scenes is how many scenes the prior of a type's count counts for. 0: 1.
	Scenes float64
	// Goal is the same for what a goal makes of where the things start that it
	// looks for. 0: 2.
	Goal float64
	// Place, Thing and Scene are the strengths of the same priors within a scene
	// that was met before: of what one very place takes of everything, of what it
	// takes of a type, and of how many of a type there are. 0: 6, 5 and 4.
	Place, Thing, Scene float64
	// Lists is how many lists the prior of a miss rate counts for. 0: 100.
	Lists float64
}

// Learner folds a world's stream into [Knowledge] and turns steps into notes.
// It is immutable and safe for concurrent use.
type Learner struct{ cfg Config }

var _ bethink.Learner = (*Learner)(nil)

// New returns a learner. It returns ErrInvalid, naming the field, for a config
// out of range.
func New(cfg Config) (*Learner, error) {
	if cfg.Declared == nil {
		return nil, fmt.Errorf("learn: Config.Declared is required: %w", bethink.ErrInvalid)
	}
	for _, f := range []struct {
		name string
		v    *float64
		def  float64
	}{{"Weight", &cfg.Weight, 4}, {"Pool", &cfg.Pool, 20}, {"Scenes", &cfg.Scenes, 1}, {"Goal", &cfg.Goal, 2}, {"Place", &cfg.Place, 6}, {"Thing", &cfg.Thing, 5}, {"Scene", &cfg.Scene, 4}, {"Lists", &cfg.Lists, 100}} {
		if *f.v == 0 {
			*f.v = f.def
		}
		if !(*f.v > 0) {
			return nil, fmt.Errorf("learn: Config.%s is %v: want more than 0: %w", f.name, *f.v, bethink.ErrInvalid)
		}
	}
	return &Learner{cfg}, nil
}

// Start returns the knowledge of a world that has taught nothing.
func (l *Learner) Start() *Knowledge { return &Knowledge{cfg: l.cfg} }

// Fold implements [bethink.Learner].
func (l *Learner) Fold(k bethink.Knowledge, e bethink.LogEvent) (bethink.Knowledge, error) {
	n, err := noteOf(e)
	if err != nil || n == nil {
		return k, err
	}
	return l.own(k).Learn(*n), nil
}

func (l *Learner) own(k bethink.Knowledge) *Knowledge {
	if own, ok := k.(*Knowledge); ok {
		return own
	}
	return l.Start()
}
