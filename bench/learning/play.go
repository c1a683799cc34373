package learning

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench"
	"github.com/bethink-dev/bethink/learn"
)

// Arm is one way to start the test games, with what came of them.
type Arm struct {
	WM        string
	Knowledge bethink.Knowledge // what the first test game started from
	Records   []bench.Record    // in the order of the tasks
}

// The arms of a study.
const (
	Declared     = "belief"        // the pack's prior
	LearnedPlay  = "learned-play"  // from looks while the training games were played
	LearnedKnown = "learned-known" // from the training games' known placements
)

// Run plays the test games from the pack's prior, from knowledge of own play
// and from knowledge of known placements. The training games are played one
// after the other, each from what the ones before taught. A fault inside an
// episode is in its record; the errors are those of a bad Config, which is
// ErrInvalid, of the environment, and of an ended context.
func Run(ctx context.Context, c Config) ([]Arm, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	l, err := learn.New(c.Learner)
	if err != nil {
		return nil, err
	}
	p := player{Config: c, total: 2*len(c.Train.Tasks) + 3*len(c.Test.Tasks)}
	known, err := Known(ctx, c.Train, c.Pack, l, func(int) { p.tick() })
	if err != nil {
		return nil, err
	}
	_, play, err := p.sequence(ctx, c.Train, c.Trainee, l, l.Start())
	if err != nil {
		return nil, err
	}
	arms := []Arm{{WM: Declared, Knowledge: bethink.NoKnowledge{}}, {WM: LearnedPlay, Knowledge: play}, {WM: LearnedKnown, Knowledge: known}}
	for i := range arms {
		a := &arms[i]
		if c.Study == StudySequential && i > 0 {
			a.Records, _, err = p.sequence(ctx, c.Test, c.Agent, l, a.Knowledge)
		} else {
			a.Records, err = p.apart(ctx, a.Knowledge)
		}
		if err != nil {
			return nil, err
		}
		for k := range a.Records {
			a.Records[k].WM = a.WM
		}
	}
	return arms, nil
}

// With plays the test games, each from the given knowledge.
func With(ctx context.Context, c Config, wm string, k bethink.Knowledge) (Arm, error) {
	if err := c.check(); err != nil {
		return Arm{}, err
	}
	p := player{Config: c, total: len(c.Test.Tasks)}
	rs, err := p.apart(ctx, k)
	for i := range rs {
		rs[i].WM = wm
	}
	return Arm{wm, k, rs}, err
}

// Play returns what the training games teach while they are played one after
// the other, with their records.
func Play(ctx context.Context, c Config) (bethink.Knowledge, []bench.Record, error) {
	if err := c.check(); err != nil {
		return nil, nil, err
	}
	l, err := learn.New(c.Learner)
	if err != nil {
		return nil, nil, err
	}
	p := player{Config: c, total: len(c.Train.Tasks)}
	rs, k, err := p.sequence(ctx, c.Train, c.Trainee, l, l.Start())
	return k, rs, err
}

type maker = func(seed uint64) (bethink.Policy, error)

type player struct {
	Config
	mu          sync.Mutex
	done, total int
}

func (p *player) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	if p.Done != nil {
		p.Done(p.done, p.total)
	}
}

// sequence plays games in one world: each starts from what the ones before it
// taught.
func (p *player) sequence(ctx context.Context, g Games, agent maker, l *learn.Learner, from bethink.Knowledge) ([]bench.Record, bethink.Knowledge, error) {
	e, err := g.Environment()
	if err != nil {
		return nil, nil, fmt.Errorf("learning: environment: %w", err)
	}
	defer e.Close()
	engine, err := bethink.New(bethink.Config{Pack: p.Pack, Learner: l, Knowledge: from})
	if err != nil {
		return nil, nil, err
	}
	const world = "household"
	out := make([]bench.Record, len(g.Tasks))
	for i, task := range g.Tasks {
		name := bethink.Episode(strconv.Itoa(i + 1))
		if out[i], err = p.episode(ctx, engine, e, agent, world, name, task); err != nil {
			return nil, nil, err
		}
		engine.Forget(world, name)
	}
	k, err := engine.Knowledge(ctx, world)
	return out, k, err
}

// apart plays the test games, each in a world of its own.
func (p *player) apart(ctx context.Context, k bethink.Knowledge) ([]bench.Record, error) {
	out := make([]bench.Record, len(p.Test.Tasks))
	errs := make([]error, p.Workers)
	next := make(chan int)
	var workers sync.WaitGroup
	for w := range p.Workers {
		workers.Go(func() { errs[w] = p.work(ctx, k, next, out) })
	}
	for i := range out {
		next <- i
	}
	close(next)
	workers.Wait()
	return out, errors.Join(errs...)
}

// work plays the games that it is sent; after a fault it only takes them.
func (p *player) work(ctx context.Context, k bethink.Knowledge, next <-chan int, out []bench.Record) (err error) {
	e, err := p.Test.Environment()
	if err != nil {
		err = fmt.Errorf("learning: environment: %w", err)
	} else {
		defer e.Close()
	}
	for i := range next {
		if err != nil {
			continue
		}
		var engine *bethink.Engine
		if engine, err = bethink.New(bethink.Config{Pack: p.Pack, Knowledge: k}); err != nil {
			continue
		}
		out[i], err = p.episode(ctx, engine, e, p.Agent, bethink.World(p.Test.Tasks[i]), "1", p.Test.Tasks[i])
	}
	return err
}

// episode plays one game. Its record and its seed are those of the game alone,
// whatever world it was played in.
func (p *player) episode(ctx context.Context, engine *bethink.Engine, e bethink.Environment, agent maker, w bethink.World, name bethink.Episode, task string) (bench.Record, error) {
	seed := bench.EpisodeSeed(p.Seed, bethink.World(task), task)
	policy, err := agent(seed)
	if err != nil {
		return bench.Record{}, fmt.Errorf("learning: agent: %w", err)
	}
	rec, err := bench.Episode{
		Engine: engine, World: w, Name: name, Environment: e, Policy: policy,
		Task: bench.Task{Name: task}, Seed: seed, Budget: p.Budget,
	}.Play(ctx)
	rec.Suite, rec.Agent, rec.World, rec.Seed = p.Suite, p.Name, bethink.World(task), p.Seed
	p.tick()
	return rec, err
}
