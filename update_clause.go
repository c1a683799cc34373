package bethink

import (
	"hash/fnv"
	"slices"

	"github.com/bethink-dev/bethink/joint"
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
		clipInto(v[:], []float64{a.hit, a.miss}, capRatio(t))
		return v[0], v[1]
	}
	h0, m0 := held(was)
	h1, m1 := held(now)
	return h1 / h0, m1 / m0
}

// clause conditions on "at least one holds", told with reliability r, and
// returns the probability of being told so. Only trusted evidence whose referent
// the text named may reopen.
func (u *updater) clause(gs []grounded, r float64, trust Trust, named bool, index int) float64 {
	reopens := named && trust >= TrustUser
	// A literal that is decided to fail adds nothing to the clause.
	var live []grounded
	for _, g := range gs {
		if u.b.Holds(g.l) > sure {
			live = append(live, g)
		}
	}
	if len(live) == 0 {
		live = gs
	}
	var ids []ID
	for _, g := range live {
		if !slices.Contains(ids, g.id) {
			ids = append(ids, g.id)
		}
	}
	if len(ids) == 1 {
		v, s := u.sync(ids[0])
		lik := either(v, live, r)
		p := u.b.marginal(nil, s, v)
		pred := dot(p, lik)
		reopened := reopens && u.confront(ids[0], lik, pred, index, mannerSignal)
		v, s = u.write(ids[0])
		if reopened {
			u.condition(ids[0], lik)
		} else {
			u.multiply(ids[0], v, s, trust, lik)
		}
		u.updateBest(ids[0], v)
		u.release(v.block)
		return pred
	}
	none := 1.0
	for _, g := range live {
		none *= 1 - u.b.Holds(g.l)
	}
	if reopens && 1-none < 1.0/(2*ContradictionRatio) {
		// All are believed to fail and yet one holds: reopen each of them.
		for _, g := range live {
			v, _ := u.sync(g.id)
			lik := either(v, []grounded{g}, r)
			p := u.b.P(g.id, u.scratch(2))
			u.buf[2] = p
			u.confront(g.id, lik, dot(p, lik), index, mannerSignal)
		}
	}
	block := u.join(ids)
	var parts []joint.Part
	for _, g := range live {
		parts = append(parts, u.part(g.id, g.l))
	}
	_, fails := u.b.blocks[block].mix.Weigh(joint.Factor{Clause: parts, Hit: 0, Miss: 1})
	hit, miss := u.clauses(live, r, trust)
	m, _ := u.b.blocks[block].mix.Weigh(joint.Factor{Clause: parts, Hit: hit, Miss: miss})
	u.setBlock(block, m)
	u.release(block)
	for _, id := range ids {
		v, _ := u.write(id)
		u.updateBest(id, v)
	}
	return r*(1-fails) + (1-r)*fails
}

// either is the likelihood, over the values of v, of being told with
// reliability r that at least one of the literals about it holds.
func either(v *variable, gs []grounded, r float64) []float64 {
	lik := make([]float64, len(v.dom.values))
	for j, val := range v.dom.values {
		lik[j] = 1 - r
		for _, g := range gs {
			if g.l.Var == v.name && g.l.Holds(val) {
				lik[j] = r
			}
		}
	}
	return lik
}

// heard remembers that an origin has said a clause of several variables, and
// reports whether it counts: whether the origin, or a class as trusted, has not
// yet said it of one of them since that one changed.
func (u *updater) heard(gs []grounded, r report) bool {
	counts := r.origin == 0
	if counts {
		for _, g := range gs {
			u.sync(g.id)
		}
		return true
	}
	r.origin = scramble(r.origin ^ r.said) // a clause is one thing said
	r.origin = max(r.origin, 1)
	for _, g := range gs {
		v, _ := u.sync(g.id)
		if h := v.hears(r.origin, r.said, r.trust, r.seq); h == hearingNew || h == hearingReplaces {
			counts = true
			v.remember(r)
		}
	}
	return counts
}

// weighClause takes evidence about several variables at once.
func (u *updater) weighClause(ev *Evidence, m mark) {
	gs := u.ground(ev.Clause)
	counts := u.heard(gs, report{origin: u.root(ev), said: ev.said(), seq: u.b.seq, trust: ev.Trust})
	for _, g := range gs {
		v, _ := u.write(g.id)
		u.note(g.id, v, m, false)
	}
	if !counts {
		u.setAside(int(m.index), ev, SetAsideRepeated)
		return
	}
	p := u.clause(gs, min(ev.Reliability, maxReliability), ev.Trust, !ev.Resolved, int(m.index))
	if !ev.Resolved {
		u.surprise(p)
	}
}
