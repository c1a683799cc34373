package bethink

import (
	"fmt"
	"math"
	"slices"

	"github.com/bethink-dev/bethink/joint"
)

// Belief is a belief over the variables of a world: a value. It is never
// changed in place; Update returns a new one that shares what did not change.
// The zero Belief is the belief about nothing. Any number of goroutines may
// read a Belief at once.
//
// Invariants, checked by Valid:
//  1. Every marginal sums to 1, and every value of it is possible: positive,
//     never exactly zero.
//  2. Neither evidence, an action, time nor discovery writes a zero.
//  3. A variable is in at most one block, and the block knows it.
//  4. Names and IDs correspond one to one.
type Belief struct {
	now     float64
	seq     uint32
	n       int
	names   index[Variable, ID]
	types   index[Entity, kind]
	spine   []*chunk
	open    []openSlab
	sets    []*domain
	looks   []listRecord
	fields  []*counter
	blocks  []joined
	resting []ID // variables that rest on others
	clauses []clauseAccount
	derived []derived // what origins were derived from
}

// kind is an entity's type with its categories.
type kind struct {
	name string
	cats []string
}

type openSlab struct {
	attr string
	slab int32
}

// joined is a block of the belief with the variables in its slots.
type joined struct {
	mix joint.Block
	ids []ID
}

// Len returns the number of variables.
func (b Belief) Len() int { return b.n }

// Now returns the world's time at which the belief is read.
func (b Belief) Now() float64 { return b.now }

// At returns the belief read at a later time, without any step. It returns b
// where t is not later.
func (b Belief) At(t float64) Belief {
	if t > b.now {
		b.now = t
	}
	return b
}

// Find returns the handle of a variable.
func (b Belief) Find(v Variable) (ID, bool) {
	id, ok := b.names.get(v)
	if !ok {
		return NoID, false
	}
	return id, true
}

// Name returns the variable of a handle.
func (b Belief) Name(id ID) Variable { return b.at(id).name }

// Type returns the type of an entity, "" where it is unknown.
func (b Belief) Type(e Entity) string {
	k, _ := b.types.get(e)
	return k.name
}

// Is reports whether the entity is of the type or category.
func (b Belief) Is(e Entity, typ string) bool {
	k, ok := b.types.get(e)
	return ok && (k.name == typ || slices.Contains(k.cats, typ))
}

// Values returns the values of a variable, in a fixed order that discovery
// only extends. The caller must not change the slice.
func (b Belief) Values(id ID) []Value { return b.domain(b.at(id)).values }

// P writes the distribution of a variable, one probability for each of Values,
// to dst and returns it. It sums to 1.
func (b Belief) P(id ID, dst []float64) []float64 {
	v, s := b.find(id)
	return b.marginal(dst, s, v)
}

// Of returns the probability that the variable has one of the values. An
// unknown variable or value has probability 0; see Ask for an error instead.
func (b Belief) Of(v Variable, vals ...Value) float64 {
	id, ok := b.Find(v)
	if !ok {
		return 0
	}
	return b.mass(id, vals)
}

func (b *Belief) massOf(id ID, vals []Value, d *domain) float64 {
	return pick(b.P(id, nil), d, vals)
}

func pick(p []float64, d *domain, vals []Value) float64 {
	sum := 0.0
	for _, val := range vals {
		if i := d.find(val); i >= 0 {
			sum += p[i]
		}
	}
	return sum
}

// outdated reports whether time or lists may have to be applied to the variable.
func (b *Belief) outdated(v *variable) bool {
	if n := len(b.looks); n > 0 && b.looks[n-1].last().seq > v.looked {
		return true
	}
	return b.now > v.at && !v.keeps()
}

// Best returns the most probable value of a variable and its probability; ties
// go to the earlier value. It returns "" and 0 for an unknown variable.
func (b Belief) Best(v Variable) (Value, float64) {
	id, ok := b.Find(v)
	if !ok {
		return "", 0
	}
	var buf [64]float64
	p := b.P(id, buf[:0])
	i := argmax(p)
	return b.Values(id)[i], p[i]
}

// Holds returns the probability of a literal. The literal of an unknown
// variable has probability 0, its negation 1.
func (b Belief) Holds(l Literal) float64 {
	p := b.Of(l.Var, l.Any...)
	if l.Not {
		return 1 - p
	}
	return p
}

// Set returns the values of a shared value set, nil where there is none.
func (b Belief) Set(name string) []Value {
	if d := b.set(name); d != nil {
		return d.values
	}
	return nil
}

// All calls f for every variable until f returns false. The order is the same
// in beliefs that came from the same steps; variables of one attribute come
// about together.
func (b Belief) All(f func(ID, Variable) bool) {
	for c, ch := range b.spine {
		for k, s := range ch.slabs {
			if s == nil {
				continue
			}
			for i := int32(0); i < s.used; i++ {
				id := ID((c<<chunkBits+k)<<slabBits + int(i))
				if !f(id, s.vars[i].name) {
					return
				}
			}
		}
	}
}

// Valid returns nil, or ErrInvalid with the invariant that is broken. Only
// tests and gateways call it: it reads the whole belief.
func (b Belief) Valid() error {
	var err error
	var buf []float64
	count := 0
	b.All(func(id ID, name Variable) bool {
		count++
		if got, ok := b.Find(name); !ok || got != id {
			err = fmt.Errorf("belief: %v has no or another handle: %w", name, ErrInvalid)
			return false
		}
		buf = b.P(id, buf)
		sum := 0.0
		for i, p := range buf {
			if !(p > 0) || p > 1+1e-9 {
				err = fmt.Errorf("belief: P(%v=%v) is %v: %w", name, b.Values(id)[i], p, ErrInvalid)
				return false
			}
			sum += p
		}
		if math.Abs(sum-1) > 1e-9 {
			err = fmt.Errorf("belief: %v adds to %v: %w", name, sum, ErrInvalid)
			return false
		}
		if v := b.at(id); v.block >= 0 {
			if int(v.block) >= len(b.blocks) || int(v.slot) >= len(b.blocks[v.block].ids) || b.blocks[v.block].ids[v.slot] != id {
				err = fmt.Errorf("belief: %v is in no slot of its block: %w", name, ErrInvalid)
				return false
			}
		}
		return true
	})
	if err == nil && count != b.n {
		err = fmt.Errorf("belief: %d variables, %d counted: %w", count, b.n, ErrInvalid)
	}
	return err
}

// at returns the state of a variable, for reading.
func (b *Belief) at(id ID) *variable {
	v, _ := b.find(id)
	return v
}

func (b *Belief) find(id ID) (*variable, *slab) {
	s := b.spine[id>>(slabBits+chunkBits)].slabs[id>>slabBits&(chunkSize-1)]
	return &s.vars[id&(slabSize-1)], s
}

func (b *Belief) set(name string) *domain {
	for _, d := range b.sets {
		if d.name == name {
			return d
		}
	}
	return nil
}

// domain returns the current domain of a variable.
func (b *Belief) domain(v *variable) *domain {
	if v.dom.name == "" {
		return v.dom
	}
	return b.sets[v.dom.slot]
}
