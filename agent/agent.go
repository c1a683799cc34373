// Package agent holds policies that act: random, scripted, the planner with
// each world model, and with a language model react and reflact with each. A
// policy sees the view, the text and the admissible actions; neither reward nor
// truth.
//
// API of this package may change before v1.
package agent

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/internal/name"
	"github.com/bethink-dev/bethink/llm"
)

// Config configures a policy.
type Config struct {
	// Name is one of Names. Required.
	Name string
	// WM is the world model the policy may use. The zero value is none.
	WM WM
	// Seed is the source of everything the policy draws.
	Seed uint64

	// Model answers for react and reflact, which require it and Guide.
	Model llm.Model
	Guide *Guide
	// History is how many of the latest steps a model is shown at most, and
	// half as many at least once there are more; 0: all.
	History int
	// MaxTokens bounds a model's reply; 0: 200.
	MaxTokens int
}

// Speaker is a policy that asks a language model. Its methods may be called
// between the policy's calls, not during one.
type Speaker interface {
	bethink.Policy
	// Spent is what the episode came to so far.
	Spent() llm.Spent
	// Conversation is everything the model was told and said in the episode, what
	// a window no longer shows included. The caller owns it.
	Conversation() []llm.Message
}

// Names lists the policies New knows, in the order in which they are compared.
func Names() []string { return []string{"random", "scripted", "planner"} }

// ModelNames lists the policies New knows besides where there is a model.
func ModelNames() []string { return []string{"react", "reflact"} }

// New returns a policy for one episode. It returns ErrNotFound, with close
// matches, for an unknown name, and ErrInvalid where the world model does not
// fit the policy.
func New(cfg Config) (bethink.Policy, error) {
	rng := rand.New(rand.NewPCG(cfg.Seed, 0x6265_7468_696e_6b00))
	switch cfg.Name {
	case "random":
		return &random{rng: rng}, cfg.only(UseNone)
	case "scripted":
		return &scripted{rng: rng}, cfg.only(UseNone)
	case "planner":
		if cfg.WM.Belief == UseNone {
			return nil, fmt.Errorf("agent planner needs a world model: --wm memory, noprob or belief: %w", bethink.ErrInvalid)
		}
		return &planning{wm: cfg.WM, rng: rng}, nil
	case "react":
		return newModelled(cfg, react())
	case "reflact":
		return newModelled(cfg, reflact())
	}
	names := Names()
	if cfg.Model != nil {
		names = append(names, ModelNames()...)
	}
	if cfg.Name == "" {
		return nil, fmt.Errorf("agent: the name is empty: one of %s: %w", strings.Join(names, ", "), bethink.ErrInvalid)
	}
	hint := ""
	if near := name.Nearest(cfg.Name, names); len(near) > 0 {
		hint = " (did you mean " + strings.Join(near, " or ") + "?)"
	}
	return nil, fmt.Errorf("agent %q is not known%s: one of %s: %w", cfg.Name, hint, strings.Join(names, ", "), bethink.ErrNotFound)
}

// only refuses a world model that the policy would ignore.
func (cfg Config) only(use Use) error {
	if cfg.WM.Belief != use || cfg.WM.Gate {
		return fmt.Errorf("agent %s has no use for a world model: leave out --wm or give none: %w", cfg.Name, bethink.ErrInvalid)
	}
	return nil
}
