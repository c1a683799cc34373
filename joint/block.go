// Package joint holds joint distributions over a few variables: blocks. It knows
// no names and no worlds. A block is a value; the exact table is the oracle of
// every other kind.
package joint

import "errors"

// ErrInvalid is a malformed distribution; the message says what is wrong.
var ErrInvalid = errors.New("invalid")

// Block is a joint value over a few variables, the slots 0, 1, … of the block.
// It is a value: no method changes it. All kinds answer alike; bethinktest has
// the one suite, and the exact table is its oracle.
type Block interface {
	// Marginal writes the distribution of slot i to dst, which is grown as
	// needed, and returns it. It sums to 1.
	Marginal(dst []float64, i int) []float64
	// Weigh conditions on a likelihood. The second result is the probability
	// of the evidence: the likelihood's mean before it. Where that is zero the
	// block is returned as it was.
	Weigh(f Factor) (Block, float64)
	// Move applies a change of the world.
	Move(s Shift) Block
	// Append writes a canonical encoding, for fingerprints.
	Append(dst []byte) []byte
	// Sizes returns the number of values of each slot. The caller must not
	// change it.
	Sizes() []int
	// Free reports whether slot i is independent of the others.
	Free(i int) bool
	// Without returns the block over the other slots.
	Without(i int) Block
	// Times returns the joint of two independent blocks, this one's slots first.
	Times(o Block) Block
	// Each returns the block with slot i's distribution carried to another
	// domain by f, which is linear and keeps mass.
	Each(i int, f func([]float64) []float64) Block
}

// Factor is a likelihood over slots of a block. With Lik, it is one value each
// for the values of Slot. Otherwise it is Hit where at least one part of Clause
// holds and Miss where none does.
type Factor struct {
	Slot      int
	Lik       []float64
	Clause    []Part
	Hit, Miss float64
}

// Part says that a slot has one of the values marked in In.
type Part struct {
	Slot int
	In   []bool
}

// Shift is a change of the world. With Pi, Slot is redrawn from Pi with
// probability 1-Stay. Otherwise, where all of Needs hold, each branch is tried:
// where all of its When hold, with probability P each slot of its Set takes
// its new distribution. All conditions are read before anything changes, and
// later branches win where two set one slot.
type Shift struct {
	Slot     int
	Pi       []float64
	Stay     float64
	Needs    []Part
	Branches []Branch
}

// Branch is one conditional effect over slots.
type Branch struct {
	When []Part
	P    float64
	Set  []Assign
}

// Assign gives a slot a new distribution, which sums to 1.
type Assign struct {
	Slot int
	To   []float64
}

var (
	_ Block = (*Table)(nil)
	_ Block = (*Mixture)(nil)
)

// exactTable bounds the tables that a belief makes of its own accord: a mixture
// with more than MaxComponents over so few combinations is kept exactly.
const exactTable = 4096

func combinations(dims []int) int {
	n := 1
	for _, d := range dims {
		if n > MaxTable/d {
			return MaxTable + 1
		}
		n *= d
	}
	return n
}
