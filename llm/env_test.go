package llm_test

import (
	"errors"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/llm"
)

// The key of one host is never meant for another.
func TestLocate_SendsAKeyHomeAlone(t *testing.T) {
	for _, tt := range []struct {
		model, base, key string
		url, name        string
		keyed            bool
		err              error
	}{
		{model: "http://127.0.0.1:8080/v1", url: "http://127.0.0.1:8080/v1"},
		{model: "http://127.0.0.1:8080/v1#small", key: "k", url: "http://127.0.0.1:8080/v1", name: "small"},
		{model: "https://other.example/v1#m", base: "https://home.example/v1", key: "k", url: "https://other.example/v1", name: "m"},
		{model: "https://home.example/v2#m", base: "https://home.example/v1", key: "k", url: "https://home.example/v2", name: "m", keyed: true},
		{model: "http://home.example/v1", base: "https://home.example/v1", key: "k", url: "http://home.example/v1"},
		{model: "m", base: "https://home.example/v1", key: "k", url: "https://home.example/v1", name: "m", keyed: true},
		{model: "m", key: "k", url: "https://api.openai.com/v1", name: "m", keyed: true},
		{model: "", base: "http://127.0.0.1:1/v1", url: "http://127.0.0.1:1/v1"},
		{model: "m", err: bethink.ErrInvalid},
		{model: "", err: bethink.ErrInvalid},
	} {
		cfg, err := llm.Locate(tt.model, func(name string) string {
			return map[string]string{"OPENAI_BASE_URL": tt.base, "OPENAI_API_KEY": tt.key}[name]
		})
		if !errors.Is(err, tt.err) || cfg.BaseURL != tt.url || cfg.Model != tt.name || (cfg.Key != "") != tt.keyed {
			t.Errorf("%+v: %q %q %t %v", tt, cfg.BaseURL, cfg.Model, cfg.Key != "", err)
		}
	}
}

// A client that was dialled has had an answer.
func TestDial_HasHadAnAnswer(t *testing.T) {
	list := answer{body: `{"data":[{"id":"only"}]}`}
	s := serve(t, list, says("yes"))
	c, err := llm.Dial(t.Context(), llm.Config{BaseURL: s.URL})
	if err != nil || c.Name() != "only" || len(s.bodies) != 2 {
		t.Fatalf("%v after %d requests", err, len(s.bodies))
	}
	for _, tt := range []struct {
		script []answer
		model  string
		kind   error
	}{
		{[]answer{{body: `{"data":[{"id":"a"},{"id":"b"}]}`}}, "", bethink.ErrInvalid},
		{[]answer{{body: `[]`}}, "", bethink.ErrInvalid},
		{[]answer{{status: 404}}, "m", bethink.ErrNotFound},
		{[]answer{{status: 503}}, "m", llm.ErrUnavailable},
	} {
		s := serve(t, tt.script...)
		if _, err := llm.Dial(t.Context(), llm.Config{BaseURL: s.URL, Model: tt.model, Retries: -1}); !errors.Is(err, tt.kind) {
			t.Errorf("%+v: %v", tt, err)
		}
	}
}

// A price is read to the letter, and the longest name has it.
func TestPrices(t *testing.T) {
	p, err := llm.ParsePrice("0.15, 0.60")
	if err != nil || p != (llm.Price{In: 0.15, Out: 0.6}) {
		t.Errorf("%+v, %v", p, err)
	}
	for _, bad := range []string{"", "1", "1,x", "1,-2", "1,NaN", "1,Inf", "1,2,3,4"} {
		if _, err := llm.ParsePrice(bad); !errors.Is(err, bethink.ErrInvalid) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	table := llm.Prices{"big": {In: 2}, "big-mini": {In: 1}}
	for model, want := range map[string]float64{"big-mini-2": 1, "big-2": 2, "small": 0} {
		if p, ok := table.Of(model); p.In != want || ok != (want > 0) {
			t.Errorf("%s: %v", model, p)
		}
	}
	if got := (llm.Price{In: 2, Out: 4}).Cost(llm.Usage{Prompt: 1e6, Completion: 1e6, CachedPrompt: 5e5}); got != 6 {
		t.Errorf("cost %v", got)
	}
}
