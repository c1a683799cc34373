package bethink_test

import (
	"errors"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bethinktest"
)

func TestMemoryStore(t *testing.T) {
	bethinktest.TestStore(t, func(*testing.T) bethink.Store { return bethink.NewMemoryStore() })
}

func TestBytesStore(t *testing.T) {
	bethinktest.TestStore(t, func(*testing.T) bethink.Store { return bethinktest.BytesStore{Store: bethink.NewMemoryStore()} })
}

// log returns the events of a stream.
func log(t testing.TB, s bethink.Store, stream string) []bethink.LogEvent {
	t.Helper()
	var out []bethink.LogEvent
	for ev, err := range s.Read(t.Context(), stream, 1) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, ev)
	}
	return out
}

func verify(evs []bethink.LogEvent) error {
	prev := ""
	for i := range evs {
		if err := evs[i].Verify(prev); err != nil {
			return err
		}
		prev = evs[i].Chain
	}
	return nil
}

// A payload can be erased and the chain still verifies; nothing else can be
// changed without breaking it.
func TestChain_ErasureVerifiesAndTamperingDoesNot(t *testing.T) {
	s := bethink.NewMemoryStore()
	for i := range 4 {
		if err := s.Append(t.Context(), bethink.Write{Stream: "a", Expect: uint64(i), Events: []bethink.NewEvent{{Kind: bethink.KindNote, Key: string(rune('k' + i)), Body: map[string]int{"secret": i}}}}); err != nil {
			t.Fatal(err)
		}
	}
	held := log(t, s, "a")
	if err := s.Erase("a", 2); err != nil {
		t.Fatal(err)
	}
	evs := log(t, s, "a")
	if evs[1].Data != nil || evs[1].Body != nil {
		t.Error("the payload is still there")
	}
	if held[1].Data == nil {
		t.Error("erasing changed what a reader held")
	}
	if err := verify(evs); err != nil {
		t.Errorf("erased: %v", err)
	}
	if err := s.Erase("a", 5); !errors.Is(err, bethink.ErrNotFound) {
		t.Errorf("no such event: %v", err)
	}
	for name, tamper := range map[string]func(evs []bethink.LogEvent) []bethink.LogEvent{
		"payload":  func(e []bethink.LogEvent) []bethink.LogEvent { e[2].Data = []byte(`{"secret":7}`); return e },
		"salt":     func(e []bethink.LogEvent) []bethink.LogEvent { e[2].Salt = e[3].Salt; return e },
		"digest":   func(e []bethink.LogEvent) []bethink.LogEvent { e[1].Digest = e[2].Digest; return e },
		"kind":     func(e []bethink.LogEvent) []bethink.LogEvent { e[0].Kind = bethink.KindStep; return e },
		"key":      func(e []bethink.LogEvent) []bethink.LogEvent { e[0].Key = "z"; return e },
		"stream":   func(e []bethink.LogEvent) []bethink.LogEvent { e[0].Stream = "b"; return e },
		"number":   func(e []bethink.LogEvent) []bethink.LogEvent { e[3].Seq = 9; return e },
		"order":    func(e []bethink.LogEvent) []bethink.LogEvent { e[2], e[3] = e[3], e[2]; return e },
		"omission": func(e []bethink.LogEvent) []bethink.LogEvent { return append(e[:1], e[2:]...) },
	} {
		if err := verify(tamper(log(t, s, "a"))); !errors.Is(err, bethink.ErrInvalid) {
			t.Errorf("%s changed: %v, want ErrInvalid", name, err)
		}
	}
}
