package bench

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/agent"
)

// Play plays every run by every variant and returns the records of all of them,
// those that Config.Dir had already included, in one order that depends on
// nothing but their names.
//
// A fault inside an episode is in its record and ends nothing else. Where ctx
// ends, or a record or log cannot be written, Play stops, and returns the
// records that are whole beside the error; what is in Dir is whole too, and the
// same configuration goes on from there. It returns ErrInvalid, naming the
// field, for a bad Config and ErrConflict where Dir has the records of another.
func Play(ctx context.Context, c Config) ([]Record, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	j, err := openJournal(c.Dir, c.identity())
	if err != nil {
		return nil, err
	}
	defer j.close()

	r := runner{Config: c, journal: j, have: map[key]Record{}, identity: c.identity()}
	for _, rec := range j.records {
		r.have[rec.key()] = rec
	}
	var todo []job
	wanted := map[key]bool{}
	for _, run := range c.Runs {
		for _, v := range c.Variants {
			jb := job{run, v}
			for _, t := range run.Tasks {
				wanted[jb.key(t)] = true
				if _, ok := r.have[jb.key(t)]; ok {
					r.done++
				}
				r.total++
			}
			todo = append(todo, jb)
		}
	}
	err = r.all(ctx, todo)
	var out []Record
	for k, rec := range r.have {
		if wanted[k] {
			out = append(out, rec)
		}
	}
	sortRecords(out)
	if err != nil {
		return out, err
	}
	return out, j.finish()
}

// job is one run by one variant.
type job struct {
	run     Run
	variant Variant
}

func (j job) key(t Task) key { return key{j.variant.Agent, j.variant.WM, j.run.World, t.Name} }

type runner struct {
	Config
	identity identity
	journal  *journal

	mu          sync.Mutex
	have        map[key]Record
	done, total int
}

// all plays the jobs, so many at a time, until one fails.
func (r *runner) all(ctx context.Context, todo []job) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	jobs := make(chan job)
	var workers sync.WaitGroup
	for range min(r.Workers, len(todo)) {
		workers.Go(func() {
			if err := r.work(ctx, jobs); err != nil {
				stop(err)
			}
		})
	}
	for _, j := range todo {
		select {
		case jobs <- j:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(jobs)
	workers.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

func (r *runner) work(ctx context.Context, jobs <-chan job) (err error) {
	env, err := r.Environment()
	if err != nil {
		return fmt.Errorf("bench: environment: %w", err)
	}
	defer func() { err = errors.Join(err, env.Close()) }()
	for j := range jobs {
		if err := r.play(ctx, env, j); err != nil {
			return err
		}
	}
	return nil
}

// play plays one run. Episodes that are on record are played again only where
// the run's later ones, or its log, need them.
func (r *runner) play(ctx context.Context, env bethink.Environment, j job) error {
	left := 0
	for _, t := range j.run.Tasks {
		if !r.recorded(j.key(t)) {
			left++
		}
	}
	file := ""
	if r.Logs != "" {
		file = logFile(r.Logs, j)
	}
	if left == 0 && (file == "" || exists(file)) {
		return nil
	}
	whole := r.Learner != nil || file != ""
	store := bethink.NewMemoryStore()
	conf := bethink.Config{Pack: r.Pack, Store: store, Learner: r.Learner}
	if file != "" {
		conf.FingerprintEvery = 1
	}
	engine, err := bethink.New(conf)
	if err != nil {
		return err
	}
	for i, t := range j.run.Tasks {
		on := r.recorded(j.key(t))
		if on && !whole {
			continue
		}
		rec, err := r.episode(ctx, engine, env, j, i)
		if err != nil {
			return err
		}
		if !on {
			if err := r.record(rec); err != nil {
				return err
			}
		}
		if file == "" {
			engine.Forget(j.run.World, episodeName(i))
		}
	}
	if file == "" {
		return nil
	}
	return writeLog(ctx, file, store)
}

func (r *runner) episode(ctx context.Context, e *bethink.Engine, env bethink.Environment, j job, i int) (Record, error) {
	task, w := j.run.Tasks[i], j.run.World
	seed := EpisodeSeed(r.Seed, w, task.Name)
	policy, err := j.variant.Policy(task, seed)
	if err != nil {
		return Record{}, fmt.Errorf("bench: %s: %w", j.variant, err)
	}
	rec, err := Episode{
		Engine: e, World: w, Name: episodeName(i), Environment: env,
		Policy: policy, Task: task, Seed: seed, Budget: r.Budget,
	}.Play(ctx)
	rec.Suite, rec.Agent, rec.WM, rec.Index, rec.Seed = r.Suite, j.variant.Agent, j.variant.WM, i, r.Seed
	rec.Pack, rec.Version = r.identity.Pack, r.identity.Version
	if speaker, ok := policy.(agent.Speaker); ok && r.Talks != "" && err == nil {
		err = writeTalk(talkFile(r.Talks, j, task), speaker.Conversation())
	}
	return rec, err
}

// episodeName numbers the episodes of a run from 1.
func episodeName(i int) bethink.Episode { return bethink.Episode(strconv.Itoa(i + 1)) }

func (r *runner) recorded(k key) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.have[k]
	return ok
}

func (r *runner) record(rec Record) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.journal.append(rec); err != nil {
		return err
	}
	r.have[rec.key()] = rec
	r.done++
	if r.Done != nil {
		r.Done(rec, r.done, r.total)
	}
	return nil
}
