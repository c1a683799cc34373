package bethink

import (
	"context"
	"fmt"
	"maps"
)

// Claim records what an author says. It returns the view with the claim
// weighed in.
func (e *Engine) Claim(ctx context.Context, w World, ep Episode, c Claim) (View, error) {
	if err := c.Valid(); err != nil {
		return View{}, err
	}
	return e.append(ctx, w, ep, "claim", func(r *run, v View) (NewEvent, View, history, error) {
		h, now := r.history, v.Belief
		old, again := h.claims[c.key()]
		var err error
		if again {
			// What the author said before is taken back first.
			if v, h, err = e.withdraw(ctx, r, v, c); err != nil {
				return NewEvent{}, v, h, err
			}
		}
		ev, err := c.evidence(v)
		if err != nil {
			return NewEvent{}, v, h, err
		}
		if again && c.Shown != 0 && c.sawItself(now, v.Belief) {
			ev = c.repeated(ev, old.Evidence)
		}
		said := claimed{Claim: c, Evidence: ev}
		if v, err = weighClaim(v, c, ev); err != nil {
			return NewEvent{}, v, h, err
		}
		h.claims = maps.Clone(h.claims)
		h.claims[c.key()] = said
		return NewEvent{Kind: KindClaim, Body: &said}, v, h, nil
	})
}

// Withdraw takes back what an author claims of a literal, as though it had
// never been said. It returns ErrNotFound where there is no such claim.
func (e *Engine) Withdraw(ctx context.Context, w World, ep Episode, author string, l Literal) (View, error) {
	c := Claim{Author: author, Literal: l}
	if err := c.Valid(); err != nil {
		return View{}, err
	}
	return e.append(ctx, w, ep, "withdraw", func(r *run, v View) (NewEvent, View, history, error) {
		if _, ok := r.claims[c.key()]; !ok {
			return NewEvent{}, v, r.history, fmt.Errorf("%s claims nothing of %v: %w", author, l, ErrNotFound)
		}
		v, h, err := e.withdraw(ctx, r, v, c)
		return NewEvent{Kind: KindClaim, Body: &claimed{Claim: c, Withdrawn: true}}, v, h, err
	})
}

// withdraw returns the view without the author's live claim on the event.
func (e *Engine) withdraw(ctx context.Context, r *run, v View, c Claim) (View, history, error) {
	base := View{World: v.World, Episode: v.Episode, Knowledge: v.Knowledge, Pack: v.Pack}
	return e.refold(ctx, r.stream, base, endOfStream, LogEvent{Stream: r.stream, Kind: KindClaim, Body: &claimed{Claim: c, Withdrawn: true}})
}

// Expect records a forecast; the step that settles it scores it.
func (e *Engine) Expect(ctx context.Context, w World, ep Episode, f Forecast) (View, error) {
	if !(f.P >= 0 && f.P <= 1) || len(f.Event.Literals) == 0 && f.Event.Some.Type == "" {
		return View{}, fmt.Errorf("expect: the event is empty or P=%v is not in [0,1]: %w", f.P, ErrInvalid)
	}
	return e.append(ctx, w, ep, "expect", func(r *run, v View) (NewEvent, View, history, error) {
		h := r.history
		h.forecasts = append(h.forecasts[:len(h.forecasts):len(h.forecasts)], f)
		return NewEvent{Kind: KindForecast, Body: f}, v, h, nil
	})
}

// Retract withdraws evidence: one piece of a step's, or with Index -1 all of it
// and the verdict on its action. The belief is folded again without it. It
// returns ErrNotFound where there is no such step or piece.
func (e *Engine) Retract(ctx context.Context, w World, ep Episode, x Retraction) (View, error) {
	return e.append(ctx, w, ep, "retract", func(r *run, v View) (NewEvent, View, history, error) {
		if x.Step == 0 || x.Step > v.Seq {
			return NewEvent{}, v, r.history, fmt.Errorf("step %d: the episode has %d steps: %w", x.Step, v.Seq, ErrNotFound)
		}
		if err := e.hasPiece(ctx, r.stream, x); err != nil {
			return NewEvent{}, v, r.history, err
		}
		base := View{World: v.World, Episode: v.Episode, Knowledge: v.Knowledge, Pack: v.Pack}
		next, h, err := e.refold(ctx, r.stream, base, endOfStream, LogEvent{Stream: r.stream, Kind: KindRetract, Body: x})
		return NewEvent{Kind: KindRetract, Body: x}, next, h, err
	})
}

// hasPiece reports whether the stream has what is to be retracted.
func (e *Engine) hasPiece(ctx context.Context, stream string, x Retraction) error {
	if x.Index == -1 {
		return nil
	}
	for ev, err := range e.cfg.Store.Read(ctx, stream, 1) {
		if err != nil {
			return err
		}
		if ev.Kind != KindStep {
			continue
		}
		st, err := body[*Step](ev)
		if err != nil {
			return err
		}
		if st.Seq == x.Step && x.Index >= 0 && x.Index < len(st.Observation.Evidence) {
			return nil
		}
	}
	return fmt.Errorf("step %d has no piece of evidence %d: %w", x.Step, x.Index, ErrNotFound)
}

// append adds one event that is no step. make returns the event with the view
// and the history that follow from it; they are taken up once the store has it.
func (e *Engine) append(ctx context.Context, w World, ep Episode, what string, make func(*run, View) (NewEvent, View, history, error)) (View, error) {
	r, err := e.run(w, ep)
	if err != nil {
		return View{}, fmt.Errorf("%s: %w", what, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	v := *r.view.Load()
	v.Episode = ep
	if r.closed {
		return v, fmt.Errorf("%s %s/%s: the episode has ended: %w", what, w, ep, ErrClosed)
	}
	ev, next, h, err := make(r, v)
	if err != nil {
		return v, fmt.Errorf("%s %s/%s: %w", what, w, ep, err)
	}
	if err := e.cfg.Store.Append(ctx, Write{Stream: r.stream, Expect: r.length, Events: []NewEvent{ev}}); err != nil {
		e.catchUp(ctx, r, err)
		return v, fmt.Errorf("%s %s/%s: %w", what, w, ep, err)
	}
	h.length = r.length + 1
	r.history = h
	r.view.Store(&next)
	return next, nil
}
