package published_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/probeworld"
	"github.com/bethink-dev/bethink/env/probeworld/published"
)

func newWorld(t *testing.T, kind probeworld.Kind, protocol probeworld.Protocol) *probeworld.World {
	t.Helper()
	s, err := probeworld.StressNamed("S2")
	if err != nil {
		t.Fatal(err)
	}
	w, err := probeworld.New(probeworld.Config{Kind: kind, Stress: s, Protocol: protocol})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// cell plays the paper's primary seeds, 42 to 261.
func cell(t *testing.T, w *probeworld.World, agent published.Agent, policy published.Policy) published.Cell {
	t.Helper()
	var episodes []published.Episode
	for seed := uint64(42); seed <= 261; seed++ {
		e, err := published.Run(w, seed, agent, policy)
		if err != nil {
			t.Fatal(err)
		}
		episodes = append(episodes, e)
	}
	return published.Summarise(episodes)
}

// near compares with a figure printed to the given number of decimals.
func near(t *testing.T, what string, got, want float64, decimals int) {
	t.Helper()
	if math.Abs(got-want) > 0.5*math.Pow10(-decimals)+1e-9 {
		t.Errorf("%s = %.4f, want %.*f", what, got, decimals, want)
	}
}

var (
	full = published.EnvProbe("simple", published.TermsAll)
	cd   = published.EnvProbe("c+d", published.TermC|published.TermD)
	noC  = published.EnvProbe("-c", published.TermsAll&^published.TermC)
	noS  = published.EnvProbe("-s", published.TermsAll&^published.TermS)
	noU  = published.EnvProbe("-u", published.TermsAll&^published.TermU)
	noD  = published.EnvProbe("-d", published.TermsAll&^published.TermD)
)

// The headline of the paper without any information: a truthful ToolDAGWorld
// agent that is never told an answer. Three groups of policies cannot be told
// apart, whatever their names say. Figures: the published harness, S2, n 220.
func TestFigures_TruthfulAgent(t *testing.T) {
	t.Parallel()
	type row struct {
		accuracy, probes, success, onset float64
		actionCollapses                  int
		policies                         []published.Policy
	}
	rows := []row{
		{0.412, 0, 0.964, 1.37, 0, []published.Policy{published.None(), published.SelfUncertainty(), noC, noD, published.Oracle()}},
		{0.455, 4.9, 0.877, 1.62, 0, []published.Policy{published.Periodic()}},
		{0.591, 7.0, 0.877, 8.37, 220, []published.Policy{full, cd, noS, noU, published.OracleTaskWeighted()}},
	}
	for _, want := range rows {
		for _, policy := range want.policies {
			t.Run(policy.Name(), func(t *testing.T) {
				w := newWorld(t, probeworld.StressTool, probeworld.ProtocolPublished)
				c := cell(t, w, published.NewTruthful(w, false), policy)
				near(t, "accuracy", c.Accuracy, want.accuracy, 3)
				near(t, "probes", c.Probes, want.probes, 1)
				near(t, "success", c.Success, want.success, 3)
				near(t, "collapse onset", c.Onset, want.onset, 2)
				if c.UsefulRate != 0 {
					t.Errorf("useful-probe rate %v, want exactly 0", c.UsefulRate)
				}
				if c.ActionCollapses != want.actionCollapses {
					t.Errorf("%d action collapses, want %d", c.ActionCollapses, want.actionCollapses)
				}
			})
		}
	}
}

// The same agent with an empty list of open tools.
func TestFigures_TruthfulAgentWithoutOpenTools(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		policy   published.Policy
		accuracy float64
	}{{published.None(), 0.218}, {published.Periodic(), 0.236}, {full, 0.364}} {
		w := newWorld(t, probeworld.StressTool, probeworld.ProtocolPublished)
		near(t, tt.policy.Name(), cell(t, w, published.NewTruthful(w, true), tt.policy).Accuracy, tt.accuracy, 3)
	}
}

