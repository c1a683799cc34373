package bethink_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/internal/glob"
)

// repository is a live world's pack: files with versions, tests that rest on
// src/auth/**, a runner that may be down, a ticket that people write about. It
// reads structured input: tool, status, exit code, JSON result.
func repository() *fakePack {
	p := &fakePack{
		desc: bethink.Description{Name: "repository", Live: true},
		priors: map[string][]bethink.Prior{
			"suite": {{
				Var: variable("", "pass"), Values: []bethink.Value{bethink.False, bethink.True}, Nature: bethink.NatureActed,
				DependsOn: []bethink.DependsOn{{Pattern: "src/auth/**", Attr: "version"}},
			}},
			"file":   {{Var: variable("", "version"), Unlisted: 64, Nature: bethink.NatureActed}},
			"runner": {{Var: variable("", "up"), Values: onValues, Nature: bethink.NatureDrifting, Kernel: dist.Kernel{Kind: dist.KernelRedraw, Rate: 1e-3}}},
			"ticket": {{Var: variable("", "state"), Values: []bethink.Value{"open", "closed", "wontfix"}, Nature: bethink.NatureActed}},
		},
	}
	// An edit leaves a version that nobody knows yet; it may be an old one.
	p.does = func(v bethink.View, a bethink.Action) bethink.Transition {
		if a.Verb != "edit" {
			return bethink.Transition{}
		}
		tr := bethink.Transition{Known: true}
		for _, path := range a.Args {
			id, ok := v.Belief.Find(bethink.Variable{Entity: path, Attr: "version"})
			if !ok {
				continue
			}
			to := []bethink.Weight{{Value: bethink.Other, P: 64}}
			for _, val := range v.Belief.Values(id)[1:] {
				to = append(to, bethink.Weight{Value: val, P: 1})
			}
			tr.Effects = append(tr.Effects, bethink.Effect{P: 1, Then: []bethink.Change{{Var: v.Belief.Name(id), To: to}}})
		}
		return tr
	}
	p.parse = func(v bethink.View, in bethink.Input) (bethink.Observation, error) {
		var o bethink.Observation
		if v.Seq == 0 {
			o.Found = []bethink.Found{{Entity: "tests", Type: "suite"}, {Entity: "runner", Type: "runner"}, {Entity: "T-1", Type: "ticket"}}
		}
		whole := [2]int{0, len(in.Text)}
		switch in.Tool {
		case "edit": // result: path to version; "" is not told
			var files map[string]bethink.Value
			if err := json.Unmarshal(in.Result, &files); err != nil {
				return o, err
			}
			for _, path := range sortedKeys(files) {
				o.Found = append(o.Found, bethink.Found{Entity: bethink.Entity(path), Type: "file"})
				if files[path] != "" {
					o.Evidence = append(o.Evidence, told(1, lit(path, "version", files[path])))
				}
			}
			o.Verdict = bethink.VerdictDone
		case "test":
			switch {
			case in.Reply == bethink.ReplyTimeout || in.Reply == bethink.ReplyError:
				o.Evidence = append(o.Evidence, told(.9, lit("runner", "up", bethink.False)))
			case in.Exit != nil:
				val := bethink.False
				if *in.Exit == 0 {
					val = bethink.True
				}
				ev := told(.9999, lit("tests", "pass", val))
				ev.Span, ev.Source, ev.Pattern = whole, "exit code", "test exit"
				o.Evidence = append(o.Evidence, ev, told(.9999, lit("runner", "up", bethink.True)))
			}
		case "page", "say": // "ENTITY ATTR VALUE"
			f := strings.Fields(in.Text)
			ev := told(.95, lit(f[0], f[1], bethink.Value(f[2])))
			ev.Trust, ev.Span = bethink.TrustContent, whole
			ev.Origin = in.Call + "#" + in.Text
			if in.Tool == "say" {
				ev.Trust, ev.Reliability = bethink.TrustUser, .99
			}
			o.Evidence = append(o.Evidence, ev)
		}
		return o, nil
	}
	return p
}

