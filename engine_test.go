package bethink_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bethinktest"
	"github.com/bethink-dev/bethink/dist"
)

// spoken is a pack that reads its text: "thing 1 colour blue .8; thing 2 on
// true .7". Empty text is an empty observation, "refused" and "done" verdicts
// on the action, "!" malformed evidence.
func spoken() *fakePack {
	p := colours()
	p.desc.Digest = "d1"
	p.trans = map[string]bethink.Transition{
		"paint": {
			Known:         true,
			Preconditions: []bethink.Literal{lit("thing 1", "on", bethink.True)},
			Effects:       []bethink.Effect{{P: 1, Then: []bethink.Change{{Var: variable("thing 2", "colour"), To: []bethink.Weight{{Value: "blue", P: 1}}}}}},
			Reveals:       []bethink.Event{{Literals: []bethink.Literal{lit("thing 2", "colour", "blue")}}},
		},
	}
	p.parse = func(v bethink.View, in bethink.Input) (bethink.Observation, error) {
		var o bethink.Observation
		if v.Seq == 0 {
			o.Found = things(3)
		}
		at := 0
		for part := range strings.SplitSeq(in.Text, ";") {
			span := [2]int{at, at + len(part)}
			at = span[1] + 1
			switch f := strings.Fields(part); {
			case len(f) == 0:
			case f[0] == "done":
				o.Verdict = bethink.VerdictDone
			case f[0] == "refused":
				o.Verdict = bethink.VerdictRefused
			case f[0] == "!":
				o.Evidence = append(o.Evidence, bethink.Evidence{})
			case len(f) == 5:
				var r float64
				if _, err := fmt.Sscan(f[4], &r); err != nil {
					return o, err
				}
				ev := told(r, lit(f[0]+" "+f[1], f[2], bethink.Value(f[3])))
				ev.Span = span
				o.Evidence = append(o.Evidence, ev)
			}
		}
		return o, nil
	}
	return p
}

// game is an engine with one open episode.
type game struct {
	t     testing.TB
	e     *bethink.Engine
	store bethink.Store
}

func newGame(t testing.TB, store bethink.Store) *game {
	t.Helper()
	e, err := bethink.New(bethink.Config{Pack: spoken(), Store: store})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Open(context.Background(), "w", "e"); err != nil {
		t.Fatal(err)
	}
	return &game{t, e, store}
}

func (g *game) say(text string) (bethink.View, *bethink.Step) {
	g.t.Helper()
	in := bethink.Input{Text: text, Elapsed: 1}
	if act, rest, ok := strings.Cut(text, ">"); ok {
		in.Action.Text, in.Text = act, rest
	}
	v, st, err := g.e.Observe(context.Background(), "w", "e", in)
	if err != nil {
		g.t.Fatal(err)
	}
	if err := v.Belief.Valid(); err != nil {
		g.t.Fatal(err)
	}
	return v, st
}

func (g *game) view() bethink.View {
	g.t.Helper()
	v, err := g.e.View("w", "e")
	if err != nil {
		g.t.Fatal(err)
	}
	return v
}

var script = []string{
	"", "thing 1 colour blue .8; thing 2 on true .7", "paint>refused", "thing 3 colour green .9",
	"thing 1 on true .9", "paint>done", "paint>", "thing 2 colour blue .95; thing 2 colour red .6", "thing 1 on false .7",
}

// The view after any earlier step can be had back, to the bit, from a store
// that keeps only bytes.
func TestEngine_FoldReturnsToAnyStep(t *testing.T) {
	for _, store := range []bethink.Store{bethink.NewMemoryStore(), bethinktest.BytesStore{Store: bethink.NewMemoryStore()}} {
		g := newGame(t, store)
		prints := []string{g.view().Belief.Fingerprint()}
		for i, text := range script {
			v, _ := g.say(text)
			if i == 4 { // a claim, later replaced: the view then had it
				var err error
				if v, err = g.e.Claim(context.Background(), "w", "e", bethink.Claim{Author: "m", Literal: lit("thing 3", "on", bethink.True), P: .7}); err != nil {
					t.Fatal(err)
				}
			}
			if i == 6 {
				var err error
				if v, err = g.e.Claim(context.Background(), "w", "e", bethink.Claim{Author: "m", Literal: lit("thing 3", "on", bethink.True), P: .2}); err != nil {
					t.Fatal(err)
				}
			}
			prints = append(prints, v.Belief.Fingerprint())
		}
		for i, want := range prints {
			v, err := g.e.Fold(context.Background(), "w", "e", uint64(i))
			if err != nil {
				t.Fatal(err)
			}
			if got := v.Belief.Fingerprint(); got != want || v.Seq != uint64(i) {
				t.Errorf("%T step %d: fingerprint %s, want %s", store, i, got, want)
			}
		}
		// A new engine on the same store takes up where the first left.
		again := newGame(t, store)
		if got := again.view().Belief.Fingerprint(); got != prints[len(prints)-1] {
			t.Errorf("%T reopened: %s, want %s", store, got, prints[len(prints)-1])
		}
		if a, b := again.view(), g.view(); a.Seq != b.Seq || a.Last.String() != b.Last.String() {
			t.Errorf("reopened at step %d after %v, want %d after %v", a.Seq, a.Last, b.Seq, b.Last)
		}
		if err := verify(log(t, store, "episode/w/e")); err != nil {
			t.Error(err)
		}
	}
}

