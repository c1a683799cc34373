package learning_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/agent"
	"github.com/bethink-dev/bethink/bench"
	"github.com/bethink-dev/bethink/bench/learning"
	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/env/alfworld"
	"github.com/bethink-dev/bethink/learn"
	"github.com/bethink-dev/bethink/pack"
)

func planner(use agent.Use) func(uint64) (bethink.Policy, error) {
	return func(seed uint64) (bethink.Policy, error) {
		return agent.New(agent.Config{Name: "planner", WM: agent.WM{Belief: use}, Seed: seed})
	}
}

func games(set *alfworld.Set, n int) learning.Games {
	g := learning.Games{Environment: func() (bethink.Environment, error) { return set.New(alfworld.Config{}) }}
	for i, t := range set.Tasks() {
		if i*n/set.Len() != (i+1)*n/set.Len() { // n of them, evenly
			g.Tasks = append(g.Tasks, t.Name)
		}
	}
	return g
}

func zipf(t *testing.T, seed uint64, n int) learning.Games {
	t.Helper()
	files, err := alfworld.Generate(alfworld.GenerateConfig{Seed: seed, Games: n, Placement: alfworld.PlacementZipf})
	if err != nil {
		t.Fatal(err)
	}
	set, err := alfworld.NewSet(files)
	if err != nil {
		t.Fatal(err)
	}
	return games(set, n)
}

func config(t *testing.T, train, test learning.Games) learning.Config {
	t.Helper()
	p, err := pack.Household()
	if err != nil {
		t.Fatal(err)
	}
	return learning.Config{
		Suite: "test", Train: train, Test: test, Pack: p, Name: "planner", Seed: 1,
		Agent: planner(agent.UseBelief), Trainee: planner(agent.UseNoProb),
	}
}

