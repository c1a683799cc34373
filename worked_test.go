package bethink_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// The worked examples of the design, each a test.

// A constraint is entered once. Two things of which each has a .3 chance to be
// in the box, and at least one is: a filter that projects onto the marginals
// after each step and multiplies the constraint in again moves with every empty
// step; this one stays where it is.
func TestWorked_AConstraintIsEnteredOnce(t *testing.T) {
	p := &fakePack{priors: map[string][]bethink.Prior{"thing": {{
		Var: variable("", "in"), Values: onValues, Weights: []bethink.Weight{{Value: bethink.False, P: .7}, {Value: bethink.True, P: .3}}, Measured: true,
	}}}}
	v := world(t, p, things(2)...)
	// "Not both" leaves (.7*.7, .7*.3, .3*.7): told surely, .21/.91 each.
	not := lit("thing 1", "in", bethink.True).Negate()
	other := lit("thing 2", "in", bethink.True).Negate()
	v = observe(t, v, told(1, not, other))
	eps := 1. / 8192 // within the cap
	want := (.21 + .09*eps) / (.91 + .09*eps)
	for range 10 {
		near(t, "thing 1", v.Belief.Of(variable("thing 1", "in"), bethink.True), want, 1e-6)
		near(t, "thing 2", v.Belief.Of(variable("thing 2", "in"), bethink.True), want, 1e-6)
		v = observe(t, v)
	}
	// And a plain .3 stays .3 to the last bit.
	u := world(t, p, things(1)...)
	for range 10 {
		u = observe(t, u)
	}
	if got := u.Belief.Of(variable("thing 1", "in"), bethink.True); math.Abs(got-.3) > 1e-12 {
		t.Errorf("after ten empty updates .3 is %v", got)
	}
}

// Predict and then condition is wrong after a refusal: the prediction has
// already moved what the refusal leaves where it was. A drawer that is locked
// half of the time is pulled and does not open: it is locked, and the lamp it
// would have switched on is as dark as before.
func TestWorked_ARefusalStartsFromTheBeliefBeforeTheAction(t *testing.T) {
	p := &fakePack{priors: map[string][]bethink.Prior{
		"drawer": {{Var: variable("", "locked"), Values: onValues}, {Var: variable("", "open"), Values: onValues, Weights: []bethink.Weight{{Value: bethink.False, P: .9}, {Value: bethink.True, P: .1}}, Measured: true}},
	}}
	v := world(t, p, bethink.Found{Entity: "drawer", Type: "drawer"})
	pull := bethink.Transition{
		Known:         true,
		Preconditions: []bethink.Literal{lit("drawer", "locked", bethink.False)},
		Effects:       []bethink.Effect{{P: 1, Then: []bethink.Change{{Var: variable("drawer", "open"), To: []bethink.Weight{{Value: bethink.True, P: 1}}}}}},
	}
	in := bethink.Input{Action: bethink.Action{Verb: "pull"}}
	forecast, p1 := bethink.Predict(v, in.Action, pull, 0)
	near(t, "P(done)", p1, .5, 1e-12)
	doubt := 1. / 4096
	near(t, "the forecast", forecast.Belief.Of(variable("drawer", "open"), bethink.True), .5*(1-doubt)+(1-.5*(1-doubt))*.1, 1e-12)

	refused := update(t, v, in, pull, bethink.Observation{Verdict: bethink.VerdictRefused})
	near(t, "open, as before", refused.Belief.Of(variable("drawer", "open"), bethink.True), .1, 1e-12)
	near(t, "locked", refused.Belief.Of(variable("drawer", "locked"), bethink.True), 1-doubt, 1e-12)

	done := update(t, v, in, pull, bethink.Observation{Verdict: bethink.VerdictDone})
	near(t, "done, open", done.Belief.Of(variable("drawer", "open"), bethink.True), 1-doubt+doubt*.1, 1e-12)
	near(t, "done, not locked", done.Belief.Of(variable("drawer", "locked"), bethink.True), doubt, 1e-12)
}

