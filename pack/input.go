package pack

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bethink-dev/bethink"
)

// inputPattern reads the structured parts of an input: the tool, how the call
// ended, its exit code, and values at JSON pointers of its arguments and
// result. All that it names must match.
type inputPattern struct {
	name    string
	tool    string
	reply   bethink.Reply
	any     bool // whatever the reply
	exit    exitRule
	fields  []field
	verdict bethink.Verdict
	slots   []slot // of all fields
	tells   []tell // slots are those of the pattern
}

// field is a value at a JSON pointer, and how it reads.
type field struct {
	result  bool // of the result; else of the arguments
	pointer []string
	t       template
	first   int // its slots in the pattern's, from here
}

// exitRule says which exit codes match.
type exitRule struct {
	set, other bool // other: any code but this one
	code       int
}

func (e exitRule) match(code *int) bool {
	if !e.set {
		return true
	}
	return code != nil && (*code == e.code) != e.other
}

func (b *builder) inputPatterns() {
	for i := range b.f.Inputs {
		b.input(&b.f.Inputs[i])
	}
}

func (b *builder) input(f *inputFile) {
	in := inputPattern{name: f.Name.s, tool: f.Tool.s, any: f.Reply.s == ""}
	if f.Name.s == "" {
		b.fault(f.Tool.line, "add name:", "an input pattern has no name")
	}
	ok := true
	if !in.any {
		if in.reply, ok = replyOf(f.Reply.s); !ok {
			b.fault(f.Reply.line, "write ok, error, timeout, empty or truncated", "reply is %q", f.Reply.s)
		}
	}
	if f.Verdict.s != "" {
		if in.verdict, ok = verdictOf(f.Verdict.s); !ok {
			b.fault(f.Verdict.line, "write done, refused or unclear", "verdict is %q", f.Verdict.s)
		}
	}
	if s := f.Exit.s; s != "" {
		in.exit.set = true
		if rest, not := strings.CutPrefix(s, "not "); not {
			in.exit.other, s = true, rest
		}
		code, err := strconv.Atoi(s)
		if err != nil {
			b.fault(f.Exit.line, "write a number, or \"not 0\"", "exit is %q", f.Exit.s)
		}
		in.exit.code = code
	}
	for _, part := range []struct {
		m      map[string]text
		result bool
	}{{f.Args, false}, {f.Result, true}} {
		var at []string
		for p := range part.m {
			at = append(at, p)
		}
		slices.Sort(at)
		for _, p := range at {
			b.field(&in, part.m[p], p, part.result)
		}
	}
	if in.tool == "" && !in.exit.set && len(in.fields) == 0 {
		b.fault(f.Name.line, "name a tool, an exit code or a field", "input pattern %s matches everything", f.Name.s)
	}
	all := template{slots: in.slots}
	for i := range f.Tells {
		in.tells = append(in.tells, b.tell(&f.Tells[i], &all, f.Name))
	}
	b.inputs = append(b.inputs, in)
}

