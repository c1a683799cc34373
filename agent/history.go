package agent

import (
	"slices"

	"github.com/bethink-dev/bethink/llm"
)

// history is the conversation of an episode: a head, which is never left out,
// and then what the model said and what it was answered in turn.
type history struct {
	head   []llm.Message // ends with the user's
	turns  []said
	window int // steps that are shown at most; 0: all
	from   int // the first turn that is shown at most
}

// said is a reply with its answer. ends tells that the answer is the world's:
// a step ends there. A step is shown whole, with the questions and refusals on
// the way to it, or not at all.
type said struct {
	reply, answer string
	ends          bool
}

func (h *history) add(reply, answer string, ends bool) {
	h.turns = append(h.turns, said{reply, answer, ends})
}

// start returns the first turn to show. A window moves by half its length at a
// time and not with every step: servers keep what they have read of a
// conversation as far as the next one begins with the same words.
func (h *history) start() int {
	ends := h.ends(h.from)
	if h.window == 0 || len(ends) <= h.window {
		return h.from
	}
	block := (h.window + 1) / 2
	drop := (len(ends) - h.window + block - 1) / block * block
	return ends[drop-1] + 1
}

// ends lists the turns that end a step, from one on.
func (h *history) ends(from int) []int {
	var out []int
	for i := from; i < len(h.turns); i++ {
		if h.turns[i].ends {
			out = append(out, i)
		}
	}
	return out
}

// shorten leaves out the older half of the steps that are shown, one at least.
// It reports how many, 0 where no step can be left out.
func (h *history) shorten() int {
	ends := h.ends(h.start())
	if len(ends) == 0 {
		return 0
	}
	n := (len(ends) + 1) / 2
	h.from = ends[n-1] + 1
	return n
}

// left returns how many steps are not shown.
func (h *history) left() int {
	return len(h.ends(0)) - len(h.ends(h.start()))
}

// messages returns what the model is sent: user and assistant in turn.
func (h *history) messages() []llm.Message {
	out := slices.Clone(h.head)
	if n := h.left(); n > 0 {
		out[len(out)-1].Text += leftOut(n)
	}
	return append(out, spoken(h.turns[h.start():])...)
}

// whole returns the conversation with nothing left out.
func (h *history) whole() []llm.Message { return slices.Concat(h.head, spoken(h.turns)) }

func spoken(turns []said) []llm.Message {
	var out []llm.Message
	for _, t := range turns {
		out = append(out, llm.Message{Role: llm.RoleAssistant, Text: t.reply}, llm.Message{Role: llm.RoleUser, Text: t.answer})
	}
	return out
}
