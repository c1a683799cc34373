package bethink

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
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
	// Knowledge is what a world starts from. Nil: Declared.
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
		cfg.Knowledge = Declared{}
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

// Start is the first event of a stream of steps.
type Start struct {
	World     World   `json:"world"`
	Episode   Episode `json:"episode"`
	Pack      string  `json:"pack"`
	Version   string  `json:"version"`
	Digest    string  `json:"digest"`
	Knowledge uint64  `json:"knowledge"`
}

// world returns a world's state with its stream folded into its knowledge.
func (e *Engine) world(ctx context.Context, w World) (*worldState, error) {
	e.mu.Lock()
	ws := e.worlds[w]
	if ws == nil {
		ws = &worldState{knowledge: e.cfg.Knowledge}
		e.worlds[w] = ws
	}
	e.mu.Unlock()
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if e.cfg.Learner == nil {
		return ws, nil
	}
	for ev, err := range e.cfg.Store.Read(ctx, worldStream(w), ws.folded+1) {
		if err != nil {
			return nil, fmt.Errorf("world %s: %w", w, err)
		}
		k, err := e.cfg.Learner.Fold(ws.knowledge, ev)
		if err != nil {
			return nil, fmt.Errorf("world %s: fold event %d: %w", w, ev.Seq, err)
		}
		ws.knowledge, ws.folded = k, ev.Seq
	}
	return ws, nil
}

// Knowledge returns what the world has taught so far.
func (e *Engine) Knowledge(ctx context.Context, w World) (Knowledge, error) {
	ws, err := e.world(ctx, w)
	if err != nil {
		return nil, err
	}
	ws.mu.Lock()
	defer ws.mu.Unlock()
	return ws.knowledge, nil
}

// Open starts an episode, or takes up one that the store has: its steps are
// folded again. It pins the world's knowledge for the whole episode. In a live
// world all episodes share one belief and Open joins it.
func (e *Engine) Open(ctx context.Context, w World, ep Episode) (View, error) {
	if w == "" || ep == "" {
		return View{}, fmt.Errorf("open: world and episode must be named: %w", ErrInvalid)
	}
	ws, err := e.world(ctx, w)
	if err != nil {
		return View{}, fmt.Errorf("open %s/%s: %w", w, ep, err)
	}
	stream := e.stepStream(w, ep)
	e.mu.Lock()
	r := e.runs[stream]
	if r == nil {
		r = &run{stream: stream}
		e.runs[stream] = r
	}
	e.mu.Unlock()

	r.mu.Lock()
	defer r.mu.Unlock()
	if v := r.view.Load(); v != nil {
		if r.closed {
			return *v, fmt.Errorf("open %s/%s: the episode has ended: %w", w, ep, ErrClosed)
		}
		return *v, nil
	}
	ws.mu.Lock()
	k := ws.knowledge
	ws.mu.Unlock()
	if k, err = e.pinned(ctx, w, stream, k); err != nil {
		return View{}, fmt.Errorf("open %s/%s: %w", w, ep, err)
	}
	v := View{World: w, Episode: ep, Knowledge: k, Pack: e.cfg.Pack}
	v, r.history, err = e.refold(ctx, stream, v, endOfStream)
	if err != nil {
		return View{}, fmt.Errorf("open %s/%s: %w", w, ep, err)
	}
	if r.length == 0 {
		d := e.cfg.Pack.Describe()
		start := Start{World: w, Episode: ep, Pack: d.Name, Version: d.Version, Digest: d.Digest, Knowledge: k.Version()}
		if err := e.cfg.Store.Append(ctx, Write{Stream: stream, Expect: 0, Events: []NewEvent{{Kind: KindStart, Body: start}}}); err != nil {
			return View{}, fmt.Errorf("open %s/%s: %w", w, ep, err)
		}
		r.length = 1
	}
	r.view.Store(&v)
	if r.closed {
		return v, fmt.Errorf("open %s/%s: the episode has ended: %w", w, ep, ErrClosed)
	}
	return v, nil
}

// pinned returns the knowledge that a stream started from: now's, where it has
// not started.
func (e *Engine) pinned(ctx context.Context, w World, stream string, now Knowledge) (Knowledge, error) {
	for ev, err := range e.cfg.Store.Read(ctx, stream, 1) {
		if err != nil {
			return nil, err
		}
		s, err := body[Start](ev)
		if err != nil {
			return nil, err
		}
		if s.Knowledge == now.Version() {
			return now, nil
		}
		k := e.cfg.Knowledge
		if e.cfg.Learner != nil && k.Version() != s.Knowledge {
			for ev, err := range e.cfg.Store.Read(ctx, worldStream(w), 1) {
				if err != nil {
					return nil, err
				}
				if k, err = e.cfg.Learner.Fold(k, ev); err != nil {
					return nil, fmt.Errorf("world %s: fold event %d: %w", w, ev.Seq, err)
				}
				if k.Version() >= s.Knowledge {
					break
				}
			}
		}
		if k.Version() != s.Knowledge {
			return nil, fmt.Errorf("stream %s started from knowledge %d, the world's stream leads to %d: open it with the learner it was made with: %w",
				stream, s.Knowledge, k.Version(), ErrConflict)
		}
		return k, nil
	}
	return now, nil
}

