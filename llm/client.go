package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bethink-dev/bethink"
)

// Config configures a Client.
type Config struct {
	// BaseURL is the server's address up to and without /chat/completions,
	// as "http://127.0.0.1:8080/v1". Required; without user, query or fragment.
	BaseURL string
	// Key is sent to BaseURL's host alone, and over https or the loopback
	// only. "": none.
	Key Key
	// Model is the model's name. Required; Client.Models lists them.
	Model string
	// Timeout bounds one attempt. 0: DefaultTimeout.
	Timeout time.Duration
	// Retries is how often a request is repeated that may be answered later.
	// 0: DefaultRetries; -1: never.
	Retries int
	// PerMinute is how many requests are sent a minute at most. 0: no limit.
	PerMinute int
	// MaxBytes bounds an answer. 0: DefaultMaxBytes.
	MaxBytes int64
	// Prices is the cost table; a cost that the server tells goes before it.
	Prices Prices
	// HTTP sends the requests; nil: a client of its own that follows no
	// redirect.
	HTTP *http.Client
	// Rand spreads repeated requests in time; nil: one of its own.
	Rand *rand.Rand
	// Now and Wait are the clock; nil: the real one. Wait returns the
	// context's error where that ends first.
	Now  func() time.Time
	Wait func(context.Context, time.Duration) error
}

// What holds where Config says nothing.
const (
	DefaultTimeout  = 2 * time.Minute
	DefaultRetries  = 4
	DefaultMaxBytes = 4 << 20
)

// Client is a Model behind an OpenAI-compatible Chat Completions endpoint.
// Safe for concurrent use.
type Client struct {
	cfg Config

	mu      sync.Mutex
	next    time.Time // when the rate limit lets the next request go
	dropped []string  // fields that this model refuses
}

var _ Model = (*Client)(nil)

// New returns a client. It sends nothing. It returns ErrInvalid, naming the
// field, for a bad Config.
func New(cfg Config) (*Client, error) {
	if cfg.Model == "" {
		return nil, fmt.Errorf("llm: Config.Model is empty: name one that the server has: %w", bethink.ErrInvalid)
	}
	return open(cfg)
}

