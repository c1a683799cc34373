package arch_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink/internal/arch"
)

const root = "../.."

// unstated are the packages that may hold package-level state.
func unstated() []string { return []string{"cmd/...", "examples/..."} }

func TestTree(t *testing.T) {
	t.Parallel()
	packages, err := arch.Load(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 3 {
		t.Fatalf("go list found %d packages: is this the module?", len(packages))
	}
	permits, err := arch.Permits()
	if err != nil {
		t.Fatal(err)
	}
	long, think := arch.CheckLines(packages)
	for _, line := range think {
		t.Log("think: " + line)
	}
	for name, offences := range map[string][]arch.Offence{
		"Table":       arch.CheckTable(packages, arch.Table()),
		"Bans":        arch.CheckBans(packages, arch.Bans()),
		"Libraries":   arch.CheckLibraries(packages, arch.Core(), arch.CoreLibraries(), decisions(t)),
		"Nevers":      arch.CheckNevers(packages, arch.Nevers()),
		"Concurrency": arch.CheckConcurrency(packages, permits),
		"Pure":        arch.CheckPure(packages, arch.Core()),
		"State":       arch.CheckState(packages, unstated()),
		"Lines":       long,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, o := range offences {
				t.Error(o)
			}
		})
	}
}

// decisions returns the text of all decision notes.
func decisions(t *testing.T) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(root, "docs/decisions/*.md"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}
