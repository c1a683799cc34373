// Package glob matches path patterns as people expect of them: * and ? stay
// within one path element, ** as a whole element stands for any number of them
// (none included), {a,b} for either, [a-z] for one of a class.
package glob

import (
	"errors"
	"fmt"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// ErrInvalid is a pattern that cannot be matched; the message says why.
var ErrInvalid = errors.New("invalid pattern")

// maxLength bounds a pattern in bytes, and maxAlternatives the number of plain
// patterns that its braces stand for: matching takes time in proportion to it.
const (
	maxLength       = 1024
	maxAlternatives = 1024
)

// Valid returns ErrInvalid with what is wrong with the pattern, or nil.
func Valid(pattern string) error {
	if pattern == "" {
		return fmt.Errorf("the pattern is empty: write ** for every path: %w", ErrInvalid)
	}
	if len(pattern) > maxLength {
		return fmt.Errorf("the pattern has %d bytes: at most %d: %w", len(pattern), maxLength, ErrInvalid)
	}
	n := 1
	for i := range len(pattern) {
		if pattern[i] == '{' || pattern[i] == ',' {
			n++
		}
	}
	for range strings.Count(pattern, "{") {
		if n *= 2; n > maxAlternatives {
			return fmt.Errorf("pattern %q: its braces stand for too many patterns: write fewer: %w", pattern, ErrInvalid)
		}
	}
	if !doublestar.ValidatePattern(pattern) {
		return fmt.Errorf("pattern %q: a bracket or brace is not closed, or a backslash ends it: %w", pattern, ErrInvalid)
	}
	return nil
}

// Match reports whether the pattern matches the path. A leading "./" of either
// is left out, and a pattern that ends in "/" stands for all below it. A pattern
// that is not Valid matches everything: a change that is noticed once too often
// does less harm than one that is missed.
func Match(pattern, path string) bool {
	pattern = strings.TrimPrefix(pattern, "./")
	path = strings.TrimPrefix(path, "./")
	if strings.HasSuffix(pattern, "/") {
		pattern += "**"
	}
	ok, err := doublestar.Match(pattern, path)
	return ok || err != nil
}
