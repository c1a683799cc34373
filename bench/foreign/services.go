package foreign

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/pack"
)

const servicesPack = `
name: services
version: "1"
tick: 1
live: false
names: plain
agent: operator
categories: [{name: thing}]
types: [{name: service, is: [thing]}]
attributes:
  - {of: service, name: state, values: [ok, slow, down], unlisted: 4, nature: drifting, rate: %g, prior: %s}
actions:
  - verb: restart
    text: "restart {s:service}"
    needs: [{of: $s, attr: state, is: ok, not: true, else: "{s} is ok"}]
    effects: [{of: $s, attr: state, is: ok}]
    cost: 1
    reversible: true
patterns: [{name: list, text: "You watch {s:service}."}]
inputs:
  - name: check
    tool: check
    result: {/service: "{s:service}", /state: "{x:text}"}
    tells: [{of: $s, attr: state, is: $x, reliability: %g}]
  - name: alert
    tool: pager
    result: {/service: "{s:service}", /firing: "true"}
    tells: [{of: $s, attr: state, given: {ok: 0.05, slow: 0.4, down: 0.8}, else: 0.4}]
  - name: quiet
    tool: pager
    result: {/service: "{s:service}", /firing: "false"}
    tells: [{of: $s, attr: state, given: {ok: 0.95, slow: 0.6, down: 0.2}, else: 0.6}]
  - name: page
    tool: page
    result: {/url: "{u:text}", /service: "{s:service}", /state: "{x:text}"}
    tells: [{of: $s, attr: state, is: $x, reliability: %g, trust: content, origin: "{u}"}]
  - {name: restarted, tool: restart, result: {/outcome: done}, verdict: done}
  - {name: kept, tool: restart, result: {/outcome: refused}, verdict: refused}
  - {name: lost, tool: restart, result: {/outcome: unknown}, verdict: unclear}
`

