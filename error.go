package bethink

import "errors"

// The sentinels of the whole module. Every error that crosses a package
// boundary wraps one of them, so that an edge needs one table only.
var (
	// ErrInvalid is malformed or contradictory input; the message says what,
	// where and what to do. Nothing was changed.
	ErrInvalid = errors.New("invalid")
	// ErrNotFound is a name that nothing has.
	ErrNotFound = errors.New("not found")
	// ErrConflict is a write that lost a race or repeats a key with another
	// content.
	ErrConflict = errors.New("conflict")
	// ErrUnparsed is an observation that the pack could not read at all.
	ErrUnparsed = errors.New("unparsed")
	// ErrClosed is a call on an episode, environment or store that has ended.
	ErrClosed = errors.New("closed")
)
