package bethink

import (
	"hash/fnv"
	"slices"
)

// clauseAccount is what a class has said of one clause over several variables,
// told and denied, without the cap: the clause's part of what a variable keeps
// in its slab and memory.
type clauseAccount struct {
	key       uint64
	seq       uint32 // of the last piece
	hit, miss float64
}

// maxClauses bounds the clauses that a belief keeps accounts of; the one told
// longest ago goes first.
const maxClauses = 256

// clauses adds "told with reliability r" to the account of a clause and returns
// the likelihoods, for where it holds and where it fails, that the class's cap
// leaves of it. The account starts anew when one of the variables has changed.
func (e *edit) clauses(gs []grounded, r float64, t Trust) (hit, miss float64) {
	names := make([]string, len(gs))
	changed := uint32(0)
	for i, g := range gs {
		names[i] = g.l.String()
		changed = max(changed, e.b.at(g.id).changed)
	}
	slices.Sort(names)
	h := fnv.New64a()
	h.Write([]byte{byte(t)}) //nolint:errcheck // a hash never fails
	for _, n := range names {
		h.Write([]byte(n))   //nolint:errcheck // a hash never fails
		h.Write([]byte{'|'}) //nolint:errcheck // a hash never fails
	}
	was := clauseAccount{key: h.Sum64(), hit: 1, miss: 1}
	kept := make([]clauseAccount, 0, len(e.b.clauses)+1)
	for _, a := range e.b.clauses {
		switch {
		case a.key != was.key:
			kept = append(kept, a)
		case a.seq >= changed:
			was = a
		}
	}
	now := was
	now.seq, now.hit, now.miss = e.b.seq, was.hit*r, was.miss*(1-r)
	top := max(now.hit, now.miss)
	now.hit, now.miss = max(now.hit/top, 1e-280), max(now.miss/top, 1e-280)
	if len(kept) >= maxClauses {
		kept = kept[1:]
	}
	e.b.clauses = append(kept, now)
	held := func(a clauseAccount) (hit, miss float64) {
		v := [2]float64{1, 1}
		clipInto(v[:], []float64{a.hit, a.miss}, t)
		return v[0], v[1]
	}
	h0, m0 := held(was)
	h1, m1 := held(now)
	return h1 / h0, m1 / m0
}
