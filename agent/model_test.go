package agent_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/agent"
	"github.com/bethink-dev/bethink/bench"
	"github.com/bethink-dev/bethink/env/alfworld"
	"github.com/bethink-dev/bethink/llm"
	"github.com/bethink-dev/bethink/pack"
)

// speaker is a model that says what a function makes of the conversation.
type speaker struct {
	say  func(call int, r llm.Request) (string, error)
	seen []llm.Request
}

func (s *speaker) Complete(_ context.Context, r llm.Request) (llm.Response, error) {
	s.seen = append(s.seen, r)
	text, err := s.say(len(s.seen)-1, r)
	return llm.Response{Text: text, Usage: llm.Usage{Prompt: 100, Completion: 10}}, err
}

// says is a model that says these things in turn, the last one for ever.
func says(replies ...string) *speaker {
	return &speaker{say: func(call int, _ llm.Request) (string, error) { return replies[min(call, len(replies)-1)], nil }}
}

// guide is the household's, filled in from its pack.
func guide(t testing.TB, old bool) *agent.Guide {
	t.Helper()
	p, err := pack.Household()
	if err != nil {
		t.Fatal(err)
	}
	mode := func(u agent.Use) pack.Mode {
		return pack.Mode{Memory: u == agent.UseMemory, Probabilities: u == agent.UseBelief}
	}
	g := agent.Home(old)
	g.Pack, g.Spell = p, p.Spell
	g.Ask = func(v bethink.View, question string, u agent.Use) (string, error) {
		r, err := p.Query(v, question, mode(u))
		return r.Text, err
	}
	g.Tell = func(v bethink.View, u agent.Use) string { return p.Push(v, mode(u)) }
	g.Check = func(v bethink.View, action string, _ agent.Use) (string, bool) {
		r := p.Gate(v, action, pack.DefaultGate)
		return r.Why, r.OK
	}
	return &g
}

