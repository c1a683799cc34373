package probing

import (
	"fmt"
	"slices"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench/probing/policy"
	"github.com/bethink-dev/bethink/bench/stat"
	"github.com/bethink-dev/bethink/env/probeworld"
	"github.com/bethink-dev/bethink/probe"
)

// Config says what to study: every combination of worlds, stress presets,
// regimes and agents is a cell, in which every arm plays the same seeds.
type Config struct {
	Worlds   []probeworld.Kind
	Stresses []string
	Regimes  []probeworld.Regime
	Agents   []Agent
	// Arms are the policies; Arms() where nil. The first is the baseline.
	Arms []Arm
	// Seeds is the number of paired seeds, from First on.
	Seeds int
	First uint64
	// Resamples is the number of bootstrap samples.
	Resamples int
}

// The declared sizes of the study.
const (
	DefaultSeeds     = 220
	DefaultFirst     = 42
	DefaultResamples = 10000
	// Margin is the loss of task success that counts as none.
	Margin = 0.01
	// training is how many episodes of other seeds the learned rates rest on.
	training = 50
)

// Validate returns an error that wraps bethink.ErrInvalid and names the field
// that is wrong.
func (c Config) Validate() error {
	bad := func(field, why string) error {
		return fmt.Errorf("probing: Config.%s %s: %w", field, why, bethink.ErrInvalid)
	}
	switch {
	case len(c.Worlds) == 0:
		return bad("Worlds", "is empty")
	case len(c.Stresses) == 0:
		return bad("Stresses", "is empty")
	case len(c.Regimes) == 0:
		return bad("Regimes", "is empty")
	case len(c.Agents) == 0:
		return bad("Agents", "is empty")
	case c.Seeds < 2:
		return bad("Seeds", "is below 2")
	case c.Resamples < 1:
		return bad("Resamples", "is below 1")
	}
	return nil
}

// Cell is one combination with the episodes of every arm.
type Cell struct {
	World  probeworld.Kind
	Stress probeworld.Stress
	Regime probeworld.Regime // as it is in force
	Agent  Agent
	Arms   []Arm
	// Episodes are by arm and seed.
	Episodes [][]Episode

	regime  probeworld.Regime // as configured
	learned bethink.Knowledge
}

// Each runs do(0) … do(n−1), in any order and at the same time or not, and
// returns the first error by number.
type Each func(n int, do func(i int) error) error

// InTurn is the Each that runs one after the other.
func InTurn(n int, do func(i int) error) error {
	for i := range n {
		if err := do(i); err != nil {
			return err
		}
	}
	return nil
}

// Run plays the study. The result does not depend on each.
func Run(c Config, each Each) ([]*Cell, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	cells, err := c.cells()
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(cells[0].Arms, func(a Arm) bool { return a.Hazards == HazardsLearned }) {
		err := each(len(cells), func(i int) error { return cells[i].train(c.First + uint64(c.Seeds)) })
		if err != nil {
			return nil, err
		}
	}
	arms := len(cells[0].Arms)
	err = each(len(cells)*arms, func(i int) error {
		cell, arm := cells[i/arms], i%arms
		if err := cell.play(arm, c.First, c.Seeds); err != nil {
			return fmt.Errorf("%v: %w", cell, err)
		}
		return nil
	})
	return cells, err
}

// cells lists the combinations that can be played. Regimes that say the same
// twice are left out.
func (c Config) cells() ([]*Cell, error) {
	arms := c.Arms
	if arms == nil {
		arms = Arms()
	}
	var cells []*Cell
	for _, kind := range c.Worlds {
		for _, name := range c.Stresses {
			stress, err := probeworld.StressNamed(name)
			if err != nil {
				return nil, err
			}
			for _, regime := range c.Regimes {
				force := regime
				if regime == probeworld.RegimePreset {
					force = stress.Regime
				}
				for _, agent := range c.Agents {
					cell := &Cell{World: kind, Stress: stress, Regime: force, Agent: agent, Arms: arms, Episodes: make([][]Episode, len(arms)), regime: regime}
					same := func(o *Cell) bool { return o.String() == cell.String() }
					if agent.Plays(kind) && !slices.ContainsFunc(cells, same) {
						cells = append(cells, cell)
					}
				}
			}
		}
	}
	if len(cells) == 0 {
		return nil, fmt.Errorf("probing: no cell to play: the patrolling agent walks in ObjectStateWorld only: %w", bethink.ErrInvalid)
	}
	return cells, nil
}

// String names the cell: object/S2/mild/patrol.
func (c *Cell) String() string {
	return fmt.Sprintf("%v/%s/%v/%s", c.World, c.Stress.Name, c.Regime, c.Agent.Name)
}

func (c *Cell) player(arm Arm) (*player, error) {
	w, err := probeworld.New(probeworld.Config{Kind: c.World, Stress: c.Stress, Regime: c.regime,
		Protocol: probeworld.ProtocolCorrected, FailureCost: c.Agent.FailureCost})
	if err != nil {
		return nil, err
	}
	return &player{world: w, agent: c.Agent, arm: arm, minds: newMinds(w, c.learned)}, nil
}