func open(cfg Config) (*Client, error) {
	bad := func(field, what string) error {
		return fmt.Errorf("llm: Config.%s %s: %w", field, what, bethink.ErrInvalid)
	}
	u, err := url.Parse(cfg.BaseURL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, bad("BaseURL", "is no address: want one as http://127.0.0.1:8080/v1")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, bad("BaseURL", "may have no user, query or fragment")
	case cfg.Key != "" && u.Scheme != "https" && !loopback(u.Hostname()):
		return nil, bad("Key", "would cross the network in the clear: use https")
	case strings.ContainsAny(string(cfg.Key), "\r\n"):
		return nil, bad("Key", "has a line break")
	case cfg.Timeout < 0:
		return nil, bad("Timeout", "is negative")
	case cfg.Retries < -1:
		return nil, bad("Retries", "is below -1")
	case cfg.PerMinute < 0:
		return nil, bad("PerMinute", "is negative")
	case cfg.MaxBytes < 0:
		return nil, bad("MaxBytes", "is negative")
	}
	cfg.BaseURL = strings.TrimRight(cfg.BaseURL, "/")
	if cfg.Timeout == 0 {
		cfg.Timeout = DefaultTimeout
	}
	switch cfg.Retries {
	case 0:
		cfg.Retries = DefaultRetries
	case -1:
		cfg.Retries = 0
	}
	if cfg.MaxBytes == 0 {
		cfg.MaxBytes = DefaultMaxBytes
	}
	if cfg.HTTP == nil {
		cfg.HTTP = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	if cfg.Rand == nil {
		cfg.Rand = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Wait == nil {
		cfg.Wait = wait
	}
	return &Client{cfg: cfg}, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Name returns the model's name.
func (c *Client) Name() string { return c.cfg.Model }

// Complete implements Model. A field of the request that the model refuses is
// left out from then on, and named in Response.Dropped.
func (c *Client) Complete(ctx context.Context, r Request) (Response, error) {
	if len(r.Messages) == 0 {
		return Response{}, fmt.Errorf("llm: Request.Messages is empty: %w", bethink.ErrInvalid)
	}
	start, attempts := c.cfg.Now(), 0
	for {
		c.mu.Lock()
		dropped := slices.Clone(c.dropped)
		c.mu.Unlock()
		body, err := c.encode(r, dropped)
		if err != nil {
			return Response{}, fmt.Errorf("llm: %w", err)
		}
		answer, n, err := c.send(ctx, http.MethodPost, "/chat/completions", body)
		attempts += n
		if field := refused(err, body); field != "" {
			c.drop(field)
			continue
		}
		if err != nil {
			return Response{}, c.hide(err)
		}
		out, err := decode(answer)
		if err != nil {
			return Response{}, c.hide(err)
		}
		c.finish(&out, attempts, dropped, c.cfg.Now().Sub(start))
		return out, nil
	}
}

// finish fills in what the server did not say, and takes the key out of what
// it did.
func (c *Client) finish(r *Response, attempts int, dropped []string, took time.Duration) {
	r.Text, r.Finish, r.Model = c.cfg.Key.redact(r.Text), c.cfg.Key.redact(r.Finish), c.cfg.Key.redact(r.Model)
	for i := range r.Tokens {
		r.Tokens[i].Text = c.cfg.Key.redact(r.Tokens[i].Text)
		for k := range r.Tokens[i].Top {
			r.Tokens[i].Top[k].Text = c.cfg.Key.redact(r.Tokens[i].Top[k].Text)
		}
	}
	r.Attempts, r.Dropped, r.Seconds = attempts, dropped, took.Seconds()
	if r.Cost == nil {
		if p, ok := c.cfg.Prices.Of(c.cfg.Model); ok {
			cost := p.Cost(r.Usage)
			r.Cost = &cost
		}
	}
}

// refused returns the optional field of the body that an error says the model
// does not take, "" where it says no such thing.
func refused(err error, body []byte) string {
	var s *StatusError
	if !errors.As(err, &s) || s.Status != http.StatusBadRequest && s.Status != http.StatusUnprocessableEntity || errors.Is(err, ErrContext) {
		return ""
	}
	for _, f := range optional() {
		if strings.Contains(s.Message, f) && bytes.Contains(body, []byte(`,"`+f+`":`)) {
			return f
		}
	}
	return ""
}

// drop leaves a field out from now on.
func (c *Client) drop(field string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(c.dropped, field) {
		c.dropped = append(c.dropped, field)
	}
}

// Models asks the server which models it has.
func (c *Client) Models(ctx context.Context) ([]string, error) {
	body, _, err := c.send(ctx, http.MethodGet, "/models", nil)
	if err != nil {
		return nil, c.hide(err)
	}
	var w struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &w); err != nil {
		return nil, c.hide(fmt.Errorf("/models: the answer is not a list of models: %w", bethink.ErrInvalid))
	}
	var out []string
	for _, m := range w.Data {
		out = append(out, c.cfg.Key.redact(m.ID))
	}
	return out, nil
}

// once sends a request one time.
func (c *Client) once(ctx context.Context, method, path string, body []byte) ([]byte, http.Header, error) {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, c.cfg.BaseURL+path, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Accept", "application/json")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.cfg.Key != "" {
		req.Header.Set("Authorization", "Bearer "+string(c.cfg.Key))
	}
	resp, err := c.cfg.HTTP.Do(req)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, c.cfg.MaxBytes+1))
	if err != nil {
		return nil, resp.Header, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if int64(len(data)) > c.cfg.MaxBytes {
		return nil, resp.Header, fmt.Errorf("the answer is longer than %d bytes: %w", c.cfg.MaxBytes, bethink.ErrInvalid)
	}
	if resp.StatusCode != http.StatusOK {
		code, message := fault(data)
		return nil, resp.Header, &StatusError{
			Status: resp.StatusCode, Message: line(c.cfg.Key.redact(message)), kind: kindOf(resp.StatusCode, code, message),
		}
	}
	return data, resp.Header, nil
}

// hide says who was asked, and takes the key out of what went wrong.
func (c *Client) hide(err error) error {
	if c.cfg.Key != "" && strings.Contains(err.Error(), string(c.cfg.Key)) {
		err = hiding{err, c.cfg.Key}
	}
	return fmt.Errorf("llm: %s: %w", c.cfg.BaseURL, err)
}

// hiding is an error without the key in its text.
type hiding struct {
	err error
	key Key
}

func (h hiding) Error() string { return h.key.redact(h.err.Error()) }

// Is keeps the kind; Unwrap would give the text away.
func (h hiding) Is(target error) bool { return errors.Is(h.err, target) }
