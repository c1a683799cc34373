package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bethink-dev/bethink/internal/name"
)

// The exit codes beside 0.
const (
	exitFault       = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// errUsage marks a command line that asks for nothing that exists.
var errUsage = errors.New("usage")

// usage returns a fault of the command line, with the command that explains it.
func usage(cmd *cobra.Command, format string, args ...any) error {
	return fmt.Errorf("%s (%s --help explains)%w", fmt.Sprintf(format, args...), cmd.CommandPath(), silent{errUsage})
}

// silent wraps an error without adding to the text.
type silent struct{ err error }

func (silent) Error() string   { return "" }
func (s silent) Unwrap() error { return s.err }

// commands are the commands of the program, each in a file of its own.
func commands() []func(*console) *cobra.Command {
	return []func(*console) *cobra.Command{
		runCommand, playCommand, replayCommand, probeCommand, benchCommand, packCommand, askCommand, knowledgeCommand, calibrationCommand, envCommand, versionCommand,
	}
}

func rootCommand(c *console) *cobra.Command {
	root := &cobra.Command{
		Use:   "bethink",
		Short: "Keep an agent's beliefs honest",
		Long: `Bethink hears every action and every answer, keeps an explicit, calibrated
belief over a world that is seen only in part, and scores each of its own
predictions against what then happened.`,
		Example: `  bethink run                 agents with and without a belief play household games
  bethink play                play one yourself, with the belief beside the text
  bethink run --help          what else can be run`,
		Args:          subcommand,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          help,
	}
	root.PersistentFlags().BoolVar(&c.json, "json", false, "write JSON, one object a line")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage(cmd, "%v%s", err, nearFlags(cmd, err))
	})
	root.SetIn(c.in)
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.CompletionOptions.HiddenDefaultCmd = true
	for _, command := range commands() {
		root.AddCommand(command(c))
	}
	return root
}

// help is what a command that only groups others does.
func help(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// subcommand refuses the name of a command that does not exist.
func subcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return usage(cmd, "%s has no command %q%s", cmd.CommandPath(), args[0], didYouMean("", args[0], names))
}

// noArguments refuses arguments.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usage(cmd, "%s takes flags only, but got %q", cmd.CommandPath(), args[0])
}

// nearFlags suggests flags for one that is unknown.
func nearFlags(cmd *cobra.Command, err error) string {
	_, flag, ok := strings.Cut(err.Error(), "unknown flag: --")
	if !ok {
		return ""
	}
	var names []string
	for _, word := range strings.Fields(cmd.LocalFlags().FlagUsages() + cmd.InheritedFlags().FlagUsages()) {
		if name, isFlag := strings.CutPrefix(word, "--"); isFlag {
			names = append(names, name)
		}
	}
	return didYouMean("--", flag, names)
}

// didYouMean suggests names, each written with the prefix.
func didYouMean(prefix, word string, names []string) string {
	near := name.Nearest(word, names)
	if len(near) == 0 {
		return ""
	}
	return ": did you mean " + prefix + strings.Join(near, " or "+prefix) + "?"
}

// execute runs one command line and returns the exit code. What went wrong is
// one sentence on standard error.
func execute(ctx context.Context, c *console, args []string) int {
	root := rootCommand(c)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	c.finish()
	if fault := c.out.fault(); fault != nil {
		err = fault // whatever came of it
	}
	if err == nil {
		return 0
	}
	text := strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n\n", "\n")
	fmt.Fprintf(c.err, "%s: %s\n", c.paint(red, "bethink"), strings.TrimPrefix(text, "bethink: "))
	switch {
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.Is(err, errUsage):
		return exitUsage
	}
	return exitFault
}