func (b *builder) field(in *inputPattern, t text, at string, result bool) {
	ts, ok := b.template(t)
	if !ok {
		return
	}
	if at != "" && at[0] != '/' {
		b.fault(t.line, "write a JSON pointer, as /path", "%q points nowhere", at)
		return
	}
	if len(ts) != 1 {
		b.fault(t.line, "write an input pattern for each", "field %s has alternatives", at)
		return
	}
	f := field{result: result, t: ts[0], first: len(in.slots)}
	if at != "" {
		f.pointer = strings.Split(at[1:], "/")
		for i, s := range f.pointer {
			f.pointer[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(s)
		}
	}
	for _, s := range f.t.slots {
		if slices.ContainsFunc(in.slots, func(o slot) bool { return o.name == s.name }) {
			b.fault(t.line, "use another name", "slot %s is named twice in input pattern %s", s.name, in.name)
		}
	}
	if in.slots = append(in.slots, f.t.slots...); len(in.slots) > maxSlots {
		b.fault(t.line, "use fewer", "input pattern %s has more than %d slots", in.name, maxSlots)
	}
	in.fields = append(in.fields, f)
}

// structured reads the structured parts of the input.
func (w *parse) structured(in *bethink.Input) {
	if len(w.p.inputs) == 0 || in.Tool == "" && in.Exit == nil && len(in.Args) == 0 && len(in.Result) == 0 {
		return
	}
	var docs [2]any
	for i, raw := range []json.RawMessage{in.Args, in.Result} {
		if len(raw) > 0 {
			d := json.NewDecoder(strings.NewReader(string(raw)))
			d.UseNumber()
			if d.Decode(&docs[i]) != nil {
				docs[i] = nil
			}
		}
	}
	for i := range w.p.inputs {
		w.input(&w.p.inputs[i], in, docs)
	}
}

func (w *parse) input(ip *inputPattern, in *bethink.Input, docs [2]any) {
	if ip.tool != "" && ip.tool != in.Tool || !ip.any && ip.reply != in.Reply || !ip.exit.match(in.Exit) {
		return
	}
	var vals [maxSlots]string
	for i := range ip.fields {
		f := &ip.fields[i]
		doc := docs[0]
		if f.result {
			doc = docs[1]
		}
		s, ok := at(doc, f.pointer)
		if !ok {
			return
		}
		var c captures
		if end, ok := w.p.names.match(&f.t, s, 0, &c); !ok || end != len(s) {
			return
		}
		for k := range f.t.slots {
			vals[f.first+k] = c[k].of(s)
		}
	}
	w.read = true
	if w.obs.Verdict == bethink.VerdictUnclear {
		w.obs.Verdict = ip.verdict
	}
	for k, s := range ip.slots {
		if s.kind == slotEntity {
			w.found(bethink.Entity(vals[k]), s)
		}
	}
	value := func(r ref) string {
		if r.slot < 0 {
			return r.s
		}
		return vals[r.slot]
	}
	for i := range ip.tells {
		t := &ip.tells[i]
		ev := bethink.Evidence{Trust: t.trust, Pattern: ip.name, Source: in.Tool, Span: [2]int{0, len(in.Text)}}
		if t.every != nil {
			x := *t.every
			x.Place = bethink.Value(value(t.place))
			ev.Every = &x
			if t.except >= 0 {
				ev.Except = []bethink.Entity{bethink.Entity(vals[t.except])}
			}
		} else {
			l := bethink.Literal{Var: bethink.Variable{Entity: bethink.Entity(value(t.of)), Attr: t.attr}, Not: t.not}
			for _, x := range t.is {
				l.Any = append(l.Any, bethink.Value(value(x)))
			}
			ev.Clause, ev.Reliability = []bethink.Literal{l}, t.reliability
		}
		w.obs.Evidence = append(w.obs.Evidence, ev)
	}
}

// found lists an entity of a structured input that the belief does not know.
func (w *parse) found(e bethink.Entity, s slot) {
	if e == "" || w.v.Belief.Type(e) != "" {
		return
	}
	typ := w.p.typeFor(string(e), s)
	w.obs.Found = append(w.obs.Found, bethink.Found{
		Entity: e, Type: typ, Joins: w.p.kindOf(typ).joins, Count: w.p.names.count(string(e)),
	})
}

// at returns the scalar at a JSON pointer as text.
func at(doc any, pointer []string) (string, bool) {
	for _, key := range pointer {
		switch x := doc.(type) {
		case map[string]any:
			doc = x[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(x) {
				return "", false
			}
			doc = x[i]
		default:
			return "", false
		}
	}
	switch x := doc.(type) {
	case string:
		return x, true
	case json.Number:
		return x.String(), true
	case bool:
		return fmt.Sprint(x), true
	}
	return "", false
}
