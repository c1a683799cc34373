package bethink

import "strings"

// Action is what an agent did or might do: a verb of the pack with its
// arguments, and the text that performs it.
type Action struct {
	Verb string   `json:"verb"`
	Args []Entity `json:"args,omitempty"`
	Text string   `json:"text,omitempty"`
}

// String returns the action's text, or its verb and arguments where it has
// none.
func (a Action) String() string {
	if a.Text != "" {
		return a.Text
	}
	parts := []string{a.Verb}
	for _, e := range a.Args {
		parts = append(parts, string(e))
	}
	return strings.Join(parts, " ")
}
