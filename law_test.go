package bethink_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

const tight = 1e-9

// colours is a pack with entities that have a three-valued and a two-valued
// attribute.
func colours() *fakePack {
	return &fakePack{priors: map[string][]bethink.Prior{"thing": {
		{Var: variable("", "colour"), Values: []bethink.Value{"red", "green", "blue"}, Weights: []bethink.Weight{{Value: "red", P: .5}, {Value: "green", P: .3}, {Value: "blue", P: .2}}, Measured: true, Nature: bethink.NatureActed},
		{Var: variable("", "on"), Values: []bethink.Value{bethink.False, bethink.True}, Nature: bethink.NatureActed},
	}}}
}

func things(n int) []bethink.Found {
	var out []bethink.Found
	for i := range n {
		out = append(out, bethink.Found{Entity: bethink.Entity(fmt.Sprintf("thing %d", i+1)), Type: "thing"})
	}
	return out
}

var (
	colourValues = []bethink.Value{"red", "green", "blue"}
	onValues     = []bethink.Value{bethink.False, bethink.True}
)

func drawLiteral(t *rapid.T, n int) bethink.Literal {
	ent := fmt.Sprintf("thing %d", rapid.IntRange(1, n).Draw(t, "thing"))
	l := lit(ent, "on", rapid.SampledFrom(onValues).Draw(t, "on"))
	if rapid.Bool().Draw(t, "coloured") {
		l = lit(ent, "colour", rapid.SampledFrom(colourValues).Draw(t, "colour"))
		l.Not = rapid.Bool().Draw(t, "not")
	}
	return l
}

func drawEvidence(t *rapid.T, n int) bethink.Evidence {
	r := rapid.Float64Range(.55, .89).Draw(t, "r")
	ls := []bethink.Literal{drawLiteral(t, n)}
	for range rapid.IntRange(0, 2).Draw(t, "more") {
		ls = append(ls, drawLiteral(t, n))
	}
	return told(r, ls...)
}

// Independent evidence may be weighed in any order.
func TestLaw_TheOrderOfIndependentEvidenceDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		v := world(t, colours(), things(3)...)
		var evs []bethink.Evidence
		for range rapid.IntRange(2, 6).Draw(rt, "pieces") {
			evs = append(evs, drawEvidence(rt, 3))
		}
		a := observe(t, v, evs...)
		perm := rapid.Permutation(evs).Draw(rt, "order")
		b := v
		for _, ev := range perm {
			b = observe(t, b, ev)
		}
		sameBelief(rt, a.Belief, b.Belief, tight)
	})
}

func sameBelief(t reporter, a, b bethink.Belief, tol float64) {
	t.Helper()
	var p, q []float64
	a.All(func(id bethink.ID, name bethink.Variable) bool {
		other, ok := b.Find(name)
		if !ok {
			t.Errorf("%v is in one belief only", name)
			return true
		}
		p, q = a.P(id, p), b.P(other, q)
		for i := range p {
			near(t, fmt.Sprintf("P(%v=%v)", name, a.Values(id)[i]), p[i], q[i], tol)
		}
		return true
	})
}

// What one may be told, weighted by how likely one is to be told it, leaves the
// belief where it is.
func TestLaw_TheExpectedPosteriorIsThePrior(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		v := world(t, colours(), things(2)...)
		for range rapid.IntRange(0, 3).Draw(rt, "before") {
			v = observe(t, v, drawEvidence(rt, 2))
		}
		r := rapid.Float64Range(.55, .89).Draw(rt, "r")
		// A report of one of the three colours, right with r.
		expected := map[string]float64{}
		id, _ := v.Belief.Find(variable("thing 1", "colour"))
		p := v.Belief.P(id, nil)
		total := 0.0
		for k, c := range colourValues {
			chance := 0.0
			for j := range colourValues {
				if j == k {
					chance += p[j] * r
				} else {
					chance += p[j] * (1 - r) / 2
				}
			}
			total += chance
			w := observe(t, v, told(r, lit("thing 1", "colour", c)))
			w.Belief.All(func(id bethink.ID, name bethink.Variable) bool {
				for i, q := range w.Belief.P(id, nil) {
					expected[fmt.Sprint(name, i)] += chance * q
				}
				return true
			})
		}
		near(t, "the reports", total, 1, tight)
		v.Belief.All(func(id bethink.ID, name bethink.Variable) bool {
			for i, q := range v.Belief.P(id, nil) {
				near(t, fmt.Sprint(name, i), expected[fmt.Sprint(name, i)], q, tight)
			}
			return true
		})
	})
}

