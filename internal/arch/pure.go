package arch

import (
	"go/ast"
	"path"
	"slices"
	"strconv"
	"strings"
)

// clock are the functions of time that read a clock or wait for one.
func clock() []string {
	return []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}
}

// ownRand are the names of math/rand/v2 that draw from no global generator.
func ownRand() []string {
	return []string{"Rand", "Source", "New", "PCG", "NewPCG", "ChaCha8", "NewChaCha8", "Zipf", "NewZipf"}
}

// CheckPure finds clocks and global random numbers in the core, outside tests.
func CheckPure(packages []Package, core []string) []Offence {
	var out []Offence
	for _, p := range packages {
		if !anyCovers(core, p.Path) {
			continue
		}
		for _, f := range p.Files {
			if f.Test {
				continue
			}
			names := importNames(f.Tree)
			ast.Inspect(f.Tree, func(n ast.Node) bool {
				sel, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				x, ok := sel.X.(*ast.Ident)
				if !ok {
					return true
				}
				switch what := x.Name + "." + sel.Sel.Name; names[x.Name] {
				case "time":
					if slices.Contains(clock(), sel.Sel.Name) {
						out = append(out, Offence{f.at(p, n), "uses " + what, "the core reads no clock: take the time from the caller"})
					}
				case "math/rand/v2":
					if !slices.Contains(ownRand(), sel.Sel.Name) {
						out = append(out, Offence{f.at(p, n), "uses " + what, "the core draws from a *rand.Rand of the caller"})
					}
				}
				return true
			})
		}
	}
	return out
}

// importNames maps the name of each import, as the file uses it, to its path.
func importNames(f *ast.File) map[string]string {
	out := map[string]string{}
	for _, s := range f.Imports {
		p, _ := strconv.Unquote(s.Path.Value)
		name := path.Base(p)
		if strings.HasPrefix(name, "v") && strings.Trim(name[1:], "0123456789") == "" {
			name = path.Base(path.Dir(p))
		}
		if s.Name != nil {
			name = s.Name.Name
		}
		out[name] = p
	}
	return out
}
