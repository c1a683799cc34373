package arch

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// CheckState finds init functions and package-level variables that can change,
// outside tests and outside the packages in except. A variable passes when it
// is an error made by errors.New, an embedded file, a compiled pattern, an
// interface assertion, or unexported and never written in its package.
func CheckState(packages []Package, except []string) []Offence {
	const why = "no package-level state and no init: put it into a value made by New"
	var out []Offence
	for _, p := range packages {
		if anyCovers(except, p.Path) {
			continue
		}
		written := writtenNames(p)
		for _, f := range p.Files {
			if f.Test {
				continue
			}
			for _, d := range f.Tree.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
					out = append(out, Offence{f.at(p, fn), "has an init function", why})
				}
				g, ok := d.(*ast.GenDecl)
				if !ok || g.Tok != token.VAR || embedded(g.Doc) {
					continue
				}
				for _, s := range g.Specs {
					spec, ok := s.(*ast.ValueSpec)
					if !ok || embedded(spec.Doc) {
						continue
					}
					for i, name := range spec.Names {
						switch {
						case name.Name == "_" || constantCall(spec, i):
						case name.IsExported():
							out = append(out, Offence{f.at(p, name), "exports the variable " + name.Name, why})
						case written[name.Name]:
							out = append(out, Offence{f.at(p, name), "writes the package-level variable " + name.Name, why})
						}
					}
				}
			}
		}
	}
	return out
}

// embedded says whether a comment has a go:embed line.
func embedded(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:embed ")
	})
}

// constantCall says whether the i-th name of a declaration is the result of
// errors.New or of compiling a pattern.
func constantCall(spec *ast.ValueSpec, i int) bool {
	if i >= len(spec.Values) {
		return false
	}
	call, ok := spec.Values[i].(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := sel.X.(*ast.Ident)
	return ok && (x.Name == "errors" && sel.Sel.Name == "New" ||
		x.Name == "regexp" && strings.HasPrefix(sel.Sel.Name, "MustCompile"))
}

// writtenNames returns the names that functions of the package assign to, in
// whole or in part, or take the address of, where the function declares no
// such name itself. It goes by names, not types: a name that is both local in
// one branch and global in another is taken as local.
func writtenNames(p Package) map[string]bool {
	out := map[string]bool{}
	for _, f := range p.Files {
		if f.Test {
			continue
		}
		for _, d := range f.Tree.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			local := localNames(fn)
			write := func(e ast.Expr) {
				if name := rootName(e); name != "" && !local[name] {
					out[name] = true
				}
			}
			ast.Inspect(fn, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					if n.Tok != token.DEFINE {
						for _, e := range n.Lhs {
							write(e)
						}
					}
				case *ast.IncDecStmt:
					write(n.X)
				case *ast.RangeStmt:
					if n.Tok == token.ASSIGN {
						write(n.Key)
						write(n.Value)
					}
				case *ast.UnaryExpr:
					if _, element := n.X.(*ast.IndexExpr); n.Op == token.AND && !element {
						write(n.X) // an element's address is how large tables are read
					}
				case *ast.CallExpr:
					if b, ok := n.Fun.(*ast.Ident); ok && len(n.Args) > 0 && slices.Contains([]string{"delete", "clear", "copy"}, b.Name) {
						write(n.Args[0])
					}
				}
				return true
			})
		}
	}
	return out
}

// localNames returns the names a function declares anywhere inside.
func localNames(fn *ast.FuncDecl) map[string]bool {
	out := map[string]bool{}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field: // receivers, parameters, results, and those of literals
			for _, name := range n.Names {
				out[name.Name] = true
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				out[name.Name] = true
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, e := range n.Lhs {
					out[rootName(e)] = true
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				out[rootName(n.Key)] = true
				out[rootName(n.Value)] = true
			}
		}
		return true
	})
	return out
}

// rootName returns the name at the left end of an expression such as x.f[i],
// or "" where it has none.
func rootName(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x.Name
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		default:
			return ""
		}
	}
}
