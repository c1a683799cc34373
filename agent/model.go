package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/llm"
)

// The kinds of Ref that a model's decisions have beside Rejected: one for its
// calls, written as llm.Spent is; one for each question; one for a reply that
// could not be read; one where steps were left out to fit the model.
const (
	Called    = "model"
	Asked     = "query"
	Unread    = "unread"
	Shortened = "shortened"
)

// NoAction is the action of a reply that cannot be read: no world knows it, and
// it costs a step.
const NoAction = "(no action)"

// The limits of an episode. An episode of one reply, said over and over, is at
// its end sooner than the paper of BB-WM has it: it is lost in either case, and
// every reply of it costs. The counters of questions and refusals start anew
// with each action, whatever comes between; that of replies that cannot be read
// with each that can; that of actions that do nothing with each that does.
const (
	maxUnread    = 10 // replies in a row that cannot be read
	maxNothing   = 10 // actions in a row that do nothing
	maxSame      = 5  // of either in a row, where every reply is the same
	maxQuestions = 10 // questions on the way to one action
	maxRefusals  = 5  // refusals on the way to one action; the next proposal is let through
)

// What a model may say, in tokens, and what is kept of it, in bytes.
const (
	defaultReply = 200
	maxKept      = 1500
)

// Stopped ends an episode that leads nowhere. It wraps ErrInvalid.
type Stopped struct {
	// Reason is format_error_limit, noop_loop or query_loop.
	Reason string
	N      int // how many in a row
}

// Error implements error.
func (s Stopped) Error() string { return fmt.Sprintf("%s: %d in a row", s.Reason, s.N) }

// Unwrap returns ErrInvalid.
func (s Stopped) Unwrap() error { return bethink.ErrInvalid }

// style is how a model says why: react thinks aloud, reflact says in one
// sentence how things stand against the goal.
type style struct {
	name, form string
	reply      func(Turn) string
}

func react() style {
	return style{
		"react", "Thought: what you make of it, in a sentence or two",
		func(t Turn) string { return "Thought: " + t.Thought },
	}
}

func reflact() style {
	return style{
		"reflact", "Reflection: one sentence on where you are, what you hold, and what the goal still lacks",
		func(t Turn) string { return "Reflection: " + t.Reflection },
	}
}

// modelled acts as a language model says.
type modelled struct {
	cfg     Config
	style   style
	history history
	action  string // the last one
	reply   string // to which it was the answer
	pending bool   // the reply is not answered yet
	text    string // the observation before the last
	unread  int
	nothing int
	same    int // replies in a row that are word for word the one before
	spent   llm.Spent
}

var _ Speaker = (*modelled)(nil)

// Spent implements Speaker.
func (m *modelled) Spent() llm.Spent { return m.spent }

// Conversation implements Speaker.
func (m *modelled) Conversation() []llm.Message {
	out := m.history.whole()
	if m.pending {
		out = append(out, llm.Message{Role: llm.RoleAssistant, Text: m.reply})
	}
	return out
}

// newModelled checks what a model needs.
func newModelled(cfg Config, s style) (bethink.Policy, error) {
	bad := func(what string) error { return fmt.Errorf("agent %s: %s: %w", s.name, what, bethink.ErrInvalid) }
	g := cfg.Guide
	switch {
	case cfg.Model == nil:
		return nil, bad("there is no model: give one with --model")
	case g == nil || g.Pack == nil:
		return nil, bad("Config.Guide.Pack is required")
	case cfg.WM.Pull && g.Ask == nil:
		return nil, bad("Config.Guide.Ask is required for a world model that is asked")
	case cfg.WM.Push && g.Tell == nil:
		return nil, bad("Config.Guide.Tell is required for a world model that is shown")
	case cfg.WM.Gate && g.Check == nil:
		return nil, bad("Config.Guide.Check is required for a world model with the gate")
	case cfg.History < 0:
		return nil, bad("Config.History is negative")
	case cfg.MaxTokens < 0:
		return nil, bad("Config.MaxTokens is negative")
	}
	if cfg.MaxTokens == 0 {
		cfg.MaxTokens = defaultReply
	}
	return &modelled{cfg: cfg, style: s, history: history{window: cfg.History}}, nil
}

