package bethink_test

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// The transcripts are stories: read them in testdata/transcript. After a change
// of meaning, go test -run TestTranscript -rewrite writes the answers anew.
//
//	declare          variables, one a line: "tiger(doors): left .5, right .5";
//	                 after a semicolon how they change ("redraw .1", "flip .1",
//	                 "fixed") and what they rest on ("rests version src/**");
//	                 "some egg at fridge: .6" is an expected number of unmet ones
//	action NAME      "needs on(lamp)=true" and "does lit(room)=true", one a line
//	see [do=NAME] [verdict=done|refused] [reply=timeout|error] [after=TIME]
//	                 what was told, one a line: "tiger(doors)=left r=.85";
//	                 "either a(x)=1, b(y)=2 r=.9"; "by=content", "from=ORIGIN";
//	                 "list egg location fridge miss=.05: egg 1"; "met egg 1: egg, 1"
//	goal TYPE N      the task implies that so many of a type exist
//	claim AUTHOR P [shown=P]      the literal, on the next line
//	retract STEP [INDEX]
//	ask              variables and "some egg fridge", one a line
func TestTranscript(t *testing.T) {
	datadriven.Walk(t, "testdata/transcript", func(t *testing.T, path string) {
		s := &story{t: t, pack: &fakePack{priors: map[string][]bethink.Prior{}, trans: map[string]bethink.Transition{}}}
		s.pack.parse = func(bethink.View, bethink.Input) (bethink.Observation, error) { return s.next, nil }
		s.pack.desc.Live = true
		e, err := bethink.New(bethink.Config{Pack: s.pack})
		if err != nil {
			t.Fatal(err)
		}
		s.e = e
		if s.v, err = e.Open(t.Context(), "w", "e"); err != nil {
			t.Fatal(err)
		}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			out, err := s.run(d)
			if err != nil {
				return "error: " + err.Error() + "\n"
			}
			return out
		})
	})
}

type story struct {
	t    *testing.T
	pack *fakePack
	e    *bethink.Engine
	v    bethink.View
	next bethink.Observation
}

func (s *story) run(d *datadriven.TestData) (string, error) {
	lines := strings.Split(strings.TrimSpace(d.Input), "\n")
	if lines[0] == "" {
		lines = nil
	}
	switch d.Cmd {
	case "declare":
		return s.declare(lines)
	case "action":
		tr := bethink.Transition{Known: true}
		for _, line := range lines {
			what, rest, _ := strings.Cut(line, " ")
			l, err := parseLiteral(rest)
			if err != nil {
				return "", err
			}
			if what == "needs" {
				tr.Preconditions = append(tr.Preconditions, l)
			} else {
				tr.Effects = append(tr.Effects, bethink.Effect{P: 1, Then: []bethink.Change{{Var: l.Var, To: []bethink.Weight{{Value: l.Any[0], P: 1}}}}})
			}
		}
		s.pack.trans[d.CmdArgs[0].Key] = tr
		return "", nil
	case "see":
		return s.see(d, lines)
	case "goal":
		s.next = bethink.Observation{Goal: &bethink.Goal{Roles: []bethink.Role{{Name: "o", Type: d.CmdArgs[0].Key, Count: int(number(d.CmdArgs[1].Key))}}}}
		return s.after(func(ctx context.Context) (bethink.View, *bethink.Step, error) {
			return s.e.Observe(ctx, "w", "e", bethink.Input{})
		})
	case "claim":
		l, err := parseLiteral(lines[0])
		if err != nil {
			return "", err
		}
		c := bethink.Claim{Author: d.CmdArgs[0].Key, Literal: l, P: number(d.CmdArgs[1].Key), Text: lines[0]}
		for _, a := range d.CmdArgs[2:] {
			c.Shown = number(a.Vals[0])
		}
		return s.after(func(ctx context.Context) (bethink.View, *bethink.Step, error) {
			v, err := s.e.Claim(ctx, "w", "e", c)
			return v, nil, err
		})
	case "retract":
		x := bethink.Retraction{Step: uint64(number(d.CmdArgs[0].Key)), Index: -1}
		if len(d.CmdArgs) > 1 {
			x.Index = int(number(d.CmdArgs[1].Key))
		}
		return s.after(func(ctx context.Context) (bethink.View, *bethink.Step, error) {
			v, err := s.e.Retract(ctx, "w", "e", x)
			return v, nil, err
		})
	case "ask":
		var out strings.Builder
		for _, line := range lines {
			if f := strings.Fields(line); f[0] == "some" {
				q := bethink.Presence{Type: f[1], Attr: "location", Place: bethink.Value(f[2])}
				fmt.Fprintf(&out, "%-22s %.4f\n", line, s.v.Belief.Some(q))
				continue
			}
			m := named.FindStringSubmatch(line)
			if m == nil {
				return "", fmt.Errorf("%q is no variable", line)
			}
			q := variable(m[2], m[1])
			a, err := s.v.Ask(q)
			if err != nil {
				return "", err
			}
			out.WriteString(s.row(q))
			for _, e := range a.Evidence {
				fmt.Fprintf(&out, "  step %d, %s: %q\n", e.Step, e.Trust, e.Text)
			}
		}
		return out.String(), nil
	}
	return "", fmt.Errorf("%s is no command", d.Cmd)
}

