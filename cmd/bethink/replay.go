package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench"
	"github.com/bethink-dev/bethink/learn"
	"github.com/bethink-dev/bethink/pack"
)

func replayCommand(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "replay LOG...",
		Short: "Fold a log again and check it",
		Long: `Fold the steps of a log again, without parsing a text or asking a model, and
check that every belief has the fingerprint that was recorded and that the hash
chain is whole. LOG is a file that "bethink run --log" wrote, or a folder of them.`,
		Example: "  bethink run --log logs --agent planner\n  bethink replay logs",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage(cmd, "replay what? name a log, or a folder of logs")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := pack.Household()
			if err != nil {
				return err
			}
			learner, err := learn.New(learn.Config{Declared: p})
			if err != nil {
				return err
			}
			files, err := logFiles(args)
			if err != nil {
				return err
			}
			progress := c.progress()
			streams, steps, prints := 0, 0, 0
			for i, name := range files {
				got, err := replayFile(cmd, name, p, learner)
				if err != nil {
					return err
				}
				for _, r := range got {
					streams, steps, prints = streams+1, steps+r.Steps, prints+r.Fingerprints
					if c.json {
						if err := c.object(r); err != nil {
							return err
						}
					}
				}
				progress(i+1, len(files))
			}
			c.finish()
			if !c.json {
				c.printf("%d streams replayed: %d steps folded again, %d fingerprints equal, every chain whole.\n", streams, steps, prints)
			}
			return nil
		},
	}
}

func replayFile(cmd *cobra.Command, name string, p bethink.Pack, learner bethink.Learner) (got []bench.Replayed, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if got, err = bench.Replay(cmd.Context(), f, p, learner); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return got, cmd.Context().Err()
}

// logFiles replaces each folder by the logs in it.
func logFiles(args []string) ([]string, error) {
	var out []string
	for _, a := range args {
		info, err := os.Stat(a)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			out = append(out, a)
			continue
		}
		in, err := filepath.Glob(filepath.Join(a, "*.jsonl"))
		if err != nil {
			return nil, err
		}
		if len(in) == 0 {
			return nil, fmt.Errorf("%s holds no log (*.jsonl): %w", a, bethink.ErrNotFound)
		}
		out = append(out, in...)
	}
	return out, nil
}
