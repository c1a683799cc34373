package main

import "github.com/spf13/cobra"

func benchCommand(c *console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Run a study and print its figures",
		Args:  subcommand,
		RunE:  help,
	}
	cmd.AddCommand(benchForeignCommand(c), benchLearnCommand(c), benchProbingCommand(c))
	return cmd
}