func sortedKeys[K ~string, V any](m map[K]V) []K {
	var ks []K
	for k := range m {
		ks = append(ks, k)
	}
	slices.Sort(ks)
	return ks
}

// live is a live world with one engine.
type live struct {
	t testing.TB
	e *bethink.Engine
}

func newLive(t testing.TB) *live {
	t.Helper()
	e, err := bethink.New(bethink.Config{Pack: repository()})
	if err != nil {
		t.Fatal(err)
	}
	l := &live{t: t, e: e}
	l.open("alice")
	l.see("alice", bethink.Input{})
	return l
}

func (l *live) open(who bethink.Episode) {
	l.t.Helper()
	if _, err := l.e.Open(context.Background(), "repo", who); err != nil {
		l.t.Fatal(err)
	}
}

func (l *live) see(who bethink.Episode, in bethink.Input) bethink.View {
	l.t.Helper()
	v, _, err := l.e.Observe(context.Background(), "repo", who, in)
	if err != nil {
		l.t.Fatal(err)
	}
	if err := v.Belief.Valid(); err != nil {
		l.t.Fatal(err)
	}
	return v
}

func (l *live) edit(files string) bethink.View {
	var names map[bethink.Entity]string
	if err := json.Unmarshal([]byte(files), &names); err != nil {
		l.t.Fatal(err)
	}
	return l.see("alice", bethink.Input{Action: bethink.Action{Verb: "edit", Args: sortedKeys(names)}, Tool: "edit", Result: json.RawMessage(files), Elapsed: 1})
}

func (l *live) test(exit int) bethink.View {
	return l.see("alice", bethink.Input{Tool: "test", Exit: &exit, Text: fmt.Sprintf("exit %d", exit), Elapsed: 1})
}

func (l *live) page(call, text string) bethink.View {
	return l.see("alice", bethink.Input{Tool: "page", Call: call, Text: text, Elapsed: 1})
}

func (l *live) ask(ent, attr string) bethink.Answer {
	l.t.Helper()
	v, err := l.e.View("repo", "alice")
	if err != nil {
		l.t.Fatal(err)
	}
	a, err := v.Ask(variable(ent, attr))
	if err != nil {
		l.t.Fatal(err)
	}
	return a
}

func (l *live) want(what, ent, attr string, st bethink.Status, val bethink.Value) bethink.Answer {
	l.t.Helper()
	a := l.ask(ent, attr)
	if a.Status != st || val != "" && a.Value != val {
		l.t.Errorf("%s: %s(%s) is %s=%s (P %.4f), want %s=%s", what, attr, ent, a.Status, a.Value, a.P, st, val)
	}
	return a
}

// Tests that passed three edits ago are not passing tests.
func TestLive_AMatchingVersionTurnsTheTestsStaleAtOnce(t *testing.T) {
	l := newLive(t)
	l.edit(`{"src/auth/login.go":"a1","docs/readme.md":"r1"}`)
	l.want("before any run", "tests", "pass", bethink.StatusUnknown, "")
	l.test(0)
	was := l.want("after a run", "tests", "pass", bethink.StatusVerified, bethink.True)

	l.edit(`{"docs/readme.md":"r2"}`)
	now := l.want("an unrelated file", "tests", "pass", bethink.StatusVerified, bethink.True)
	if now.P != was.P || now.VerifiedStep != was.VerifiedStep {
		t.Errorf("an unrelated file moved %+v to %+v", was, now)
	}

	l.edit(`{"src/auth/login.go":"a2"}`)
	stale := l.want("a matching version", "tests", "pass", bethink.StatusStale, "")
	if stale.P > .8 {
		t.Errorf("stale, and yet P=%v", stale.P)
	}

	l.edit(`{"src/auth/login.go":"a1"}`)
	back := l.want("the version returns", "tests", "pass", bethink.StatusVerified, bethink.True)
	near(t, "its evidence", back.P, was.P, 1e-12)
	if back.VerifiedStep != was.VerifiedStep {
		t.Errorf("verified at step %d, not %d", back.VerifiedStep, was.VerifiedStep)
	}
}

