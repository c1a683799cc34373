package bench_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench"
)

// meteredDoors answers in JSON as well, and its first door answers too late.
type meteredDoors struct{ doorEnv }

func (e *meteredDoors) Reset(ctx context.Context, task string, seed uint64) (bethink.TimeStep, error) {
	ts, err := e.doorEnv.Reset(ctx, task, seed)
	ts.Result = json.RawMessage(`{"doors":4}`)
	return ts, err
}

func (e *meteredDoors) Step(ctx context.Context, action string) (bethink.TimeStep, error) {
	ts, err := e.doorEnv.Step(ctx, action)
	ts.Result = json.RawMessage(`{"opened":"` + action + `"}`)
	if action == "open 1" {
		ts.Reply = bethink.ReplyTimeout
	}
	return ts, err
}

// What an environment answers in JSON, and how its call ended, reaches the belief
// and the log as it does from a tool.
func TestEpisode_PassesResultAndReply(t *testing.T) {
	t.Parallel()
	store := bethink.NewMemoryStore()
	engine, err := bethink.New(bethink.Config{Pack: doorPack{"d1"}, Store: store})
	if err != nil {
		t.Fatal(err)
	}
	policy, _ := likely(bench.Task{}, 0)
	_, err = bench.Episode{Engine: engine, World: "w", Name: "e", Environment: &meteredDoors{}, Policy: policy,
		Task: bench.Task{Name: "b2"}, Budget: 5}.Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for head, err := range store.Streams(t.Context(), "episode/") {
		if err != nil {
			t.Fatal(err)
		}
		for ev, err := range store.Read(t.Context(), head.Stream, 1) {
			var st bethink.Step
			if err != nil || ev.Kind == bethink.KindStep && json.Unmarshal(ev.Data, &st) != nil {
				t.Fatal(err, string(ev.Data))
			}
			if ev.Kind == bethink.KindStep {
				got = append(got, string(st.Input.Result)+" "+st.Input.Reply.String())
			}
		}
	}
	// A door that times out says nothing, so it is tried again and again.
	if len(got) < 2 || got[0] != `{"doors":4} ok` || got[1] != `{"opened":"open 1"} timeout` {
		t.Errorf("%q", got)
	}
}