// What was learned from made games saves steps in others, much of what the
// placement told outright saves; and nothing depends on how many play at a time.
func TestRun_Zipf(t *testing.T) {
	ctx := context.Background()
	c := config(t, zipf(t, 2, 80), zipf(t, 1, 60))
	c.Workers = 1
	arms, err := learning.Run(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	given, err := learning.With(ctx, c, "given", learning.Ranked{Alpha: 1.25, Rows: alfworld.Allowed})
	if err != nil {
		t.Fatal(err)
	}
	lines, err := learning.Lines(append(arms, given))
	if err != nil {
		t.Fatal(err)
	}
	if err := learning.Recover(lines, append(arms, given), 3); err != nil {
		t.Fatal(err)
	}
	for _, l := range lines[1:3] {
		if l.CI95[1] >= 0 || l.Recovered.Value < 0.6 {
			t.Errorf("%s: steps against the pack's prior within %v, %.2f recovered; want fewer, and most", l.WM, *l.CI95, l.Recovered.Value)
		}
	}
	c.Workers = 3
	again, err := learning.Run(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	x, _ := json.Marshal(arms[1].Records)
	y, _ := json.Marshal(again[1].Records)
	if !bytes.Equal(x, y) {
		t.Error("records depend on the number of workers")
	}
}

// Test games that teach each other teach without training too.
func TestRun_Sequential(t *testing.T) {
	c := config(t, zipf(t, 2, 1), zipf(t, 1, 60))
	frozen, err := learning.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	c.Study = learning.StudySequential
	taught, err := learning.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	a, b := bench.Summarise(frozen[1].Records), bench.Summarise(taught[1].Records)
	if *b.MeanSteps >= *a.MeanSteps {
		t.Errorf("%.2f steps where games teach each other, %.2f where not", *b.MeanSteps, *a.MeanSteps)
	}
	if v := taught[1].Knowledge.Version(); v != frozen[1].Knowledge.Version() {
		t.Errorf("the arm's own knowledge moved to version %d", v)
	}
}

func TestConfig_NamesTheField(t *testing.T) {
	good := config(t, zipf(t, 1, 1), zipf(t, 1, 1))
	for field, change := range map[string]func(*learning.Config){
		"Suite": func(c *learning.Config) { c.Suite = "" }, "Train": func(c *learning.Config) { c.Train.Tasks = nil },
		"Test": func(c *learning.Config) { c.Test.Environment = nil }, "Pack": func(c *learning.Config) { c.Pack = nil },
		"Agent": func(c *learning.Config) { c.Agent = nil }, "Budget": func(c *learning.Config) { c.Budget = -1 },
		"Study": func(c *learning.Config) { c.Study = 7 }, "Workers": func(c *learning.Config) { c.Workers = -1 },
	} {
		c := good
		change(&c)
		if _, err := learning.Run(context.Background(), c); !errors.Is(err, bethink.ErrInvalid) || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// The official games: a tenth of the training games, by known placements, save
// steps in games of the seen rooms, and the forecasts hold.
func TestRun_Official(t *testing.T) {
	shared := os.Getenv("BETHINK_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "shared")
	}
	load := func(name string) *alfworld.Set {
		set, err := alfworld.Load(context.Background(), filepath.Join(shared, "data", "alfworld", name))
		if err != nil {
			t.Skip("the official games are not here: ", err)
		}
		return set
	}
	ctx := context.Background()
	train, test := load("train_400.tar.xz"), load("valid_seen.tar.xz")
	c := config(t, games(train, 100), games(test, test.Len()))
	l, err := learn.New(learn.Config{Declared: c.Pack})
	if err != nil {
		t.Fatal(err)
	}
	k, err := learning.Known(ctx, c.Train, c.Pack, l, nil)
	if err != nil {
		t.Fatal(err)
	}
	var arms []learning.Arm
	for _, from := range []struct {
		wm string
		k  bethink.Knowledge
	}{{"belief", bethink.NoKnowledge{}}, {"learned", k}} {
		a, err := learning.With(ctx, c, from.wm, from.k)
		if err != nil {
			t.Fatal(err)
		}
		arms = append(arms, a)
	}
	lines, err := learning.Lines(arms)
	if err != nil {
		t.Fatal(err)
	}
	got := lines[1]
	if got.CI95[1] >= 0 || *got.StepsOverWalkthrough > 1.35 || *got.ECE > 0.035 {
		t.Errorf("steps against the pack's prior within %v, %.2f times the walkthrough, calibration error %.3f", *got.CI95, *got.StepsOverWalkthrough, *got.ECE)
	}
}

// household returns the pack with a learner.
func household(t *testing.T) (*pack.Pack, *learn.Learner) {
	t.Helper()
	p, err := pack.Household()
	if err != nil {
		t.Fatal(err)
	}
	l, err := learn.New(learn.Config{Declared: p})
	if err != nil {
		t.Fatal(err)
	}
	return p, l
}

// A log of a world that learned from episode to episode replays with the
// learner, and says what is missing without.
func TestReplay_OfAWorldThatLearned(t *testing.T) {
	p, l := household(t)
	data := logged(t, l)
	got, err := bench.Replay(t.Context(), bytes.NewReader(data), p, l)
	if err != nil {
		t.Fatal(err)
	}
	prints := 0
	for _, r := range got {
		prints += r.Fingerprints
	}
	if len(got) < 3 || prints < 4 { // two episodes and what the world learned
		t.Errorf("%+v", got)
	}
	if _, err := bench.Replay(t.Context(), bytes.NewReader(data), p, nil); !errors.Is(err, bethink.ErrInvalid) || !strings.Contains(err.Error(), "the log's own steps do not lead") {
		t.Errorf("without the learner: %v", err)
	}
	if _, err := bench.Replay(t.Context(), bytes.NewReader(logged(t, nil)), p, l); err != nil {
		t.Errorf("a learner that nobody needed: %v", err)
	}
}

// logged plays two made games with a log, in a world that learns where there is
// a learner.
func logged(t *testing.T, learner bethink.Learner) []byte {
	t.Helper()
	c := config(t, zipf(t, 1, 1), zipf(t, 3, 2))
	dir := t.TempDir()
	_, err := bench.Play(context.Background(), bench.Config{
		Suite: "log", Runs: []bench.Run{{World: "w", Tasks: []bench.Task{{Name: c.Test.Tasks[0]}, {Name: c.Test.Tasks[1]}}}},
		Variants:    []bench.Variant{{Agent: "planner", WM: "noprob", Policy: func(_ bench.Task, s uint64) (bethink.Policy, error) { return c.Trainee(s) }}},
		Environment: c.Test.Environment, Pack: c.Pack, Learner: learner, Seed: 1, Logs: dir,
	})
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A log teaches what its steps tell, once, however often it is read; and its
// forecasts are scored once.
func TestLog_CountsOnce(t *testing.T) {
	p, l := household(t)
	data := logged(t, nil)
	k, seen := l.Start(), map[string]bool{}
	var fs learning.Forecasts
	var versions []uint64
	for range 2 {
		log, err := learning.ReadLog(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if k, err = log.Absorb(k, l, p, seen); err != nil {
			t.Fatal(err)
		}
		if err := fs.Add(context.Background(), log, p); err != nil {
			t.Fatal(err)
		}
		versions = append(versions, k.Version())
	}
	if versions[0] == 0 || versions[0] != versions[1] || fs.Episodes != 2 {
		t.Errorf("versions %v after one and two readings, %d episodes", versions, fs.Episodes)
	}
	c, err := fs.Calibration()
	if err != nil {
		t.Fatal(err)
	}
	a := c.All
	if d := a.Brier.Value - (a.Reliability - a.Resolution + a.Uncertainty + a.Within); math.Abs(d) > 1e-12 {
		t.Errorf("the parts of the Brier score miss it by %g", d)
	}
	n := 0
	for _, b := range a.Bins {
		n += b.Count
		if b.Low > b.Frequency || b.High < b.Frequency {
			t.Errorf("bin %+v lies outside its interval", b)
		}
	}
	if n != a.Count || a.Count != len(fs.First) {
		t.Errorf("%d forecasts in bins, %d counted, %d kept", n, a.Count, len(fs.First))
	}
	var svg, text bytes.Buffer
	if err := errors.Join(learning.WriteSVG(&svg, c), learning.WriteDiagram(&text, a.Bins)); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(svg.String(), "<circle"); got != len(a.Bins) {
		t.Errorf("%d points drawn of %d bins", got, len(a.Bins))
	}
	if got := strings.Count(text.String(), "\n"); got != len(a.Bins)+2 {
		t.Errorf("%d lines for %d bins", got, len(a.Bins))
	}
}

// Twice the prior's probability for what was so is a gain of one bit; of nothing
// there is no report.
func TestCalibration_Gain(t *testing.T) {
	var none learning.Forecasts
	if _, err := none.Calibration(); !errors.Is(err, bethink.ErrInvalid) {
		t.Errorf("%v, want ErrInvalid", err)
	}
	one := learning.Forecasts{Episodes: 1, Coverage: []float64{0.5}, First: []learning.Forecast{{
		Forecast: dist.Forecast{P: 0.5, True: true}, Attr: "location", Prior: 0.25,
	}}}
	c, err := one.Calibration()
	if err != nil || c.All.Gain == nil || c.All.Gain.Value != 1 {
		t.Errorf("%+v, %v; want a gain of one bit", c.All.Gain, err)
	}
}

func FuzzReadLog(f *testing.F) {
	f.Add([]byte("{}\n"))
	f.Add([]byte(`{"stream":"episode/w/1","seq":1,"kind":"start","data":{"pack":"household"}}` + "\n" + `{"stream":"episode/w/1","seq":2,"kind":"step","data":{"seq":1}}`))
	f.Add([]byte(`{"stream":"world/w","seq":1,"kind":"note","data":{"kept":[]}}` + "\n"))
	p, err := pack.Household()
	if err != nil {
		f.Fatal(err)
	}
	l, err := learn.New(learn.Config{Declared: p})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		log, err := learning.ReadLog(bytes.NewReader(data))
		if err != nil {
			if !errors.Is(err, bethink.ErrInvalid) {
				t.Fatal(err)
			}
			return
		}
		_, _ = log.Absorb(l.Start(), l, p, map[string]bool{})
		var fs learning.Forecasts
		_ = fs.Add(context.Background(), log, p)
	})
}
