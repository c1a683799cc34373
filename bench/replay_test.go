package bench_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench"
)

// logged plays three doors and returns the log of one run.
func logged(t *testing.T) []byte {
	t.Helper()
	c := config(nil)
	c.Logs = t.TempDir()
	c.Variants = c.Variants[:1]
	c.Runs = []bench.Run{{World: "w/1", Tasks: []bench.Task{{Name: "a3"}, {Name: "b1"}}}}
	play(t, c)
	files, err := filepath.Glob(filepath.Join(c.Logs, "*.jsonl"))
	if err != nil || len(files) != 1 || !strings.HasPrefix(filepath.Base(files[0]), "planner+belief_w_1-") {
		t.Fatalf("logs %v, %v", files, err)
	}
	return read(t, files[0])
}

func TestReplay_FoldsToTheSameBelief(t *testing.T) {
	got, err := bench.Replay(t.Context(), bytes.NewReader(logged(t)), doorPack{"d1"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 {
		t.Fatalf("%+v", got)
	}
	// Start, the first text, three doors, close.
	r := got[0]
	if r.Stream != "episode/w/1/1" || r.Events != 6 || r.Steps != 4 || r.Fingerprints != 5 || r.Outcome != "won" || r.Fingerprint == "" {
		t.Errorf("%+v", r)
	}
}

func TestReplay_FindsWhatWasChanged(t *testing.T) {
	log := logged(t)
	lines := bytes.SplitAfter(log, []byte("\n"))
	join := func(l ...[]byte) []byte { return bytes.Join(l, nil) }
	for _, tt := range []struct {
		name, says string
		log        []byte
		pack       bethink.Pack
		want       error
	}{
		{"payload", "payload was changed", bytes.Replace(log, []byte("2: nothing"), []byte("2: no thing"), 1), doorPack{"d1"}, bethink.ErrInvalid},
		{"header", "chain is broken", bytes.Replace(log, []byte(`"kind":"close"`), []byte(`"kind":"clone"`), 1), doorPack{"d1"}, bethink.ErrInvalid},
		{"missing", "missing or out of order", join(lines[0], join(lines[2:]...)), doorPack{"d1"}, bethink.ErrInvalid},
		{"cut", "cut off", log[:len(log)-1], doorPack{"d1"}, bethink.ErrInvalid},
		{"empty", "no events", nil, doorPack{"d1"}, bethink.ErrInvalid},
		{"text", "line 1 is no event", []byte("hello\n"), doorPack{"d1"}, bethink.ErrInvalid},
		{"pack", "load that pack", log, doorPack{"d2"}, bethink.ErrConflict},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := bench.Replay(t.Context(), bytes.NewReader(tt.log), tt.pack, nil)
			if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("want %v with %q, got %v", tt.want, tt.says, err)
			}
		})
	}
}

func FuzzReplay(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte(`{"stream":"episode/w/e","seq":1,"kind":"start","data":{},"salt":"","digest":"","chain":""}` + "\n"))
	f.Add([]byte("{}\n{"))
	f.Fuzz(func(t *testing.T, log []byte) {
		if got, err := bench.Replay(t.Context(), bytes.NewReader(log), doorPack{"d1"}, nil); err == nil && len(got) == 0 {
			t.Error("a log without streams was accepted")
		}
	})
}

func FuzzReadRecords(f *testing.F) {
	f.Add([]byte(`{"suite":"s","agent":"a","task":"t"}` + "\n{"))
	f.Add([]byte("\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		rs, whole, err := bench.ReadRecords(bytes.NewReader(data))
		if whole < 0 || whole > int64(len(data)) || err == nil && bytes.Count(data[:whole], []byte("\n")) != len(rs) {
			t.Errorf("%d records in %d of %d bytes", len(rs), whole, len(data))
		}
	})
}
