package llm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/llm"
)

// answer is one reply of a scripted server.
type answer struct {
	status int
	header map[string]string
	body   string
}

// server answers from a script, the last reply again and again, and keeps what
// it was sent.
type server struct {
	*httptest.Server
	mu     sync.Mutex
	script []answer
	bodies []string
	auth   []string
}

func serve(t *testing.T, script ...answer) *server {
	t.Helper()
	s := &server{script: script}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.bodies = append(s.bodies, string(body))
		s.auth = append(s.auth, r.Header.Get("Authorization"))
		a := s.script[min(len(s.bodies), len(s.script))-1]
		for k, v := range a.header {
			w.Header().Set(k, v)
		}
		if a.status == 0 {
			a.status = http.StatusOK
		}
		w.WriteHeader(a.status)
		_, _ = io.WriteString(w, a.body)
	}))
	t.Cleanup(s.Close)
	return s
}

func says(text string) answer {
	data, _ := json.Marshal(text)
	return answer{body: `{"model":"m-1","choices":[{"message":{"content":` + string(data) + `},"finish_reason":"stop"}],"usage":{"prompt_tokens":11,"completion_tokens":3}}`}
}

// client returns a client of the server whose waits are kept, not waited for.
func client(t *testing.T, s *server, change func(*llm.Config)) (*llm.Client, *[]time.Duration) {
	t.Helper()
	var waits []time.Duration
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	cfg := llm.Config{
		BaseURL: s.URL + "/v1", Model: "m", Now: func() time.Time { return now },
		Wait: func(_ context.Context, d time.Duration) error { waits = append(waits, d); now = now.Add(d); return nil },
	}
	if change != nil {
		change(&cfg)
	}
	c, err := llm.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c, &waits
}

func ask(texts ...string) llm.Request {
	var r llm.Request
	for _, s := range texts {
		r.Messages = append(r.Messages, llm.Message{Role: llm.RoleUser, Text: s})
	}
	return r
}

