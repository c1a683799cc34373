package bench_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestPlay_TheRecordSaysWhatHappened(t *testing.T) {
	rs := play(t, config(nil))
	if want := 2 * len(tasks()); len(rs) != want {
		t.Fatalf("%d records, want %d", len(rs), want)
	}
	// Door 3 is the third likeliest: forecasts .4, .3/.6 and .2/.3, all settled.
	got := find(t, rs, "planner", "c3")
	if got.Outcome != "won" || got.Steps != 3 || got.Walkthrough != 1 || got.Queries != 3 || got.Invalid != 0 || got.Error != "" {
		t.Errorf("record of c3: %+v", got)
	}
	if diff := cmp.Diff([]float64{0, 0, 1}, got.Rewards); diff != "" {
		t.Error(diff)
	}
	want := []struct {
		event string
		p     float64
		true  bool
	}{{"prize(room)=1", .4, false}, {"prize(room)=2", .5, false}, {"prize(room)=3", 2. / 3, true}}
	if len(got.Forecasts) != len(want) {
		t.Fatalf("forecasts %+v", got.Forecasts)
	}
	brier, bits := 0.0, 0.0
	for i, w := range want {
		f := got.Forecasts[i]
		if f.Event != w.event || math.Abs(f.P-w.p) > .002 || f.True != w.true {
			t.Errorf("forecast %d is %+v, want %+v", i, f, w)
		}
		p := f.P
		if !f.True {
			p = 1 - p
		}
		brier += (1 - p) * (1 - p) / 3
		bits -= math.Log2(p) / 3
	}
	if math.Abs(*got.Brier-brier) > 1e-12 || math.Abs(*got.LogScore-bits) > 1e-12 {
		t.Errorf("brier %v and log score %v, want %v and %v", *got.Brier, *got.LogScore, brier, bits)
	}
	if got.Coverage != 1 || got.Fingerprint == "" || got.Pack != (bench.PackID{Name: "doors", Version: "1", Digest: "d1"}) || got.Version != "test" {
		t.Errorf("coverage, fingerprint, pack or version: %+v", got)
	}
}

func TestPlay_OnlyTheFirstForecastOfAnEventCounts(t *testing.T) {
	c := config(nil)
	c.Runs = bench.Apart([]string{"m9"})
	c.Variants = []bench.Variant{{Agent: "stubborn", Policy: func(bench.Task, uint64) (bethink.Policy, error) {
		return act(func(bethink.View, []string) (bethink.Decision, error) { return bethink.Decision{Action: "open 1"}, nil }), nil
	}}}
	got := play(t, c)[0]
	if got.Outcome != "timeout" || got.Steps != 10 || len(got.Forecasts) != 1 || got.Trivial != 0 {
		t.Errorf("after opening the same door ten times: %+v", got)
	}
}

func TestPlay_FaultsStayInTheirEpisode(t *testing.T) {
	c := config(nil)
	c.Variants = append(c.Variants, bench.Variant{Agent: "faulty", Policy: func(bench.Task, uint64) (bethink.Policy, error) {
		return act(func(bethink.View, []string) (bethink.Decision, error) {
			return bethink.Decision{Queries: 9, Because: []bethink.Ref{{Kind: bench.RefRejected}}}, errors.New("no idea")
		}), nil
	}}, bench.Variant{Agent: "mumbler", Policy: func(bench.Task, uint64) (bethink.Policy, error) {
		return act(func(bethink.View, []string) (bethink.Decision, error) {
			return bethink.Decision{Action: "mumble", Because: []bethink.Ref{{Kind: bench.RefRejected}, {Kind: "plan"}}}, nil
		}), nil
	}})
	rs := play(t, c)
	if r := find(t, rs, "faulty", "a1"); r.Queries != 9 {
		t.Errorf("a policy that gave up after 9 questions asked %d", r.Queries)
	}
	for _, tt := range []struct {
		agent, task, outcome, says     string
		steps, invalid, rejected, walk int
	}{
		{"planner", "broken3", "invalid", "the door came off", 2, 0, 0, 1},
		{"planner", "absent", "invalid", "no such room", 0, 0, 0, 0},
		{"faulty", "a1", "lost", "no idea", 0, 0, 1, 1}, // what it spent on the way counts
		{"mumbler", "a1", "timeout", "", 10, 10, 10, 1},
	} {
		r := find(t, rs, tt.agent, tt.task)
		if r.Outcome != tt.outcome || r.Steps != tt.steps || r.Invalid != tt.invalid || r.Rejections != tt.rejected ||
			r.Walkthrough != tt.walk || !strings.Contains(r.Error, tt.says) || (tt.says == "") != (r.Error == "") {
			t.Errorf("%s on %s: %+v", tt.agent, tt.task, r)
		}
	}
}

