package bethink

import (
	"slices"

	"github.com/bethink-dev/bethink/joint"
)

// setBlock replaces the joint of a block.
func (e *edit) setBlock(i int32, m joint.Block) {
	if !e.ownBl {
		e.b.blocks, e.ownBl = slices.Clone(e.b.blocks), true
	}
	e.b.blocks[i].mix = m
}

// join brings the variables, each named once, into one block and returns its
// index. Variables already joined keep what they have in common.
func (e *edit) join(ids []ID) int32 {
	target := int32(-1)
	var free []ID // in no block yet
	for _, id := range ids {
		switch v, _ := e.sync(id); {
		case v.block < 0:
			free = append(free, id)
		case target < 0:
			target = v.block
		case v.block != target:
			e.merge(target, v.block)
		}
	}
	if len(free) == 0 {
		return target
	}
	ps := make([][]float64, len(free))
	for i, id := range free {
		v, s := e.write(id)
		ps[i] = v.potential(nil, s)
	}
	m := joint.Product(ps)
	first := 0
	if target < 0 {
		target = e.addBlock(joined{mix: m, ids: free})
	} else {
		j := e.b.blocks[target]
		first = len(j.ids)
		e.setBlock(target, j.mix.Times(m))
		e.b.blocks[target].ids = append(slices.Clone(j.ids), free...)
	}
	for i, id := range free {
		v, _ := e.write(id)
		v.block, v.slot = target, int32(first+i)
	}
	return target
}

func (e *edit) addBlock(j joined) int32 {
	if !e.ownBl {
		e.b.blocks, e.ownBl = slices.Clone(e.b.blocks), true
	}
	for i := range e.b.blocks {
		if e.b.blocks[i].mix == nil {
			e.b.blocks[i] = j
			return int32(i)
		}
	}
	e.b.blocks = append(e.b.blocks, j)
	return int32(len(e.b.blocks) - 1)
}

// merge moves the variables of block from into block to.
func (e *edit) merge(to, from int32) {
	a, b := e.b.blocks[to], e.b.blocks[from]
	e.setBlock(to, a.mix.Times(b.mix))
	e.b.blocks[to].ids = append(slices.Clone(a.ids), b.ids...)
	e.b.blocks[from] = joined{}
	for i, id := range b.ids {
		v, _ := e.write(id)
		v.block, v.slot = to, int32(len(a.ids)+i)
	}
}

// release takes out of a block what no longer depends on the rest of it.
func (e *edit) release(block int32) {
	if block < 0 {
		return
	}
	for i := 0; i < len(e.b.blocks[block].ids); {
		j := e.b.blocks[block]
		if len(j.ids) > 1 && !j.mix.Free(i) {
			i++
			continue
		}
		id := j.ids[i]
		v, s := e.write(id)
		v.base = e.unweighed(v, s, possible(j.mix.Marginal(nil, i)))
		v.block, v.slot = -1, 0
		if len(j.ids) == 1 {
			e.setBlock(block, nil)
			e.b.blocks[block] = joined{}
			return
		}
		e.setBlock(block, j.mix.Without(i))
		e.b.blocks[block].ids = slices.Delete(slices.Clone(j.ids), i, i+1)
		for k, other := range e.b.blocks[block].ids[i:] {
			w, _ := e.write(other)
			w.slot = int32(i + k)
		}
	}
}

// unweighed returns the base with which the variable's account of likelihoods
// gives p.
func (e *edit) unweighed(v *variable, s *slab, p []float64) []float64 {
	m := ones(e.scratch(0), len(p))
	if !v.unweighted {
		clipInto(m, s.lik[v.off:v.off+v.n], v.floor(TrustInstrument))
	}
	if v.accounts != nil {
		for t, l := range v.accounts.lik {
			if l != nil {
				clipInto(m, l, v.floor(Trust(t)))
			}
		}
	}
	sum := 0.0
	for i := range p {
		if m[i] > 0 {
			p[i] /= m[i]
		}
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// part is a literal as a part over a block's slot.
func (e *edit) part(id ID, l Literal) joint.Part {
	v := e.b.at(id)
	d := e.b.domain(v)
	in := make([]bool, len(d.values))
	for i, val := range d.values {
		in[i] = l.Holds(val)
	}
	return joint.Part{Slot: int(v.slot), In: in}
}
