package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime"

	"github.com/bethink-dev/bethink"
)

// DefaultBudget is how many steps an episode may take where nobody says.
const DefaultBudget = 30

// Config says what to play and where the records go.
type Config struct {
	// Suite names the set of tasks in records. Required.
	Suite string
	// Runs are what is played, each by every variant. At least one; worlds have
	// different names, and so have the tasks of a world.
	Runs []Run
	// Variants play. At least one; no two of one agent and wm.
	Variants []Variant
	// Environment makes an environment; each worker has its own and closes it.
	// Where it is an env.Oracle too, the walkthrough's length is recorded.
	// Required.
	Environment func() (bethink.Environment, error)
	// Pack describes the world. Required.
	Pack bethink.Pack
	// Learner turns steps into knowledge of the world; nil: nothing is learned.
	Learner bethink.Learner
	// Budget is how many steps an episode may take. 0: DefaultBudget.
	Budget int
	// Seed decides everything that is left to chance.
	Seed uint64
	// Version is the program's, for the records.
	Version string
	// Model says which language model plays and how much of the conversation it
	// is shown: records that another one made are not continued. "" where none
	// plays.
	Model string
	// Workers is how many runs are played at a time. 0: as many as there are
	// cores. The records do not depend on it.
	Workers int
	// Dir keeps the records; what it already has is not played again. "": they
	// are kept in memory only.
	Dir string
	// Logs keeps the streams of every run, for Replay. "": none.
	Logs string
	// Talks keeps what policies and their language models said to each other: of
	// each episode that is played now a file of messages, one of JSON a line.
	// "": none.
	Talks string
	// Done, where set, is told of each record, one at a time and in the order
	// in which episodes end; total is how many there will be.
	Done func(r Record, done, total int)
}

func (c *Config) check() error {
	fault := func(field, what string) error {
		return fmt.Errorf("bench: Config.%s %s: %w", field, what, bethink.ErrInvalid)
	}
	switch {
	case c.Suite == "":
		return fault("Suite", "is empty")
	case len(c.Runs) == 0:
		return fault("Runs", "is empty")
	case len(c.Variants) == 0:
		return fault("Variants", "is empty")
	case c.Environment == nil:
		return fault("Environment", "is required")
	case c.Pack == nil:
		return fault("Pack", "is required")
	case c.Budget < 0:
		return fault("Budget", fmt.Sprintf("is %d: want at least 1, or 0 for %d", c.Budget, DefaultBudget))
	case c.Workers < 0:
		return fault("Workers", fmt.Sprintf("is %d: want at least 1, or 0 for all cores", c.Workers))
	}
	worlds := map[bethink.World]bool{}
	for i, r := range c.Runs {
		if r.World == "" || worlds[r.World] {
			return fault(fmt.Sprintf("Runs[%d].World", i), fmt.Sprintf("%q is empty or taken", r.World))
		}
		worlds[r.World] = true
		tasks := map[string]bool{}
		for _, t := range r.Tasks {
			if t.Name == "" || tasks[t.Name] {
				return fault(fmt.Sprintf("Runs[%d].Tasks", i), fmt.Sprintf("has %q twice, or without a name", t.Name))
			}
			tasks[t.Name] = true
		}
	}
	variants := map[string]bool{}
	for i, v := range c.Variants {
		if v.Agent == "" || v.Policy == nil || variants[v.Agent+" "+v.WM] {
			return fault(fmt.Sprintf("Variants[%d]", i), fmt.Sprintf("%q lacks its agent or policy, or comes twice", v))
		}
		variants[v.Agent+" "+v.WM] = true
	}
	if c.Budget == 0 {
		c.Budget = DefaultBudget
	}
	if c.Workers == 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	return nil
}

// identity is what records in one folder have in common. Variants are not part
// of it: more of them may be played into the same folder.
type identity struct {
	Suite   string `json:"suite"`
	Tasks   string `json:"tasks"` // a hash of worlds and tasks in their order
	Seed    uint64 `json:"seed"`
	Budget  int    `json:"budget"`
	Pack    PackID `json:"pack"`
	Version string `json:"version"`
	Model   string `json:"model,omitempty"`
}

func (c *Config) identity() identity {
	h := sha256.New()
	for _, r := range c.Runs {
		fmt.Fprintf(h, "%q\n", r.World)
		for _, t := range r.Tasks {
			fmt.Fprintf(h, "\t%q\n", t.Name)
		}
	}
	return identity{
		Suite: c.Suite, Tasks: hex.EncodeToString(h.Sum(nil)[:16]), Seed: c.Seed, Budget: c.Budget,
		Pack: packID(c.Pack), Version: c.Version, Model: c.Model,
	}
}

func packID(p bethink.Pack) PackID {
	d := p.Describe()
	return PackID{Name: d.Name, Version: d.Version, Digest: d.Digest}
}
