package bethink

import (
	"context"

	"github.com/bethink-dev/bethink/dist"
)

// Nature says how a variable comes to change.
type Nature uint8

// A fixed variable never changes; an acted one is changed by the agents' own
// actions; a drifting one may change by itself as well. (In the papers' words:
// static, procedural, spatial.)
const (
	NatureFixed Nature = iota
	NatureActed
	NatureDrifting
)

// DependsOn says what a variable rests on: the versions (attribute Attr) of all
// entities whose name matches Pattern, a path pattern: * and ? stay within one
// path element, ** as a whole element stands for any number of them, {a,b} for
// either. When one of those versions changes the variable is stale at once; when
// the version it was verified at returns, its evidence counts again.
type DependsOn struct {
	Pattern string `json:"pattern"`
	Attr    string `json:"attr"`
}

// Prior declares one variable, or (with Field) an intensity of a count field.
//
// The value set is Values, or the shared set named Set ("place"), which Found
// entities widen. Unlisted, when positive, is the number U of unlisted values
// that Other stands for. Weights give the prior distribution; listed values
// that Weights does not name get Else each; nil Weights are uniform.
type Prior struct {
	Var       Variable    `json:"var"`
	Type      string      `json:"type,omitempty"`
	Values    []Value     `json:"values,omitempty"`
	Set       string      `json:"set,omitempty"`
	Unlisted  float64     `json:"unlisted,omitempty"`
	Weights   []Weight    `json:"weights,omitempty"`
	Else      float64     `json:"else,omitempty"`
	Nature    Nature      `json:"nature,omitempty"`
	Kernel    dist.Kernel `json:"kernel,omitzero"`
	DependsOn []DependsOn `json:"depends_on,omitempty"`
	Field     *Intensity  `json:"field,omitempty"`
	// FromField takes the prior of a met entity's attribute from its type's
	// count field: the share of each place in the intensity.
	FromField bool `json:"from_field,omitempty"`
	// Doubt is the chance that this table is wrong here: that share of the prior
	// is spread evenly over all values, those that nobody has listed too. 0 is
	// the default, .005. Measured says that the table is a measured base rate: it
	// keeps no such share, and what is rare under it takes as much evidence as
	// Bayes asks for.
	Doubt    float64 `json:"doubt,omitempty"`
	Measured bool    `json:"measured,omitempty"`
}

// defaultDoubt is the share that a prior keeps for "this table is wrong here".
const defaultDoubt = 0.005

// leastDoubt is the share that a measured prior keeps, so that nothing is
// exactly zero.
const leastDoubt = 1e-12

// doubt returns the share of the prior that is spread evenly.
func (p *Prior) doubt() float64 {
	switch {
	case p.Measured:
		return leastDoubt
	case p.Doubt > 0:
		return p.Doubt
	}
	return defaultDoubt
}

// Intensity is the expected number of entities of Type whose Attr is Place
// before anything was seen: the mean of a Poisson count. Design section 2.3.
type Intensity struct {
	Type  string  `json:"type"`
	Attr  string  `json:"attr"`
	Place Value   `json:"place"`
	Set   string  `json:"set"`
	Mu    float64 `json:"mu"`
}

// TypeSpec is an entity type of a pack. Categories always hold the type's own
// name's groups, never the name itself. Counted types are held as counts until
// an entity is met; unique ones are single entities before they are met.
type TypeSpec struct {
	Name       string   `json:"name"`
	Categories []string `json:"categories,omitempty"`
	Counted    bool     `json:"counted,omitempty"`
	Unique     bool     `json:"unique,omitempty"`
}

// Description is what a pack is. Digest is a hash of the pack's bytes; an
// episode pins it.
type Description struct {
	Name    string     `json:"name"`
	Version string     `json:"version"`
	Digest  string     `json:"digest"`
	Tick    float64    `json:"tick"` // elapsed time of one acting step, in the world's unit
	Live    bool       `json:"live"` // one belief outlives episodes
	Types   []TypeSpec `json:"types,omitempty"`
	Agent   Entity     `json:"agent,omitempty"`
}

// Pack describes a kind of world. All methods are pure, and safe for
// concurrent use.
type Pack interface {
	// Describe returns what the pack is. The caller must not change it.
	Describe() Description
	// Schemas lists the action schemas in the order the pack declares them.
	// The caller must not change them.
	Schemas() []Schema
	// Priors declares the variables and intensities that a newly found entity
	// brings. v is the view in which it was found.
	Priors(v View, f Found) ([]Prior, error)
	// Action reads the action out of the text an agent wrote. ok is false for
	// text that is no action of the pack.
	Action(text string) (a Action, ok bool)
	// Transition returns what the action needs, does and reveals. For an
	// action without schema Known is false.
	Transition(v View, a Action) Transition
	// Parse reads one input. v is the view before the action; in.Action is the
	// action just taken. It returns ErrUnparsed where no pattern read anything.
	Parse(ctx context.Context, v View, in Input) (Observation, error)
}
