package alfworld

import (
	"fmt"
	"strings"
)

// Dialect is a wording of commands and answers. The zero value is Current.
type Dialect uint8

// The dialects. Current is that of ALFWorld 0.4 and later ("move apple 1 to
// fridge 1"). Old is that of 0.2 and 0.3, which the prompts and transcripts of
// many papers hold: "put apple 1 in/on fridge 1", an arrival that names the
// location instead of the receptacle, and no help.
const (
	DialectCurrent Dialect = iota
	DialectOld
)

// String returns the dialect's lower-case name.
func (d Dialect) String() string {
	switch d {
	case DialectCurrent:
		return "current"
	case DialectOld:
		return "old"
	}
	return fmt.Sprintf("dialect(%d)", uint8(d))
}

// putWords returns the words around the object of the command that puts it.
func (d Dialect) putWords() (verb, preposition string) {
	if d == DialectOld {
		return "put ", " in/on "
	}
	return "move ", " to "
}

// walkthrough returns the stored commands with puts in the dialect's words,
// whichever the file has.
func walkthrough(g *Game, d Dialect) []string {
	verb, preposition := d.putWords()
	out := make([]string, len(g.walkthrough))
	for i, c := range g.walkthrough {
		out[i] = c
		for _, from := range []Dialect{DialectCurrent, DialectOld} {
			v, p := from.putWords()
			rest, ok := strings.CutPrefix(c, v)
			if !ok {
				continue
			}
			if o, r, ok := strings.Cut(rest, p); ok {
				out[i] = verb + o + preposition + r
			}
		}
	}
	return out
}