func TestPlay_NothingDependsOnTheWorkers(t *testing.T) {
	var files [][]byte
	var all [][]bench.Record
	for _, workers := range []int{1, 8} {
		c := config(nil)
		c.Workers, c.Dir = workers, t.TempDir()
		all = append(all, play(t, c))
		files = append(files, read(t, c.Dir, "records.jsonl"))
	}
	if diff := cmp.Diff(all[0], all[1]); diff != "" {
		t.Error(diff)
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the files differ")
	}
}

func read(t *testing.T, elem ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(elem...))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestPlay_GoesOnWhereItWasStopped(t *testing.T) {
	whole := config(nil)
	whole.Dir = t.TempDir()
	want := play(t, whole)

	var resets atomic.Int64
	c := config(&resets)
	c.Dir, c.Workers = t.TempDir(), 2
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	c.Done = func(_ bench.Record, done, total int) {
		if total != len(want) {
			t.Errorf("total %d, want %d", total, len(want))
		}
		if done == 7 {
			stop()
		}
	}
	part, err := bench.Play(ctx, c)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if len(part) < 7 || len(part) == len(want) {
		t.Fatalf("%d records of %d", len(part), len(want))
	}
	kept, _, err := bench.ReadRecords(bytes.NewReader(read(t, c.Dir, "records.jsonl")))
	if err != nil || len(kept) != len(part) {
		t.Fatalf("%d records on disk, %d returned: %v", len(kept), len(part), err)
	}

	// A crash may tear the last line.
	file := filepath.Join(c.Dir, "records.jsonl")
	if err := os.WriteFile(file, append(read(t, file), `{"suite":"doors","wor`...), 0o644); err != nil {
		t.Fatal(err)
	}
	resets.Store(0)
	c.Done = nil
	if diff := cmp.Diff(want, play(t, c)); diff != "" {
		t.Error(diff)
	}
	if got := int(resets.Load()); got != len(want)-len(part) {
		t.Errorf("%d episodes were played again, %d were missing", got, len(want)-len(part))
	}
	if !bytes.Equal(read(t, file), read(t, whole.Dir, "records.jsonl")) {
		t.Error("the file is not that of an uninterrupted run")
	}
	resets.Store(0)
	play(t, c)
	if got := resets.Load(); got != 0 {
		t.Errorf("a finished run played %d episodes", got)
	}
}

// Two runs do not write into one folder; the second says so and touches nothing.
func TestPlay_OneWriterAFolder(t *testing.T) {
	c := config(nil)
	c.Dir = t.TempDir()
	second := c
	var once sync.Once
	c.Done = func(bench.Record, int, int) {
		once.Do(func() {
			before := read(t, c.Dir, "records.jsonl")
			if _, err := bench.Play(t.Context(), second); !errors.Is(err, bethink.ErrConflict) || !strings.Contains(err.Error(), "another run writes") {
				t.Errorf("want ErrConflict, got %v", err)
			}
			if !bytes.Equal(before, read(t, c.Dir, "records.jsonl")) {
				t.Error("the records were touched")
			}
		})
	}
	play(t, c)
	play(t, second) // the folder is free again
}

func TestPlay_RefusesAnotherConfiguration(t *testing.T) {
	c := config(nil)
	c.Dir = t.TempDir()
	c.Variants = c.Variants[:1]
	play(t, c)
	before := read(t, c.Dir, "records.jsonl")
	for name, change := range map[string]func(*bench.Config){
		"budget there is 10, here 11":           func(c *bench.Config) { c.Budget = 11 },
		"seed there is 7, here 8":               func(c *bench.Config) { c.Seed = 8 },
		"hash of the tasks":                     func(c *bench.Config) { c.Runs = c.Runs[1:] },
		"pack there is doors 1 d1, here doors ": func(c *bench.Config) { c.Pack = doorPack{"d2"} },
		"version there is test, here later":     func(c *bench.Config) { c.Version = "later" },
		"suite there is doors, here gates":      func(c *bench.Config) { c.Suite = "gates" },
		"model there is none, here large":       func(c *bench.Config) { c.Model = "large" },
	} {
		other := c
		change(&other)
		if _, err := bench.Play(t.Context(), other); !errors.Is(err, bethink.ErrConflict) || !strings.Contains(err.Error(), name) {
			t.Errorf("want ErrConflict with %q, got %v", name, err)
		}
	}
	if !bytes.Equal(before, read(t, c.Dir, "records.jsonl")) {
		t.Error("the records were touched")
	}
	c.Variants = config(nil).Variants
	if got, want := len(play(t, c)), 2*len(tasks()); got != want {
		t.Errorf("with another variant there are %d records, want %d", got, want)
	}
}

