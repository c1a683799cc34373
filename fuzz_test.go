package bethink_test

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// garden is a pack with something of everything: open and closed sets, drift of
// every kind, counts, versions and what rests on them.
func garden() *fakePack {
	p := colours()
	p.priors["door"] = []bethink.Prior{
		{Var: variable("", "shut"), Values: onValues, Nature: bethink.NatureDrifting, Kernel: dist.Kernel{Kind: dist.KernelFlip, Rate: .1}},
		{Var: variable("", "rusty"), Values: onValues, Nature: bethink.NatureDrifting, Kernel: dist.Kernel{Kind: dist.KernelAbsorb, Rate: .1, To: 1}},
		{Var: variable("", "paint"), Unlisted: 8, Nature: bethink.NatureDrifting, Kernel: dist.Kernel{Kind: dist.KernelRedraw, Rate: .1}},
	}
	p.priors["place"] = []bethink.Prior{{Field: &bethink.Intensity{Type: "egg", Attr: "location", Set: "place", Place: "nest", Mu: .7}}, {Field: &bethink.Intensity{Type: "egg", Attr: "location", Set: "place", Place: "roost", Mu: .3}}}
	p.priors["egg"] = []bethink.Prior{{Var: variable("", "location"), Set: "place", FromField: true, Nature: bethink.NatureActed}}
	p.priors["file"] = []bethink.Prior{{Var: variable("", "version"), Unlisted: 16}}
	p.priors["suite"] = []bethink.Prior{{Var: variable("", "pass"), Values: onValues, DependsOn: []bethink.DependsOn{{Pattern: "src/**", Attr: "version"}}}}
	// Pairs are brought up by their use.
	p.priors[bethink.ImpliedType] = []bethink.Prior{{Var: variable("", "near"), Values: onValues, Nature: bethink.NatureDrifting, Kernel: dist.Kernel{Kind: dist.KernelRedraw, Rate: .2}}}
	return p
}

// bytecode turns bytes into observations, well-formed and not.
type bytecode struct{ data []byte }

func (b *bytecode) n(limit int) int {
	if len(b.data) == 0 {
		return 0
	}
	x := int(b.data[0])
	b.data = b.data[1:]
	return x % limit
}

func (b *bytecode) float() float64 {
	switch b.n(10) {
	case 0:
		if len(b.data) >= 8 {
			x := math.Float64frombits(binary.LittleEndian.Uint64(b.data))
			b.data = b.data[8:]
			return x
		}
		return math.NaN()
	case 1:
		return 0
	case 2:
		return 1
	}
	return float64(1+b.n(255)) / 256
}

func (b *bytecode) variable() bethink.Variable {
	return []bethink.Variable{
		variable("thing 1", "colour"), variable("thing 2", "colour"), variable("thing 1", "on"), variable("thing 2", "on"),
		variable("door", "shut"), variable("door", "rusty"), variable("door", "paint"), variable("egg 1", "location"), variable("egg 2", "location"),
		variable("src/a.go", "version"), variable("tests", "pass"), variable("nobody", "on"), {}, variable("a & b", "near"),
	}[b.n(14)]
}

func (b *bytecode) value() bethink.Value {
	return []bethink.Value{bethink.True, bethink.False, "red", "green", "blue", "nest", "barn", "v1", "v2", bethink.Other, "", "\xff"}[b.n(12)]
}

func (b *bytecode) literal() bethink.Literal {
	l := bethink.Literal{Var: b.variable(), Not: b.n(3) == 0}
	for range 1 + b.n(2) {
		l.Any = append(l.Any, b.value())
	}
	return l
}

func (b *bytecode) evidence() bethink.Evidence {
	ev := bethink.Evidence{Trust: bethink.Trust(b.n(6)), Resolved: b.n(5) == 0, Span: [2]int{0, b.n(3)}}
	if b.n(3) == 0 {
		ev.Origin = fmt.Sprint(b.n(3))
	}
	switch b.n(5) {
	case 0:
		ev.Every = &bethink.Exhaustive{Type: []string{"", "egg", "thing"}[b.n(3)], Attr: []string{"location", "colour", ""}[b.n(3)], Place: b.value(), Miss: b.float(), MissPerLook: b.float()}
		if b.n(2) == 0 {
			ev.Except = []bethink.Entity{"egg 1", "nobody"}
		}
	case 1:
		ev.Clause = []bethink.Literal{b.literal()}
		for range 1 + b.n(3) {
			ev.Weights = append(ev.Weights, bethink.Weight{Value: b.value(), P: b.float()})
		}
		ev.Else = b.float()
	default:
		for range 1 + b.n(3) {
			ev.Clause = append(ev.Clause, b.literal())
		}
		ev.Reliability = b.float()
	}
	return ev
}