// The original's random policy is unseeded, so its figures (0.460, 4.7 probes,
// useful rate 0.35, success 0.88) hold within three standard errors only.
func TestFigures_Random(t *testing.T) {
	t.Parallel()
	w := newWorld(t, probeworld.StressTool, probeworld.ProtocolPublished)
	c := cell(t, w, published.NewTruthful(w, false), published.Random())
	for _, f := range []struct {
		what                 string
		got, want, tolerance float64
	}{
		{"accuracy", c.Accuracy, 0.460, 0.025},
		{"probes", c.Probes, 4.7, 0.4},
		{"useful rate", c.UsefulRate, 0.35, 0.06},
		{"success", c.Success, 0.88, 0.065},
	} {
		if math.Abs(f.got-f.want) > f.tolerance {
			t.Errorf("%s = %.3f, want %.3f ± %.3f", f.what, f.got, f.want, f.tolerance)
		}
	}
}

// With every model call failing the score is a constant of the world, and
// Periodic's probes all count as useful.
func TestFigures_FailingAgent(t *testing.T) {
	t.Parallel()
	floors := [...]float64{probeworld.StressObject: 0.30, probeworld.StressTool: 0.70, probeworld.StressGraph: 0.20}
	for kind := probeworld.StressObject; kind <= probeworld.StressGraph; kind++ {
		for _, policy := range []published.Policy{published.None(), published.Periodic(), published.SelfUncertainty(), full, cd} {
			t.Run(fmt.Sprintf("%v/%s", kind, policy.Name()), func(t *testing.T) {
				c := cell(t, newWorld(t, kind, probeworld.ProtocolPublished), published.Failing{}, policy)
				near(t, "accuracy", c.Accuracy, floors[kind], 9)
				probes, useful := 0.0, 0.0
				if policy.Name() == "periodic" {
					probes, useful = 7, 1
				}
				if c.Probes != probes || c.UsefulRate != useful || c.Success != 0 {
					t.Errorf("%v probes, useful %v, success %v; want %v, %v, 0", c.Probes, c.UsefulRate, c.Success, probes, useful)
				}
			})
		}
	}
}

// An agent that knows nothing and always asks to probe wins under No-Probe,
// because the action put in its place reads the truth.
func TestFigures_AskingAgent(t *testing.T) {
	t.Parallel()
	c := cell(t, newWorld(t, probeworld.StressTool, probeworld.ProtocolPublished), published.Asking{Probe: "check_variable_exists(v_0)"}, published.None())
	near(t, "success", c.Success, 0.909, 3)
}

// Burning the budget at the start "improves" an agent that was already
// perfect. Figures: the published harness, S2, n 220. Its planners for the two
// spatial worlds are not rebuilt, hence the wide tolerance there.
func TestFigures_KnowingAgent(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind                 probeworld.Kind
		values               bool
		none, burn, periodic float64
		tolerance            float64
	}{
		{probeworld.StressTool, false, 0.705, 0.795, 0.772, 0.001},
		{probeworld.StressTool, true, 0.412, 0.591, 0.455, 0.001},
		{probeworld.StressObject, false, 0.803, 0.902, 0.833, 0.025},
		{probeworld.StressGraph, false, 0.732, 0.895, 0.764, 0.015},
	} {
		t.Run(fmt.Sprintf("%v/%v", tt.kind, tt.values), func(t *testing.T) {
			w := newWorld(t, tt.kind, probeworld.ProtocolPublished)
			agent := published.NewKnowing(w, tt.values)
			for _, f := range []struct {
				policy published.Policy
				want   float64
			}{{published.None(), tt.none}, {published.Burn(), tt.burn}, {published.Periodic(), tt.periodic}} {
				if got := cell(t, w, agent, f.policy).Accuracy; math.Abs(got-f.want) > tt.tolerance {
					t.Errorf("%s: accuracy %.4f, want %.3f ± %v", f.policy.Name(), got, f.want, tt.tolerance)
				}
			}
		})
	}
}

func TestRun_RefusesCorrectedWorld(t *testing.T) {
	t.Parallel()
	_, err := published.Run(newWorld(t, probeworld.StressTool, probeworld.ProtocolCorrected), 1, published.Failing{}, published.None())
	if !errors.Is(err, bethink.ErrInvalid) {
		t.Errorf("error %v, want ErrInvalid", err)
	}
}
