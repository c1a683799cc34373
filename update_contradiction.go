package bethink

import (
	"slices"

	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/joint"
)

// ContradictionRatio is how much likelier evidence must be under the broad
// alternative (any other value) than under the belief to count as a
// contradiction. Direct readings that would not be believed count below it too.
// Design section 2.8.
const ContradictionRatio = 1000

// The prior weights of what a contradiction may come from.
const (
	priorMiss   = 1e-3
	priorFailed = 2e-3
)

func priorChange(v *variable, now float64) float64 {
	switch v.nature {
	case NatureFixed:
		return 1e-5
	case NatureActed:
		return 1e-3
	}
	p := 1e-2
	if !v.keeps() {
		p += 1 - v.stay(max(0, now-v.verified.at))
	}
	return min(p, 0.5)
}

// manner is how evidence meets a belief.
type manner uint8

const (
	mannerSignal   manner = iota // it may be wrong as often as it says
	mannerWeighted               // a likelihood for each value: the prior is the alternative
	mannerDirect                 // a direct reading: believed, or flagged
	mannerAbsent                 // a list lacks what was verified to be there
)

func weighing(ev *Evidence) manner {
	switch {
	case len(ev.Weights) > 0:
		return mannerWeighted
	case ev.direct():
		return mannerDirect
	}
	return mannerSignal
}

// confront compares evidence with likelihood lik and predictive probability
// pred under the belief with a broad alternative, in which all other values are
// as likely, and reopens the variable if the belief cannot be upheld. It reports
// whether it did: the evidence is then to be taken whole, with condition, which
// makes the belief the posterior over the causes.
func (u *updater) confront(id ID, lik []float64, pred float64, index int, how manner) bool {
	v, s := u.sync(id)
	verified := v.verified.seq > 0
	if v.measured && !verified {
		return false // a measured base rate is no guess: this is plain Bayes
	}
	alt := v.alternative(how, verified && lik[v.best] < slices.Max(lik))
	broad := dot(alt, lik)
	p := u.b.marginal(nil, s, v)
	if !(broad > ContradictionRatio*pred) && !u.denied(v, s, p, lik, how) {
		if how == mannerDirect && !verified {
			u.doubtTable(v, p, lik, broad, index)
		}
		return false
	}
	c := weighCauses(v, p, lik, broad, u.b.now)
	reopen := c.miss + c.change + c.failed + c.prior
	if v.block >= 0 {
		m := u.b.blocks[v.block].mix
		u.setBlock(v.block, m.Move(joint.Shift{Slot: int(v.slot), Pi: alt, Stay: 1 - reopen}))
	} else {
		base := v.potential(nil, s)
		if same(base, v.base) || len(base) > 0 && len(v.base) > 0 && &base[0] == &v.base[0] {
			base = slices.Clone(base)
		}
		dist.Mix(base, alt, 1-reopen)
		v.base = base
	}
	v.unweighted, v.accounts, v.n = true, nil, 0
	// What was hidden from the earlier lists may be there now.
	v.changed = u.b.seq
	u.contradict(c, broad, pred, index).Reopened = append(u.st.Contradiction.Reopened, v.name)
	return true
}

// alternative is what would be believed if the belief were wrong: every value
// alike, but for the one that was verified. Evidence with weights may be about
// values that are rare by nature: its alternative is the prior.
func (v *variable) alternative(how manner, other bool) []float64 {
	if how == mannerWeighted {
		return v.prior
	}
	d := v.dom
	alt := make([]float64, len(d.values))
	for i := range alt {
		alt[i] = d.weight(i)
	}
	if other && len(alt) > 1 {
		alt[v.best] = 0
	}
	dist.Normalize(alt)
	return alt
}

// denied reports whether evidence that is to be believed or flagged would not be
// believed.
func (u *updater) denied(v *variable, s *slab, p, lik []float64, how manner) bool {
	settled := v.verified.seq > 0 && !v.stale && p[v.verifiedValue] >= verifiedAt
	switch how {
	case mannerAbsent:
		return settled && lik[v.verifiedValue] <= 0.25
	case mannerDirect:
		if settled && v.keeps() && lik[v.verifiedValue] < slices.Max(lik) {
			return true
		}
		return u.after(v, s, p, lik) < verifiedAt
	}
	return false
}

