package llm

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// Key is a secret. However it is printed, logged or encoded, it is "[key]".
type Key string

const hidden = "[key]"

// String implements fmt.Stringer.
func (Key) String() string { return hidden }

// Format implements fmt.Formatter, for every verb.
func (Key) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// MarshalText implements encoding.TextMarshaler.
func (Key) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// LogValue implements slog.LogValuer.
func (Key) LogValue() slog.Value { return slog.StringValue(hidden) }

// redact takes the key out of a text, wherever that came from.
func (k Key) redact(s string) string {
	if k == "" {
		return s
	}
	return strings.ReplaceAll(s, string(k), hidden)
}
