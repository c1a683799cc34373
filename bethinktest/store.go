package bethinktest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/bethink-dev/bethink"
)

// TestStore checks that what open returns behaves as [bethink.Store] says. Each
// call of open must return an empty store of its own; the suite closes it.
func TestStore(t *testing.T, open func(t *testing.T) bethink.Store) {
	t.Helper()
	for _, c := range []struct {
		name string
		run  func(s *storeTest)
	}{
		{"UnknownStreamIsEmpty", (*storeTest).unknown},
		{"AppendedIsRead", (*storeTest).appended},
		{"ReadFromTheMiddle", (*storeTest).middle},
		{"ReadStopsEarly", (*storeTest).stops},
		{"ChainVerifies", (*storeTest).chain},
		{"WrongLengthIsConflict", (*storeTest).conflict},
		{"AllWritesOrNone", (*storeTest).allOrNone},
		{"AKeyCountsOnce", (*storeTest).keys},
		{"StreamsAreSorted", (*storeTest).streams},
		{"CancelledAppendWritesNothing", (*storeTest).cancelled},
		{"ConcurrentAppendsAreOrdered", (*storeTest).concurrent},
		{"OneOfTwoRacersWins", (*storeTest).race},
		{"ClosedIsClosed", (*storeTest).closed},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &storeTest{T: t, Store: open(t)}
			t.Cleanup(func() {
				if err := s.Close(); err != nil && !errors.Is(err, bethink.ErrClosed) {
					t.Errorf("Close: %v", err)
				}
			})
			c.run(s)
		})
	}
}

type storeTest struct {
	*testing.T
	bethink.Store
}

// note is the payload that the suite writes.
type note struct {
	N    int    `json:"n"`
	Text string `json:"text"`
}

func notes(from, n int) []bethink.NewEvent {
	var out []bethink.NewEvent
	for i := range n {
		out = append(out, bethink.NewEvent{Kind: bethink.KindNote, Body: note{from + i, "<é & \u2028>"}})
	}
	return out
}

func (s *storeTest) add(stream string, expect uint64, events ...bethink.NewEvent) {
	s.Helper()
	if err := s.Append(s.Context(), bethink.Write{Stream: stream, Expect: expect, Events: events}); err != nil {
		s.Fatalf("append to %s: %v", stream, err)
	}
}

func (s *storeTest) read(stream string, from uint64) []bethink.LogEvent {
	s.Helper()
	var out []bethink.LogEvent
	for ev, err := range s.Read(s.Context(), stream, from) {
		if err != nil {
			s.Fatalf("read %s: %v", stream, err)
		}
		out = append(out, ev)
	}
	return out
}

// want checks that the stream holds the notes numbered so, in order.
func (s *storeTest) want(stream string, from uint64, numbers ...int) {
	s.Helper()
	evs := s.read(stream, from)
	if len(evs) != len(numbers) {
		s.Fatalf("%s from %d: %d events, want %d", stream, from, len(evs), len(numbers))
	}
	for i, ev := range evs {
		var n note
		if err := json.Unmarshal(ev.Data, &n); err != nil {
			s.Fatalf("event %d: %v", ev.Seq, err)
		}
		if n.N != numbers[i] || n.Text != "<é & \u2028>" || ev.Seq != from+uint64(i) || ev.Stream != stream || ev.Kind != bethink.KindNote {
			s.Errorf("event %d of %s: %+v holds %+v, want note %d", from+uint64(i), stream, ev, n, numbers[i])
		}
	}
}

func (s *storeTest) unknown() {
	s.want("nobody/wrote", 1)
	for h := range s.Streams(s.Context(), "") {
		s.Errorf("stream %q in an empty store", h.Stream)
	}
}

func (s *storeTest) appended() {
	s.add("a", 0, notes(0, 3)...)
	s.add("a", 3, notes(3, 1)...)
	s.add("b", bethink.AnyLen, notes(10, 1)...)
	s.want("a", 1, 0, 1, 2, 3)
	s.want("b", 1, 10)
}