// A run under the new version settles the matter again, and each version keeps
// its own verdict.
func TestLive_EachVersionKeepsItsOwnEvidence(t *testing.T) {
	l := newLive(t)
	l.edit(`{"src/auth/login.go":"a1"}`)
	l.test(0)
	l.edit(`{"src/auth/login.go":"a2"}`)
	l.test(1)
	l.want("the second version fails", "tests", "pass", bethink.StatusVerified, bethink.False)
	l.edit(`{"src/auth/login.go":"a1"}`)
	l.want("the first passes", "tests", "pass", bethink.StatusVerified, bethink.True)
	l.edit(`{"src/auth/login.go":"a2"}`)
	l.want("the second still fails", "tests", "pass", bethink.StatusVerified, bethink.False)
	// A third version is new to both.
	l.edit(`{"src/auth/login.go":"a3"}`)
	l.want("the third is unknown ground", "tests", "pass", bethink.StatusStale, "")
}

// A file that is new under the pattern counts as a change; one found before the
// first run does not make that run stale.
func TestLive_AFileFoundLater(t *testing.T) {
	l := newLive(t)
	l.edit(`{"src/auth/login.go":""}`) // found, version not told
	l.test(0)
	l.want("version not told", "tests", "pass", bethink.StatusVerified, bethink.True)
	l.edit(`{"src/auth/token.go":"t1"}`)
	l.want("a new file", "tests", "pass", bethink.StatusStale, "")
}

// An edit and a run in one step: the run was made under the new version.
func TestLive_VersionsAreTakenBeforeWhatRestsOnThem(t *testing.T) {
	pk := repository()
	v := world(t, pk, bethink.Found{Entity: "tests", Type: "suite"}, bethink.Found{Entity: "src/auth/a.go", Type: "file"})
	run := func(version, pass bethink.Value) {
		a := bethink.Action{Verb: "edit", Args: []bethink.Entity{"src/auth/a.go"}}
		v = update(t, v, bethink.Input{Action: a}, pk.does(v, a), bethink.Observation{Verdict: bethink.VerdictDone, Evidence: []bethink.Evidence{
			told(.9999, lit("tests", "pass", pass)), told(1, lit("src/auth/a.go", "version", version)),
		}})
	}
	run("v1", bethink.False)
	run("v2", bethink.True)
	if st := v.Belief.Status(variable("tests", "pass")); st != bethink.StatusVerified {
		t.Errorf("status %v", st)
	}
	if val, _ := v.Belief.Best(variable("tests", "pass")); val != bethink.True {
		t.Errorf("value %v", val)
	}
	a := bethink.Action{Verb: "edit", Args: []bethink.Entity{"src/auth/a.go"}}
	v = update(t, v, bethink.Input{Action: a}, pk.does(v, a), bethink.Observation{Verdict: bethink.VerdictDone, Evidence: []bethink.Evidence{told(1, lit("src/auth/a.go", "version", "v1"))}})
	if val, p := v.Belief.Best(variable("tests", "pass")); val != bethink.False || p < .99 {
		t.Errorf("at v1: %v %v", val, p)
	}
}

// Two edits of which the version is not told are two changes.
func TestLive_AnUnknownVersionIsNeverTheSameTwice(t *testing.T) {
	pk := repository()
	edit := bethink.Transition{Known: true, Effects: []bethink.Effect{{P: 1, Then: []bethink.Change{{Var: variable("src/auth/a.go", "version"), To: []bethink.Weight{{Value: bethink.Other, P: 1}}}}}}}
	v := world(t, pk, bethink.Found{Entity: "tests", Type: "suite"}, bethink.Found{Entity: "src/auth/a.go", Type: "file"})
	v = observe(t, v, told(1, lit("src/auth/a.go", "version", "v1")))
	for range 2 {
		v = observe(t, v, told(.9999, lit("tests", "pass", bethink.True)))
		if st := v.Belief.Status(variable("tests", "pass")); st != bethink.StatusVerified {
			t.Errorf("after a run: %v", st)
		}
		v = update(t, v, bethink.Input{Action: bethink.Action{Verb: "edit"}}, edit, bethink.Observation{Verdict: bethink.VerdictDone})
		if st := v.Belief.Status(variable("tests", "pass")); st != bethink.StatusStale {
			t.Errorf("after an edit: %v", st)
		}
	}
}

