package bethink

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bethink-dev/bethink/dist"
)

// Belief is a belief over the variables of a world: a value. It is never
// changed in place; Update returns a new one that shares what did not change.
// The zero Belief is the belief about nothing. Any number of goroutines may
// read a Belief at once.
//
// Invariants, checked by Valid:
//  1. Every marginal sums to 1 and has no negative or non-finite entry.
//  2. Evidence wrote no zeros: what the prior held possible stays possible
//     until an action changes it.
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
	looks   []look
	fields  []*field
	blocks  []joint
	resting []ID // variables that rest on others
	clauses []clauseAccount
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

// joint is a block of the belief with the variables in its slots.
type joint struct {
	mix coupled
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

// mass is the probability that the variable has one of the values.
func (b *Belief) mass(id ID, vals []Value) float64 {
	v, s := b.find(id)
	d := b.domain(v)
	if v.block >= 0 || len(v.base) != len(d.values) || b.behind(v) {
		return b.massOf(id, vals, d)
	}
	if v.units && v.mem == nil {
		sum := 0.0
		for _, val := range vals {
			if i := d.find(val); i >= 0 {
				sum += v.base[i]
			}
		}
		return sum
	}
	var buf [32]float64
	if len(v.base) > len(buf) {
		return b.massOf(id, vals, d)
	}
	p := v.potential(buf[:0], s)
	return pick(p, d, vals)
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

// behind reports whether time or lists may have to be applied to the variable.
func (b *Belief) behind(v *variable) bool {
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

// Some returns the probability that at least one entity of the type, met or
// not, has attr = place.
func (b Belief) Some(q Presence) float64 {
	f := b.field(q.Type, q.Attr)
	if f == nil {
		return 0
	}
	return b.some(f, q.Place, b.set(f.set).find(q.Place))
}

// some is Some for a field, with the position of the place in its set.
func (b *Belief) some(f *field, place Value, j int32) float64 {
	none := 1 - b.someUnmetAt(f, j)
	if len(f.members) > 0 {
		places := []Value{place}
		for _, id := range f.members {
			none *= 1 - b.mass(id, places)
		}
	}
	return 1 - none
}

// Unmet returns the probability that an entity of the type that nobody has met
// yet has attr = place.
func (b Belief) Unmet(q Presence) float64 {
	f := b.field(q.Type, q.Attr)
	if f == nil {
		return 0
	}
	return b.someUnmet(f, q.Place)
}

// Expected returns the expected number of unmet entities of the type with
// attr = place, before what is known of their total.
func (b Belief) Expected(q Presence) float64 {
	f := b.field(q.Type, q.Attr)
	if f == nil {
		return 0
	}
	var buf [64]float64
	mu, _ := f.rates(&b, buf[:0])
	if j := b.set(f.set).find(q.Place); j >= 0 && int(j) < len(mu) {
		return mu[j]
	}
	return 0
}

// Members returns the entities of a counted type that have been met, in the
// order of meeting.
func (b Belief) Members(typ, attr string) []Entity {
	f := b.field(typ, attr)
	if f == nil {
		return nil
	}
	out := make([]Entity, len(f.members))
	for i, id := range f.members {
		out[i] = b.Name(id).Entity
	}
	return out
}

// Counted lists the counted types that have attr, sorted by name.
func (b Belief) Counted(attr string) []string {
	var out []string
	for _, f := range b.fields {
		if f.attr == attr {
			out = append(out, f.typ)
		}
	}
	slices.Sort(out)
	return out
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

// LookedAt returns how many exhaustive lists of the place were read, and the
// world's time of the last.
func (b Belief) LookedAt(attr string, place Value) (n int, at float64) {
	for i := range b.looks {
		if l := &b.looks[i]; l.attr == attr && l.place == place {
			n += int(l.total)
			at = max(at, l.last().at)
		}
	}
	return n, at
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
			if !(p >= 0) || p > 1+1e-9 {
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

func (b *Belief) field(typ, attr string) *field {
	hint := 0
	return b.fieldAfter(&hint, typ, attr)
}

// fieldAfter is field for types asked for in their order: hint is where the last
// one was found.
func (b *Belief) fieldAfter(hint *int, typ, attr string) *field {
	for i := *hint; i < len(b.fields) && i <= *hint+1; i++ {
		if f := b.fields[i]; f.typ == typ && f.attr == attr {
			*hint = i
			return f
		}
	}
	// Sorted by type; see edit.field.
	lo, hi := 0, len(b.fields)
	for lo < hi {
		mid := (lo + hi) / 2
		if b.fields[mid].typ < typ {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for ; lo < len(b.fields) && b.fields[lo].typ == typ; lo++ {
		if b.fields[lo].attr == attr {
			*hint = lo
			return b.fields[lo]
		}
	}
	return nil
}

// fieldsAt calls f for every counted type that may have an entity at place.
func (b *Belief) fieldsAt(attr string, place Value, f func(typ string)) {
	for _, fd := range b.fields {
		if fd.attr != attr {
			continue
		}
		if j := b.set(fd.set).find(place); (j >= 0 && int(j) < len(fd.mu) && fd.mu[j] > 0) || len(fd.members) > 0 {
			f(fd.typ)
		}
	}
}

func (b *Belief) someUnmet(f *field, place Value) float64 {
	return b.someUnmetAt(f, b.set(f.set).find(place))
}

// someUnmetAt is someUnmet for the place at a position of the field's set.
func (b *Belief) someUnmetAt(f *field, j int32) float64 {
	if j < 0 || int(j) >= len(f.mu) || f.mu[j] == 0 {
		return 0
	}
	var buf [64]float64
	mu, sum := f.rates(b, buf[:0])
	return dist.SomeGiven(mu[j], max(0, sum-mu[j]), f.missing())
}

// marginal computes a variable's distribution from its potentials: base times
// the clipped likelihoods of each class, with the lists and the time since it
// was last written.
func (b *Belief) marginal(dst []float64, s *slab, v *variable) []float64 {
	d := b.domain(v)
	if v.block >= 0 {
		dst = b.blocks[v.block].mix.Marginal(dst, int(v.slot))
	} else {
		dst = v.potential(dst, s)
	}
	if len(dst) < len(d.values) {
		dst = d.extend(dst)
	}
	b.pending(v, d, func(stay float64, place int32, factor float64) {
		if stay < 1 {
			dist.Mix(dst, v.drifts(d), stay)
		}
		if place >= 0 {
			dst[place] *= factor
			dist.Normalize(dst)
		}
	})
	return dst
}

// potential computes base times the clipped likelihoods, normalised.
func (v *variable) potential(dst []float64, s *slab) []float64 {
	if cap(dst) < len(v.base) {
		dst = make([]float64, len(v.base))
	}
	dst = dst[:len(v.base)]
	copy(dst, v.base)
	if v.units && v.mem == nil {
		return dst
	}
	if !v.units {
		clipInto(dst, s.lik[v.off:v.off+v.n], Instrument)
	}
	if v.mem != nil {
		for t, lik := range v.mem.lik {
			if lik != nil {
				clipInto(dst, lik, Trust(t))
			}
		}
	}
	dist.Normalize(dst)
	return dst
}

// clipInto multiplies dst by likelihoods no smaller than the class's cap below
// their maximum.
func clipInto(dst, lik []float64, t Trust) {
	top := 0.0
	for _, l := range lik {
		top = max(top, l)
	}
	floor := top * capRatio(t)
	for i := range dst {
		l := floor
		if i < len(lik) && lik[i] > floor {
			l = lik[i]
		}
		dst[i] *= l
	}
}

func capRatio(t Trust) float64 {
	switch t {
	case Instrument:
		return 1.0 / (1 << 13)
	case User:
		return 1.0 / (1 << 9)
	case Content, Import:
		return 1.0 / (1 << 5)
	}
	return 1.0 / (1 << 4)
}

// pending calls apply, in order of time, for the time that has passed over a
// variable and the lists made since it was last written: first redraw with
// chance 1-stay, then (where place is not negative) multiply by factor.
func (b *Belief) pending(v *variable, d *domain, apply func(stay float64, place int32, factor float64)) {
	if !b.behind(v) {
		return
	}
	if v.keeps() {
		for i := range b.looks {
			l := &b.looks[i]
			if l.last().seq <= v.looked || !l.covers(v.name.Attr, v.typ, v.cats) {
				continue
			}
			if j := d.find(l.place); j >= 0 {
				if f := l.factor(v.changed, v.looked); f != 1 {
					apply(1, j, f)
				}
			}
		}
		return
	}
	at := v.at
	for _, x := range b.missed(v, d) {
		stay := 1.0
		if x.at > at {
			stay, at = v.stay(x.at-at), x.at
		}
		apply(stay, x.place, x.factor)
	}
	if b.now > at {
		apply(v.stay(b.now-at), -1, 1)
	}
}

// missed is one list that was made since a variable was last written.
type missed struct {
	look1
	place  int32
	factor float64
}

// missed returns the lists made since a variable was last written, in order.
func (b *Belief) missed(v *variable, d *domain) []missed {
	var out []missed
	for i := range b.looks {
		l := &b.looks[i]
		if l.last().seq <= v.looked || !l.covers(v.name.Attr, v.typ, v.cats) {
			continue
		}
		j := d.find(l.place)
		if j < 0 {
			continue
		}
		n := uint32(0)
		for _, x := range l.seqs {
			if x.seq <= v.changed {
				continue
			}
			if n++; x.seq > v.looked {
				out = append(out, missed{x, j, l.unseen(n) / l.unseen(n-1)})
			}
		}
	}
	slices.SortFunc(out, func(x, y missed) int { return cmp.Compare(x.seq, y.seq) })
	return out
}

func argmax(p []float64) int {
	best := 0
	for i := range p {
		if p[i] > p[best] {
			best = i
		}
	}
	return best
}

// SetsOf lists the shared value sets that variables or counts of the attribute
// draw their values from, in the order the sets were declared.
func (b Belief) SetsOf(attr string) []string {
	var out []string
	for _, d := range b.sets {
		if strings.HasPrefix(d.name, "=") {
			continue
		}
		for _, f := range b.fields {
			if f.attr == attr && f.set == d.name && !slices.Contains(out, d.name) {
				out = append(out, d.name)
			}
		}
	}
	return out
}
