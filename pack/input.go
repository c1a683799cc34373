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
	each    []string // JSON pointer of an array in the result; nil: none
	item    []field  // of each element
	verdict bethink.Verdict
	unclear *float64
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
			if fl, ok := b.field(&in, part.m[p], p, part.result); ok {
				in.fields = append(in.fields, fl)
			}
		}
	}
	b.eachItem(&in, f)
	in.unclear = f.Unclear
	b.chance(f.Unclear, f.Name.line, "unclear of input pattern "+in.name)
	if in.tool == "" && !in.exit.set && len(in.fields) == 0 && len(in.item) == 0 {
		b.fault(f.Name.line, "name a tool, an exit code or a field", "input pattern %s matches everything", f.Name.s)
	}
	all := template{slots: in.slots}
	for i := range f.Tells {
		in.tells = append(in.tells, b.tell(&f.Tells[i], &all, f.Name))
	}
	b.inputs = append(b.inputs, in)
}

// eachItem reads the array that a pattern goes through.
func (b *builder) eachItem(in *inputPattern, f *inputFile) {
	if f.Each.line == 0 && len(f.Item) == 0 {
		return
	}
	ptr, ok := pointer(f.Each.s)
	if f.Each.line == 0 || len(f.Item) == 0 || !ok {
		b.fault(max(f.Each.line, f.Name.line), "write each: with the JSON pointer of an array in the result, and item: with fields of one element",
			"input pattern %s goes through %q", in.name, f.Each.s)
		return
	}
	in.each = ptr
	var at []string
	for p := range f.Item {
		at = append(at, p)
	}
	slices.Sort(at)
	for _, p := range at {
		if fl, ok := b.field(in, f.Item[p], p, true); ok {
			in.item = append(in.item, fl)
		}
	}
}

// pointer reads a JSON pointer (RFC 6901); "" is the whole document.
func pointer(s string) ([]string, bool) {
	if s == "" {
		return []string{}, true
	}
	if s[0] != '/' {
		return nil, false
	}
	keys := strings.Split(s[1:], "/")
	for i, k := range keys {
		keys[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(k)
	}
	return keys, true
}

func (b *builder) field(in *inputPattern, t text, at string, result bool) (field, bool) {
	ts, ok := b.value(t)
	if !ok {
		return field{}, false
	}
	ptr, ok := pointer(at)
	if !ok {
		b.fault(t.line, "write a JSON pointer, as /path", "%q points nowhere", at)
		return field{}, false
	}
	if len(ts) != 1 {
		b.fault(t.line, "write an input pattern for each", "field %s has alternatives", at)
		return field{}, false
	}
	f := field{result: result, pointer: ptr, t: ts[0], first: len(in.slots)}
	for _, s := range f.t.slots {
		if slices.ContainsFunc(in.slots, func(o slot) bool { return o.name == s.name }) {
			b.fault(t.line, "use another name", "slot %s is named twice in input pattern %s", s.name, in.name)
		}
	}
	if in.slots = append(in.slots, f.t.slots...); len(in.slots) > maxSlots {
		b.fault(t.line, "use fewer", "input pattern %s has more than %d slots", in.name, maxSlots)
		return f, false
	}
	return f, true
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
		doc := docs[0]
		if ip.fields[i].result {
			doc = docs[1]
		}
		if !w.field(&ip.fields[i], doc, &vals) {
			return
		}
	}
	rounds := [][maxSlots]string{vals}
	if ip.each != nil {
		if rounds = w.rounds(ip, docs[1], vals); rounds == nil {
			return
		}
	}
	w.read = true
	if w.obs.Verdict == bethink.VerdictUnclear {
		if w.obs.Verdict = ip.verdict; ip.unclear != nil {
			w.obs.Unclear = ip.unclear
		}
	}
	for i := range rounds {
		w.tellInput(ip, in, &rounds[i])
	}
}

// field reads the value of a field and reports whether it matches.
func (w *parse) field(f *field, doc any, vals *[maxSlots]string) bool {
	s, ok := at(doc, f.pointer)
	if !ok {
		return false
	}
	var c captures
	if end, ok := w.p.names.match(&f.t, s, 0, &c); !ok || end != len(s) {
		return false
	}
	for k := range f.t.slots {
		vals[f.first+k] = c[k].of(s)
	}
	return true
}

// rounds reads the elements of the pattern's array: one set of slots for each
// that matches, the fields outside the array in all of them. nil: there is no
// such array.
func (w *parse) rounds(ip *inputPattern, doc any, vals [maxSlots]string) [][maxSlots]string {
	node, ok := descend(doc, ip.each)
	list, isList := node.([]any)
	if !ok || !isList {
		return nil
	}
	out := make([][maxSlots]string, 0, len(list))
next:
	for _, elem := range list {
		one := vals
		for i := range ip.item {
			if !w.field(&ip.item[i], elem, &one) {
				continue next
			}
		}
		out = append(out, one)
	}
	return out
}

// tellInput writes what the pattern tells, once.
func (w *parse) tellInput(ip *inputPattern, in *bethink.Input, vals *[maxSlots]string) {
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
		var ev bethink.Evidence
		if t.every != nil {
			x := *t.every
			x.Place = bethink.Value(value(t.place))
			ev = bethink.Evidence{Every: &x, Trust: t.trust}
			if t.except >= 0 {
				ev.Except = []bethink.Entity{bethink.Entity(vals[t.except])}
			}
		} else {
			var is []bethink.Value
			for _, x := range t.is {
				is = append(is, bethink.Value(value(x)))
			}
			e := bethink.Entity(value(t.of))
			if t.of.slot < 0 && e != w.p.agent {
				w.found(e, slot{})
			}
			ev = t.evidence(bethink.Variable{Entity: e, Attr: t.attr}, is)
		}
		ev.Pattern, ev.Source, ev.Span = ip.name, in.Tool, [2]int{0, len(in.Text)}
		ev.Origin = originOf(t.origin, in, func(k int8) string { return vals[k] })
		w.obs.Evidence = append(w.obs.Evidence, ev)
	}
}

// found lists an entity of a structured input that the belief does not know.
func (w *parse) found(e bethink.Entity, s slot) {
	if e == "" || w.v.Belief.Type(e) != "" || slices.ContainsFunc(w.obs.Found, func(f bethink.Found) bool { return f.Entity == e }) {
		return
	}
	typ := w.p.typeFor(string(e), s)
	w.obs.Found = append(w.obs.Found, bethink.Found{
		Entity: e, Type: typ, Joins: w.p.kindOf(typ).joins, Count: w.p.names.count(string(e)),
	})
}

// descend returns the node at a JSON pointer.
func descend(doc any, pointer []string) (any, bool) {
	for _, key := range pointer {
		switch x := doc.(type) {
		case map[string]any:
			var ok bool
			if doc, ok = x[key]; !ok {
				return nil, false
			}
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(x) {
				return nil, false
			}
			doc = x[i]
		default:
			return nil, false
		}
	}
	return doc, true
}

// at returns the scalar at a JSON pointer as text.
func at(doc any, pointer []string) (string, bool) {
	node, ok := descend(doc, pointer)
	if !ok {
		return "", false
	}
	switch x := node.(type) {
	case string:
		return x, true
	case json.Number:
		return x.String(), true
	case bool:
		return fmt.Sprint(x), true
	}
	return "", false
}
