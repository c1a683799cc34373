package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/bethink-dev/bethink/pack"
)

func packCommand(c *console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pack",
		Short: "Check and try descriptions of worlds",
		Args:  subcommand,
		RunE:  help,
	}
	cmd.AddCommand(packLintCommand(c), packTestCommand(c), packShowCommand(c))
	return cmd
}

// householdName stands for the embedded pack wherever a pack file is asked for.
const householdName = "household"

// readPack returns the bytes of a pack file, or of the embedded pack.
func readPack(name string) ([]byte, error) {
	if name == householdName {
		if _, err := os.Stat(name); err != nil {
			return pack.HouseholdFile(), nil
		}
	}
	return readBounded(name, pack.MaxFile)
}

// readBounded reads a file that may not be larger than the limit.
func readBounded(name string, limit int) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	if err != nil {
		return nil, err
	}
	if len(data) > limit {
		return nil, fmt.Errorf("%s: larger than %d bytes: is this the right file?", name, limit)
	}
	return data, nil
}

// located is a fault with the file it is in.
type located struct {
	File string `json:"file"`
	pack.Fault
}

func (c *console) faults(file string, list []pack.Fault) error {
	for _, f := range list {
		if c.json {
			if err := c.object(located{file, f}); err != nil {
				return err
			}
			continue
		}
		c.printf("%s:%d: %s: %s\n", file, f.Line, f.Message, f.Remedy)
	}
	return nil
}

func packLintCommand(c *console) *cobra.Command {
	return &cobra.Command{
		Use:     "lint FILE...",
		Short:   "Say what is wrong in pack files, with line and remedy",
		Example: "  bethink pack lint my-world.yaml",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage(cmd, "name the pack files to check")
			}
			wrong := 0
			for _, name := range args {
				data, err := readPack(name)
				if err != nil {
					return err
				}
				list := pack.Lint(data)
				wrong += len(list)
				if err := c.faults(name, list); err != nil {
					return err
				}
				if len(list) == 0 && !c.json {
					c.printf("%s: nothing wrong\n", name)
				}
			}
			if wrong > 0 {
				return fmt.Errorf("%s wrong", counted(wrong, "thing"))
			}
			return nil
		},
	}
}

func packTestCommand(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "test PACK TRANSCRIPT...",
		Short: "Play transcripts through a pack and check what it makes of them",
		Long: `Play transcripts through a pack and check what it makes of them. A transcript
is text with marks in front of some lines:

  # a comment
  You are in the middle of a room. ...      the world's first text
  > go to fridge 1                          an action; its answer follows
  You arrive at fridge 1. ...
  = done                                    the verdict it must have had
  = open(fridge 1)=false 0.98               a probability, to half a hundredth
  ? where is egg                            a question; the answer must hold
  : fridge 1                                each of these parts

Every answer must be read in full. PACK is a file, or "household" for the
embedded pack.`,
		Example: "  bethink pack test household kitchen.txt",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usage(cmd, "name a pack and at least one transcript")
			}
			data, err := readPack(args[0])
			if err != nil {
				return err
			}
			p, err := pack.Load(args[0], data)
			if err != nil {
				return err
			}
			wrong := 0
			for _, name := range args[1:] {
				text, err := readBounded(name, pack.MaxTranscript)
				if err != nil {
					return err
				}
				r, err := p.Test(text)
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				wrong += len(r.Faults)
				if err := c.faults(name, r.Faults); err != nil {
					return err
				}
				if !c.json {
					c.printf("%s: %s, %s, %s failed\n", name, counted(r.Steps, "step"), counted(r.Checks, "check"), counted(len(r.Faults), "thing"))
				}
			}
			if wrong > 0 {
				return errors.New("the transcript did not come out")
			}
			return nil
		},
	}
}

func packShowCommand(c *console) *cobra.Command {
	return &cobra.Command{
		Use:     "show",
		Short:   "Write the embedded household pack, a start for one's own",
		Example: "  bethink pack show > my-world.yaml",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := c.out.Write(pack.HouseholdFile())
			return err
		},
	}
}

// counted writes a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
