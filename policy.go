package bethink

import "context"

// Decision is what a policy does next, what chose it, and how many belief
// queries it spent on the way.
type Decision struct {
	Action  string `json:"action"`
	Because []Ref  `json:"because,omitempty"`
	Queries int    `json:"queries,omitempty"`
}

// Policy acts: it is given the view, the last observation's text and the
// actions the world would accept, and neither reward nor truth. A Policy plays
// one episode and is not safe for concurrent use.
type Policy interface {
	Act(ctx context.Context, v View, text string, admissible []string) (Decision, error)
}
