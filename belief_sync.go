package bethink

import (
	"slices"

	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/joint"
)

// sync brings a variable up to now: the domain's new values, the time that has
// passed and the lists that were made are written into its potentials, so that
// new evidence can be multiplied in.
func (e *edit) sync(id ID) (*variable, *slab) {
	v, s := e.write(id)
	d := e.b.domain(v)
	if len(v.prior) < len(d.values) {
		inf := *v.info
		inf.prior = d.extendPrior(v.prior)
		if v.pi != nil {
			inf.pi = d.extend(v.pi)
		}
		v.info = &inf
	}
	if v.block < 0 && len(v.base) < len(d.values) {
		v.base = d.extend(v.base)
	}
	if !v.unweighted && int(v.n) < len(d.values) {
		n := v.n
		lik := s.ensure(int32(id&(slabSize-1)), int32(len(d.values)))
		said := d.newLikelihood(lik[:n], v.base)
		for i := n; int(i) < len(lik); i++ {
			lik[i] = said
		}
	}
	v.dom = d
	if v.block >= 0 {
		if m := e.b.blocks[v.block].mix; m.Sizes()[v.slot] < len(d.values) {
			e.setBlock(v.block, m.Each(int(v.slot), d.extend))
		}
	}
	e.b.pending(v, d, func(stay float64, place int32, factor float64) {
		if stay < 1 {
			e.age(v, s, stay)
		}
		if place >= 0 {
			lik := ones(e.scratch(4), len(v.dom.values))
			e.buf[4] = lik
			lik[place] = factor
			e.multiply(id, v, s, TrustInstrument, lik)
		}
	})
	v.at = max(v.at, e.b.now)
	v.looked = max(v.looked, e.b.seq)
	if n := len(e.b.looks); n > 0 {
		v.looked = max(v.looked, e.b.looks[n-1].last().seq) // the latest of all
	}
	return v, s
}

// age lets time pass over a variable that may have been redrawn. The potential
// becomes what reading it gave; the accounts of what was said weaken with it.
func (e *edit) age(v *variable, s *slab, stay float64) {
	var p []float64
	if v.block >= 0 {
		m := e.b.blocks[v.block].mix
		e.setBlock(v.block, m.Move(joint.Shift{Slot: int(v.slot), Pi: v.drift(), Stay: stay}))
	} else {
		if v.unweighted && v.accounts == nil && same(v.base, v.drift()) {
			return
		}
		p = v.potential(nil, s)
		dist.Mix(p, v.drift(), stay)
	}
	v.accounts = v.accounts.aged(stay)
	if !v.unweighted {
		weaken(s.lik[v.off:v.off+v.n], stay)
	}
	if v.block < 0 {
		v.base = e.unweighed(v, s, p)
	}
}

func same(a, b []float64) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

func weaken(lik []float64, stay float64) {
	top := 0.0
	for _, l := range lik {
		top = max(top, l)
	}
	if top <= 0 {
		return
	}
	for i := range lik {
		lik[i] = 1 + (lik[i]/top-1)*stay
	}
}

// aged returns the accounts with every class's likelihoods weakened towards 1.
func (m *accounts) aged(stay float64) *accounts {
	if m == nil {
		return nil
	}
	c := *m
	for t, l := range c.lik {
		if l != nil {
			l = slices.Clone(l)
			weaken(l, stay)
			c.lik[t] = l
		}
	}
	if len(c.reports) > 0 {
		c.reports = slices.Clone(c.reports)
		for i := range c.reports {
			if r := &c.reports[i]; r.lik != nil {
				r.lik = slices.Clone(r.lik)
				weaken(r.lik, stay)
			}
		}
	}
	return &c
}

// scratch returns one of the edit's buffers, empty.
func (e *edit) scratch(i int) []float64 {
	if e.buf[i] == nil {
		e.buf[i] = make([]float64, 0, 32)
	}
	return e.buf[i][:0]
}

// multiply adds one likelihood of a class to a variable: to the class's
// account, and through it to the potential, within the class's cap.
func (e *edit) multiply(id ID, v *variable, s *slab, t Trust, lik []float64) {
	n := len(v.dom.values)
	var account []float64
	if t == TrustInstrument {
		account = s.ensure(int32(id&(slabSize-1)), int32(n))
	} else {
		m := accounts{}
		if v.accounts != nil {
			m = *v.accounts
		}
		account = slices.Clone(m.lik[t])
		said := 1.0
		if len(account) > 0 && len(account) < n {
			said = v.dom.newLikelihood(account, v.base)
		}
		for len(account) < n {
			account = append(account, said)
		}
		m.lik[t] = account
		v.accounts = &m
	}
	var before []float64
	if v.block >= 0 {
		before = ones(e.scratch(0), n)
		clipInto(before, account, v.floor(t))
	}
	top := 0.0
	for i := range account {
		account[i] *= lik[i]
		top = max(top, account[i])
	}
	// Keep the account away from underflow; only ratios count.
	if top < 1e-60 || top > 1e60 {
		for i := range account {
			account[i] /= top
		}
	}
	// What actions or time may change is never further from correction than the
	// cap: no number of reports of one value outlasts the first that denies it.
	lowest := 1e-280
	if v.nature != NatureFixed {
		lowest = max(lowest, slices.Max(account)*v.floor(t))
	}
	for i := range account {
		account[i] = max(account[i], lowest)
	}
	if v.block >= 0 {
		after := ones(e.scratch(1), n)
		clipInto(after, account, v.floor(t))
		for i := range after {
			after[i] /= before[i]
		}
		b, _ := e.b.blocks[v.block].mix.Weigh(joint.Factor{Slot: int(v.slot), Lik: after})
		e.setBlock(v.block, b)
	}
}

