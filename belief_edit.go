package bethink

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/internal/glob"
)

// edit is the transient change of a belief inside one Update: it owns what it
// has copied and changes that in place. It ends with the belief it made and is
// never used again.
type edit struct {
	b      Belief
	own    *token
	know   Knowledge
	ownSp  bool    // b.spine is ours
	ownFd  bool    // b.fields is ours
	ownSt  bool    // b.sets is ours
	ownBl  bool    // b.blocks is ours
	trails []trail // room for new ones
	none   *trail
	expect int  // how many notes the edit is likely to make
	moved  []ID // variables that others may rest on and that were touched
	buf    [5][]float64
}

// newTrail returns an empty trail. They are made several at a time.
func (e *edit) newTrail() *trail {
	if len(e.trails) == 0 {
		n := min(max(e.expect, 1), 64)
		e.trails, e.expect = make([]trail, n), e.expect-n
	}
	t := &e.trails[0]
	e.trails = e.trails[1:]
	return t
}

// blank is the trail of a variable that nobody has looked at.
func (e *edit) blank() *trail {
	if e.none == nil {
		e.none = &trail{}
	}
	return e.none
}

func newEdit(b Belief, k Knowledge) *edit { return &edit{b: b, own: &token{}, know: k} }

// write returns a variable for writing: its slab and chunk are copied first
// where the edit does not own them.
func (e *edit) write(id ID) (*variable, *slab) {
	s := e.slab(int32(id >> slabBits))
	return &s.vars[id&(slabSize-1)], s
}

func (e *edit) slab(n int32) *slab {
	c, k := n>>chunkBits, n&(chunkSize-1)
	ch := e.chunk(c)
	if s := ch.slabs[k]; s != nil && s.owner != e.own {
		ch.slabs[k] = s.clone(e.own)
	}
	return ch.slabs[k]
}

func (e *edit) chunk(c int32) *chunk {
	if e.b.spine[c].owner != e.own {
		e.ownSpine()
		cp := *e.b.spine[c]
		cp.owner = e.own
		e.b.spine[c] = &cp
	}
	return e.b.spine[c]
}

func (e *edit) ownSpine() {
	if !e.ownSp {
		e.b.spine, e.ownSp = slices.Clone(e.b.spine), true
	}
}

func (e *edit) ownSets() {
	if !e.ownSt {
		e.b.sets, e.ownSt = slices.Clone(e.b.sets), true
	}
}

// shared returns the shared value set of the name, creating it open with the
// given number of unlisted values.
func (e *edit) shared(name string, values []Value, unlisted float64) (*domain, error) {
	if d := e.b.set(name); d != nil {
		for _, v := range values {
			if d.find(v) < 0 {
				d = e.widen(name, v)
			}
		}
		return d, nil
	}
	d, err := newDomain(name, values, unlisted, e.own)
	if err != nil {
		return nil, err
	}
	e.ownSets()
	d.slot = int32(len(e.b.sets))
	e.b.sets = append(e.b.sets, d)
	return d, nil
}

// widen adds a value to a shared set.
func (e *edit) widen(name string, v Value) *domain {
	for i, d := range e.b.sets {
		if d.name != name {
			continue
		}
		if d.find(v) >= 0 {
			return d
		}
		e.ownSets()
		e.b.sets[i] = d.with(v, e.own)
		return e.b.sets[i]
	}
	d, _ := e.shared(name, []Value{v}, 0)
	return d
}

