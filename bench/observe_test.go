package bench_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/alfworld"
	"github.com/bethink-dev/bethink/pack"
)

// countertop finds the embedded game with the fullest countertop: its first
// text, the way there and what is seen.
func countertop(tb testing.TB) (first, action, text string) {
	tb.Helper()
	ctx := context.Background()
	e, err := alfworld.Embedded().New(alfworld.Config{})
	if err != nil {
		tb.Fatal(err)
	}
	for _, task := range alfworld.Embedded().Tasks() {
		for i := 1; ; i++ {
			start, err := e.Reset(ctx, task.Name, 0)
			if err != nil {
				tb.Fatal(err)
			}
			a := fmt.Sprintf("go to countertop %d", i)
			if !strings.Contains(start.Text, fmt.Sprintf("countertop %d", i)) {
				break
			}
			there, err := e.Step(ctx, a)
			if err != nil {
				tb.Fatal(err)
			}
			if strings.Count(there.Text, ",") > strings.Count(text, ",") {
				first, action, text = start.Text, a, there.Text
			}
		}
	}
	if text == "" {
		tb.Fatal("no embedded game has a countertop")
	}
	return first, action, text
}

// BenchmarkObserveHousehold is one look at a full countertop, from the answer's
// text to the appended step: parse, update, score, append to memory. First is
// the first look of an episode, which meets everything that lies there; Again
// examines the place the agent stands at once more.
func BenchmarkObserveHousehold(b *testing.B) {
	first, action, text := countertop(b)
	household, err := pack.Household()
	if err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	look := bethink.Input{Action: bethink.Action{Text: action}, Text: text, Elapsed: 1}
	var engine *bethink.Engine
	open := func(b *testing.B, name bethink.Episode) {
		if _, err := engine.Open(ctx, "bench", name); err != nil {
			b.Fatal(err)
		}
		if _, _, err := engine.Observe(ctx, "bench", name, bethink.Input{Text: first}); err != nil {
			b.Fatal(err)
		}
	}
	fresh := func(b *testing.B) {
		if engine, err = bethink.New(bethink.Config{Pack: household}); err != nil {
			b.Fatal(err)
		}
	}
	observe := func(b *testing.B, name bethink.Episode, in bethink.Input) *bethink.Step {
		_, st, err := engine.Observe(ctx, "bench", name, in)
		if err != nil {
			b.Fatal(err)
		}
		return st
	}
	b.Run("First", func(b *testing.B) {
		names := make([]bethink.Episode, 256)
		for i := range names {
			names[i] = bethink.Episode(fmt.Sprint(i))
		}
		b.ReportAllocs()
		settled := 0
		for i := 0; b.Loop(); i++ {
			if i%len(names) == 0 {
				b.StopTimer()
				fresh(b)
				for _, n := range names {
					open(b, n)
				}
				b.StartTimer()
			}
			st := observe(b, names[i%len(names)], look)
			settled = len(st.Scores)
		}
		b.ReportMetric(float64(settled), "events")
	})
	b.Run("Again", func(b *testing.B) {
		fresh(b)
		open(b, "e")
		observe(b, "e", look)
		again := bethink.Input{Action: bethink.Action{Text: strings.Replace(action, "go to", "examine", 1)}, Text: text[strings.Index(text, "On the"):], Elapsed: 1}
		b.ReportAllocs()
		for b.Loop() {
			observe(b, "e", again)
		}
	})
}
