package llm

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/bethink-dev/bethink"
)

var (
	// ErrContext is a conversation longer than the model can read: leave out
	// its oldest turns, or use another model.
	ErrContext = errors.New("the conversation is longer than the model can read")
	// ErrUnavailable is a model that does not answer, however often asked.
	ErrUnavailable = errors.New("the model does not answer")
)

// StatusError is an answer other than 200. It wraps ErrContext,
// bethink.ErrNotFound (404), bethink.ErrInvalid (other 4xx) or ErrUnavailable
// (408, 409, 429, 5xx).
type StatusError struct {
	Status int
	// Message is what the server said, without the key, cut to a line.
	Message string
	kind    error
}

// Error implements error.
func (e *StatusError) Error() string {
	return fmt.Sprintf("status %d (%s): %s", e.Status, http.StatusText(e.Status), e.Message)
}

// Unwrap returns the kind of error.
func (e *StatusError) Unwrap() error { return e.kind }

// kindOf tells the kind of an error answer.
func kindOf(status int, code, message string) error {
	s := strings.ToLower(code + " " + message)
	about := strings.Contains(s, "context")
	switch {
	case strings.Contains(s, "context_length_exceeded"), strings.Contains(s, "exceed_context_size"),
		about && (strings.Contains(s, "exceed") || strings.Contains(s, "maximum") || strings.Contains(s, "too long")):
		return ErrContext
	case status == http.StatusNotFound:
		return bethink.ErrNotFound
	case retryable(status):
		return ErrUnavailable
	}
	return bethink.ErrInvalid
}

// retryable reports whether the same request may be answered later.
func retryable(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooManyRequests:
		return true
	}
	return status >= 500
}

// line cuts a text to one short line.
func line(s string) string {
	const most = 300
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "?")), " ")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + " …"
	}
	return s
}
