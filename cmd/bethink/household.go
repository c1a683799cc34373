package main

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/agent"
	"github.com/bethink-dev/bethink/bench"
	"github.com/bethink-dev/bethink/env/alfworld"
)

// games are the household games of a command.
type games struct {
	path    string
	dialect string
	cmd     *cobra.Command
}

func gamesFlags(cmd *cobra.Command) *games {
	g := &games{cmd: cmd}
	cmd.Flags().StringVar(&g.path, "games", "", "a game file, a folder, a .tar or .tar.xz of games, or train, valid_seen or\n"+
		"valid_unseen of ALFWorld's own data folder (default: the embedded games)")
	cmd.Flags().StringVar(&g.dialect, "dialect", "current", "wording of the games: current, or old for that of ALFWorld 0.2 and 0.3")
	return g
}

// load returns the games and the name of the suite.
func (g *games) load(ctx context.Context) (*alfworld.Set, string, error) {
	if !g.cmd.Flags().Changed("games") {
		return alfworld.Embedded(), "embedded", nil
	}
	set, err := alfworld.Load(ctx, g.path)
	name := filepath.Base(g.path)
	for _, ending := range []string{".xz", ".tar", ".txz"} {
		name = strings.TrimSuffix(name, ending)
	}
	if g.path == "" {
		name = "alfworld"
	}
	return set, name, err
}

func (g *games) config() (alfworld.Config, error) {
	for _, d := range []alfworld.Dialect{alfworld.DialectCurrent, alfworld.DialectOld} {
		if g.dialect == d.String() {
			return alfworld.Config{Dialect: d}, nil
		}
	}
	return alfworld.Config{}, usage(g.cmd, "--dialect is %q: want current or old", g.dialect)
}

func taskNames(set *alfworld.Set) []string {
	var out []string
	for _, t := range set.Tasks() {
		out = append(out, t.Name)
	}
	return out
}

// spread returns n of the names at equal distances in their order, so that
// every kind of task has its share; all where n is 0 or there are no more.
func spread(names []string, n int) []string {
	if n == 0 || n >= len(names) {
		return names
	}
	slices.Sort(names)
	out := make([]string, n)
	for i := range out {
		out[i] = names[(2*i+1)*len(names)/(2*n)]
	}
	return out
}

// pairing is an agent with a world model, as the flags name them.
type pairing struct{ agent, wm string }

// everyone is who plays where nobody is named: the belief, the same planner
// without one, and two that plan nothing.
func everyone() []pairing {
	return []pairing{{"planner", "belief"}, {"planner", "memory"}, {"scripted", "none"}, {"random", "none"}}
}

// variant checks the names and returns how to make the policy.
func (p pairing) variant(cmd *cobra.Command) (bench.Variant, error) {
	wm, err := agent.ParseWM(p.wm)
	if err == nil {
		_, err = agent.New(agent.Config{Name: p.agent, WM: wm})
	}
	if err != nil {
		return bench.Variant{}, errors.Join(err, silent{errUsage})
	}
	return bench.Variant{Agent: p.agent, WM: wm.String(), Policy: func(_ bench.Task, seed uint64) (bethink.Policy, error) {
		return agent.New(agent.Config{Name: p.agent, WM: wm, Seed: seed})
	}}, nil
}

// The household pack's names for where things are.
const (
	location = "location"
	places   = "place"
)

// sought are the types of object that the goal is about.
func sought(v bethink.View) []string {
	counted := v.Belief.Counted(location)
	var out []string
	for _, r := range v.Goal.Roles {
		if slices.Contains(counted, r.Type) && !slices.Contains(out, r.Type) {
			out = append(out, r.Type)
		}
	}
	return out
}

// whereabouts returns the likeliest places of some object of the type, the
// likeliest first.
func whereabouts(v bethink.View, typ string, n int) []bethink.Weight {
	var out []bethink.Weight
	for _, p := range v.Belief.Set(places) {
		if p == bethink.Other {
			continue
		}
		if w := v.Belief.Some(bethink.Presence{Type: typ, Attr: location, Place: p}); w >= .005 {
			out = append(out, bethink.Weight{Value: p, P: w})
		}
	}
	slices.SortStableFunc(out, func(a, b bethink.Weight) int { return cmp.Compare(b.P, a.P) })
	return out[:min(n, len(out))]
}
