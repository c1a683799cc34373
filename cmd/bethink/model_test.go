package main_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
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
}

// The table says what a step came to, and sets the variants against the first
// one of their agent; a run that goes on counts what was spent before it.
func TestRun_AModelsStepsAreCounted(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	t.Setenv("OPENAI_BASE_URL", "")
	var calls, keys atomic.Int64
	s := chat(t, "Thought: hm.\nAction: take mug 1 from bed 1\nObservation: mine", &calls, &keys)
	dir := t.TempDir()
	args := []string{
		"run", "--agent", "react", "--wm", "none,memory,gate", "--model", s.URL + "/v1#tiny", "--budget", "2", "--sample", "6",
		"--reply", "50", "--history", "4", "--out", dir,
	}
	talk := t.TempDir()
	first := ok(t, append(args, "--talk", talk)...)
	talks, err := filepath.Glob(filepath.Join(talk, "react+gate_*.jsonl"))
	if err != nil || len(talks) != 6 {
		t.Fatal(talks, err)
	}
	data, err := os.ReadFile(talks[0])
	if err != nil {
		t.Fatal(err)
	}
	// The example's fifteen messages, and for each of two steps a refused reply
	// with its answer and the one that was let through, with the world's answer
	// to the first.
	said := strings.Split(strings.TrimSpace(string(data)), "\n")
	if len(said) != 15+4+3 || !strings.Contains(said[16], "Not done") || !strings.Contains(said[21], `{"role":"assistant","text":"Thought: hm.\nAction: take mug 1 from bed 1"}`) {
		t.Errorf("%d messages:\n%s", len(said), data)
	}
	for _, want := range []string{
		"embedded: 6 games",
		"react         12     1.00     0.00       0.00     1.00       1000       0             10.0",
		"react+gate    12     2.00     0.00       1.00     1.00       2000       0             20.0",
		"react+memory  react    6      0 : 0             1          +0.0 [+0.0, +0.0]",
		"react+gate    react    6      0 : 0             1 ",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("want %q in\n%s", want, first)
		}
	}
	asked := calls.Load()
	var line struct {
		Steps    int `json:"steps"`
		NotValid int `json:"invalid_actions"`
		Refused  int `json:"rejections"`
		Paired   *struct {
			With  string `json:"with"`
			Games int    `json:"games"`
			Steps struct {
				Mean float64    `json:"mean"`
				CI   [2]float64 `json:"ci95"`
			} `json:"steps"`
		} `json:"paired"`
		Model struct {
			Prompt int `json:"prompt_tokens"`
		} `json:"model"`
	}
	lines := strings.Split(strings.TrimSpace(ok(t, append(args, "--json")...)), "\n")
	if err := json.Unmarshal([]byte(lines[2]), &line); err != nil {
		t.Fatal(err)
	}
	if line.Steps != 12 || line.NotValid != 12 || line.Refused != 12 || line.Model.Prompt != 24000 ||
		line.Paired == nil || line.Paired.With != "react" || line.Paired.Games != 6 || calls.Load() != asked+1 { // the one that looks whether the model is there
		t.Errorf("%+v after %d more calls", line, calls.Load()-asked)
	}
	if strings.Contains(lines[0], "paired") {
		t.Errorf("the first one is set against nothing: %s", lines[0])
	}
	r := run(t, append(args, "--reply", "60")...)
	if r.code == 0 || !strings.Contains(r.errors, "model there is tiny, shown 4 steps, says 50 tokens, here tiny, shown 4 steps, says 60 tokens") {
		t.Errorf("exit %d: %s", r.code, r.errors)
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
		{[]string{"--model", down.URL + "/v1#tiny", "--sample", "-1"}, 2, "--sample is -1"},
		{[]string{"--model", down.URL + "/v1#tiny", "--reply", "-1"}, 2, "--reply is -1"},
		{[]string{"--model", down.URL + "/v1#tiny", "--history", "-2"}, 2, "--history is -2"},
	} {
		r := run(t, append([]string{"run", "--agent", "react"}, tt.args...)...)
		if r.code != tt.code || !strings.Contains(r.errors, tt.says) || strings.Count(r.errors, "\n") != 1 || r.out != "" {
			t.Errorf("%v: exit %d, %s", tt.args, r.code, r.errors)
		}
	}
}
