package probeworld

import (
	"fmt"
	"math"
	"slices"

	"github.com/bethink-dev/bethink"
)

// Knobs make a scripted agent imperfect, in ways that depend on nothing but
// the seed, the step and the field. The zero value is the perfect one.
type Knobs struct {
	// Forget is the chance, per step and believed field, that the value
	// becomes the earlier one or unknown, one or the other at even odds.
	Forget float64
	// Hallucinate is the chance, per step and unknown field with listed
	// values, that a random one is believed, with confidence 0.9.
	Hallucinate float64
	// Miss is the chance that a field just seen is not recorded.
	Miss float64
	// Overconfidence is the least confidence ever reported.
	Overconfidence float64
	// Label is the chance that a criticality label is drawn at random.
	Label float64
}

// Validate returns an error that wraps bethink.ErrInvalid and names the field
// that is not in [0, 1].
func (k Knobs) Validate() error {
	for _, f := range []struct {
		name string
		p    float64
	}{
		{"Forget", k.Forget}, {"Hallucinate", k.Hallucinate}, {"Miss", k.Miss}, {"Overconfidence", k.Overconfidence}, {"Label", k.Label},
	} {
		if !(f.p >= 0 && f.p <= 1) {
			return fmt.Errorf("probeworld: Knobs.%s is %v, not a probability: %w", f.name, f.p, bethink.ErrInvalid)
		}
	}
	return nil
}

const (
	drawMiss purpose = iota + 64 // apart from those of the worlds
	drawForget
	drawEarlier
	drawHallucinate
	drawValue
	drawLabel
	drawLabelValue
)

// See is Memory.See by an imperfect agent: it misses, forgets, then
// hallucinates. A forgotten field keeps its step of verification and, where an
// earlier value took its place, its confidence: the agent does not know.
func (k Knobs) See(m Memory, o Observation, seed uint64) Memory {
	next := m.See(o)
	c := chance{seed: seed, step: o.Step}
	for i := range next.memos {
		memo := &next.memos[i]
		if memo.Seen == o.Step && m.memos[i].Seen < o.Step && c.float(drawMiss, i) < k.Miss {
			*memo = m.memos[i]
		}
		if memo.Value != "" && c.float(drawForget, i) < k.Forget {
			memo.Value = memo.Earlier
			if c.float(drawEarlier, i) < 0.5 {
				memo.Value = ""
			}
			if memo.Value == "" {
				memo.Confidence = 0
			}
		}
		if memo.Value == "" && len(memo.Values) > 0 && memo.Seen < o.Step && c.float(drawHallucinate, i) < k.Hallucinate {
			memo.Value, memo.Confidence = memo.Values[c.below(drawValue, i, len(memo.Values))], 0.9
		}
	}
	return next
}

// Confidence is what the agent reports where the true probability is p.
func (k Knobs) Confidence(p float64) float64 { return max(k.Overconfidence, p) }

// Criticality is the label reported for a field by number: its weight rounded
// up to 0, 0.5 or 1, or one of those at random.
func (k Knobs) Criticality(weight float64, field int, seed uint64, step int) float64 {
	c := chance{seed: seed, step: step}
	if c.float(drawLabel, field) < k.Label {
		return float64(c.below(drawLabelValue, field, 3)) / 2
	}
	return min(1, math.Ceil(2*weight)/2)
}

// Holds is the probability that a value verified age ticks ago still holds,
// were the agent not to act on it: 1 for a still field, 1/m + (1 − 1/m)(1 − p)^age
// for a redraw over m values, ½(1 + (1 − 2p)^age) for a flip, and (1 − p)^age for
// a variable that existed (1 for one that did not).
func (f Field) Holds(value string, age int) float64 {
	t := float64(age)
	switch f.Hazard {
	case HazardRedraw:
		if value == Held || !slices.Contains(f.Values, value) {
			return 1
		}
		m := 1 / float64(len(f.Values))
		return m + (1-m)*math.Pow(1-f.Rate, t)
	case HazardFlip:
		return (1 + math.Pow(1-2*f.Rate, t)) / 2
	case HazardDeletion:
		if value == "true" {
			return math.Pow(1-f.Rate, t)
		}
	case HazardStill:
	}
	return 1
}