// What is asked reaches the server, and what it answers comes back.
func TestClient_SaysAndHearsEverything(t *testing.T) {
	s := serve(t, answer{body: `{"id":"x","model":"m-2026","choices":[{"index":0,"message":{"role":"assistant","content":"Hello"},
		"finish_reason":"length","logprobs":{"content":[{"token":"Hello","logprob":-0.25,"top_logprobs":[{"token":"Hello","logprob":-0.25},{"token":"Hi","logprob":-1.5}]}]}}],
		"usage":{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120,"prompt_tokens_details":{"cached_tokens":40},"completion_tokens_details":{"reasoning_tokens":5}}}`})
	c, _ := client(t, s, func(cfg *llm.Config) { cfg.Prices = llm.Prices{"": {In: 9}, "m": {In: 1, Out: 10, Cached: 0.5}} })
	warm, seed := 0.5, int64(7)
	got, err := c.Complete(t.Context(), llm.Request{
		Messages:  []llm.Message{{Role: llm.RoleSystem, Text: "Be brief."}, {Role: llm.RoleUser, Text: "Hi"}},
		MaxTokens: 20, Temperature: &warm, Seed: &seed, Stop: []string{"\nEnd"}, LogProbs: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	cost := (60*1 + 40*0.5 + 20*10) / 1e6
	want := llm.Response{
		Text: "Hello", Finish: "length", Model: "m-2026", Attempts: 1, Cost: &cost,
		Usage:  llm.Usage{Prompt: 100, Completion: 20, CachedPrompt: 40, Reasoning: 5},
		Tokens: []llm.Token{{Text: "Hello", LogProb: -0.25, Top: []llm.Token{{Text: "Hello", LogProb: -0.25}, {Text: "Hi", LogProb: -1.5}}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	const sent = `{"model":"m","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Hi"}],"max_tokens":20,"temperature":0.5,"seed":7,"stop":["\nEnd"],"logprobs":true,"top_logprobs":2}`
	if s.bodies[0] != sent {
		t.Errorf("sent %s", s.bodies[0])
	}
}

// A cost that the server tells goes before the table; where neither knows it
// there is none.
func TestClient_CostIsKnownOrAbsent(t *testing.T) {
	told := serve(t, answer{body: `{"choices":[{"message":{"content":"x"}}],"usage":{"prompt_tokens":1,"completion_tokens":1,"cost":0.25}}`})
	c, _ := client(t, told, func(cfg *llm.Config) { cfg.Prices = llm.Prices{"": {In: 1, Out: 1}} })
	if r, err := c.Complete(t.Context(), ask("q")); err != nil || r.Cost == nil || *r.Cost != 0.25 {
		t.Errorf("told: %v, %v", r.Cost, err)
	}
	c, _ = client(t, serve(t, says("x")), nil)
	if r, err := c.Complete(t.Context(), ask("q")); err != nil || r.Cost != nil {
		t.Errorf("unknown: %v, %v", r.Cost, err)
	}
}

// What may pass is asked again: after the time the server names, or after ever
// longer waits that are spread. What may not pass is not.
func TestClient_AsksAgainWhereThatMayHelp(t *testing.T) {
	busy := answer{status: 429, header: map[string]string{"Retry-After": "7"}, body: `{"error":{"message":"slow down"}}`}
	down := answer{status: 503, body: "<html>down</html>"}
	date := answer{status: 529, header: map[string]string{"Retry-After": "Fri, 02 Jan 2026 03:05:05 GMT"}}
	for _, tt := range []struct {
		name     string
		script   []answer
		attempts int
		kind     error
		least    []time.Duration
		most     []time.Duration
	}{
		{"named", []answer{busy, says("x")}, 2, nil, []time.Duration{7 * time.Second}, []time.Duration{7500 * time.Millisecond}},
		{"date", []answer{date, says("x")}, 2, nil, []time.Duration{60 * time.Second}, []time.Duration{60500 * time.Millisecond}},
		{
			"doubled", []answer{down, down, down, says("x")}, 4, nil,
			[]time.Duration{250 * time.Millisecond, 500 * time.Millisecond, time.Second},
			[]time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second},
		},
		{"never", []answer{down}, 3, llm.ErrUnavailable, make([]time.Duration, 2), []time.Duration{time.Minute, time.Minute}},
		{"too long", []answer{{status: 429, header: map[string]string{"Retry-After": "86400"}}}, 1, llm.ErrUnavailable, nil, nil},
		{"refused", []answer{{status: 401, body: `{"error":{"message":"no"}}`}}, 1, bethink.ErrInvalid, nil, nil},
		{"absent", []answer{{status: 404, body: `{"error":"model m not found"}`}}, 1, bethink.ErrNotFound, nil, nil},
		{"moved", []answer{{status: 307, header: map[string]string{"Location": "http://127.0.0.1:1/"}}}, 1, bethink.ErrInvalid, nil, nil},
		{"no JSON", []answer{{body: "hello"}}, 1, bethink.ErrInvalid, nil, nil},
		{"no choice", []answer{{body: `{"choices":[]}`}}, 1, bethink.ErrInvalid, nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, tt.script...)
			retries := tt.attempts - 1
			if retries == 0 {
				retries = 3
			}
			c, waits := client(t, s, func(cfg *llm.Config) { cfg.Retries = retries })
			r, err := c.Complete(t.Context(), ask("q"))
			if !errors.Is(err, tt.kind) || tt.kind == nil && r.Attempts != tt.attempts {
				t.Errorf("attempts %d, error %v", r.Attempts, err)
			}
			if len(s.bodies) != tt.attempts || len(*waits) != len(tt.least) {
				t.Fatalf("%d requests, waits %v", len(s.bodies), *waits)
			}
			for i, d := range *waits {
				if d < tt.least[i] || d > tt.most[i] {
					t.Errorf("wait %d is %v, want within [%v, %v]", i, d, tt.least[i], tt.most[i])
				}
			}
		})
	}
}

// A context that ends ends the waiting, and its error is told.
func TestClient_EndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := serve(t, answer{status: 503})
	c, _ := client(t, s, func(cfg *llm.Config) {
		cfg.Wait = func(ctx context.Context, _ time.Duration) error { cancel(); return ctx.Err() }
	})
	if _, err := c.Complete(ctx, ask("q")); !errors.Is(err, context.Canceled) || len(s.bodies) != 1 {
		t.Errorf("%d requests, %v", len(s.bodies), err)
	}
}

// An attempt that takes too long is given up and repeated.
func TestClient_TimesOut(t *testing.T) {
	done := make(chan struct{})
	n := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n++; n == 1 {
			_, _ = io.ReadAll(r.Body) // only then does the server see that the client left
			<-r.Context().Done()
			close(done)
			return
		}
		_, _ = io.WriteString(w, says("late").body)
	}))
	defer s.Close()
	c, err := llm.New(llm.Config{BaseURL: s.URL, Model: "m", Timeout: 50 * time.Millisecond, Wait: func(ctx context.Context, _ time.Duration) error {
		<-done
		return ctx.Err()
	}})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := c.Complete(t.Context(), ask("q")); err != nil || r.Text != "late" || r.Attempts < 2 {
		t.Errorf("%+v, %v", r, err)
	}
}

