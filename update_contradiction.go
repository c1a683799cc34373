package bethink

import (
	"slices"

	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/joint"
)

// ContradictionRatio is how much likelier evidence must be under the broad
// alternative (the variable's prior) than under the belief to count as a
// contradiction. Design section 2.8.
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

// confront compares evidence with likelihood lik and predictive probability
// pred under the belief with the variable's prior, and reopens the variable
// where the prior explains it more than ContradictionRatio times better. It
// reports whether it did: the evidence is then to be taken with take, which
// makes the belief the posterior over the causes.
func (e *edit) confront(id ID, lik []float64, pred float64, index int, st *Step) bool {
	v, s := e.sync(id)
	broad := 0.0
	for i, l := range lik {
		if i < len(v.prior) {
			broad += v.prior[i] * l
		}
	}
	if !(broad > ContradictionRatio*pred) {
		return false
	}
	miss, change := priorMiss, priorChange(v, e.b.now)
	failed := 0.0
	if v.setByAction {
		failed = priorFailed
	}
	reopen := miss + change + failed
	// Under the belief held the answer is true by chance, or it is false.
	p := e.b.marginal(nil, s, v)
	chance, parser, most := 0.0, 0.0, slices.Max(lik)
	for i, l := range lik {
		if 2*l >= most {
			chance += (1 - reopen) * p[i] * l
		} else {
			parser += (1 - reopen) * p[i] * l
		}
	}
	if v.block >= 0 {
		m := e.b.blocks[v.block].mix
		e.setBlock(v.block, m.Move(joint.Shift{Slot: int(v.slot), Pi: v.prior, Stay: 1 - reopen}))
		v.unweighted, v.accounts, v.n = true, nil, 0
	} else {
		base := v.potential(nil, s)
		if same(base, v.base) || len(base) > 0 && len(v.base) > 0 && &base[0] == &v.base[0] {
			base = slices.Clone(base)
		}
		dist.Mix(base, v.prior, 1-reopen)
		v.base, v.unweighted, v.accounts, v.n = base, true, nil, 0
	}
	// What was hidden from the earlier lists may be there now.
	v.changed = e.b.seq
	total := chance + parser + reopen*broad
	c := st.Contradiction
	if c == nil {
		c = &Contradiction{Causes: []CauseWeight{
			{CauseChance, chance / total},
			{CauseMiss, miss * broad / total},
			{CauseChange, change * broad / total},
			{CauseFailed, failed * broad / total},
			{CauseParser, parser / total},
		}}
		st.Contradiction = c
	}
	c.Evidence = append(c.Evidence, index)
	c.Ratio = max(c.Ratio, min(broad/max(pred, 1e-300), 1e300))
	c.Reopened = append(c.Reopened, v.name)
	return true
}

// take conditions a reopened variable on the evidence that reopened it, whole:
// the class's cap holds for what is said from here on, and could otherwise keep
// the value that gave way for ever.
func (e *edit) take(id ID, lik []float64) {
	v, _ := e.write(id)
	if v.block >= 0 {
		b, _ := e.b.blocks[v.block].mix.Weigh(joint.Factor{Slot: int(v.slot), Lik: lik})
		e.setBlock(v.block, b)
		return
	}
	for i := range v.base {
		v.base[i] *= lik[i]
	}
	dist.Normalize(v.base)
}
