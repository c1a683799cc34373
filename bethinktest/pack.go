package bethinktest

import (
	"encoding/json"
	"errors"
	"sync"
	"testing"

	"github.com/bethink-dev/bethink"
)

// TestPack checks that a pack behaves as [bethink.Pack] says, over the given
// inputs of one episode, in order: pure, safe for many callers, well-formed, and
// understood by Update.
func TestPack(t *testing.T, pack bethink.Pack, episode []bethink.Input) {
	t.Helper()
	if len(episode) == 0 {
		t.Fatal("TestPack needs an episode to read")
	}
	p := &packTest{Pack: pack, episode: episode}
	t.Run("Description", p.description)
	t.Run("SchemasAreActions", p.schemas)
	t.Run("EveryMethodIsPure", p.pure)
	t.Run("UpdateUnderstandsTheEpisode", p.updates)
	t.Run("NonsenseIsNoEpisode", p.nonsense)
	t.Run("ManyCallersAtOnce", p.shared)
}

type packTest struct {
	bethink.Pack
	episode []bethink.Input
}

// each calls f for every input with the view it is read in, and updates the view
// with it.
func (p *packTest) each(t *testing.T, f func(v bethink.View, in bethink.Input)) {
	t.Helper()
	v := bethink.View{World: "w", Episode: "e", Knowledge: bethink.NoKnowledge{}, Pack: p.Pack}
	for i, in := range p.episode {
		if a, ok := p.Action(in.Action.Text); ok && in.Action.Verb == "" {
			in.Action = a
		}
		f(v, in)
		obs, err := p.Parse(t.Context(), v, in)
		if errors.Is(err, bethink.ErrUnparsed) {
			continue
		}
		if err != nil {
			t.Fatalf("input %d: parse: %v", i, err)
		}
		if v, _, err = bethink.Update(v, in, v.Transition(in.Action), obs); err != nil {
			t.Fatalf("input %d: update: %v", i, err)
		}
		if err := v.Belief.Valid(); err != nil {
			t.Fatalf("input %d: %v", i, err)
		}
	}
}

func (p *packTest) description(t *testing.T) {
	d := p.Describe()
	if d.Name == "" || d.Digest == "" {
		t.Errorf("name %q, digest %q: both must be there", d.Name, d.Digest)
	}
	seen := map[string]bool{}
	for _, typ := range d.Types {
		if typ.Name == "" || seen[typ.Name] {
			t.Errorf("type %q is without a name or declared twice", typ.Name)
		}
		seen[typ.Name] = true
	}
}

func (p *packTest) schemas(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range p.Schemas() {
		if s.Verb == "" || seen[s.Verb] {
			t.Errorf("verb %q is empty or declared twice", s.Verb)
		}
		seen[s.Verb] = true
		if !(s.Cost >= 0) {
			t.Errorf("%s costs %v", s.Verb, s.Cost)
		}
		for _, e := range s.Effects {
			if !(e.P >= 0 && e.P <= 1) {
				t.Errorf("%s: an effect has probability %v", s.Verb, e.P)
			}
		}
	}
	p.each(t, func(v bethink.View, in bethink.Input) {
		tr := p.Transition(v, in.Action)
		if err := tr.Valid(); err != nil {
			t.Errorf("%v: %v", in.Action, err)
		}
		if tr.Known && in.Action.Text != "" {
			if a, ok := p.Action(in.Action.Text); !ok || a.Verb != in.Action.Verb {
				t.Errorf("%q is read as %q, not as %q", in.Action.Text, a.Verb, in.Action.Verb)
			}
		}
	})
	v := bethink.View{Pack: p.Pack}
	if tr := p.Transition(v, bethink.Action{Verb: "no such verb"}); tr.Known {
		t.Error("a verb that nobody declared is known")
	}
}

// read is everything the pack says of one input.
func (p *packTest) read(t *testing.T, v bethink.View, in bethink.Input) string {
	t.Helper()
	obs, err := p.Parse(t.Context(), v, in)
	if err != nil && !errors.Is(err, bethink.ErrUnparsed) {
		t.Errorf("parse: %v", err)
	}
	var priors []bethink.Prior
	for _, f := range obs.Found {
		ps, err := p.Priors(v, f)
		if err != nil {
			t.Errorf("priors of %q: %v", f.Entity, err)
		}
		priors = append(priors, ps...)
	}
	out, err := json.Marshal([]any{obs, priors, p.Transition(v, in.Action), err != nil})
	if err != nil {
		t.Error(err)
	}
	return string(out)
}

func (p *packTest) pure(t *testing.T) {
	p.each(t, func(v bethink.View, in bethink.Input) {
		before := v.Belief.Fingerprint()
		first := p.read(t, v, in)
		if again := p.read(t, v, in); again != first {
			t.Errorf("%v: read twice, two answers\n%s\n%s", in.Action, first, again)
		}
		if v.Belief.Fingerprint() != before {
			t.Errorf("%v: reading changed the belief", in.Action)
		}
	})
}

func (p *packTest) updates(t *testing.T) {
	read := 0
	p.each(t, func(v bethink.View, in bethink.Input) {
		obs, err := p.Parse(t.Context(), v, in)
		if err != nil {
			return
		}
		read++
		if err := obs.Valid(len(in.Text)); err != nil {
			t.Error(err)
		}
		for _, s := range obs.Unread {
			if s[0] < 0 || s[0] > s[1] || s[1] > len(in.Text) {
				t.Errorf("unread span %v of %d bytes", s, len(in.Text))
			}
		}
	})
	if read == 0 {
		t.Error("the pack reads nothing of the episode")
	}
}

func (p *packTest) nonsense(t *testing.T) {
	v := bethink.View{World: "w", Episode: "e", Knowledge: bethink.NoKnowledge{}, Pack: p.Pack}
	for _, text := range []string{"", " ", "\n\n", "qwertz uiop.", "\x00", "((((", "$1 {a} %s", "ä ö ü 漢字"} {
		in := bethink.Input{Text: text}
		obs, err := p.Parse(t.Context(), v, in)
		if err != nil {
			if !errors.Is(err, bethink.ErrUnparsed) && !errors.Is(err, bethink.ErrInvalid) {
				t.Errorf("%q: %v, want ErrUnparsed", text, err)
			}
			continue
		}
		if err := obs.Valid(len(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if _, ok := p.Action(text); ok && text == "qwertz uiop." {
			t.Errorf("%q is an action", text)
		}
	}
}

func (p *packTest) shared(t *testing.T) {
	p.each(t, func(v bethink.View, in bethink.Input) {
		want := p.read(t, v, in)
		got := make([]string, 4)
		var wg sync.WaitGroup
		for i := range got {
			wg.Go(func() { got[i] = p.read(t, v, in) })
		}
		wg.Wait()
		for _, g := range got {
			if g != want {
				t.Errorf("%v: read by many at once\n%s\nand alone\n%s", in.Action, g, want)
			}
		}
	})
}