// The expected gain of information from a report is never negative, though one
// report may well leave the belief less certain.
func TestLaw_ExpectedInformationIsNeverNegative(t *testing.T) {
	lost := false
	rapid.Check(t, func(rt *rapid.T) {
		v := world(t, colours(), things(1)...)
		v = observe(t, v, told(rapid.Float64Range(.55, .89).Draw(rt, "first"), lit("thing 1", "colour", "blue")))
		r := rapid.Float64Range(.4, .89).Draw(rt, "r")
		id, _ := v.Belief.Find(variable("thing 1", "colour"))
		before := dist.Entropy(v.Belief.P(id, nil))
		p := v.Belief.P(id, nil)
		after := 0.0
		for k, c := range colourValues {
			chance := p[k]*r + (1-p[k])*(1-r)/2
			h := dist.Entropy(observe(t, v, told(r, lit("thing 1", "colour", c))).Belief.P(id, nil))
			lost = lost || h > before+.01
			after += chance * h
		}
		if after > before+1e-12 {
			t.Errorf("expected entropy rose from %v to %v", before, after)
		}
	})
	if !lost {
		t.Error("no single report ever lost information: the law would be about nothing")
	}
}

// Transitions and time keep the mass of every distribution.
func TestLaw_ATransitionKeepsMass(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		v := world(t, colours(), things(3)...)
		for range rapid.IntRange(1, 5).Draw(rt, "steps") {
			tr := drawTransition(rt, 3)
			verdict := rapid.SampledFrom([]bethink.Verdict{bethink.VerdictDone, bethink.VerdictRefused, bethink.VerdictUnclear}).Draw(rt, "verdict")
			v = update(t, v, bethink.Input{Action: bethink.Action{Verb: "a"}, Elapsed: 1}, tr, bethink.Observation{Verdict: verdict}) // update checks Valid
		}
	})
}

func drawTransition(rt *rapid.T, n int) bethink.Transition {
	tr := bethink.Transition{Known: true}
	if p := rapid.SampledFrom([]float64{-1, 0, .3, 1}).Draw(rt, "unclear"); p >= 0 {
		tr.Unclear = &p
	}
	for range rapid.IntRange(0, 2).Draw(rt, "needs") {
		tr.Preconditions = append(tr.Preconditions, drawLiteral(rt, n))
	}
	for range rapid.IntRange(1, 2).Draw(rt, "effects") {
		e := bethink.Effect{P: rapid.SampledFrom([]float64{1, .7}).Draw(rt, "p")}
		if rapid.Bool().Draw(rt, "conditional") {
			e.When = append(e.When, drawLiteral(rt, n))
		}
		ent := fmt.Sprintf("thing %d", rapid.IntRange(1, n).Draw(rt, "changed"))
		e.Then = append(e.Then, bethink.Change{Var: variable(ent, "on"), To: []bethink.Weight{{Value: bethink.True, P: 1}}})
		if rapid.Bool().Draw(rt, "also") {
			e.Then = append(e.Then, bethink.Change{Var: variable(ent, "colour"), To: []bethink.Weight{{Value: "red", P: .6}, {Value: "blue", P: .4}}})
		}
		tr.Effects = append(tr.Effects, e)
	}
	return tr
}

