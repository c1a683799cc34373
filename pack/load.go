package pack

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/bethink-dev/bethink"
)

// MaxFile bounds a pack file, in bytes.
const MaxFile = 512 << 10

// maxDepth bounds how deep a pack file nests.
const maxDepth = 24

// Fault is one thing wrong in a pack file, with its line and what to do.
type Fault struct {
	Line    int    `json:"line"`
	Message string `json:"message"` // what is wrong
	Remedy  string `json:"remedy"`  // what to do
}

// String writes "line 12: what is wrong: what to do".
func (f Fault) String() string {
	return fmt.Sprintf("line %d: %s: %s", f.Line, f.Message, f.Remedy)
}

// Faults is an error of one or more faults, in the order of their lines. It
// wraps [bethink.ErrInvalid].
type Faults struct {
	Pack string
	List []Fault
}

// Error lists all faults.
func (f *Faults) Error() string {
	var b strings.Builder
	for i, x := range f.List {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("pack " + f.Pack + ": " + x.String())
	}
	return b.String()
}

// Unwrap makes the faults a [bethink.ErrInvalid].
func (f *Faults) Unwrap() error { return bethink.ErrInvalid }

// Load compiles a pack file; name is what messages call it. The error is a
// *Faults that lists everything wrong that could be found.
func Load(name string, data []byte) (*Pack, error) {
	f, faults := decode(data)
	if len(faults) > 0 {
		return nil, &Faults{name, faults}
	}
	p, faults := build(f, data)
	if len(faults) > 0 {
		return nil, &Faults{name, faults}
	}
	return p, nil
}

// Lint returns everything wrong in a pack file, none where Load takes it.
func Lint(data []byte) []Fault {
	_, err := Load("", data)
	var fs *Faults
	if errors.As(err, &fs) {
		return fs.List
	}
	return nil
}

// decode reads the YAML, strictly.
func decode(data []byte) (*file, []Fault) {
	if len(data) > MaxFile {
		return nil, []Fault{{1, fmt.Sprintf("the file has %d bytes", len(data)), fmt.Sprintf("keep it below %d", MaxFile)}}
	}
	if line, ok := tooDeep(data); ok {
		return nil, []Fault{{line, "the nesting is too deep", fmt.Sprintf("keep it to %d levels", maxDepth)}}
	}
	tree, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, []Fault{yamlFault(err)}
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		return nil, []Fault{{1, fmt.Sprintf("the file holds %d documents", len(tree.Docs)), "write exactly one"}}
	}
	body := tree.Docs[0].Body
	w := scalars{}
	ast.Walk(&w, body)
	if len(w.faults) > 0 {
		return nil, w.faults
	}
	var f file
	if err := yaml.NodeToValue(body, &f, yaml.Strict()); err != nil {
		return nil, []Fault{yamlFault(err)}
	}
	return &f, nil
}

// tooDeep looks at the bytes alone, before anything recursive does.
func tooDeep(data []byte) (line int, deep bool) {
	line = 1
	flow, start, dashes := 0, true, 0
	for _, c := range data {
		switch c {
		case '\n':
			line++
			start, dashes = true, 0
			continue
		case '[', '{':
			flow++
		case ']', '}':
			flow = max(0, flow-1)
		case '-', '?', ':':
			if start {
				dashes++
			}
			continue
		case ' ', '\t':
			continue
		}
		start = false
		if flow > maxDepth || dashes > maxDepth {
			return line, true
		}
	}
	return line, dashes > maxDepth
}

func yamlFault(err error) Fault {
	var ye yaml.Error
	if errors.As(err, &ye) {
		line := 1
		if tok := ye.GetToken(); tok != nil {
			line = tok.Position.Line
		}
		msg := ye.GetMessage()
		var un *yaml.UnknownFieldError
		if errors.As(err, &un) {
			return Fault{line, msg, `use a field that "bethink pack show" has`}
		}
		return Fault{line, msg, "correct the YAML"}
	}
	line, msg := 1, err.Error()
	if rest, ok := strings.CutPrefix(msg, "line "); ok {
		if num, what, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(num); err == nil {
				line, msg = n, what
			}
		}
	}
	return Fault{line, msg, "correct the value"}
}

// scalars looks for what does not mean what it says.
type scalars struct{ faults []Fault }

// Visit implements ast.Visitor.
func (s *scalars) Visit(n ast.Node) ast.Visitor {
	tok := n.GetToken()
	if tok == nil {
		return s
	}
	line := 1
	if tok.Position != nil {
		line = tok.Position.Line
	}
	bad := func(msg, remedy string) { s.faults = append(s.faults, Fault{line, msg, remedy}) }
	switch x := n.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode, *ast.MergeKeyNode:
		bad(fmt.Sprintf("a pack has no %s", strings.ToLower(n.Type().String())), "write the value out")
	case *ast.NullNode:
		bad("a value is missing", "write it, or leave the field out")
	case *ast.IntegerNode:
		if fmt.Sprint(x.Value) != tok.Value {
			bad(fmt.Sprintf("%s would be read as %v", tok.Value, x.Value), "quote it if it is text, else write the number plainly")
		}
	case *ast.FloatNode:
		if strconv.FormatFloat(x.Value, 'f', -1, 64) != tok.Value {
			bad(fmt.Sprintf("%s would be read as %v", tok.Value, x.Value), "quote it if it is text, else write the number plainly, as 0.5")
		}
	case *ast.InfinityNode, *ast.NanNode:
		bad(tok.Value+" is no finite number", "quote it if it is text")
	case *ast.BoolNode:
		if tok.Value != "true" && tok.Value != "false" {
			bad(fmt.Sprintf("%s would be read as %v", tok.Value, x.Value), "write true or false, or quote it")
		}
	case *ast.StringNode:
		if tok.Type.String() != "String" {
			return s
		}
		if ambiguous(tok.Value) {
			bad(tok.Value+" is true or false to some readers", "write true or false, or quote it")
		} else if f, err := strconv.ParseFloat(strings.ReplaceAll(tok.Value, "_", ""), 64); err == nil {
			bad(fmt.Sprintf("%s would be read as %v", tok.Value, f), "quote it if it is text, else write the number plainly")
		}
	}
	return s
}

// ambiguous lists the plain scalars that older YAML takes for booleans or
// nothing.
func ambiguous(s string) bool {
	switch strings.ToLower(s) {
	case "yes", "no", "on", "off", "y", "n", "true", "false", "null", "~":
		return true
	}
	return false
}
