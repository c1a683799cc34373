package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
)

// Replayed says what the replay of one stream of steps found. All that it
// counts has been checked and held.
type Replayed struct {
	Stream       string `json:"stream"`
	Events       int    `json:"events"`       // whose chain and payload hash fit
	Erased       int    `json:"erased"`       // of those, without payload
	Steps        int    `json:"steps"`        // folded again
	Fingerprints int    `json:"fingerprints"` // equal to the recorded ones
	Outcome      string `json:"outcome,omitempty"`
	Fingerprint  string `json:"fingerprint,omitempty"` // of the last belief
}

// Replay reads a log that [Dump] wrote, verifies the hash chain of every stream,
// folds every stream of steps again without parsing, and compares the beliefs
// with the recorded fingerprints. It returns ErrInvalid with stream and event
// where a hash or a fingerprint does not fit, and ErrConflict where the log was
// made with another pack.
//
// learner is the one with which the log's world learned from episode to episode,
// nil where it did not. What a world knew before the log began is not in the
// log: a stream that started from that is ErrInvalid.
//
// A log whose last line has no end was cut off: that is ErrInvalid too.
func Replay(ctx context.Context, from io.Reader, pack bethink.Pack, learner bethink.Learner) ([]Replayed, error) {
	s, err := readDump(from)
	if err != nil {
		return nil, fmt.Errorf("bench: replay: %w", err)
	}
	var out []Replayed
	for _, name := range s.names {
		got, err := s.replay(ctx, name, pack, learner)
		if err != nil {
			return out, fmt.Errorf("bench: replay %s: %w", name, err)
		}
		out = append(out, got)
	}
	return out, nil
}

// dump is a log in memory: a store that can only be read.
type dump struct {
	names   []string // sorted
	streams map[string][]bethink.LogEvent
}

var _ bethink.Store = (*dump)(nil)

func readDump(from io.Reader) (*dump, error) {
	s := &dump{streams: map[string][]bethink.LogEvent{}}
	var torn tail
	err := eachLine(io.TeeReader(from, &torn), func(n int, line []byte) error {
		var ev bethink.LogEvent
		if err := json.Unmarshal(line, &ev); err != nil {
			return fmt.Errorf("line %d is no event (%v): %w", n, err, bethink.ErrInvalid)
		}
		have := s.streams[ev.Stream]
		if ev.Stream == "" || ev.Seq != uint64(len(have))+1 {
			return fmt.Errorf("line %d is event %d of %q, which has %d so far: events are missing or out of order: %w",
				n, ev.Seq, ev.Stream, len(have), bethink.ErrInvalid)
		}
		if have == nil {
			s.names = append(s.names, ev.Stream)
		}
		s.streams[ev.Stream] = append(have, ev)
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case torn.last != 0 && torn.last != '\n':
		return nil, fmt.Errorf("the last line has no end: the log was cut off: %w", bethink.ErrInvalid)
	case len(s.names) == 0:
		return nil, fmt.Errorf("the log has no events: %w", bethink.ErrInvalid)
	}
	slices.Sort(s.names)
	return s, nil
}

// tail keeps the last byte written to it.
type tail struct{ last byte }

func (t *tail) Write(p []byte) (int, error) {
	if len(p) > 0 {
		t.last = p[len(p)-1]
	}
	return len(p), nil
}

func (s *dump) replay(ctx context.Context, name string, pack bethink.Pack, learner bethink.Learner) (Replayed, error) {
	out := Replayed{Stream: name}
	prev := ""
	plain := true // every event folds by itself
	for i := range s.streams[name] {
		ev := &s.streams[name][i]
		if err := ev.Verify(prev); err != nil {
			return out, err
		}
		prev = ev.Chain
		out.Events++
		if ev.Data == nil {
			out.Erased++
		}
		plain = plain && ev.Kind != bethink.KindClaim && ev.Kind != bethink.KindRetract
	}
	first := s.streams[name][0]
	if first.Kind != bethink.KindStart || out.Erased > 0 {
		return out, nil // not a stream of steps, or one that cannot be folded any more
	}
	var start bethink.Start
	if err := json.Unmarshal(first.Data, &start); err != nil {
		return out, fmt.Errorf("event 1: %v: %w", err, bethink.ErrInvalid)
	}
	engine, err := bethink.New(bethink.Config{Pack: pack, Store: s, Learner: learner})
	if err != nil {
		return out, err
	}
	last, err := engine.Open(ctx, start.World, start.Episode)
	if errors.Is(err, bethink.ErrConflict) && start.Knowledge != 0 {
		return out, fmt.Errorf("it started from knowledge %d, to which the log's own steps do not lead: %w", start.Knowledge, errors.Join(bethink.ErrInvalid, err))
	}
	if err != nil && !errors.Is(err, bethink.ErrClosed) {
		return out, err
	}
	out.Fingerprint = last.Belief.Fingerprint()
	v := bethink.View{World: start.World, Episode: start.Episode, Knowledge: last.Knowledge, Pack: pack}
	for _, ev := range s.streams[name] {
		want, got := "", ""
		switch ev.Kind {
		case bethink.KindStep:
			var st bethink.Step
			if err := json.Unmarshal(ev.Data, &st); err != nil {
				return out, fmt.Errorf("event %d: %v: %w", ev.Seq, err, bethink.ErrInvalid)
			}
			out.Steps++
			if !plain {
				continue // Open folded it, with what was claimed and retracted
			}
			if v, err = bethink.Fold(v, &st, nil); err != nil {
				return out, fmt.Errorf("event %d: %w", ev.Seq, err)
			}
			if want = st.Fingerprint; want != "" {
				got = v.Belief.Fingerprint()
			}
		case bethink.KindClose:
			var end bethink.Ending
			if err := json.Unmarshal(ev.Data, &end); err != nil {
				return out, fmt.Errorf("event %d: %v: %w", ev.Seq, err, bethink.ErrInvalid)
			}
			out.Outcome, want, got = end.Outcome.String(), end.Fingerprint, out.Fingerprint
		}
		if want == "" {
			continue
		}
		if want != got {
			return out, fmt.Errorf("event %d (%s): the belief folds to fingerprint %s, recorded is %s: %w", ev.Seq, ev.Kind, got, want, bethink.ErrInvalid)
		}
		out.Fingerprints++
	}
	return out, nil
}

// Append is refused: a log is only read.
func (s *dump) Append(context.Context, ...bethink.Write) error {
	return fmt.Errorf("a log that is replayed takes no events: %w", bethink.ErrClosed)
}

// Read implements bethink.Store.
func (s *dump) Read(_ context.Context, stream string, from uint64) iter.Seq2[bethink.LogEvent, error] {
	return func(yield func(bethink.LogEvent, error) bool) {
		for _, ev := range s.streams[stream] {
			if ev.Seq >= from && !yield(ev, nil) {
				return
			}
		}
	}
}

// Streams implements bethink.Store.
func (s *dump) Streams(_ context.Context, prefix string) iter.Seq2[bethink.Head, error] {
	return func(yield func(bethink.Head, error) bool) {
		for _, n := range s.names {
			if strings.HasPrefix(n, prefix) && !yield(bethink.Head{Stream: n, Len: uint64(len(s.streams[n]))}, nil) {
				return
			}
		}
	}
}

// Close implements bethink.Store.
func (s *dump) Close() error { return nil }