// A refused action changes nothing but what the refusal tells: with
// preconditions that surely fail it tells nothing.
func TestLaw_RefusedActionsChangeNothingButWhatTheRefusalTells(t *testing.T) {
	v := world(t, colours(), things(2)...)
	v = observe(t, v, told(1, lit("thing 1", "on", bethink.False)))
	tr := bethink.Transition{
		Known:         true,
		Preconditions: []bethink.Literal{lit("thing 1", "on", bethink.True)},
		Effects:       []bethink.Effect{{P: 1, Then: []bethink.Change{{Var: variable("thing 2", "colour"), To: []bethink.Weight{{Value: "blue", P: 1}}}}}},
	}
	after := update(t, v, bethink.Input{Action: bethink.Action{Verb: "paint"}}, tr, bethink.Observation{Verdict: bethink.VerdictRefused})
	near(t, "colour of thing 2", after.Belief.Of(variable("thing 2", "colour"), "blue"), .2, 1e-12)
	near(t, "thing 1 off", after.Belief.Of(variable("thing 1", "on"), bethink.False), 1, 1e-3)
	// And where the precondition was open, its failure is what is learned.
	open := update(t, world(t, colours(), things(2)...), bethink.Input{Action: bethink.Action{Verb: "paint"}}, tr, bethink.Observation{Verdict: bethink.VerdictRefused})
	near(t, "thing 1 off", open.Belief.Of(variable("thing 1", "on"), bethink.False), 1-1./4096, 1e-12)
	near(t, "colour of thing 2", open.Belief.Of(variable("thing 2", "colour"), "blue"), .2, 1e-12)
}

// Evidence of one origin counts once, however often it is told.
func TestLaw_OneOriginCountsOnce(t *testing.T) {
	v := world(t, colours(), things(1)...)
	ev := told(.8, lit("thing 1", "colour", "blue"))
	ev.Origin = "https://example.org/page#c0ffee"
	once := observe(t, v, ev)
	often := once
	for range 5 {
		often = observe(t, often, ev)
	}
	sameBelief(t, once.Belief, often.Belief, 1e-15)
	other := ev
	other.Origin = "https://example.org/page#0ther"
	if twice := observe(t, once, other); !(twice.Belief.Of(variable("thing 1", "colour"), "blue") > once.Belief.Of(variable("thing 1", "colour"), "blue")+.05) {
		t.Error("a second origin added nothing")
	}
}

// One page fetched many times, and many pages, never move the odds by more
// than the class's cap.
func TestLaw_EveryClassHasItsCap(t *testing.T) {
	for _, trust := range []bethink.Trust{bethink.TrustModel, bethink.TrustContent, bethink.TrustImport, bethink.TrustUser, bethink.TrustInstrument} {
		v := world(t, colours(), things(1)...)
		for i := range 40 {
			ev := told(.99, lit("thing 1", "on", bethink.True))
			ev.Trust, ev.Origin = trust, fmt.Sprint("page ", i)
			v = observe(t, v, ev)
		}
		got := dist.LogOdds(v.Belief.Of(variable("thing 1", "on"), bethink.True))
		near(t, trust.String()+" in bits", got, bethink.TrustCap(trust), 1e-6)
	}
}

// A variable that an action does not touch is as it was: an unrelated action
// ages nothing and turns nothing stale.
func TestLaw_AnUnrelatedActionAgesNothing(t *testing.T) {
	v := world(t, colours(), things(2)...)
	v = observe(t, v, told(.999, lit("thing 1", "on", bethink.True)))
	before, err := v.Ask(variable("thing 1", "on"))
	if err != nil {
		t.Fatal(err)
	}
	tr := bethink.Transition{Known: true, Effects: []bethink.Effect{{P: 1, Then: []bethink.Change{{Var: variable("thing 2", "on"), To: []bethink.Weight{{Value: bethink.True, P: 1}}}}}}}
	for range 50 {
		v = update(t, v, bethink.Input{Action: bethink.Action{Verb: "flip"}, Elapsed: 1}, tr, bethink.Observation{Verdict: bethink.VerdictDone})
	}
	after, err := v.Ask(variable("thing 1", "on"))
	if err != nil {
		t.Fatal(err)
	}
	if after.P != before.P || after.Status != bethink.StatusVerified || after.VerifiedStep != before.VerifiedStep {
		t.Errorf("before %+v\nafter %+v", before, after)
	}
}