// after runs one step and tells what it moved.
func (s *story) after(do func(context.Context) (bethink.View, *bethink.Step, error)) (string, error) {
	before := s.v
	v, st, err := do(s.t.Context())
	if err != nil {
		return "", err
	}
	if err := v.Belief.Valid(); err != nil {
		return "", err
	}
	s.v = v
	var out strings.Builder
	v.Belief.All(func(id bethink.ID, name bethink.Variable) bool {
		if old, ok := before.Belief.Find(name); ok && v.Belief.Status(name) == before.Belief.Status(name) {
			moved := false
			p, q := before.Belief.P(old, nil), v.Belief.P(id, nil)
			for i := range q {
				moved = moved || i >= len(p) || p[i]-q[i] > 5e-5 || q[i]-p[i] > 5e-5
			}
			if !moved {
				return true
			}
		}
		out.WriteString(s.row(name))
		return true
	})
	if out.Len() == 0 {
		out.WriteString("nothing moves\n")
	}
	if st != nil && st.Bits > .005 {
		fmt.Fprintf(&out, "%.2f bits of surprise\n", st.Bits)
	}
	if st != nil && st.Contradiction != nil {
		fmt.Fprintf(&out, "contradiction, %.0f to 1:", st.Contradiction.Ratio)
		for i, c := range st.Contradiction.Causes {
			sep := ","
			if i == 0 {
				sep = ""
			}
			fmt.Fprintf(&out, "%s %s %.2f", sep, c.Cause, c.P)
		}
		out.WriteByte('\n')
	}
	return out.String(), nil
}

func (s *story) row(name bethink.Variable) string {
	id, _ := s.v.Belief.Find(name)
	var out strings.Builder
	fmt.Fprintf(&out, "%-22s", name)
	for i, p := range s.v.Belief.P(id, nil) {
		fmt.Fprintf(&out, " %s %.4f ", s.v.Belief.Values(id)[i], p)
	}
	fmt.Fprintf(&out, " %s\n", s.v.Belief.Status(name))
	return out.String()
}

func (s *story) declare(lines []string) (string, error) {
	found := map[string]bool{}
	for _, line := range lines {
		head, rest, _ := strings.Cut(line, ":")
		if f := strings.Fields(head); f[0] == "some" {
			s.pack.priors["*"+f[1]] = append(s.pack.priors["*"+f[1]], bethink.Prior{Field: &bethink.Intensity{Type: f[1], Attr: "location", Set: "place", Place: bethink.Value(f[3]), Mu: number(strings.TrimSpace(rest))}})
			s.pack.priors[f[1]] = []bethink.Prior{{Var: variable("", "location"), Set: "place", FromField: true, Nature: bethink.NatureActed}}
			found["*"+f[1]] = true
			continue
		}
		m := named.FindStringSubmatch(head)
		if m == nil {
			return "", fmt.Errorf("%q is no variable", head)
		}
		dists, how, _ := strings.Cut(rest, ";")
		p := bethink.Prior{Var: variable(m[2], m[1]), Nature: bethink.NatureActed}
		for part := range strings.SplitSeq(dists, ",") {
			f := strings.Fields(part)
			val := bethink.Value(f[0])
			if val == "other" {
				p.Unlisted = number(f[1])
				p.Weights = append(p.Weights, bethink.Weight{Value: bethink.Other, P: p.Unlisted})
				continue
			}
			p.Values = append(p.Values, val)
			p.Weights = append(p.Weights, bethink.Weight{Value: val, P: number(f[1])})
		}
		for part := range strings.SplitSeq(how, ",") {
			switch f := strings.Fields(part); {
			case len(f) == 0:
			case f[0] == "fixed":
				p.Nature = bethink.NatureFixed
			case f[0] == "redraw":
				p.Nature, p.Kernel = bethink.NatureDrifting, dist.Kernel{Kind: dist.KernelRedraw, Rate: number(f[1])}
			case f[0] == "flip":
				p.Nature, p.Kernel = bethink.NatureDrifting, dist.Kernel{Kind: dist.KernelFlip, Rate: number(f[1])}
			case f[0] == "rests":
				p.DependsOn = append(p.DependsOn, bethink.DependsOn{Attr: f[1], Pattern: f[2]})
			}
		}
		s.pack.priors[m[2]] = append(s.pack.priors[m[2]], p)
		found[m[2]] = true
	}
	s.next = bethink.Observation{}
	for _, name := range sortedKeys(found) {
		s.next.Found = append(s.next.Found, bethink.Found{Entity: bethink.Entity(name), Type: name})
	}
	return s.after(func(ctx context.Context) (bethink.View, *bethink.Step, error) {
		return s.e.Observe(ctx, "w", "e", bethink.Input{})
	})
}