// A take that fails says that at least one of its three preconditions failed:
// the posterior of each is its own odds over those of the product.
func TestWorked_AFailedTake(t *testing.T) {
	ps := []float64{.9, .6, .8}
	var priors []bethink.Prior
	for i, name := range []string{"here", "open", "free"} {
		priors = append(priors, bethink.Prior{Var: variable("", name), Values: onValues, Weights: []bethink.Weight{{Value: bethink.False, P: 1 - ps[i]}, {Value: bethink.True, P: ps[i]}}, Measured: true})
	}
	v := world(t, &fakePack{priors: map[string][]bethink.Prior{"mug": priors}}, bethink.Found{Entity: "mug", Type: "mug"})
	take := bethink.Transition{Known: true, Preconditions: []bethink.Literal{
		lit("mug", "here", bethink.True), lit("mug", "open", bethink.True), lit("mug", "free", bethink.True),
	}}
	in := bethink.Input{Action: bethink.Action{Verb: "take", Text: "take mug"}}
	v = update(t, v, in, take, bethink.Observation{Verdict: bethink.VerdictRefused})
	doubt := 1. / 4096
	all := ps[0] * ps[1] * ps[2]
	told := (1-all)*(1-doubt) + all*doubt
	for i, name := range []string{"here", "open", "free"} {
		want := ((ps[i]-all)*(1-doubt) + all*doubt) / told
		near(t, name, v.Belief.Of(variable("mug", name), bethink.True), want, 1e-12)
	}
	// Taking it again, with nothing changed, tells nothing new.
	again := update(t, v, in, take, bethink.Observation{Verdict: bethink.VerdictRefused})
	sameBelief(t, v.Belief, again.Belief, 1e-12)
	// It is open, and it is free: then it is not here.
	v = observe(t, v, bethink.Evidence{Clause: []bethink.Literal{lit("mug", "open", bethink.True)}, Reliability: 1, Trust: bethink.TrustInstrument},
		bethink.Evidence{Clause: []bethink.Literal{lit("mug", "free", bethink.True)}, Reliability: 1, Trust: bethink.TrustInstrument})
	if p := v.Belief.Of(variable("mug", "here"), bethink.True); p > .02 {
		t.Errorf("P(here)=%v when nothing else can have failed", p)
	}
}

// eggs is a pack in which nobody has met an egg: at each place there is a
// Poisson number of them.
func eggs(places []bethink.Value, mu []float64) *fakePack {
	p := &fakePack{priors: map[string][]bethink.Prior{"egg": {{Var: variable("", "location"), Set: "place", FromField: true, Nature: bethink.NatureActed}}}}
	for i, place := range places {
		p.priors["kitchen"] = append(p.priors["kitchen"], bethink.Prior{Field: &bethink.Intensity{Type: "egg", Attr: "location", Set: "place", Place: place, Mu: mu[i]}})
	}
	return p
}

func kitchen(t testing.TB, p *fakePack) bethink.View {
	t.Helper()
	return world(t, p, bethink.Found{Entity: "kitchen", Type: "kitchen"})
}

func some(place bethink.Value) bethink.Presence {
	return bethink.Presence{Type: "egg", Attr: "location", Place: place}
}

// counts enumerates independent Poisson counts given that at least need exist in
// all, and returns P(some at j).
func counts(mu []float64, need int) []float64 {
	const most = 14
	hit := make([]float64, len(mu))
	total := 0.0
	var walk func(j, sum int, p float64, n []int)
	walk = func(j, sum int, p float64, n []int) {
		if j == len(mu) {
			if sum >= need {
				total += p
				for i, k := range n {
					if k > 0 {
						hit[i] += p
					}
				}
			}
			return
		}
		q := p * math.Exp(-mu[j])
		for k := range most {
			walk(j+1, sum+k, q, append(n, k))
			q *= mu[j] / float64(k+1)
		}
	}
	walk(0, 0, 1, nil)
	for i := range hit {
		hit[i] /= total
	}
	return hit
}

var (
	eggPlaces = []bethink.Value{"fridge", "table", "sink"}
	eggMu     = []float64{.6, .3, .1}
)

