package learn_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bethinktest"
	"github.com/bethink-dev/bethink/learn"
	"github.com/bethink-dev/bethink/pack"
)

const room = `You are in the middle of a room. Looking quickly around you, you see a cabinet 1, a countertop 1, a fridge 1, and a sinkbasin 1.

Your task is to: put two mug in cabinet.`

// household is an engine that learns the household, on a store.
func household(t *testing.T, s bethink.Store) (*bethink.Engine, *learn.Learner) {
	t.Helper()
	p, err := pack.Household()
	if err != nil {
		t.Fatal(err)
	}
	l, err := learn.New(learn.Config{Declared: p})
	if err != nil {
		t.Fatal(err)
	}
	e, err := bethink.New(bethink.Config{Pack: p, Store: s, Learner: l})
	if err != nil {
		t.Fatal(err)
	}
	return e, l
}

func play(t *testing.T, e *bethink.Engine, ep bethink.Episode, steps ...string) {
	t.Helper()
	ctx := context.Background()
	if _, err := e.Open(ctx, "home", ep); err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(steps); i += 2 {
		in := bethink.Input{Text: steps[i+1], Key: string(rune('a' + i))}
		if steps[i] != "" {
			in.Action.Text, in.Elapsed = steps[i], 1
		}
		if _, _, err := e.Observe(ctx, "home", ep, in); err != nil {
			t.Fatal(err)
		}
	}
}

func reported(t *testing.T, e *bethink.Engine) learn.Report {
	t.Helper()
	k, err := e.Knowledge(context.Background(), "home")
	if err != nil {
		t.Fatal(err)
	}
	own, ok := k.(*learn.Knowledge)
	if !ok {
		return learn.Report{}
	}
	return own.Report(0.9)
}

func typeOf(r learn.Report, typ string) learn.TypeReport {
	for _, t := range r.Types {
		if t.Type == typ {
			return t
		}
	}
	return learn.TypeReport{}
}

var visit = []string{
	"", room,
	"go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a mug 1, and a knife 1.",
	"take mug 1 from countertop 1", "You pick up the mug 1 from the countertop 1.",
	"go to sinkbasin 1", "You arrive at sinkbasin 1. On the sinkbasin 1, you see nothing.",
	"go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a knife 1.",
}

// First looks count once, with what they did not find; later ones tell of lists
// and of change; what the agent moved is neither missed nor changed.
func TestLearner_Absorb(t *testing.T) {
	e, _ := household(t, nil)
	play(t, e, "1", visit...)
	r := reported(t, e)
	mug, knife := typeOf(r, "mug"), typeOf(r, "knife")
	if r.Looks != 2 || mug.Looks != 2 || mug.Found != 1 || knife.Found != 1 {
		t.Errorf("%d looks, mugs: %+v; want two places, one mug and one knife", r.Looks, mug)
	}
	if len(r.Lists) != 1 || r.Lists[0].Looks != 1 || r.Lists[0].Missed != 0 || r.Lists[0].Plain != 1 || r.Lists[0].Hidden != 0 {
		t.Errorf("lists: %+v; want the knife seen again and the mug proved", r.Lists)
	}
	for _, c := range r.Changes {
		if c.Moved > 0 {
			t.Errorf("%s of %s changed by itself %d times in a world that stands still", c.Attr, c.Type, c.Moved)
		}
	}
	// A step sent again is the same step.
	play(t, e, "1", visit...)
	if again := reported(t, e); again.Version != r.Version {
		t.Errorf("version %d after the same steps again, was %d", again.Version, r.Version)
	}
}

// What a list omits although it is there raises its miss rate, and what is
// elsewhere by itself the rate of change.
func TestLearner_Misses(t *testing.T) {
	e, _ := household(t, nil)
	play(t, e, "1",
		"", room,
		"go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a mug 1, and a knife 1.",
		"go to sinkbasin 1", "You arrive at sinkbasin 1. On the sinkbasin 1, you see nothing.",
		"go to countertop 1", "You arrive at countertop 1. On the countertop 1, you see a mug 1.",
	)
	r := reported(t, e)
	if len(r.Lists) != 1 || r.Lists[0].Missed != 1 || r.Lists[0].PerLook.Mean < 5*0.001 {
		t.Errorf("lists: %+v; want one missed and a rate well above the declared .001", r.Lists)
	}
}

