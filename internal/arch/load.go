package arch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Package is a package of the module as its source has it.
type Package struct {
	Path  string // relative to the module; the root is "."
	Files []File // in order of name
}

// File is a parsed source file.
type File struct {
	Name  string // without folder
	Test  bool
	Lines int
	Set   *token.FileSet
	Tree  *ast.File
}

// ParseFile parses one file. The set may be shared between files.
func ParseFile(set *token.FileSet, name string, src any) (File, error) {
	tree, err := parser.ParseFile(set, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return File{}, err
	}
	base := filepath.Base(name)
	return File{
		Name:  base,
		Test:  strings.HasSuffix(base, "_test.go"),
		Lines: set.File(tree.FileStart).LineCount(),
		Set:   set,
		Tree:  tree,
	}, nil
}

// Load lists the packages below root with go list and parses all their files,
// those for other systems too.
func Load(root string) ([]Package, error) {
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Dir,GoFiles,CgoFiles,IgnoredGoFiles,TestGoFiles,XTestGoFiles", "./...")
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, stderr.String())
	}
	set := token.NewFileSet()
	var packages []Package
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var l struct {
			ImportPath, Dir                                              string
			GoFiles, CgoFiles, IgnoredGoFiles, TestGoFiles, XTestGoFiles []string
		}
		err := dec.Decode(&l)
		if errors.Is(err, io.EOF) {
			return packages, nil
		}
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		p := Package{Path: relative(l.ImportPath)}
		names := slices.Concat(l.GoFiles, l.CgoFiles, l.IgnoredGoFiles, l.TestGoFiles, l.XTestGoFiles)
		slices.Sort(names)
		for _, name := range names {
			f, err := ParseFile(set, filepath.Join(l.Dir, name), nil)
			if err != nil {
				return nil, err
			}
			p.Files = append(p.Files, f)
		}
		packages = append(packages, p)
	}
}

// relative turns an import path of this module into the form of the table.
func relative(importPath string) string {
	if importPath == Module {
		return "."
	}
	return strings.TrimPrefix(importPath, Module+"/")
}

// ours says whether an import path is of this module.
func ours(importPath string) bool {
	return importPath == Module || strings.HasPrefix(importPath, Module+"/")
}
