package llm

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/bethink-dev/bethink"
)

// wireRequest is a request as the servers read it. What vendors add to it is
// left out: some refuse fields they do not know.
type wireRequest struct {
	Model       string        `json:"model"`
	Messages    []wireMessage `json:"messages"`
	MaxTokens   int           `json:"max_tokens,omitempty"`
	MaxNew      int           `json:"max_completion_tokens,omitempty"` // what newer models of one vendor call it
	Temperature *float64      `json:"temperature,omitempty"`
	Seed        *int64        `json:"seed,omitempty"`
	Stop        []string      `json:"stop,omitempty"`
	LogProbs    bool          `json:"logprobs,omitempty"`
	Top         int           `json:"top_logprobs,omitempty"`
}

type wireMessage struct {
	Role    Role   `json:"role"`
	Content string `json:"content"`
}

// optional are the fields that are left out where a model refuses them.
// max_tokens is renamed instead.
func optional() []string {
	return []string{"temperature", "seed", "logprobs", "stop", "max_tokens"}
}

func (c *Client) encode(r Request, dropped []string) ([]byte, error) {
	w := wireRequest{
		Model: c.cfg.Model, MaxTokens: r.MaxTokens, Temperature: r.Temperature, Seed: r.Seed,
		Stop: r.Stop, LogProbs: r.LogProbs > 0, Top: r.LogProbs,
	}
	for _, m := range r.Messages {
		w.Messages = append(w.Messages, wireMessage{m.Role, m.Text})
	}
	for _, d := range dropped {
		switch d {
		case "temperature":
			w.Temperature = nil
		case "seed":
			w.Seed = nil
		case "logprobs":
			w.LogProbs, w.Top = false, 0
		case "stop":
			w.Stop = nil
		case "max_tokens":
			w.MaxTokens, w.MaxNew = 0, r.MaxTokens
		}
	}
	return json.Marshal(w)
}

// wireResponse is what servers answer, as far as it is read.
type wireResponse struct {
	Model   string `json:"model"`
	Choices []struct {
		Message struct {
			Content *string `json:"content"`
			Refusal string  `json:"refusal"`
		} `json:"message"`
		Finish   string `json:"finish_reason"`
		LogProbs *struct {
			Content []wireToken `json:"content"`
		} `json:"logprobs"`
	} `json:"choices"`
	Usage struct {
		Prompt     int      `json:"prompt_tokens"`
		Completion int      `json:"completion_tokens"`
		Cost       *float64 `json:"cost"`
		Details    struct {
			Cached int `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
		Out struct {
			Reasoning int `json:"reasoning_tokens"`
		} `json:"completion_tokens_details"`
	} `json:"usage"`
}

type wireToken struct {
	Token   string      `json:"token"`
	LogProb float64     `json:"logprob"`
	Top     []wireToken `json:"top_logprobs"`
}

func tokens(ws []wireToken) []Token {
	var out []Token
	for _, w := range ws {
		out = append(out, Token{Text: w.Token, LogProb: w.LogProb, Top: tokens(w.Top)})
	}
	return out
}

// decode reads an answer. It returns ErrInvalid for one without a choice.
func decode(body []byte) (Response, error) {
	var w wireResponse
	if err := json.Unmarshal(body, &w); err != nil {
		return Response{}, fmt.Errorf("the answer is not what Chat Completions answer (%v): %w", err, bethink.ErrInvalid)
	}
	if len(w.Choices) == 0 {
		return Response{}, fmt.Errorf("the answer has no choices: %w", bethink.ErrInvalid)
	}
	c := w.Choices[0]
	r := Response{Model: w.Model, Finish: c.Finish, Usage: Usage{
		Prompt: max(0, w.Usage.Prompt), Completion: max(0, w.Usage.Completion),
		CachedPrompt: max(0, min(w.Usage.Details.Cached, w.Usage.Prompt)),
		Reasoning:    max(0, min(w.Usage.Out.Reasoning, w.Usage.Completion)),
	}}
	if c.Message.Content != nil {
		r.Text = *c.Message.Content
	} else if c.Message.Refusal != "" {
		r.Text, r.Finish = c.Message.Refusal, "refusal"
	}
	if c.LogProbs != nil {
		r.Tokens = tokens(c.LogProbs.Content)
	}
	if p := w.Usage.Cost; p != nil && *p >= 0 && !math.IsInf(*p, 0) {
		r.Cost = p
	}
	return r, nil
}

// fault reads an error answer, whatever shape the server gives it.
func fault(body []byte) (code, message string) {
	var w struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Detail  json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(body, &w) != nil {
		return "", string(body)
	}
	var e struct {
		Message string          `json:"message"`
		Code    json.RawMessage `json:"code"`
		Type    string          `json:"type"`
	}
	if json.Unmarshal(w.Error, &e) == nil && e.Message != "" {
		return string(e.Code) + " " + e.Type, e.Message
	}
	for _, s := range []string{w.Message, string(w.Error), string(w.Detail)} {
		if s != "" {
			return "", s
		}
	}
	return "", string(body)
}
