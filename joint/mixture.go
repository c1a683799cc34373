package joint

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/bethink-dev/bethink/dist"
)

// Mixture is a mixture of products: with weight w, all slots independent with
// that component's distributions. It holds a refusal's "at least one
// precondition failed" and an unclear answer's "done or not" without error.
//
// Invariants: weights are positive and sum to 1; every distribution sums to 1;
// at most MaxComponents components, beyond which the lightest are folded into
// one product with their marginals (their correlation, and nothing else, is
// lost).
type Mixture struct {
	dims  []int
	comps []component
}

type component struct {
	w float64
	p [][]float64 // by slot; immutable, shared between components and versions
}

// MaxComponents bounds a mixture.
const MaxComponents = 64

// negligible is the weight below which a component is dropped: what it could
// change is below the tolerance of every law.
const negligible = 1e-13

// NewMixture returns the product of independent slots with the given
// distributions, which it copies and normalises. It returns ErrInvalid where
// one has no mass.
func NewMixture(ps [][]float64) (*Mixture, error) {
	m := &Mixture{comps: []component{{w: 1}}}
	for i, p := range ps {
		q := slices.Clone(p)
		if k := slices.IndexFunc(q, negative); k >= 0 {
			return nil, fmt.Errorf("mixture: slot %d: probability %d is %v: %w", i, k, q[k], ErrInvalid)
		}
		if s := dist.Normalize(q); !(s > 0) || math.IsInf(s, 0) {
			return nil, fmt.Errorf("mixture: slot %d adds to %v: %w", i, s, ErrInvalid)
		}
		m.dims = append(m.dims, len(q))
		m.comps[0].p = append(m.comps[0].p, q)
	}
	return m, nil
}

// Product returns the product of independent slots with the given
// distributions, which must each sum to 1. It owns the slices from then on.
func Product(ps [][]float64) *Mixture {
	m := &Mixture{dims: make([]int, len(ps)), comps: []component{{w: 1, p: ps}}}
	for i, p := range ps {
		m.dims[i] = len(p)
	}
	return m
}

// Marginal implements Block.
func (m *Mixture) Marginal(dst []float64, i int) []float64 {
	dst = zeros(dst, m.dims[i])
	for _, c := range m.comps {
		for j, p := range c.p[i] {
			dst[j] += c.w * p
		}
	}
	return dst
}

// Weigh implements Block.
func (m *Mixture) Weigh(f Factor) (Block, float64) {
	var out []component
	if f.Lik != nil {
		for _, c := range m.comps {
			if q, s := reweighted(c.p[f.Slot], f.Lik); s > 0 {
				out = append(out, c.with(f.Slot, q, c.w*s))
			}
		}
		return m.rebuilt(out)
	}
	for _, c := range m.comps {
		// "At least one holds" as disjoint cases: the first holds; the first
		// fails and the second holds; …; all fail.
		rest := c
		for _, part := range f.Clause {
			if rest.w <= 0 {
				break
			}
			in, out1 := rest.split(part)
			if in.w > 0 && f.Hit > 0 {
				in.w *= f.Hit
				out = append(out, in)
			}
			rest = out1
		}
		if rest.w > 0 && f.Miss > 0 {
			rest.w *= f.Miss
			out = append(out, rest)
		}
	}
	return m.rebuilt(out)
}

// Move implements Block.
func (m *Mixture) Move(s Shift) Block {
	var out []component
	for _, c := range m.comps {
		if s.Pi != nil {
			q := slices.Clone(c.p[s.Slot])
			dist.Mix(q, s.Pi, s.Stay)
			out = append(out, c.with(s.Slot, q, c.w))
			continue
		}
		in := c
		in, out = in.require(s.Needs, out)
		if in.w > 0 {
			out = in.branch(out, s.Branches, nil)
		}
	}
	b, _ := m.rebuilt(out)
	return b
}

// require returns the part of the component where all parts hold; the rest is
// appended to out.
func (c component) require(parts []Part, out []component) (component, []component) {
	for _, part := range parts {
		if c.w <= 0 {
			break
		}
		var off component
		c, off = c.split(part)
		if off.w > 0 {
			out = append(out, off)
		}
	}
	return c, out
}

// branch walks the branches of a component, gathering what is set.
func (c component) branch(out []component, bs []Branch, set []Assign) []component {
	if len(bs) == 0 {
		for _, a := range set {
			c = c.with(a.Slot, a.To, c.w)
		}
		return append(out, c)
	}
	b := bs[0]
	var off []component
	c, off = c.require(b.When, nil)
	for _, o := range off {
		out = o.branch(out, bs[1:], set)
	}
	if c.w <= 0 {
		return out
	}
	if b.P < 1 {
		stay := c
		stay.w *= 1 - b.P
		out = stay.branch(out, bs[1:], set)
	}
	if b.P > 0 {
		c.w *= b.P
		out = c.branch(out, bs[1:], append(set[:len(set):len(set)], b.Set...))
	}
	return out
}

// with returns the component with one slot's distribution and the weight
// replaced.
func (c component) with(slot int, q []float64, w float64) component {
	ps := slices.Clone(c.p)
	ps[slot] = q
	return component{w: w, p: ps}
}

