package pack_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/pack"
)

const alerts = `
name: alerts
version: "1"
live: true
names: plain
agent: agent
categories: [{name: thing}]
types:
  - {name: service, is: [thing]}
  - {name: file, is: [thing]}
  - {name: order, is: [thing]}
attributes:
  - {of: service, name: state, values: [ok, slow, down], nature: drifting, rate: 0.001, measured: true, prior: {ok: 0.9, slow: 0.08, down: 0.02}}
  - {of: file, name: version, values: [none], unlisted: 1000, nature: acted}
  - {of: order, name: paid, values: boolean, nature: acted, doubt: 0.01, prior: {"false": 1}}
actions:
  - verb: pay
    text: "pay {o:order}"
    unclear: 0.3
    effects: [{of: $o, attr: paid, is: true}]
    cost: 1
patterns:
  - {name: odd, text: "Something went wrong with {o:order}.", of: pay}
  - {name: late, text: "{o:order} is being looked at.", of: pay, unclear: 0.8}
inputs:
  - name: alert
    tool: pager
    result: {/service: "{s:service}"}
    tells:
      - {of: $s, attr: state, given: {ok: 0.2, slow: 0.5, down: 0.9}, origin: "{call}"}
  - name: files
    tool: stat
    each: /files
    item: {/path: "{f:file}", /hash: "{h:text}"}
    tells:
      - {of: $f, attr: version, is: $h, reliability: 0.999}
  - name: page
    tool: fetch
    result: {/url: "{u:text}", /service: "{s:service}", /says: "{x:text}"}
    tells:
      - {of: $s, attr: state, is: $x, reliability: 0.9, false_rate: 0.02, trust: content, origin: "page {u}"}
`

func alertsView(t *testing.T) (*pack.Pack, func(bethink.Input) (bethink.View, *bethink.Step)) {
	t.Helper()
	p, err := pack.Load("alerts.yaml", []byte(alerts))
	if err != nil {
		t.Fatal(err)
	}
	e, err := bethink.New(bethink.Config{Pack: p})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Open(t.Context(), "w", "e"); err != nil {
		t.Fatal(err)
	}
	return p, func(in bethink.Input) (bethink.View, *bethink.Step) {
		t.Helper()
		v, st, err := e.Observe(t.Context(), "w", "e", in)
		if err != nil {
			t.Fatal(err)
		}
		return v, st
	}
}

func result(s string) json.RawMessage { return json.RawMessage(s) }

// A likelihood table is plain Bayes, and one call counts once.
func TestKeys_GivenAndOrigin(t *testing.T) {
	_, see := alertsView(t)
	web := bethink.Variable{Entity: "web", Attr: "state"}
	in := bethink.Input{Tool: "pager", Call: "a1", Result: result(`{"service":"web"}`)}
	v, _ := see(in)
	total := .9*.2 + .08*.5 + .02*.9
	if got := v.Belief.Of(web, "down"); math.Abs(got-.02*.9/total) > 1e-9 {
		t.Errorf("down after one alert: %v, want %v", got, .02*.9/total)
	}
	v, st := see(in)
	if got := v.Belief.Of(web, "down"); math.Abs(got-.02*.9/total) > 1e-9 || len(st.SetAside) != 1 {
		t.Errorf("down after the same alert again: %v; %+v", got, st.SetAside)
	}
	in.Call = "a2"
	v, _ = see(in)
	total = .9*.04 + .08*.25 + .02*.81
	if got := v.Belief.Of(web, "down"); math.Abs(got-.02*.81/total) > 1e-9 {
		t.Errorf("down after a second alert: %v, want %v", got, .02*.81/total)
	}
	page := bethink.Input{Tool: "fetch", Result: result(`{"url":"u","service":"web","says":"slow"}`)}
	a, _ := see(page)
	b, _ := see(page)
	if x, y := a.Belief.Of(web, "slow"), b.Belief.Of(web, "slow"); math.Abs(x-y) > 1e-9 || x < .5 {
		t.Errorf("a page once: %v, twice: %v", x, y)
	}
}

// Plain JSON fields read as they are, in each element of an array.
func TestKeys_Each(t *testing.T) {
	_, see := alertsView(t)
	v, st := see(bethink.Input{Tool: "stat", Result: result(`{"files":[{"path":"src/a.go","hash":"h1"},{"odd":1},{"path":"src/b.go","hash":7}]}`)})
	for path, hash := range map[bethink.Entity]bethink.Value{"src/a.go": "h1", "src/b.go": "7"} {
		if got := v.Belief.Of(bethink.Variable{Entity: path, Attr: "version"}, hash); got < .95 {
			t.Errorf("%s at %s: %v", path, hash, got)
		}
	}
	if len(st.Observation.Evidence) != 2 {
		t.Errorf("%+v", st.Observation.Evidence)
	}
}

// What an unclear answer means is the action's, or the pattern's.
func TestKeys_Unclear(t *testing.T) {
	for text, want := range map[string]float64{"Something went wrong with order 7.": .3, "order 7 is being looked at.": .5} {
		_, see := alertsView(t)
		see(bethink.Input{Text: "order 7 is being looked at."})
		v, st := see(bethink.Input{Action: bethink.Action{Text: "pay order 7"}, Text: text})
		// The action cannot be undone: one half at most.
		if got := v.Belief.Of(bethink.Variable{Entity: "order 7", Attr: "paid"}, bethink.True); math.Abs(got-(want+(1-want)*.005)) > .002 {
			t.Errorf("%q: paid %v, want about %v (%v)", text, got, want, st.Observation.Verdict)
		}
	}
}
