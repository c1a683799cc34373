package joint

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/bethink-dev/bethink/dist"
)

// Table is the exact joint table: a probability for every combination of
// values, the last slot fastest. It is the oracle of every other block.
type Table struct {
	dims []int
	p    []float64
}

// MaxTable bounds a table's number of combinations.
const MaxTable = 1 << 20

// NewTable returns the table over slots of the given sizes with probabilities
// p, which it copies and normalises; nil p is uniform. It returns ErrInvalid
// where the sizes are not positive, exceed MaxTable together or do not fit p,
// or where p has no mass.
func NewTable(dims []int, p []float64) (*Table, error) {
	n := 1
	for i, d := range dims {
		if d < 1 || n > MaxTable/d {
			return nil, fmt.Errorf("table: slot %d of size %d: at most %d combinations fit: %w", i, d, MaxTable, ErrInvalid)
		}
		n *= d
	}
	t := &Table{dims: append([]int(nil), dims...), p: make([]float64, n)}
	if p == nil {
		for i := range t.p {
			t.p[i] = 1
		}
	} else if len(p) != n {
		return nil, fmt.Errorf("table: %d probabilities for %d combinations: %w", len(p), n, ErrInvalid)
	}
	copy(t.p, p)
	if i := slices.IndexFunc(t.p, negative); i >= 0 {
		return nil, fmt.Errorf("table: probability %d is %v: %w", i, t.p[i], ErrInvalid)
	}
	if s := dist.Normalize(t.p); !(s > 0) || math.IsInf(s, 0) {
		return nil, fmt.Errorf("table: the probabilities add to %v: %w", s, ErrInvalid)
	}
	return t, nil
}

func negative(p float64) bool { return !(p >= 0) }

// stride returns the distance between neighbouring values of a slot.
func (t *Table) stride(slot int) int {
	s := 1
	for i := len(t.dims) - 1; i > slot; i-- {
		s *= t.dims[i]
	}
	return s
}

// Marginal implements Block.
func (t *Table) Marginal(dst []float64, i int) []float64 {
	dst = zeros(dst, t.dims[i])
	stride, d := t.stride(i), t.dims[i]
	for k, p := range t.p {
		dst[k/stride%d] += p
	}
	return dst
}

// holds reports whether all (or, with any, at least one) of the parts hold in
// combination k.
func (t *Table) holds(parts []Part, k int, any bool) bool {
	for _, q := range parts {
		if q.In[k/t.stride(q.Slot)%t.dims[q.Slot]] == any {
			return any
		}
	}
	return !any
}

// Weigh implements Block.
func (t *Table) Weigh(f Factor) (Block, float64) {
	out := &Table{dims: t.dims, p: make([]float64, len(t.p))}
	stride := 1
	if f.Lik != nil {
		stride = t.stride(f.Slot)
	}
	for k, p := range t.p {
		switch {
		case f.Lik != nil:
			out.p[k] = p * f.Lik[k/stride%t.dims[f.Slot]]
		case t.holds(f.Clause, k, true):
			out.p[k] = p * f.Hit
		default:
			out.p[k] = p * f.Miss
		}
	}
	sum := dist.Normalize(out.p)
	if !(sum > 0) {
		return t, 0
	}
	return out, sum
}

// Move implements Block.
func (t *Table) Move(s Shift) Block {
	out := &Table{dims: t.dims, p: make([]float64, len(t.p))}
	if s.Pi != nil {
		s.Branches = []Branch{{P: 1 - s.Stay, Set: []Assign{{s.Slot, s.Pi}}}}
	}
	for k, p := range t.p {
		switch {
		case p == 0:
		case !t.holds(s.Needs, k, false):
			out.p[k] += p
		default:
			t.branch(out.p, k, p, s.Branches, nil)
		}
	}
	return out
}

// branch walks the branches of one combination, gathering what is set.
func (t *Table) branch(dst []float64, k int, p float64, bs []Branch, set []Assign) {
	if p == 0 {
		return
	}
	if len(bs) == 0 {
		t.spread(dst, k, p, set)
		return
	}
	b := bs[0]
	if !t.holds(b.When, k, false) {
		t.branch(dst, k, p, bs[1:], set)
		return
	}
	t.branch(dst, k, p*(1-b.P), bs[1:], set)
	t.branch(dst, k, p*b.P, bs[1:], append(set[:len(set):len(set)], b.Set...))
}