// However many versions pass, a variable's memory of them is bounded, and the
// recent ones are kept.
func TestLive_SavedStatesAreBounded(t *testing.T) {
	l := newLive(t)
	for i := range 60 {
		l.edit(fmt.Sprintf(`{"src/auth/login.go":"a%d"}`, i))
		l.test(i % 2)
	}
	l.edit(`{"src/auth/login.go":"a58"}`)
	l.want("a recent version", "tests", "pass", bethink.StatusVerified, bethink.True)
	l.edit(`{"src/auth/login.go":"a0"}`)
	l.want("one long gone", "tests", "pass", bethink.StatusStale, "")
}

// Timeouts and errors tell of the instrument and of nothing else.
func TestLive_AFailedCallIsEvidenceAboutTheInstrumentOnly(t *testing.T) {
	for _, reply := range []bethink.Reply{bethink.ReplyTimeout, bethink.ReplyError} {
		l := newLive(t)
		l.edit(`{"src/auth/login.go":"a1"}`)
		l.test(0)
		was, up := l.ask("tests", "pass"), l.ask("runner", "up").P
		l.see("alice", bethink.Input{Tool: "test", Reply: reply, Elapsed: 1})
		now := l.want(reply.String(), "tests", "pass", bethink.StatusVerified, bethink.True)
		if now.P != was.P {
			t.Errorf("%v moved the tests from %v to %v", reply, was.P, now.P)
		}
		if a := l.ask("runner", "up"); a.Value == bethink.True && a.P >= up {
			t.Errorf("%v did not count against the runner: %v", reply, a.P)
		}
	}
}

// An error changes nothing that the action would have; a timeout may have.
func TestLive_ErrorAndTimeoutOfAnAction(t *testing.T) {
	v := world(t, colours(), things(1)...)
	paint := bethink.Transition{Known: true, Effects: []bethink.Effect{{P: 1, Then: []bethink.Change{{Var: variable("thing 1", "colour"), To: []bethink.Weight{{Value: "blue", P: 1}}}}}}}
	in := bethink.Input{Action: bethink.Action{Verb: "paint"}}
	in.Reply = bethink.ReplyError
	w := update(t, v, in, paint, bethink.Observation{Verdict: bethink.VerdictDone})
	near(t, "after an error", w.Belief.Of(variable("thing 1", "colour"), "blue"), .2, 1e-9)
	in.Reply = bethink.ReplyTimeout
	w = update(t, v, in, paint, bethink.Observation{Verdict: bethink.VerdictDone})
	near(t, "after a timeout", w.Belief.Of(variable("thing 1", "colour"), "blue"), .6, 1e-12)
	if st := w.Belief.Status(variable("thing 1", "colour")); st == bethink.StatusVerified {
		t.Error("a timeout verified something")
	}
	// Nor does it let content do so.
	ev := told(.95, lit("thing 1", "colour", "blue"))
	ev.Trust = bethink.TrustContent
	for i := range 20 {
		ev.Origin = fmt.Sprint(i)
		w = observe(t, w, ev)
	}
	if st := w.Belief.Status(variable("thing 1", "colour")); st == bethink.StatusVerified {
		t.Error("content verified something")
	}
}

