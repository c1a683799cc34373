package bethink

import (
	"context"
	"crypto/rand"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
)

// MemoryStore is the reference Store: in memory, gone with the process. Events
// are sealed when they are first read, so that an append costs no encoding.
type MemoryStore struct {
	mu      sync.Mutex
	streams map[string]*memoryStream
	closed  bool
}

type memoryStream struct {
	events []LogEvent // sealed
	fresh  []NewEvent // not yet
	keys   map[string]struct{}
}

var _ Store = (*MemoryStore)(nil)

// NewMemoryStore returns an empty store.
func NewMemoryStore() *MemoryStore {
	return &MemoryStore{streams: map[string]*memoryStream{}}
}

func (s *memoryStream) len() uint64 { return uint64(len(s.events) + len(s.fresh)) }

// Append implements Store.
func (m *MemoryStore) Append(ctx context.Context, ws ...Write) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return fmt.Errorf("append: the store is closed: %w", ErrClosed)
	}
	for _, w := range ws {
		n := uint64(0)
		if s := m.streams[w.Stream]; s != nil {
			n = s.len()
		}
		if w.Expect != AnyLen && w.Expect != n {
			return fmt.Errorf("append to %s: it has %d events, not %d: read it again: %w", w.Stream, n, w.Expect, ErrConflict)
		}
	}
	for _, w := range ws {
		s := m.streams[w.Stream]
		if s == nil {
			s = &memoryStream{}
			m.streams[w.Stream] = s
		}
		for _, e := range w.Events {
			if e.Key != "" {
				if _, have := s.keys[e.Key]; have {
					continue
				}
				if s.keys == nil {
					s.keys = map[string]struct{}{}
				}
				s.keys[e.Key] = struct{}{}
			}
			s.fresh = append(s.fresh, e)
		}
	}
	return nil
}

// seal completes the events that were appended since the last read.
func (s *memoryStream) seal(name string) error {
	for len(s.fresh) > 0 {
		prev := ""
		if n := len(s.events); n > 0 {
			prev = s.events[n-1].Chain
		}
		var salt [16]byte
		if _, err := rand.Read(salt[:]); err != nil {
			return fmt.Errorf("seal %s: %w", name, err)
		}
		e, err := Seal(prev, name, uint64(len(s.events)+1), s.fresh[0], salt)
		if err != nil {
			return err
		}
		s.events = append(s.events, e)
		s.fresh = s.fresh[1:]
	}
	s.fresh = nil
	return nil
}

// Read implements Store.
func (m *MemoryStore) Read(ctx context.Context, stream string, from uint64) iter.Seq2[LogEvent, error] {
	return func(yield func(LogEvent, error) bool) {
		m.mu.Lock()
		if m.closed {
			m.mu.Unlock()
			yield(LogEvent{}, fmt.Errorf("read %s: the store is closed: %w", stream, ErrClosed))
			return
		}
		var events []LogEvent
		var err error
		if s := m.streams[stream]; s != nil {
			err = s.seal(stream)
			events = s.events
		}
		m.mu.Unlock()
		if err != nil {
			yield(LogEvent{}, err)
			return
		}
		for _, e := range events {
			if e.Seq < from {
				continue
			}
			if err := ctx.Err(); err != nil {
				yield(LogEvent{}, err)
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Streams implements Store.
func (m *MemoryStore) Streams(ctx context.Context, prefix string) iter.Seq2[Head, error] {
	return func(yield func(Head, error) bool) {
		m.mu.Lock()
		if m.closed {
			m.mu.Unlock()
			yield(Head{}, fmt.Errorf("streams: the store is closed: %w", ErrClosed))
			return
		}
		var heads []Head
		for name, s := range m.streams {
			if strings.HasPrefix(name, prefix) {
				heads = append(heads, Head{name, s.len()})
			}
		}
		m.mu.Unlock()
		slices.SortFunc(heads, func(a, b Head) int { return strings.Compare(a.Stream, b.Stream) })
		for _, h := range heads {
			if err := ctx.Err(); err != nil {
				yield(Head{}, err)
				return
			}
			if !yield(h, nil) {
				return
			}
		}
	}
}

// Close implements Store.
func (m *MemoryStore) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}

// Erase removes the payload of one event: its header, digest and place in the
// chain stay. It returns ErrNotFound where there is no such event.
func (m *MemoryStore) Erase(stream string, seq uint64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.streams[stream]
	if s == nil || seq == 0 || seq > s.len() {
		return fmt.Errorf("erase event %d of %s: %w", seq, stream, ErrNotFound)
	}
	if err := s.seal(stream); err != nil {
		return err
	}
	// Readers may hold the old slice: replace, never change in place.
	s.events = slices.Clone(s.events)
	s.events[seq-1].Data, s.events[seq-1].Body = nil, nil
	return nil
}