// Discovering a value of an open domain moves mass only out of Other.
func TestLaw_DiscoveryMovesMassOnlyOutOfOther(t *testing.T) {
	p := &fakePack{priors: map[string][]bethink.Prior{
		"ball": {{Var: variable("", "room"), Set: "room", Values: []bethink.Value{"r1", "r2", "r3", "r4", "r5", "r6"}, Unlisted: 4,
			Weights: []bethink.Weight{{Value: bethink.Other, P: .4}}, Else: .1}},
		"room": nil,
	}}
	v := world(t, p, bethink.Found{Entity: "ball", Type: "ball"})
	before := map[bethink.Value]float64{}
	id, _ := v.Belief.Find(variable("ball", "room"))
	for i, q := range v.Belief.P(id, nil) {
		before[v.Belief.Values(id)[i]] = q
	}
	after := update(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Found: []bethink.Found{{Entity: "r7", Type: "room", Joins: []string{"room"}}}})
	for val, q := range before {
		if val != bethink.Other {
			near(t, string(val), after.Belief.Of(variable("ball", "room"), val), q, 1e-15)
		}
	}
	near(t, "the seventh room", after.Belief.Of(variable("ball", "room"), "r7"), .1, 1e-15)
	near(t, "Other", after.Belief.Of(variable("ball", "room"), bethink.Other), .3, 1e-15)
}

// Empty updates change nothing, however many: a constraint is entered once and
// never multiplied in again.
func TestLaw_RepeatedEmptyUpdatesChangeNothing(t *testing.T) {
	v := world(t, colours(), things(2)...)
	v = observe(t, v, told(.9, lit("thing 1", "on", bethink.True), lit("thing 2", "colour", "red")))
	want := v
	for range 10 {
		v = observe(t, v)
	}
	sameBelief(t, want.Belief, v.Belief, 0)
}

// The blocks and the potentials agree with the one table over everything.
func TestLaw_TheTableOfEverythingIsTheOracle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := 2
		v := world(t, colours(), things(n)...)
		o := newOracle(n)
		for range rapid.IntRange(1, 5).Draw(rt, "steps") {
			if rapid.Bool().Draw(rt, "evidence") {
				ev := drawEvidence(rt, n)
				next, st := updateStep(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{ev}})
				if st.Contradiction != nil {
					rt.Skip("a contradiction reopens, which the table does not")
				}
				v = next
				o.tell(ev)
			} else {
				tr := drawTransition(rt, n)
				tr.Preconditions = distinct(tr.Preconditions)
				verdict := rapid.SampledFrom([]bethink.Verdict{bethink.VerdictDone, bethink.VerdictRefused, bethink.VerdictUnclear}).Draw(rt, "verdict")
				next, st := updateStep(t, v, bethink.Input{Action: bethink.Action{Verb: rapid.StringN(3, 6, 6).Draw(rt, "verb")}}, tr, bethink.Observation{Verdict: verdict})
				if st.Contradiction != nil {
					rt.Skip("a contradiction reopens, which the table does not")
				}
				v = next
				o.act(tr, verdict)
			}
			o.compare(rt, v.Belief)
			if rt.Failed() {
				rt.FailNow()
			}
		}
	})
}

func distinct(ls []bethink.Literal) []bethink.Literal {
	var out []bethink.Literal
	seen := map[bethink.Variable]bool{}
	for _, l := range ls {
		if !seen[l.Var] {
			seen[l.Var] = true
			out = append(out, l)
		}
	}
	return out
}

// oracle is the all-in-one table: brute force, sharing no code with the belief.
type oracle struct {
	n       int
	p       []float64 // over colour,on per thing, base 6
	clauses map[string]*clauseOdds
	account map[bethink.Variable][]float64 // what instruments said since it last changed
}

