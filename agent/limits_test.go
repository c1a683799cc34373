package agent_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/agent"
	"github.com/bethink-dev/bethink/llm"
)

// A model that only asks, never writes an action, or does what does nothing is
// stopped in time, and the record says why.
func TestModel_IsStoppedWhereItLeadsNowhere(t *testing.T) {
	for _, tt := range []struct {
		wm, reply, reason string
		calls, steps      int
	}{
		{"belief", "Thought: hm.\nAction: query where is mug", "query_loop: 10 in a row", 10, 0},
		{"none", "I would rather talk about the weather, %d.", "format_error_limit: 10 in a row", 10, 9},
		{"bbwm+both", "%d", "format_error_limit: 10 in a row", 10, 9},
		{"none", "Action: fly to moon %d", "noop_loop: 10 in a row", 10, 10},
		{"belief+push", "Action: query where is mug %d", "noop_loop: 10 in a row", 10, 10},
		// Who says the same again and again is stopped sooner.
		{"none", "I would rather talk about the weather.", "format_error_limit: 5 in a row", 5, 4},
		{"bbwm+both", "", "format_error_limit: 5 in a row", 5, 4},
		{"none", "Action: fly to the moon", "noop_loop: 5 in a row", 5, 5},
		// Refused and then, as it is insisted on, let through, five times.
		{"bbwm", "Action: fly to the moon", "noop_loop: 5 in a row", 10, 5},
		// Refused five times and then let through, ten times.
		{"bbwm", "Action: fly to moon %d", "noop_loop: 10 in a row", 60, 10},
	} {
		for _, name := range agent.ModelNames() {
			m := &speaker{say: func(call int, _ llm.Request) (string, error) {
				return strings.Replace(tt.reply, "%d", strconv.Itoa(call), 1), nil
			}}
			r := episode(t, agent.Config{Name: name, WM: wm(t, tt.wm), Model: m}, false)
			if r.Outcome != "lost" || !strings.Contains(r.Error, tt.reason) || len(m.seen) != tt.calls || r.Steps != tt.steps {
				t.Errorf("%s+%s %q: %s after %d steps and %d calls: %s", name, tt.wm, tt.reply, r.Outcome, r.Steps, len(m.seen), r.Error)
			}
		}
	}
}

// The counters start anew as the limits have it: that of unreadable replies with
// one that can be read, that of actions that do nothing with one that does
// something, or with an unreadable reply.
func TestModel_CountersStartAnew(t *testing.T) {
	const mute, fly = "hm %d", "Action: fly to moon %d"
	for name, tt := range map[string]struct {
		round  []string // said again and again
		reason string   // "": the episode goes on to its budget
	}{
		"unreadable": {append(slices.Repeat([]string{mute}, 9), "Action: look"), ""},
		"nothing":    {append(slices.Repeat([]string{fly}, 9), "Action: inventory"), ""},
		"mixed":      {append(slices.Repeat([]string{fly}, 9), mute), ""},
		"mute after": {append(slices.Repeat([]string{mute}, 9), fly), ""},
		"the same":   {[]string{"Action: inventory"}, "noop_loop"}, // its answer never changes
	} {
		m := &speaker{say: func(call int, _ llm.Request) (string, error) {
			return strings.Replace(tt.round[call%len(tt.round)], "%d", strconv.Itoa(call), 1), nil
		}}
		r := episode(t, agent.Config{Name: "react", Model: m}, false)
		if tt.reason == "" && (r.Outcome != "timeout" || r.Steps != budget) || !strings.Contains(r.Error, tt.reason) {
			t.Errorf("%s: %s after %d steps: %s", name, r.Outcome, r.Steps, r.Error)
		}
	}
}

// Questions and refusals are counted, cost no step, and start anew with each
// action; their limits hold however the two alternate.
func TestModel_AccountsForQuestionsAndRefusals(t *testing.T) {
	m := &speaker{say: func(call int, _ llm.Request) (string, error) {
		switch call % 8 {
		case 7:
			return "Action: look", nil
		case 0, 2, 4:
			return fmt.Sprintf("Action: take mug %d from bed 9", call), nil
		}
		return "Action: query: where is mug?", nil
	}}
	r := episode(t, agent.Config{Name: "react", WM: wm(t, "bbwm"), Model: m}, false)
	if r.Steps != budget && !strings.Contains(r.Error, "noop_loop") {
		t.Errorf("%+v", r)
	}
	if n := len(m.seen) / 8; r.Queries != 4*n || r.Rejections != 3*n {
		t.Errorf("%d calls: %d questions and %d refusals", len(m.seen), r.Queries, r.Rejections)
	}
	alternate := &speaker{say: func(call int, _ llm.Request) (string, error) {
		return []string{"Action: query state", fmt.Sprintf("Action: take mug %d from bed 9", call)}[call%2], nil
	}}
	if r := episode(t, agent.Config{Name: "react", WM: wm(t, "bbwm"), Model: alternate}, false); len(alternate.seen) > 200 || r.Steps < 1 {
		t.Errorf("%d calls, %+v", len(alternate.seen), r)
	}
}

// What a decision cost is in its references.
func TestModel_AccountsForTokens(t *testing.T) {
	d := decide(t, agent.Config{Name: "react", WM: wm(t, "bbwm"), Model: says("Action: query state", "Action: take mug 77 from bed 9", "Action: look")}, scene)
	want := bethink.Decision{Action: "look", Queries: 1, Because: []bethink.Ref{
		{Kind: agent.Asked, ID: "state"},
		{Kind: agent.Rejected, ID: "take mug 77 from bed 9"},
		{Kind: agent.Called, ID: "calls=3 cached=0 in=300 out=30"},
	}}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Error(diff)
	}
}