// An unclear answer keeps both: done and not done.
func TestLive_AnUnclearVerdictKeepsBoth(t *testing.T) {
	v := world(t, colours(), things(2)...)
	tr := bethink.Transition{
		Known:         true,
		Preconditions: []bethink.Literal{lit("thing 1", "on", bethink.True)},
		Effects:       []bethink.Effect{{P: 1, Then: []bethink.Change{{Var: variable("thing 2", "colour"), To: []bethink.Weight{{Value: "blue", P: 1}}}}}},
	}
	v = update(t, v, bethink.Input{Action: bethink.Action{Verb: "paint"}}, tr, bethink.Observation{})
	d := 1 - 1./4096
	near(t, "blue", v.Belief.Of(variable("thing 2", "colour"), "blue"), .25*d+(1-.25*d)*.2, 1e-12)
	near(t, "on", v.Belief.Of(variable("thing 1", "on"), bethink.True), .5, 1e-12)
	// Both are kept together: seeing it red tells that it was not done, be it
	// because it could not, or because of the other half.
	v = observe(t, v, told(.999, lit("thing 2", "colour", "red")))
	near(t, "on, after the paint was seen not to be there", v.Belief.Of(variable("thing 1", "on"), bethink.True), 1./3, 1e-3)
}

// Text that a tool fetched never verifies, however much of it there is; and it
// cannot dress up as another value's verification.
func TestLive_ContentAloneNeverVerifies(t *testing.T) {
	l := newLive(t)
	for i := range 30 {
		l.page(fmt.Sprint("https://example.org/", i), "T-1 state closed")
	}
	a := l.want("thirty pages", "T-1", "state", bethink.StatusLikely, "closed")
	if a.Trust != "content" || a.VerifiedStep != 0 {
		t.Errorf("trust %q, verified at %d", a.Trust, a.VerifiedStep)
	}
	near(t, "at the cap", dist.Log2(a.P/(1-a.P)), 5, 1e-9)

	// A weak verification of one value is not one of the value that content
	// then puts in its place.
	v := world(t, repository(), bethink.Found{Entity: "T-1", Type: "ticket"})
	weak := told(.98, lit("T-1", "state", "open"))
	weak.False = .02
	v = observe(t, v, weak)
	if st := v.Belief.Status(variable("T-1", "state")); st != bethink.StatusVerified {
		t.Fatalf("status %v", st)
	}
	for _, trust := range []bethink.Trust{bethink.TrustModel, bethink.TrustContent, bethink.TrustImport} {
		ev := told(.9999, lit("T-1", "state", "closed"))
		ev.Trust = trust
		v = observe(t, v, ev)
	}
	if val, p := v.Belief.Best(variable("T-1", "state")); val != "closed" || p < .95 {
		t.Fatalf("%v %v: the case is not the one meant", val, p)
	}
	if st := v.Belief.Status(variable("T-1", "state")); st == bethink.StatusVerified {
		t.Error("content, model and import verified a value together")
	}
}

// The trust of an answer is the lowest class whose removal would change its
// status.
func TestLive_TrustIsTheLowestClassThatDecides(t *testing.T) {
	l := newLive(t)
	l.see("alice", bethink.Input{Tool: "say", Call: "chat", Text: "T-1 state closed"})
	l.page("p", "T-1 state closed")
	a := l.want("a user's word", "T-1", "state", bethink.StatusVerified, "closed")
	if a.Trust != "user" {
		t.Errorf("trust %q: a page that agrees decides nothing", a.Trust)
	}
	l.edit(`{"src/auth/a.go":"1"}`)
	l.test(0)
	l.page("p", "tests pass true")
	if a := l.want("an exit code", "tests", "pass", bethink.StatusVerified, bethink.True); a.Trust != "instrument" {
		t.Errorf("trust %q", a.Trust)
	}
	// What a page says against it is told apart.
	l.page("q", "tests pass false")
	if a := l.want("an exit code against a page", "tests", "pass", bethink.StatusVerified, bethink.True); a.Trust != "instrument" {
		t.Errorf("trust %q", a.Trust)
	}
}

