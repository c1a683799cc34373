package arch

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"strconv"
	"strings"
)

//go:embed concurrency.txt
var concurrencyText string

// Permit lets some files of a package use concurrency.
type Permit struct {
	Package string // as in Row
	Files   string // a pattern for file names, as in path.Match
	// SyncOnly lets in sync and sync/atomic, but no go statement and no
	// channel.
	SyncOnly bool
	Why      string
}

// Permits returns the list in concurrency.txt.
func Permits() ([]Permit, error) { return parsePermits(concurrencyText) }

func parsePermits(text string) ([]Permit, error) {
	var out []Permit
	for i, line := range strings.Split(text, "\n") {
		f := strings.Fields(line)
		if len(f) == 0 || strings.HasPrefix(f[0], "#") {
			continue
		}
		if len(f) < 4 || (f[2] != "sync" && f[2] != "all") {
			return nil, fmt.Errorf("concurrency.txt:%d: want package, files, sync or all, and a reason: %q", i+1, line)
		}
		if _, err := path.Match(f[1], ""); err != nil {
			return nil, fmt.Errorf("concurrency.txt:%d: file pattern %q: %w", i+1, f[1], err)
		}
		pkg := f[0]
		if pkg != "." {
			var ok bool
			if pkg, ok = strings.CutPrefix(f[0], "./"); !ok {
				return nil, fmt.Errorf("concurrency.txt:%d: package %q must start with ./", i+1, f[0])
			}
		}
		out = append(out, Permit{pkg, f[1], f[2] == "sync", strings.Join(f[3:], " ")})
	}
	return out, nil
}

// permitted says whether a file may use sync, and whether it may also start
// goroutines and use channels.
func permitted(permits []Permit, pkg, file string) (syncs, all bool) {
	for _, p := range permits {
		ok, _ := path.Match(p.Files, file) // the pattern was checked on reading
		if ok && covers(p.Package, pkg) {
			syncs, all = true, all || !p.SyncOnly
		}
	}
	return syncs, all
}

// CheckConcurrency finds go statements, channels and the sync packages outside
// the files that have a permit. Tests are free.
func CheckConcurrency(packages []Package, permits []Permit) []Offence {
	var out []Offence
	for _, p := range packages {
		for _, f := range p.Files {
			syncs, all := permitted(permits, p.Path, f.Name)
			if f.Test || all {
				continue
			}
			report := func(n ast.Node, what string) {
				out = append(out, Offence{f.at(p, n), what, "concurrency.txt does not list it"})
			}
			for _, s := range f.Tree.Imports {
				name, _ := strconv.Unquote(s.Path.Value)
				if name == "golang.org/x/sync" || strings.HasPrefix(name, "golang.org/x/sync/") ||
					!syncs && (name == "sync" || name == "sync/atomic") {
					report(s, "imports "+name)
				}
			}
			ast.Inspect(f.Tree, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					report(n, "has a go statement")
				case *ast.ChanType:
					report(n, "has a channel")
				case *ast.SelectStmt:
					report(n, "has a select statement")
				case *ast.SendStmt:
					report(n, "sends on a channel")
				case *ast.UnaryExpr:
					if n.Op == token.ARROW {
						report(n, "receives from a channel")
					}
				}
				return true
			})
		}
	}
	return out
}