// Two eggs: what nobody has met is a count, and one that must exist somewhere
// is the likelier here the fewer other places there are.
func TestWorked_TwoEggs(t *testing.T) {
	// Nothing is known: 1-e^-mu at each place.
	v := kitchen(t, eggs(eggPlaces, eggMu))
	for i, place := range eggPlaces {
		near(t, "some at "+string(place), v.Belief.Some(some(place)), 1-math.Exp(-eggMu[i]), 1e-12)
	}
	// The goal speaks of an egg: (1-e^-mu_j) / (1-e^-sum).
	v = update(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Goal: &bethink.Goal{Roles: []bethink.Role{{Name: "o", Type: "egg", Count: 1}}}})
	for i, place := range eggPlaces {
		near(t, "given one, at "+string(place), v.Belief.Some(some(place)), (1-math.Exp(-eggMu[i]))/(1-math.Exp(-1)), 1e-12)
	}
	// An empty look at the fridge sets its intensity to what a look misses and
	// leaves the others alone.
	miss := .05
	looked := observe(t, v, bethink.Evidence{Every: &bethink.Exhaustive{Type: "egg", Attr: "location", Place: "fridge", Miss: miss}, Trust: bethink.TrustInstrument})
	mu := []float64{.6 * miss, .3, .1}
	near(t, "expected in the fridge", looked.Belief.Expected(some("fridge")), mu[0], 1e-12)
	near(t, "expected on the table", looked.Belief.Expected(some("table")), mu[1], 1e-12)
	for i, want := range counts(mu, 1) {
		near(t, "after an empty fridge, at "+string(eggPlaces[i]), looked.Belief.Some(some(eggPlaces[i])), want, 1e-9)
	}
	// Looking everywhere in vain still leaves "none of what I saw": it exists.
	for _, place := range eggPlaces[1:] {
		looked = observe(t, looked, bethink.Evidence{Every: &bethink.Exhaustive{Type: "egg", Attr: "location", Place: place, Miss: miss}, Trust: bethink.TrustInstrument})
	}
	near(t, "the ratio is as before", looked.Belief.Some(some("fridge"))/looked.Belief.Some(some("sink")), counts([]float64{.03, .015, .005}, 1)[0]/counts([]float64{.03, .015, .005}, 1)[2], 1e-9)
}

// Egg 3 proves three.
func TestWorked_EggThreeProvesThree(t *testing.T) {
	v := kitchen(t, eggs(eggPlaces, eggMu))
	v = update(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{
		Found:    []bethink.Found{{Entity: "egg 3", Type: "egg", Count: 3}},
		Evidence: []bethink.Evidence{told(1, lit("egg 3", "location", "table"))},
	})
	if m := v.Belief.Members("egg", "location"); len(m) != 1 || m[0] != "egg 3" {
		t.Errorf("met: %v", m)
	}
	// Two more exist that nobody has met.
	for i, want := range counts(eggMu, 2) {
		q := some(eggPlaces[i])
		near(t, "unmet at "+string(eggPlaces[i]), v.Belief.Unmet(q), want, 1e-9)
		met := v.Belief.Of(variable("egg 3", "location"), eggPlaces[i])
		near(t, "some at "+string(eggPlaces[i]), v.Belief.Some(q), 1-(1-want)*(1-met), 1e-9)
	}
	if p := v.Belief.Some(some("table")); p < .99 {
		t.Errorf("P(some on the table)=%v, and one was just seen there", p)
	}
	// Meeting another leaves one.
	v = update(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{
		Found:    []bethink.Found{{Entity: "egg 1", Type: "egg", Count: 1}},
		Evidence: []bethink.Evidence{told(1, lit("egg 1", "location", "sink"))},
	})
	for i, want := range counts(eggMu, 1) {
		near(t, "unmet at "+string(eggPlaces[i]), v.Belief.Unmet(some(eggPlaces[i])), want, 1e-9)
	}
}

