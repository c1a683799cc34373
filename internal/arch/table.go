package arch

import "strings"

// Module is the import path of the module, whose root package is written ".".
const Module = "github.com/bethink-dev/bethink"

// Row says what a package may import of this module. All paths are relative
// to the module; the root is ".".
type Row struct {
	// Package is the package the row is about; "x/..." covers x and all below
	// it. The longest match wins.
	Package string
	// Imports are the packages of this module that it may import outside its
	// tests; "x/..." as above, and "..." is everything but cmd and examples.
	Imports []string
	// Planned rows may have no package yet.
	Planned bool
	// Why is the reason, in a few words.
	Why string
}

// Table returns the import table, from the core outwards.
func Table() []Row {
	const (
		now   = false
		later = true
	)
	return []Row{
		{"dist", nil, now, "arithmetic: knows nothing of worlds"},
		{"joint", []string{"dist"}, now, "joint distributions: slots without names"},
		{".", []string{"dist", "joint", "internal/glob", "internal/name"}, now, "the language and the pure engine"},

		{"claim", []string{".", "dist"}, later, "words for a belief"},
		{"rule", []string{".", "dist"}, later, "learns; reads the engine's steps, never the truth"},
		{"learn", []string{".", "dist", "internal/name"}, later, "turns what instruments told into knowledge; never sees the truth"},
		{"planner", []string{".", "dist", "internal/name"}, later, "reads a view"},
		{"probe", []string{".", "dist"}, later, "reads a view"},
		{"pack", []string{".", "dist", "internal/name", "internal/glob"}, later, "describes a world from outside"},
		{"pack/...", []string{".", "dist", "pack"}, later, "one kind of world"},

		{"env", []string{".", "dist"}, now, "what environments share"},
		{"env/alfworld", []string{".", "dist", "env"}, later, "an environment knows no other"},
		{"env/babyai", []string{".", "dist", "env"}, later, "an environment knows no other"},
		{"env/textworld", []string{".", "dist", "env"}, later, "an environment knows no other"},
		{"env/drift", []string{".", "dist", "env"}, later, "an environment knows no other"},
		{"env/probeworld", []string{".", "dist", "env"}, later, "an environment knows no other"},
		{"env/probeworld/published", []string{".", "dist", "env", "env/probeworld"}, later, "the published figures of its parent"},
		{"env/process", []string{".", "dist", "env"}, later, "an environment behind a pipe"},
		{"env/py4j", []string{".", "dist", "env"}, later, "an environment behind a socket"},

		{"llm", []string{"."}, later, "a model knows no belief"},
		{"sqlite", []string{"."}, later, "a store knows events only"},
		{"postgres", []string{"."}, later, "a store knows events only"},

		{"agent", []string{".", "dist", "internal/name", "claim", "rule", "planner", "probe", "llm"}, later, "acts on what it was shown"},

		{"bench/...", []string{"..."}, later, "task, run, scorer, report: measures everything"},
		{"bench/stat", []string{"dist"}, later, "statistics know no world"},
		{"bethinktest", []string{".", "dist", "joint", "env", "llm"}, later, "suites for whoever implements an interface, and recorded models"},

		{"httpapi", []string{".", "dist", "claim", "rule", "planner", "probe"}, later, "an edge"},
		{"mcpserver", []string{".", "dist", "claim", "rule", "planner", "probe"}, later, "an edge"},
		{"web", nil, later, "embedded files; reads the public API from the browser"},

		{"cmd/...", []string{"...", "cmd/..."}, later, "joins everything"},
		{"examples/...", []string{"..."}, later, "uses everything"},
		{"internal/arch", nil, now, "reads source only"},
		{"internal/glob", nil, now, "path patterns"},
		{"internal/name", nil, now, "names as people compare them"},
	}
}

// Ban forbids direct imports to some packages.
type Ban struct {
	// Packages the ban holds for, as in Row; Except are let off.
	Packages, Except []string
	// Imports are import paths; "x/..." covers x and all below it.
	Imports []string
	// Why says what to do instead.
	Why string
}

// Core returns the packages that do no input or output, read no clock and
// draw no number of their own.
func Core() []string {
	return []string{".", "dist", "joint", "claim", "rule", "learn", "planner", "probe"}
}

// Bans returns the direct imports that are forbidden outside tests. They are
// direct because fmt itself needs os.
func Bans() []Ban {
	return []Ban{
		{Core(), nil, []string{"os/...", "io/ioutil", "syscall"}, "the core does no input or output: take an interface or bytes"},
		{Core(), nil, []string{"net", "net/http/...", "net/rpc/...", "net/smtp"}, "the core opens no socket: take an interface"},
		{Core(), nil, []string{"database/sql/..."}, "the core knows a Store only"},
		{Core(), nil, []string{"log/..."}, "the core reports through its results"},
		{Core(), nil, []string{"math/rand"}, "take a *rand.Rand of math/rand/v2 from the caller"},
		{[]string{"..."}, []string{"bethinktest"}, []string{"testing/..."}, "only tests and bethinktest import testing"},
		{[]string{"..."}, nil, []string{Module + "/bethinktest"}, "only tests import the suites"},
		{
			[]string{"..."},
			[]string{"bethinktest"},
			[]string{
				"github.com/google/go-cmp/...", "pgregory.net/rapid/...",
				"github.com/cockroachdb/datadriven/...", "go.uber.org/goleak/...",
			},
			"a library for tests only",
		},
	}
}

// CoreLibraries returns the only modules of others that the core may import.
func CoreLibraries() []string { return []string{"gonum.org/v1/gonum"} }

// Never is a pair that may not meet, however many packages lie between.
type Never struct{ From, To, Why string }

// Nevers returns the pairs that may not meet.
func Nevers() []Never {
	const why = "whoever believes or acts never sees the truth"
	return []Never{
		{".", "env/...", why},
		{"agent/...", "env/...", why},
		{"learn/...", "env/...", why},
		{"planner/...", "env/...", why},
		{"probe/...", "env/...", why},
		{"pack/...", "env/...", why},
		{"httpapi/...", "env/...", "truth never enters what the API serves"},
		{"mcpserver/...", "env/...", "truth never enters what the API serves"},
	}
}

// covers says whether pattern, in the form of Row.Package, matches path.
func covers(pattern, path string) bool {
	if pattern == "..." {
		return true
	}
	if base, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == base || strings.HasPrefix(path, base+"/")
	}
	return pattern == path
}

// anyCovers says whether one of the patterns matches path.
func anyCovers(patterns []string, path string) bool {
	for _, p := range patterns {
		if covers(p, path) {
			return true
		}
	}
	return false
}

// rowOf returns the most specific row of the table for a package: an exact
// one, else the longest pattern.
func rowOf(table []Row, path string) (Row, bool) {
	var best Row
	found := false
	for _, r := range table {
		if r.Package == path {
			return r, true
		}
		if covers(r.Package, path) && (!found || len(r.Package) > len(best.Package)) {
			best, found = r, true
		}
	}
	return best, found
}