// A conversation that is too long is an error of its own, in every server's
// words, and is not sent again.
func TestClient_TooLongIsItsOwnError(t *testing.T) {
	for _, a := range []answer{
		{status: 400, body: `{"error":{"message":"This model's maximum context length is 8192 tokens.","code":"context_length_exceeded"}}`},
		{status: 400, body: `{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}`},
		{status: 500, body: `{"error":{"message":"Requested tokens (9000) exceed context window of 2048","type":"internal_server_error"}}`},
		{status: 400, body: `{"object":"error","message":"This model's maximum context length is 4096 tokens"}`},
	} {
		s := serve(t, a)
		c, _ := client(t, s, nil)
		if _, err := c.Complete(t.Context(), ask("q")); !errors.Is(err, llm.ErrContext) || errors.Is(err, llm.ErrUnavailable) || a.status == 400 && len(s.bodies) != 1 {
			t.Errorf("%s: %v after %d requests", a.body, err, len(s.bodies))
		}
	}
}

// A field that the model refuses is left out, then and later, and named.
func TestClient_LeavesOutWhatTheModelRefuses(t *testing.T) {
	s := serve(t,
		answer{status: 400, body: `{"error":{"message":"Unsupported value: 'temperature' does not support 0"}}`},
		answer{status: 400, body: `{"error":{"message":"Unsupported parameter: 'max_tokens'; use 'max_completion_tokens'"}}`},
		says("x"))
	c, _ := client(t, s, nil)
	cold := 0.0
	r := ask("q")
	r.Temperature, r.MaxTokens = &cold, 5
	for range 2 {
		got, err := c.Complete(t.Context(), r)
		if err != nil || fmt.Sprint(got.Dropped) != "[temperature max_tokens]" {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	if len(s.bodies) != 4 || strings.Contains(s.bodies[3], "temperature") || !strings.Contains(s.bodies[3], `"max_completion_tokens":5`) {
		t.Errorf("sent %q", s.bodies)
	}
	// What was not sent cannot be refused.
	s = serve(t, answer{status: 400, body: `{"error":{"message":"temperature and seed"}}`})
	c, _ = client(t, s, nil)
	if _, err := c.Complete(t.Context(), ask("q")); !errors.Is(err, bethink.ErrInvalid) || len(s.bodies) != 1 {
		t.Errorf("%d requests, %v", len(s.bodies), err)
	}
}

// Requests keep their distance.
func TestClient_KeepsToItsRate(t *testing.T) {
	c, waits := client(t, serve(t, says("x")), func(cfg *llm.Config) { cfg.PerMinute = 6 })
	for range 3 {
		if _, err := c.Complete(t.Context(), ask("q")); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]time.Duration{10 * time.Second, 10 * time.Second}, *waits); diff != "" {
		t.Error(diff)
	}
}

// An answer has a largest size.
func TestClient_BoundsTheAnswer(t *testing.T) {
	for _, status := range []int{200, 400} {
		long := says(strings.Repeat("x", 2000))
		long.status = status
		c, _ := client(t, serve(t, long), func(cfg *llm.Config) { cfg.MaxBytes = 1000 })
		if _, err := c.Complete(t.Context(), ask("q")); !errors.Is(err, bethink.ErrInvalid) || !strings.Contains(err.Error(), "longer than 1000 bytes") {
			t.Errorf("status %d: %v", status, err)
		}
	}
}

const secret = "sk-very-secret-0123"

// A key is in no error, log, recording or cache, even where the server says it
// aloud; it is in the header of the request and nowhere else.
func TestKey_IsNowhereButInTheHeader(t *testing.T) {
	aloud := says("your key is " + secret)
	var seen bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&seen, nil))
	for _, a := range []answer{
		aloud,
		{status: 401, body: `{"error":{"message":"Incorrect API key provided: ` + secret + `"}}`},
		{status: 400, body: `{"error":{"message":"` + strings.Repeat("x", 290) + secret + `"}}`}, // cut within the key
		{status: 500, body: secret},
		{body: `"` + secret},
		{body: `{"choices":[{"message":{"content":"x"},"finish_reason":"` + secret + `","logprobs":{"content":[{"token":"` + secret + `","top_logprobs":[{"token":"` + secret + `"}]}]}}],"model":"` + secret + `"}`},
	} {
		s := serve(t, a)
		var cfg llm.Config
		c, _ := client(t, s, func(c *llm.Config) { c.Key = secret; c.Retries = -1; cfg = *c })
		var tape bytes.Buffer
		rec, err := llm.NewRecorder(c, "m", "TestKey", &tape)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		cache, err := llm.NewCache(rec, "m", dir)
		if err != nil {
			t.Fatal(err)
		}
		r, err := cache.Complete(t.Context(), ask("q"))
		fmt.Fprintf(&seen, "%v %+v %#v %v %s %q %x", r, r, r, err, cfg.Key, cfg.Key, cfg.Key)
		fmt.Fprintf(&seen, "%v %+v %#v %s", cfg, cfg, cfg, tape.String())
		log.Info("call", "config", cfg.Key, "response", r, "error", err)
		key, _ := json.Marshal(map[string]llm.Key{"key": cfg.Key})
		seen.Write(key)
		seen.WriteString(read(t, dir))
		if s.auth[0] != "Bearer "+secret {
			t.Errorf("the server got %q", s.auth[0])
		}
		for _, b := range s.bodies {
			seen.WriteString(b)
		}
	}
	if at := strings.Index(seen.String(), secret[:6]); at >= 0 {
		t.Errorf("the key, or its beginning, is in …%s", seen.String()[max(0, at-80):at+6])
	}
	if hex := fmt.Sprintf("%x", secret); strings.Contains(seen.String(), hex) {
		t.Error("the key is there in hexadecimal")
	}
}