func (s *storeTest) middle() {
	s.add("a", 0, notes(0, 5)...)
	s.want("a", 4, 3, 4)
	s.want("a", 6)
	s.want("a", 100)
}

func (s *storeTest) stops() {
	s.add("a", 0, notes(0, 5)...)
	for ev, err := range s.Read(s.Context(), "a", 1) {
		if err != nil {
			s.Fatal(err)
		}
		if ev.Seq == 2 {
			break
		}
	}
	s.add("a", 5, notes(5, 1)...) // nothing is left locked
	for ev := range s.Read(s.Context(), "a", 1) {
		if ev.Seq == 1 { // appending while reading neither blocks nor deadlocks
			s.add("a", 6, notes(6, 1)...)
			break
		}
	}
	s.want("a", 6, 5, 6)
}

func (s *storeTest) chain() {
	s.add("a", 0, notes(0, 2)...)
	s.add("b", 0, notes(5, 1)...)
	s.add("a", 2, notes(2, 2)...)
	prev := ""
	salts := map[string]bool{}
	evs := s.read("a", 1)
	for i := range evs {
		if err := evs[i].Verify(prev); err != nil {
			s.Error(err)
		}
		prev = evs[i].Chain
		salts[evs[i].Salt] = true
	}
	if len(salts) != len(evs) {
		s.Errorf("%d salts for %d events", len(salts), len(evs))
	}
	again := s.read("a", 1)
	for i := range evs {
		if again[i].Chain != evs[i].Chain || string(again[i].Data) != string(evs[i].Data) {
			s.Errorf("event %d is another on the second reading", i+1)
		}
	}
}

func (s *storeTest) conflict() {
	s.add("a", 0, notes(0, 2)...)
	for _, expect := range []uint64{0, 1, 3} {
		err := s.Append(s.Context(), bethink.Write{Stream: "a", Expect: expect, Events: notes(9, 1)})
		if !errors.Is(err, bethink.ErrConflict) {
			s.Errorf("expecting %d of 2: %v, want ErrConflict", expect, err)
		}
	}
	s.want("a", 1, 0, 1)
}

func (s *storeTest) allOrNone() {
	s.add("a", 0, notes(0, 1)...)
	err := s.Append(s.Context(),
		bethink.Write{Stream: "b", Expect: 0, Events: notes(5, 1)},
		bethink.Write{Stream: "a", Expect: 7, Events: notes(9, 1)},
		bethink.Write{Stream: "c", Expect: bethink.AnyLen, Events: notes(6, 1)})
	if !errors.Is(err, bethink.ErrConflict) {
		s.Errorf("%v, want ErrConflict", err)
	}
	s.want("a", 1, 0)
	s.want("b", 1)
	s.want("c", 1)
	if err := s.Append(s.Context(),
		bethink.Write{Stream: "b", Expect: 0, Events: notes(5, 1)},
		bethink.Write{Stream: "a", Expect: 1, Events: notes(1, 1)}); err != nil {
		s.Error(err)
	}
	s.want("a", 1, 0, 1)
	s.want("b", 1, 5)
}

func (s *storeTest) keys() {
	keyed := func(n int, key string) bethink.NewEvent {
		e := notes(n, 1)[0]
		e.Key = key
		return e
	}
	s.add("a", bethink.AnyLen, keyed(0, "k0"), keyed(1, "k1"))
	s.add("a", bethink.AnyLen, keyed(9, "k1"), keyed(2, "k2"), keyed(9, "k2"), keyed(3, ""), keyed(4, ""))
	s.want("a", 1, 0, 1, 2, 3, 4)
	s.add("b", bethink.AnyLen, keyed(0, "k1")) // a key is of its stream
	s.want("b", 1, 0)
	if evs := s.read("a", 1); evs[1].Key != "k1" || evs[3].Key != "" {
		s.Errorf("keys %q and %q", evs[1].Key, evs[3].Key)
	}
	s.add("a", 5, keyed(5, "k5")) // what was left out does not count
}