func (s *story) see(d *datadriven.TestData, lines []string) (string, error) {
	s.next = bethink.Observation{}
	in := bethink.Input{Text: strings.Join(lines, "\n")}
	for _, a := range d.CmdArgs {
		switch a.Key {
		case "do":
			in.Action.Text = a.Vals[0]
		case "after":
			in.Elapsed = number(a.Vals[0])
		case "verdict":
			s.next.Verdict = map[string]bethink.Verdict{"done": bethink.VerdictDone, "refused": bethink.VerdictRefused}[a.Vals[0]]
		case "reply":
			in.Reply = map[string]bethink.Reply{"error": bethink.ReplyError, "timeout": bethink.ReplyTimeout}[a.Vals[0]]
		}
	}
	at := 0
	for _, line := range lines {
		span := [2]int{at, at + len(line)}
		at = span[1] + 1
		if rest, ok := strings.CutPrefix(line, "met "); ok {
			name, what, _ := strings.Cut(rest, ": ")
			typ, count, _ := strings.Cut(what, ", ")
			s.next.Found = append(s.next.Found, bethink.Found{Entity: bethink.Entity(name), Type: typ, Count: int(number(count))})
			continue
		}
		ev := bethink.Evidence{Trust: bethink.TrustInstrument, Reliability: 1, Span: span}
		var words []string
		head, names, _ := strings.Cut(line, ": ")
		for _, w := range strings.Fields(head) {
			switch key, val, _ := strings.Cut(w, "="); key {
			case "r":
				ev.Reliability = number(val)
			case "from":
				ev.Origin = val
			case "miss":
				ev.Every = &bethink.Exhaustive{Miss: number(val)}
			case "by":
				for t := bethink.TrustModel; t <= bethink.TrustInstrument; t++ {
					if t.String() == val {
						ev.Trust = t
					}
				}
			default:
				words = append(words, w)
			}
		}
		if words[0] == "list" {
			ev.Every.Type, ev.Every.Attr, ev.Every.Place = words[1], words[2], bethink.Value(words[3])
			for name := range strings.SplitSeq(names, ", ") {
				if name != "" {
					ev.Except = append(ev.Except, bethink.Entity(name))
				}
			}
		} else {
			for part := range strings.SplitSeq(strings.TrimPrefix(strings.Join(words, " "), "either "), ", ") {
				l, err := parseLiteral(part)
				if err != nil {
					return "", err
				}
				ev.Clause = append(ev.Clause, l)
			}
		}
		s.next.Evidence = append(s.next.Evidence, ev)
	}
	return s.after(func(ctx context.Context) (bethink.View, *bethink.Step, error) {
		return s.e.Observe(ctx, "w", "e", in)
	})
}

var (
	named   = regexp.MustCompile(`^(\w+)\(([^)]+)\)$`)
	literal = regexp.MustCompile(`^(\w+)\(([^)]+)\)(!?)=(.+)$`)
)

func parseLiteral(text string) (bethink.Literal, error) {
	m := literal.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return bethink.Literal{}, fmt.Errorf("%q is no literal", text)
	}
	l := bethink.Literal{Var: variable(m[2], m[1]), Not: m[3] != ""}
	for v := range strings.SplitSeq(m[4], "|") {
		l.Any = append(l.Any, bethink.Value(v))
	}
	return l, nil
}

func number(s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0
	}
	return x
}
