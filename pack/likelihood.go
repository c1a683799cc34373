package pack

import (
	"strings"

	"github.com/bethink-dev/bethink"
)

// likelihood reads how likely a report is: by its reliability and false rate, or
// by a table over the attribute's values.
func (b *builder) likelihood(f *tellFile, out *tell) {
	line := max(f.Of.line, f.Attr.line)
	if f.Given != nil {
		if f.Reliability != 0 || f.FalseRate != 0 || len(f.Is) > 0 || f.Not {
			b.fault(line, "leave out is:, not:, reliability: and false_rate:", "the evidence on %s has a table (given) and a value of its own", f.Attr.s)
		}
		sum := f.Else
		for _, v := range keys(f.Given) {
			p := f.Given[v]
			if !(p >= 0 && p <= 1) {
				b.fault(line, "write probabilities from 0 to 1", "the evidence on %s is reported with %v given %s", f.Attr.s, p, v)
			}
			sum += p
			out.given = append(out.given, bethink.Weight{Value: bethink.Value(v), P: p})
		}
		if !(sum > 0) || !(f.Else >= 0 && f.Else <= 1) {
			b.fault(line, "write probabilities from 0 to 1, one of them above 0", "the table of the evidence on %s", f.Attr.s)
		}
		out.other = f.Else
		return
	}
	if !(f.Reliability > 0 && f.Reliability < 1) {
		b.fault(line, "write a probability between 0 and 1, or a table (given)", "the evidence on %s has reliability %v", f.Attr.s, f.Reliability)
	}
	if !(f.FalseRate >= 0 && f.FalseRate < 1) || f.FalseRate > 0 && f.FalseRate >= f.Reliability {
		b.fault(line, "write a probability below the reliability", "the evidence on %s has false rate %v", f.Attr.s, f.FalseRate)
	}
	out.lie = f.FalseRate
}

// part is a piece of an origin: text, a slot, or a property of the input.
type part struct {
	text string
	slot int8 // -1: the text, or the property that key names
	key  string
}

// origin reads an origin's text: "page {url}", "{call}".
func (b *builder) origin(t text, tpl *template) []part {
	var out []part
	s := t.s
	for s != "" {
		open := strings.IndexByte(s, '{')
		if open < 0 {
			return append(out, part{text: s, slot: -1})
		}
		end := strings.IndexByte(s[open:], '}')
		if end < 0 {
			b.fault(t.line, "write {slot}", "origin %q has '{' without '}'", t.s)
			return nil
		}
		if open > 0 {
			out = append(out, part{text: s[:open], slot: -1})
		}
		name := s[open+1 : open+end]
		switch name {
		case "call", "tool", "actor":
			out = append(out, part{slot: -1, key: name})
		default:
			out = append(out, part{slot: b.slot(text{"$" + name, t.line}, tpl, slotEntity, slotText, slotNumber, slotType)})
		}
		s = s[open+end+1:]
	}
	return out
}

// originOf writes an origin for one answer; "" if there is none.
func originOf(ps []part, in *bethink.Input, slot func(int8) string) string {
	var sb strings.Builder
	for _, p := range ps {
		switch {
		case p.slot >= 0:
			sb.WriteString(slot(p.slot))
		case p.key == "call":
			sb.WriteString(in.Call)
		case p.key == "tool":
			sb.WriteString(in.Tool)
		case p.key == "actor":
			sb.WriteString(in.Actor)
		default:
			sb.WriteString(p.text)
		}
	}
	return sb.String()
}

// evidence writes one piece of evidence about a variable.
func (t *tell) evidence(v bethink.Variable, vals []bethink.Value) bethink.Evidence {
	ev := bethink.Evidence{Trust: t.trust}
	if t.given != nil {
		ev.Clause, ev.Weights, ev.Else = []bethink.Literal{{Var: v}}, t.given, t.other
		return ev
	}
	ev.Clause = []bethink.Literal{{Var: v, Any: vals, Not: t.not}}
	ev.Reliability, ev.False = t.reliability, t.lie
	return ev
}