func (b *bytecode) observation() bethink.Observation {
	o := bethink.Observation{Verdict: bethink.Verdict(b.n(4))}
	for range b.n(3) {
		f := []bethink.Found{
			{Entity: "egg 1", Type: "egg", Count: 1}, {Entity: "egg 2", Type: "egg", Count: 2}, {Entity: "barn", Type: "place", Joins: []string{"place"}},
			{Entity: "src/a.go", Type: "file"}, {Entity: "src/b.go", Type: "file"}, {Entity: "", Type: "egg"}, {Entity: "egg 3", Type: "egg", Count: 1 << 30}, {Entity: "x", Type: "y"},
		}[b.n(8)]
		o.Found = append(o.Found, f)
	}
	for range b.n(4) {
		o.Evidence = append(o.Evidence, b.evidence())
	}
	return o
}

func (b *bytecode) transition() bethink.Transition {
	t := bethink.Transition{Known: b.n(3) > 0}
	for range b.n(3) {
		t.Preconditions = append(t.Preconditions, b.literal())
	}
	for range b.n(3) {
		e := bethink.Effect{P: b.float()}
		for range b.n(2) {
			e.When = append(e.When, b.literal())
		}
		for range 1 + b.n(2) {
			c := bethink.Change{Var: b.variable()}
			for range 1 + b.n(2) {
				c.To = append(c.To, bethink.Weight{Value: b.value(), P: b.float()})
			}
			e.Then = append(e.Then, c)
		}
		t.Effects = append(t.Effects, e)
	}
	for range b.n(2) {
		t.Reveals = append(t.Reveals, bethink.Event{Literals: []bethink.Literal{b.literal(), b.literal()}}, bethink.Event{Some: some("nest")})
	}
	return t
}

// Whatever is observed: no panic, a valid belief, a step that survives JSON and
// folds to the same belief; or ErrInvalid and the view as it was.
func FuzzUpdate(f *testing.F) {
	f.Add([]byte{})
	for i := range 40 {
		seed := make([]byte, 160)
		x := uint32(i*2654435761 + 1)
		for k := range seed {
			x = x*1664525 + 1013904223
			seed[k] = byte(x >> 24)
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b := &bytecode{data}
		found := append(things(2), bethink.Found{Entity: "door", Type: "door"}, bethink.Found{Entity: "nest", Type: "place"}, bethink.Found{Entity: "tests", Type: "suite"})
		v := world(t, garden(), found...)
		for range 12 {
			in := bethink.Input{Action: bethink.Action{Verb: "act"}, Text: "ab", Elapsed: b.float() * float64(b.n(2)), Reply: bethink.Reply(b.n(6))}
			tr, obs := b.transition(), b.observation()
			print := v.Belief.Fingerprint()
			next, st, err := bethink.Update(v, in, tr, obs)
			if err != nil {
				if !errors.Is(err, bethink.ErrInvalid) {
					t.Fatalf("%v is not ErrInvalid", err)
				}
				if next.Belief.Fingerprint() != print || next.Seq != v.Seq || st != nil {
					t.Fatal("an error left a trace")
				}
				continue
			}
			if v.Belief.Fingerprint() != print {
				t.Fatal("the belief before was changed")
			}
			if err := next.Belief.Valid(); err != nil {
				t.Fatalf("%v\nafter %+v\nof %+v", err, obs, tr)
			}
			next.Belief.All(func(_ bethink.ID, name bethink.Variable) bool {
				if _, err := next.Ask(name); err != nil {
					t.Fatal(err)
				}
				return true
			})
			raw, err := json.Marshal(st)
			if err != nil {
				t.Fatal(err)
			}
			var again bethink.Step
			if err := json.Unmarshal(raw, &again); err != nil {
				t.Fatal(err)
			}
			folded, err := bethink.Fold(v, &again, nil)
			if err != nil {
				t.Fatalf("fold: %v", err)
			}
			if folded.Belief.Fingerprint() != next.Belief.Fingerprint() {
				t.Fatalf("the step does not fold to its belief\n%s", raw)
			}
			if len(st.Scores) > 0 {
				for i, s := range st.Scores {
					if !(s.P >= -1e-9 && s.P <= 1+1e-9) {
						t.Fatalf("forecast %v of %v", s.P, st.Transition.Reveals[i].Key())
					}
				}
			}
			if !(st.Bits >= 0) {
				t.Fatalf("bits %v", st.Bits)
			}
			v = next
		}
	})
}
