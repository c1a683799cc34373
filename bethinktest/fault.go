package bethinktest

import (
	"context"
	"errors"
	"iter"
	"sync"

	"github.com/bethink-dev/bethink"
)

// ErrFault is the error of a FailingStore.
var ErrFault = errors.New("bethinktest: this call was made to fail")

// FailingStore is a store of which one call fails, without effect: the Fail-th
// call of Append or Read, counted from 1. 0: none. It is safe for concurrent
// use, but for Fail, which is set between calls.
type FailingStore struct {
	bethink.Store
	Fail  int
	mu    sync.Mutex
	calls int
}

// Calls returns the number of calls so far, and starts to count anew.
func (f *FailingStore) Calls() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.calls
	f.calls = 0
	return n
}

func (f *FailingStore) fails() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	return f.calls == f.Fail
}

// Append implements [bethink.Store].
func (f *FailingStore) Append(ctx context.Context, ws ...bethink.Write) error {
	if f.fails() {
		return ErrFault
	}
	return f.Store.Append(ctx, ws...)
}

// Read implements [bethink.Store].
func (f *FailingStore) Read(ctx context.Context, stream string, from uint64) iter.Seq2[bethink.LogEvent, error] {
	if f.fails() {
		return func(yield func(bethink.LogEvent, error) bool) { yield(bethink.LogEvent{}, ErrFault) }
	}
	return f.Store.Read(ctx, stream, from)
}

// BytesStore is a store that keeps only what a file would: events come back as
// bytes, never as the values that were appended.
type BytesStore struct{ bethink.Store }

// Read implements [bethink.Store].
func (b BytesStore) Read(ctx context.Context, stream string, from uint64) iter.Seq2[bethink.LogEvent, error] {
	return func(yield func(bethink.LogEvent, error) bool) {
		for ev, err := range b.Store.Read(ctx, stream, from) {
			ev.Body = nil
			if !yield(ev, err) {
				return
			}
		}
	}
}