// train learns the change rates of the cell's world from episodes of seeds that
// the study does not play, with probes at random.
func (c *Cell) train(first uint64) error {
	rates := probe.Rates{}
	random := Arm{Name: "random", Build: func(func(int) bool) policy.Prober { return policy.Random() }, Hazards: HazardsLearned}
	for seed := first; seed < first+training; seed++ {
		c.learned = rates
		p, err := c.player(random)
		if err != nil {
			return err
		}
		p.teach = &rates
		if _, err := p.play(seed); err != nil {
			return fmt.Errorf("%v: training: %w", c, err)
		}
	}
	c.learned = rates
	return nil
}

func (c *Cell) play(arm int, first uint64, seeds int) error {
	p, err := c.player(c.Arms[arm])
	if err != nil {
		return err
	}
	episodes := make([]Episode, seeds)
	for i := range episodes {
		if episodes[i], err = p.play(first + uint64(i)); err != nil {
			return fmt.Errorf("%s: %w", c.Arms[arm].Name, err)
		}
	}
	c.Episodes[arm] = episodes
	return nil
}

// find returns the number of an arm, or −1.
func (c *Cell) find(name string) int {
	return slices.IndexFunc(c.Arms, func(a Arm) bool { return a.Name == name })
}

// values reads one figure of every episode of an arm.
func (c *Cell) values(arm int, of func(e *Episode) float64) []float64 {
	out := make([]float64, len(c.Episodes[arm]))
	for i := range out {
		out[i] = of(&c.Episodes[arm][i])
	}
	return out
}

func terminal(e *Episode) float64 { return e.Terminal }

func success(e *Episode) float64 {
	if e.Success {
		return 1
	}
	return 0
}

// Comparison is one declared test with the difference it is about.
type Comparison struct {
	Cell    *Cell
	A, B    string
	Measure string
	stat.Estimate
	stat.Verdict
}

// declared lists the family of tests: what the study set out to show.
func declared(c *Cell) (out []Comparison) {
	for _, pair := range [][2]string{
		{"voi", "none"}, {"voi", "periodic-stalest"}, {"voi", "envprobe"}, {"voi", "envprobe-late"}, {"voi", "voi-placebo"},
		{"voi-every", "periodic-stalest"}, {"voi-learned", "voi-shuffled"}, {"envprobe", "none"}, {"envprobe", "random"},
	} {
		out = append(out, Comparison{Cell: c, A: pair[0], B: pair[1], Measure: "terminal"})
	}
	for _, a := range c.Arms {
		if a.Protects {
			out = append(out, Comparison{Cell: c, A: a.Name, B: "none", Measure: "success"})
		}
	}
	return append(out, Comparison{Cell: c, A: "voi-success", B: "none", Measure: "success"})
}

// Compare makes the declared comparisons of all cells: paired bootstraps, and
// Holm over the whole family at 0.05. The success of a policy that was told to
// protect the task is tested for being no worse by Margin or more.
//
// A bootstrap of r samples knows no p-value below 2/(r+1). Where the family is so
// large that Holm could reject nothing at resamples, more are drawn.
func Compare(cells []*Cell, resamples int, each Each) ([]Comparison, error) {
	var family []Comparison
	for _, c := range cells {
		for _, d := range declared(c) {
			if c.find(d.A) >= 0 && c.find(d.B) >= 0 {
				family = append(family, d)
			}
		}
	}
	resamples = max(resamples, 80*len(family))
	tests := make([]stat.Test, len(family))
	err := each(len(family), func(i int) error {
		d := &family[i]
		of := terminal
		if d.Measure == "success" {
			of = success
		}
		r, err := stat.Paired(d.Cell.values(d.Cell.find(d.A), of), d.Cell.values(d.Cell.find(d.B), of), nil, stat.Config{Resamples: resamples, Seed: 1})
		if err != nil {
			return fmt.Errorf("%v: %s against %s: %w", d.Cell, d.A, d.B, err)
		}
		d.Estimate = r.Percentile(0.95)
		name := fmt.Sprintf("%v %s %s-%s", d.Cell, d.Measure, d.A, d.B)
		tests[i] = r.Differs(name)
		if d.Cell.Arms[d.Cell.find(d.A)].Protects && d.Measure == "success" {
			tests[i] = r.NoWorse(name, Margin)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, v := range stat.Holm(tests, 0.05) {
		family[i].Verdict = v
	}
	return family, nil
}

// Chosen is the best policy of a cell, chosen on one half of the seeds and
// measured on the other, both ways.
type Chosen struct {
	Names [2]string
	// Value is the mean over the halves that did not choose.
	Value float64
}

// Choose picks the best arm that is no control by terminal accuracy.
func (c *Cell) Choose() Chosen {
	var out Chosen
	half := func(arm, parity int) float64 {
		sum, n := 0.0, 0
		for i := parity; i < len(c.Episodes[arm]); i += 2 {
			sum += c.Episodes[arm][i].Terminal
			n++
		}
		return sum / float64(max(1, n))
	}
	for parity := range 2 {
		best := -1
		for arm, a := range c.Arms {
			if !a.Control && (best < 0 || half(arm, parity) > half(best, parity)) {
				best = arm
			}
		}
		out.Names[parity] = c.Arms[best].Name
		out.Value += half(best, 1-parity) / 2
	}
	return out
}