func newOracle(n int) *oracle {
	size := 1
	for range n {
		size *= 6
	}
	o := &oracle{n: n, p: make([]float64, size), account: map[bethink.Variable][]float64{}, clauses: map[string]*clauseOdds{}}
	prior := []float64{.5, .3, .2}
	for s := range o.p {
		o.p[s] = 1
		for i := range n {
			c, _ := o.read(s, i)
			o.p[s] *= prior[c] * .5
		}
	}
	return o
}

func (o *oracle) digit(i int) int {
	d := 1
	for range i {
		d *= 6
	}
	return d
}

func (o *oracle) read(s, i int) (colour, on int) {
	x := s / o.digit(i) % 6
	return x / 2, x % 2
}

func (o *oracle) holds(s int, l bethink.Literal) bool {
	var i int
	fmt.Sscanf(string(l.Var.Entity), "thing %d", &i) //nolint:errcheck // the name is ours
	c, on := o.read(s, i-1)
	if l.Var.Attr == "on" {
		return l.Holds(onValues[on])
	}
	return l.Holds(colourValues[c])
}

func (o *oracle) normalise() {
	sum := 0.0
	for _, p := range o.p {
		sum += p
	}
	for s := range o.p {
		o.p[s] /= sum
	}
}

func (o *oracle) tell(ev bethink.Evidence) {
	one := true
	for _, l := range ev.Clause {
		one = one && l.Var == ev.Clause[0].Var
	}
	if one {
		o.weigh(ev.Clause, ev.Reliability, 1-ev.Reliability, true)
		return
	}
	o.either(ev.Clause, ev.Reliability)
}

// either conditions on "at least one holds", told with reliability r, within
// the cap of 13 bits on all that is told of the clause until it changes.
func (o *oracle) either(clause []bethink.Literal, r float64) {
	var names []string
	for _, l := range clause {
		names = append(names, l.String())
	}
	sort.Strings(names)
	key := strings.Join(names, "|")
	if o.clauses[key] == nil {
		o.clauses[key] = &clauseOdds{vars: clause}
	}
	was := o.clauses[key].bits
	o.clauses[key].bits += math.Log2(r / (1 - r))
	cap13 := func(b float64) float64 { return math.Max(-13, math.Min(13, b)) }
	odds := math.Exp2(cap13(o.clauses[key].bits) - cap13(was))
	for s := range o.p {
		for _, l := range clause {
			if o.holds(s, l) {
				o.p[s] *= odds
				break
			}
		}
	}
	o.normalise()
}

type clauseOdds struct {
	vars []bethink.Literal
	bits float64
}

// weigh conditions on a report about one variable, within the cap of 13 bits on
// all such reports since it last changed. A false report is spread.
func (o *oracle) weigh(clause []bethink.Literal, hit, miss float64, spread bool) {
	v := clause[0].Var
	vals := colourValues
	if v.Attr == "on" {
		vals = onValues
	}
	in := 0
	told := make([]bool, len(vals))
	for i, val := range vals {
		for _, l := range clause {
			told[i] = told[i] || l.Holds(val)
		}
		if told[i] {
			in++
		}
	}
	if spread && in > 0 && in < len(vals) {
		miss *= math.Min(1, float64(in)/float64(len(vals)-in))
	}
	acc := o.account[v]
	if acc == nil {
		acc = make([]float64, len(vals))
		for i := range acc {
			acc[i] = 1
		}
	}
	clip := func(a []float64) []float64 {
		top := 0.0
		for _, x := range a {
			top = math.Max(top, x)
		}
		out := make([]float64, len(a))
		for i, x := range a {
			out[i] = math.Max(x, top/8192/float64(len(vals)-1))
		}
		return out
	}
	next := make([]float64, len(acc))
	for i := range acc {
		next[i] = acc[i] * miss
		if told[i] {
			next[i] = acc[i] * hit
		}
	}
	// Both attributes are acted: the account itself stays within the cap.
	next = clip(next)
	was, is := clip(acc), next
	o.account[v] = next
	for s := range o.p {
		for i, val := range vals {
			if o.holds(s, bethink.Literal{Var: v, Any: []bethink.Value{val}}) {
				o.p[s] *= is[i] / was[i]
			}
		}
	}
	o.normalise()
}

