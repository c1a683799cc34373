package alfworld_test

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/alfworld"
)

// reference is the household domain read literally, over a set of facts with
// readable names: slow, and independent of the engine's tables.
type reference map[string]bool

func newReference(tb testing.TB, e *alfworld.Env) reference {
	tb.Helper()
	all, err := e.Facts(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	r := reference{}
	for _, f := range all {
		r[f.Predicate+"|"+strings.Join(f.Args, "|")] = true
	}
	return r
}

func (r reference) is(parts ...string) bool { return r[strings.Join(parts, "|")] }

// of returns the arguments of a predicate's facts, sorted.
func (r reference) of(predicate string) [][]string {
	var out [][]string
	for f := range r {
		if p := strings.Split(f, "|"); p[0] == predicate {
			out = append(out, p[1:])
		}
	}
	slices.SortFunc(out, func(a, b []string) int { return slices.Compare(a, b) })
	return out
}

func (r reference) value(predicate, key string) string {
	for _, a := range r.of(predicate) {
		if a[0] == key {
			return a[1]
		}
	}
	return ""
}

// effect is what a command adds and deletes.
type effect struct{ add, del []string }

// actions returns every applicable command with its effect.
func (r reference) actions() map[string]effect {
	out := map[string]effect{"look": {}, "inventory": {}, "help": {}}
	here := r.of("atlocation")[0][0]
	held := ""
	if h := r.of("holds"); len(h) > 0 {
		held = h[0][0]
	}
	if held != "" {
		out["examine "+held] = effect{}
	}
	for _, a := range r.of("receptacleatlocation") {
		R, l := a[0], a[1]
		if l != here {
			out["go to "+R] = effect{add: []string{"atlocation|" + l}, del: []string{"atlocation|" + here}}
			continue
		}
		out["examine "+R] = effect{}
		openable, opened := r.is("openable", R), r.is("opened", R)
		if openable && !opened {
			out["open "+R] = effect{add: []string{"opened|" + R}}
		}
		if openable && opened {
			out["close "+R] = effect{del: []string{"opened|" + R}}
		}
		access := !openable || opened
		for _, in := range r.of("inreceptacle") {
			o := in[0]
			if in[1] != R {
				continue
			}
			if access && held == "" && r.is("pickupable", o) {
				out["take "+o+" from "+R] = effect{add: []string{"holds|" + o}, del: []string{"inreceptacle|" + o + "|" + R, "objectatlocation|" + o + "|" + here}}
			}
			if r.is("toggleable", o) {
				e := effect{add: []string{"istoggled|" + o}}
				if r.is("ison", o) {
					e.del = []string{"ison|" + o}
				} else {
					e.add = append(e.add, "ison|"+o)
				}
				out["use "+o] = e
			}
		}
		if held == "" {
			continue
		}
		rtype := r.value("receptacletype", R)
		if access && r.is("cancontain", rtype, r.value("objecttype", held)) {
			out["move "+held+" to "+R] = effect{add: []string{"inreceptacle|" + held + "|" + R, "objectatlocation|" + held + "|" + here}, del: []string{"holds|" + held}}
		}
		if rtype == "sinkbasin" && r.is("cleanable", held) {
			out["clean "+held+" with "+R] = effect{add: []string{"isclean|" + held}}
		}
		if rtype == "microwave" && r.is("heatable", held) {
			out["heat "+held+" with "+R] = effect{add: []string{"ishot|" + held}, del: []string{"iscool|" + held}}
		}
		if rtype == "fridge" && r.is("coolable", held) {
			out["cool "+held+" with "+R] = effect{add: []string{"iscool|" + held}, del: []string{"ishot|" + held}}
		}
	}
	if t := r.value("objecttype", held); t == "knife" || t == "butterknife" {
		for _, a := range r.of("objectatlocation") {
			if a[1] == here && r.is("sliceable", a[0]) {
				out["slice "+a[0]+" with "+held] = effect{add: []string{"issliced|" + a[0]}}
			}
		}
	}
	return out
}

// Over random play in official and generated games the engine accepts exactly
// the commands of the literal reading, and its facts stay the same.
func TestReference_RandomPlay(t *testing.T) {
	t.Run("Official", func(t *testing.T) {
		set := officialSet(t, validSeen)
		playReference(t, set, full(12, 140), 60)
	})
	t.Run("Embedded", func(t *testing.T) { playReference(t, alfworld.Embedded(), full(12, 48), 60) })
}

func playReference(t *testing.T, set *alfworld.Set, games, steps int) {
	rng := rand.New(rand.NewPCG(4, 2))
	e := newEnv(t, set, alfworld.Config{})
	tasks := set.Tasks()
	for i := range games {
		task := tasks[i*len(tasks)/games].Name
		step, err := e.Reset(t.Context(), task, 0)
		if err != nil {
			t.Fatal(err)
		}
		r := newReference(t, e)
		for n := 0; n < steps && step.Outcome == bethink.OutcomeRunning; n++ {
			actions := r.actions()
			var want []string
			var likely []string // anything but moves and remarks, so that play gets somewhere
			for c, effect := range actions {
				want = append(want, c)
				if len(effect.add)+len(effect.del) > 0 && !strings.HasPrefix(c, "go to") && !strings.HasPrefix(c, "close") {
					likely = append(likely, c)
				}
			}
			slices.Sort(want)
			slices.Sort(likely)
			if got := admissible(t, e); !slices.Equal(got, want) {
				t.Fatalf("%s, step %d: admissible\n got %q\nwant %q", task, n, got, want)
			}
			command := want[rng.IntN(len(want))]
			if len(likely) > 0 && rng.IntN(2) == 0 {
				command = likely[rng.IntN(len(likely))]
			}
			if step, err = e.Step(t.Context(), command); err != nil {
				t.Fatal(err)
			}
			for _, f := range actions[command].del {
				delete(r, f)
			}
			for _, f := range actions[command].add {
				r[f] = true
			}
			got := newReference(t, e)
			for f := range got {
				if !r[f] {
					t.Fatalf("%s, step %d, %q: the engine has %s", task, n, command, f)
				}
			}
			if len(got) != len(r) {
				t.Fatalf("%s, step %d, %q: the engine has %d facts, want %d", task, n, command, len(got), len(r))
			}
		}
	}
}

// full is a count of make test, or with BETHINK_FULL that of make test-full.
func full(some, all int) int {
	if os.Getenv("BETHINK_FULL") != "" {
		return all
	}
	return some
}
