package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/alfworld"
	"github.com/bethink-dev/bethink/pack"
)

func playCommand(c *console) *cobra.Command {
	var task string
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play a game yourself, with the belief beside the text",
		Long: `Play a game yourself. After each answer the belief says where the things of the
goal may be. Commands are those of the game; ? lists them, quit ends.`,
		Example: "  bethink play\n  bethink play --games valid_seen --task look_at_obj_in_light",
		Args:    noArguments,
	}
	g := gamesFlags(cmd)
	cmd.Flags().StringVar(&task, "task", "", "the game's name, or a part that only one name has (default: the first)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		conf, err := g.config()
		if err != nil {
			return err
		}
		set, suite, err := g.load(cmd.Context())
		if err != nil {
			return err
		}
		name, err := pickTask(set, task)
		if err != nil {
			return err
		}
		p, err := newPerson(c, set, conf, suite, name)
		if err != nil {
			return err
		}
		return p.play(cmd.Context())
	}
	return cmd
}

// pickTask finds a game by its name or a part of it.
func pickTask(set *alfworld.Set, want string) (string, error) {
	names := taskNames(set)
	if want == "" || slices.Contains(names, want) {
		return cmp.Or(want, names[0]), nil
	}
	var with []string
	for _, n := range names {
		if strings.Contains(n, want) {
			with = append(with, n)
		}
	}
	switch len(with) {
	case 1:
		return with[0], nil
	case 0:
		return "", fmt.Errorf("no game is called %q%s: %w", want, didYouMean("", want, names), bethink.ErrNotFound)
	}
	return "", fmt.Errorf("%d games have %q in their name, such as %s and %s: name one: %w", len(with), want, with[0], with[1], bethink.ErrNotFound)
}

// person is a game in the hands of somebody at the console.
type person struct {
	c      *console
	env    bethink.Environment
	engine *bethink.Engine
	world  bethink.World
	task   string
}

func newPerson(c *console, set *alfworld.Set, conf alfworld.Config, suite, task string) (*person, error) {
	pk, err := pack.Household()
	if err != nil {
		return nil, err
	}
	env, err := set.New(conf)
	if err != nil {
		return nil, err
	}
	engine, err := bethink.New(bethink.Config{Pack: pk})
	if err != nil {
		return nil, err
	}
	return &person{c: c, env: env, engine: engine, world: bethink.World(suite), task: task}, nil
}

// turn is one line of bethink play --json.
type turn struct {
	Action  string                      `json:"action,omitempty"`
	Text    string                      `json:"text"`
	Outcome string                      `json:"outcome"`
	Verdict string                      `json:"verdict"`
	Places  map[string][]bethink.Weight `json:"places"`
}

func (p *person) play(ctx context.Context) error {
	defer p.env.Close() //nolint:errcheck // nothing is held
	if _, err := p.engine.Open(ctx, p.world, bethink.Episode(p.task)); err != nil {
		return err
	}
	now, err := p.env.Reset(ctx, p.task, 0)
	if err != nil {
		return err
	}
	if err := p.tell(ctx, now.Input(), now); err != nil {
		return err
	}
	lines := readLines(ctx, p.c.in)
	for steps := 0; now.Outcome == bethink.OutcomeRunning; {
		if !p.c.json {
			p.c.printf("> ")
		}
		if p.c.out.err != nil {
			return nil // execute reports it
		}
		var said line
		select {
		case said = <-lines:
		case <-ctx.Done():
			return fmt.Errorf("interrupted: the game is not kept%w", silent{ctx.Err()})
		}
		command := strings.TrimSpace(said.text)
		switch {
		case said.err == io.EOF && command == "":
			p.c.printf("\n")
			return nil
		case said.err != nil && said.err != io.EOF:
			return fmt.Errorf("read a command: %w", said.err)
		case command == "":
			continue
		case command == "quit" || command == "exit":
			return nil
		case command == "?":
			if err := p.list(ctx); err != nil {
				return err
			}
			continue
		}
		if now, err = p.env.Step(ctx, command); err != nil {
			return err
		}
		steps++
		in := now.Input()
		in.Action.Text, in.Elapsed = command, 1
		if err := p.tell(ctx, in, now); err != nil {
			return err
		}
		if now.Outcome == bethink.OutcomeWon && !p.c.json {
			p.c.printf("%s\n", p.c.paint(bold, fmt.Sprintf("Done, in %d steps.", steps)))
		}
	}
	return nil
}

// tell shows an answer and what is believed now.
func (p *person) tell(ctx context.Context, in bethink.Input, now bethink.TimeStep) error {
	v, st, err := p.engine.Observe(ctx, p.world, bethink.Episode(p.task), in)
	if err != nil {
		return err
	}
	if p.c.json {
		t := turn{Action: in.Action.Text, Text: now.Text, Outcome: now.Outcome.String(), Verdict: st.Observation.Verdict.String(), Places: map[string][]bethink.Weight{}}
		for _, typ := range sought(v) {
			t.Places[typ] = whereabouts(v, typ, shown)
		}
		return p.c.object(t)
	}
	p.c.printf("%s\n", strings.TrimSpace(now.Text))
	for _, line := range beliefLines(v, "") {
		p.c.printf("%s\n", p.c.paint(dim, "  ["+line+"]"))
	}
	return nil
}

func (p *person) list(ctx context.Context) error {
	commands, err := p.env.Admissible(ctx)
	if err != nil {
		return err
	}
	for _, a := range commands {
		if p.c.json {
			if err := p.c.object(map[string]string{"command": a}); err != nil {
				return err
			}
			continue
		}
		p.c.printf("  %s\n", a)
	}
	return nil
}

// line is one line of input, or what came instead.
type line struct {
	text string
	err  error
}

// readLines reads on the side, so that a signal is not kept waiting. The reader
// ends with the input or with the program.
func readLines(ctx context.Context, from io.Reader) <-chan line {
	out := make(chan line)
	go func() {
		br := bufio.NewReader(from)
		for {
			text, err := br.ReadString('\n')
			select {
			case out <- line{text, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return out
}