const doubt = 1. / 4096

func (o *oracle) act(tr bethink.Transition, verdict bethink.Verdict) {
	switch verdict {
	case bethink.VerdictDone:
		for _, l := range tr.Preconditions {
			o.tell(told(1-doubt, l))
		}
		o.move(nil, tr.Effects, 1-doubt)
	case bethink.VerdictRefused:
		if len(tr.Preconditions) == 0 {
			return
		}
		if len(tr.Preconditions) == 1 {
			o.weigh([]bethink.Literal{tr.Preconditions[0].Negate()}, 1-doubt, doubt, false)
			return
		}
		var no []bethink.Literal
		for _, l := range tr.Preconditions {
			no = append(no, l.Negate())
		}
		o.either(no, 1-doubt)
	case bethink.VerdictUnclear:
		chance := .5
		if tr.Unclear != nil {
			chance = *tr.Unclear
		}
		if chance == 0 {
			return
		}
		// What surely follows from being done happens all together.
		var effects []bethink.Effect
		var sure bethink.Effect
		for _, e := range tr.Effects {
			if chance < 1 && e.P == 1 && len(e.When) == 0 {
				sure.P, sure.Then = 1, append(sure.Then, e.Then...)
			} else {
				effects = append(effects, e)
			}
		}
		if sure.P == 1 {
			effects = append([]bethink.Effect{sure}, effects...)
		}
		o.move(tr.Preconditions, effects, chance*(1-doubt))
	}
}

func (o *oracle) move(needs []bethink.Literal, effects []bethink.Effect, chance float64) {
	out := make([]float64, len(o.p))
	for s, p := range o.p {
		ok := true
		for _, l := range needs {
			ok = ok && o.holds(s, l)
		}
		if !ok {
			out[s] += p
			continue
		}
		o.branch(out, s, s, p, effects, chance)
	}
	o.p = out
	for _, e := range effects {
		for _, c := range e.Then {
			delete(o.account, c.Var)
			for key, a := range o.clauses {
				for _, l := range a.vars {
					if l.Var == c.Var {
						delete(o.clauses, key)
					}
				}
			}
		}
	}
}

// branch applies the effects to state cur, reading their conditions in s.
func (o *oracle) branch(out []float64, s, cur int, p float64, effects []bethink.Effect, chance float64) {
	if len(effects) == 0 {
		out[cur] += p
		return
	}
	e := effects[0]
	for _, l := range e.When {
		if !o.holds(s, l) {
			o.branch(out, s, cur, p, effects[1:], chance)
			return
		}
	}
	q := e.P * chance
	o.branch(out, s, cur, p*(1-q), effects[1:], chance)
	o.changes(out, s, cur, p*q, e.Then, effects[1:], chance)
}

func (o *oracle) changes(out []float64, s, cur int, p float64, cs []bethink.Change, rest []bethink.Effect, chance float64) {
	if len(cs) == 0 {
		o.branch(out, s, cur, p, rest, chance)
		return
	}
	c := cs[0]
	var i int
	fmt.Sscanf(string(c.Var.Entity), "thing %d", &i) //nolint:errcheck // the name is ours
	for _, w := range c.To {
		col, on := o.read(cur, i-1)
		next := cur - (col*2+on)*o.digit(i-1)
		if c.Var.Attr == "on" {
			on = indexOf(onValues, w.Value)
		} else {
			col = indexOf(colourValues, w.Value)
		}
		o.changes(out, s, next+(col*2+on)*o.digit(i-1), p*w.P, cs[1:], rest, chance)
	}
}

func indexOf(vs []bethink.Value, v bethink.Value) int {
	for i := range vs {
		if vs[i] == v {
			return i
		}
	}
	return -1
}

