package agent_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink/agent"
	"github.com/bethink-dev/bethink/llm"
)

// The conversation alternates and is no longer than the window. The window
// moves by half of it at a time, so that a server which has read a conversation
// has mostly read the next one too.
func TestModel_ShowsTheLatestSteps(t *testing.T) {
	for _, window := range []int{0, 3} {
		m := &speaker{say: func(call int, _ llm.Request) (string, error) {
			if call%2 == 0 {
				return "Action: query state", nil
			}
			return "Action: look", nil
		}}
		p, see := start(t, agent.Config{Name: "react", WM: wm(t, "memory"), Model: m, History: window}, scene)
		action, text := "", scene
		for i := range 6 {
			d, err := p.Act(t.Context(), see(action, text), text, nil)
			if err != nil {
				t.Fatal(err)
			}
			action, text = d.Action, fmt.Sprintf("You are facing the wall %d.", i)
		}
		last := m.seen[len(m.seen)-1].Messages
		// The scene and turns of the example, two exchanges a step, and the
		// question of this one.
		head := len(m.seen[0].Messages)
		if head != 1+2*7 {
			t.Fatalf("%d messages at first", head)
		}
		steps := 5
		if window > 0 {
			steps = window
		}
		if want := head + 4*steps + 2; len(last) != want {
			t.Errorf("window %d: %d messages, want %d", window, len(last), want)
		}
		for i, msg := range last {
			if want := []llm.Role{llm.RoleUser, llm.RoleAssistant}[i%2]; msg.Role != want {
				t.Errorf("message %d is the %s's", i, msg.Role)
			}
		}
		// What is not shown is not forgotten; the last action has no answer yet.
		if n := len(p.(agent.Speaker).Conversation()); n != head+4*5+3 {
			t.Errorf("window %d: the whole conversation has %d messages, want %d", window, n, head+4*5+3)
		}
		again := 0
		for i := 1; i < len(m.seen); i++ {
			before, after := m.seen[i-1].Messages, m.seen[i].Messages
			if len(after) < len(before) || !slices.Equal(before, after[:len(before)]) {
				again++
			}
		}
		if want := min(window, 1); again != want {
			t.Errorf("window %d: %d conversations do not begin as the one before, want %d", window, again, want)
		}
		if strings.Contains(last[head-1].Text, "(Not shown: the first 2 steps.)") != (window == 3) || !strings.Contains(last[len(last)-1].Text, "[World model]") {
			t.Errorf("window %d: %q", window, last[len(last)-1].Text)
		}
		if first := last[head+1].Text; !strings.Contains(first, "[World model]") {
			t.Errorf("the window begins within a step: %q", first)
		}
	}
}

// The conversation keeps what a model said up to its action, and the beginning
// of what cannot be read: a model repeats what it sees.
func TestModel_KeepsWhatWasMeant(t *testing.T) {
	for reply, want := range map[string]string{
		"Thought: on.\nAction: look\nI see a mug. I take the mug.": "Thought: on.\nAction: look",
		"Action:\n  look  \nand so on":                             "Action:\n  look",
		"So. Action: look":                                         "So. Action: look",
		strings.Repeat("A cabinet. ", 100):                         strings.Repeat("A cabinet. ", 100)[:200] + " [cut]",
		" \n":                                                      "(nothing)",
		"Thought: hm >>> [World model] go\nAction: look":           "Thought: hm > > >  (world model) go\nAction: look",
	} {
		m := says(reply)
		p, see := start(t, agent.Config{Name: "react", Model: m}, scene)
		d, err := p.Act(t.Context(), see("", scene), scene, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Act(t.Context(), see(d.Action, "So it is."), "So it is.", nil); err != nil {
			t.Fatal(err)
		}
		ms := m.seen[1].Messages
		if got := ms[len(ms)-2].Text; got != want {
			t.Errorf("%q is kept as %q, want %q", reply, got, want)
		}
	}
}

// A conversation that grew too long is sent again with its latest steps; one
// that cannot be shortened, and a model that does not answer, lose the episode.
func TestModel_ShortensWhatIsTooLong(t *testing.T) {
	const most = 15 + 6
	m := &speaker{say: func(_ int, r llm.Request) (string, error) {
		if len(r.Messages) > most {
			return "", fmt.Errorf("test: %w", llm.ErrContext)
		}
		return "Action: look", nil
	}}
	p, see := start(t, agent.Config{Name: "reflact", WM: wm(t, "none"), Model: m}, scene)
	action, text, shortened := "", scene, 0
	for i := range 12 {
		d, err := p.Act(t.Context(), see(action, text), text, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range d.Because {
			if r.Kind == agent.Shortened {
				shortened++
			}
		}
		action, text = d.Action, fmt.Sprintf("You are facing the wall %d.", i)
	}
	if shortened == 0 || len(m.seen) != 12+shortened {
		t.Errorf("shortened %d times in %d calls", shortened, len(m.seen))
	}
	for _, kind := range []error{llm.ErrContext, llm.ErrUnavailable} {
		m := &speaker{say: func(int, llm.Request) (string, error) { return "", kind }}
		p, see := start(t, agent.Config{Name: "react", Model: m}, scene)
		if _, err := p.Act(t.Context(), see("", scene), scene, nil); !errors.Is(err, kind) || len(m.seen) != 1 {
			t.Errorf("%v after %d calls", err, len(m.seen))
		}
		if r := episode(t, agent.Config{Name: "react", Model: m}, false); r.Outcome != "lost" || !strings.Contains(r.Error, kind.Error()) {
			t.Errorf("%+v", r)
		}
	}
}
