package llm

import "context"

// Model completes a conversation. Implementations are safe for concurrent use.
//
// Complete returns ErrContext where the conversation is longer than the model
// can read, and ErrUnavailable where it does not answer.
type Model interface {
	Complete(ctx context.Context, r Request) (Response, error)
}

// Role is who says a message.
type Role string

// The roles of a conversation.
const (
	RoleSystem    Role = "system"
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
)

// Message is one turn of a conversation.
type Message struct {
	Role Role   `json:"role"`
	Text string `json:"text"`
}

// Request is what a model is asked. Two requests are the same where all fields
// are.
type Request struct {
	Messages []Message `json:"messages"`
	// MaxTokens bounds the answer. 0: the model's own bound.
	MaxTokens int `json:"max_tokens,omitempty"`
	// Temperature is that of sampling; nil: the model's own.
	Temperature *float64 `json:"temperature,omitempty"`
	// Seed decides the sampling where the model offers it; nil: none.
	Seed *int64 `json:"seed,omitempty"`
	// Stop are texts before which the answer ends, four at most.
	Stop []string `json:"stop,omitempty"`
	// LogProbs asks for the tokens' log-probabilities with so many
	// alternatives each, 1 to 20. 0: none.
	LogProbs int `json:"log_probs,omitempty"`
}

// Response is what a model answered.
type Response struct {
	Text string `json:"text"`
	// Finish is why the answer ended: "stop", "length" or a word of the
	// model's own.
	Finish string `json:"finish,omitempty"`
	// Model is what the server says answered.
	Model string `json:"model,omitempty"`
	Usage Usage  `json:"usage"`
	// Cost in US dollars; nil where nobody knows the price.
	Cost *float64 `json:"cost_usd,omitempty"`
	// Tokens are the answer's tokens, where log-probabilities were asked for
	// and offered.
	Tokens []Token `json:"tokens,omitempty"`
	// Attempts is how often the server was asked.
	Attempts int `json:"attempts,omitempty"`
	// Dropped are the fields of the request that the model does not take and
	// that were left out.
	Dropped []string `json:"dropped,omitempty"`
	// Seconds is how long the answer took, waits included.
	Seconds float64 `json:"seconds,omitempty"`
	// Cached tells that the answer was kept from before: it cost nothing now.
	Cached bool `json:"-"`
}

// Usage counts tokens. CachedPrompt and Reasoning are parts of Prompt and
// Completion.
type Usage struct {
	Prompt       int `json:"prompt"`
	Completion   int `json:"completion"`
	CachedPrompt int `json:"cached_prompt,omitempty"`
	Reasoning    int `json:"reasoning,omitempty"`
}

// Token is one token of an answer with its natural log-probability.
type Token struct {
	Text    string  `json:"text"`
	LogProb float64 `json:"log_prob"`
	Top     []Token `json:"top,omitempty"`
}
