package bethink

import (
	"slices"
	"strings"

	"github.com/bethink-dev/bethink/dist"
)

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
func (b *Belief) some(f *counter, place Value, j int32) float64 {
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

func (b *Belief) field(typ, attr string) *counter {
	hint := 0
	return b.fieldAfter(&hint, typ, attr)
}

// fieldAfter is field for types asked for in their order: hint is where the last
// one was found.
func (b *Belief) fieldAfter(hint *int, typ, attr string) *counter {
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

func (b *Belief) someUnmet(f *counter, place Value) float64 {
	return b.someUnmetAt(f, b.set(f.set).find(place))
}

// someUnmetAt is someUnmet for the place at a position of the field's set.
func (b *Belief) someUnmetAt(f *counter, j int32) float64 {
	if j < 0 || int(j) >= len(f.mu) || f.mu[j] == 0 {
		return 0
	}
	var buf [64]float64
	mu, sum := f.rates(b, buf[:0])
	return dist.SomeGiven(mu[j], max(0, sum-mu[j]), f.missing())
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

// counter is the count of a type's entities that nobody has met: at each place
// of its set an independent Poisson number with mean mu, given that at least
// need-met of them exist. Looks are not written into it: they are read from the
// belief's look records. It is immutable; an edit replaces it.
type counter struct {
	typ, attr string
	cats      []string
	set       string
	mu        []float64 // by position in the set; may be shorter than it
	total     float64   // sum of mu
	share     []float64 // prior of a met entity: mu normalised, shared by all of them
	need      int       // known to exist in all
	members   []ID      // entities met, by their attr variable
	owner     *token
}

// missing is how many entities are known to exist and have not been met.
func (f *counter) missing() int { return max(0, f.need-len(f.members)) }

// rates returns mu with the looks applied, and its sum.
func (f *counter) rates(b *Belief, dst []float64) ([]float64, float64) {
	dst = append(dst[:0], f.mu...)
	for i := range b.looks {
		l := &b.looks[i]
		if l.pos >= 0 && int(l.pos) < len(dst) && dst[l.pos] != 0 && l.covers(f.attr, f.typ, f.cats) {
			dst[l.pos] *= l.all
		}
	}
	return dst, dist.Sum(dst)
}