// priorText writes a prior for a pack file.
func priorText(values []bethink.Value, p []float64, other float64) string {
	var parts []string
	for i, v := range values {
		parts = append(parts, fmt.Sprintf("%q: %g", v, p[i]))
	}
	if other > 0 {
		parts = append(parts, fmt.Sprintf("%q: %g", bethink.Other, other))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// laws makes the assumed and the true law of a variable with the listed prior p,
// whose rest is for values that the pack does not list: hidden of them are in the
// world.
func laws(r *rand.Rand, viol Violation, p []float64, unlisted float64, hidden int, rate float64) (assumed, truth law, other float64) {
	listed := append([]float64(nil), p...)
	if viol.has(ViolationNever) {
		listed[len(listed)-1] = 0 // the table says never
	}
	other = 0
	if unlisted > 0 {
		other = .01
	}
	listed = normal(listed)
	for i := range listed {
		listed[i] *= 1 - other
	}
	assumed = law{prior: append([]float64(nil), listed...), rate: rate}
	truth = law{prior: append([]float64(nil), p...), rate: rate}
	if viol.has(ViolationCounts) {
		truth.prior = skew(r, truth.prior)
	}
	share := .01
	if viol.has(ViolationUnlisted) {
		share = .3
	}
	for i := range truth.prior {
		if hidden > 0 {
			truth.prior[i] *= 1 - share
		}
	}
	for range hidden {
		assumed.prior = append(assumed.prior, other/unlisted)
		truth.prior = append(truth.prior, share/float64(hidden))
	}
	truth.prior = normal(truth.prior)
	if viol.has(ViolationDrift) {
		truth.rate *= 10
	}
	return assumed, truth, other
}

func names(viol Violation, plain, prefixed []string) []string {
	if viol.has(ViolationPrefixes) {
		return prefixed
	}
	return plain
}

func (w *world) meters() {
	w.says = stated
	if w.viol.has(ViolationInstruments) {
		w.says = worse
	}
	if w.viol.has(ViolationFailed) {
		w.failed = .1
	}
}

func services(r *rand.Rand, viol Violation) (*world, error) {
	w := &world{kind: KindServices, viol: viol, rng: r, moves: serviceMoves}
	w.meters()
	values := []bethink.Value{"ok", "slow", "down", "flapping", "paused", "draining", "moving"}
	var text string
	for i, n := range names(viol, []string{"web", "mail", "search"}, []string{"web", "web 1", "web 10"}) {
		assumed, truth, other := laws(r, viol, []float64{.85, .1, .05}, 4, 4, .002)
		v := &variable{name: bethink.Variable{Entity: bethink.Entity(n), Attr: "state"}, values: values, listed: 3, unlisted: 4, assumed: assumed, truth: truth}
		v.now = pick(r, truth.prior)
		w.vars = append(w.vars, v)
		w.groups = append(w.groups, []int{i})
		w.begin = append(w.begin, bethink.Input{Text: "You watch " + n + "."})
		text = fmt.Sprintf(servicesPack, assumed.rate, priorText(values[:3], assumed.prior, other), stated.right, hearsay.right)
	}
	var err error
	w.pack, err = pack.Load("services.yaml", []byte(text))
	return w, err
}

// alert is the likelihood of a firing alert given each state.
func alert() table { return table{.05, .4, .8, .4, .4, .4, .4, .4} }

func serviceMoves(w *world) []move {
	var out []move
	for i, v := range w.vars {
		name := string(v.name.Entity)
		out = append(out,
			move{about: i, answer: func() ([]bethink.Input, []news) {
				x := w.report(v, w.says)
				if x < 0 {
					return []bethink.Input{call("check", map[string]any{"error": "timeout"})}, nil
				}
				return []bethink.Input{call("check", map[string]any{"service": name, "state": v.values[x]})},
					[]news{{v: i, what: newsReport, value: x, by: stated, truly: w.says, direct: true}}
			}},
			move{about: i, answer: func() ([]bethink.Input, []news) {
				t := alert()
				firing := w.rng.Float64() < t[v.now]
				if !firing {
					for k := range t {
						t[k] = 1 - t[k]
					}
				}
				return []bethink.Input{call("pager", map[string]any{"service": name, "firing": fmt.Sprint(firing)})},
					[]news{{v: i, what: newsSignal, given: [2]table{t, t}}}
			}},
			move{about: i, answer: func() ([]bethink.Input, []news) { return w.pages(i, "service", "state") }},
			move{about: i, act: true, needs: "restart " + name, answer: func() ([]bethink.Input, []news) {
				return w.act(i, "restart "+name, "restart", i, func(x int) bool { return x != 0 }, i, 0)
			}})
	}
	return out
}

// pages is what a page says of a variable. If sources repeat each other, three of
// them say what the first says.
func (w *world) pages(i int, entity, value string) ([]bethink.Input, []news) {
	v := w.vars[i]
	x := w.report(v, hearsay)
	if x < 0 {
		return nil, nil
	}
	in := call("page", map[string]any{"url": fmt.Sprintf("page %d", w.rng.Uint64()), entity: v.name.Entity, value: v.values[x]})
	ins := []bethink.Input{in}
	if w.viol.has(ViolationOrigins) {
		ins = append(ins, in, in)
	}
	return ins, []news{{v: i, what: newsReport, value: x, by: hearsay, truly: hearsay}}
}

// act takes an action that needs one variable and sets another: done, refused, or
// with one answer in twenty unclear.
func (w *world) act(i int, text, tool string, on int, need func(int) bool, sets, to int) ([]bethink.Input, []news) {
	in := func(outcome string) []bethink.Input {
		c := call(tool, map[string]any{"outcome": outcome})
		c.Action = bethink.Action{Text: text}
		return []bethink.Input{c}
	}
	n := news{v: sets, value: to, need: need, on: on, chance: 1 - w.failed}
	can := need(w.vars[on].now)
	switch {
	case w.rng.Float64() < .05:
		if can && w.rng.Float64() < .5 {
			w.vars[sets].now = to
		}
		n.what = newsUnclear
		return in("unknown"), []news{n}
	case !can:
		n.v, n.on, n.what = on, on, newsRefused
		return in("refused"), []news{n}
	}
	if w.rng.Float64() >= w.failed {
		w.vars[sets].now = to
	}
	n.what = newsDone
	return in("done"), []news{n}
}

// call is the answer of a tool.
func call(tool string, result map[string]any) bethink.Input {
	data, err := json.Marshal(result)
	if err != nil {
		panic("foreign: " + err.Error()) // strings and numbers always encode
	}
	return bethink.Input{Tool: tool, Result: data}
}
