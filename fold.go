package bethink

import (
	"context"
	"encoding/json"
	"fmt"
)

// body returns an event's payload as a T, from memory or from its JSON.
func body[T any](ev LogEvent) (T, error) {
	if b, ok := ev.Body.(T); ok {
		return b, nil
	}
	var out T
	if ev.Data == nil {
		return out, fmt.Errorf("event %d of %s: the payload was erased: %w", ev.Seq, ev.Stream, ErrNotFound)
	}
	if err := json.Unmarshal(ev.Data, &out); err != nil {
		return out, fmt.Errorf("event %d of %s: %v: %w", ev.Seq, ev.Stream, err, ErrInvalid)
	}
	return out, nil
}

// claimed is a claim as the stream keeps it: with the evidence it came to.
type claimed struct {
	Claim    Claim    `json:"claim"`
	Evidence Evidence `json:"evidence"`
}

// refold rebuilds a run's view from its stream, up to and including step
// upto. Two passes: what was retracted or replaced is known before anything is
// folded.
func (e *Engine) refold(ctx context.Context, r *run, v View, upto uint64) (View, error) {
	var events []LogEvent
	r.claims, r.dead = map[string]uint64{}, map[uint64]bool{}
	r.skipped, r.keys, r.forecasts = map[Retraction]bool{}, map[string]*Step{}, nil
	for ev, err := range e.cfg.Store.Read(ctx, r.stream, 1) {
		if err != nil {
			return v, err
		}
		events = append(events, ev)
		switch ev.Kind {
		case KindClaim:
			c, err := body[*claimed](ev)
			if err != nil {
				return v, err
			}
			if old, ok := r.claims[c.Claim.key()]; ok {
				r.dead[old] = true
			}
			r.claims[c.Claim.key()] = ev.Seq
		case KindRetract:
			x, err := body[Retraction](ev)
			if err != nil {
				return v, err
			}
			x.Reason = ""
			r.skipped[x] = true
		}
	}
	r.length = uint64(len(events))
	for _, ev := range events {
		var err error
		switch ev.Kind {
		case KindStart:
			s, err := body[Start](ev)
			if err != nil {
				return v, err
			}
			if d := e.cfg.Pack.Describe(); s.Digest != d.Digest {
				return v, fmt.Errorf("stream %s was made with pack %s %s (digest %.12s), not with %s %s (%.12s): load that pack: %w",
					r.stream, s.Pack, s.Version, s.Digest, d.Name, d.Version, d.Digest, ErrConflict)
			}
		case KindStep:
			st, err := body[*Step](ev)
			if err != nil {
				return v, err
			}
			if st.Seq > upto {
				return v, nil
			}
			if v, err = Fold(v, st, func(i int) bool {
				return r.skipped[Retraction{Step: st.Seq, Index: i}] || r.skipped[Retraction{Step: st.Seq, Index: -1}]
			}); err != nil {
				return v, err
			}
			if ev.Key != "" {
				r.keys[ev.Key] = st
			}
			r.forecasts, _ = r.resolve(st)
		case KindClaim:
			if r.dead[ev.Seq] {
				continue
			}
			c, err := body[*claimed](ev)
			if err != nil {
				return v, err
			}
			if v, err = weighClaim(v, c.Claim, c.Evidence); err != nil {
				return v, err
			}
		case KindForecast:
			var f Forecast
			if f, err = body[Forecast](ev); err != nil {
				return v, err
			}
			r.forecasts = append(r.forecasts, f)
		case KindClose:
			r.closed = !e.cfg.Pack.Describe().Live
		}
	}
	return v, nil
}

// weighClaim applies a claim between steps: it has no action, takes no time
// and is no step.
func weighClaim(v View, c Claim, ev Evidence) (View, error) {
	e := newEdit(v.Belief, v.Knowledge)
	st := &Step{Seq: v.Seq, Input: Input{Text: c.Text, Actor: c.Author}, Observation: Observation{Evidence: []Evidence{ev}}}
	u := &updater{edit: e, view: v, st: st, fold: true}
	if err := u.weigh(&st.Observation.Evidence[0], 0); err != nil {
		return v, err
	}
	v.Belief = e.b
	return v, nil
}

// Fold returns the view of an episode as it was after an earlier step (0: the
// beginning), with what has been retracted since left out.
func (e *Engine) Fold(ctx context.Context, w World, ep Episode, upto uint64) (View, error) {
	r, err := e.run(w, ep)
	if err != nil {
		return View{}, fmt.Errorf("fold: %w", err)
	}
	r.mu.Lock()
	k := r.view.Load().Knowledge
	r.mu.Unlock()
	scratch := &run{stream: r.stream}
	v, err := e.refold(ctx, scratch, View{World: w, Episode: ep, Knowledge: k, Pack: e.cfg.Pack}, upto)
	if err != nil {
		return View{}, fmt.Errorf("fold %s/%s to step %d: %w", w, ep, upto, err)
	}
	return v, nil
}

