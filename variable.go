package bethink

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// World names a world: the unit whose knowledge is learned and shared.
type World string

// Episode names one run of an agent in a world.
type Episode string

// Entity names a thing of a world as its text does: "apple 1", "src/auth.go".
type Entity string

// Value is one value of a variable. Numbers, versions and booleans are written
// as text in one canonical form; booleans are True and False.
type Value string

// The two values of a boolean variable, and the value that stands for all
// values a domain does not list.
const (
	True  Value = "true"
	False Value = "false"
	Other Value = "*other*"
)

// Variable is one attribute of one entity: what a belief is about.
type Variable struct {
	Entity Entity `json:"entity"`
	Attr   string `json:"attr"`
}

// String writes the variable as attr(entity).
func (v Variable) String() string { return v.Attr + "(" + string(v.Entity) + ")" }

// ID is a handle: the position of a variable in one belief and its successors.
// It is never logged, printed or sorted by.
type ID int32

// NoID is the ID of no variable.
const NoID ID = -1

// Literal says that a variable has (or, with Not, has not) one of the values
// Any. The slice is owned by whoever made the literal and never changed.
type Literal struct {
	Var Variable `json:"var"`
	Any []Value  `json:"any"`
	Not bool     `json:"not,omitempty"`
}

// String writes the literal as "attr(entity)=v|w" or "attr(entity)!=v|w".
func (l Literal) String() string {
	var b strings.Builder
	b.WriteString(l.Var.String())
	if l.Not {
		b.WriteByte('!')
	}
	b.WriteByte('=')
	for i, v := range l.Any {
		if i > 0 {
			b.WriteByte('|')
		}
		b.WriteString(string(v))
	}
	return b.String()
}

// Negate returns the literal that holds exactly when l does not.
func (l Literal) Negate() Literal { l.Not = !l.Not; return l }

// Holds reports whether the literal holds for the given value.
func (l Literal) Holds(v Value) bool {
	for _, a := range l.Any {
		if a == v {
			return !l.Not
		}
	}
	return l.Not
}

// Valid returns ErrInvalid, with what is wrong, for a literal without variable
// or values.
func (l Literal) Valid() error {
	if l.Var.Attr == "" {
		return fmt.Errorf("literal %v: the attribute is empty: %w", l, ErrInvalid)
	}
	if len(l.Any) == 0 {
		return fmt.Errorf("literal %v: no values: name at least one: %w", l, ErrInvalid)
	}
	for _, v := range l.Any {
		if !utf8.ValidString(string(v)) {
			return fmt.Errorf("literal %v: value %q is not UTF-8: %w", l, v, ErrInvalid)
		}
	}
	return nil
}
