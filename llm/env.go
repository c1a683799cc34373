package llm

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/bethink-dev/bethink"
)

// openAI is where OPENAI_API_KEY belongs where no OPENAI_BASE_URL says.
const openAI = "https://api.openai.com/v1"

// Locate reads where a model is: its server's address with, after a #, the
// model's name, or a name alone for the server of OPENAI_BASE_URL. env is
// os.Getenv. OPENAI_API_KEY is meant for OPENAI_BASE_URL's host, OpenAI's own
// where that is not set, and is taken for no other. It returns ErrInvalid, naming
// what is missing, where nothing says which server to ask. Model is "" where
// nothing names one.
func Locate(model string, env func(string) string) (Config, error) {
	home := env("OPENAI_BASE_URL")
	key := Key(env("OPENAI_API_KEY"))
	if home == "" && key != "" {
		home = openAI
	}
	cfg := Config{BaseURL: home, Model: model}
	if strings.Contains(model, "://") {
		cfg.BaseURL, cfg.Model, _ = strings.Cut(model, "#")
	}
	if cfg.BaseURL == "" {
		return Config{}, fmt.Errorf("llm: no server: give its address, as http://127.0.0.1:8080/v1, or set OPENAI_BASE_URL: %w", bethink.ErrInvalid)
	}
	if key != "" && sameHost(cfg.BaseURL, home) {
		cfg.Key = key
	}
	return cfg, nil
}

func sameHost(a, b string) bool {
	x, err := url.Parse(a)
	y, err2 := url.Parse(b)
	return err == nil && err2 == nil && x.Scheme == y.Scheme && strings.EqualFold(x.Host, y.Host)
}

// Dial returns a client that has had an answer: it names the server's only
// model where Config does not, and asks for one token. It returns
// ErrUnavailable where nothing answers, ErrInvalid where a model must be named.
func Dial(ctx context.Context, cfg Config) (*Client, error) {
	c, err := open(cfg)
	if err != nil {
		return nil, err
	}
	// Whether it is there at all is not worth a long wait.
	patient := c.cfg.Retries
	c.cfg.Retries = min(patient, 1)
	defer func() { c.cfg.Retries = patient }()
	if cfg.Model == "" {
		names, err := c.Models(ctx)
		if err != nil {
			return nil, fmt.Errorf("%w (the models were asked for because none is named)", err)
		}
		if len(names) != 1 {
			return nil, fmt.Errorf("llm: %s has %d models: name one after a #: %s: %w",
				c.cfg.BaseURL, len(names), line(strings.Join(names, ", ")), bethink.ErrInvalid)
		}
		c.cfg.Model = names[0]
	}
	_, err = c.Complete(ctx, Request{Messages: []Message{{RoleUser, "Say yes."}}, MaxTokens: 1})
	return c, err
}