// spread adds mass p at combination k with the slots of set redrawn.
func (t *Table) spread(dst []float64, k int, p float64, set []Assign) {
	if p == 0 {
		return
	}
	if len(set) == 0 {
		dst[k] += p
		return
	}
	a, stride := set[0], t.stride(set[0].Slot)
	k -= k / stride % t.dims[a.Slot] * stride
	for v, q := range a.To {
		t.spread(dst, k+v*stride, p*q, set[1:])
	}
}

// Sizes implements Block.
func (t *Table) Sizes() []int { return t.dims }

// Free implements Block, up to rounding.
func (t *Table) Free(i int) bool {
	own, rest := t.Marginal(nil, i), t.Without(i).(*Table)
	stride, d := t.stride(i), t.dims[i]
	for k, p := range t.p {
		r := k/(stride*d)*stride + k%stride
		if q := own[k/stride%d] * rest.p[r]; math.Abs(p-q) > 1e-14 {
			return false
		}
	}
	return true
}

// Without implements Block.
func (t *Table) Without(i int) Block {
	dims := append(append([]int(nil), t.dims[:i]...), t.dims[i+1:]...)
	out := &Table{dims: dims, p: make([]float64, len(t.p)/t.dims[i])}
	stride, d := t.stride(i), t.dims[i]
	for k, p := range t.p {
		out.p[k/(stride*d)*stride+k%stride] += p
	}
	return out
}

// Times implements Block.
func (t *Table) Times(o Block) Block {
	dims := append(append([]int(nil), t.dims...), o.Sizes()...)
	if combinations(dims) > exactTable {
		return t.mixture().Times(o)
	}
	u, ok := o.(*Table)
	if !ok {
		u = o.(*Mixture).table()
	}
	out := &Table{dims: dims, p: make([]float64, 0, len(t.p)*len(u.p))}
	for _, a := range t.p {
		for _, b := range u.p {
			out.p = append(out.p, a*b)
		}
	}
	return out
}

// Each implements Block.
func (t *Table) Each(i int, f func([]float64) []float64) Block {
	stride, d := t.stride(i), t.dims[i]
	column := make([]float64, d)
	n := len(f(column))
	out := &Table{dims: append([]int(nil), t.dims...), p: make([]float64, len(t.p)/d*n)}
	out.dims[i] = n
	for k := range t.p {
		if k/stride%d != 0 {
			continue
		}
		for v := range d {
			column[v] = t.p[k+v*stride]
		}
		base := k/(stride*d)*(stride*n) + k%stride
		for v, q := range f(column) {
			out.p[base+v*stride] = q
		}
	}
	return out
}

// mixture returns the table as a mixture, folded where it has too many
// combinations of weight.
func (t *Table) mixture() *Mixture {
	m := &Mixture{dims: t.dims}
	var cs []component
	for k, p := range t.p {
		if p <= 0 {
			continue
		}
		c := component{w: p, p: make([][]float64, len(t.dims))}
		rest := k
		for i := len(t.dims) - 1; i >= 0; i-- {
			c.p[i] = make([]float64, t.dims[i])
			c.p[i][rest%t.dims[i]] = 1
			rest /= t.dims[i]
		}
		cs = append(cs, c)
	}
	slices.SortStableFunc(cs, heavier)
	if len(cs) > MaxComponents {
		cs = append(cs[:MaxComponents-1], fold(cs[MaxComponents-1:]))
	}
	m.comps = cs
	return m
}

// Append implements Block.
func (t *Table) Append(dst []byte) []byte {
	dst = append(dst, 't')
	for _, d := range t.dims {
		dst = binary.AppendUvarint(dst, uint64(d))
	}
	for _, p := range t.p {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(p))
	}
	return dst
}

func zeros(dst []float64, n int) []float64 {
	if cap(dst) < n {
		return make([]float64, n)
	}
	dst = dst[:n]
	clear(dst)
	return dst
}
