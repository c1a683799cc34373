package bethink

// Score is the forecast of one event listed before the answer was read: the
// probability the belief gave it and how the answer settled it. A step's
// Scores[i] is about its Transition.Reveals[i]. True means nothing where the
// event is not settled.
type Score struct {
	P       float64 `json:"p"`
	Settled bool    `json:"settled,omitempty"`
	True    bool    `json:"true,omitempty"`
}

// Cause is a possible cause of a contradiction.
type Cause string

// The causes, in the order in which they are listed.
const (
	CauseChance Cause = "chance" // the model is right and this was unlikely
	CauseMiss   Cause = "miss"   // an earlier look was wrong
	CauseChange Cause = "change" // the world changed unseen
	CauseFailed Cause = "failed" // an action reported done was not
	CauseParser Cause = "parser" // this answer was misread or mistold
	CausePrior  Cause = "prior"  // the pack's table is wrong here
)

// CauseWeight is a cause with its posterior probability.
type CauseWeight struct {
	Cause Cause   `json:"cause"`
	P     float64 `json:"p"`
}

// Contradiction says that evidence does not fit the belief held, or the table of
// the pack: a broad alternative, in which every other value is as likely,
// explains it far better (docs/semantics.md, section 7). It is part of a step,
// never an error: Causes is the posterior over what went wrong, and the
// reopening it calls for has been done. Reopened is empty if only the pack's
// table is contradicted: then the belief took the evidence as it was.
type Contradiction struct {
	Evidence []int         `json:"evidence"`
	Ratio    float64       `json:"ratio"` // broad : believed
	Causes   []CauseWeight `json:"causes"`
	Reopened []Variable    `json:"reopened,omitempty"`
}

// DeclaredPrior is a prior that an entity brought along when it was met, or, with
// Implied, when an action or evidence first spoke of it.
type DeclaredPrior struct {
	Entity  Entity `json:"entity"`
	Implied bool   `json:"implied,omitempty"`
	Prior   Prior  `json:"prior"`
}

// Step is what one Observe did: the input, what was read and what it meant.
// Replaying a step needs nothing else: it folds Observation, it never parses.
//
// A Step is immutable once Update has returned it.
type Step struct {
	Seq           uint64          `json:"seq"`
	Input         Input           `json:"input"`
	Observation   Observation     `json:"observation"`
	Transition    Transition      `json:"transition"`
	Knowledge     uint64          `json:"knowledge"`
	Priors        []DeclaredPrior `json:"priors,omitempty"`
	Scores        []Score         `json:"scores,omitempty"`
	Bits          float64         `json:"bits"` // -log2 P(observation) by the chain rule
	PDone         float64         `json:"p_done"`
	Contradiction *Contradiction  `json:"contradiction,omitempty"`
	SetAside      []SetAside      `json:"set_aside,omitempty"` // what did not count, because its origin had spoken
	Fingerprint   string          `json:"fingerprint,omitempty"`
}
