package policy

import (
	"math/rand/v2"
	"slices"
)

// Act is the choice to probe nothing.
const Act = -1

// Prober is a policy of the study: it decides at each step whether to probe and
// what. The zero value always acts. A Prober keeps no state.
type Prober struct {
	name   string
	choose func(m *Turn) int
}

// New returns a policy of one's own. choose returns the index of a option of the
// turn or Act.
func New(name string, choose func(m *Turn) int) Prober { return Prober{name, choose} }

// Name returns the policy's name.
func (p Prober) Name() string { return p.name }

// Named returns the policy under another name.
func (p Prober) Named(name string) Prober { return Prober{name, p.choose} }

// Idle says that the policy never probes, whatever the turn.
func (p Prober) Idle() bool { return p.choose == nil }

// Choose returns the option to probe or Act. It acts where no probe is left,
// whatever the policy says, and where nothing answers for the option.
func (p Prober) Choose(m *Turn) int {
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
type When func(m *Turn) bool

// Target picks a option, or Act where none is worth it.
type Target func(m *Turn) int

// At combines when and what, so that two policies can differ in one of them
// only.
func At(name string, when When, what Target) Prober {
	return New(name, func(m *Turn) int {
		if !when(m) {
			return Act
		}
		return what(m)
	})
}

// None always acts.
func None() Prober { return Prober{name: "none"} }

// Random probes with chance budget/horizon, any option.
func Random() Prober { return At("random", Chance, Any) }

// Periodic probes every ⌊horizon/budget⌋ steps the option that the agent is
// least sure of by its own report.
func Periodic() Prober { return At("periodic", Every, LeastSure) }

// PeriodicStalest probes every ⌊horizon/budget⌋ steps the stalest option.
func PeriodicStalest() Prober { return At("periodic-stalest", Every, Stalest) }

// SelfUncertainty probes the option of the least reported confidence while that
// is below one half.
func SelfUncertainty() Prober {
	return New("self-uncertainty", func(m *Turn) int {
		if i := LeastSure(m); i >= 0 && m.All()[i].Confidence < 0.5 {
			return i
		}
		return Act
	})
}

// EnvProbe is the paper's rule: the option of the greatest score, where that
// reaches the threshold of the terms. Ties go to the first.
func EnvProbe(name string, t Terms) Prober {
	return New(name, func(m *Turn) int {
		i := HighestScore(t)(m)
		if i < 0 || t.Score(m.All()[i].Signal()) < t.Threshold() {
			return Act
		}
		return i
	})
}

// Judge lets someone else have the last word: override sees the turn and what
// base would do, and returns a option or Act; ok false leaves base's choice.
func Judge(name string, base Prober, override func(m *Turn, base int) (option int, ok bool)) Prober {
	return New(name, func(m *Turn) int {
		choice := base.Choose(m)
		if option, ok := override(m, choice); ok {
			return option
		}
		return choice
	})
}

// Now is every step.
func Now(*Turn) bool { return true }

// Every is each ⌊horizon/budget⌋-th step since the last probe, the probe
// itself included.
func Every(m *Turn) bool {
	return m.Step+1-m.LastProbe >= max(1, m.Horizon/max(1, m.Budget))
}

// Late is the last steps, as many as probes are left.
func Late(m *Turn) bool { return m.Left() <= m.Budget-m.Used }

// Chance is each step with chance budget/horizon.
func Chance(m *Turn) bool {
	return draw(m, 1).Float64() < float64(m.Budget)/float64(max(1, m.Horizon))
}

func draw(m *Turn, purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(m.Seed, uint64(m.Step)<<8|purpose))
}

// Any picks a option at random.
func Any(m *Turn) int {
	if len(m.All()) == 0 {
		return Act
	}
	return draw(m, 2).IntN(len(m.All()))
}

// Stalest picks the option verified longest ago.
func Stalest(m *Turn) int { return argmax(m, func(o *Option) float64 { return float64(o.Age) }) }

// LeastSure picks the option of the least reported confidence.
func LeastSure(m *Turn) int { return argmax(m, func(o *Option) float64 { return -o.Confidence }) }

// HighestScore picks the option of the greatest sum of signals.
func HighestScore(t Terms) Target {
	return func(m *Turn) int {
		return argmax(m, func(o *Option) float64 { return t.Score(o.Signal()) })
	}
}

// Wrong picks the first option that is wrong, of the greatest weight and then
// the most lasting. wrong is the runner's word on the truth, by option.
func Wrong(weighted bool, wrong func(option int) bool) Target {
	return func(m *Turn) int {
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

// Oracle probes a option that is wrong as soon as there is one.
func Oracle(wrong func(option int) bool) Prober { return At("oracle", Now, Wrong(false, wrong)) }

// OracleWeighted probes the wrong option that weighs most.
func OracleWeighted(wrong func(option int) bool) Prober {
	return At("oracle-weighted", Now, Wrong(true, wrong))
}

// OracleTimed probes what is wrong when value of information would: as late as it
// can be. It is the mark for a policy of that timing.
func OracleTimed(wrong func(option int) bool) Prober {
	timed := Worth{Objective: ObjectiveWeighted}
	return New("oracle-timed", func(m *Turn) int {
		told := *m
		told.Options, told.LastSeen = slices.Clone(m.All()), true
		for i := range told.Options {
			f := &told.Options[i]
			f.Point, f.Weight = -1, 0
			if wrong(i) {
				f.Weight = 1
			}
		}
		return timed.timed(&told)
	})
}

// argmax returns the first answerable option of the greatest score, or Act.
func argmax(m *Turn, score func(*Option) float64) int {
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
