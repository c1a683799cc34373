package probeworld

import (
	"fmt"

	"github.com/bethink-dev/bethink"
)

// Kind is which of the worlds.
type Kind uint8

// The three worlds, in the order of the paper.
const (
	StressObject Kind = iota
	StressTool
	StressGraph
)

// Level is a size or density.
type Level uint8

// The levels of cardinality and dependency density.
const (
	LevelLow Level = iota
	LevelMedium
	LevelHigh
)

// Noise is how observations are spoilt.
type Noise uint8

// Clean observations tell the truth. Partial ones hide the last item of the
// view with probability 0.4. Distractor ones end with an item that does not
// exist.
const (
	NoiseClean Noise = iota
	NoisePartial
	NoiseDistractor
)

// Regime is how fast a world changes by itself.
type Regime uint8

// The regimes. Preset takes the regime of the stress preset; the others
// replace it, so that change can be varied without size, horizon or noise.
const (
	RegimePreset Regime = iota
	RegimeStatic
	RegimeMild
	RegimeVolatile
)

// Protocol is whose rules of time and chance hold.
type Protocol uint8

const (
	// Published: a probe freezes the world and is billed whatever its text;
	// one stream of random numbers in call order.
	ProtocolPublished Protocol = iota
	// Corrected: every step ticks, probes included; a probe that cannot be
	// made costs nothing; random numbers are keyed by (seed, purpose, entity,
	// step).
	ProtocolCorrected
)

// String returns the kind's lower-case name: object, tool or graph.
func (k Kind) String() string { return name("kind", kindNames[:], uint8(k)) }

// String returns the level's lower-case name.
func (l Level) String() string { return name("level", levelNames[:], uint8(l)) }

// String returns the noise's lower-case name.
func (n Noise) String() string { return name("noise", noiseNames[:], uint8(n)) }

// String returns the regime's lower-case name.
func (r Regime) String() string { return name("regime", regimeNames[:], uint8(r)) }

// String returns the protocol's lower-case name.
func (p Protocol) String() string { return name("protocol", protocolNames[:], uint8(p)) }

var (
	kindNames     = [...]string{"object", "tool", "graph"}
	levelNames    = [...]string{"low", "medium", "high"}
	noiseNames    = [...]string{"clean", "partial", "distractor"}
	regimeNames   = [...]string{"preset", "static", "mild", "volatile"}
	protocolNames = [...]string{"published", "corrected"}
)

func name(noun string, names []string, i uint8) string {
	if int(i) < len(names) {
		return names[i]
	}
	return fmt.Sprintf("%s(%d)", noun, i)
}

// Stress is one preset: everything about a deal but its seed. Horizon is in
// steps of the loop, actions and probes together; Budget is in probes.
type Stress struct {
	Name            string
	Horizon, Budget int
	Cardinality     Level
	Density         Level
	Noise           Noise
	Regime          Regime
}

var stresses = [...]Stress{
	{"S1", 20, 5, LevelLow, LevelLow, NoiseClean, RegimeStatic},
	{"S2", 30, 7, LevelMedium, LevelMedium, NoisePartial, RegimeMild},
	{"S3", 40, 10, LevelHigh, LevelHigh, NoiseDistractor, RegimeVolatile},
	{"R1", 30, 7, LevelLow, LevelMedium, NoisePartial, RegimeMild},
	{"R2", 30, 7, LevelHigh, LevelMedium, NoisePartial, RegimeMild},
	{"R3", 30, 7, LevelMedium, LevelLow, NoisePartial, RegimeMild},
	{"R4", 30, 7, LevelMedium, LevelHigh, NoisePartial, RegimeMild},
	{"R6", 30, 7, LevelMedium, LevelMedium, NoiseDistractor, RegimeMild},
	{"pilot_low", 20, 5, LevelLow, LevelLow, NoiseClean, RegimeStatic},
	{"pilot_med", 30, 7, LevelMedium, LevelMedium, NoisePartial, RegimeMild},
	{"pilot_high", 40, 10, LevelHigh, LevelHigh, NoiseDistractor, RegimeVolatile},
	{"high_stress_h40", 40, 10, LevelHigh, LevelHigh, NoiseDistractor, RegimeVolatile},
	{"medium_h20", 20, 5, LevelMedium, LevelMedium, NoisePartial, RegimeMild},
}

// Stresses lists the presets in the order of the paper. The caller owns the
// slice.
func Stresses() []Stress { return append([]Stress(nil), stresses[:]...) }

// StressNamed returns the preset with the given name, or an error that wraps
// bethink.ErrNotFound.
func StressNamed(name string) (Stress, error) {
	for _, s := range stresses {
		if s.Name == name {
			return s, nil
		}
	}
	return Stress{}, fmt.Errorf("probeworld: no stress preset %q; use S1, S2, S3, R1 to R4 or R6: %w", name, bethink.ErrNotFound)
}

// KindNamed returns the world with the given name, or an error that wraps
// bethink.ErrNotFound.
func KindNamed(name string) (Kind, error) {
	for i, n := range kindNames {
		if n == name {
			return Kind(i), nil
		}
	}
	return 0, fmt.Errorf("probeworld: no world %q; use object, tool or graph: %w", name, bethink.ErrNotFound)
}

// RegimeNamed returns the regime with the given name, or an error that wraps
// bethink.ErrNotFound.
func RegimeNamed(name string) (Regime, error) {
	for i, n := range regimeNames {
		if n == name {
			return Regime(i), nil
		}
	}
	return 0, fmt.Errorf("probeworld: no regime %q; use preset, static, mild or volatile: %w", name, bethink.ErrNotFound)
}
