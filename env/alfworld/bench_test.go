package alfworld_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/alfworld"
)

// playWalkthrough plays a task by its stored commands and reports whether that
// went well.
func playWalkthrough(e *alfworld.Env, task string) error {
	ctx := context.Background()
	step, err := e.Reset(ctx, task, 0)
	if err != nil {
		return err
	}
	walk, err := e.Walkthrough(ctx)
	if err != nil {
		return err
	}
	for _, c := range walk {
		if step, err = e.Step(ctx, c); err != nil {
			return err
		}
	}
	if step.Outcome != bethink.OutcomeWon {
		return fmt.Errorf("%s: the walkthrough ends as %s", task, step.Outcome)
	}
	return nil
}

// BenchmarkStepAdmissible plays random admissible commands over 24 games, in
// episodes of 50 steps, and lists the admissible commands before every step.
func BenchmarkStepAdmissible(b *testing.B) {
	b.Run("Official", func(b *testing.B) { stepAdmissible(b, officialSet(b, validSeen)) })
	b.Run("Embedded", func(b *testing.B) { stepAdmissible(b, alfworld.Embedded()) })
}

func stepAdmissible(b *testing.B, set *alfworld.Set) {
	ctx := context.Background()
	tasks := set.Tasks()
	var envs []*alfworld.Env
	var names []string
	for i := range 24 {
		e := newEnv(b, set, alfworld.Config{MaxSteps: 50})
		name := tasks[i*len(tasks)/24].Name
		if _, err := e.Reset(ctx, name, 0); err != nil {
			b.Fatal(err)
		}
		envs, names = append(envs, e), append(names, name)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	b.ReportAllocs()
	steps, at := 0, 0
	outcome := bethink.OutcomeRunning
	for b.Loop() {
		if outcome != bethink.OutcomeRunning {
			at = (at + 1) % len(envs)
			if _, err := envs[at].Reset(ctx, names[at], 0); err != nil {
				b.Fatal(err)
			}
		}
		commands, err := envs[at].Admissible(ctx)
		if err != nil {
			b.Fatal(err)
		}
		step, err := envs[at].Step(ctx, commands[rng.IntN(len(commands))])
		if err != nil {
			b.Fatal(err)
		}
		outcome = step.Outcome
		steps++
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
}

// BenchmarkParse reads one official game file.
func BenchmarkParse(b *testing.B) {
	set := officialSet(b, validSeen)
	name := set.Tasks()[0].Name
	data, err := alfworld.Raw(set, name)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := alfworld.Parse(name, data); err != nil {
			b.Fatal(err)
		}
	}
}
