package llm

import (
	"context"
	"fmt"
	"sync"
)

// Spent is what calls of a model came to. Calls counts answers, Cached those of
// them that were kept from before and cost nothing; the tokens, seconds and
// dollars are of the others. CachedPrompt is the part of Prompt that the server
// says it had kept. Priced tells that Cost is of all of them.
type Spent struct {
	Calls        int     `json:"calls"`
	Cached       int     `json:"cached"`
	Prompt       int     `json:"prompt_tokens"`
	CachedPrompt int     `json:"cached_prompt_tokens"`
	Completion   int     `json:"completion_tokens"`
	Seconds      float64 `json:"seconds"`
	Cost         float64 `json:"cost_usd"`
	Priced       bool    `json:"priced"`
}

// Add counts one answer.
func (s *Spent) Add(r Response) {
	if s.Calls == s.Cached {
		s.Priced = true
	}
	s.Calls++
	if r.Cached {
		s.Cached++
		return
	}
	s.Prompt += r.Usage.Prompt
	s.CachedPrompt += r.Usage.CachedPrompt
	s.Completion += r.Usage.Completion
	s.Seconds += r.Seconds
	if r.Cost == nil {
		s.Priced = false
		return
	}
	s.Cost += *r.Cost
}

// Sum counts what other calls came to.
func (s *Spent) Sum(o Spent) {
	switch {
	case s.Calls == s.Cached && o.Calls > 0:
		s.Priced = o.Priced
	case o.Calls > o.Cached:
		s.Priced = s.Priced && o.Priced
	}
	s.Calls += o.Calls
	s.Cached += o.Cached
	s.Prompt += o.Prompt
	s.CachedPrompt += o.CachedPrompt
	s.Completion += o.Completion
	s.Seconds += o.Seconds
	s.Cost += o.Cost
}

// String writes the calls and tokens, and the dollars where they are known.
func (s Spent) String() string {
	out := fmt.Sprintf("calls=%d cached=%d in=%d out=%d", s.Calls, s.Cached, s.Prompt, s.Completion)
	if s.Priced {
		out += fmt.Sprintf(" usd=%.6f", s.Cost)
	}
	return out
}

// Meter is a Model that counts what another spends. Safe for concurrent use.
type Meter struct {
	model Model

	mu    sync.Mutex
	spent Spent
}

var _ Model = (*Meter)(nil)

// NewMeter returns a meter before a model.
func NewMeter(m Model) *Meter { return &Meter{model: m} }

// Complete implements Model.
func (m *Meter) Complete(ctx context.Context, r Request) (Response, error) {
	out, err := m.model.Complete(ctx, r)
	if err == nil {
		m.mu.Lock()
		m.spent.Add(out)
		m.mu.Unlock()
	}
	return out, err
}

// Spent returns what was spent so far.
func (m *Meter) Spent() Spent {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.spent
}
