package bethink

import (
	"context"
	"errors"
	"fmt"
)

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

// catchUp loads what another engine has appended, after it won a race.
func (e *Engine) catchUp(ctx context.Context, r *run, lost error) {
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
