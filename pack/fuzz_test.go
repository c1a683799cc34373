package pack_test

import (
	"context"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/pack"
)

// No file makes the loader panic, and what it takes can be used.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(tiny))
	f.Add(read(f, "testdata/tests.yaml"))
	f.Add([]byte("name: [{}]\nversion: {a: [1, -2, 1e9]}"))
	f.Add([]byte("patterns:\n  - {name: a, text: \"{x:thing*} (a|b)\"}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := pack.Load("fuzz", data)
		if err != nil {
			if p != nil || len(pack.Lint(data)) == 0 {
				t.Fatalf("no faults for %v", err)
			}
			return
		}
		v := bethink.View{Pack: p}
		_, _ = p.Parse(context.Background(), v, bethink.Input{Text: "The cup 1 is full. Nothing."}) //nolint:errcheck // any outcome will do
		p.Action("look")
		p.Transition(v, bethink.Action{Verb: "look"})
		if _, err := p.Priors(v, bethink.Found{Entity: "cup 1", Type: "cup"}); err != nil {
			t.Fatal(err)
		}
	})
}

// No text of a pattern makes the compiler panic; what compiles reads its own
// example.
func FuzzPattern(f *testing.F) {
	for _, s := range []string{"The {c:thing} is full.", "a {n:number}", "(a|b)", "{x:thing*}.", "{a:text}{b:text}", "}{", "(()", "{c:thing} (in/on|in|) x"} {
		f.Add(s, "The cup 1 is full.")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if strings.ContainsAny(pattern, "\"\\\n\r\t\x00") {
			return
		}
		p, err := pack.Load("fuzz", []byte(strings.NewReplacer(
			`"The {c:thing} is full."`, `"`+pattern+`"`, "of: $c", "of: cup 1").Replace(tiny)))
		if err != nil {
			return
		}
		sound(t, p, bethink.View{Pack: p}, "", text)
	})
}

// No text makes the household panic; spans lie inside the text, the observation
// is valid, and the belief stays sound after it.
func FuzzParse(f *testing.F) {
	p, err := pack.Household()
	if err != nil {
		f.Fatal(err)
	}
	f.Add("", kitchen)
	f.Add("go to countertop 1", twenty)
	f.Add("take egg 1 from countertop 1", "You pick up the egg 1 from the countertop 1.")
	f.Add("open fridge 1", "You open the fridge 1. The fridge 1 is open. In it, you see nothing.")
	f.Add("look", "You are facing the fridge 1, and cabinet 1. Next to it, you see a egg 1.")
	f.Add("go to fridge 1", "Nothing happens.")
	f.Add("examine plate 1", "This is a normal plate 1. In it, you see a egg 1, a egg 1, and a egg 1.")
	f.Add("put egg 1 in/on egg 1", "On the egg 1, you see a egg 1.")
	f.Add("help", "Available commands:\n  look:   x\n  go to (receptacle): y")
	base := start(f, p, kitchen).view
	f.Fuzz(func(t *testing.T, action, text string) {
		next := sound(t, p, base, action, text)
		sound(t, p, next, action, text)
	})
}

// sound parses and updates, and checks what must always hold.
func sound(t *testing.T, p *pack.Pack, v bethink.View, action, text string) bethink.View {
	t.Helper()
	in := bethink.Input{Text: text}
	in.Action, _ = p.Action(action)
	obs, err := p.Parse(context.Background(), v, in)
	if err != nil || in.Valid() != nil {
		return v
	}
	if err := obs.Valid(len(text)); err != nil {
		t.Fatal(err)
	}
	for _, u := range obs.Unread {
		if u[0] < 0 || u[0] >= u[1] || u[1] > len(text) {
			t.Fatalf("unread %v of %d bytes", u, len(text))
		}
	}
	next, _, err := bethink.Update(v, in, v.Transition(in.Action), obs)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	if err := next.Belief.Valid(); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	p.Gate(next, action, pack.DefaultGate)
	p.Push(next, pack.Mode{Probabilities: true})
	_, _ = p.Query(next, text, pack.Mode{}) //nolint:errcheck // any outcome will do
	return next
}
