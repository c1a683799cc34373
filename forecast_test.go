package bethink_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/bethink-dev/bethink"
)

// A forecast is what an unclear answer leaves: both the action done and the
// action refused. And PDone of the step is the forecast's.
func TestLaw_TheForecastIsTheUnclearAnswer(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		v := world(t, colours(), things(2)...)
		for range rapid.IntRange(0, 3).Draw(rt, "before") {
			v = observe(t, v, drawEvidence(rt, 2))
		}
		tr := drawTransition(rt, 2)
		surely := 1.0
		tr.Unclear = &surely
		in := bethink.Input{Action: bethink.Action{Verb: "act"}, Elapsed: 2}
		forecast, p := bethink.Predict(v, in.Action, tr, in.Elapsed)
		after, st := updateStep(t, v, in, tr, bethink.Observation{})
		sameBelief(rt, forecast.Belief, after.Belief, 1e-12)
		near(rt, "P(done)", st.PDone, p, 0)
		held, q := v.Condition(tr.Preconditions, true)
		if len(tr.Preconditions) > 0 {
			near(rt, "P(preconditions)", p, q, 1e-9)
		}
		if q < 1e-6 || len(tr.Preconditions) == 0 {
			return
		}
		// Branching on the preconditions and mixing gives the forecast.
		done := held.AssumeDone(in.Action, tr, in.Elapsed)
		failed, r := v.Condition(tr.Preconditions, false)
		near(rt, "both", q+r, 1, 1e-9)
		forecast.Belief.All(func(id bethink.ID, name bethink.Variable) bool {
			for _, val := range forecast.Belief.Values(id) {
				mixed := q*done.Belief.Of(name, val) + r*failed.Belief.Of(name, val)
				near(rt, name.String()+"="+string(val), mixed, forecast.Belief.Of(name, val), 1e-9)
			}
			return true
		})
	})
}

// Supposing that something holds, and supposing that it does not, mix back to
// the belief, and neither is remembered as evidence.
func TestLaw_SuppositionsMixBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		v := world(t, colours(), things(2)...)
		for range rapid.IntRange(0, 4).Draw(rt, "before") {
			v = observe(t, v, drawEvidence(rt, 2))
		}
		var lits []bethink.Literal
		for range rapid.IntRange(1, 3).Draw(rt, "literals") {
			lits = append(lits, drawLiteral(rt, 2))
		}
		print := v.Belief.Fingerprint()
		yes, p := v.Condition(lits, true)
		no, q := v.Condition(lits, false)
		near(rt, "both", p+q, 1, 1e-9)
		near(rt, "the event", v.Belief.Probability(bethink.Event{Literals: lits}), p, 1e-9)
		v.Belief.All(func(id bethink.ID, name bethink.Variable) bool {
			for _, val := range v.Belief.Values(id) {
				mixed := 0.0
				if p > 0 {
					mixed += p * yes.Belief.Of(name, val)
				}
				if q > 0 {
					mixed += q * no.Belief.Of(name, val)
				}
				near(rt, name.String()+"="+string(val), mixed, v.Belief.Of(name, val), 1e-9)
			}
			if p > 0 && yes.Belief.Status(name) == bethink.StatusVerified && v.Belief.Status(name) != bethink.StatusVerified {
				rt.Errorf("supposing verified %v", name)
			}
			return true
		})
		if p > 0 {
			for _, l := range lits {
				near(rt, "supposed "+l.String(), yes.Belief.Holds(l), 1, 1e-9)
			}
		}
		if v.Belief.Fingerprint() != print {
			rt.Error("the belief was changed")
		}
	})
}

// What was verified once and is not now is not verified by supposing it again.
func TestGiven_VerifiesNothing(t *testing.T) {
	v := world(t, colours(), things(1)...)
	off := lit("thing 1", "on", bethink.False)
	for _, ev := range []bethink.Evidence{told(.9, off), told(.9, off), told(.9, off.Negate())} {
		v = observe(t, v, ev)
	}
	if st := v.Belief.Status(off.Var); st == bethink.StatusVerified {
		t.Fatalf("it is %v already", st)
	}
	yes, _ := v.Condition([]bethink.Literal{off}, true)
	if st := yes.Belief.Status(off.Var); st == bethink.StatusVerified {
		t.Errorf("supposed, it is %v", st)
	}
	if p := yes.Belief.Holds(off); p < 1-1e-12 {
		t.Errorf("supposed, it holds with %v", p)
	}
}
