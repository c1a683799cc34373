package alfworld

import (
	"context"
	"fmt"
	"math/bits"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env"
)

// Config says how an [Env] plays.
type Config struct {
	// Dialect is the wording of commands and answers.
	Dialect Dialect
	// MaxSteps ends an episode as TimedOut after so many steps, accepted or
	// not; a win on the last one counts. 0 is no limit.
	MaxSteps int
}

// Env plays the games of a [Set], one episode at a time. It is not safe for
// concurrent use; make one for each goroutine.
type Env struct {
	set    *Set
	config Config

	game  *Game
	table *table
	state state
	now   bitset   // the admissible commands
	texts []string // their texts, when listed
	out   writer
	steps int

	playing, closed bool
}

var (
	_ bethink.Environment = (*Env)(nil)
	_ env.Oracle          = (*Env)(nil)
)

// New returns an environment over the set's games. It returns ErrInvalid,
// naming the field, for a Config out of range.
func (s *Set) New(c Config) (*Env, error) {
	if c.Dialect > DialectOld {
		return nil, fmt.Errorf("alfworld: Config.Dialect: %s is none of the dialects: %w", c.Dialect, bethink.ErrInvalid)
	}
	if c.MaxSteps < 0 {
		return nil, fmt.Errorf("alfworld: Config.MaxSteps: %d is negative; 0 is no limit: %w", c.MaxSteps, bethink.ErrInvalid)
	}
	return &Env{set: s, config: c}, nil
}

// Reset starts the named game. Games have no chance in them: the seed changes
// nothing. Beside ErrNotFound it returns ErrInvalid for a malformed game file.
func (e *Env) Reset(ctx context.Context, task string, _ uint64) (bethink.TimeStep, error) {
	if err := ctx.Err(); err != nil {
		return bethink.TimeStep{}, err
	}
	if e.closed {
		return bethink.TimeStep{}, fmt.Errorf("alfworld: reset %s: the environment is closed: %w", task, bethink.ErrClosed)
	}
	g, err := e.set.Game(task)
	if err != nil {
		return bethink.TimeStep{}, err
	}
	if g != e.game {
		e.game, e.table = g, g.table(e.config.Dialect)
		e.now = make(bitset, len(e.table.always))
	}
	e.state.copyFrom(&g.start)
	e.out = writer{buf: e.out.buf[:0], g: g, s: &e.state, d: e.config.Dialect}
	e.steps, e.playing = 0, true
	e.out.first()
	return e.end(), nil
}

// Step performs one command. It is trimmed and must then equal an admissible
// command to the letter; anything else is answered by "Nothing happens.".
func (e *Env) Step(ctx context.Context, action string) (bethink.TimeStep, error) {
	if err := ctx.Err(); err != nil {
		return bethink.TimeStep{}, err
	}
	if !e.playing {
		return bethink.TimeStep{}, fmt.Errorf("alfworld: step %q: no episode is running; call Reset: %w", action, bethink.ErrClosed)
	}
	e.steps++
	e.out.buf = e.out.buf[:0]
	if i, ok := e.table.find(strings.TrimSpace(action)); ok && e.now.has(i) {
		c := e.table.commands[i]
		e.game.apply(&e.state, c)
		e.out.answer(c)
		return e.end(), nil
	}
	return e.timeStep(nothingHappens), nil
}

// end finishes a reset or an accepted step.
func (e *Env) end() bethink.TimeStep {
	e.game.admissible(e.table, &e.state, e.now)
	e.texts = e.texts[:0]
	return e.timeStep(string(e.out.buf))
}

func (e *Env) timeStep(text string) bethink.TimeStep {
	t := bethink.TimeStep{Text: text}
	switch {
	case e.game.won(&e.state):
		t.Reward, t.Score, t.Terminated, t.Outcome = 1, 1, true, bethink.OutcomeWon
	case e.config.MaxSteps > 0 && e.steps >= e.config.MaxSteps:
		t.Truncated, t.Outcome = true, bethink.OutcomeTimedOut
	}
	e.playing = t.Outcome == bethink.OutcomeRunning
	return t
}

// Admissible lists the commands that the game would accept now; none after
// the end of an episode.
func (e *Env) Admissible(ctx context.Context) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if e.closed || e.game == nil {
		return nil, fmt.Errorf("alfworld: admissible: no episode; call Reset: %w", bethink.ErrClosed)
	}
	if !e.playing {
		return nil, nil
	}
	if len(e.texts) == 0 {
		for w, x := range e.now {
			for ; x != 0; x &= x - 1 {
				e.texts = append(e.texts, e.table.texts[w<<6+bits.TrailingZeros64(x)])
			}
		}
	}
	return e.texts, nil
}

// Close ends the environment for good. It may be called twice.
func (e *Env) Close() error {
	*e = Env{set: e.set, config: e.config, closed: true}
	return nil
}