// What is retracted might never have been said, whether it is a piece of
// evidence or a whole step.
func TestEngine_RetractionIsAsThoughNeverSeen(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 20 {
		g, h := newGame(t, nil), newGame(t, nil)
		type gone struct{ step, index int }
		var out []gone
		g.say("")
		h.say("")
		for step := 2; step < 10; step++ {
			a := fmt.Sprintf("thing %d colour %s .%d", 1+rng.IntN(3), colourValues[rng.IntN(3)], 6+rng.IntN(4))
			b := fmt.Sprintf("thing %d on %s .%d", 1+rng.IntN(3), onValues[rng.IntN(2)], 6+rng.IntN(4))
			switch rng.IntN(4) {
			case 0: // all of it, with the verdict
				g.say("paint>" + []string{"done", "refused"}[rng.IntN(2)] + ";" + a)
				h.say("")
				out = append(out, gone{step, -1})
			case 1: // the second of two
				g.say(a + ";" + b)
				h.say(a)
				out = append(out, gone{step, 1})
			default:
				g.say(a)
				h.say(a)
			}
		}
		for _, i := range rng.Perm(len(out)) {
			if _, err := g.e.Retract(context.Background(), "w", "e", bethink.Retraction{Step: uint64(out[i].step), Index: out[i].index, Reason: "test"}); err != nil {
				t.Fatal(err)
			}
		}
		sameBelief(t, h.view().Belief, g.view().Belief, 1e-12)
		// A claim on top must not bring it back.
		for _, x := range []*game{g, h} {
			for _, p := range []float64{.9, .6} {
				if _, err := x.e.Claim(context.Background(), "w", "e", bethink.Claim{Author: "m", Literal: lit("thing 1", "colour", "red"), P: p}); err != nil {
					t.Fatal(err)
				}
			}
		}
		sameBelief(t, h.view().Belief, g.view().Belief, 1e-12)
	}
}

func TestEngine_RetractWhatIsNotThere(t *testing.T) {
	g := newGame(t, bethink.NewMemoryStore())
	g.say("")
	g.say("thing 1 on true .9")
	before := len(log(t, g.store, "episode/w/e"))
	for _, x := range []bethink.Retraction{{Step: 0}, {Step: 3}, {Step: 2, Index: 1}, {Step: 2, Index: -2}, {Step: 1, Index: 0}} {
		if _, err := g.e.Retract(t.Context(), "w", "e", x); !errors.Is(err, bethink.ErrNotFound) {
			t.Errorf("%+v: %v, want ErrNotFound", x, err)
		}
	}
	if n := len(log(t, g.store, "episode/w/e")); n != before {
		t.Errorf("%d events were appended", n-before)
	}
}

