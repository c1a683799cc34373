package arch

import (
	"fmt"
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

// MaxLines is the length no file may exceed; ThinkLines is where one thinks.
const (
	MaxLines   = 800
	ThinkLines = 400
)

// Offence is a breach of a rule.
type Offence struct {
	Where string // package, file and line as far as known
	What  string
	Why   string // the rule's reason
}

// String returns the offence as one line.
func (o Offence) String() string { return o.Where + ": " + o.What + " (" + o.Why + ")" }

// use is one import in a file.
type use struct {
	path, where string
}

// uses returns the imports of a package's files, without those of its tests.
func uses(p Package) []use {
	var out []use
	for _, f := range p.Files {
		if f.Test {
			continue
		}
		for _, s := range f.Tree.Imports {
			path, err := strconv.Unquote(s.Path.Value)
			if err != nil {
				continue // the parser would have refused it
			}
			out = append(out, use{path, f.at(p, s)})
		}
	}
	return out
}

// at names a place in a file.
func (f File) at(p Package, n ast.Node) string {
	return fmt.Sprintf("%s/%s:%d", p.Path, f.Name, f.Set.Position(n.Pos()).Line)
}

// CheckTable holds packages to the import table, both ways: a package without
// a row and a row without a package (unless planned) are offences. Tests are
// free to import anything.
func CheckTable(packages []Package, table []Row) []Offence {
	var out []Offence
	seen := map[string]bool{}
	for _, p := range packages {
		row, ok := rowOf(table, p.Path)
		if !ok {
			out = append(out, Offence{p.Path, "has no row in the import table", "every package has its place"})
			continue
		}
		seen[row.Package] = true
		for _, u := range uses(p) {
			if !ours(u.path) {
				continue
			}
			if to := relative(u.path); !mayImport(row, to) {
				out = append(out, Offence{u.where, "imports " + to + ", which its row does not allow", row.Package + ": " + row.Why})
			}
		}
	}
	for _, r := range table {
		if !r.Planned && !seen[r.Package] {
			out = append(out, Offence{r.Package, "has a row in the import table and no package", "a row that is not planned has a package"})
		}
	}
	return out
}

// mayImport says whether the row allows an import. "..." stands for everything
// but the programs.
func mayImport(r Row, to string) bool {
	program := anyCovers([]string{"cmd/...", "examples/..."}, to)
	return slices.ContainsFunc(r.Imports, func(pattern string) bool {
		return covers(pattern, to) && (!program || pattern != "...")
	})
}

// CheckBans holds packages to the direct bans.
func CheckBans(packages []Package, bans []Ban) []Offence {
	var out []Offence
	for _, p := range packages {
		for _, u := range uses(p) {
			for _, b := range bans {
				if anyCovers(b.Packages, p.Path) && !anyCovers(b.Except, p.Path) && anyCovers(b.Imports, u.path) {
					out = append(out, Offence{u.where, "imports " + u.path, b.Why})
				}
			}
		}
	}
	return out
}

// CheckLibraries finds imports of other people's modules that the core may
// not have, or that the decision notes do not name.
func CheckLibraries(packages []Package, core, coreLibraries []string, notes string) []Offence {
	var out []Offence
	for _, p := range packages {
		for _, u := range uses(p) {
			first, _, _ := strings.Cut(u.path, "/")
			if ours(u.path) || !strings.Contains(first, ".") {
				continue // ours, or the standard library's
			}
			if !named(notes, u.path) {
				out = append(out, Offence{u.where, "imports " + u.path, "a library needs a line in docs/decisions"})
			}
			ok := func(lib string) bool { return covers(lib+"/...", u.path) }
			if anyCovers(core, p.Path) && !slices.ContainsFunc(coreLibraries, ok) {
				out = append(out, Offence{u.where, "imports " + u.path, "the core takes no library but " + strings.Join(coreLibraries, ", ")})
			}
		}
	}
	return out
}

// named says whether the notes have the import path or a parent of it, down to
// two elements, in backquotes.
func named(notes, path string) bool {
	for ; strings.Contains(path, "/"); path = path[:strings.LastIndex(path, "/")] {
		if strings.Contains(notes, "`"+path+"`") {
			return true
		}
	}
	return false
}

// CheckNevers follows imports through the module and finds pairs that meet.
func CheckNevers(packages []Package, nevers []Never) []Offence {
	imports := map[string][]string{}
	for _, p := range packages {
		for _, u := range uses(p) {
			if ours(u.path) {
				imports[p.Path] = append(imports[p.Path], relative(u.path))
			}
		}
	}
	var out []Offence
	for _, n := range nevers {
		for _, p := range packages {
			if !covers(n.From, p.Path) {
				continue
			}
			if chain := reach(imports, n.To, []string{p.Path}, map[string]bool{}); chain != nil {
				out = append(out, Offence{p.Path, "reaches " + strings.Join(chain, " -> "), n.Why})
			}
		}
	}
	return out
}

// reach returns a chain of imports from the end of chain to a package that the
// pattern covers, or nil.
func reach(imports map[string][]string, pattern string, chain []string, seen map[string]bool) []string {
	from := chain[len(chain)-1]
	if seen[from] {
		return nil
	}
	seen[from] = true
	for _, to := range imports[from] {
		next := append(slices.Clone(chain), to)
		if covers(pattern, to) {
			return next
		}
		if found := reach(imports, pattern, next, seen); found != nil {
			return found
		}
	}
	return nil
}

// CheckLines finds files that are too long, tests included and generated ones
// not. It returns those that one should think about apart.
func CheckLines(packages []Package) (offences []Offence, think []string) {
	for _, p := range packages {
		for _, f := range p.Files {
			where := p.Path + "/" + f.Name
			switch {
			case ast.IsGenerated(f.Tree):
			case f.Lines > MaxLines:
				offences = append(offences, Offence{where, fmt.Sprintf("has %d lines", f.Lines), fmt.Sprintf("never over %d", MaxLines)})
			case f.Lines > ThinkLines:
				think = append(think, fmt.Sprintf("%s has %d lines", where, f.Lines))
			}
		}
	}
	return offences, think
}