func TestPlay_NamesTheFieldThatIsWrong(t *testing.T) {
	for field, spoil := range map[string]func(*bench.Config){
		"Suite":         func(c *bench.Config) { c.Suite = "" },
		"Runs":          func(c *bench.Config) { c.Runs = nil },
		"Variants":      func(c *bench.Config) { c.Variants = nil },
		"Environment":   func(c *bench.Config) { c.Environment = nil },
		"Pack":          func(c *bench.Config) { c.Pack = nil },
		"Budget":        func(c *bench.Config) { c.Budget = -1 },
		"Workers":       func(c *bench.Config) { c.Workers = -1 },
		"Runs[1].World": func(c *bench.Config) { c.Runs[1].World = c.Runs[0].World },
		"Runs[0].Tasks": func(c *bench.Config) { c.Runs[0].Tasks = []bench.Task{{Name: "a"}, {Name: "a"}} },
		"Variants[1]":   func(c *bench.Config) { c.Variants[1] = c.Variants[0] },
	} {
		c := config(nil)
		spoil(&c)
		_, err := bench.Play(t.Context(), c)
		if !errors.Is(err, bethink.ErrInvalid) || !strings.Contains(err.Error(), "Config."+field+" ") {
			t.Errorf("%s: %v", field, err)
		}
	}
}

func TestReadRecords_RefusesWhatIsNoRecord(t *testing.T) {
	good := `{"suite":"s","agent":"a","task":"t","outcome":"won"}` + "\n"
	for _, tt := range []struct {
		in   string
		n    int
		says string
	}{
		{"", 0, ""},
		{good + good, 2, ""},
		{good + strings.TrimSuffix(good, "\n"), 1, ""},
		{good + "{}\n" + good, 1, "line 2"},
		{"nonsense\n", 0, "line 1"},
	} {
		rs, whole, err := bench.ReadRecords(strings.NewReader(tt.in))
		if len(rs) != tt.n || int(whole) != tt.n*len(good) || (err == nil) != (tt.says == "") {
			t.Errorf("%q: %d records in %d bytes, %v", tt.in, len(rs), whole, err)
		}
		if err != nil && (!errors.Is(err, bethink.ErrInvalid) || !strings.Contains(err.Error(), tt.says)) {
			t.Errorf("%q: %v", tt.in, err)
		}
	}
}

// counting is a learner that counts steps: one note each.
type counting struct{}

type counted struct {
	bethink.NoKnowledge
	n uint64
}

func (c counted) Version() uint64 { return c.n }

func (counting) Fold(k bethink.Knowledge, _ bethink.LogEvent) (bethink.Knowledge, error) {
	return counted{n: k.Version() + 1}, nil
}

func (counting) Absorb(bethink.Knowledge, bethink.View, *bethink.Step) []bethink.NewEvent {
	return []bethink.NewEvent{{Kind: bethink.KindNote, Body: 1}}
}

func TestPlay_AWorldTeachesItsLaterEpisodes(t *testing.T) {
	var known []uint64
	c := config(nil)
	c.Learner, c.Dir = counting{}, t.TempDir()
	c.Runs = []bench.Run{{World: "w", Tasks: []bench.Task{{Name: "a1"}, {Name: "b2"}, {Name: "c1"}}}}
	c.Variants = []bench.Variant{{Agent: "planner", WM: "belief", Policy: func(t bench.Task, seed uint64) (bethink.Policy, error) {
		p, err := likely(t, seed)
		return act(func(v bethink.View, a []string) (bethink.Decision, error) {
			known = append(known, v.Knowledge.Version())
			return p.Act(context.Background(), v, "", a)
		}), err
	}}}
	want := play(t, c)
	// a1: reset and one step; b2: reset and two; c1 starts from all five.
	if diff := cmp.Diff([]uint64{0, 2, 2, 5}, known); diff != "" {
		t.Error(diff)
	}
	// A run that was cut off is played from its start, and recorded from where
	// it was.
	file := filepath.Join(c.Dir, "records.jsonl")
	data := read(t, file)
	if err := os.WriteFile(file, data[:bytes.IndexByte(data, '\n')+1], 0o644); err != nil {
		t.Fatal(err)
	}
	known = nil
	if diff := cmp.Diff(want, play(t, c)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]uint64{0, 2, 2, 5}, known); diff != "" {
		t.Error(diff)
	}
	if !bytes.Equal(data, read(t, file)) {
		t.Error("the file is not that of an uninterrupted run")
	}
}
