package main_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// chat is a server with one model that always says the same.
func chat(t *testing.T, reply string, calls *atomic.Int64, keys *atomic.Int64) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			keys.Add(1)
		}
		if r.URL.Path == "/v1/models" {
			_, _ = io.WriteString(w, `{"data":[{"id":"tiny"}]}`)
			return
		}
		calls.Add(1)
		text, _ := json.Marshal(reply)
		_, _ = io.WriteString(w, `{"choices":[{"message":{"content":`+string(text)+`}}],"usage":{"prompt_tokens":1000,"completion_tokens":10}}`)
	}))
	t.Cleanup(s.Close)
	return s
}

// A model plays, its tokens and dollars are counted, what it said is kept, and
// the key of another host is not sent.
func TestRun_AModelPlays(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-of-another-host")
	t.Setenv("OPENAI_BASE_URL", "")
	var calls, keys atomic.Int64
	s := chat(t, "Thought: hm.\nAction: look", &calls, &keys)
	cache := t.TempDir()
	args := []string{"run", "--agent", "react", "--wm", "bbwm", "--model", s.URL + "/v1", "--budget", "3", "--json", "--price", "1,2", "--cache", cache}
	type line struct {
		Agent    string `json:"agent"`
		WM       string `json:"wm"`
		Episodes int    `json:"episodes"`
		Timeout  int    `json:"timeout"`
		Model    struct {
			Calls  int     `json:"calls"`
			Cached int     `json:"cached"`
			Prompt int     `json:"prompt_tokens"`
			Cost   float64 `json:"cost_usd"`
			Priced bool    `json:"priced"`
		} `json:"model"`
	}
	var first, again line
	if err := json.Unmarshal([]byte(ok(t, args...)), &first); err != nil {
		t.Fatal(err)
	}
	m := first.Model
	if first.Agent != "react" || first.WM != "bbwm" || first.Timeout != first.Episodes || m.Calls != 3*first.Episodes || !m.Priced ||
		m.Prompt != 1000*(m.Calls-m.Cached) || m.Cost <= 0 {
		t.Errorf("%+v", first)
	}
	asked := calls.Load()
	if err := json.Unmarshal([]byte(ok(t, args...)), &again); err != nil {
		t.Fatal(err)
	}
	if again.Model.Cached != m.Calls || again.Model.Cost != 0 || calls.Load() != asked+1 || keys.Load() != 0 {
		t.Errorf("%+v after %d more requests, %d with a key", again, calls.Load()-asked, keys.Load())
	}
	plain := ok(t, "run", "--agent", "reflact", "--wm", "none", "--model", s.URL+"/v1#tiny", "--budget", "1")
	if !strings.Contains(plain, "reflact asked the model 48 times: 48000 tokens in, 480 out") {
		t.Error(plain)
	}
}

// Without a model, or with one that does not answer, nothing is played.
func TestRun_SaysWhatTheModelLacks(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	t.Setenv("OPENAI_BASE_URL", "")
	down := httptest.NewServer(http.NotFoundHandler())
	down.Close()
	lost := httptest.NewServer(http.NotFoundHandler())
	defer lost.Close()
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{nil, 2, "give --model with the address"},
		{[]string{"--model", "tiny"}, 2, "OPENAI_BASE_URL"},
		{[]string{"--model", down.URL + "/v1#tiny"}, 1, "the model does not answer"},
		{[]string{"--model", lost.URL + "/v1"}, 1, "status 404"},
		{[]string{"--model", lost.URL + "/v1", "--price", "free"}, 2, "price"},
		{[]string{"--model", "http://me@127.0.0.1/v1#m"}, 1, "BaseURL"},
	} {
		r := run(t, append([]string{"run", "--agent", "react"}, tt.args...)...)
		if r.code != tt.code || !strings.Contains(r.errors, tt.says) || strings.Count(r.errors, "\n") != 1 || r.out != "" {
			t.Errorf("%v: exit %d, %s", tt.args, r.code, r.errors)
		}
	}
}
