package bethinktest

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/bethink-dev/bethink/joint"
)

// TestBlock checks that what open returns behaves as [joint.Block] says,
// against a joint table worked out by brute force that shares no code with any
// block. open makes the block of independent slots with the given
// distributions; the suite draws them, and what then happens to the block, from
// fixed seeds, and names the seed that fails.
func TestBlock(t *testing.T, open func(ps [][]float64) (joint.Block, error)) {
	t.Helper()
	for _, c := range []struct {
		name string
		run  func(b *blockTest)
	}{
		{"Marginals", func(b *blockTest) {}},
		{"WeighOneSlot", (*blockTest).weighSlot},
		{"WeighAClause", (*blockTest).weighClause},
		{"WeighTheImpossible", (*blockTest).impossible},
		{"Redraw", (*blockTest).redraw},
		{"MoveWithConditions", (*blockTest).move},
		{"AnythingInAnyOrder", (*blockTest).anything},
		{"Encoding", (*blockTest).encoding},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(60) {
				b := newBlockTest(t, open, seed)
				c.run(b)
				b.compare()
				if t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
		})
	}
}

type blockTest struct {
	*testing.T
	rng   *rand.Rand
	open  func(ps [][]float64) (joint.Block, error)
	ps    [][]float64
	block joint.Block
	joint []cell         // every combination
	index map[string]int // by the values of all slots
}

type cell struct {
	at []int
	p  float64
}

func newBlockTest(t *testing.T, open func(ps [][]float64) (joint.Block, error), seed uint64) *blockTest {
	b := &blockTest{T: t, rng: rand.New(rand.NewPCG(seed, 41)), open: open}
	for range 1 + b.rng.IntN(4) {
		b.ps = append(b.ps, b.distribution(2+b.rng.IntN(3)))
	}
	var err error
	if b.block, err = open(b.ps); err != nil {
		t.Fatal(err)
	}
	b.index = map[string]int{}
	b.each(nil, 1)
	return b
}

func (b *blockTest) each(at []int, p float64) {
	if len(at) == len(b.ps) {
		b.index[fmt.Sprint(at)] = len(b.joint)
		b.joint = append(b.joint, cell{append([]int(nil), at...), p})
		return
	}
	for v, q := range b.ps[len(at)] {
		b.each(append(at, v), p*q)
	}
}

