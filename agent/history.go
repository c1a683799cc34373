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
	window int // steps that are shown; 0: all
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

// start returns the first turn to show.
func (h *history) start() int {
	steps := 0
	for i := len(h.turns) - 1; i >= h.from; i-- {
		if !h.turns[i].ends {
			continue
		}
		if h.window > 0 && steps == h.window {
			return i + 1
		}
		steps++
	}
	return h.from
}

// shorten leaves out the older half of the steps that are shown, one at least.
// It reports how many, 0 where no step can be left out.
func (h *history) shorten() int {
	start := h.start()
	var ends []int
	for i := start; i < len(h.turns); i++ {
		if h.turns[i].ends {
			ends = append(ends, i)
		}
	}
	if len(ends) == 0 {
		return 0
	}
	n := (len(ends) + 1) / 2
	h.from = ends[n-1] + 1
	return n
}

// left returns how many steps are not shown.
func (h *history) left() int {
	n := 0
	for _, t := range h.turns[:h.start()] {
		if t.ends {
			n++
		}
	}
	return n
}

// messages returns what the model is sent: user and assistant in turn.
func (h *history) messages() []llm.Message {
	out := slices.Clone(h.head)
	if n := h.left(); n > 0 {
		out[len(out)-1].Text += leftOut(n)
	}
	for _, t := range h.turns[h.start():] {
		out = append(out, llm.Message{Role: llm.Assistant, Text: t.reply}, llm.Message{Role: llm.User, Text: t.answer})
	}
	return out
}