// behind takes up what another engine has appended, after it won a race.
func (e *Engine) behind(ctx context.Context, r *run, lost error) {
	if !errors.Is(lost, ErrConflict) {
		return
	}
	v := *r.view.Load()
	base := View{World: v.World, Episode: v.Episode, Knowledge: v.Knowledge, Pack: v.Pack}
	if next, h, err := e.refold(ctx, r.stream, base, endOfStream); err == nil {
		r.history = h
		r.view.Store(&next)
	}
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

// Observe takes one step: what the action can reveal is listed and forecast,
// then the answer is parsed, the belief updated, the forecasts scored, the step
// appended, and only then is it answered. After any error the belief and the
// log are as they were.
//
// An answer that the pack cannot read at all (ErrUnparsed) is a step whose
// verdict is unclear and whose whole text is unread.
//
// An input whose Key the episode has seen returns that step again, or
// ErrConflict where it is another input. ErrConflict also says that another
// engine appended first: the view is then brought up to date, and the call may
// be repeated. Bytes of the text that are not UTF-8 become U+FFFD.
func (e *Engine) Observe(ctx context.Context, w World, ep Episode, in Input) (View, *Step, error) {
	r, err := e.run(w, ep)
	if err != nil {
		return View{}, nil, fmt.Errorf("observe: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	v := *r.view.Load()
	v.Episode = ep
	if r.closed {
		return v, nil, fmt.Errorf("observe %s/%s: the episode has ended: %w", w, ep, ErrClosed)
	}
	in.Text = strings.ToValidUTF8(in.Text, "\uFFFD")
	in.Action.Text = strings.ToValidUTF8(in.Action.Text, "\uFFFD")
	if in.Action.Verb == "" && in.Action.Text != "" {
		if a, ok := v.Pack.Action(in.Action.Text); ok {
			in.Action = a
		}
	}
	if n := r.keys[in.Key]; n > 0 && in.Key != "" {
		st, err := e.stepAt(ctx, r.stream, n)
		if err != nil {
			return v, nil, fmt.Errorf("observe %s/%s: key %q: %w", w, ep, in.Key, err)
		}
		if !in.repeats(st.Input) {
			return v, nil, fmt.Errorf("observe %s/%s: key %q is that of step %d, which had another input: %w", w, ep, in.Key, st.Seq, ErrConflict)
		}
		return v, st, nil
	}
	t := v.Transition(in.Action)
	obs, err := v.Pack.Parse(ctx, v, in)
	if errors.Is(err, ErrUnparsed) {
		// An answer in words the pack does not know tells nothing, not even
		// whether the action was done. It is kept, and shown as unread.
		obs, err = Observation{Unread: [][2]int{{0, len(in.Text)}}}, nil
	}
	if err != nil {
		return v, nil, fmt.Errorf("observe %s/%s step %d: parse: %w", w, ep, v.Seq+1, err)
	}
	next, st, err := Update(v, in, t, v.Learned(obs))
	if err != nil {
		return v, nil, fmt.Errorf("observe %s/%s step %d: update: %w", w, ep, v.Seq+1, err)
	}
	if n := e.cfg.FingerprintEvery; n > 0 && st.Seq%n == 0 {
		st.Fingerprint = next.Belief.Fingerprint()
	}
	events := []NewEvent{{Kind: KindStep, Key: in.Key, Body: st}}
	left, settled := r.resolve(st)
	for _, res := range settled {
		events = append(events, NewEvent{Kind: KindResolution, Body: res})
	}
	writes := []Write{{Stream: r.stream, Expect: r.length, Events: events}}
	if e.cfg.Learner != nil {
		if notes := e.cfg.Learner.Absorb(v.Knowledge, v, st); len(notes) > 0 {
			for i := range notes {
				if notes[i].Key == "" {
					notes[i].Key = fmt.Sprintf("%s/%d/%d", r.stream, st.Seq, i)
				}
			}
			writes = append(writes, Write{Stream: worldStream(w), Expect: AnyLen, Events: notes})
		}
	}
	if err := e.cfg.Store.Append(ctx, writes...); err != nil {
		e.behind(ctx, r, err)
		return v, nil, fmt.Errorf("observe %s/%s step %d: append: %w", w, ep, st.Seq, err)
	}
	if in.Key != "" {
		if r.keys == nil {
			r.keys = map[string]uint64{}
		}
		r.keys[in.Key] = r.length + 1
	}
	r.length += uint64(len(events))
	r.forecasts = left
	r.view.Store(&next)
	return next, st, nil
}

// stepAt reads the step that is the n-th event of a stream.
func (e *Engine) stepAt(ctx context.Context, stream string, n uint64) (*Step, error) {
	for ev, err := range e.cfg.Store.Read(ctx, stream, n) {
		if err != nil {
			return nil, err
		}
		return body[*Step](ev)
	}
	return nil, fmt.Errorf("event %d of %s: %w", n, stream, ErrNotFound)
}

// repeats reports whether the input is another one sent again: all but the
// clock is the same.
func (in Input) repeats(was Input) bool {
	in.Start, in.End = was.Start, was.End
	a, err := json.Marshal(in)
	if err != nil {
		return false
	}
	b, err := json.Marshal(was)
	return err == nil && bytes.Equal(a, b)
}
