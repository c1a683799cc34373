package agent

import (
	"fmt"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/internal/name"
)

// Use says how much of the belief a policy is given.
type Use uint8

// None is nothing; Memory what was seen and nothing else; NoProb which places
// are possible and no numbers; Belief everything.
const (
	UseNone Use = iota
	UseMemory
	UseNoProb
	UseBelief
)

// WM is a world model as a policy uses it: switches that combine freely, not
// variants. Gate checks a proposed action against the preconditions under the
// belief before it is made. Pull lets a model ask; Push shows it the belief at
// every step. Planners read the view and need neither.
type WM struct {
	Belief Use
	Gate   bool
	Pull   bool
	Push   bool
}

// Variants names the world models ParseWM knows, in the order in which they
// are compared.
func Variants() []string { return []string{"none", "memory", "noprob", "belief", "gate", "bbwm"} }

// ParseWM reads a world model: one of Variants, with "+push" or "+both" to show
// the belief at every step instead of, or besides, answering questions. gate is
// memory with the validity gate, bbwm belief with it. It returns ErrNotFound,
// with close matches, for anything else.
func ParseWM(s string) (WM, error) {
	word, how, mode := strings.Cut(s, "+")
	var w WM
	switch word {
	case "none", "":
	case "memory":
		w.Belief = UseMemory
	case "noprob":
		w.Belief = UseNoProb
	case "belief":
		w.Belief = UseBelief
	case "gate":
		w = WM{Belief: UseMemory, Gate: true}
	case "bbwm":
		w = WM{Belief: UseBelief, Gate: true}
	default:
		hint := ""
		if near := name.Nearest(word, Variants()); len(near) > 0 {
			hint = " (did you mean " + strings.Join(near, " or ") + "?)"
		}
		return WM{}, fmt.Errorf("world model %q is not known%s: one of %s: %w", word, hint, strings.Join(Variants(), ", "), bethink.ErrNotFound)
	}
	w.Pull = w.Belief != UseNone
	if mode {
		switch how {
		case "push":
			w.Pull, w.Push = false, true
		case "both":
			w.Push = true
		default:
			return WM{}, fmt.Errorf("world model %q: %q is neither push nor both: %w", s, how, bethink.ErrInvalid)
		}
	}
	return w, nil
}

// String writes the world model as ParseWM reads it.
func (w WM) String() string {
	s := [...]string{"none", "memory", "noprob", "belief"}[w.Belief]
	if w.Gate {
		switch w.Belief {
		case UseMemory:
			s = "gate"
		case UseBelief:
			s = "bbwm"
		}
	}
	switch {
	case w.Push && w.Pull:
		s += "+both"
	case w.Push:
		s += "+push"
	}
	return s
}
