package bethink_test

import (
	"math"
	"os"
	"slices"
	"testing"

	"github.com/bethink-dev/bethink"
)

// One piece of evidence is never contested; two that exclude each other are,
// while both stand.
func TestLaw_OnePieceIsNeverContested(t *testing.T) {
	abc := bethink.Prior{Values: []bethink.Value{"a", "b", "c"}, Nature: bethink.NatureActed}
	pieces := []bethink.Literal{
		{Var: x1, Any: []bethink.Value{"a"}}, {Var: x1, Any: []bethink.Value{"a"}, Not: true},
		{Var: x1, Any: []bethink.Value{"a", "b"}}, {Var: x1, Any: []bethink.Value{"a", "b"}, Not: true},
	}
	for _, l := range pieces {
		for _, r := range []float64{.6, .9, .99} {
			for by := bethink.TrustModel; by <= bethink.TrustInstrument; by++ {
				ev := told(r, l)
				ev.Trust = by
				v := observe(t, world(t, anything(abc), things(1)...), ev)
				if st := v.Belief.Status(x1); st == bethink.StatusContested {
					t.Errorf("%v told with %v by %v: %v", l, r, by, st)
				}
			}
		}
	}
	not := told(.99, pieces[0].Negate())
	yes := told(.99, pieces[0])
	not.Trust, yes.Trust = bethink.TrustUser, bethink.TrustUser
	v := observe(t, observe(t, world(t, anything(abc), things(1)...), yes), not)
	if st := v.Belief.Status(x1); st != bethink.StatusContested {
		t.Errorf("a, then not a: %v", st)
	}
	// "not a" and "not b" agree on c.
	v = observe(t, world(t, anything(abc), things(1)...), told(.9, bethink.Literal{Var: x1, Any: []bethink.Value{"a"}, Not: true}), told(.9, bethink.Literal{Var: x1, Any: []bethink.Value{"b"}, Not: true}))
	if st := v.Belief.Status(x1); st == bethink.StatusContested {
		t.Errorf("not a, not b: %v", st)
	}
}

// said is one report of a short history.
type said struct {
	first bool // of two values, the first
	by    bethink.Trust
}

// outcome is the status and the value that the glossary gives a history of
// reports about a fixed variable of two values, all with reliability .85 and
// plain false rates: an independent reading of docs/semantics.md, sections 4
// and 9.
func outcome(hs []said) (bethink.Status, bool, float64) {
	if len(hs) == 0 {
		return bethink.StatusUnknown, true, .5
	}
	bits := make([]float64, 5)
	settled, which, p := false, false, .5
	for _, h := range hs {
		b := math.Log2(.85 / .15)
		if !h.first {
			b = -b
		}
		bits[h.by] += b
		sum := 0.0
		for t, x := range bits {
			limit := bethink.TrustCap(bethink.Trust(t))
			sum += max(-limit, min(limit, x))
		}
		p = 1 / (1 + math.Exp2(-sum))
		told := p
		if !h.first {
			told = 1 - p
		}
		if h.by >= bethink.TrustUser && told >= .95 {
			settled, which = true, h.first
		}
	}
	best := p >= .5-1e-12
	q := max(p, 1-p)
	switch {
	case settled && which == best && q >= .95:
		return bethink.StatusVerified, best, p
	case disputed(hs, bits, p):
		return bethink.StatusContested, best, p
	}
	return bethink.StatusLikely, best, p
}

func disputed(hs []said, bits []float64, p float64) bool {
	if min(p, 1-p) < .1 {
		return false
	}
	first := slices.ContainsFunc(hs, func(h said) bool { return h.first })
	second := slices.ContainsFunc(hs, func(h said) bool { return !h.first })
	return first && second
}

// Verified, contested and trust mean what the glossary says, in every history of
// up to four reports by any classes.
func TestLaw_StatusAndTrustFollowEveryShortHistory(t *testing.T) {
	pk := anything(bethink.Prior{Values: []bethink.Value{"a", "b"}, Nature: bethink.NatureFixed})
	longest := 3
	if os.Getenv("BETHINK_FULL") != "" {
		longest = 4
	}
	seen, trusts := 0, map[string]int{}
	var walk func(v bethink.View, hs []said)
	walk = func(v bethink.View, hs []said) {
		st, best, p := outcome(hs)
		a, err := v.Ask(x1)
		if err != nil {
			t.Fatal(err)
		}
		seen++
		near(t, "P(a)", v.Belief.Of(x1, "a"), p, 1e-9)
		if a.Status != st || math.Abs(p-.5) > 1e-9 && (a.Value == "a") != best {
			t.Errorf("%v: %v %v, want %v", hs, a.Value, a.Status, st)
		}
		if math.Abs(p-.5) > 1e-9 { // else either value may be called the best
			if want, sure := decisive(hs, st, best); sure && a.Trust != want {
				t.Errorf("%v: %v, trust %q, want %q", hs, a.Status, a.Trust, want)
			}
			trusts[a.Trust]++
		}
		if len(hs) == longest {
			return
		}
		for by := bethink.TrustModel; by <= bethink.TrustInstrument; by++ {
			for _, first := range []bool{true, false} {
				ev := told(.85, bethink.Literal{Var: x1, Any: []bethink.Value{"b"}})
				if first {
					ev.Clause[0].Any[0] = "a"
				}
				ev.Trust = by
				next, step := updateStep(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{ev}})
				if step.Contradiction != nil {
					continue // reopened: another story
				}
				walk(next, append(slices.Clone(hs), said{first, by}))
			}
		}
	}
	walk(world(t, pk, things(1)...), nil)
	if seen < 1000 || len(trusts) < 5 {
		t.Errorf("%d histories, trusts %v: the law is about too little", seen, trusts)
	}
}

// decisive is the least trusted class without whose reports the status or the
// value would differ; if there is none, the most trusted that reported. It is
// not sure if without a class both values are as likely.
func decisive(hs []said, st bethink.Status, best bool) (class string, sure bool) {
	if len(hs) == 0 {
		return "", true
	}
	most := bethink.TrustModel
	for _, h := range hs {
		most = max(most, h.by)
	}
	for by := bethink.TrustModel; by <= bethink.TrustInstrument; by++ {
		rest := slices.DeleteFunc(slices.Clone(hs), func(h said) bool { return h.by == by })
		if len(rest) == len(hs) {
			continue
		}
		got, b, p := outcome(rest)
		if got == st && len(rest) > 0 && math.Abs(p-.5) <= 1e-9 {
			return "", false
		}
		if got != st || b != best {
			return by.String(), true
		}
	}
	return most.String(), true
}