func (b *blockTest) distribution(n int) []float64 {
	p := make([]float64, n)
	sum := 0.0
	for i := range p {
		p[i] = .05 + b.rng.Float64()
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

func (b *blockTest) part() joint.Part {
	p := joint.Part{Slot: b.rng.IntN(len(b.ps))}
	for range b.ps[p.Slot] {
		p.In = append(p.In, b.rng.IntN(2) == 0)
	}
	return p
}

func (b *blockTest) parts(n int) []joint.Part {
	var ps []joint.Part
	for range n {
		ps = append(ps, b.part())
	}
	return ps
}

func all(at []int, parts []joint.Part) bool {
	for _, p := range parts {
		if !p.In[at[p.Slot]] {
			return false
		}
	}
	return true
}

func some(at []int, parts []joint.Part) bool {
	for _, p := range parts {
		if p.In[at[p.Slot]] {
			return true
		}
	}
	return false
}

// compare checks every marginal, and every pair of slots by conditioning.
func (b *blockTest) compare() {
	b.Helper()
	for i := range b.ps {
		want := make([]float64, len(b.ps[i]))
		for _, c := range b.joint {
			want[c.at[i]] += c.p
		}
		b.same(fmt.Sprintf("slot %d", i), b.block.Marginal(nil, i), want)
		b.same(fmt.Sprintf("slot %d into a used slice", i), b.block.Marginal([]float64{9, 9}, i), want)
	}
	for i := range b.ps {
		for v := range b.ps[i] {
			f := joint.Factor{Slot: i, Lik: make([]float64, len(b.ps[i]))}
			f.Lik[v] = 1
			given, p := b.block.Weigh(f)
			if p <= 1e-12 {
				continue
			}
			for j := range b.ps {
				want := make([]float64, len(b.ps[j]))
				for _, c := range b.joint {
					if c.at[i] == v {
						want[c.at[j]] += c.p / p
					}
				}
				b.same(fmt.Sprintf("slot %d given slot %d is %d", j, i, v), given.Marginal(nil, j), want)
			}
		}
	}
}

func (b *blockTest) same(what string, got, want []float64) {
	b.Helper()
	if len(got) != len(want) {
		b.Errorf("%s: %v, want %v", what, got, want)
		return
	}
	for k := range want {
		if !(math.Abs(got[k]-want[k]) <= 1e-9) {
			b.Errorf("%s: %v, want %v", what, got, want)
			return
		}
	}
}

// weigh conditions the block and the joint.
func (b *blockTest) weigh(f joint.Factor) {
	b.Helper()
	sum := 0.0
	for k := range b.joint {
		c := &b.joint[k]
		switch {
		case f.Lik != nil:
			c.p *= f.Lik[c.at[f.Slot]]
		case some(c.at, f.Clause):
			c.p *= f.Hit
		default:
			c.p *= f.Miss
		}
		sum += c.p
	}
	for k := range b.joint {
		b.joint[k].p /= sum
	}
	before := b.block
	was := before.Marginal(nil, 0)
	next, p := b.block.Weigh(f)
	if !(math.Abs(p-sum) <= 1e-9) {
		b.Errorf("probability of the evidence: %v, want %v", p, sum)
	}
	b.block = next
	b.same("the block before", before.Marginal(nil, 0), was)
}

func (b *blockTest) weighSlot() {
	i := b.rng.IntN(len(b.ps))
	b.weigh(joint.Factor{Slot: i, Lik: b.distribution(len(b.ps[i]))})
}

func (b *blockTest) weighClause() {
	r := .5 + .49*b.rng.Float64()
	b.weigh(joint.Factor{Clause: b.parts(1 + b.rng.IntN(4)), Hit: r, Miss: 1 - r})
}

// impossible conditions on what cannot be: the block stays as it was.
func (b *blockTest) impossible() {
	i := b.rng.IntN(len(b.ps))
	next, p := b.block.Weigh(joint.Factor{Slot: i, Lik: make([]float64, len(b.ps[i]))})
	if p != 0 {
		b.Errorf("probability of the impossible: %v", p)
	}
	b.block = next
	next, p = b.block.Weigh(joint.Factor{Clause: []joint.Part{{Slot: i, In: make([]bool, len(b.ps[i]))}}, Hit: 1, Miss: 0})
	if p != 0 {
		b.Errorf("probability of an impossible clause: %v", p)
	}
	b.block = next
}

// shift moves the block and the joint.
func (b *blockTest) shift(s joint.Shift) {
	before := b.block
	was := before.Marginal(nil, 0)
	b.block = b.block.Move(s)
	b.same("the block before", before.Marginal(nil, 0), was)
	if s.Pi != nil {
		s.Branches = []joint.Branch{{P: 1 - s.Stay, Set: []joint.Assign{{Slot: s.Slot, To: s.Pi}}}}
	}
	next := make([]float64, len(b.joint))
	for k, c := range b.joint {
		if all(c.at, s.Needs) {
			b.branch(next, c.at, c.at, c.p, s.Branches)
		} else {
			next[k] += c.p
		}
	}
	for k, p := range next {
		b.joint[k].p = p
	}
}

func (b *blockTest) branch(next []float64, read, at []int, p float64, bs []joint.Branch) {
	switch {
	case p == 0:
	case len(bs) == 0:
		next[b.index[fmt.Sprint(at)]] += p
	case !all(read, bs[0].When):
		b.branch(next, read, at, p, bs[1:])
	default:
		b.branch(next, read, at, p*(1-bs[0].P), bs[1:])
		b.set(next, read, at, p*bs[0].P, bs[0].Set, bs[1:])
	}
}

func (b *blockTest) set(next []float64, read, at []int, p float64, set []joint.Assign, rest []joint.Branch) {
	if len(set) == 0 {
		b.branch(next, read, at, p, rest)
		return
	}
	for v, q := range set[0].To {
		to := append([]int(nil), at...)
		to[set[0].Slot] = v
		b.set(next, read, to, p*q, set[1:], rest)
	}
}

func (b *blockTest) redraw() {
	i := b.rng.IntN(len(b.ps))
	b.shift(joint.Shift{Slot: i, Pi: b.distribution(len(b.ps[i])), Stay: b.rng.Float64()})
}

func (b *blockTest) move() {
	s := joint.Shift{Needs: b.parts(b.rng.IntN(3))}
	for range 1 + b.rng.IntN(3) {
		br := joint.Branch{When: b.parts(b.rng.IntN(2)), P: []float64{0, .3, 1}[b.rng.IntN(3)]}
		for range 1 + b.rng.IntN(2) {
			i := b.rng.IntN(len(b.ps))
			br.Set = append(br.Set, joint.Assign{Slot: i, To: b.distribution(len(b.ps[i]))})
		}
		s.Branches = append(s.Branches, br)
	}
	b.shift(s)
}

func (b *blockTest) anything() {
	for range 1 + b.rng.IntN(6) {
		switch b.rng.IntN(4) {
		case 0:
			b.weighSlot()
		case 1:
			b.weighClause()
		case 2:
			b.redraw()
		case 3:
			b.move()
		}
		b.compare()
		if b.Failed() {
			return
		}
	}
}

// encoding: equal histories have equal bytes, unequal beliefs have not.
func (b *blockTest) encoding() {
	twin, err := b.open(b.ps)
	if err != nil {
		b.Fatal(err)
	}
	if !bytes.Equal(b.block.Append(nil), twin.Append(nil)) {
		b.Error("two blocks of one making have two encodings")
	}
	head := []byte("head")
	if got := b.block.Append(head); !bytes.HasPrefix(got, head) || !bytes.Equal(got[len(head):], twin.Append(nil)) {
		b.Error("Append does not append")
	}
	i := b.rng.IntN(len(b.ps))
	f := joint.Factor{Slot: i, Lik: b.distribution(len(b.ps[i]))}
	b.weigh(f)
	next, _ := twin.Weigh(f)
	if !bytes.Equal(b.block.Append(nil), next.Append(nil)) {
		b.Error("one history, two encodings")
	}
	if bytes.Equal(b.block.Append(nil), twin.Append(nil)) {
		b.Error("two beliefs, one encoding")
	}
}