// Act implements bethink.Policy. It returns Stopped where the episode leads
// nowhere, and the model's error where that does not answer.
func (m *modelled) Act(ctx context.Context, v bethink.View, text string, _ []string) (bethink.Decision, error) {
	fail := func(d bethink.Decision, err error) (bethink.Decision, error) {
		return d, fmt.Errorf("agent %s: %w", m.style.name, err)
	}
	if err := m.observe(ctx, v, text); err != nil {
		return fail(bethink.Decision{}, err)
	}
	var d bethink.Decision
	var spent llm.Spent
	err := m.decide(ctx, v, &d, &spent)
	m.spent.Sum(spent)
	d.Because = append(d.Because, bethink.Ref{Kind: Called, ID: spent.String()})
	if err != nil {
		return fail(d, err)
	}
	m.action, m.text = d.Action, text
	return d, nil
}

// observe takes up the answer to the last action.
func (m *modelled) observe(ctx context.Context, v bethink.View, text string) (err error) {
	if m.action == "" {
		m.history.head, err = m.head(ctx, v, text)
		return err
	}
	shown := m.observation(v, text)
	if m.action == NoAction {
		shown = misread(m.style.form) + shown
	}
	m.hear(shown, true)
	nothing := m.cfg.Guide.Nothing
	switch {
	case m.action == NoAction:
		m.nothing = 0
	case nothing != "" && strings.Contains(text, nothing), text == m.text:
		if m.nothing++; m.nothing >= m.most(maxNothing) {
			return Stopped{"noop_loop", m.nothing}
		}
	default:
		m.nothing = 0
	}
	return nil
}

// hear takes up what the last reply was answered; ends tells that the world did.
func (m *modelled) hear(answer string, ends bool) {
	m.history.add(m.reply, answer, ends)
	m.pending = false
}

// decide asks the model until it acts.
func (m *modelled) decide(ctx context.Context, v bethink.View, d *bethink.Decision, spent *llm.Spent) error {
	var refused []string
	because := func(kind, id string) {
		d.Because = append(d.Because, bethink.Ref{Kind: kind, ID: plain(id, maxAction, true)})
	}
	for {
		r, err := m.ask(ctx, because)
		if err != nil {
			return fmt.Errorf("model: %w", err)
		}
		spent.Add(r)
		action, ok := readReply(r.Text)
		if reply := kept(r.Text, ok); reply == m.reply {
			m.same++
		} else {
			m.reply, m.same = reply, 0
		}
		m.pending = true
		if !ok {
			because(Unread, m.reply)
			d.Action = NoAction
			if m.unread++; m.unread >= m.most(maxUnread) {
				return Stopped{"format_error_limit", m.unread}
			}
			return nil
		}
		m.unread = 0
		if question, ok := readQuery(action); ok && m.cfg.WM.Pull {
			because(Asked, question)
			if d.Queries++; d.Queries == maxQuestions {
				return Stopped{"query_loop", maxQuestions}
			}
			m.hear(m.answer(v, question), false)
			continue
		}
		action = m.spell(v, action)
		// An action that is insisted on is let through: to refuse it again would
		// tell the model nothing new, and the gate may be wrong.
		if m.cfg.WM.Gate && len(refused) < maxRefusals && !slices.Contains(refused, action) {
			if why, ok := m.cfg.Guide.Check(v, action, m.cfg.WM.Belief); !ok {
				refused = append(refused, action)
				because(Rejected, action)
				m.hear(refusal(why), false)
				continue
			}
		}
		d.Action = action
		return nil
	}
}

// most is how many fruitless replies in a row are waited for: fewer where the
// model has said the same thing all along and will say it again.
func (m *modelled) most(limit int) int {
	if m.same >= maxSame-1 {
		return maxSame
	}
	return limit
}

// ask sends the conversation, with fewer of its steps where it is too long.
func (m *modelled) ask(ctx context.Context, because func(kind, id string)) (llm.Response, error) {
	cold, seed := 0.0, int64(m.cfg.Seed&0x7fff_ffff)
	for {
		r, err := m.cfg.Model.Complete(ctx, llm.Request{
			Messages: m.history.messages(), MaxTokens: m.cfg.MaxTokens, Temperature: &cold, Seed: &seed,
			Stop: []string{"\nObservation:", "\n" + dataBegins, "\n" + modelTag},
		})
		if !errors.Is(err, llm.ErrContext) {
			return r, err
		}
		n := m.history.shorten()
		if n == 0 {
			return r, err
		}
		because(Shortened, fmt.Sprintf("%d steps", n))
	}
}

// spell writes an action as the world understands it: models are free with
// capitals, spaces and prepositions.
func (m *modelled) spell(v bethink.View, action string) string {
	a, ok := m.cfg.Guide.Pack.Action(strings.ToLower(action))
	if !ok {
		return action
	}
	if m.cfg.Guide.Spell == nil {
		return a.Text
	}
	return m.cfg.Guide.Spell(v, a).Text
}
