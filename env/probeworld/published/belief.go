package published

import "github.com/bethink-dev/bethink/env/probeworld"

// Belief is the world state an agent writes down at one step. Values are
// text; a missing entry is unknown.
type Belief struct {
	Location  string
	Inventory []string
	Objects   map[string]string
	Doors     map[string]string
	Outputs   map[string]string
	Subgoals  []string
	Open      []string
}

// Criticality is how important an agent says a record is.
type Criticality uint8

// The criticality labels.
const (
	CriticalityLow Criticality = iota
	CriticalityMedium
	CriticalityHigh
)

func (c Criticality) weight() float64 { return float64(c) / 2 }

// Record is one belief in words, with the agent's own labels.
type Record struct {
	ID      string
	Content string
	// Type is object_location, door_state, edge_state, inventory, tool_dep,
	// subgoal or other.
	Type        string
	UsedByNext  bool
	RequiredFor []string
	Criticality Criticality
	Staleness   int
	Confidence  float64
}

// Wish is what an agent asks to do.
type Wish uint8

// The wishes. Reset is never granted.
const (
	WishAct Wish = iota
	WishAsk
	WishReset
)

// Reply is everything an agent writes at one step.
type Reply struct {
	State   Belief
	Records []Record
	Wish    Wish
	// Action is the text of the action or probe.
	Action string
	// Target is the id of the record behind the action.
	Target     string
	Consistent bool
	// Risky is a reported risk of medium or high.
	Risky bool
}

// Prompt is what an agent is shown at one step.
type Prompt struct {
	Observation probeworld.Observation
	// Step counts the steps of the loop from 1.
	Step, Horizon int
	// Remaining is the budget of probes left.
	Remaining int
}

// Agent writes one reply a step. It is given no answer to any probe.
type Agent interface {
	Reply(Prompt) Reply
}
