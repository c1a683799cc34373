package bethink

import "github.com/bethink-dev/bethink/dist"

// field is the count of a type's entities that nobody has met: at each place
// of its set an independent Poisson number with mean mu, given that at least
// need-met of them exist. Looks are not written into it: they are read from the
// belief's look records. It is immutable; an edit replaces it.
type field struct {
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
func (f *field) missing() int { return max(0, f.need-len(f.members)) }

// rates returns mu with the looks applied, and its sum.
func (f *field) rates(b *Belief, dst []float64) ([]float64, float64) {
	dst = append(dst[:0], f.mu...)
	for i := range b.looks {
		l := &b.looks[i]
		if l.pos >= 0 && int(l.pos) < len(dst) && dst[l.pos] != 0 && l.covers(f.attr, f.typ, f.cats) {
			dst[l.pos] *= l.all
		}
	}
	return dst, dist.Sum(dst)
}
