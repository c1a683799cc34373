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
	u.checkDependencies()
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