func (s *storeTest) streams() {
	for _, name := range []string{"world/b", "episode/x/2", "world/a", "episode/x/1", "worlds"} {
		s.add(name, 0, notes(0, len(name))...)
	}
	for prefix, want := range map[string][]string{
		"":         {"episode/x/1", "episode/x/2", "world/a", "world/b", "worlds"},
		"world/":   {"world/a", "world/b"},
		"episode/": {"episode/x/1", "episode/x/2"},
		"none":     nil,
	} {
		var got []string
		for h, err := range s.Streams(s.Context(), prefix) {
			if err != nil {
				s.Fatal(err)
			}
			if h.Len != uint64(len(h.Stream)) {
				s.Errorf("%s has %d events, want %d", h.Stream, h.Len, len(h.Stream))
			}
			got = append(got, h.Stream)
		}
		if !slices.Equal(got, want) {
			s.Errorf("prefix %q: %q, want %q", prefix, got, want)
		}
	}
}

func (s *storeTest) cancelled() {
	s.add("a", 0, notes(0, 1)...)
	ctx, cancel := context.WithCancel(s.Context())
	cancel()
	if err := s.Append(ctx, bethink.Write{Stream: "a", Expect: 1, Events: notes(1, 1)}); !errors.Is(err, context.Canceled) {
		s.Errorf("append: %v, want context.Canceled", err)
	}
	for _, err := range s.Read(ctx, "a", 1) {
		if err != nil && !errors.Is(err, context.Canceled) {
			s.Errorf("read: %v", err)
		}
	}
	s.want("a", 1, 0)
}

func (s *storeTest) concurrent() {
	const writers, each = 8, 20
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				if err := s.Append(s.Context(), bethink.Write{Stream: "a", Expect: bethink.AnyLen, Events: notes(w*each+i, 1)}); err != nil {
					s.Error(err)
				}
			}
		})
	}
	wg.Wait()
	evs := s.read("a", 1)
	if len(evs) != writers*each {
		s.Fatalf("%d events, want %d", len(evs), writers*each)
	}
	prev := ""
	latest := map[int]int{}
	for i := range evs {
		if err := evs[i].Verify(prev); err != nil {
			s.Fatal(err)
		}
		prev = evs[i].Chain
		var n note
		if err := json.Unmarshal(evs[i].Data, &n); err != nil {
			s.Fatal(err)
		}
		if last, ok := latest[n.N/each]; ok && n.N < last {
			s.Errorf("writer %d: note %d after %d", n.N/each, n.N, last)
		}
		latest[n.N/each] = n.N
	}
}

func (s *storeTest) race() {
	const racers = 8
	errs := make([]error, racers)
	var wg sync.WaitGroup
	for i := range racers {
		wg.Go(func() {
			errs[i] = s.Append(s.Context(), bethink.Write{Stream: "a", Expect: 0, Events: notes(i, 1)})
		})
	}
	wg.Wait()
	won := 0
	for _, err := range errs {
		switch {
		case err == nil:
			won++
		case !errors.Is(err, bethink.ErrConflict):
			s.Errorf("%v, want ErrConflict", err)
		}
	}
	if n := len(s.read("a", 1)); won != 1 || n != 1 {
		s.Errorf("%d won, %d events; want one of each", won, n)
	}
}

func (s *storeTest) closed() {
	s.add("a", 0, notes(0, 1)...)
	if err := s.Close(); err != nil {
		s.Fatal(err)
	}
	if err := s.Append(s.Context(), bethink.Write{Stream: "a", Expect: 1, Events: notes(1, 1)}); !errors.Is(err, bethink.ErrClosed) {
		s.Errorf("append: %v, want ErrClosed", err)
	}
	last := fmt.Errorf("nothing")
	for _, last = range s.Read(s.Context(), "a", 1) {
	}
	if !errors.Is(last, bethink.ErrClosed) {
		s.Errorf("read: %v, want ErrClosed", last)
	}
	last = fmt.Errorf("nothing")
	for _, last = range s.Streams(s.Context(), "") {
	}
	if !errors.Is(last, bethink.ErrClosed) {
		s.Errorf("streams: %v, want ErrClosed", last)
	}
}