// split divides a component by whether a part holds.
func (c component) split(part Part) (in, out component) {
	p := c.p[part.Slot]
	var a, b float64
	for j, q := range p {
		if part.In[j] {
			a += q
		} else {
			b += q
		}
	}
	if a > 0 && b <= 0 {
		return c, component{}
	}
	if a <= 0 {
		return component{}, c
	}
	x, y := make([]float64, len(p)), make([]float64, len(p))
	for j, q := range p {
		if part.In[j] {
			x[j] = q / a
		} else {
			y[j] = q / b
		}
	}
	return c.with(part.Slot, x, c.w*a), c.with(part.Slot, y, c.w*b)
}

func reweighted(p, lik []float64) ([]float64, float64) {
	q := slices.Clone(p)
	s := dist.Reweight(q, lik)
	if s > 0 {
		for i := range q {
			q[i] /= s
		}
	}
	return q, s
}

// rebuilt normalises, drops the negligible, merges the alike and folds the
// lightest. The second result is the total weight.
func (m *Mixture) rebuilt(cs []component) (Block, float64) {
	total := 0.0
	for _, c := range cs {
		total += c.w
	}
	if !(total > 0) {
		return m, 0
	}
	kept := cs[:0]
	sum := 0.0
next:
	for _, c := range cs {
		if c.w < negligible*total {
			continue
		}
		sum += c.w
		for i := range kept {
			if kept[i].same(c) {
				kept[i].w += c.w
				continue next
			}
		}
		kept = append(kept, c)
	}
	for i := range kept {
		kept[i].w /= sum
	}
	if len(kept) > MaxComponents {
		if combinations(m.dims) <= exactTable {
			return (&Mixture{dims: m.dims, comps: kept}).table(), total
		}
		slices.SortStableFunc(kept, heavier)
		kept = append(kept[:MaxComponents-1], fold(kept[MaxComponents-1:]))
	}
	return &Mixture{dims: m.dims, comps: kept}, total
}

func heavier(a, b component) int { return cmp.Compare(b.w, a.w) }

func (c component) same(d component) bool {
	for i := range c.p {
		if len(c.p[i]) > 0 && &c.p[i][0] == &d.p[i][0] {
			continue
		}
		if !slices.Equal(c.p[i], d.p[i]) {
			return false
		}
	}
	return true
}

// fold returns the product with the weighted marginals of the components.
func fold(cs []component) component {
	out := component{p: make([][]float64, len(cs[0].p))}
	for _, c := range cs {
		out.w += c.w
	}
	for i := range out.p {
		out.p[i] = make([]float64, len(cs[0].p[i]))
		for _, c := range cs {
			for j, q := range c.p[i] {
				out.p[i][j] += c.w / out.w * q
			}
		}
	}
	return out
}

// Free reports whether slot i is independent of the others: all components
// agree on it.
func (m *Mixture) Free(i int) bool {
	for _, c := range m.comps[1:] {
		if &c.p[i][0] != &m.comps[0].p[i][0] && !slices.Equal(c.p[i], m.comps[0].p[i]) {
			return false
		}
	}
	return true
}

// Sizes implements Block.
func (m *Mixture) Sizes() []int { return m.dims }

// Without implements Block.
func (m *Mixture) Without(i int) Block {
	out := &Mixture{dims: slices.Delete(slices.Clone(m.dims), i, i+1)}
	cs := make([]component, len(m.comps))
	for k, c := range m.comps {
		cs[k] = component{w: c.w, p: slices.Delete(slices.Clone(c.p), i, i+1)}
	}
	r, _ := out.rebuilt(cs)
	return r
}

// Times implements Block.
func (m *Mixture) Times(o Block) Block {
	dims := append(slices.Clone(m.dims), o.Sizes()...)
	if t, ok := o.(*Table); ok {
		if combinations(dims) <= exactTable {
			return m.table().Times(t)
		}
		o = t.mixture()
	}
	out := &Mixture{dims: dims}
	var cs []component
	for _, a := range m.comps {
		for _, b := range o.(*Mixture).comps {
			cs = append(cs, component{w: a.w * b.w, p: append(slices.Clone(a.p), b.p...)})
		}
	}
	r, _ := out.rebuilt(cs)
	return r
}

// Each implements Block.
func (m *Mixture) Each(i int, f func([]float64) []float64) Block {
	out := &Mixture{dims: slices.Clone(m.dims)}
	for _, c := range m.comps {
		q := f(c.p[i])
		out.dims[i] = len(q)
		out.comps = append(out.comps, c.with(i, q, c.w))
	}
	return out
}

// table multiplies the mixture out.
func (m *Mixture) table() *Table {
	t := &Table{dims: m.dims, p: make([]float64, combinations(m.dims))}
	for _, c := range m.comps {
		for k := range t.p {
			q, rest := c.w, k
			for i := len(m.dims) - 1; i >= 0 && q > 0; i-- {
				q *= c.p[i][rest%m.dims[i]]
				rest /= m.dims[i]
			}
			t.p[k] += q
		}
	}
	dist.Normalize(t.p)
	return t
}

// Append implements Block.
func (m *Mixture) Append(dst []byte) []byte {
	dst = append(dst, 'm')
	for _, c := range m.comps {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(c.w))
		for _, p := range c.p {
			for _, q := range p {
				dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(q))
			}
		}
	}
	return dst
}
