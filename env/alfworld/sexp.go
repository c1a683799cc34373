package alfworld

import (
	"fmt"
	"strings"

	"github.com/bethink-dev/bethink"
)

// Bounds of what a game file may make the reader do.
const (
	maxGameBytes = 4 << 20
	maxDepth     = 64
	maxName      = 128 // bytes
	maxEntities  = 2000
	maxPairs     = 30_000 // objects × receptacles, locations or objects
)

// SyntaxError says where a game file is malformed. It wraps
// [bethink.ErrInvalid].
type SyntaxError struct {
	// File names the game, Part the piece of it ("file", "problem" or
	// "grammar").
	File, Part string
	// Offset counts bytes from 0 and Line lines from 1, both within Part.
	Offset, Line int
	// Want is what was expected and Found what was there instead.
	Want, Found string
}

// Error describes the fault on one line.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("alfworld: %s: %s, line %d (byte %d): expected %s, found %s",
		e.File, e.Part, e.Line, e.Offset, e.Want, e.Found)
}

// Unwrap returns bethink.ErrInvalid.
func (e *SyntaxError) Unwrap() error { return bethink.ErrInvalid }

// source is a text being read, kept for the positions in its errors.
type source struct {
	file, part, text string
}

func (s source) fault(pos int, want, found string) error {
	pos = min(max(pos, 0), len(s.text))
	return &SyntaxError{
		File: s.file, Part: s.part, Offset: pos,
		Line: 1 + strings.Count(s.text[:pos], "\n"),
		Want: want, Found: found,
	}
}

// node is an s-expression: an atom, or a list where atom is empty.
type node struct {
	atom string
	list []node
	pos  int
}

func (n node) String() string {
	if n.atom != "" {
		return fmt.Sprintf("%q", n.atom)
	}
	return "a list"
}

// head is the first atom of a list, or "".
func (n node) head() string {
	if len(n.list) == 0 {
		return ""
	}
	return n.list[0].atom
}

type sexpReader struct {
	source
	pos int
}

// parseSexp reads one s-expression that fills the text. Atoms come out lower
// case; a semicolon starts a comment.
func parseSexp(src source) (node, error) {
	src.text = strings.ToLower(src.text)
	r := sexpReader{source: src}
	n, err := r.read(0)
	if err != nil {
		return node{}, err
	}
	r.space()
	if r.pos < len(r.text) {
		return node{}, r.fault(r.pos, "the end of the text", fmt.Sprintf("%q", r.text[r.pos]))
	}
	return n, nil
}

func (r *sexpReader) space() {
	for r.pos < len(r.text) {
		switch r.text[r.pos] {
		case ' ', '\t', '\r', '\n':
			r.pos++
		case ';':
			for r.pos < len(r.text) && r.text[r.pos] != '\n' {
				r.pos++
			}
		default:
			return
		}
	}
}

func (r *sexpReader) read(depth int) (node, error) {
	r.space()
	start := r.pos
	switch {
	case start == len(r.text):
		return node{}, r.fault(start, "an expression", "the end of the text")
	case r.text[start] == ')':
		return node{}, r.fault(start, "an expression", `")"`)
	case r.text[start] != '(':
		return r.atom()
	case depth == maxDepth:
		return node{}, r.fault(start, fmt.Sprintf("at most %d levels of brackets", maxDepth), "one more")
	}
	r.pos++
	n := node{pos: start}
	for {
		r.space()
		if r.pos == len(r.text) {
			return node{}, r.fault(r.pos, fmt.Sprintf("a bracket to close the one at byte %d", start), "the end of the text")
		}
		if r.text[r.pos] == ')' {
			r.pos++
			return n, nil
		}
		child, err := r.read(depth + 1)
		if err != nil {
			return node{}, err
		}
		n.list = append(n.list, child)
	}
}

func (r *sexpReader) atom() (node, error) {
	start := r.pos
	for r.pos < len(r.text) {
		c := r.text[r.pos]
		if c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '(' || c == ')' || c == ';' {
			break
		}
		if c < '!' || c > '~' {
			return node{}, r.fault(r.pos, "printable ASCII", fmt.Sprintf("byte %#x", c))
		}
		r.pos++
	}
	if n := r.pos - start; n > maxName {
		return node{}, r.fault(start, fmt.Sprintf("a name of at most %d bytes", maxName), fmt.Sprintf("%d", n))
	}
	return node{atom: r.text[start:r.pos], pos: start}, nil
}
