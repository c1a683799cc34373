package bethink_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// tiger is the two doors: a growl is heard on the right side with .85.
func tiger() *fakePack {
	return &fakePack{priors: map[string][]bethink.Prior{"doors": {{Var: variable("", "tiger"), Values: []bethink.Value{"left", "right"}}}}}
}

func growl(side bethink.Value) bethink.Evidence { return told(.85, lit("doors", "tiger", side)) }

func doors(t testing.TB) bethink.View {
	return world(t, tiger(), bethink.Found{Entity: "doors", Type: "doors"})
}

// After d more growls on one side than on the other: 17^d / (17^d + 3^d), with
// the entropy and the expected information of the next listen that follow.
func TestTiger_RationalPosteriors(t *testing.T) {
	table := []struct{ p, same, entropy, gain float64 }{
		{1. / 2, 0.5, 1, 0.390159695},
		{17. / 20, 0.745, 0.609840305, 0.209266875},
		{289. / 298, 0.828859060402685, 0.195400577, 0.050467818},
		{4913. / 4940, 0.846174089068826, 0.048939703, 0.009492102},
		{83521. / 83602, 0.849321786560130, 0.011096924, 0.001694630},
		{1419857. / 1420100, 0.849880219702838, 0.002387961, 0.000299669},
	}
	v := doors(t)
	for d, want := range table {
		if d > 0 {
			v = observe(t, v, growl("left"))
		}
		what := fmt.Sprintf("%d growls: ", d)
		p := v.Belief.Of(variable("doors", "tiger"), "left")
		near(t, what+"P", p, want.p, 1e-12)
		near(t, what+"17^d/(17^d+3^d)", p, math.Pow(17, float64(d))/(math.Pow(17, float64(d))+math.Pow(3, float64(d))), 1e-12)
		same := .85*p + .15*(1-p)
		near(t, what+"the next on the same side", same, want.same, 1e-12)
		id, _ := v.Belief.Find(variable("doors", "tiger"))
		h := dist.Entropy(v.Belief.P(id, nil))
		near(t, what+"entropy", h, want.entropy, 1e-9)
		after := same*dist.Entropy(observe(t, v, growl("left")).Belief.P(id, nil)) +
			(1-same)*dist.Entropy(observe(t, v, growl("right")).Belief.P(id, nil))
		if d < 5 { // the sixth growl would meet an instrument's cap of 13 bits
			near(t, what+"expected information", h-after, want.gain, 1e-9)
		}
		// The step scores the growl with what the belief gave it.
		_, st := updateStep(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{growl("left")}})
		near(t, what+"bits of one more", st.Bits, dist.Bits(same), 1e-9)
	}
}

// Only the difference counts, never the order: left and right returns to 1/2.
func TestTiger_TheOrderDoesNotMatter(t *testing.T) {
	v := observe(t, observe(t, doors(t), growl("left")), growl("right"))
	near(t, "left, right", v.Belief.Of(variable("doors", "tiger"), "left"), .5, 1e-15)
	rapid.Check(t, func(rt *rapid.T) {
		v, d := doors(t), 0
		for range rapid.IntRange(0, 12).Draw(rt, "growls") {
			if rapid.Bool().Draw(rt, "left") {
				v, d = observe(t, v, growl("left")), d+1
			} else {
				v, d = observe(t, v, growl("right")), d-1
			}
		}
		if max(d, -d) > 5 {
			rt.Skip("beyond the cap of 13 bits")
		}
		want := math.Pow(17, float64(d)) / (math.Pow(17, float64(d)) + math.Pow(3, float64(d)))
		near(rt, "left", v.Belief.Of(variable("doors", "tiger"), "left"), want, 1e-12)
	})
}

// Two growls from the left, one from the right.
func ExampleUpdate() {
	door := bethink.Variable{Entity: "doors", Attr: "tiger"}
	v := bethink.View{Pack: tiger()}
	hear := func(obs bethink.Observation) {
		next, step, err := bethink.Update(v, bethink.Input{}, bethink.Transition{}, obs)
		if err != nil {
			fmt.Println(err)
			return
		}
		v = next
		fmt.Printf("left %.4f, right %.4f (%.2f bits of surprise)\n", v.Belief.Of(door, "left"), v.Belief.Of(door, "right"), step.Bits)
	}
	hear(bethink.Observation{Found: []bethink.Found{{Entity: "doors", Type: "doors"}}})
	for _, side := range []bethink.Value{"left", "left", "right"} {
		hear(bethink.Observation{Evidence: []bethink.Evidence{{
			Clause:      []bethink.Literal{{Var: door, Any: []bethink.Value{side}}},
			Reliability: 0.85,
			Trust:       bethink.TrustInstrument,
		}}})
	}
	// Output:
	// left 0.5000, right 0.5000 (0.00 bits of surprise)
	// left 0.8500, right 0.1500 (1.00 bits of surprise)
	// left 0.9698, right 0.0302 (0.42 bits of surprise)
	// left 0.8500, right 0.1500 (2.55 bits of surprise)
}
