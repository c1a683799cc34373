package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bethink-dev/bethink/pack"
)

func askCommand(c *console) *cobra.Command {
	var name, transcript, style, wm string
	var plain, push bool
	cmd := &cobra.Command{
		Use:   "ask QUESTION...",
		Short: "Ask the belief after a transcript",
		Long: `Ask what the belief is after a transcript: text of the world, with each action
on a line that begins with ">" (see "bethink pack test --help"). The household
pack understands

  where is THING      where is THING 1     what is in PLACE
  searched PLACE      state

--style, --wm and --plain are independent of each other.`,
		Example: `  bethink ask --transcript game.txt where is egg
  bethink ask --transcript game.txt --style paper where is egg
  bethink ask --transcript game.txt --wm memory --json what is in fridge 1
  bethink ask --transcript game.txt --push`,
		RunE: func(cmd *cobra.Command, args []string) error {
			m := pack.Mode{Probabilities: !plain}
			switch style {
			case "bethink":
			case "paper":
				m.Paper = true
			default:
				return usage(cmd, "--style is bethink or paper, not %q", style)
			}
			switch wm {
			case "belief":
			case "memory":
				m.Memory = true
			default:
				return usage(cmd, "--wm is belief or memory, not %q", wm)
			}
			if transcript == "" || (len(args) == 0) != push {
				return usage(cmd, "give --transcript and a question, or --push without one")
			}
			data, err := readPack(name)
			if err != nil {
				return err
			}
			p, err := pack.Load(name, data)
			if err != nil {
				return err
			}
			text, err := readBounded(transcript, pack.MaxTranscript)
			if err != nil {
				return err
			}
			v, report, err := p.Play(text)
			if err != nil {
				return fmt.Errorf("%s: %w", transcript, err)
			}
			for _, f := range report.Faults {
				fmt.Fprintf(c.err, "%s:%d: %s\n", transcript, f.Line, f.Message)
			}
			if push {
				line := p.Push(v, m)
				if c.json {
					return c.object(struct {
						Push string `json:"push"`
					}{line})
				}
				c.printf("%s\n", line)
				return nil
			}
			r, err := p.Query(v, strings.Join(args, " "), m)
			if err != nil {
				return err
			}
			if c.json {
				return c.object(r)
			}
			c.printf("%s\n", r.Text)
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&name, "pack", householdName, "the pack: a file, or household")
	f.StringVar(&transcript, "transcript", "", "the transcript")
	f.StringVar(&style, "style", "bethink", "how a place is told: bethink or paper")
	f.StringVar(&wm, "wm", "belief", "what answers: belief, or memory of what was seen alone")
	f.BoolVar(&plain, "plain", false, "leave numbers out of the words")
	f.BoolVar(&push, "push", false, "write the line that an agent is told without asking")
	return cmd
}