// Whatever call of the store fails, belief and log are as they were, and the
// call works when it is repeated.
func TestEngine_AFailingStoreChangesNothing(t *testing.T) {
	ctx := t.Context()
	calls := map[string]func(e *bethink.Engine) error{
		"observe": func(e *bethink.Engine) error {
			_, _, err := e.Observe(ctx, "w", "e", bethink.Input{Text: "thing 1 on true .9", Key: "k"})
			return err
		},
		"claim": func(e *bethink.Engine) error {
			_, err := e.Claim(ctx, "w", "e", bethink.Claim{Author: "m", Literal: lit("thing 1", "on", bethink.True), P: .9})
			return err
		},
		"claim again": func(e *bethink.Engine) error {
			_, err := e.Claim(ctx, "w", "e", bethink.Claim{Author: "m", Literal: lit("thing 2", "on", bethink.True), P: .1})
			return err
		},
		"withdraw": func(e *bethink.Engine) error {
			_, err := e.Withdraw(ctx, "w", "e", "m", lit("thing 2", "on", bethink.True))
			return err
		},
		"retract": func(e *bethink.Engine) error {
			_, err := e.Retract(ctx, "w", "e", bethink.Retraction{Step: 2})
			return err
		},
		"expect": func(e *bethink.Engine) error {
			_, err := e.Expect(ctx, "w", "e", bethink.Forecast{Author: "m", Event: bethink.Event{Literals: []bethink.Literal{lit("thing 1", "on", bethink.True)}}, P: .5})
			return err
		},
		"close": func(e *bethink.Engine) error {
			_, err := e.Close(ctx, "w", "e", bethink.OutcomeWon)
			return err
		},
	}
	for _, name := range sortedKeys(calls) {
		t.Run(name, func(t *testing.T) {
			for n := 1; ; n++ {
				f := &bethinktest.FailingStore{Store: bethink.NewMemoryStore()}
				g := newGame(t, f)
				g.say("")
				g.say("thing 2 on false .8")
				if _, err := g.e.Claim(ctx, "w", "e", bethink.Claim{Author: "m", Literal: lit("thing 2", "on", bethink.True), P: .7}); err != nil {
					t.Fatal(err)
				}
				print, length := g.view().Belief.Fingerprint(), len(log(t, f.Store, "episode/w/e"))
				f.Calls()
				f.Fail = n
				err := calls[name](g.e)
				if err == nil {
					if n == 1 {
						t.Error("it made no call of the store")
					}
					return
				}
				if !errors.Is(err, bethinktest.ErrFault) {
					t.Fatalf("call %d: %v", n, err)
				}
				if got := g.view().Belief.Fingerprint(); got != print {
					t.Errorf("call %d failed and the belief moved", n)
				}
				if got := len(log(t, f.Store, "episode/w/e")); got != length {
					t.Errorf("call %d failed and the log has %d events more", n, got-length)
				}
				f.Fail = 0
				if err := calls[name](g.e); err != nil {
					t.Errorf("repeated: %v", err)
				}
				if name == "close" {
					continue
				}
				v, err := g.e.Fold(ctx, "w", "e", 99)
				if err != nil || v.Belief.Fingerprint() != g.view().Belief.Fingerprint() {
					t.Errorf("call %d: the log does not give the belief (%v)", n, err)
				}
			}
		})
	}
}

func TestEngine_OpenOnAFailingStore(t *testing.T) {
	for n := 1; n <= 3; n++ {
		f := &bethinktest.FailingStore{Store: bethink.NewMemoryStore(), Fail: n}
		e, err := bethink.New(bethink.Config{Pack: spoken(), Store: f})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Open(t.Context(), "w", "e"); !errors.Is(err, bethinktest.ErrFault) {
			t.Errorf("call %d: %v", n, err)
		}
		if _, err := e.View("w", "e"); !errors.Is(err, bethink.ErrNotFound) {
			t.Errorf("call %d: %v: the episode is half open", n, err)
		}
		if _, err := e.Open(t.Context(), "w", "e"); err != nil {
			t.Errorf("again: %v", err)
		}
	}
}

// A key makes a step count once; under the same key another input is a
// conflict. Both outlive a restart.
func TestEngine_AKeyCountsOnce(t *testing.T) {
	store := bethinktest.BytesStore{Store: bethink.NewMemoryStore()}
	g := newGame(t, store)
	g.say("")
	in := bethink.Input{Text: "thing 1 on true .9", Key: "call-7", Action: bethink.Action{Text: "paint"}}
	v, st, err := g.e.Observe(t.Context(), "w", "e", in)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []*game{g, newGame(t, store)} {
		w, again, err := x.e.Observe(t.Context(), "w", "e", in)
		if err != nil || again.Seq != st.Seq || w.Seq != v.Seq || w.Belief.Fingerprint() != v.Belief.Fingerprint() {
			t.Errorf("repeated: %v, step %+v", err, again)
		}
		other := in
		other.Text = "thing 1 on false .9"
		if _, _, err := x.e.Observe(t.Context(), "w", "e", other); !errors.Is(err, bethink.ErrConflict) {
			t.Errorf("another input: %v, want ErrConflict", err)
		}
	}
	if n := len(log(t, store, "episode/w/e")); n != 3 {
		t.Errorf("%d events, want start and two steps", n)
	}
}