func wm(t testing.TB, name string) agent.WM {
	t.Helper()
	w, err := agent.ParseWM(name)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

const budget = 40

// episode plays the first embedded game, or one in the old wording, through the
// bench.
func episode(t *testing.T, cfg agent.Config, old bool) bench.Record {
	t.Helper()
	cfg.Guide = guide(t, old)
	play := alfworld.Config{}
	if old {
		play.Dialect = alfworld.DialectOld
	}
	rs, err := bench.Play(t.Context(), bench.Config{
		Suite: "test", Runs: bench.Apart([]string{game()}), Budget: budget, Workers: 1,
		Variants: []bench.Variant{{Agent: cfg.Name, WM: cfg.WM.String(), Policy: func(bench.Task, uint64) (bethink.Policy, error) {
			return agent.New(cfg)
		}}},
		Environment: func() (bethink.Environment, error) { return alfworld.Embedded().New(play) },
		Pack:        cfg.Guide.Pack,
	})
	if err != nil {
		t.Fatal(err)
	}
	return rs[0]
}

func game() string { return alfworld.Embedded().Tasks()[0].Name }

// solution is how the game is won.
func solution(t *testing.T, old bool) []string {
	t.Helper()
	play := alfworld.Config{}
	if old {
		play.Dialect = alfworld.DialectOld
	}
	world, err := alfworld.Embedded().New(play)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := world.Reset(t.Context(), game(), 0); err != nil {
		t.Fatal(err)
	}
	walk, err := world.Walkthrough(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return walk
}

// all are the frameworks with every variant.
func all(t *testing.T) []agent.Config {
	t.Helper()
	var out []agent.Config
	for _, name := range agent.ModelNames() {
		for _, v := range agent.Variants() {
			for _, how := range []string{"", "+push", "+both"} {
				if v != "none" || how == "" {
					out = append(out, agent.Config{Name: name, WM: wm(t, v+how)})
				}
			}
		}
	}
	return out
}

// Every variant in either wording wins with a model that knows the way, however
// sloppily it writes, in as many steps as the way has; the gate lets all of the
// way pass that the belief takes for possible.
func TestModel_PlaysToWin(t *testing.T) {
	for _, old := range []bool{false, true} {
		way := solution(t, old)
		var replies []string
		for i, a := range way {
			replies = append(replies, []string{
				"Thought: on.\nAction: " + a,
				"**Action:** " + strings.ToUpper(a[:1]) + a[1:] + ".\nObservation: I made this up",
				"Thought: so. Action: `" + a + "`",
			}[i%3])
		}
		for _, cfg := range all(t) {
			m := says(replies...)
			cfg.Model = m
			r := episode(t, cfg, old)
			if r.Outcome != "won" || r.Steps != len(way) || r.Rejections != 0 && !cfg.WM.Gate {
				t.Errorf("old %t, %s+%s: %s after %d of %d steps, %d refused, %s", old, cfg.Name, cfg.WM, r.Outcome, r.Steps, len(way), r.Rejections, r.Error)
			}
			if cfg.WM.Gate && r.Rejections > 0 {
				t.Logf("old %t, %s+%s: the gate refused %d actions of the solution", old, cfg.Name, cfg.WM, r.Rejections)
			}
		}
	}
}

const scene = "You are in the middle of a room. Looking quickly around you, you see a cabinet 1, a fridge 1, and a countertop 1.\n\nYour task is to: put some mug on countertop."

// start returns a policy with the view of the first text.
func start(t testing.TB, cfg agent.Config, text string) (bethink.Policy, func(action, text string) bethink.View) {
	t.Helper()
	if cfg.Guide == nil {
		cfg.Guide = guide(t, false)
	}
	p, err := agent.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	engine, err := bethink.New(bethink.Config{Pack: cfg.Guide.Pack})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Open(t.Context(), "w", "e"); err != nil {
		t.Fatal(err)
	}
	return p, func(action, text string) bethink.View {
		v, _, err := engine.Observe(context.Background(), "w", "e", bethink.Input{Action: bethink.Action{Text: action}, Text: text, Elapsed: 1})
		if err != nil && !errors.Is(err, bethink.ErrUnparsed) {
			t.Fatal(err)
		}
		return v
	}
}

func decide(t testing.TB, cfg agent.Config, text string) bethink.Decision {
	t.Helper()
	p, see := start(t, cfg, text)
	d, err := p.Act(context.Background(), see("", text), text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// conversation is all that is said in a request.
func conversation(r llm.Request) string {
	var out []string
	for _, m := range r.Messages {
		out = append(out, m.Text)
	}
	return strings.Join(out, "\n\n")
}

// shown returns what a variant's model is shown first, and of that the example:
// its turns, each from what the model says on.
func shown(t *testing.T, cfg agent.Config) (prompt string, turns []string) {
	t.Helper()
	m := says("Action: look")
	cfg.Model = m
	decide(t, cfg, scene)
	prompt = conversation(m.seen[0])
	_, rest, ok := strings.Cut(prompt, "=== An example")
	example, _, ok2 := strings.Cut(rest, "=== The example ends")
	if !ok || !ok2 {
		t.Fatalf("no example in\n%s", prompt)
	}
	mark := "\nThought: "
	if cfg.Name == "reflact" {
		mark = "\nReflection: "
	}
	return prompt, strings.Split(example, mark)
}

// A model agent without what it needs is refused by the field's name.
func TestNew_RefusesAModelAgentWithoutItsMeans(t *testing.T) {
	g := guide(t, false)
	without := func(change func(*agent.Guide)) *agent.Guide { c := *g; change(&c); return &c }
	m := says("")
	for says, cfg := range map[string]agent.Config{
		"--model":            {Name: "react", Guide: g},
		"Config.Guide.Pack":  {Name: "reflact", Model: m},
		"Config.Guide.Ask":   {Name: "react", Model: m, WM: wm(t, "belief"), Guide: without(func(g *agent.Guide) { g.Ask = nil })},
		"Config.Guide.Tell":  {Name: "react", Model: m, WM: wm(t, "belief+push"), Guide: without(func(g *agent.Guide) { g.Tell = nil })},
		"Config.Guide.Check": {Name: "react", Model: m, WM: wm(t, "bbwm"), Guide: without(func(g *agent.Guide) { g.Check = nil })},
		"Config.History":     {Name: "react", Model: m, Guide: g, History: -1},
		"Config.MaxTokens":   {Name: "react", Model: m, Guide: g, MaxTokens: -1},
	} {
		if _, err := agent.New(cfg); !errors.Is(err, bethink.ErrInvalid) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
	for _, cfg := range []agent.Config{{Name: "reakt"}, {Name: "reakt", Model: m}} {
		_, err := agent.New(cfg)
		if strings.Contains(err.Error(), "did you mean react") != (cfg.Model != nil) {
			t.Errorf("with a model %t: %v", cfg.Model != nil, err)
		}
	}
}

// Replies are read as the limits have it, whatever they are; an action is one
// short line.
func FuzzModel(f *testing.F) {
	for _, s := range []string{
		"Thought: x\nAction: look", "Action:\n\n  look", "action : 'go to bed 1.'", "Action: query", "Action: QUERY: state?",
		"Thought: Action: look", "Action: \x00\xff", "**Action**: [look]", "Action: queryx", strings.Repeat("Action: a", 99), "Observation: <<< [World model] >>>",
	} {
		f.Add(s)
	}
	g := guide(f, false)
	f.Fuzz(func(t *testing.T, reply string) {
		m := says(reply, "Action: look")
		d := decide(t, agent.Config{Name: "react", WM: wm(t, "belief"), Model: m, Guide: g}, scene)
		if d.Action == "" || strings.ContainsAny(d.Action, "\n\r") || len(d.Action) > 200 || d.Queries > 1 || d.Queries+1 != len(m.seen) {
			t.Errorf("%q: %+v after %d calls", reply, d, len(m.seen))
		}
		if err := (bethink.Input{Action: bethink.Action{Text: d.Action}, Because: d.Because}).Valid(); err != nil {
			t.Error(err)
		}
	})
}
