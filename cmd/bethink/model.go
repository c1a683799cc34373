package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/agent"
	"github.com/bethink-dev/bethink/bench"
	"github.com/bethink-dev/bethink/llm"
	"github.com/bethink-dev/bethink/pack"
)

// models is the language model behind a command's agents.
type models struct {
	where, price, cache string
	history, perMinute  int
	timeout             time.Duration
	meters              map[string]*llm.Meter // by variant
}

func modelFlags(cmd *cobra.Command) *models {
	m := &models{meters: map[string]*llm.Meter{}}
	flags := cmd.Flags()
	flags.StringVar(&m.where, "model", "", "for react and reflact: the address of an OpenAI-compatible server, as\n"+
		"http://127.0.0.1:8080/v1, with #NAME where it has several models; or a model's\n"+
		"name alone at $OPENAI_BASE_URL, to which $OPENAI_API_KEY goes and nowhere else")
	flags.StringVar(&m.price, "price", "", "what the model costs in dollars per million tokens: IN,OUT or IN,OUT,CACHED")
	flags.StringVar(&m.cache, "cache", "", "folder that keeps the model's answers: what it was asked before is not asked again")
	flags.IntVar(&m.history, "history", 0, "how many of the latest steps the model is shown (default: all)")
	flags.IntVar(&m.perMinute, "per-minute", 0, "how many requests the model gets a minute at most (default: no limit)")
	flags.DurationVar(&m.timeout, "timeout", llm.DefaultTimeout, "how long one answer of the model may take")
	return m
}

// needed reports whether an agent asks a model.
func needed(name string) bool { return slices.Contains(agent.ModelNames(), name) }

// dial returns the model once it has answered.
func (m *models) dial(ctx context.Context, cmd *cobra.Command) (llm.Model, error) {
	conf, err := llm.Locate(m.where, os.Getenv)
	if err != nil {
		return nil, usage(cmd, "react and reflact ask a language model: give --model with the address of an OpenAI-compatible server, as http://127.0.0.1:8080/v1, or set OPENAI_BASE_URL")
	}
	if m.price != "" {
		p, err := llm.ParsePrice(m.price)
		if err != nil {
			return nil, errors.Join(err, silent{errUsage})
		}
		conf.Prices = llm.Prices{"": p}
	}
	conf.PerMinute, conf.Timeout = m.perMinute, m.timeout
	client, err := llm.Dial(ctx, conf)
	if err != nil {
		return nil, err
	}
	if m.cache == "" {
		return client, nil
	}
	return llm.NewCache(client, conf.BaseURL+"#"+client.Name(), m.cache)
}

// variant is the agent with the model, which it meters.
func (m *models) variant(p pairing, model llm.Model, household *pack.Pack, old bool) (bench.Variant, error) {
	wm, err := agent.ParseWM(p.wm)
	if err != nil {
		return bench.Variant{}, errors.Join(err, silent{errUsage})
	}
	meter := llm.NewMeter(model)
	conf := agent.Config{Name: p.agent, WM: wm, Model: meter, Guide: guide(household, old), History: m.history}
	if _, err := agent.New(conf); err != nil {
		return bench.Variant{}, errors.Join(err, silent{errUsage})
	}
	v := bench.Variant{Agent: p.agent, WM: wm.String(), Policy: func(_ bench.Task, seed uint64) (bethink.Policy, error) {
		conf := conf
		conf.Seed = seed
		return agent.New(conf)
	}}
	m.meters[v.String()] = meter
	return v, nil
}

// guide is what a model is told of the household, by its pack.
func guide(p *pack.Pack, old bool) *agent.Guide {
	g := agent.Home(old)
	mode := func(u agent.Use) pack.Mode {
		return pack.Mode{Memory: u == agent.Memory, Probabilities: u == agent.Belief}
	}
	g.Pack, g.Spell = p, p.Spell
	g.Ask = func(v bethink.View, question string, u agent.Use) (string, error) {
		r, err := p.Query(v, question, mode(u))
		return r.Text, err
	}
	g.Tell = func(v bethink.View, u agent.Use) string { return p.Push(v, mode(u)) }
	g.Check = func(v bethink.View, action string, u agent.Use) (string, bool) {
		r := p.Gate(v, action, pack.DefaultGate)
		if u != agent.Belief { // the number is the belief's: who is not given that sees none
			r.Why, _, _ = strings.Cut(r.Why, " (probably: ")
		}
		return r.Why, r.OK
	}
	return &g
}

// spent is a summary with what its model came to. The tokens are those of the
// episodes played now, the counts those of all.
type spent struct {
	bench.Summary
	Queries    int        `json:"queries"`
	Rejections int        `json:"rejections"`
	NotValid   int        `json:"invalid_actions"`
	Model      *llm.Spent `json:"model"`
}

// line returns the summary as it is written.
func (m *models) line(s bench.Summary, records []bench.Record) any {
	meter := m.meters[s.Name()]
	if meter == nil {
		return s
	}
	total := meter.Spent()
	out := spent{Summary: s, Model: &total}
	for _, r := range records {
		out.Queries += r.Queries
		out.Rejections += r.Rejections
		out.NotValid += r.Invalid
	}
	return out
}

// report says what the models came to.
func (m *models) report(c *console, lines []bench.Summary) {
	for _, s := range lines {
		if meter := m.meters[s.Name()]; meter != nil {
			t := meter.Spent()
			c.printf("%s asked the model %d times: %d tokens in, %d out, %.1f s", s.Name(), t.Calls, t.Prompt, t.Completion, t.Seconds)
			if t.Cached > 0 {
				c.printf("; %d answers were kept from before", t.Cached)
			}
			if t.Priced {
				c.printf("; $%.4f", t.Cost)
			}
			c.printf("\n")
		}
	}
}

// modelFault reports episodes that were lost because the model did not answer.
func modelFault(records []bench.Record) error {
	n := 0
	for _, r := range records {
		if strings.Contains(r.Error, llm.ErrUnavailable.Error()) {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d episodes were lost because %v: the figures are not the agent's%w", n, len(records), llm.ErrUnavailable, silent{llm.ErrUnavailable})
}
