package pack_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/pack"
)

const tiny = `name: tiny
version: "1"
names: numbered
agent: agent
categories:
  - {name: thing}
types:
  - {name: cup, is: [thing]}
attributes:
  - {of: thing, name: full, values: boolean, prior: {"true": 0.5, "false": 0.5}}
actions:
  - {verb: look, text: look, cost: 1}
patterns:
  - name: cup
    text: "The {c:thing} is full."
    tells:
      - {of: $c, attr: full, is: true, reliability: 0.9}
`

// Every fault comes with its line and what to do.
func TestLint(t *testing.T) {
	if f := pack.Lint([]byte(tiny)); len(f) > 0 {
		t.Fatal(f)
	}
	for _, c := range []struct{ name, old, new, want string }{
		{"unknown field", "names: numbered", "nmaes: numbered", `line 3: unknown field "nmaes"`},
		{"yes", `version: "1"`, "version: yes", "line 2: yes is true or false to some readers: write true or false, or quote it"},
		{"octal", `version: "1"`, "version: 010", "line 2: 010 would be read as 8"},
		{"exponent", "cost: 1}", "cost: 1e3}", "line 12: 1e3 would be read as 1000"},
		{"trailing zero", `version: "1"`, "version: 1.10", "line 2: 1.10 would be read as 1.1"},
		{"missing value", `version: "1"`, "version:", "line 2: a value is missing"},
		{"alias", "agent: agent", "agent: &a agent", "line 4: a pack has no anchor"},
		{"tag", "agent: agent", "agent: !!str agent", "line 4: a pack has no tag"},
		{"list for text", "agent: agent", "agent: [agent]", "line 4: a text is needed here"},
		{"duplicate key", "agent: agent", "agent: agent\nagent: other", "line 5: "},
		{"broken", "agent: agent", "agent: [agent", "line "},
		{"names", "names: numbered", "names: counted", `line 3: names are "counted": write plain or numbered`},
		{"category", "is: [thing]", "is: [thnig]", `line 8: "thnig" is no category: declare it under categories:`},
		{"attribute's owner", "{of: thing, name", "{of: thnig, name", `line 10: attribute full is of "thnig"`},
		{"prior", `{"true": 0.5, "false": 0.5}`, `{"maybe": 1}`, `line 10: the prior of full names "maybe"`},
		{"negative prior", `"true": 0.5`, `"true": -1`, "line 10: the prior of full=true is -1"},
		{"slot", "{c:thing}", "{c:thnig}", `line 15: slot c is of "thnig"`},
		{"slot without kind", "{c:thing}", "{c}", "line 15: "},
		{"open slot", "{c:thing}", "{c:thing", "line 15: "},
		{"two slots", "{c:thing} is", "{c:thing}{d:thing} is", "two slots without text between them"},
		{"alternatives", "is full", "is (full", "'(' without ')'"},
		{"reference", "of: $c", "of: $d", `line 17: "$d" is no such slot`},
		{"reliability", "reliability: 0.9", "reliability: 1", "line 17: the evidence on full has reliability 1"},
		{"trust", "reliability: 0.9", "reliability: 0.9, trust: priest", `line 17: trust is "priest"`},
		{"verdict", `text: "The`, "verdict: perhaps\n    text: \"The", `line 15: verdict is "perhaps"`},
		{"verb", `text: "The`, "of: jump\n    text: \"The", `line 15: pattern cup is of "jump"`},
		{"cost", "cost: 1}", "cost: -1}", "line 12: action look costs -1"},
		{"text and value", "text: look,", "text: 1.0,", "line 12: 1.0 would be read as 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := strings.Replace(tiny, c.old, c.new, 1)
			if src == tiny {
				t.Fatal("the case changes nothing")
			}
			_, err := pack.Load("tiny", []byte(src))
			var fs *pack.Faults
			if !errors.As(err, &fs) || !errors.Is(err, bethink.ErrInvalid) {
				t.Fatalf("%v", err)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
			for _, f := range fs.List {
				if f.Line < 1 || f.Message == "" || f.Remedy == "" {
					t.Errorf("%+v", f)
				}
			}
		})
	}
}

func TestLint_AllFaultsAtOnce(t *testing.T) {
	src := strings.NewReplacer("names: numbered", "names: counted", "reliability: 0.9", "reliability: 2").Replace(tiny)
	if f := pack.Lint([]byte(src)); len(f) != 2 || f[0].Line >= f[1].Line {
		t.Errorf("%v", f)
	}
}