// Two equally good witnesses who disagree leave the matter contested.
func TestLive_WitnessesWhoDisagreeContest(t *testing.T) {
	v := world(t, colours(), things(1)...)
	v = observe(t, v, told(.9, lit("thing 1", "on", bethink.True)))
	v = observe(t, v, told(.9, lit("thing 1", "on", bethink.False)))
	if st := v.Belief.Status(variable("thing 1", "on")); st != bethink.StatusContested {
		t.Errorf("on: %v", st)
	}
	v = observe(t, v, told(.9, lit("thing 1", "colour", "red")), told(.9, lit("thing 1", "colour", "blue")))
	if st := v.Belief.Status(variable("thing 1", "colour")); st != bethink.StatusContested {
		t.Errorf("colour: %v", st)
	}
	// Once the world has moved on the quarrel is over.
	tr := bethink.Transition{Known: true, Effects: []bethink.Effect{{P: 1, Then: []bethink.Change{{Var: variable("thing 1", "on"), To: []bethink.Weight{{Value: bethink.True, P: 1}}}}}}}
	v = update(t, v, bethink.Input{Action: bethink.Action{Verb: "switch"}}, tr, bethink.Observation{Verdict: bethink.VerdictDone})
	if st := v.Belief.Status(variable("thing 1", "on")); st != bethink.StatusVerified {
		t.Errorf("switched: %v", st)
	}
}

// An origin counts once whatever class tells it, and what is derived from it is
// the same origin.
func TestLive_AnOriginCountsOnceAcrossClasses(t *testing.T) {
	v := world(t, colours(), things(1)...)
	page := told(.8, lit("thing 1", "colour", "blue"))
	page.Trust, page.Origin = bethink.TrustContent, "page"
	v = observe(t, v, page)
	was := v.Belief.Of(variable("thing 1", "colour"), "blue")
	summary := page
	summary.Trust, summary.Origin, summary.Derived = bethink.TrustModel, "summary", "page"
	v = observe(t, v, summary)
	near(t, "a summary of the page", v.Belief.Of(variable("thing 1", "colour"), "blue"), was, 0)
	record := page
	record.Trust = bethink.TrustImport
	v = observe(t, v, record)
	near(t, "an import of the page", v.Belief.Of(variable("thing 1", "colour"), "blue"), was, 0)
}

