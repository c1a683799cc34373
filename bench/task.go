package bench

import (
	"fmt"
	"hash/fnv"

	"github.com/bethink-dev/bethink"
)

// Task is one thing to play, by the name under which the environment knows it.
type Task struct {
	Name string
}

// Run is an ordered list of episodes in one world: what the world teaches in
// one, the next ones start from. Runs know nothing of one another.
type Run struct {
	World bethink.World
	Tasks []Task
}

// Apart returns a run for each task: no episode learns from another.
func Apart(names []string) []Run {
	runs := make([]Run, len(names))
	for i, n := range names {
		runs[i] = Run{World: bethink.World(n), Tasks: []Task{{Name: n}}}
	}
	return runs
}

// Variant is an agent with its way of believing (WM). Policy makes the policy
// that plays one episode; it is called from many goroutines at once. The seed
// is that of [EpisodeSeed], the same for all variants.
type Variant struct {
	Agent, WM string
	Policy    func(task Task, seed uint64) (bethink.Policy, error)
}

// String returns the variant as agent+wm, or the agent alone where it believes
// nothing.
func (v Variant) String() string { return name(v.Agent, v.WM) }

func name(agent, wm string) string {
	if wm == "" || wm == "none" {
		return agent
	}
	return agent + "+" + wm
}

// EpisodeSeed returns the seed of one episode: it depends on the run's seed, the
// world and the task, not on the variant.
func EpisodeSeed(seed uint64, w bethink.World, task string) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d/%q/%q", seed, w, task)
	return h.Sum64()
}
