package probeworld

// Hazard is the shape in which a field changes by itself.
type Hazard uint8

// The hazards. Redraw takes a new value uniformly from the whole domain, the
// old one included. Flip is the other of two values. Deletion turns true into
// false and stays there until the agent acts.
const (
	HazardStill Hazard = iota
	HazardRedraw
	HazardFlip
	HazardDeletion
)

// String returns the hazard's lower-case name.
func (h Hazard) String() string { return name("hazard", hazardNames[:], uint8(h)) }

// Change is what moves a field: the paper's procedural, spatial and static.
type Change uint8

// Fixed fields never change, Acted ones by the agent's own actions or their
// undoing, Drifting ones also by themselves.
const (
	ChangeFixed Change = iota
	ChangeActed
	ChangeDrifting
)

// String returns the change's lower-case name.
func (c Change) String() string { return name("change", changeNames[:], uint8(c)) }

var (
	hazardNames = [...]string{"still", "redraw", "flip", "deletion"}
	changeNames = [...]string{"fixed", "acted", "drifting"}
)

// Held is the location of what the agent holds.
const Held = "_inventory_"

// Field is one field of the gold state.
//
// Invariants:
//  1. Entity, Attribute, Type, Values, Weight and Probe depend on the deal and
//     on nothing hidden but, in GraphNavWorld, which edges exist; Value, Change,
//     Hazard and Rate are truth.
//  2. (Entity, Attribute) is unique within a world.
type Field struct {
	Entity string
	// Attribute is location, state (open or locked), available (true or false),
	// key (the one required, or none) or inputs (comma-separated).
	Attribute string
	// Type is the class of the entity: key, box, target, door, edge, variable
	// or tool. Fields of one type and attribute share their hazard, but for
	// edges, where only those with a key flip.
	Type  string
	Value string
	// Values lists the values the field may take, Held apart; nil where they
	// are open (inputs). It must not be changed.
	Values []string
	// Weight is the importance to the task, from public facts: 1 for keys,
	// variables and the goal object, 0.5 for doors, edges and inputs, else 0.
	Weight float64
	Change Change
	Hazard Hazard
	// Rate is the chance per tick: of a redraw, a flip or a deletion.
	Rate float64
	// Probe is the probe that answers for this field.
	Probe string
}

// rates holds the mutation probabilities of the published worlds, by kind,
// for the mild and the volatile regime.
var rates = [3][2]float64{StressObject: {0.15, 0.35}, StressTool: {0.10, 0.25}, StressGraph: {0.10, 0.22}}

func rate(k Kind, r Regime) float64 {
	switch r {
	case RegimeMild:
		return rates[k][0]
	case RegimeVolatile:
		return rates[k][1]
	case RegimePreset, RegimeStatic:
	}
	return 0
}