func (o *oracle) compare(t reporter, b bethink.Belief) {
	t.Helper()
	for i := range o.n {
		colour, on := make([]float64, 3), make([]float64, 2)
		for s, p := range o.p {
			c, f := o.read(s, i)
			colour[c] += p
			on[f] += p
		}
		ent := fmt.Sprintf("thing %d", i+1)
		for k, v := range colourValues {
			near(t, ent+" "+string(v), b.Of(variable(ent, "colour"), v), colour[k], tight)
		}
		for k, v := range onValues {
			near(t, ent+" on "+string(v), b.Of(variable(ent, "on"), v), on[k], tight)
		}
	}
}

// A condition that an action needs and that its effect names again is one
// condition, however unlikely.
func TestApply_TakesOneConditionForOne(t *testing.T) {
	off := lit("thing 1", "on", bethink.False)
	turn := []bethink.Effect{{P: 1, Then: []bethink.Change{{Var: variable("thing 1", "on"), To: []bethink.Weight{{Value: bethink.True, P: 1}}}}}}
	v := world(t, colours(), things(1)...)
	for range 2 {
		v = update(t, v, bethink.Input{Action: bethink.Action{Verb: "turn"}}, bethink.Transition{Known: true, Effects: turn}, bethink.Observation{Verdict: bethink.VerdictDone})
	}
	p := v.Belief.Holds(off)
	turn[0].When = []bethink.Literal{off}
	v = update(t, v, bethink.Input{Action: bethink.Action{Verb: "try"}}, bethink.Transition{Known: true, Preconditions: []bethink.Literal{off}, Effects: turn}, bethink.Observation{})
	near(t, "off in spite of it", v.Belief.Holds(off)/p, .5+doubt/2, 1e-6)
}

// Folding the recorded steps, without parsing, rebuilds the belief to the bit.
func TestLaw_ReplayRebuildsTheBelief(t *testing.T) {
	ctx := context.Background()
	p := colours()
	rng := rand.New(rand.NewPCG(1, 2))
	p.parse = func(v bethink.View, in bethink.Input) (bethink.Observation, error) {
		if v.Seq == 0 {
			return bethink.Observation{Found: things(3)}, nil
		}
		o := bethink.Observation{Verdict: bethink.Verdict(rng.IntN(3))}
		for range rng.IntN(3) {
			ev := told(.6+.3*rng.Float64(), lit(fmt.Sprintf("thing %d", 1+rng.IntN(3)), "on", onValues[rng.IntN(2)]), lit(fmt.Sprintf("thing %d", 1+rng.IntN(3)), "colour", colourValues[rng.IntN(3)]))
			o.Evidence = append(o.Evidence, ev)
		}
		return o, nil
	}
	p.trans = map[string]bethink.Transition{"go": {Known: true,
		Preconditions: []bethink.Literal{lit("thing 1", "on", bethink.True), lit("thing 2", "colour", "red")},
		Effects:       []bethink.Effect{{P: .9, When: []bethink.Literal{lit("thing 3", "on", bethink.False)}, Then: []bethink.Change{{Var: variable("thing 3", "colour"), To: []bethink.Weight{{Value: "blue", P: 1}}}}}},
	}}
	store := bethink.NewMemoryStore()
	e, err := bethink.New(bethink.Config{Pack: p, Store: store})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Open(ctx, "w", "e"); err != nil {
		t.Fatal(err)
	}
	var want bethink.View
	for range 30 {
		if want, _, err = e.Observe(ctx, "w", "e", bethink.Input{Action: bethink.Action{Text: "go"}, Elapsed: 1}); err != nil {
			t.Fatal(err)
		}
	}
	// Another engine on the same store must not parse to get there.
	p2 := *p
	p2.parse = func(bethink.View, bethink.Input) (bethink.Observation, error) {
		return bethink.Observation{}, fmt.Errorf("replay parsed")
	}
	e2, err := bethink.New(bethink.Config{Pack: &p2, Store: store})
	if err != nil {
		t.Fatal(err)
	}
	got, err := e2.Open(ctx, "w", "e")
	if err != nil {
		t.Fatal(err)
	}
	if got.Belief.Fingerprint() != want.Belief.Fingerprint() {
		t.Error("the fingerprints differ")
	}
	sameBelief(t, want.Belief, got.Belief, 0)
}
