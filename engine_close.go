package bethink

import (
	"context"
	"fmt"
)

// Ending is the last event of an episode.
type Ending struct {
	Outcome     Outcome `json:"outcome"`
	Fingerprint string  `json:"fingerprint"`
}

// resolve settles the open forecasts that a step decides.
func (r *history) resolve(st *Step) (left []Forecast, out []Resolution) {
	for _, f := range r.forecasts {
		settled, holds := st.settles(f.Event)
		if !settled {
			left = append(left, f)
			continue
		}
		o := 0.0
		if holds {
			o = 1
		}
		out = append(out, Resolution{Forecast: f, Step: st.Seq, True: holds, Score: (f.P - o) * (f.P - o)})
	}
	return left, out
}

// settles reports whether the step's observation decides an event.
func (s *Step) settles(ev Event) (told, holds bool) {
	key := ev.Key()
	for i, sc := range s.Scores {
		if sc.Settled && s.Transition.Reveals[i].Key() == key {
			return true, sc.True
		}
	}
	if ev.Some.Type != "" || len(ev.Literals) == 0 {
		return false, false
	}
	return settled(&s.Observation, ev.Literals)
}

// Close ends an episode: no step follows. The fingerprint is taken.
func (e *Engine) Close(ctx context.Context, w World, ep Episode, outcome Outcome) (string, error) {
	r, err := e.run(w, ep)
	if err != nil {
		return "", fmt.Errorf("close: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return "", fmt.Errorf("close %s/%s: it has ended: %w", w, ep, ErrClosed)
	}
	end := Ending{Outcome: outcome, Fingerprint: r.view.Load().Belief.Fingerprint()}
	if err := e.cfg.Store.Append(ctx, Write{Stream: r.stream, Expect: r.length, Events: []NewEvent{{Kind: KindClose, Body: end}}}); err != nil {
		return "", fmt.Errorf("close %s/%s: %w", w, ep, err)
	}
	r.length++
	r.closed = !e.cfg.Pack.Describe().Live
	return end.Fingerprint, nil
}

// Forget drops an episode that has been closed from memory; the store keeps
// its stream.
func (e *Engine) Forget(w World, ep Episode) {
	e.mu.Lock()
	delete(e.runs, e.stepStream(w, ep))
	e.mu.Unlock()
}