// Two engines on one store: who loses the race is told so, is brought up to
// date, and may repeat the call.
func TestEngine_WhoLosesARaceIsBroughtUpToDate(t *testing.T) {
	store := bethink.NewMemoryStore()
	a, b := newGame(t, store), newGame(t, store)
	a.say("")
	in := bethink.Input{Text: "thing 1 on true .9"}
	if _, _, err := b.e.Observe(t.Context(), "w", "e", in); !errors.Is(err, bethink.ErrConflict) {
		t.Fatalf("%v, want ErrConflict", err)
	}
	if b.view().Belief.Fingerprint() != a.view().Belief.Fingerprint() {
		t.Error("the loser does not see what the winner did")
	}
	v, _, err := b.e.Observe(t.Context(), "w", "e", in)
	if err != nil || v.Seq != 2 {
		t.Errorf("repeated: %v at step %d", err, v.Seq)
	}
	if _, err := a.e.Claim(t.Context(), "w", "e", bethink.Claim{Author: "m", Literal: lit("thing 1", "on", bethink.True), P: .9}); !errors.Is(err, bethink.ErrConflict) {
		t.Errorf("%v, want ErrConflict", err)
	}
	if a.view().Seq != 2 {
		t.Errorf("at step %d", a.view().Seq)
	}
}