// Claim records what an author says. It returns the view with the claim
// weighed in.
func (e *Engine) Claim(ctx context.Context, w World, ep Episode, c Claim) (View, error) {
	if err := c.Valid(); err != nil {
		return View{}, err
	}
	return e.append(ctx, w, ep, "claim", func(r *run, v View) (NewEvent, bool, error) {
		// What the author said before is taken back first.
		if old, ok := r.claims[c.key()]; ok {
			base, err := e.refoldWithout(ctx, r, v, old)
			if err != nil {
				return NewEvent{}, false, err
			}
			v = base
		}
		ev, err := c.evidence(v)
		if err != nil {
			return NewEvent{}, false, err
		}
		return NewEvent{Kind: KindClaim, Body: &claimed{Claim: c, Evidence: ev}}, true, nil
	})
}

// refoldWithout folds the stream of r without one claim.
func (e *Engine) refoldWithout(ctx context.Context, r *run, v View, claim uint64) (View, error) {
	base := View{World: v.World, Episode: v.Episode, Knowledge: v.Knowledge, Pack: v.Pack}
	var err error
	for ev, rerr := range e.cfg.Store.Read(ctx, r.stream, 1) {
		if rerr != nil {
			return v, rerr
		}
		switch {
		case ev.Kind == KindStep:
			st, berr := body[*Step](ev)
			if berr != nil {
				return v, berr
			}
			if base, err = Fold(base, st, nil); err != nil {
				return v, err
			}
		case ev.Kind == KindClaim && ev.Seq != claim:
			c, berr := body[*claimed](ev)
			if berr != nil {
				return v, berr
			}
			if base, err = weighClaim(base, c.Claim, c.Evidence); err != nil {
				return v, err
			}
		}
	}
	return base, nil
}

// Expect records a forecast; the step that settles it scores it.
func (e *Engine) Expect(ctx context.Context, w World, ep Episode, f Forecast) (View, error) {
	if !(f.P >= 0 && f.P <= 1) || len(f.Event.Literals) == 0 && f.Event.Some.Type == "" {
		return View{}, fmt.Errorf("expect: the event is empty or P=%v is not in [0,1]: %w", f.P, ErrInvalid)
	}
	return e.append(ctx, w, ep, "expect", func(r *run, _ View) (NewEvent, bool, error) {
		return NewEvent{Kind: KindForecast, Body: f}, true, nil
	})
}

// Retract withdraws evidence. The belief is folded again without it.
func (e *Engine) Retract(ctx context.Context, w World, ep Episode, x Retraction) (View, error) {
	return e.append(ctx, w, ep, "retract", func(r *run, v View) (NewEvent, bool, error) {
		if x.Step == 0 || x.Step > v.Seq {
			return NewEvent{}, false, fmt.Errorf("step %d: the episode has %d steps: %w", x.Step, v.Seq, ErrNotFound)
		}
		return NewEvent{Kind: KindRetract, Body: x}, true, nil
	})
}

// append adds one event that is no step, and folds the run again where the
// event changes what came before.
func (e *Engine) append(ctx context.Context, w World, ep Episode, what string, make func(*run, View) (NewEvent, bool, error)) (View, error) {
	r, err := e.run(w, ep)
	if err != nil {
		return View{}, fmt.Errorf("%s: %w", what, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	v := *r.view.Load()
	if r.closed {
		return v, fmt.Errorf("%s %s/%s: the episode has ended: %w", what, w, ep, ErrClosed)
	}
	ev, refold, err := make(r, v)
	if err != nil {
		return v, fmt.Errorf("%s %s/%s: %w", what, w, ep, err)
	}
	if err := e.cfg.Store.Append(ctx, Write{Stream: r.stream, Expect: r.length, Events: []NewEvent{ev}}); err != nil {
		return v, fmt.Errorf("%s %s/%s: %w", what, w, ep, err)
	}
	r.length++
	if !refold {
		return v, nil
	}
	next, err := e.refold(ctx, r, View{World: w, Episode: ep, Knowledge: v.Knowledge, Pack: v.Pack}, ^uint64(0))
	if err != nil {
		return v, fmt.Errorf("%s %s/%s: fold: %w", what, w, ep, err)
	}
	r.view.Store(&next)
	return next, nil
}