// Presence, unmet and expected agree with enumeration, whatever is known to
// exist, whatever was looked at and missed, in whatever order.
func TestWorked_CountsAgreeWithEnumeration(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		mu := make([]float64, 3)
		for i := range mu {
			mu[i] = rapid.Float64Range(.01, 1.5).Draw(rt, "mu")
		}
		v := kitchen(t, eggs(eggPlaces, mu))
		need := 0
		looks := map[int]int{}
		const miss, perLook = .05, .3
		for range rapid.IntRange(0, 5).Draw(rt, "steps") {
			if rapid.Bool().Draw(rt, "count") {
				n := rapid.IntRange(1, 4).Draw(rt, "need")
				need = max(need, n)
				v = update(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Found: []bethink.Found{{Entity: "kitchen", Type: "egg", Count: n}}})
				continue
			}
			j := rapid.IntRange(0, 2).Draw(rt, "place")
			looks[j]++
			v = observe(t, v, bethink.Evidence{Every: &bethink.Exhaustive{Type: "egg", Attr: "location", Place: eggPlaces[j], Miss: miss, MissPerLook: perLook}, Trust: bethink.TrustInstrument})
		}
		for j, n := range looks {
			mu[j] *= miss + (1-miss)*math.Pow(perLook, float64(n))
		}
		for i, want := range counts(mu, need) {
			near(rt, "some at "+string(eggPlaces[i]), v.Belief.Some(some(eggPlaces[i])), want, 1e-7)
			near(rt, "unmet at "+string(eggPlaces[i]), v.Belief.Unmet(some(eggPlaces[i])), want, 1e-7)
			near(rt, "expected at "+string(eggPlaces[i]), v.Belief.Expected(some(eggPlaces[i])), mu[i], 1e-12)
		}
	})
}

// A list settles, and scores, the events that were listed before it was read.
func TestWorked_AListSettlesPresence(t *testing.T) {
	v := kitchen(t, eggs(eggPlaces, eggMu))
	look := bethink.Transition{Known: true, Reveals: []bethink.Event{{Some: some("fridge")}, {Some: some("table")}}}
	every := bethink.Evidence{Every: &bethink.Exhaustive{Type: "egg", Attr: "location", Place: "fridge", Miss: .01}, Trust: bethink.TrustInstrument}
	in := bethink.Input{Action: bethink.Action{Verb: "look"}}
	_, st := updateStep(t, v, in, look, bethink.Observation{Verdict: bethink.VerdictDone, Evidence: []bethink.Evidence{every}})
	near(t, "the forecast of an egg in the fridge", st.Scores[0].P, 1-math.Exp(-.6), 1e-12)
	if got := st.Scores[0]; !got.Settled || got.True {
		t.Errorf("an empty fridge: %+v", got)
	}
	if st.Scores[1].Settled {
		t.Error("the table was not looked at")
	}
	near(t, "bits of an empty fridge", st.Bits, dist.Bits(math.Exp(-.6)), 1e-9)

	every.Except = []bethink.Entity{"egg 1"}
	_, st = updateStep(t, v, in, look, bethink.Observation{
		Verdict: bethink.VerdictDone, Found: []bethink.Found{{Entity: "egg 1", Type: "egg", Count: 1}},
		Evidence: []bethink.Evidence{told(1, lit("egg 1", "location", "fridge")), every},
	})
	if got := st.Scores[0]; !got.Settled || !got.True {
		t.Errorf("an egg in the fridge: %+v", got)
	}
	near(t, "bits of an egg in the fridge", st.Bits, dist.Bits(1-math.Exp(-.6)), 1e-9)
}

// A seventh room: an outcome that nobody listed is scored as the probability of
// Other, times what a newcomer takes of it.
func TestWorked_ASeventhRoom(t *testing.T) {
	p := &fakePack{priors: map[string][]bethink.Prior{
		"ball": {{Var: variable("", "room"), Set: "room", Values: []bethink.Value{"r1", "r2", "r3", "r4", "r5", "r6"}, Unlisted: 4,
			Weights: []bethink.Weight{{Value: bethink.Other, P: .4}}, Else: .1, Measured: true}},
	}}
	v := world(t, p, bethink.Found{Entity: "ball", Type: "ball"})
	next, st := updateStep(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{
		Found:    []bethink.Found{{Entity: "r7", Type: "room", Joins: []string{"room"}}},
		Evidence: []bethink.Evidence{told(1, lit("ball", "room", "r7"))},
	})
	near(t, "bits of being told r7", st.Bits, dist.Bits(.4/4), 1e-5)
	if q := next.Belief.Of(variable("ball", "room"), "r7"); q < .99 {
		t.Errorf("P(r7)=%v", q)
	}
	// Told by a name that no room was announced under, all the same.
	_, st = updateStep(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{told(1, lit("ball", "room", "attic"))}})
	near(t, "bits of being told the attic", st.Bits, dist.Bits(.4/4), 1e-5)
	// However many rooms there turn out to be, some of Other is left.
	for i := range 20 {
		v = observe(t, v, told(.6, lit("ball", "room", bethink.Value(rune('A'+i)))))
		if q := v.Belief.Of(variable("ball", "room"), bethink.Other); !(q > 0) {
			t.Fatalf("nothing is left of Other after %d rooms", i+1)
		}
	}
}