func ones(dst []float64, n int) []float64 {
	for range n {
		dst = append(dst, 1)
	}
	return dst
}

// mark is what a piece of evidence leaves on a variable besides its weight.
type mark struct {
	step    *Step
	index   int32
	trust   Trust
	verdict bool // it is the verdict that an action was done
	changed bool // the action set the variable
}

// note records that a variable was observed, and whether that verified its
// best value, which is up to date.
func (e *edit) note(id ID, v *variable, m mark, verified bool) {
	now := clock{e.b.seq, e.b.now}
	t, was := e.newTrail(), v.trail
	t.observed, t.verified, t.verifiedValue, t.by, t.needs = now, was.verified, was.verifiedValue, was.by, was.needs
	t.setByAction = m.changed || was.setByAction
	if verified && m.trust >= TrustUser {
		by, needs := m.trust, e.needed(id, v, m.trust)
		if was.verified.seq > v.changed && was.verifiedValue == v.best {
			// What was verified before stands without this report.
			by, needs = max(by, was.by), needs&was.needs
		}
		t.verified, t.verifiedValue, t.by, t.needs, t.setByAction = now, v.best, by, needs, m.changed || m.verdict
		v.stale = false
	}
	t.reported = was.reported
	if m.index >= 0 && m.step != nil && m.trust >= TrustUser {
		// What was just reported is not stale, whether or not it verifies.
		t.reported, v.stale = now.seq, false
	}
	if m.step != nil {
		// The latest first; what says the same again takes the place of the
		// earlier, so that the few kept are different things said.
		w := witness{m.step, m.index}
		t.recent[0], t.nrecent = w, 1
		for _, o := range was.recent[:was.nrecent] {
			if t.nrecent < recentLen && !w.same(o) {
				t.recent[t.nrecent] = o
				t.nrecent++
			}
		}
	} else {
		t.recent, t.nrecent = was.recent, was.nrecent
	}
	v.trail = t
}

// needed returns the classes without whose word a report of the class by would
// not have verified the variable's best value, a bit each.
func (e *edit) needed(id ID, v *variable, by Trust) uint8 {
	needs := uint8(1) << by
	if v.accounts == nil || v.block >= 0 {
		return needs
	}
	_, s := e.b.find(id)
	for t := range trustClasses {
		if Trust(t) == by || !v.weighs(Trust(t)) {
			continue
		}
		without := v.without(Trust(t))
		p := e.b.marginal(e.scratch(4), s, &without)
		e.buf[4] = p
		if p[v.best] < verifiedAt {
			needs |= 1 << t
		}
	}
	return needs
}

// renew brings back what time has taken of evidence that its origin reports
// again: its weakened part of the account gives way to the whole.
func (e *edit) renew(id ID, v *variable, s *slab, r report, lik []float64) {
	old := v.heardFrom(r.origin)
	if v.keeps() || old == nil || old.lik == nil {
		return
	}
	e.withdraw(id, v, s, old)
	r.lik = v.within(lik, r.trust)
	v.remember(r)
	e.multiply(id, v, s, r.trust, lik)
}

// likelihood writes P(reported | value) for each value of a variable, for
// evidence about that variable alone, to dst. A false report is spread over all
// that could have been reported falsely, the unlisted values counted. scale is
// what a weight was divided by, 1 for all other evidence.
func likelihood(dst []float64, d *domain, ev *Evidence) (lik []float64, scale float64) {
	n := len(d.values)
	if len(ev.Weights) > 0 {
		return weighted(dst, d, ev)
	}
	for range n {
		dst = append(dst, 0)
	}
	for i := range ev.Clause {
		l := &ev.Clause[i]
		if l.Not {
			for j := range dst {
				if !slices.Contains(l.Any, d.values[j]) {
					dst[j] = 1
				}
			}
			continue
		}
		for _, v := range l.Any {
			if j := d.find(v); j >= 0 {
				dst[j] = 1
			}
		}
	}
	in, all := 0.0, d.size()
	for i, hit := range dst {
		if hit > 0 {
			in += d.weight(i)
		}
	}
	r, miss := min(ev.Reliability, maxReliability), ev.falseRate()
	if in > 0 && in < all {
		miss *= min(1, in/(all-in))
	}
	for i := range dst {
		if dst[i] > 0 {
			dst[i] = r
		} else {
			dst[i] = miss
		}
	}
	return dst, 1
}

// weighted writes the likelihoods of evidence with weights, the largest of them
// 1: only their ratios count.
func weighted(dst []float64, d *domain, ev *Evidence) (lik []float64, scale float64) {
	for range d.values {
		dst = append(dst, ev.Else)
	}
	for _, w := range ev.Weights {
		if j := d.find(w.Value); j >= 0 {
			dst[j] = w.P
		}
	}
	top := slices.Max(dst)
	if !(top > 0) {
		return dst, 0
	}
	for i := range dst {
		dst[i] = max(dst[i]/top, 1e-280)
	}
	return dst, top
}
