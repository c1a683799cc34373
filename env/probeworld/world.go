package probeworld

import (
	"fmt"

	"github.com/bethink-dev/bethink"
)

// game is what differs between the three worlds. It has more than four
// methods because a world is exactly this list: it is dealt, acted in, drifts,
// is seen, is asked, and is read by the benchmark.
type game interface {
	deal(mt *MT19937)
	// act performs one task action; the result is the reason of refusal.
	act(verb, arg string, c chance) string
	won() bool
	drift(rate float64, c chance)
	observe(noise Noise, c chance, o *Observation)
	// ask answers a probe; an unknown verb leaves Answer.Verb empty.
	ask(verb, arg string) Answer
	fields(rate float64, keys bool) []Field
	// next is the action of a planner that knows the whole present truth.
	next() string
	// actions and probes list what could be tried now, judged without looking
	// at anything hidden.
	actions() []string
	probes() []string
	gold() Gold
	clone() game
}

// Config says which world to make. The zero value but for Stress is the
// published ObjectStateWorld.
type Config struct {
	Kind     Kind
	Stress   Stress
	Regime   Regime
	Protocol Protocol
	// FailureCost is the number of further steps lost on a refused action, ≥ 0;
	// Corrected protocol only.
	FailureCost int
	// KeyFields adds the key that each door or edge requires to Fields.
	KeyFields bool
}

// World is one of the three worlds in play.
//
// Invariants:
//  1. Same Config, seed and calls: same world, same observations.
//  2. A probe never changes the world; under the Corrected protocol time
//     passes after it, as after an action.
//  3. Spent never exceeds Horizon and Probes never exceeds Budget.
//
// Not safe for concurrent use.
type World struct {
	cfg    Config
	regime Regime
	game   game
	mt     MT19937
	seed   uint64

	step, spent, probes int
	done, success       bool
	obs                 Observation
}

// New returns a world dealt with seed 0. An error wraps bethink.ErrInvalid and
// names the field of Config that is wrong.
func New(cfg Config) (*World, error) {
	s := cfg.Stress
	bad := func(field string, got any) (*World, error) {
		return nil, fmt.Errorf("probeworld: Config.%s is %v: %w", field, got, bethink.ErrInvalid)
	}
	switch {
	case cfg.Kind > StressGraph:
		return bad("Kind", cfg.Kind)
	case cfg.Regime > RegimeVolatile:
		return bad("Regime", cfg.Regime)
	case cfg.Protocol > ProtocolCorrected:
		return bad("Protocol", cfg.Protocol)
	case s.Horizon < 1:
		return bad("Stress.Horizon", s.Horizon)
	case s.Budget < 0:
		return bad("Stress.Budget", s.Budget)
	case s.Cardinality > LevelHigh:
		return bad("Stress.Cardinality", s.Cardinality)
	case s.Density > LevelHigh:
		return bad("Stress.Density", s.Density)
	case s.Noise > NoiseDistractor:
		return bad("Stress.Noise", s.Noise)
	case s.Regime > RegimeVolatile || s.Regime == RegimePreset:
		return bad("Stress.Regime", s.Regime)
	case cfg.FailureCost < 0 || cfg.FailureCost > 0 && cfg.Protocol == ProtocolPublished:
		return bad("FailureCost", cfg.FailureCost)
	}
	w := &World{cfg: cfg, regime: s.Regime}
	if cfg.Regime != RegimePreset {
		w.regime = cfg.Regime
	}
	switch cfg.Kind {
	case StressObject:
		w.game = newObjectWorld(s)
	case StressTool:
		w.game = newToolWorld(s)
	case StressGraph:
		w.game = newGraphWorld(s)
	}
	w.Reset(0)
	return w, nil
}

// Reset deals the world of the given seed and returns the first observation.
func (w *World) Reset(seed uint64) Observation {
	w.mt.Seed(seed)
	w.seed = seed
	w.step, w.spent, w.probes = 0, 0, 0
	w.done, w.success = false, false
	w.game.deal(&w.mt)
	w.obs = Observation{Kind: w.cfg.Kind, Horizon: w.cfg.Stress.Horizon, Valid: true}
	w.see()
	return w.obs
}

// Do performs one task action, given as text. Text that is no action of the
// world is refused and costs a step like any refused action. After the end it
// changes nothing and returns the last observation.
func (w *World) Do(action string) (Observation, Info) {
	if w.Over() {
		return w.obs, Info{Valid: w.obs.Valid}
	}
	w.step++
	w.spent++
	w.obs.After, w.obs.Acted = action, true
	reason := "parse_error"
	if verb, arg, ok := split(action); ok {
		reason = w.game.act(verb, arg, w.chance())
	}
	w.obs.Valid = reason == ""
	info := Info{Valid: w.obs.Valid, Reason: reason}
	if w.game.won() {
		w.success, w.done = true, true
		info.Reward = 1
	} else if !info.Valid {
		info.Reward = -0.05
	}
	w.pass(nil)
	if !info.Valid {
		for range w.cfg.FailureCost {
			w.Tick()
		}
	}
	return w.obs, info
}