// declare adds the variable of a prior. A variable that exists is left alone.
func (e *edit) declare(p Prior, k kind) (ID, error) {
	if e.know != nil {
		p = e.know.Prior(p)
	}
	if p.Field != nil {
		return NoID, e.intensity(*p.Field, k)
	}
	if id, ok := e.b.Find(p.Var); ok {
		return id, nil
	}
	if p.Var.Attr == "" || p.Var.Entity == "" {
		return NoID, fmt.Errorf("prior of %v: entity and attribute must be named: %w", p.Var, ErrInvalid)
	}
	if !(p.Doubt >= 0 && p.Doubt < 1) {
		return NoID, fmt.Errorf("prior of %v: doubt %v is not in [0,1): %w", p.Var, p.Doubt, ErrInvalid)
	}
	if err := p.Kernel.Valid(); err != nil {
		return NoID, fmt.Errorf("prior of %v: %v: %w", p.Var, err, ErrInvalid)
	}
	for _, r := range p.DependsOn {
		if err := glob.Valid(r.Pattern); err != nil {
			return NoID, fmt.Errorf("prior of %v: depends_on: %v: %w", p.Var, err, ErrInvalid)
		}
	}
	d, err := e.valueSet(p)
	if err != nil {
		return NoID, fmt.Errorf("prior of %v: %w", p.Var, err)
	}
	d = e.use(d)
	typ := p.Type
	if typ == "" {
		typ = k.name
	}
	inf := &info{name: p.Var, typ: typ, cats: k.cats, nature: p.Nature, kernel: p.Kernel, dependsOn: p.DependsOn, doubt: p.doubt(), measured: p.Measured}
	if e.know != nil {
		inf.kernel = e.know.Kernel(typ, p.Var.Attr, ByTime, p.Kernel)
		if r, ok := e.know.(interface {
			Rate(typ, attr string, by EventKind) *dist.Rate
		}); ok {
			inf.rate = r.Rate(typ, p.Var.Attr, ByTime)
		}
	}
	f := e.field(typ, p.Var.Attr) // a counted type: this is one that has been met
	if f != nil && p.FromField {
		inf.prior = e.fieldShare(f, d, p.doubt())
	}
	if inf.prior == nil {
		if inf.prior, err = priorVector(p, d); err != nil {
			return NoID, fmt.Errorf("prior of %v: %w", p.Var, err)
		}
	}
	if err := inf.fillPi(len(d.values)); err != nil {
		return NoID, fmt.Errorf("prior of %v: %w", p.Var, err)
	}
	id := e.place(p.Var)
	v, _ := e.write(id)
	*v = variable{info: inf, dom: d, trail: e.blank(), base: inf.prior, unweighted: true, block: -1, at: e.b.now}
	v.best = int32(argmax(v.base))
	if len(p.DependsOn) > 0 {
		v.dependency = &dependency{digest: e.versions(v)}
		e.b.resting = append(e.b.resting[:len(e.b.resting):len(e.b.resting)], id)
	}
	e.b.names = e.b.names.put(p.Var, id, e.own)
	e.touched(id)
	if f != nil {
		f.members = append(f.members[:len(f.members):len(f.members)], id)
	}
	return id, nil
}

// use marks a shared set as having variables.
func (e *edit) use(d *domain) *domain {
	if d.used {
		return d
	}
	if d.name == "" { // the variable's own, made just now
		d.used = true
		return d
	}
	if d.owner != e.own {
		c := *d
		c.owner = nil
		for i := range e.b.sets {
			if e.b.sets[i] == d {
				e.ownSets()
				e.b.sets[i] = &c
			}
		}
		d = &c
	}
	d.used = true
	return d
}

func (e *edit) valueSet(p Prior) (*domain, error) {
	if p.Set != "" {
		return e.shared(p.Set, p.Values, p.Unlisted)
	}
	// Equal closed sets are one: "=a|b".
	var key strings.Builder
	key.WriteByte('=')
	for _, v := range p.Values {
		key.WriteString(string(v))
		key.WriteByte('|')
	}
	if p.Unlisted == 0 {
		if d := e.b.set(key.String()); d != nil {
			return d, nil
		}
		return e.shared(key.String(), p.Values, 0)
	}
	return newDomain("", p.Values, p.Unlisted, e.own)
}

func priorVector(p Prior, d *domain) ([]float64, error) {
	w := make([]float64, len(d.values))
	for i := range w {
		w[i] = p.Else
		if p.Weights == nil {
			w[i] = 1
		}
	}
	if p.Weights == nil && d.open {
		w[0] = d.unlisted
	}
	for _, x := range p.Weights {
		i := d.find(x.Value)
		if i < 0 {
			return nil, fmt.Errorf("weight of %q: no such value: %w", x.Value, ErrInvalid)
		}
		if !(x.P >= 0) || math.IsInf(x.P, 0) {
			return nil, fmt.Errorf("weight of %q is %v: %w", x.Value, x.P, ErrInvalid)
		}
		w[i] = x.P
	}
	if s := dist.Normalize(w); !(s > 0) {
		return nil, fmt.Errorf("the weights add to %v: %w", s, ErrInvalid)
	}
	hedge(w, d, p.doubt())
	return w, nil
}

