package learn_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/learn"
)

func learner(t *testing.T) *learn.Learner {
	t.Helper()
	l, err := learn.New(learn.Config{Declared: even{}})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func newHouse(seed uint64) house {
	return house{rand.New(rand.NewPCG(seed, 7)), map[string]float64{"shelf": 4, "table": 1, "drawer": 0.5}, 2}
}

// An agent that goes through the places in one order and stops at the first mug
// looks at the last place only where the others had none. Looks that found
// nothing count as much, so the order leaves no mark.
func TestKnowledge_StoppingLeavesNoBias(t *testing.T) {
	h := newHouse(1)
	k := learner(t).Start()
	for i := range 1500 {
		s := h.scene(2 + i%7)
		mugs := h.mugs(s)
		for p := len(s.Places) - 1; p >= 0; p-- { // drawers first, the shelf last
			k = k.Learn(look(s, p, mugs[p]))
			if mugs[p] > 0 {
				break
			}
		}
	}
	s := h.scene(4)
	want := []float64{4.0 / 7, 1.0 / 7, 0.5 / 7}
	for i, w := range want {
		if got := share(k, s, i); math.Abs(got-w) > 0.05 {
			t.Errorf("%s takes %.3f of the mugs, want %.3f", s.Places[i].Name, got, w)
		}
	}
	if got := k.Spread(s).Count("mug", 9); math.Abs(got-2) > 0.25 {
		t.Errorf("%.2f mugs in a scene, want 2", got)
	}
}

// What a place takes depends on what else the scene offers: counts per type of
// place, learned where there are many drawers, are wrong where there are few.
func TestKnowledge_ChoiceSetsBeatCounts(t *testing.T) {
	h := newHouse(2)
	k := learner(t).Start()
	looks, found := map[string]float64{}, map[string]float64{}
	for i := range 600 {
		s := h.scene(10 + i%3)
		mugs := h.mugs(s)
		for p := range s.Places {
			k = k.Learn(look(s, p, mugs[p]))
			looks[s.Places[p].Type]++
			found[s.Places[p].Type] += float64(mugs[p])
		}
	}
	few := h.scene(1)
	want := 2 * 4 / 5.5 // mugs on the shelf beside a table and one drawer
	got := k.Spread(few).Count("mug", 1) * share(k, few, 0)
	counted := found["shelf"] / looks["shelf"]
	if math.Abs(got-want) > 0.3 || math.Abs(counted-want) < 0.5 {
		t.Errorf("the shelf holds %.2f mugs by choice sets and %.2f by counts, in truth %.2f", got, counted, want)
	}
}

// Belief fed back as though it had been seen makes the knowledge worse: it
// confirms itself. Here one place a game is looked at, and for the fed one what
// the belief says of the others is counted too. Nobody need try this again.
func TestKnowledge_MassFedBackMisleads(t *testing.T) {
	h := newHouse(3)
	seen, fed := learner(t).Start(), learner(t).Start()
	rng := rand.New(rand.NewPCG(4, 4))
	for i := range 300 {
		s := h.scene(2 + i%5)
		mugs := h.mugs(s)
		at := rng.IntN(len(s.Places))
		// The belief of the one that is fed: its own prior, where it did not look.
		believed := make([]int, len(s.Places))
		for p := range s.Places {
			believed[p] = poisson(rng, fed.Spread(s).Count("mug", 2)*share(fed, s, p))
		}
		for p := range s.Places {
			if p == at {
				seen, fed = seen.Learn(look(s, p, mugs[p])), fed.Learn(look(s, p, mugs[p]))
			} else {
				fed = fed.Learn(look(s, p, believed[p]))
			}
		}
	}
	// Bits that a mug's place costs, on average, over the bits it must.
	cost := func(k *learn.Knowledge) float64 {
		s := h.scene(4)
		bits, sum := 0.0, 4+1+4*0.5
		for p := range s.Places {
			q := h.weight[s.Places[p].Type] / sum
			bits += q * math.Log2(q/share(k, s, p))
		}
		return bits
	}
	none := cost(learner(t).Start())
	t.Logf("bits lost: %.4f by looks, %.4f with what was believed, %.4f unlearned", cost(seen), cost(fed), none)
	if a, b := cost(seen), cost(fed); a > none/4 || b < 4*a {
		t.Errorf("bits lost: %.4f by looks, %.4f with what was believed, %.4f unlearned: want the first small and the second at least four times it", a, b, none)
	}
}

// A scene that comes back is known by its places: what stays where it is is
// found there after few looks.
func TestKnowledge_ScenesComeBack(t *testing.T) {
	h := newHouse(5)
	k := learner(t).Start()
	for i := range 40 {
		s := h.scene(3 + i%10) // ten scenes, each with its mug in the last drawer
		for p := range s.Places {
			n := 0
			if p == len(s.Places)-1 {
				n = 2
			}
			k = k.Learn(look(s, p, n))
		}
	}
	s := h.scene(8)
	if got := share(k, s, len(s.Places)-1); got < 0.6 {
		t.Errorf("the last drawer has %.2f of the mugs after four visits, want at least .6", got)
	}
}

// What the goal says of a target is learned, and only of what is brought there.
func TestKnowledge_GoalsSayWhereNothingIs(t *testing.T) {
	h := newHouse(6)
	k := learner(t).Start()
	with := func(s bethink.Scene) bethink.Scene {
		s.Form, s.Sought = "two", []bethink.Role{{Name: "first", Type: "mug"}}
		s.Wanted, s.Target = "mug", "shelf"
		return s
	}
	for i := range 300 {
		s := h.scene(2 + i%5)
		mugs := h.mugs(s)
		if i%2 == 0 {
			s = with(s)
			mugs[0] = 0
		}
		for p := range s.Places {
			k = k.Learn(look(s, p, mugs[p]))
		}
	}
	s := h.scene(4)
	if asked, free := share(k, with(s), 0), share(k, s, 0); asked > 0.1 || free < 0.45 {
		t.Errorf("the shelf has %.2f of the mugs that are to be brought there and %.2f of others, want hardly any and .57", asked, free)
	}
}

func TestKnowledge_WithoutNotesIsAsDeclared(t *testing.T) {
	k := learner(t).Start()
	s := k.Spread(newHouse(1).scene(3))
	if w, c := s.Weight("mug", bethink.Place{Name: "shelf 1", Type: "shelf"}, 0.7), s.Count("mug", 1.5); w != 0.7 || c != 1.5 {
		t.Errorf("weight %v and count %v without a note, want those declared", w, c)
	}
}
