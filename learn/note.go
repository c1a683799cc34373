package learn

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
)

// Note is a ledger entry: what one step told. At least one field is set. A Note
// is not changed once it is made.
type Note struct {
	Seen   *Seen   `json:"seen,omitempty"`
	Listed *Listed `json:"listed,omitempty"`
	Kept   []Kept  `json:"kept,omitempty"`
}

// Seen is the first look of an episode at one place, with its exposure: what the
// scene offers besides, and what the goal says of the start. Found counts the
// entities that the list named and nobody had met before; a type it does not
// name was looked for and not found.
type Seen struct {
	Room   string        `json:"room"`
	Place  bethink.Place `json:"place"`
	Offers []Number      `json:"offers"`          // types of place, sorted
	Found  []Number      `json:"found,omitempty"` // types of thing, sorted
	Form   string        `json:"form,omitempty"`  // of the goal
	Sought []Sought      `json:"sought,omitempty"`
	Wanted string        `json:"wanted,omitempty"`
	Target string        `json:"target,omitempty"`
	Barred bool          `json:"barred,omitempty"`
}

// Number is how many of a type there are.
type Number struct {
	Type string `json:"type"`
	N    int    `json:"n"`
}

// Sought is a type that the goal looks for, with its role in it.
type Sought struct {
	Type string `json:"type"`
	Role string `json:"role"`
}

// Look returns a look at one place of a scene that found the things of the given
// types.
func Look(in bethink.Scene, at bethink.Place, found []string) Seen {
	s := Seen{
		Room: in.Room, Place: at, Form: in.Form,
		Wanted: in.Wanted, Target: in.Target, Barred: in.Barred, Offers: offers(in.Places),
	}
	for _, r := range in.Sought {
		s.Sought = append(s.Sought, Sought{r.Type, r.Name})
	}
	for _, typ := range found {
		s.Found = count(s.Found, typ)
	}
	return s
}

// offers counts places by type.
func offers(places []bethink.Place) []Number {
	var out []Number
	for _, p := range places {
		out = count(out, p.Type)
	}
	return out
}

// count adds one to a type's number; the row stays sorted.
func count(row []Number, typ string) []Number {
	i, ok := slices.BinarySearchFunc(row, typ, func(o Number, t string) int { return strings.Compare(o.Type, t) })
	if !ok {
		return slices.Insert(row, i, Number{Type: typ, N: 1})
	}
	row[i].N++
	return row
}

// Listed is what a step tells of the exhaustive lists of an attribute. Again
// counts entities known to be at a place that a later list of it named, Missed
// those it did not. Plain counts entities that an action proved to be at a place
// whose lists had named them, Hidden those that no list of the place had. The
// declared rates are those of the step's list, 0 where it has none.
type Listed struct {
	Attr        string  `json:"attr"`
	Miss        float64 `json:"miss,omitempty"`          // declared, systematic
	MissPerLook float64 `json:"miss_per_look,omitempty"` // declared
	Again       int     `json:"again,omitempty"`
	Missed      int     `json:"missed,omitempty"`
	Plain       int     `json:"plain,omitempty"`
	Hidden      int     `json:"hidden,omitempty"`
}

// Kept is what two tellings of a variable say of how it changes by itself:
// Elapsed apart, in the world's unit, the value was the same or had Changed.
// Same is the chance that a redraw gives the first value again.
type Kept struct {
	Type    string  `json:"type"`
	Attr    string  `json:"attr"`
	Elapsed float64 `json:"elapsed"`
	Same    float64 `json:"same"`
	Changed bool    `json:"changed,omitempty"`
}

// noteOf reads the note of an event; nil where it is another learner's.
func noteOf(e bethink.LogEvent) (*Note, error) {
	if e.Kind != bethink.KindNote {
		return nil, nil
	}
	n, ok := e.Body.(Note)
	if !ok {
		if err := json.Unmarshal(e.Data, &n); err != nil {
			return nil, fmt.Errorf("learn: note %d of %s: %v: %w", e.Seq, e.Stream, err, bethink.ErrInvalid)
		}
	}
	if n.Seen == nil && n.Listed == nil && n.Kept == nil {
		return nil, nil
	}
	if err := n.Valid(); err != nil {
		return nil, fmt.Errorf("learn: note %d of %s: %w", e.Seq, e.Stream, err)
	}
	return &n, nil
}

// Valid returns ErrInvalid with what is wrong, or nil.
func (n Note) Valid() error {
	if s := n.Seen; s != nil {
		at := 0
		for i, o := range s.Offers {
			if o.Type == "" || o.N < 1 || i > 0 && o.Type <= s.Offers[i-1].Type {
				return fmt.Errorf("seen: offer %d (%q, %d) is empty or out of order: %w", i, o.Type, o.N, bethink.ErrInvalid)
			}
			if o.Type == s.Place.Type {
				at = o.N
			}
		}
		if at == 0 {
			return fmt.Errorf("seen: the scene offers no %q: %w", s.Place.Type, bethink.ErrInvalid)
		}
		for _, f := range s.Found {
			if f.Type == "" || f.N < 1 {
				return fmt.Errorf("seen: found %d of %q: %w", f.N, f.Type, bethink.ErrInvalid)
			}
		}
	}
	if l := n.Listed; l != nil {
		if l.Again < 0 || l.Missed < 0 || l.Plain < 0 || l.Hidden < 0 || !(l.Miss >= 0 && l.Miss <= 1) || !(l.MissPerLook >= 0 && l.MissPerLook <= 1) {
			return fmt.Errorf("listed: a count or rate of %q is out of range: %w", l.Attr, bethink.ErrInvalid)
		}
	}
	for _, k := range n.Kept {
		if !(k.Elapsed > 0) || !(k.Same >= 0 && k.Same <= 1) {
			return fmt.Errorf("kept: %s of %s: elapsed %v or same %v is out of range: %w", k.Attr, k.Type, k.Elapsed, k.Same, bethink.ErrInvalid)
		}
	}
	return nil
}
