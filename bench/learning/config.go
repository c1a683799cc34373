package learning

import (
	"fmt"
	"runtime"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench"
	"github.com/bethink-dev/bethink/learn"
)

// Games are what is played: an environment and the names of its tasks in their
// order.
type Games struct {
	Environment func() (bethink.Environment, error)
	Tasks       []string
}

// Pack is a pack whose placement can be learned.
type Pack interface {
	bethink.Pack
	bethink.Placing
}

// Study says what the test games teach.
type Study uint8

// Frozen: nothing; each starts from what the training games taught. Sequential:
// each test game teaches the next, in the order of the tasks.
const (
	StudyFrozen Study = iota
	StudySequential
)

// String returns the study's lower-case name.
func (s Study) String() string {
	switch s {
	case StudyFrozen:
		return "frozen"
	case StudySequential:
		return "sequential"
	}
	return fmt.Sprintf("study(%d)", uint8(s))
}

// Config says what to study.
type Config struct {
	// Suite names the test games in records. Required.
	Suite string
	// Train and Test are the games. Required.
	Train, Test Games
	// Pack describes the world. Required.
	Pack Pack
	// Learner; Declared is Pack's where it is nil.
	Learner learn.Config
	// Agent makes the policy of an episode. Required.
	Agent func(seed uint64) (bethink.Policy, error)
	// Name is the agent's name in records.
	Name string
	// Trainee makes the policy that plays the training games. Nil: Agent. One
	// that searches more widely than its belief would have it sees more.
	Trainee func(seed uint64) (bethink.Policy, error)
	// Study of the learned arms.
	Study Study
	// Budget is how many steps an episode may take. 0: bench.DefaultBudget.
	Budget int
	// Seed decides everything that is left to chance.
	Seed uint64
	// Workers is how many test games are played at a time; the records do not
	// depend on it. 0: as many as there are cores.
	Workers int
	// Done, where set, is told after each game how many of all are done.
	Done func(done, total int)
}

func (c *Config) check() error {
	fault := func(field, what string) error {
		return fmt.Errorf("learning: Config.%s %s: %w", field, what, bethink.ErrInvalid)
	}
	switch {
	case c.Suite == "":
		return fault("Suite", "is empty")
	case c.Train.Environment == nil || len(c.Train.Tasks) == 0:
		return fault("Train", "has no environment or no tasks")
	case c.Test.Environment == nil || len(c.Test.Tasks) == 0:
		return fault("Test", "has no environment or no tasks")
	case c.Pack == nil:
		return fault("Pack", "is required")
	case c.Agent == nil:
		return fault("Agent", "is required")
	case c.Study > StudySequential:
		return fault("Study", fmt.Sprintf("is %v: want frozen or sequential", c.Study))
	case c.Budget < 0:
		return fault("Budget", fmt.Sprintf("is %d: want at least 1, or 0 for %d", c.Budget, bench.DefaultBudget))
	case c.Workers < 0:
		return fault("Workers", fmt.Sprintf("is %d: want at least 1, or 0 for all cores", c.Workers))
	}
	if c.Trainee == nil {
		c.Trainee = c.Agent
	}
	if c.Learner.Declared == nil {
		c.Learner.Declared = c.Pack
	}
	if c.Budget == 0 {
		c.Budget = bench.DefaultBudget
	}
	if c.Workers == 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	return nil
}
