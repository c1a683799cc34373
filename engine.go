package bethink

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// Config configures an Engine.
type Config struct {
	// Pack describes the kind of world. Required.
	Pack Pack
	// Store keeps the streams. Nil: a new MemoryStore.
	Store Store
	// Learner turns steps into knowledge of the world. Nil: nothing is learned.
	Learner Learner
	// Knowledge is what a world starts from. Nil: NoKnowledge.
	Knowledge Knowledge
	// FingerprintEvery takes the replay hash every so many steps. 0: only when
	// an episode is closed.
	FingerprintEvery uint64
}

// Engine is the only writer of beliefs: load, forecast, parse, update, score,
// append, answer. It is safe for concurrent use; steps of one stream are taken
// one at a time, and readers never wait for them.
type Engine struct {
	cfg Config

	mu     sync.Mutex
	worlds map[World]*worldState
	runs   map[string]*run
}

type worldState struct {
	mu        sync.Mutex
	knowledge Knowledge
	folded    uint64 // events of the world's stream folded in
}

// run is one stream of steps: an episode, or a live world's belief.
type run struct {
	mu     sync.Mutex
	view   atomic.Pointer[View]
	stream string
	history
}

// history is what the events of a stream come to, beside the belief.
type history struct {
	length    uint64
	closed    bool
	keys      map[string]uint64  // the number of the event that had the key
	claims    map[string]claimed // the live ones, by author and event
	forecasts []Forecast         // not settled yet
}

// New returns an engine. It returns ErrInvalid where a required field of the
// config is missing.
func New(cfg Config) (*Engine, error) {
	if cfg.Pack == nil {
		return nil, fmt.Errorf("engine: Config.Pack is required: %w", ErrInvalid)
	}
	if cfg.Store == nil {
		cfg.Store = NewMemoryStore()
	}
	if cfg.Knowledge == nil {
		cfg.Knowledge = NoKnowledge{}
	}
	return &Engine{cfg: cfg, worlds: map[World]*worldState{}, runs: map[string]*run{}}, nil
}

// Streams of a world: its own events, and its episodes (or its one belief,
// where it is live).
func worldStream(w World) string { return "world/" + string(w) }

func (e *Engine) stepStream(w World, ep Episode) string {
	if e.cfg.Pack.Describe().Live {
		return "belief/" + string(w)
	}
	return "episode/" + string(w) + "/" + string(ep)
}

func (e *Engine) run(w World, ep Episode) (*run, error) {
	e.mu.Lock()
	r := e.runs[e.stepStream(w, ep)]
	e.mu.Unlock()
	if r == nil || r.view.Load() == nil {
		return nil, fmt.Errorf("%s/%s: not open: %w", w, ep, ErrNotFound)
	}
	return r, nil
}

// View returns the latest view of an open episode. It never waits for a step.
func (e *Engine) View(w World, ep Episode) (View, error) {
	r, err := e.run(w, ep)
	if err != nil {
		return View{}, err
	}
	v := *r.view.Load()
	v.Episode = ep
	return v, nil
}
