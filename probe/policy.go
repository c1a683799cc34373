package probe

import (
	"math/rand/v2"
	"slices"
)

// Act is the choice to probe nothing.
const Act = -1

// Policy decides at each step whether to probe and what. The zero value always
// acts. A Policy keeps no state.
type Policy struct {
	name   string
	choose func(m *Moment) int
}

// New returns a policy of one's own. choose returns the index of a field of the
// moment or Act.
func New(name string, choose func(m *Moment) int) Policy { return Policy{name, choose} }

// Name returns the policy's name.
func (p Policy) Name() string { return p.name }

// Named returns the policy under another name.
func (p Policy) Named(name string) Policy { return Policy{name, p.choose} }

// Idle says that the policy never probes, whatever the moment.
func (p Policy) Idle() bool { return p.choose == nil }

// Choose returns the field to probe or Act. It acts where no probe is left,
// whatever the policy says, and where nothing answers for the field.
func (p Policy) Choose(m *Moment) int {
	if p.choose == nil || m.Probes() == 0 {
		return Act
	}
	i := p.choose(m)
	if i < 0 || i >= len(m.All()) || !m.All()[i].Answerable() {
		return Act
	}
	return i
}

// When says whether this is a step to probe at.
type When func(m *Moment) bool

// Target picks a field, or Act where none is worth it.
type Target func(m *Moment) int

// At combines when and what, so that two policies can differ in one of them
// only.
func At(name string, when When, what Target) Policy {
	return New(name, func(m *Moment) int {
		if !when(m) {
			return Act
		}
		return what(m)
	})
}

// None always acts.
func None() Policy { return Policy{name: "none"} }

// Random probes with chance budget/horizon, any field.
func Random() Policy { return At("random", Chance, Any) }

// Periodic probes every ⌊horizon/budget⌋ steps the field that the agent is
// least sure of by its own report.
func Periodic() Policy { return At("periodic", Every, LeastSure) }

// PeriodicStalest probes every ⌊horizon/budget⌋ steps the stalest field.
func PeriodicStalest() Policy { return At("periodic-stalest", Every, Stalest) }

// SelfUncertainty probes the field of the least reported confidence while that
// is below one half.
func SelfUncertainty() Policy {
	return New("self-uncertainty", func(m *Moment) int {
		if i := LeastSure(m); i >= 0 && m.All()[i].Confidence < 0.5 {
			return i
		}
		return Act
	})
}

// EnvProbe is the paper's rule: the field of the greatest score, where that
// reaches the threshold of the terms. Ties go to the first.
func EnvProbe(name string, t Terms) Policy {
	return New(name, func(m *Moment) int {
		i := HighestScore(t)(m)
		if i < 0 || m.All()[i].Signal().Score(t) < t.Threshold() {
			return Act
		}
		return i
	})
}

// Judge lets someone else have the last word: override sees the moment and what
// base would do, and returns a field or Act; ok false leaves base's choice.
func Judge(name string, base Policy, override func(m *Moment, base int) (field int, ok bool)) Policy {
	return New(name, func(m *Moment) int {
		choice := base.Choose(m)
		if field, ok := override(m, choice); ok {
			return field
		}
		return choice
	})
}

// Now is every step.
func Now(*Moment) bool { return true }

// Every is each ⌊horizon/budget⌋-th step since the last probe, the probe
// itself included.
func Every(m *Moment) bool {
	return m.Step+1-m.LastProbe >= max(1, m.Horizon/max(1, m.Budget))
}

// Late is the last steps, as many as probes are left.
func Late(m *Moment) bool { return m.Left() <= m.Budget-m.Used }

// Chance is each step with chance budget/horizon.
func Chance(m *Moment) bool {
	return draw(m, 1).Float64() < float64(m.Budget)/float64(max(1, m.Horizon))
}

func draw(m *Moment, purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(m.Seed, uint64(m.Step)<<8|purpose))
}

// Any picks a field at random.
func Any(m *Moment) int {
	if len(m.All()) == 0 {
		return Act
	}
	return draw(m, 2).IntN(len(m.All()))
}

// Stalest picks the field verified longest ago.
func Stalest(m *Moment) int { return argmax(m, func(f *Field) float64 { return float64(f.Age) }) }

// LeastSure picks the field of the least reported confidence.
func LeastSure(m *Moment) int { return argmax(m, func(f *Field) float64 { return -f.Confidence }) }

// HighestScore picks the field of the greatest sum of signals.
func HighestScore(t Terms) Target {
	return func(m *Moment) int {
		return argmax(m, func(f *Field) float64 { return f.Signal().Score(t) })
	}
}

// Wrong picks the first field that is wrong, of the greatest weight and then
// the most lasting. wrong is the runner's word on the truth, by field.
func Wrong(weighted bool, wrong func(field int) bool) Target {
	return func(m *Moment) int {
		best, top := Act, 0.0
		for i := range m.All() {
			f := &m.All()[i]
			if !wrong(i) || !f.Answerable() {
				continue
			}
			score := f.Law.Stay(m.Left())
			if weighted {
				score *= f.Weight
			}
			if best < 0 || score > top {
				best, top = i, score
			}
		}
		if weighted && top == 0 {
			return Act
		}
		return best
	}
}

// Oracle probes a field that is wrong as soon as there is one.
func Oracle(wrong func(field int) bool) Policy { return At("oracle", Now, Wrong(false, wrong)) }

// OracleWeighted probes the wrong field that weighs most.
func OracleWeighted(wrong func(field int) bool) Policy {
	return At("oracle-weighted", Now, Wrong(true, wrong))
}

// OracleTimed probes what is wrong when value of information would: as late as it
// can be. It is the mark for a policy of that timing.
func OracleTimed(wrong func(field int) bool) Policy {
	timed := Worth{Objective: ObjectiveWeighted}
	return New("oracle-timed", func(m *Moment) int {
		told := *m
		told.Fields, told.LastSeen = slices.Clone(m.All()), true
		for i := range told.Fields {
			f := &told.Fields[i]
			f.Point, f.Weight = -1, 0
			if wrong(i) {
				f.Weight = 1
			}
		}
		return timed.timed(&told)
	})
}

// argmax returns the first answerable field of the greatest score, or Act.
func argmax(m *Moment, score func(f *Field) float64) int {
	best, top := Act, 0.0
	for i := range m.All() {
		f := &m.All()[i]
		if !f.Answerable() {
			continue
		}
		if s := score(f); best < 0 || s > top {
			best, top = i, s
		}
	}
	return best
}