// A forecast is settled and scored by the step that tells.
func TestEngine_AForecastIsScoredByALaterStep(t *testing.T) {
	store := bethinktest.BytesStore{Store: bethink.NewMemoryStore()}
	g := newGame(t, store)
	g.say("")
	f := bethink.Forecast{Author: "m", Event: bethink.Event{Literals: []bethink.Literal{lit("thing 1", "on", bethink.True), lit("thing 2", "on", bethink.True)}}, P: .3}
	if _, err := g.e.Expect(t.Context(), "w", "e", f); err != nil {
		t.Fatal(err)
	}
	resolutions := func() (n int, text string) {
		for _, ev := range log(t, store, "episode/w/e") {
			if ev.Kind == bethink.KindResolution {
				n, text = n+1, string(ev.Data)
			}
		}
		return n, text
	}
	g.say("thing 3 on true .99")
	if n, _ := resolutions(); n != 0 {
		t.Error("settled by something else")
	}
	g = newGame(t, store) // the forecast outlives a restart
	g.say("thing 2 on false .99")
	n, text := resolutions()
	if n != 1 || !strings.Contains(text, `"step":3`) || !strings.Contains(text, `"score":0.09`) || strings.Contains(text, `"true":true`) {
		t.Errorf("%d resolutions: %s", n, text)
	}
	g.say("thing 1 on true .99; thing 2 on true .99")
	if n, _ := resolutions(); n != 1 {
		t.Errorf("%d resolutions of one forecast", n)
	}
	for _, bad := range []bethink.Forecast{{P: .5}, {Event: f.Event, P: 1.5}} {
		if _, err := g.e.Expect(t.Context(), "w", "e", bad); !errors.Is(err, bethink.ErrInvalid) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// After the end nothing follows.
func TestEngine_ClosedIsClosed(t *testing.T) {
	store := bethink.NewMemoryStore()
	g := newGame(t, store)
	g.say("")
	print, err := g.e.Close(t.Context(), "w", "e", bethink.OutcomeWon)
	if err != nil || print != g.view().Belief.Fingerprint() {
		t.Errorf("%q %v", print, err)
	}
	for _, x := range []func() error{
		func() error { _, _, err := g.e.Observe(t.Context(), "w", "e", bethink.Input{}); return err },
		func() error { _, err := g.e.Close(t.Context(), "w", "e", bethink.OutcomeWon); return err },
		func() error {
			_, err := g.e.Retract(t.Context(), "w", "e", bethink.Retraction{Step: 1, Index: -1})
			return err
		},
		func() error { _, err := g.e.Open(t.Context(), "w", "e"); return err },
		func() error {
			e, err := bethink.New(bethink.Config{Pack: spoken(), Store: store})
			if err != nil {
				return err
			}
			_, err = e.Open(t.Context(), "w", "e")
			return err
		},
	} {
		if err := x(); !errors.Is(err, bethink.ErrClosed) {
			t.Errorf("%v, want ErrClosed", err)
		}
	}
	if _, err := g.e.View("w", "e"); err != nil {
		t.Errorf("a closed episode cannot be read: %v", err)
	}
	g.e.Forget("w", "e")
	if _, err := g.e.View("w", "e"); !errors.Is(err, bethink.ErrNotFound) {
		t.Errorf("forgotten: %v", err)
	}
}

// What an author repeats changes nothing; what it adds counts once, within its
// class's cap; what it takes back is gone.
func TestEngine_AnEchoChangesNothing(t *testing.T) {
	g := newGame(t, nil)
	g.say("")
	g.say("thing 1 colour blue .6")
	q := lit("thing 1", "colour", "blue")
	p := func() float64 { return g.view().Belief.Holds(q) }
	claim := func(c bethink.Claim) {
		t.Helper()
		c.Author, c.Literal = "model", q
		if _, err := g.e.Claim(t.Context(), "w", "e", c); err != nil {
			t.Fatal(err)
		}
	}
	was := p()
	claim(bethink.Claim{P: was})
	near(t, "an echo of the belief", p(), was, 1e-12)
	claim(bethink.Claim{P: was, Shown: was})
	near(t, "an echo of what was shown", p(), was, 1e-12)

	claim(bethink.Claim{P: .7})
	near(t, "a claim", p(), .7, 1e-9)
	for range 5 {
		claim(bethink.Claim{P: .7, Shown: p()})
		near(t, "its own echo", p(), .7, 1e-9)
	}
	claim(bethink.Claim{P: .5, Shown: was})
	near(t, "a correction of the first word", p(), .5, 1e-9)
	claim(bethink.Claim{P: .2})
	near(t, "a second claim replaces the first", p(), .2, 1e-9)

	claim(bethink.Claim{P: 1})
	// Four bits, and one for the two values against which the third is put.
	near(t, "the cap, in bits", dist.LogOdds(p())-dist.LogOdds(was), 5, 1e-9)
	for i := range 10 { // other events of the same variable share the cap
		c := bethink.Claim{Author: "model", Literal: lit("thing 1", "colour", "blue", "green"), P: .99, Text: fmt.Sprint(i)}
		if _, err := g.e.Claim(t.Context(), "w", "e", c); err != nil {
			t.Fatal(err)
		}
	}
	if bits := dist.LogOdds(p()) - dist.LogOdds(was); bits > 5+1e-9 {
		t.Errorf("%v bits", bits)
	}

	// What others say in between is kept.
	g.say("thing 1 colour red .7")
	for _, l := range []bethink.Literal{q, lit("thing 1", "colour", "blue", "green")} {
		if _, err := g.e.Withdraw(t.Context(), "w", "e", "model", l); err != nil {
			t.Fatal(err)
		}
	}
	h := newGame(t, nil)
	h.say("")
	h.say("thing 1 colour blue .6")
	h.say("thing 1 colour red .7")
	sameBelief(t, h.view().Belief, g.view().Belief, 1e-12)
	if _, err := g.e.Withdraw(t.Context(), "w", "e", "model", q); !errors.Is(err, bethink.ErrNotFound) {
		t.Errorf("withdrawn twice: %v", err)
	}
	for _, bad := range []bethink.Claim{
		{Literal: q, P: .5}, {Author: "m", P: .5}, {Author: "m", Literal: q, P: 2}, {Author: "m", Literal: q, P: .5, Shown: 1},
		{Author: "m", Literal: q, P: .5, Trust: bethink.TrustInstrument},
	} {
		if _, err := g.e.Claim(t.Context(), "w", "e", bad); !errors.Is(err, bethink.ErrInvalid) {
			t.Errorf("%+v: %v, want ErrInvalid", bad, err)
		}
	}
	if _, err := g.e.Claim(t.Context(), "w", "e", bethink.Claim{Author: "m", Literal: lit("thing 1", "color", "blue"), P: .5}); !errors.Is(err, bethink.ErrNotFound) || !strings.Contains(err.Error(), "colour(thing 1)") {
		t.Errorf("a misspelt variable: %v", err)
	}
}

// Malformed input leaves no trace, and text that is not UTF-8 does not make the
// log differ from what was seen.
func TestEngine_MalformedInputLeavesNoTrace(t *testing.T) {
	store := bethinktest.BytesStore{Store: bethink.NewMemoryStore()}
	g := newGame(t, store)
	g.say("")
	print := g.view().Belief.Fingerprint()
	for _, in := range []bethink.Input{{Text: "!"}, {Elapsed: -1}, {Args: []byte("{")}, {Text: "cup 9 on true .9"}, {Text: "thing 1 on perhaps .9"}, {Text: "thing 1 on true 1.5"}} {
		if _, _, err := g.e.Observe(t.Context(), "w", "e", in); !errors.Is(err, bethink.ErrInvalid) {
			t.Errorf("%+v: %v, want ErrInvalid", in, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := g.e.Observe(ctx, "w", "e", bethink.Input{Text: "thing 1 on true .9"}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if g.view().Belief.Fingerprint() != print || g.view().Seq != 1 || len(log(t, store, "episode/w/e")) != 2 {
		t.Error("it left a trace")
	}
	g.say("\xff\xfe; thing 1 on true .9")
	a, err := g.view().Ask(variable("thing 1", "on"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := newGame(t, store).view().Ask(variable("thing 1", "on"))
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Evidence) != 1 || len(b.Evidence) != 1 || a.Evidence[0] != b.Evidence[0] || a.Evidence[0].Text != " thing 1 on true .9" {
		t.Errorf("quotes %+v and, from the log, %+v", a.Evidence, b.Evidence)
	}
}

// An episode keeps the knowledge it started from, whatever the world learns.
func TestEngine_AnEpisodePinsItsKnowledge(t *testing.T) {
	store := bethink.NewMemoryStore()
	start := func() *game {
		e, err := bethink.New(bethink.Config{Pack: spoken(), Store: store, Learner: reddens{}, Knowledge: reddened{}})
		if err != nil {
			t.Fatal(err)
		}
		return &game{t, e, store}
	}
	g := start()
	for _, ep := range []bethink.Episode{"e", "f"} {
		if _, err := g.e.Open(t.Context(), "w", ep); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, _, err := g.e.Observe(t.Context(), "w", ep, bethink.Input{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	e, err := g.e.View("w", "e")
	if err != nil {
		t.Fatal(err)
	}
	f, err := g.e.View("w", "f")
	if err != nil {
		t.Fatal(err)
	}
	near(t, "before the world taught", e.Belief.Of(variable("thing 1", "colour"), "red"), .5, 1e-9)
	if f.Belief.Of(variable("thing 1", "colour"), "red") < .6 {
		t.Error("the second episode learned nothing")
	}
	h := start()
	for ep, want := range map[bethink.Episode]bethink.View{"e": e, "f": f} {
		v, err := h.e.Open(t.Context(), "w", ep)
		if err != nil {
			t.Fatal(err)
		}
		if v.Belief.Fingerprint() != want.Belief.Fingerprint() {
			t.Errorf("episode %s reopened under other knowledge", ep)
		}
	}
	if n := len(log(t, store, "world/w")); n != 6 {
		t.Errorf("%d notes in the world's stream, want 6", n)
	}
}

// reddens is a learner that believes things redder with every step it saw.
type reddens struct{}

func (reddens) Fold(k bethink.Knowledge, ev bethink.LogEvent) (bethink.Knowledge, error) {
	return reddened{n: k.(reddened).n + 1}, nil
}

func (reddens) Absorb(bethink.Knowledge, bethink.View, *bethink.Step) []bethink.NewEvent {
	return []bethink.NewEvent{{Kind: bethink.KindNote, Body: "red"}}
}

type reddened struct {
	bethink.NoKnowledge
	n uint64
}

func (r reddened) Version() uint64 { return r.n }

func (r reddened) Prior(p bethink.Prior) bethink.Prior {
	if p.Var.Attr == "colour" {
		p.Weights = []bethink.Weight{{Value: "red", P: .5 + .1*float64(r.n)}, {Value: "green", P: .3}, {Value: "blue", P: .2}}
	}
	return p
}

// The fingerprint is taken every so many steps, and replay gives the same.
func TestEngine_FingerprintEvery(t *testing.T) {
	e, err := bethink.New(bethink.Config{Pack: spoken(), FingerprintEvery: 3})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Open(t.Context(), "w", "e"); err != nil {
		t.Fatal(err)
	}
	for i, text := range script {
		v, st, err := e.Observe(t.Context(), "w", "e", bethink.Input{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if (i+1)%3 == 0 {
			want = v.Belief.Fingerprint()
		}
		if st.Fingerprint != want {
			t.Errorf("step %d: %q, want %q", i+1, st.Fingerprint, want)
		}
	}
}
