package probing

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/probeworld"
)

// arms returns the arms of the names.
func arms(t testing.TB, names ...string) (out []Arm) {
	t.Helper()
	for _, n := range names {
		a, err := ArmNamed(n)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, a)
	}
	return out
}

func study(t testing.TB, kind probeworld.Kind, stress, agent string, seeds int, names ...string) *Cell {
	t.Helper()
	a, err := AgentNamed(agent)
	if err != nil {
		t.Fatal(err)
	}
	cells, err := Run(Config{
		Worlds: []probeworld.Kind{kind}, Stresses: []string{stress}, Regimes: []probeworld.Regime{probeworld.RegimePreset},
		Agents: []Agent{a}, Arms: arms(t, names...), Seeds: seeds, First: DefaultFirst, Resamples: 100,
	}, InTurn)
	if err != nil {
		t.Fatal(err)
	}
	return cells[0]
}

func (c *Cell) terminal(name string) float64 { return mean(c.values(c.find(name), terminal)) }

// The figures that the study is about: the patrolling agent that reports the last
// value it saw, S2, equal numbers of probes. Anchors: the reference runs of
// env/probeworld.
func TestFigures_Patrol(t *testing.T) {
	t.Parallel()
	c := study(t, probeworld.StressObject, "S2", "patrol", 220, "none", "random", "periodic-stalest", "envprobe", "voi", "voi-learned", "voi-shuffled", "voi-placebo", "oracle-timed")
	for name, want := range map[string]float64{"none": 0.533, "random": 0.649, "periodic-stalest": 0.782} {
		if got := c.terminal(name); math.Abs(got-want) > 0.01 {
			t.Errorf("%s: %.3f, want %.3f", name, got, want)
		}
	}
	voi, none := c.terminal("voi"), c.terminal("none")
	if d := voi - c.terminal("periodic-stalest"); d < 0.04 {
		t.Errorf("value of information is %.3f above periodic-stalest, want 0.04", d)
	}
	if share := (voi - none) / (c.terminal("oracle-timed") - none); share < 0.7 {
		t.Errorf("value of information goes %.2f of the way to the oracle, want 0.7", share)
	}
	if d := voi - c.terminal("voi-learned"); d > 0.03 {
		t.Errorf("learned rates cost %.3f", d)
	}
	if c.terminal("voi-shuffled") >= c.terminal("voi-learned") || c.terminal("voi-placebo") > none+0.01 || c.terminal("envprobe") > voi {
		t.Error("a control does as well as what it controls for")
	}
	for _, name := range []string{"periodic-stalest", "envprobe", "voi"} {
		for _, e := range c.Episodes[c.find(name)] {
			if e.Probes != 7 {
				t.Fatalf("%s made %d probes, not 7", name, e.Probes)
			}
		}
	}
}

// Told to protect the task, a policy wins every episode that the agent wins
// without probes; told to serve it, it wins more.
func TestFigures_Success(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind   probeworld.Kind
		stress string
		agent  string
		gain   float64
	}{
		{probeworld.StressObject, "S2", "scripted", 0.03}, {probeworld.StressTool, "S2", "scripted", 0.03}, {probeworld.StressGraph, "S2", "scripted", -0.01},
		{probeworld.StressObject, "S3", "costly", -0.01}, {probeworld.StressTool, "S3", "scripted", 0.05}, {probeworld.StressObject, "S2", "overconfident", -0.01},
	} {
		c := study(t, tt.kind, tt.stress, tt.agent, 100, "none", "voi-safe", "voi-success")
		none, safe, task := mean(c.values(0, success)), mean(c.values(1, success)), mean(c.values(2, success))
		if safe < none-Margin {
			t.Errorf("%v: protected success %.3f, without probes %.3f", c, safe, none)
		}
		if task < none+tt.gain {
			t.Errorf("%v: success %.3f with questions that serve it, %.3f without, want %+.2f", c, task, none, tt.gain)
		}
	}
}

// The same study, whatever runs when.
func TestRun_Repeats(t *testing.T) {
	t.Parallel()
	a, _ := AgentNamed("forgetful")
	c := Config{Worlds: []probeworld.Kind{probeworld.StressObject, probeworld.StressGraph}, Stresses: []string{"S1"}, Regimes: []probeworld.Regime{probeworld.RegimeMild},
		Agents: []Agent{a}, Seeds: 4, First: 1, Resamples: 50}
	backwards := func(n int, do func(i int) error) error {
		for i := n - 1; i >= 0; i-- {
			if err := do(i); err != nil {
				return err
			}
		}
		return nil
	}
	var lines [2]bytes.Buffer
	for k, each := range []Each{InTurn, backwards} {
		cells, err := Run(c, each)
		if err != nil {
			t.Fatal(err)
		}
		for _, cell := range cells {
			rows, err := cell.Rows(50)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.NewEncoder(&lines[k]).Encode(rows); err != nil {
				t.Fatal(err)
			}
		}
	}
	if diff := cmp.Diff(lines[0].String(), lines[1].String()); diff != "" {
		t.Error(diff)
	}
}

