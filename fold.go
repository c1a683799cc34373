package bethink

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
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
// Withdrawn takes back what the author said before and says nothing.
type claimed struct {
	Claim     Claim    `json:"claim"`
	Evidence  Evidence `json:"evidence"`
	Withdrawn bool     `json:"withdrawn,omitempty"`
}

// endOfStream as a step folds all there are.
const endOfStream = ^uint64(0)

// refold rebuilds a view and its history from a stream, up to and including
// step upto. more are events to be folded as though they followed. Two passes:
// what was retracted or replaced is known before anything is folded.
func (e *Engine) refold(ctx context.Context, stream string, v View, upto uint64, more ...LogEvent) (View, history, error) {
	h := history{keys: map[string]uint64{}, claims: map[string]claimed{}}
	skipped := map[Retraction]bool{}
	dead, last := map[int]bool{}, map[string]int{}
	var events []LogEvent
	for ev, err := range e.cfg.Store.Read(ctx, stream, 1) {
		if err != nil {
			return v, h, err
		}
		events = append(events, ev)
	}
	h.length = uint64(len(events))
	events = append(events, more...)
	past := false
	for i, ev := range events {
		switch ev.Kind {
		case KindStep:
			past = past || stepAfter(ev, upto)
		case KindClaim:
			c, err := body[*claimed](ev)
			if err != nil {
				return v, h, err
			}
			if past {
				continue
			}
			if old, ok := last[c.Claim.key()]; ok {
				dead[old] = true
			}
			last[c.Claim.key()] = i
		case KindRetract:
			x, err := body[Retraction](ev)
			if err != nil {
				return v, h, err
			}
			skipped[Retraction{Step: x.Step, Index: x.Index}] = true
		}
	}
	for i, ev := range events {
		var err error
		switch ev.Kind {
		case KindStart:
			err = e.started(ev)
		case KindStep:
			var st *Step
			if st, err = body[*Step](ev); err != nil {
				break
			}
			if st.Seq > upto {
				return v, h, nil
			}
			v, err = Fold(v, st, func(i int) bool {
				return skipped[Retraction{Step: st.Seq, Index: i}] || skipped[Retraction{Step: st.Seq, Index: -1}]
			})
			if ev.Key != "" {
				h.keys[ev.Key] = ev.Seq
			}
			h.forecasts, _ = h.resolve(st)
		case KindClaim:
			var c *claimed
			if c, err = body[*claimed](ev); err == nil && !dead[i] && !c.Withdrawn {
				h.claims[c.Claim.key()] = *c
				v, err = weighClaim(v, c.Claim, c.Evidence)
			}
		case KindForecast:
			var f Forecast
			f, err = body[Forecast](ev)
			h.forecasts = append(h.forecasts, f)
		case KindClose:
			h.closed = !e.cfg.Pack.Describe().Live
		}
		if err != nil {
			return v, h, err
		}
	}
	return v, h, nil
}

// stepAfter reports whether the event is a step later than upto. One that
// cannot be read is reported when it is folded.
func stepAfter(ev LogEvent, upto uint64) bool {
	if upto == endOfStream {
		return false
	}
	st, err := body[*Step](ev)
	return err == nil && st.Seq > upto
}

// started checks that a stream was made with the engine's pack.
func (e *Engine) started(ev LogEvent) error {
	s, err := body[Start](ev)
	if err != nil {
		return err
	}
	if d := e.cfg.Pack.Describe(); s.Digest != d.Digest {
		return fmt.Errorf("stream %s was made with pack %s %s (digest %.12s), not with %s %s (%.12s): load that pack: %w",
			ev.Stream, s.Pack, s.Version, s.Digest, d.Name, d.Version, d.Digest, ErrConflict)
	}
	return nil
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
	u.restale()
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
	k := r.view.Load().Knowledge
	v, _, err := e.refold(ctx, r.stream, View{World: w, Episode: ep, Knowledge: k, Pack: e.cfg.Pack}, upto)
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
		e.behind(ctx, r, err)
		return v, fmt.Errorf("%s %s/%s: %w", what, w, ep, err)
	}
	h.length = r.length + 1
	r.history = h
	r.view.Store(&next)
	return next, nil
}