// Probe asks one question, given as text, and returns the truth at the moment
// of asking. Under the Published protocol it costs one unit of budget and one
// step of the loop whatever the text, and nothing moves. Under the Corrected
// protocol a probe that cannot be made (Answer.Err) costs nothing; another
// costs both, the world ticks, and Observation holds the answer. A probe
// beyond the budget or after the end has Err budget_spent or over.
func (w *World) Probe(text string) Answer {
	switch {
	case w.Over():
		return Answer{Verb: "invalid", Target: text, Err: "over"}
	case w.probes >= w.cfg.Stress.Budget:
		return Answer{Verb: "invalid", Target: text, Err: "budget_spent"}
	}
	a := w.ask(text)
	if w.cfg.Protocol == ProtocolPublished {
		w.probes++
		w.spent++
		return a
	}
	if a.Err != "" {
		w.obs.Answer = &a
		return a
	}
	w.probes++
	w.spent++
	w.step++
	w.pass(&a)
	return a
}

// Tick lets one step pass without an action or a probe. After the end it does
// nothing.
func (w *World) Tick() Observation {
	if !w.Over() {
		w.step++
		w.spent++
		w.pass(nil)
	}
	return w.obs
}

// pass ends a step: the horizon, one round of mutation, and a new look.
func (w *World) pass(a *Answer) {
	if w.step >= w.cfg.Stress.Horizon {
		w.done = true
	}
	if p := rate(w.cfg.Kind, w.regime); p > 0 {
		w.game.drift(p, w.chance())
	}
	w.obs.Answer = a
	w.see()
}

func (w *World) see() {
	w.obs.Step = w.step
	w.game.observe(w.cfg.Stress.Noise, w.chance(), &w.obs)
}

func (w *World) ask(text string) Answer {
	verb, arg, ok := split(text)
	if !ok {
		return Answer{Verb: "invalid", Target: text, Err: "parse_error"}
	}
	a := w.game.ask(verb, arg)
	if a.Verb == "" {
		a = Answer{Verb: "unknown_probe", Err: "unknown_probe:" + verb}
	}
	a.Target = arg
	return a
}

func (w *World) chance() chance {
	if w.cfg.Protocol == ProtocolPublished {
		return chance{mt: &w.mt}
	}
	return chance{seed: w.seed, step: w.step}
}

// Config returns what the world was made of.
func (w *World) Config() Config { return w.cfg }

// Observation returns the latest observation.
func (w *World) Observation() Observation { return w.obs }

// Horizon is the number of steps of an episode, actions and probes together.
func (w *World) Horizon() int { return w.cfg.Stress.Horizon }

// Budget is the number of probes of an episode.
func (w *World) Budget() int { return w.cfg.Stress.Budget }

// Step is the world's own clock; see Observation.Step.
func (w *World) Step() int { return w.step }

// Spent is the number of steps used so far, probes and lost steps included.
func (w *World) Spent() int { return w.spent }

// Probes is the number of probes billed so far.
func (w *World) Probes() int { return w.probes }

// Done says that the world itself has ended: success, or its own clock at the
// horizon.
func (w *World) Done() bool { return w.done }

// Over says that the episode has ended: Done, or all steps spent.
func (w *World) Over() bool { return w.done || w.spent >= w.cfg.Stress.Horizon }

// Success says that the task was solved.
func (w *World) Success() bool { return w.success }

// Fields returns the gold fields, in a fixed order. It is for benchmarks. The
// agent's own place and inventory are always seen and are not among them. The
// caller owns the slice.
func (w *World) Fields() []Field {
	return w.game.fields(rate(w.cfg.Kind, w.regime), w.cfg.KeyFields)
}

// Gold returns the whole true state. It is for benchmarks.
func (w *World) Gold() Gold { return w.game.gold() }

// Next returns the action of a planner that knows the whole present truth and
// nothing of the future; it is for benchmarks. Where it sees no way it waits.
func (w *World) Next() string { return w.game.next() }

// Actions lists the task actions that could be tried now, judged by what is
// in view and not by what is hidden: an action on the list may be refused. The
// caller owns the slice; it is in no useful order.
func (w *World) Actions() []string { return w.game.actions() }

// ProbesNow lists the probes that could be asked; none once the budget is
// spent. The caller owns the slice; it is in no useful order.
func (w *World) ProbesNow() []string {
	if w.Over() || w.probes >= w.cfg.Stress.Budget {
		return nil
	}
	return w.game.probes()
}

// Clone returns an independent world in the same state with the same future.
func (w *World) Clone() *World {
	c := *w
	c.game = w.game.clone()
	return &c
}