// No episode of any arm spends more than its budget or its steps, and what is
// billed is what was asked.
func TestRun_BudgetsAreKept(t *testing.T) {
	t.Parallel()
	for _, kind := range []probeworld.Kind{probeworld.StressObject, probeworld.StressTool, probeworld.StressGraph} {
		c := study(t, kind, "S2", "costly", 6, armNames()...)
		for i, a := range c.Arms {
			for _, e := range c.Episodes[i] {
				if e.Probes > 7 || e.Steps > 30 || e.Useful > e.Probes {
					t.Errorf("%v %s: %+v", kind, a.Name, e)
				}
			}
		}
		if e := c.Episodes[c.find("none")][0]; e.Probes != 0 {
			t.Errorf("no probes: %d", e.Probes)
		}
	}
}

func armNames() (names []string) {
	for _, a := range Arms() {
		names = append(names, a.Name)
	}
	return names
}

// A probe that cannot be made is no step and no charge: the agent acts instead.
func TestAsk_Impossible(t *testing.T) {
	t.Parallel()
	agent, _ := AgentNamed("patrol")
	w := newWorld(t, probeworld.StressObject, "S2")
	p := &player{world: w, agent: agent, arm: arms(t, "voi")[0], minds: newMinds(w, bethink.NoKnowledge{})}
	o := w.Reset(1)
	p.fields = w.Fields()
	org, err := p.minds.of(p.fields, HazardsTrue)
	if err != nil {
		t.Fatal(err)
	}
	m := newMind(org)
	memory := probeworld.NewMemory(p.fields).See(o)
	p.look(m, memory, o, "move_to(room_1)", 1, 0)
	p.fields[0].Probe = "check_location(nothing)"
	before := m.view.Seq
	var e Episode
	asked, err := p.ask(m, &memory, 0, 1, &e)
	if asked || err != nil || w.Probes() != 0 || w.Spent() != 0 || m.view.Seq != before {
		t.Errorf("asked %v, %v; %d probes and %d steps billed", asked, err, w.Probes(), w.Spent())
	}
}

// A placebo asks at the same steps about the same things until what it does not
// learn matters, and knows no more than one who never asked.
func TestPlacebo(t *testing.T) {
	t.Parallel()
	c := study(t, probeworld.StressObject, "S2", "patrol", 40, "none", "voi", "voi-placebo")
	for i := range c.Episodes[0] {
		if c.Episodes[1][i].Probes != c.Episodes[2][i].Probes {
			t.Fatalf("seed %d: %d probes and %d placebos", i, c.Episodes[1][i].Probes, c.Episodes[2][i].Probes)
		}
	}
	if d := c.terminal("voi-placebo") - c.terminal("none"); d > 0.01 {
		t.Errorf("a placebo gains %.3f", d)
	}
}

