package bethink

import (
	"cmp"
	"slices"
)

// listRecord is the record of all exhaustive lists of one place: stored once and
// applied on read to every entity it concerns, met before or after.
type listRecord struct {
	typ         string
	attr        string
	place       Value
	trust       Trust
	miss        float64
	missPerLook float64
	total       uint32  // lists in all
	pos         int32   // of the place in the counted types' set, -1 where they have none
	all         float64 // missLikelihood(lists told apart): what every list said together
	seqs        []listing
}

type listing struct {
	seq uint32
	at  float64
}

// maxLooks is how many lists of one place are told apart; older ones count as
// seen by everything.
const maxLooks = 32

// covers reports whether the look's scope holds for an entity of the type.
func (l *listRecord) covers(attr, typ string, cats []string) bool {
	if l.attr != attr {
		return false
	}
	if l.typ == "" || l.typ == typ {
		return true
	}
	for _, c := range cats {
		if c == l.typ {
			return true
		}
	}
	return false
}

// missLikelihood is the likelihood that an entity there is named in none of n lists.
func (l *listRecord) missLikelihood(n uint32) float64 {
	p := 1.0
	for range min(n, 64) {
		p *= l.missPerLook
	}
	return max(l.miss+(1-l.miss)*p, 1.0/8192)
}

// factor is the likelihood of the lists later than looked for an entity that
// has been there since the step changed: the ratio of n to the lists that
// already counted.
func (l *listRecord) factor(changed, looked uint32) float64 {
	k := len(l.seqs)
	if k == 0 || l.seqs[k-1].seq <= looked {
		return 1
	}
	var before, after uint32
	for i := k - 1; i >= 0 && l.seqs[i].seq > changed; i-- {
		if l.seqs[i].seq > looked {
			after++
		} else {
			before++
		}
	}
	if after == 0 {
		return 1
	}
	if before == 0 {
		return l.missLikelihood(after)
	}
	return l.missLikelihood(before+after) / l.missLikelihood(before)
}

// last returns the latest list.
func (l *listRecord) last() listing { return l.seqs[len(l.seqs)-1] }

// missed is one list that was made since a variable was last written.
type missed struct {
	listing
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
				out = append(out, missed{x, j, l.missLikelihood(n) / l.missLikelihood(n-1)})
			}
		}
	}
	slices.SortFunc(out, func(x, y missed) int { return cmp.Compare(x.seq, y.seq) })
	return out
}
