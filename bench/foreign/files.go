package foreign

import (
	"fmt"
	"math/rand/v2"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/pack"
)

const filesPack = `
name: files
version: "1"
tick: 1
live: false
names: plain
agent: coder
categories: [{name: thing}]
types: [{name: file, is: [thing]}, {name: suite, is: [thing]}]
attributes:
  - {of: file, name: version, values: [none], unlisted: 1000, nature: drifting, rate: %g, prior: {"none": 0.01, "*other*": 0.99}}
  - {of: suite, name: result, values: [pass, fail], nature: drifting, rate: %g, prior: %s,
     rests: [{pattern: "**", attr: version}]}
actions:
  - verb: write
    text: "write {f:file}"
    effects: [{of: $f, attr: version, is: "*other*"}]
    cost: 1
    reversible: true
patterns: [{name: suite, text: "The suite is {s:suite}."}, {name: file, text: "There is a file {f:file}."}]
inputs:
  - name: stat
    tool: stat
    each: /files
    item: {/path: "{f:file}", /hash: "{h:text}"}
    tells: [{of: $f, attr: version, is: $h, reliability: %g}]
  - {name: written, tool: write, result: {/outcome: done}, verdict: done}
  - name: green
    tool: test
    exit: 0
    result: {/suite: "{s:suite}"}
    tells: [{of: $s, attr: result, is: pass, reliability: %g}]
  - name: red
    tool: test
    exit: 1
    result: {/suite: "{s:suite}"}
    tells: [{of: $s, attr: result, is: fail, reliability: %g}]
`

// files is a world of files with versions, and of tests that rest on them. A
// changed file breaks or mends the tests with one chance in two. What lies
// between a hidden change and the next reading couples every file with the tests:
// exact Bayes does not stand beside this kind.
func files(r *rand.Rand, viol Violation) (*world, error) {
	w := &world{kind: KindFiles, viol: viol, rng: r, moves: fileMoves}
	w.meters()
	// A change of any file that nobody reads changes the tests with one chance in
	// two: so much the pack assumes of the tests themselves.
	const rate, hidden = .0005, 3 * .0005 / 2
	true10 := rate
	if viol.has(ViolationDrift) {
		true10 *= 10
	}
	pass := []float64{.8, .2}
	assumed, truth, _ := laws(r, viol, pass, 0, 0, 0)
	suite := &variable{name: bethink.Variable{Entity: "unit", Attr: "result"}, values: []bethink.Value{"pass", "fail"}, listed: 2, assumed: assumed, truth: truth}
	suite.now = pick(r, truth.prior)
	w.vars = append(w.vars, suite)
	w.begin = append(w.begin, bethink.Input{Text: "The suite is unit."})
	for _, n := range names(viol, []string{"src/a.go", "src/b.go", "docs/c.md"}, []string{"src/a.go", "src/a.go.orig", "src/a.go.orig.bak"}) {
		v := &variable{name: bethink.Variable{Entity: bethink.Entity(n), Attr: "version"}, listed: 0, unlisted: 1000, truth: law{rate: true10}}
		v.values = []bethink.Value{fresh(r)}
		w.vars = append(w.vars, v)
		w.begin = append(w.begin, bethink.Input{Text: "There is a file " + n + "."})
	}
	text := fmt.Sprintf(filesPack, rate, hidden, priorText(suite.values, assumed.prior, 0), stated.right, stated.right, stated.right)
	var err error
	w.pack, err = pack.Load("files.yaml", []byte(text))
	return w, err
}

func fresh(r *rand.Rand) bethink.Value { return bethink.Value(fmt.Sprintf("%08x", r.Uint32())) }

// edit gives a file a new version, which may change how the tests come out.
func (w *world) edit(i int) {
	v := w.vars[i]
	v.values = append(v.values, fresh(w.rng))
	v.now = len(v.values) - 1
	if suite := w.vars[0]; w.rng.Float64() < .5 {
		suite.now = pick(w.rng, suite.truth.prior)
	}
}

// hash is what is read of a file: its version, or by mistake some other.
func (w *world) hash(i int) (val bethink.Value, ok bool) {
	x := w.rng.Float64()
	switch {
	case x < w.says.right:
		return w.vars[i].values[w.vars[i].now], true
	case x < w.says.right+w.says.lie:
		return fresh(w.rng), true
	}
	return "", false
}

func fileMoves(w *world) []move {
	stat := func(ids ...int) ([]bethink.Input, []news) {
		var list []any
		var ns []news
		for _, i := range ids {
			val, ok := w.hash(i)
			if !ok {
				continue
			}
			list = append(list, map[string]any{"path": w.vars[i].name.Entity, "hash": val})
			if w.vars[i].index(val) < 0 {
				w.vars[i].values = append(w.vars[i].values, val)
			}
			ns = append(ns, news{v: i, what: newsReport, value: w.vars[i].index(val), direct: true})
		}
		return []bethink.Input{call("stat", map[string]any{"files": list})}, ns
	}
	out := []move{
		{about: 1, answer: func() ([]bethink.Input, []news) { return stat(1, 2, 3) }},
		{about: 0, answer: func() ([]bethink.Input, []news) {
			x := w.report(w.vars[0], w.says)
			if x < 0 {
				return []bethink.Input{call("test", map[string]any{"error": "timeout"})}, nil
			}
			in := call("test", map[string]any{"suite": "unit"})
			in.Exit = &x
			return []bethink.Input{in}, []news{{v: 0, what: newsReport, value: x, direct: true}}
		}},
	}
	for i := 1; i < len(w.vars); i++ {
		out = append(out,
			move{about: i, answer: func() ([]bethink.Input, []news) { return stat(i) }},
			move{about: i, act: true, answer: func() ([]bethink.Input, []news) {
				// The coder writes the file, and reads what it is now.
				if w.rng.Float64() >= w.failed {
					w.edit(i)
				}
				in := call("write", map[string]any{"outcome": "done"})
				in.Action = bethink.Action{Text: "write " + string(w.vars[i].name.Entity)}
				ins, ns := stat(i)
				return append([]bethink.Input{in}, ins...), ns
			}})
	}
	return out
}
