// Command licenses writes the licences of everything that is linked into a
// program: the standard library's, and those of each module that the program
// needs on Linux, macOS or Windows. The output depends on go.mod and the
// program's imports only.
//
//	go run -C tools ./licenses -root .. -o THIRD_PARTY_LICENSES ./cmd/bethink
//	go run -C tools ./licenses -root .. -check THIRD_PARTY_LICENSES ./cmd/bethink
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed go.txt
var goLicense string

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "licenses:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("licenses", flag.ContinueOnError)
	root := flags.String("root", ".", "root of the module")
	out := flags.String("o", "", "file to write, relative to the root (default: standard output)")
	check := flags.String("check", "", "compare with this file instead of writing")
	if err := flags.Parse(args); err != nil {
		return err
	}
	modules, err := load(*root, flags.Args())
	if err != nil {
		return err
	}
	text, err := render(modules)
	if err != nil {
		return err
	}
	switch {
	case *check != "":
		have, err := os.ReadFile(filepath.Join(*root, *check))
		if err != nil || !bytes.Equal(have, text) {
			return fmt.Errorf("%s is missing or out of date: run make licenses", *check)
		}
		return nil
	case *out != "":
		return os.WriteFile(filepath.Join(*root, *out), text, 0o644)
	}
	_, err = stdout.Write(text)
	return err
}

// module is a module that the program links, with the folders of the packages
// it takes from it.
type module struct {
	path, version, dir string
	packages           map[string]bool
}

// load asks go list for the modules behind the patterns, by path.
func load(root string, patterns []string) (map[string]*module, error) {
	modules := map[string]*module{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		cmd := exec.Command("go", append([]string{"list", "-deps", "-json=Dir,Module"}, patterns...)...)
		cmd.Dir = root
		cmd.Env = append(cmd.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w", system, err)
		}
		for dec := json.NewDecoder(bytes.NewReader(out)); ; {
			var p struct {
				Dir    string
				Module *struct {
					Path, Version, Dir string
					Main               bool
				}
			}
			if err := dec.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, fmt.Errorf("go list for %s: %w", system, err)
			}
			if p.Module == nil || p.Module.Main {
				continue
			}
			m := modules[p.Module.Path]
			if m == nil {
				m = &module{p.Module.Path, p.Module.Version, p.Module.Dir, map[string]bool{}}
				modules[m.path] = m
			}
			m.packages[p.Dir] = true
		}
	}
	return modules, nil
}

// render writes the licences in order of module.
func render(modules map[string]*module) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "What the bethink program contains of others' work, with its licences.\nMade by make licenses; do not edit.\n")
	section(&b, "The Go standard library and runtime", "LICENSE", goLicense)
	for _, path := range slices.Sorted(maps.Keys(modules)) {
		m := modules[path]
		files, err := m.licenses()
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("module %s %s has no licence file: do not use it", m.path, m.version)
		}
		for _, name := range files {
			text, err := os.ReadFile(filepath.Join(m.dir, name))
			if err != nil {
				return nil, err
			}
			section(&b, m.path+" "+m.version, filepath.ToSlash(name), string(text))
		}
	}
	return b.Bytes(), nil
}

func section(b *bytes.Buffer, title, file, text string) {
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t\f")
	}
	fmt.Fprintf(b, "\n%s\n%s: %s\n\n%s\n", strings.Repeat("=", 78), title, file, strings.Join(lines, "\n"))
}

// licenses returns the licence files, relative to the module: those in the
// folders of the packages it gives and above them, and all in a folder of
// third-party licences. Sorted.
func (m *module) licenses() ([]string, error) {
	found := map[string]bool{}
	for dir := range m.packages {
		for ; ; dir = filepath.Dir(dir) {
			entries, err := os.ReadDir(dir)
			if err != nil {
				return nil, err
			}
			for _, e := range entries {
				name := filepath.Join(dir, e.Name())
				if !isLicense(e.Name()) {
					continue
				}
				if err := filepath.WalkDir(name, func(name string, d fs.DirEntry, err error) error {
					if err != nil || d.IsDir() {
						return err
					}
					rel, err := filepath.Rel(m.dir, name)
					found[rel] = true
					return err
				}); err != nil {
					return nil, err
				}
			}
			if dir == m.dir || len(dir) <= len(m.dir) {
				break
			}
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// isLicense says whether a file or folder is named like a licence.
func isLicense(name string) bool {
	if strings.HasSuffix(name, ".go") {
		return false
	}
	upper := strings.ToUpper(name)
	for _, prefix := range []string{"LICENSE", "LICENCE", "COPYING", "NOTICE", "PATENTS", "THIRD_PARTY"} {
		if strings.HasPrefix(upper, prefix) {
			return true
		}
	}
	return false
}
