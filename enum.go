package bethink

import (
	"fmt"
	"slices"
	"strings"
)

// Every enumeration is written as its word, in JSON and in words alike, and is
// read from it. The lists below are the words, by number.
//
// Invariant: a word, once written to a log, keeps its meaning.
func trustWords() []string   { return []string{"model", "content", "import", "user", "instrument"} }
func verdictWords() []string { return []string{"unclear", "done", "refused"} }
func natureWords() []string  { return []string{"fixed", "acted", "drifting"} }
func statusWords() []string  { return []string{"unknown", "likely", "verified", "stale", "contested"} }
func outcomeWords() []string { return []string{"running", "won", "lost", "timeout", "invalid"} }
func replyWords() []string   { return []string{"ok", "error", "timeout", "empty", "truncated"} }

// word returns the word of an enumeration's number.
func word(kind string, words []string, n uint8) string {
	if int(n) < len(words) {
		return words[n]
	}
	return fmt.Sprintf("%s(%d)", kind, n)
}

// writeWord is word for the log, which takes no number without a word.
func writeWord(kind string, words []string, n uint8) ([]byte, error) {
	if int(n) >= len(words) {
		return nil, fmt.Errorf("%s %d: use one of %s: %w", kind, n, strings.Join(words, ", "), ErrInvalid)
	}
	return []byte(words[n]), nil
}

// readWord is the inverse of writeWord.
func readWord(kind string, words []string, text []byte) (uint8, error) {
	i := slices.Index(words, string(text))
	if i < 0 {
		return 0, fmt.Errorf("%s %q: use one of %s: %w", kind, text, strings.Join(words, ", "), ErrInvalid)
	}
	return uint8(i), nil
}

// String returns the class's lower-case name.
func (t Trust) String() string { return word("trust", trustWords(), uint8(t)) }

// MarshalText writes the class as its word.
func (t Trust) MarshalText() ([]byte, error) { return writeWord("trust", trustWords(), uint8(t)) }

// UnmarshalText reads the class from its word. It returns ErrInvalid for any
// other text.
func (t *Trust) UnmarshalText(text []byte) error {
	n, err := readWord("trust", trustWords(), text)
	*t = Trust(n)
	return err
}

// String returns the verdict's lower-case name.
func (v Verdict) String() string { return word("verdict", verdictWords(), uint8(v)) }

// MarshalText writes the verdict as its word.
func (v Verdict) MarshalText() ([]byte, error) {
	return writeWord("verdict", verdictWords(), uint8(v))
}

// UnmarshalText reads the verdict from its word. It returns ErrInvalid for any
// other text.
func (v *Verdict) UnmarshalText(text []byte) error {
	n, err := readWord("verdict", verdictWords(), text)
	*v = Verdict(n)
	return err
}

// String returns the nature's lower-case name.
func (n Nature) String() string { return word("nature", natureWords(), uint8(n)) }

// MarshalText writes the nature as its word.
func (n Nature) MarshalText() ([]byte, error) { return writeWord("nature", natureWords(), uint8(n)) }

// UnmarshalText reads the nature from its word. It returns ErrInvalid for any
// other text.
func (n *Nature) UnmarshalText(text []byte) error {
	w, err := readWord("nature", natureWords(), text)
	*n = Nature(w)
	return err
}

// String returns the status's lower-case name.
func (s Status) String() string { return word("status", statusWords(), uint8(s)) }

// MarshalText writes the status as its word.
func (s Status) MarshalText() ([]byte, error) { return writeWord("status", statusWords(), uint8(s)) }

// UnmarshalText reads the status from its word. It returns ErrInvalid for any
// other text.
func (s *Status) UnmarshalText(text []byte) error {
	n, err := readWord("status", statusWords(), text)
	*s = Status(n)
	return err
}

// String returns the outcome's lower-case name.
func (o Outcome) String() string { return word("outcome", outcomeWords(), uint8(o)) }

// MarshalText writes the outcome as its word.
func (o Outcome) MarshalText() ([]byte, error) {
	return writeWord("outcome", outcomeWords(), uint8(o))
}

// UnmarshalText reads the outcome from its word. It returns ErrInvalid for any
// other text.
func (o *Outcome) UnmarshalText(text []byte) error {
	n, err := readWord("outcome", outcomeWords(), text)
	*o = Outcome(n)
	return err
}

// String returns the reply's lower-case name.
func (r Reply) String() string { return word("reply", replyWords(), uint8(r)) }

// MarshalText writes the reply as its word.
func (r Reply) MarshalText() ([]byte, error) { return writeWord("reply", replyWords(), uint8(r)) }

// UnmarshalText reads the reply from its word. It returns ErrInvalid for any
// other text.
func (r *Reply) UnmarshalText(text []byte) error {
	n, err := readWord("reply", replyWords(), text)
	*r = Reply(n)
	return err
}