// What cannot work is refused before anything is sent.
func TestNew_NamesTheField(t *testing.T) {
	good := llm.Config{BaseURL: "http://127.0.0.1:1/v1", Model: "m"}
	for field, change := range map[string]func(*llm.Config){
		"Model is empty":       func(c *llm.Config) { c.Model = "" },
		"BaseURL is no":        func(c *llm.Config) { c.BaseURL = "127.0.0.1:8080" },
		"BaseURL may have":     func(c *llm.Config) { c.BaseURL = "http://me:pw@127.0.0.1/v1" },
		"BaseURL may have no":  func(c *llm.Config) { c.BaseURL = "http://127.0.0.1/v1?key=1" },
		"Key would cross":      func(c *llm.Config) { c.BaseURL, c.Key = "http://example.org/v1", secret },
		"Key has a line break": func(c *llm.Config) { c.Key = "a\nb" },
		"Timeout":              func(c *llm.Config) { c.Timeout = -1 },
		"Retries":              func(c *llm.Config) { c.Retries = -2 },
		"PerMinute":            func(c *llm.Config) { c.PerMinute = -1 },
		"MaxBytes":             func(c *llm.Config) { c.MaxBytes = -1 },
	} {
		cfg := good
		change(&cfg)
		if _, err := llm.New(cfg); !errors.Is(err, bethink.ErrInvalid) || !strings.Contains(err.Error(), field) || strings.Contains(err.Error(), "pw") {
			t.Errorf("%s: %v", field, err)
		}
	}
	if _, err := llm.New(good); err != nil {
		t.Error(err)
	}
	c, err := llm.New(good)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Complete(t.Context(), llm.Request{}); !errors.Is(err, bethink.ErrInvalid) {
		t.Errorf("a request without messages: %v", err)
	}
}