// hedge spreads a share of a distribution evenly over all values, the unlisted
// ones counted, in place.
func hedge(p []float64, d *domain, share float64) {
	n := d.size()
	for i := range p {
		p[i] = (1-share)*p[i] + share*d.weight(i)/n
	}
}

// place finds room for a variable in a slab of its attribute.
func (e *edit) place(v Variable) ID {
	e.b.n++
	for i, o := range e.b.open {
		if o.attr != v.Attr {
			continue
		}
		s := e.slab(o.slab)
		if s.used < slabSize {
			s.used++
			return ID(o.slab<<slabBits + s.used - 1)
		}
		n := e.newSlab()
		e.b.open = slices.Clone(e.b.open)
		e.b.open[i].slab = n
		e.slab(n).used = 1
		return ID(n << slabBits)
	}
	n := e.newSlab()
	e.b.open = append(e.b.open[:len(e.b.open):len(e.b.open)], openSlab{v.Attr, n})
	e.slab(n).used = 1
	return ID(n << slabBits)
}

func (e *edit) newSlab() int32 {
	last := len(e.b.spine) - 1
	if last >= 0 {
		c := e.chunk(int32(last))
		for k := range c.slabs {
			if c.slabs[k] == nil {
				c.slabs[k] = &slab{owner: e.own}
				return int32(last<<chunkBits + k)
			}
		}
	}
	e.ownSpine()
	e.b.spine = append(e.b.spine, &chunk{owner: e.own})
	e.b.spine[last+1].slabs[0] = &slab{owner: e.own}
	return int32((last + 1) << chunkBits)
}

// field returns the count field of a type for writing, or nil.
func (e *edit) field(typ, attr string) *counter {
	f := e.b.field(typ, attr)
	if f == nil || f.owner == e.own {
		return f
	}
	e.ownFields()
	c := *f
	c.owner = e.own
	i := sort.Search(len(e.b.fields), func(i int) bool {
		return e.b.fields[i].typ > typ || e.b.fields[i].typ == typ && e.b.fields[i].attr >= attr
	})
	e.b.fields[i] = &c
	return &c
}

func (e *edit) ownFields() {
	if !e.ownFd {
		e.b.fields, e.ownFd = slices.Clone(e.b.fields), true
	}
}

// intensity adds to a count field, creating it where it is new.
func (e *edit) intensity(in Intensity, k kind) error {
	if !(in.Mu >= 0) || math.IsInf(in.Mu, 0) || in.Type == "" || in.Attr == "" || in.Place == "" {
		return fmt.Errorf("intensity %+v: type, attribute and place must be named and mu finite and not negative: %w", in, ErrInvalid)
	}
	set := in.Set
	d := e.b.set(set)
	if d == nil || d.find(in.Place) < 0 {
		d = e.widen(set, in.Place)
	}
	j := int(d.find(in.Place))
	f := e.field(in.Type, in.Attr)
	if f == nil {
		e.ownFields()
		f = &counter{typ: in.Type, attr: in.Attr, cats: k.cats, set: set, owner: e.own}
		i := sort.Search(len(e.b.fields), func(i int) bool {
			return e.b.fields[i].typ > in.Type || e.b.fields[i].typ == in.Type && e.b.fields[i].attr >= in.Attr
		})
		e.b.fields = slices.Insert(e.b.fields, i, f)
	}
	mu := make([]float64, max(len(f.mu), j+1))
	copy(mu, f.mu)
	mu[j] += in.Mu
	f.mu, f.total, f.share = mu, f.total+in.Mu, nil
	return nil
}

// fieldShare is the prior of a met entity: its field's intensity, normalised,
// with the share for "this table is wrong here". nil: the field is empty.
func (e *edit) fieldShare(f *counter, d *domain, doubt float64) []float64 {
	if f.total <= 0 {
		return nil
	}
	if len(f.share) == len(d.values) && doubt == defaultDoubt {
		return f.share
	}
	w := make([]float64, len(d.values))
	for i := range min(len(w), len(f.mu)) {
		w[i] = f.mu[i] / f.total
	}
	dist.Normalize(w)
	hedge(w, d, doubt)
	if doubt == defaultDoubt {
		f.share = w
	}
	return w
}

// need raises the number of entities of a type known to exist.
func (e *edit) need(typ, attr string, n int) {
	if f := e.b.field(typ, attr); f != nil && n > f.need {
		e.field(typ, attr).need = n
	}
}
