package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/alfworld"
)

func envCommand(c *console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "env",
		Short: "List the environments, or make games",
		Args:  subcommand,
		RunE:  help,
	}
	mk := &cobra.Command{
		Use:   "make",
		Short: "Make games",
		Args:  subcommand,
		RunE:  help,
	}
	mk.AddCommand(makeHouseholdCommand(c))
	cmd.AddCommand(envListCommand(c), mk)
	return cmd
}

func envListCommand(c *console) *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the environments",
		Example: "  bethink env list --json",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			envs := []struct {
				Name  string `json:"name"`
				Games int    `json:"embedded"`
				What  string `json:"what"`
			}{
				{"alfworld", alfworld.Embedded().Len(), "household text games: ALFWorld's official files, or made ones"},
			}
			w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
			if !c.json {
				fmt.Fprintln(w, "name\tembedded games\twhat")
			}
			for _, e := range envs {
				if c.json {
					if err := c.object(e); err != nil {
						return err
					}
					continue
				}
				fmt.Fprintf(w, "%s\t%d\t%s\n", e.Name, e.Games, e.What)
			}
			return w.Flush()
		},
	}
}

func makeHouseholdCommand(c *console) *cobra.Command {
	conf := alfworld.GenerateConfig{}
	var placement, out string
	cmd := &cobra.Command{
		Use:   "household",
		Short: "Make household games in ALFWorld's format",
		Long: `Make household games in ALFWorld's format: all six kinds of task in turn, each
with a shortest walkthrough. Equal flags give equal bytes.`,
		Example: `  bethink env make household --games 60 --out games
  bethink env make household --seed 7 --placement zipf --out games.tar.xz
  bethink run --games games.tar.xz`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch placement {
			case alfworld.PlacementUniform.String():
				conf.Placement = alfworld.PlacementUniform
			case alfworld.PlacementZipf.String():
				conf.Placement = alfworld.PlacementZipf
			default:
				return usage(cmd, "--placement is %q: want uniform or zipf", placement)
			}
			if out == "" {
				return usage(cmd, "--out is missing: name a folder, a .tar or a .tar.xz")
			}
			if conf.Games < 1 {
				return usage(cmd, "--games is %d: want at least 1", conf.Games)
			}
			if _, err := os.Lstat(out); !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("%s is there already: remove it or choose another name: %w", out, bethink.ErrConflict)
			}
			files, err := alfworld.Generate(conf)
			if err != nil {
				return err
			}
			if err := writeGames(cmd.Context(), out, files); err != nil {
				return err
			}
			if c.json {
				return c.object(struct {
					Out       string `json:"out"`
					Games     int    `json:"games"`
					Seed      uint64 `json:"seed"`
					Placement string `json:"placement"`
				}{out, len(files), conf.Seed, placement})
			}
			c.printf("%d games in %s; bethink run --games %s plays them.\n", len(files), out, out)
			return nil
		},
	}
	cmd.Flags().Uint64Var(&conf.Seed, "seed", 1, "decides everything")
	cmd.Flags().IntVar(&conf.Games, "games", 24, "how many")
	cmd.Flags().StringVar(&placement, "placement", "uniform", "where objects lie: uniform, or zipf for few favourite places a type")
	cmd.Flags().StringVar(&out, "out", "", "the folder, .tar or .tar.xz to write; it must not be there yet")
	return cmd
}

// writeGames writes all games or none.
func writeGames(ctx context.Context, out string, files []alfworld.File) error {
	for _, ending := range []string{".tar", ".tar.xz", ".txz"} {
		if strings.HasSuffix(out, ending) {
			return alfworld.WriteSet(ctx, out, files)
		}
	}
	out = filepath.Clean(out)
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	beside, err := os.MkdirTemp(filepath.Dir(out), ".games-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(beside) // gone once it has been renamed
	if err := os.Chmod(beside, 0o755); err != nil {
		return err
	}
	if err := alfworld.WriteSet(ctx, beside, files); err != nil {
		return err
	}
	return os.Rename(beside, out)
}