// An episode keeps the knowledge it started from; the next one starts from more.
func TestLearner_EpisodesPinKnowledge(t *testing.T) {
	ctx := context.Background()
	store := bethink.NewMemoryStore()
	e, _ := household(t, store)
	first, err := e.Open(ctx, "home", "1")
	if err != nil {
		t.Fatal(err)
	}
	play(t, e, "2", visit...)
	if v, _ := e.View("home", "1"); v.Knowledge.Version() != first.Knowledge.Version() {
		t.Error("the first episode's knowledge moved")
	}
	third, err := e.Open(ctx, "home", "3")
	if err != nil {
		t.Fatal(err)
	}
	if third.Knowledge.Version() <= first.Knowledge.Version() {
		t.Errorf("the third episode starts from version %d, the first from %d", third.Knowledge.Version(), first.Knowledge.Version())
	}
	// The same from bytes alone, in an engine that saw none of it.
	other, _ := household(t, bethinktest.BytesStore{Store: store})
	a, b := reported(t, e), reported(t, other)
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	if string(x) != string(y) {
		t.Errorf("from memory and from bytes:\n%s\n%s", x, y)
	}
}

// The household stands still: after many looks a rate of change is near zero,
// and where values do change it is found.
func TestKnowledge_Change(t *testing.T) {
	l := learner(t)
	still, moving := l.Start(), l.Start()
	for i := range 2000 {
		kept := learn.Kept{Type: "mug", Attr: "location", Elapsed: 5, Same: 0.1}
		still = still.Learn(learn.Note{Kept: []learn.Kept{kept}})
		kept.Changed = i%10 == 0 // .1 = (1-e^-5r)(1-.1): r = .0236
		moving = moving.Learn(learn.Note{Kept: []learn.Kept{kept}})
	}
	if r, ok := still.Change("mug", "location"); !ok || r.Mean() > 1e-4 {
		t.Errorf("rate %v where nothing changes", r.Mean())
	}
	if r, ok := moving.Change("mug", "location"); !ok || math.Abs(math.Log(r.Mean()/0.0236)) > math.Log(1.6) {
		t.Errorf("rate %v, want about .0236", r.Mean())
	}
	if _, ok := still.Change("mug", "clean"); ok {
		t.Error("a rate of what nobody told of")
	}
}

// Miss rates that were learned reach the lists of an observation, and leave the
// observation that the pack made alone.
func TestKnowledge_ListsReachObservations(t *testing.T) {
	k := learner(t).Start().Learn(learn.Note{Listed: &learn.Listed{Attr: "location", MissPerLook: 0.001, Again: 60, Missed: 40}})
	every := &bethink.Exhaustive{Attr: "location", Place: "shelf 1", MissPerLook: 0.001}
	o := bethink.Observation{Evidence: []bethink.Evidence{{Every: every, Trust: bethink.TrustInstrument}}}
	got := bethink.View{Knowledge: k}.Learned(o)
	if m := got.Evidence[0].Every.MissPerLook; math.Abs(m-0.2) > 0.01 {
		t.Errorf("missed by a list %v of the time, want .2: 40 of 100, under a prior of 100", m)
	}
	if every.MissPerLook != 0.001 {
		t.Error("the pack's own list was changed")
	}
}

func TestNew_Refuses(t *testing.T) {
	for field, c := range map[string]learn.Config{
		"Declared": {}, "Weight": {Declared: even{}, Weight: -1}, "Goal": {Declared: even{}, Goal: math.NaN()},
	} {
		if _, err := learn.New(c); !errors.Is(err, bethink.ErrInvalid) || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// Notes of others and malformed ones: an error or nothing, never a panic, and
// what is accepted can be fitted.
func FuzzFold(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"look":{"type":"x"}}`, `{"seen":{"room":"kitchen","place":{"name":"shelf 1","type":"shelf"},"offers":[{"type":"shelf","n":2}],"found":[{"type":"mug","n":1}],"form":"put","sought":[{"type":"mug","role":"o"}],"wanted":"mug","target":"shelf"}}`,
		`{"seen":{"place":{"type":"shelf"},"offers":[]}}`, `{"listed":{"attr":"location","again":-1}}`, `{"kept":[{"attr":"a","elapsed":0}]}`, `{"kept":[{"attr":"a","elapsed":1e300,"same":1,"changed":true}]}`, `[]`,
	} {
		f.Add([]byte(s))
	}
	l, err := learn.New(learn.Config{Declared: even{}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		k, err := l.Fold(bethink.NoKnowledge{}, bethink.LogEvent{Kind: bethink.KindNote, Stream: "world/w", Seq: 1, Data: data})
		if err != nil {
			if !errors.Is(err, bethink.ErrInvalid) {
				t.Fatalf("%v is not ErrInvalid", err)
			}
			return
		}
		if own, ok := k.(*learn.Knowledge); ok {
			if _, err := json.Marshal(own.Report(0.9)); err != nil {
				t.Fatal(err)
			}
		}
	})
}
