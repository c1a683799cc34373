package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// How long a repeated request waits: doubled each time, and no longer than the
// server may ask for.
const (
	firstWait   = 500 * time.Millisecond
	longestWait = 30 * time.Second
	longestAsk  = 2 * time.Minute
)

// send sends a request, again where that may help, and returns how often.
func (c *Client) send(ctx context.Context, method, path string, body []byte) ([]byte, int, error) {
	for n := 1; ; n++ {
		if err := c.turn(ctx); err != nil {
			return nil, n - 1, err
		}
		data, header, err := c.once(ctx, method, path, body)
		if err == nil || ctx.Err() != nil || !errors.Is(err, ErrUnavailable) {
			if ctx.Err() != nil {
				err = ctx.Err()
			}
			return data, n, err
		}
		if n > c.cfg.Retries {
			return nil, n, fmt.Errorf("after %d attempts: %w", n, err)
		}
		d, asked := c.pause(n, header)
		if asked > longestAsk {
			return nil, n, fmt.Errorf("the server asks to wait %v: %w", asked.Round(time.Second), err)
		}
		if err := c.cfg.Wait(ctx, d); err != nil {
			return nil, n, err
		}
	}
}

// turn waits until the rate limit lets a request go.
func (c *Client) turn(ctx context.Context) error {
	if c.cfg.PerMinute == 0 {
		return nil
	}
	c.mu.Lock()
	now := c.cfg.Now()
	at := c.next
	if at.Before(now) {
		at = now
	}
	c.next = at.Add(time.Minute / time.Duration(c.cfg.PerMinute))
	c.mu.Unlock()
	if d := at.Sub(now); d > 0 {
		return c.cfg.Wait(ctx, d)
	}
	return nil
}

// pause returns how long to wait after the n-th attempt, and what the server
// asked for: never less than that, and spread so that callers do not return
// together.
func (c *Client) pause(n int, h http.Header) (d, asked time.Duration) {
	d = min(firstWait<<min(n-1, 10), longestWait)
	c.mu.Lock()
	jitter := c.cfg.Rand.Float64()
	c.mu.Unlock()
	d = time.Duration((0.5 + 0.5*jitter) * float64(d))
	asked = retryAfter(h, c.cfg.Now())
	if asked > d {
		d = asked + time.Duration(jitter*float64(firstWait))
	}
	return d, asked
}

// retryAfter reads how long a server asks to wait: seconds or a date. 0 where
// it asks for nothing that can be read.
func retryAfter(h http.Header, now time.Time) time.Duration {
	s := h.Get("Retry-After")
	if x, err := strconv.ParseFloat(s, 64); err == nil {
		if x > 0 && x < 1e9 {
			return time.Duration(x * float64(time.Second))
		}
		return 0
	}
	if t, err := http.ParseTime(s); err == nil {
		return max(0, t.Sub(now))
	}
	return 0
}

// wait is the real clock.
func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
