package bethink

import (
	"fmt"

	"github.com/bethink-dev/bethink/dist"
)

// A belief keeps its variables in slabs of up to 8 (about 1 KiB), one attribute a slab, and
// its slabs in chunks under a spine: changing a variable copies one slab, one
// chunk and the spine.
const (
	slabSize  = 8
	slabBits  = 3
	chunkSize = 64
	chunkBits = 6
	recentLen = 4
)

// info is what never changes about a variable. It is shared by all versions.
type info struct {
	name      Variable
	typ       string
	cats      []string
	nature    Nature
	kernel    dist.Kernel
	rate      *dist.Rate // the learned rate of redraws; nil: kernel.Rate is known
	dependsOn []DependsOn
	doubt     float64   // the share of the prior that is spread evenly: its table may be wrong here
	measured  bool      // the table is a measured base rate
	prior     []float64 // the distribution a redraw draws from and a reopening returns to
	pi        []float64 // where time leads to, where that is not the prior (flip, absorb)
}

// stay is the chance that no redraw from drift happened within dt.
func (f *info) stay(dt float64) float64 {
	if f.kernel.Kind == dist.KernelFlip {
		dt *= 2 // a flip at rate r is a redraw of two even values at rate 2r
	}
	if f.rate != nil {
		return f.rate.Stay(dt)
	}
	stay := dist.Kernel{Kind: dist.KernelRedraw, Rate: f.kernel.Rate}.Stay(dt)
	if f.measured {
		return stay
	}
	// The pack's rate is a guess like its table.
	faster := dist.Kernel{Kind: dist.KernelRedraw, Rate: rateFaster * f.kernel.Rate}.Stay(dt)
	return (1-rateDoubt)*stay + rateDoubt*faster
}

// A rate that nobody measured or learned is rateFaster times as high with chance
// rateDoubt.
const (
	rateDoubt  = 0.2
	rateFaster = 10
)

// drift is the distribution that time alone leads to: every kernel is a redraw
// from it. A flip draws evenly, an absorption draws its value.
func (f *info) drift() []float64 {
	if f.pi != nil {
		return f.pi
	}
	return f.prior
}

// drifts is drift over all values of the domain.
func (f *info) drifts(d *domain) []float64 {
	if f.pi != nil {
		return d.extend(f.pi)
	}
	return d.extendPrior(f.prior)
}

// fillPi fills pi for a kernel over n values.
func (f *info) fillPi(n int) error {
	switch f.kernel.Kind {
	case dist.KernelFlip:
		if n != 2 {
			return fmt.Errorf("a flip has two values, not %d: %w", n, ErrInvalid)
		}
		f.pi = []float64{0.5, 0.5}
	case dist.KernelAbsorb:
		if f.kernel.To >= n {
			return fmt.Errorf("no value %d to absorb into: %w", f.kernel.To, ErrInvalid)
		}
		f.pi = make([]float64, n)
		f.pi[f.kernel.To] = 1
	}
	return nil
}

func (f *info) keeps() bool { return f.kernel.Kind == dist.KernelKeep && f.rate == nil }

// clock is when something happened: the step and the world's time.
type clock struct {
	seq uint32
	at  float64
}

// witness is one piece of evidence that a variable's belief rests on: the
// step that carried it and its position there. index -1 is the verdict.
type witness struct {
	step  *Step
	index int32
}

// accounts holds what the classes below instrument have said about a variable
// since it last changed, as likelihoods without the cap, and what each origin
// said. It is immutable.
type accounts struct {
	lik     [trustClasses - 1][]float64 // by Trust; nil: nothing said
	reports []report
}

// trail is the account of who looked at a variable and what settled it. It is
// immutable: a note replaces it.
type trail struct {
	observed      clock
	verified      clock
	verifiedValue int32  // the value that was verified
	by            Trust  // the class that verified it
	needs         uint8  // the classes without which it would not be verified, a bit each
	reported      uint32 // step of the last report by a user or an instrument
	setByAction   bool   // last set by an action rather than seen by a look
	nrecent       uint8
	recent        [recentLen]witness
}

// variable is the state of one variable in one belief.
//
// Its potential is base times, for each class of source, that class's
// likelihoods clipped at the class's cap. base is the distribution at time at
// before any evidence that counts; instrument likelihoods lie in the slab's
// array at off, one a value, unless units says that all are 1.
type variable struct {
	*info
	*trail
	dom        *domain
	base       []float64
	off, n     int32
	unweighted bool
	block      int32 // -1: none; the block then holds the potential, likelihoods are bookkeeping
	slot       int32
	at         float64
	looked     uint32 // exhaustive lists up to this step are in
	changed    uint32 // step of the last change by an action
	best       int32  // most probable value when last written
	digestPart uint64 // its part in the digest of what rests on it; 0: nothing does
	accounts   *accounts
	dependency *dependency // what it rests on; nil: nothing
	stale      bool        // something it rests on has changed since it was verified
}

type slab struct {
	owner *token
	used  int32
	vars  [slabSize]variable
	lik   []float64
}

type chunk struct {
	owner *token
	slabs [chunkSize]*slab
}

// likelihoods returns the instrument likelihoods of v, nil where all are 1.
func (s *slab) likelihoods(v *variable) []float64 {
	if v.unweighted {
		return nil
	}
	return s.lik[v.off : v.off+v.n]
}

// ensure makes room for n likelihoods of variable i and returns them,
// initialised to 1. The slab must be owned.
func (s *slab) ensure(i int32, n int32) []float64 {
	v := &s.vars[i]
	if !v.unweighted && v.n == n {
		return s.lik[v.off : v.off+n]
	}
	var old []float64
	if !v.unweighted {
		old = s.lik[v.off : v.off+v.n]
	}
	if !v.unweighted && v.n > n {
		panic("bethink: a domain shrank")
	}
	off := int32(len(s.lik))
	s.lik = append(s.lik, old...)
	for j := int32(len(old)); j < n; j++ {
		s.lik = append(s.lik, 1)
	}
	v.off, v.n, v.unweighted = off, n, false
	return s.lik[off : off+n]
}

// clone copies the slab for an edit, leaving out likelihoods no longer used.
func (s *slab) clone(owner *token) *slab {
	c := *s
	c.owner = owner
	size := 0
	for i := int32(0); i < s.used; i++ {
		if !s.vars[i].unweighted {
			size += int(s.vars[i].n)
		}
	}
	// Room for a first look at two more.
	spare := 0
	for i := int32(0); i < s.used; i++ {
		if v := &s.vars[i]; v.unweighted && v.dom != nil {
			spare = max(spare, 2*len(v.dom.values))
		}
	}
	c.lik = make([]float64, 0, size+spare)
	for i := int32(0); i < s.used; i++ {
		v := &c.vars[i]
		if v.unweighted {
			continue
		}
		off := int32(len(c.lik))
		c.lik = append(c.lik, s.lik[v.off:v.off+v.n]...)
		v.off = off
	}
	return &c
}
