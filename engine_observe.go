package bethink

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

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
		e.catchUp(ctx, r, err)
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