// after returns how probable it is that an instrument's report holds once it is
// taken within the cap.
func (u *updater) after(v *variable, s *slab, p, lik []float64) float64 {
	before, floor := s.likelihoods(v), v.floor(TrustInstrument)
	now := lik
	if before != nil {
		now = make([]float64, len(lik))
		for i := range now {
			now[i] = lik[i] * before[i]
		}
	}
	q := slices.Clone(p)
	if before != nil {
		held := ones(make([]float64, 0, len(q)), len(q))
		clipInto(held, before, floor)
		for i := range q {
			q[i] /= held[i]
		}
	}
	clipInto(q, now, floor)
	in, all, most := 0.0, 0.0, slices.Max(lik)
	for i, x := range q {
		if all += x; lik[i] >= most {
			in += x
		}
	}
	return in / all
}

// doubtTable flags a direct reading that the pack's table, without its share of
// doubt, could hardly have given. The belief needs no reopening for it.
func (u *updater) doubtTable(v *variable, p, lik []float64, broad float64, index int) {
	prior := v.dom.extendPrior(v.prior)
	table := (dot(prior, lik) - v.doubt*broad) / (1 - v.doubt)
	if broad <= ContradictionRatio*max(table, 1e-300) {
		return
	}
	u.contradict(weighCauses(v, p, lik, broad, u.b.now), broad, table, index)
}

// causes are the weights of what a contradiction may come from.
type causes struct {
	chance, parser              float64 // the belief held, and the answer true or false
	miss, change, failed, prior float64 // shares of the belief to be reopened
	broad                       float64 // P(evidence | reopened)
}

func weighCauses(v *variable, p, lik []float64, broad, now float64) causes {
	c := causes{miss: priorMiss, change: priorChange(v, now), broad: broad}
	if v.setByAction {
		c.failed = priorFailed
	}
	if v.verified.seq == 0 {
		c.prior = v.doubt
	}
	// Under the belief held the answer is true by chance, or it is false.
	stay, most := 1-c.miss-c.change-c.failed-c.prior, slices.Max(lik)
	for i, l := range lik {
		if 2*l >= most {
			c.chance += stay * p[i] * l
		} else {
			c.parser += stay * p[i] * l
		}
	}
	return c
}

// contradict adds a piece of evidence to the step's contradiction.
func (u *updater) contradict(w causes, broad, pred float64, index int) *Contradiction {
	c := u.st.Contradiction
	if c == nil {
		total := w.chance + w.parser + (w.miss+w.change+w.failed+w.prior)*w.broad
		c = &Contradiction{Causes: []CauseWeight{
			{CauseChance, w.chance / total},
			{CauseMiss, w.miss * w.broad / total},
			{CauseChange, w.change * w.broad / total},
			{CauseFailed, w.failed * w.broad / total},
			{CauseParser, w.parser / total},
			{CausePrior, w.prior * w.broad / total},
		}}
		u.st.Contradiction = c
	}
	c.Evidence = append(c.Evidence, index)
	c.Ratio = max(c.Ratio, min(broad/max(pred, 1e-300), 1e300))
	return c
}

// condition takes the evidence that reopened a variable whole: the class's cap
// holds for what is said from here on, and could otherwise keep the value that
// gave way for ever.
func (e *edit) condition(id ID, lik []float64) {
	v, _ := e.write(id)
	if v.block >= 0 {
		b, _ := e.b.blocks[v.block].mix.Weigh(joint.Factor{Slot: int(v.slot), Lik: lik})
		e.setBlock(v.block, b)
		return
	}
	for i := range v.base {
		v.base[i] = max(v.base[i]*lik[i], 1e-280)
	}
	dist.Normalize(v.base)
	possible(v.base)
}