// Several agents append to one live world; what one verified another may rely
// on.
func TestLive_SeveralAgentsShareOneBelief(t *testing.T) {
	l := newLive(t)
	l.open("bob")
	l.edit(`{"src/auth/a.go":"1"}`)
	zero := 0
	l.see("bob", bethink.Input{Tool: "test", Exit: &zero, Text: "ok", Actor: "bob"})
	if a := l.want("alice asks", "tests", "pass", bethink.StatusVerified, bethink.True); len(a.Evidence) == 0 || a.Evidence[0].Text != "ok" {
		t.Errorf("evidence %+v", a.Evidence)
	}

	var wg sync.WaitGroup
	const agents, each = 8, 20
	for i := range agents {
		who := bethink.Episode(fmt.Sprint("agent ", i))
		l.open(who)
		wg.Go(func() {
			for k := range each {
				in := bethink.Input{Tool: "page", Call: fmt.Sprint(who, k), Text: "T-1 state closed", Key: fmt.Sprint(who, k)}
				if _, _, err := l.e.Observe(context.Background(), "repo", who, in); err != nil {
					t.Error(err)
				}
				v, err := l.e.View("repo", who)
				if err != nil || v.Episode != who {
					t.Error(v.Episode, err)
				}
				if _, err := v.Ask(variable("T-1", "state")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	v, err := l.e.View("repo", "alice")
	if err != nil {
		t.Fatal(err)
	}
	if want := uint64(3 + agents*each); v.Seq != want {
		t.Errorf("%d steps, want %d", v.Seq, want)
	}
	again, err := l.e.Fold(context.Background(), "repo", "alice", v.Seq)
	if err != nil {
		t.Fatal(err)
	}
	if again.Belief.Fingerprint() != v.Belief.Fingerprint() {
		t.Error("the log does not give the belief")
	}
}

// A value that an open set without a name does not list is discovered with its
// share, and can be believed.
func TestLive_AnUnlistedVersionCanBeBelieved(t *testing.T) {
	v := world(t, repository(), bethink.Found{Entity: "a.go", Type: "file"})
	v = observe(t, v, told(1, lit("a.go", "version", "c0ffee")))
	if p := v.Belief.Of(variable("a.go", "version"), "c0ffee"); p < .9 {
		t.Errorf("P=%v", p)
	}
	edit := repository().does(v, bethink.Action{Verb: "edit", Args: []bethink.Entity{"a.go"}})
	v = update(t, v, bethink.Input{Action: bethink.Action{Verb: "edit"}}, edit, bethink.Observation{Verdict: bethink.VerdictDone, Evidence: []bethink.Evidence{told(1, lit("a.go", "version", "beef"))}})
	if val, p := v.Belief.Best(variable("a.go", "version")); val != "beef" || p < .9 {
		t.Errorf("%v P=%v", val, p)
	}
}

// Two suites over overlapping files, edited, reverted and run in any order,
// against a table of what was run under which versions.
func TestLive_RestingAgreesWithATableOfRuns(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		files := []bethink.Entity{"src/a/x.go", "src/b/y.go", "docs/z.md"}
		suites := map[bethink.Entity]string{"unit": "src/**", "part": "src/a/*"}
		pk := repository()
		pk.priors["unit"] = []bethink.Prior{{Var: variable("", "pass"), Values: onValues, DependsOn: []bethink.DependsOn{{Pattern: "src/**", Attr: "version"}}}}
		pk.priors["part"] = []bethink.Prior{{Var: variable("", "pass"), Values: onValues, DependsOn: []bethink.DependsOn{{Pattern: "src/a/*", Attr: "version"}}}}
		found := []bethink.Found{{Entity: "unit", Type: "unit"}, {Entity: "part", Type: "part"}}
		for _, f := range files {
			found = append(found, bethink.Found{Entity: f, Type: "file"})
		}
		found = rapid.Permutation(found).Draw(rt, "order")
		v := world(t, pk, found...)
		at := map[bethink.Entity]bethink.Value{}
		edit := func(f bethink.Entity, to bethink.Value) {
			a := bethink.Action{Verb: "edit", Args: []bethink.Entity{f}}
			v = update(t, v, bethink.Input{Action: a}, pk.does(v, a), bethink.Observation{Verdict: bethink.VerdictDone, Evidence: []bethink.Evidence{told(1, lit(string(f), "version", to))}})
			at[f] = to
		}
		for _, f := range files {
			edit(f, "v0")
		}
		runs := map[string]bethink.Value{}
		ran := map[bethink.Entity]bool{}
		key := func(s bethink.Entity) string {
			k := string(s)
			for _, f := range files {
				if glob.Match(suites[s], string(f)) {
					k += "," + string(at[f])
				}
			}
			return k
		}
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			if rapid.Bool().Draw(rt, "edit") {
				edit(rapid.SampledFrom(files).Draw(rt, "file"), rapid.SampledFrom([]bethink.Value{"v0", "v1"}).Draw(rt, "version"))
			} else {
				s := rapid.SampledFrom([]bethink.Entity{"unit", "part"}).Draw(rt, "suite")
				if _, done := runs[key(s)]; !done {
					val := rapid.SampledFrom(onValues).Draw(rt, "result")
					v = observe(t, v, told(.9999, lit(string(s), "pass", val)))
					runs[key(s)], ran[s] = val, true
				}
			}
			for _, s := range []bethink.Entity{"unit", "part"} {
				want := bethink.StatusUnknown
				val, known := runs[key(s)]
				switch {
				case known:
					want = bethink.StatusVerified
				case ran[s]:
					want = bethink.StatusStale
				}
				got := v.Belief.Status(variable(string(s), "pass"))
				best, _ := v.Belief.Best(variable(string(s), "pass"))
				if got != want || known && best != val {
					rt.Fatalf("%s under %s: %v=%v, want %v=%v", s, key(s), got, best, want, val)
				}
			}
		}
	})
}