func TestRow_JSON(t *testing.T) {
	t.Parallel()
	c := study(t, probeworld.StressObject, "S1", "patrol", 3, "none", "voi")
	rows, err := c.Rows(20)
	if err != nil {
		t.Fatal(err)
	}
	line, err := json.Marshal(rows[0])
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"world", "stress", "regime", "protocol", "agent", "policy", "episodes", "terminal_accuracy", "weighted_accuracy", "task_success", "useful_probe_rate", "collapse_onset", "ci95"}
	var got []string
	d := json.NewDecoder(bytes.NewReader(line))
	for depth := 0; ; {
		tok, err := d.Token()
		if err != nil {
			break
		}
		switch v := tok.(type) {
		case json.Delim:
			depth += map[json.Delim]int{'{': 1, '[': 1, '}': -1, ']': -1}[v]
		case string:
			if depth == 1 && slices.Contains(want, v) {
				got = append(got, v)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s\n%s", line, diff)
	}
	if !strings.Contains(string(line), `"useful_probe_rate":null`) {
		t.Errorf("no probes and a useful share: %s", line)
	}
	var table, svg bytes.Buffer
	if err := WriteTable(&table, rows); err != nil || !strings.Contains(table.String(), "voi") {
		t.Errorf("table %q, %v", table.String(), err)
	}
	if err := WriteSVG(&svg, rows); err != nil || strings.Count(svg.String(), "<circle") != 2 {
		t.Errorf("drawing %q, %v", svg.String(), err)
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	c := study(t, probeworld.StressObject, "S2", "patrol", 60, "none", "periodic-stalest", "voi", "voi-safe")
	family, err := Compare([]*Cell{c}, 500, InTurn)
	if err != nil {
		t.Fatal(err)
	}
	if len(family) != 3 { // voi against the two, success of voi-safe
		t.Fatalf("%d comparisons: %+v", len(family), family)
	}
	for _, d := range family {
		if !d.Rejected || d.Adjusted < d.P {
			t.Errorf("%s - %s: %+v", d.A, d.B, d.Verdict)
		}
	}
	if best := c.Choose(); best.Names != [2]string{"voi", "voi"} || math.Abs(best.Value-c.terminal("voi")) > 1e-9 {
		t.Errorf("best %+v", best)
	}
}

func TestConfig_Validate(t *testing.T) {
	t.Parallel()
	ok := Config{Worlds: []probeworld.Kind{0}, Stresses: []string{"S1"}, Regimes: []probeworld.Regime{0}, Agents: Agents(), Seeds: 2, Resamples: 1}
	if err := ok.Validate(); err != nil {
		t.Error(err)
	}
	for field, spoil := range map[string]func(*Config){
		"Worlds": func(c *Config) { c.Worlds = nil }, "Stresses": func(c *Config) { c.Stresses = nil }, "Regimes": func(c *Config) { c.Regimes = nil },
		"Agents": func(c *Config) { c.Agents = nil }, "Seeds": func(c *Config) { c.Seeds = 1 }, "Resamples": func(c *Config) { c.Resamples = 0 },
	} {
		c := ok
		spoil(&c)
		if _, err := Run(c, InTurn); !errors.Is(err, bethink.ErrInvalid) || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: %v", field, err)
		}
	}
	ok.Worlds, ok.Agents = []probeworld.Kind{probeworld.StressTool}, ok.Agents[:1]
	if _, err := Run(ok, InTurn); !errors.Is(err, bethink.ErrInvalid) {
		t.Errorf("patrol in the tool world: %v", err)
	}
	for _, find := range []func(string) error{
		func(n string) error { _, err := ArmNamed(n); return err },
		func(n string) error { _, err := AgentNamed(n); return err },
	} {
		if err := find("nobody"); !errors.Is(err, bethink.ErrNotFound) {
			t.Error(err)
		}
	}
}

// The paper's headline through the study's own command: no information, and yet
// thirteen points.
func TestPublished(t *testing.T) {
	t.Parallel()
	rows, err := Published(Config{Worlds: []probeworld.Kind{probeworld.StressTool}, Stresses: []string{"S2"}, Regimes: []probeworld.Regime{0}, Agents: Agents()[:1],
		Seeds: 220, First: DefaultFirst, Resamples: 20}, InTurn)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		policy          string
		accuracy, onset float64
	}{{"none", 0.412, 1.37}, {"periodic", 0.455, 1.62}, {"simple", 0.591, 8.37}} {
		i := slices.IndexFunc(rows, func(r Row) bool { return r.Policy == want.policy })
		if r := rows[i]; math.Abs(r.Weighted-want.accuracy) > 5e-4 || math.Abs(r.Onset-want.onset) > 5e-3 || want.policy == "simple" && r.Useful != 0 {
			t.Errorf("%s: %+v", want.policy, r)
		}
	}
}

// Learned rates: the intervals hold the truth, and what is learned is all but as
// good as what is given.
func TestRunAbstract(t *testing.T) {
	t.Parallel()
	r, err := RunAbstract(AbstractConfig{Worlds: 30, First: DefaultFirst, Episodes: 6}, InTurn)
	if err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + r.String())
	if r.Coverage < 0.85 {
		t.Errorf("90 %% intervals hold %.3f of the true rates, want 0.85", r.Coverage)
	}
	of := func(name string) float64 {
		i := slices.IndexFunc(r.Policies, func(p AbstractRow) bool { return p.Policy == name })
		return r.Policies[i].Accuracy.Value
	}
	for _, at := range []string{"every", "late"} {
		given, learned, shuffled := of("voi given, "+at), of("voi learned, "+at), of("voi shuffled, "+at)
		if learned < given-0.03 || learned <= shuffled {
			t.Errorf("%s: given %.3f, learned %.3f, shuffled %.3f", at, given, learned, shuffled)
		}
	}
	if _, err := RunAbstract(AbstractConfig{Worlds: 1}, InTurn); !errors.Is(err, bethink.ErrInvalid) {
		t.Errorf("one world: %v", err)
	}
}

func TestWatch(t *testing.T) {
	t.Parallel()
	agent, _ := AgentNamed("patrol")
	stress, _ := probeworld.StressNamed("S2")
	s, err := Watch(probeworld.Config{Stress: stress}, agent, 42, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if s.Step != stress.Horizon-1 || s.Next.Verb != "move_to" || s.Budget.Horizon != 1 {
		t.Errorf("%+v", s)
	}
}
