package llm_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink/llm"
)

// Whatever a server answers, the client returns an answer or an error, and no
// counts below zero.
func FuzzClient(f *testing.F) {
	f.Add(200, says("x").body)
	f.Add(200, `{"choices":[{"message":{"content":null,"refusal":"no"}}],"usage":{"prompt_tokens":-1,"prompt_tokens_details":{"cached_tokens":9}}}`)
	f.Add(400, `{"error":{"message":"temperature","code":7}}`)
	f.Add(500, `{"detail":[{"msg":"x"}]}`)
	f.Fuzz(func(t *testing.T, status int, body string) {
		if status < 200 || status > 599 {
			return
		}
		c, err := llm.New(llm.Config{BaseURL: "http://127.0.0.1:1", Model: "m", Retries: -1, HTTP: &http.Client{Transport: reply{status, body}}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := c.Complete(t.Context(), ask("q"))
		u := r.Usage
		if err == nil && (status != 200 || u.Prompt < 0 || u.Completion < 0 || u.CachedPrompt < 0 || u.CachedPrompt > u.Prompt) {
			t.Errorf("status %d, %+v", status, r)
		}
	})
}

// reply is a transport that answers one thing.
type reply struct {
	status int
	body   string
}

func (p reply) RoundTrip(*http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	w.WriteHeader(p.status)
	_, _ = w.WriteString(p.body)
	return w.Result(), nil
}

// Whatever a recording holds, it is read or refused.
func FuzzReplay(f *testing.F) {
	f.Add(`{"recorder":"r","model":"m"}` + "\n" + `{"model":"m","request":{"messages":[{"role":"user","text":"a"}]},"response":{"text":"b","usage":{"prompt":1,"completion":1}}}`)
	f.Add("x")
	f.Fuzz(func(t *testing.T, tape string) {
		p, err := llm.NewReplay(strings.NewReader(tape))
		if err == nil && (p.Recorder == "" || p.Name == "" || p.Left() < 0) {
			t.Errorf("%+v", p)
		}
	})
}