// Files that could exhaust a reader are turned away first.
func TestLoad_Bounds(t *testing.T) {
	for name, data := range map[string][]byte{
		"size":    bytes.Repeat([]byte("#"), pack.MaxFile+1),
		"flow":    []byte("name: " + strings.Repeat("[", 10_000)),
		"blocks":  []byte(strings.Repeat("- ", 10_000) + "x"),
		"empty":   nil,
		"two":     []byte("name: a\n---\nname: b\n"),
		"binary":  {0, 1, 2, 0xff},
		"many":    []byte(strings.Replace(tiny, "is full", strings.Repeat("(a|b)", 20), 1)),
		"slotted": []byte(strings.Replace(tiny, "is full", "{a:text} {b:text} {d:text} {e:text} {f:text} {g:text} {h:text} {i:text}", 1)),
	} {
		if _, err := pack.Load(name, data); !errors.Is(err, bethink.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLoad_Digest(t *testing.T) {
	a, err := pack.Load("a", []byte(tiny))
	if err != nil {
		t.Fatal(err)
	}
	b, err := pack.Load("b", []byte(tiny+"# a comment\n"))
	if err != nil {
		t.Fatal(err)
	}
	if d := a.Describe().Digest; len(d) != 64 || d == b.Describe().Digest {
		t.Errorf("digests %s and %s", a.Describe().Digest, b.Describe().Digest)
	}
}

// The whole placement table of ALFWorld's generator is there, but for what
// only movable containers hold.
func TestHousehold_Table(t *testing.T) {
	p := household(t)
	counted, objects := 0, 0
	for _, ty := range p.Describe().Types {
		if ty.Counted {
			counted++
		}
		for _, c := range ty.Categories {
			if c == "object" {
				objects++
			}
		}
	}
	// 61 types of the table, two lamps, and four more that the games have.
	if counted != 67 || objects < 75 {
		t.Errorf("%d counted types, %d kinds of things", counted, objects)
	}
	verbs := map[string]bool{}
	for _, s := range p.Schemas() {
		verbs[s.Verb] = true
	}
	for _, v := range []string{"go", "open", "close", "take", "put", "clean", "heat", "cool", "use", "slice", "examine", "inspect", "look", "inventory", "help"} {
		if !verbs[v] {
			t.Errorf("no action %s", v)
		}
	}
}

func TestHousehold_Actions(t *testing.T) {
	p := household(t)
	for text, want := range map[string]bethink.Action{
		"go to cabinet 4":             {Verb: "go", Args: []bethink.Entity{"cabinet 4"}},
		" open fridge 1 ":             {Verb: "open", Args: []bethink.Entity{"fridge 1"}},
		"move egg 1 to fridge 1":      {Verb: "put", Args: []bethink.Entity{"egg 1", "fridge 1"}},
		"put egg 1 in/on fridge 1":    {Verb: "put", Args: []bethink.Entity{"egg 1", "fridge 1"}},
		"heat egg 1 with microwave 1": {Verb: "heat", Args: []bethink.Entity{"egg 1", "microwave 1"}},
		"slice bread 1 with knife 2":  {Verb: "slice", Args: []bethink.Entity{"bread 1", "knife 2"}},
		"examine fridge 1":            {Verb: "examine", Args: []bethink.Entity{"fridge 1"}},
		"examine egg 1":               {Verb: "inspect", Args: []bethink.Entity{"egg 1"}},
		"look":                        {Verb: "look"},
		"inventory":                   {Verb: "inventory"},
	} {
		got, ok := p.Action(text)
		want.Text = strings.TrimSpace(text)
		if d := cmp.Diff(want, got); !ok || d != "" {
			t.Errorf("%q: %v\n%s", text, ok, d)
		}
	}
	for _, text := range []string{"", "jump", "go to", "go to cabinet", "Go to cabinet 1", "go to cabinet 1 now", "open", "take egg 1", "look around"} {
		if a, ok := p.Action(text); ok {
			t.Errorf("%q is %v", text, a)
		}
	}
}

// The six forms of goals, in both wordings each.
func TestHousehold_Goals(t *testing.T) {
	two := "first location=$r second location=$r"
	for sentence, want := range map[string]string{
		"put a cup in fridge.":                     "put cup fridge: o location=$r",
		"put some cup on sidetable.":               "put cup sidetable: o location=$r",
		"clean some cup and put it in fridge.":     "clean cup fridge: o clean=true o location=$r",
		"put a clean cup in fridge.":               "clean cup fridge: o clean=true o location=$r",
		"heat some egg and put it in garbagecan.":  "heat egg garbagecan: o hot=true o location=$r",
		"put a hot egg in garbagecan":              "heat egg garbagecan: o hot=true o location=$r",
		"cool some pan and put it in stoveburner.": "cool pan stoveburner: o cool=true o location=$r",
		"put a cool pan in stoveburner.":           "cool pan stoveburner: o cool=true o location=$r",
		"put two pen in drawer.":                   "two pen pen drawer: " + two,
		"find two pen and put them in drawer.":     "two pen pen drawer: " + two,
		"look at bowl under the desklamp.":         "light bowl desklamp: o location=inventory agent location=$l.location l toggled=true",
		"examine the bowl with the desklamp.":      "light bowl desklamp: o location=inventory agent location=$l.location l toggled=true",
	} {
		g := start(t, household(t), task(sentence)).view.Goal
		var sb strings.Builder
		sb.WriteString(g.Form)
		for _, r := range g.Roles {
			sb.WriteString(" " + r.Type)
		}
		for i, s := range g.Steps {
			fmt.Fprintf(&sb, "%s %s%s %s=%s", map[bool]string{true: ":"}[i == 0], s.Role, s.Subject, s.Attr, s.Value)
		}
		if sb.String() != want {
			t.Errorf("%q: %q, want %q", sentence, sb.String(), want)
		}
	}
}

// A sentence that no form reads leaves no goal and is listed as unread.
func TestHousehold_UnknownGoal(t *testing.T) {
	g := start(t, household(t), task("UNKNOWN GOAL"))
	if g.view.Goal.Form != "" || len(g.step.Observation.Unread) != 1 {
		t.Errorf("%+v, unread %v", g.view.Goal, g.step.Observation.Unread)
	}
}

func TestParse_Inputs(t *testing.T) {
	p, err := pack.Load("tests", read(t, "testdata/tests.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	zero, one := 0, 1
	for _, c := range []struct {
		name    string
		in      bethink.Input
		literal string
		trust   bethink.Trust
	}{
		{"green", bethink.Input{Tool: "shell", Exit: &zero, Args: json.RawMessage(`{"command":"go test web"}`)}, "state(web)=pass", bethink.TrustInstrument},
		{"red", bethink.Input{Tool: "shell", Exit: &one, Args: json.RawMessage(`{"command":"go test web"}`)}, "state(web)=fail", bethink.TrustInstrument},
		{"hash", bethink.Input{Tool: "stat", Result: json.RawMessage(`{"files":[{"path":"src/a.go!","hash":"sha 77"}]}`)}, "version(src/a.go)=77", bethink.TrustInstrument},
		{"page", bethink.Input{Tool: "fetch", Result: json.RawMessage(`{"text":"everything in web is fine"}`)}, "state(web)=pass", bethink.TrustContent},
		{"other tool", bethink.Input{Tool: "ls", Exit: &zero, Args: json.RawMessage(`{"command":"go test web"}`)}, "", 0},
		{"no exit", bethink.Input{Tool: "shell", Args: json.RawMessage(`{"command":"go test web"}`)}, "", 0},
		{"red of an error", bethink.Input{Tool: "shell", Exit: &one, Reply: bethink.ReplyError, Args: json.RawMessage(`{"command":"go test web"}`)}, "", 0},
		{"another command", bethink.Input{Tool: "shell", Exit: &zero, Args: json.RawMessage(`{"command":"rm -r web"}`)}, "", 0},
		{"another shape", bethink.Input{Tool: "stat", Result: json.RawMessage(`{"files":{}}`)}, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := bethink.View{Pack: p, Knowledge: bethink.NoKnowledge{}}
			obs, err := p.Parse(context.Background(), v, c.in)
			if err != nil {
				t.Fatal(err)
			}
			if c.literal == "" {
				if len(obs.Evidence) > 0 {
					t.Errorf("%+v", obs.Evidence)
				}
				return
			}
			if len(obs.Evidence) != 1 || obs.Evidence[0].Clause[0].String() != c.literal || obs.Evidence[0].Trust != c.trust {
				t.Fatalf("%+v", obs.Evidence)
			}
			next, _, err := bethink.Update(v, c.in, bethink.Transition{}, obs)
			if err != nil {
				t.Fatal(err)
			}
			if got := next.Belief.Holds(obs.Evidence[0].Clause[0]); got < 0.5 {
				t.Errorf("P(%s) is %v", c.literal, got)
			}
		})
	}
}
