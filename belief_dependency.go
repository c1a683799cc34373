package bethink

import (
	"hash/fnv"
	"slices"

	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/internal/glob"
)

// dependency is the account of what a variable rests on: under which versions its
// present evidence was gathered, and the evidence gathered under others. It is
// immutable.
type dependency struct {
	digest uint64
	saved  []saved
}

// saved is a variable's state under versions that have gone.
type saved struct {
	digest uint64
	state  variable
	lik    []float64
}

// maxSaved bounds how many sets of versions a variable remembers.
const maxSaved = 16

// survives is the chance that a value outlives a change of what it rests on.
const survives = 0.5

// touched records that a variable may have a new most probable value, which
// matters to what rests on it.
func (e *edit) touched(id ID) {
	if len(e.b.resting) > 0 {
		e.moved = append(e.moved, id)
	}
}

// checkDependencies compares what each resting variable rests on with the versions
// believed now. When they have changed it is stale at once; when they return,
// so does its evidence.
func (e *edit) checkDependencies() {
	if len(e.moved) == 0 {
		return
	}
	moved := e.moved
	e.moved = nil
	delta := make([]uint64, len(e.b.resting))
	for _, id := range moved {
		name := e.b.at(id).name
		word, known := uint64(0), false
		for i, r := range e.b.resting {
			if !e.b.at(r).restsOn(name) {
				continue
			}
			if !known {
				word, known = e.updateDigestPart(id), true
			}
			delta[i] += word
		}
	}
	for i, id := range e.b.resting {
		if delta[i] != 0 {
			w, s := e.sync(id)
			e.switchVersions(id, w, s, w.dependency.digest+delta[i])
		}
	}
}

// switchVersions puts a variable's present state aside and takes up the state of the
// given versions.
func (e *edit) switchVersions(id ID, v *variable, s *slab, digest uint64) {
	old := v.dependency
	next := &dependency{digest: digest}
	if old != nil {
		next.saved = slices.Clone(old.saved)
	}
	if old == nil || old.digest == 0 || !v.seen() {
		// Nothing was gathered under other versions.
		v.dependency = next
		return
	}
	put := saved{digest: old.digest, state: *v, lik: slices.Clone(s.likelihoods(v))}
	put.state.dependency = nil
	next.saved = slices.DeleteFunc(next.saved, func(x saved) bool { return x.digest == put.digest })
	if !v.stale {
		next.saved = append(next.saved, put)
	}
	if len(next.saved) > maxSaved {
		next.saved = next.saved[len(next.saved)-maxSaved:]
	}
	for i, x := range next.saved {
		if x.digest != digest {
			continue
		}
		if v.block >= 0 {
			e.isolate(v.block)
			v, s = e.write(id)
		}
		info, dom, word := v.info, v.dom, v.digestPart
		*v = x.state
		v.info, v.dom, v.digestPart, v.dependency, v.stale = info, dom, word, next, false
		v.block, v.slot = -1, 0
		v.looked = e.b.seq
		v.unweighted, v.n = true, 0
		if x.lik != nil {
			copy(s.ensure(int32(id&(slabSize-1)), int32(len(x.lik))), x.lik)
		}
		next.saved = slices.Delete(next.saved, i, i+1)
		e.updateBest(id, v)
		return
	}
	if v.block >= 0 {
		e.isolate(v.block)
		v, s = e.write(id)
	}
	if !v.stale {
		p := v.potential(nil, s)
		if len(p) > 0 && len(v.base) > 0 && &p[0] == &v.base[0] {
			p = slices.Clone(p)
		}
		dist.Mix(p, v.prior, survives)
		v.base = p
	}
	e.reset(v)
	v.dependency, v.stale = next, true
	e.updateBest(id, v)
}

// isolate dissolves a block into its marginals: what the variables had in
// common concerned versions that have gone.
func (e *edit) isolate(block int32) {
	j := e.b.blocks[block]
	for i, id := range j.ids {
		v, s := e.write(id)
		v.base = e.unweighed(v, s, possible(j.mix.Marginal(nil, i)))
		v.block, v.slot = -1, 0
	}
	e.setBlock(block, nil)
	e.b.blocks[block] = joined{}
}

// seen reports whether any evidence reached the variable.
func (v *variable) seen() bool { return v.observed.seq > 0 }

// restsOn reports whether the variable rests on another.
func (v *variable) restsOn(o Variable) bool {
	for _, r := range v.dependsOn {
		if r.Attr == o.Attr && glob.Match(r.Pattern, string(o.Entity)) {
			return true
		}
	}
	return false
}

// versions is a digest of everything the variable rests on: the sum of a word
// for each of them, so that a change of one costs no look at the others.
func (e *edit) versions(v *variable) uint64 {
	e.checkDependencies() // the words are those of now
	sum := uint64(1)
	for c := range e.b.spine {
		for k, s := range e.b.spine[c].slabs {
			if s == nil || s.used == 0 || !slices.ContainsFunc(v.dependsOn, func(r DependsOn) bool { return r.Attr == s.vars[0].name.Attr }) {
				continue
			}
			for i := int32(0); i < s.used; i++ {
				if !v.restsOn(s.vars[i].name) {
					continue
				}
				id := ID((c<<chunkBits+k)<<slabBits + int(i))
				if e.b.at(id).digestPart == 0 { // the first that rests on it
					e.updateDigestPart(id)
				}
				sum += e.b.at(id).digestPart
			}
		}
	}
	return sum
}

// updateDigestPart brings a variable's word in what rests on it up to date, and returns
// the difference. A word is a hash of the name and the version believed; one
// that is not known is like no other.
func (e *edit) updateDigestPart(id ID) uint64 {
	v, _ := e.write(id)
	p := e.b.P(id, e.scratch(2))
	e.buf[2] = p
	val := e.b.domain(v).values[argmax(p)]
	h := fnv.New64a()
	for _, part := range []string{string(v.name.Entity), v.name.Attr, string(val)} {
		h.Write([]byte(part)) //nolint:errcheck // a hash never fails
		h.Write([]byte{0})    //nolint:errcheck // a hash never fails
	}
	if val == Other {
		c := v.changed
		h.Write([]byte{byte(c), byte(c >> 8), byte(c >> 16), byte(c >> 24)}) //nolint:errcheck // a hash never fails
	}
	was := v.digestPart
	v.digestPart = max(scramble(h.Sum64()), 1)
	return v.digestPart - was
}

// scramble spreads a hash over all 64 bits, so that sums of hashes of like names
// differ: the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
func scramble(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
