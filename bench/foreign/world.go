package foreign

import (
	"math"
	"math/rand/v2"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/pack"
)

// instrument is how reports come about: right with probability right, of some
// other value with lie, and else there is nothing to read.
type instrument struct{ right, lie float64 }

// The instruments as the packs state them, and as they are if they are worse than
// stated. The lie of a direct reading is the engine's default.
var (
	stated  = instrument{right: .98, lie: 1e-4}
	worse   = instrument{right: .9, lie: .02}
	hearsay = instrument{right: .8, lie: .2}
)

// law is how one variable comes about and changes.
type law struct {
	prior []float64 // by value: the listed ones, then the hidden ones
	rate  float64   // redraws from the prior per step
}

// variable is one thing to know.
type variable struct {
	name     bethink.Variable
	values   []bethink.Value // the listed ones, then the hidden ones
	listed   int
	unlisted float64 // values that the pack allows for beyond the listed ones
	assumed  law
	truth    law
	now      int  // the true value
	met      bool // the belief has it
}

// n is the number of values that could be reported, in the pack's model.
func (v *variable) n() float64 { return math.Max(float64(v.listed)+v.unlisted, float64(len(v.values))) }

func (v *variable) index(val bethink.Value) int {
	for i, have := range v.values {
		if have == val {
			return i
		}
	}
	return -1
}

// world is one generated world, being played.
type world struct {
	kind   Kind
	viol   Violation
	rng    *rand.Rand
	pack   *pack.Pack
	vars   []*variable
	groups [][]int // variables that actions couple; every variable is in one
	says   instrument
	begin  []bethink.Input
	moves  func(*world) []move
	failed float64 // chance that an action reports done and was not
}

// table is the likelihood of a noisy signal given each listed value, and the
// hidden ones.
type table []float64

// move is something the agent may do.
type move struct {
	about  int    // the variable that it tells of, -1 none in particular
	needs  string // the action's text, if it is one that the gate judges
	act    bool   // it changes the world
	answer func() ([]bethink.Input, []news)
}

// news is what an answer says, as the exact filters take it.
type news struct {
	v      int
	what   newsKind
	value  int            // what was reported, or what the effect sets
	by     instrument     // how it came about, in the assumed model
	truly  instrument     // and truly
	given  [2]table       // of a signal: assumed and true
	need   func(int) bool // of an action: which values of need let it be done
	on     int            // of an action: the variable it needs
	chance float64        // of an action: that it was done as reported, truly
	direct bool           // a direct reading
}

type newsKind uint8

const (
	newsReport  newsKind = iota // an instrument or a page named a value
	newsAbsent                  // a list of the place value did not name it
	newsSignal                  // a noisy signal
	newsDone                    // an action set it
	newsRefused                 // an action was refused
	newsUnclear                 // nobody knows whether an action set it
)

// pick draws an index by weight.
func pick(r *rand.Rand, w []float64) int {
	total := 0.0
	for _, x := range w {
		total += x
	}
	x := r.Float64() * total
	for i, p := range w {
		if x -= p; x < 0 {
			return i
		}
	}
	return len(w) - 1
}

// pass lets one step of time go by.
func (w *world) pass() {
	for _, v := range w.vars {
		if v.truth.rate > 0 && len(v.truth.prior) > 0 && w.rng.Float64() < 1-math.Exp(-v.truth.rate) {
			v.now = pick(w.rng, v.truth.prior)
		}
	}
}

// report draws what an instrument says of a value; -1 is nothing.
func (w *world) report(v *variable, by instrument) int {
	x := w.rng.Float64()
	switch {
	case x < by.right:
		return v.now
	case x < by.right+by.lie:
		if len(v.values) > 1 {
			other := w.rng.IntN(len(v.values) - 1)
			if other >= v.now {
				other++
			}
			return other
		}
	}
	return -1
}

// skew multiplies the odds of the first listed value by five, one way or the
// other: counts wrong five times over.
func skew(r *rand.Rand, p []float64) []float64 {
	out := append([]float64(nil), p...)
	if f := 5.0; r.IntN(2) == 0 {
		out[0] *= f
	} else {
		out[0] /= f
	}
	return normal(out)
}

func normal(p []float64) []float64 {
	sum := 0.0
	for _, x := range p {
		sum += x
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}
