package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
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
	history, reply      int
	perMinute           int
	timeout             time.Duration
	name                string // once it was dialled
}

func modelFlags(cmd *cobra.Command) *models {
	m := &models{}
	flags := cmd.Flags()
	flags.StringVar(&m.where, "model", "", "for react and reflact: the address of an OpenAI-compatible server, as\n"+
		"http://127.0.0.1:8080/v1, with #NAME where it has several models; or a model's\n"+
		"name alone at $OPENAI_BASE_URL, to which $OPENAI_API_KEY goes and nowhere else")
	flags.StringVar(&m.price, "price", "", "what the model costs in dollars per million tokens: IN,OUT or IN,OUT,CACHED")
	flags.StringVar(&m.cache, "cache", "", "folder that keeps the model's answers: what it was asked before is not asked again")
	flags.IntVar(&m.history, "history", 0, "how many of the latest steps the model is shown at most; of more, half as many\n"+
		"at least: a window that moves seldom lets the server keep what it read (default: all)")
	flags.IntVar(&m.reply, "reply", 0, "tokens the model may say at a time (default: 200)")
	flags.IntVar(&m.perMinute, "per-minute", 0, "how many requests the model gets a minute at most (default: no limit)")
	flags.DurationVar(&m.timeout, "timeout", llm.DefaultTimeout, "how long one answer of the model may take")
	return m
}

// needed reports whether an agent asks a model.
func needed(name string) bool { return slices.Contains(agent.ModelNames(), name) }

// dial returns the model once it has answered.
func (m *models) dial(ctx context.Context, cmd *cobra.Command) (llm.Model, error) {
	for name, n := range map[string]int{"history": m.history, "reply": m.reply, "per-minute": m.perMinute} {
		if n < 0 {
			return nil, usage(cmd, "--%s is %d: want at least 1, or 0 for the default", name, n)
		}
	}
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
	m.name = client.Name()
	if m.cache == "" {
		return client, nil
	}
	return llm.NewCache(client, conf.BaseURL+"#"+client.Name(), m.cache)
}

// identity says what decides the model's answers; "" where none was dialled.
func (m *models) identity() string {
	out := m.name
	if out != "" && m.history > 0 {
		out += fmt.Sprintf(", shown %d steps", m.history)
	}
	if out != "" && m.reply > 0 {
		out += fmt.Sprintf(", says %d tokens", m.reply)
	}
	return out
}

// variant is the agent with the model.
func (m *models) variant(p pairing, model llm.Model, household *pack.Pack, old bool) (bench.Variant, error) {
	wm, err := agent.ParseWM(p.wm)
	if err != nil {
		return bench.Variant{}, errors.Join(err, silent{errUsage})
	}
	conf := agent.Config{Name: p.agent, WM: wm, Model: model, Guide: guide(household, old), History: m.history, MaxTokens: m.reply}
	if _, err := agent.New(conf); err != nil {
		return bench.Variant{}, errors.Join(err, silent{errUsage})
	}
	return bench.Variant{Agent: p.agent, WM: wm.String(), Policy: func(_ bench.Task, seed uint64) (bethink.Policy, error) {
		conf := conf
		conf.Seed = seed
		return agent.New(conf)
	}}, nil
}

// guide is what a model is told of the household, by its pack.
func guide(p *pack.Pack, old bool) *agent.Guide {
	g := agent.Home(old)
	mode := func(u agent.Use) pack.Mode {
		return pack.Mode{Memory: u == agent.UseMemory, Probabilities: u == agent.UseBelief}
	}
	g.Pack, g.Spell = p, p.Spell
	g.Ask = func(v bethink.View, question string, u agent.Use) (string, error) {
		r, err := p.Query(v, question, mode(u))
		return r.Text, err
	}
	g.Tell = func(v bethink.View, u agent.Use) string { return p.Push(v, mode(u)) }
	g.Check = func(v bethink.View, action string, u agent.Use) (string, bool) {
		r := p.Gate(v, action, pack.DefaultGate)
		if u != agent.UseBelief { // the number is the belief's: who is not given that sees none
			r.Why, _, _ = strings.Cut(r.Why, " (probably: ")
		}
		return r.Why, r.OK
	}
	return &g
}

// report shows what the models were asked, a step that was played.
func (m *models) report(c *console, lines []bench.Summary) {
	if !slices.ContainsFunc(lines, func(s bench.Summary) bool { return s.Modelled != nil }) {
		return
	}
	c.printf("\nwhat the model was asked and said, a step played\n")
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "agent\tsteps\tanswers\tquestions\trefused\tnot valid\ttokens in\tof them kept\ttokens out\tseconds\tdollars in all")
	for _, s := range lines {
		if s.Modelled == nil {
			continue
		}
		t := s.Model
		each := func(digits int, x float64) string { return ratio(digits, x, float64(s.Played)) }
		dollars := "-"
		if t.Priced {
			dollars = fmt.Sprintf("%.4f", t.Cost)
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", s.Name(), s.Played, each(2, float64(t.Calls)),
			each(2, float64(s.Queries)), each(2, float64(s.Rejections)), each(2, float64(s.NotValid)),
			each(0, float64(t.Prompt)), each(0, float64(t.CachedPrompt)), each(1, float64(t.Completion)), each(2, t.Seconds), dollars)
		if t.Cached > 0 {
			fmt.Fprintf(w, "\t%d of %d answers were kept from before and are in no other figure\n", t.Cached, t.Calls)
		}
	}
	_ = w.Flush() // the console keeps the error
}

// ratio writes x/n, or a dash where n is 0.
func ratio(digits int, x, n float64) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%.*f", digits, x/n)
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