// "Some mug is on the desk" is 1 - Π(1-p), never Σp.
func TestWorked_AQuantifiedGoalIsNoSum(t *testing.T) {
	p := &fakePack{priors: map[string][]bethink.Prior{
		"room": {{Field: &bethink.Intensity{Type: "mug", Attr: "location", Set: "place", Place: "desk", Mu: 0}}, {Field: &bethink.Intensity{Type: "mug", Attr: "location", Set: "place", Place: "shelf", Mu: 1}}},
		"mug":  {{Var: variable("", "location"), Set: "place", Weights: []bethink.Weight{{Value: "desk", P: .6}, {Value: "shelf", P: .4}}, Measured: true}},
	}}
	v := world(t, p, bethink.Found{Entity: "room", Type: "room"})
	v = update(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Found: []bethink.Found{{Entity: "mug 1", Type: "mug"}, {Entity: "mug 2", Type: "mug"}}})
	q := bethink.Presence{Type: "mug", Attr: "location", Place: "desk"}
	near(t, "given by field", v.Belief.Of(variable("mug 1", "location"), "desk"), .6, 1e-12)
	near(t, "some mug on the desk", v.Belief.Some(q), 1-.4*.4, 1e-12)
}

// A place that is found late joins a closed set: what nobody thought of a moment
// ago has to be believable, and hardly changes what was believed.
func TestWorked_APlaceFoundLate(t *testing.T) {
	p := eggs(eggPlaces, eggMu)
	v := kitchen(t, p)
	v = update(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{
		Found:    []bethink.Found{{Entity: "egg 1", Type: "egg"}, {Entity: "egg 2", Type: "egg"}},
		Evidence: []bethink.Evidence{told(.9, lit("egg 2", "location", "sink"))},
	})
	p.priors["box"] = []bethink.Prior{{Field: &bethink.Intensity{Type: "egg", Attr: "location", Set: "place", Place: "box", Mu: .2}}}
	late := update(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Found: []bethink.Found{{Entity: "box", Type: "box", Joins: []string{"place"}}}})
	for _, egg := range []string{"egg 1", "egg 2"} {
		q := late.Belief.Of(variable(egg, "location"), "box")
		if !(q > 0) || q > .02 {
			t.Errorf("P(%s in the box)=%v when the box is new", egg, q)
		}
		for _, place := range eggPlaces {
			near(t, egg+" at "+string(place), late.Belief.Of(variable(egg, "location"), place), (1-q)*v.Belief.Of(variable(egg, "location"), place), 1e-12)
		}
		after := observe(t, late, told(1, lit(egg, "location", "box")))
		if got := after.Belief.Of(variable(egg, "location"), "box"); got < .95 {
			t.Errorf("P(%s in the box)=%v after it was seen there", egg, got)
		}
	}
	// Also where an egg is bound to something else.
	bound := observe(t, v, told(.8, lit("egg 1", "location", "sink"), lit("egg 2", "location", "table")))
	bound = update(t, bound, bethink.Input{}, bethink.Transition{}, bethink.Observation{Found: []bethink.Found{{Entity: "box", Type: "box", Joins: []string{"place"}}}})
	bound = observe(t, bound, told(1, lit("egg 1", "location", "box")))
	if got := bound.Belief.Of(variable("egg 1", "location"), "box"); got < .95 {
		t.Errorf("P(egg 1 in the box)=%v after it was seen there, bound to another", got)
	}
}
