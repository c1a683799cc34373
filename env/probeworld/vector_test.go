package probeworld_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"testing"

	"github.com/bethink-dev/bethink/env/probeworld"
)

var cycles = [...][4]string{
	probeworld.StressObject: {"move_to(room_1)", "move_to(room_2)", "move_to(room_1)", "move_to(room_0)"},
	probeworld.StressTool:   {"call_tool(t_0)", "call_tool(t_1)", "call_tool(t_2)", "call_tool(t_0)"},
	probeworld.StressGraph:  {"move_to(n_1)", "move_to(n_2)", "move_to(n_1)", "move_to(n_0)"},
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// The published worlds, bit for bit: digests of the first gold state and
// observation and of the thirteen around twelve actions.
func TestPublished_Vectors(t *testing.T) {
	t.Parallel()
	f, err := os.Open("testdata/vectors.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := 0
	for scan := bufio.NewScanner(f); scan.Scan(); lines++ {
		var kind, stress, init, obs0, trace, obs string
		var seed uint64
		if _, err := fmt.Sscan(scan.Text(), &kind, &stress, &seed, &init, &obs0, &trace, &obs); err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprintf("%s/%s/%d", kind, stress, seed), func(t *testing.T) {
			w := world(t, kind, stress, probeworld.ProtocolPublished)
			w.Reset(seed)
			golds, seen := []byte{'['}, []byte{'['}
			golds = w.Gold().AppendJSON(golds)
			seen = w.Observation().AppendJSON(seen)
			if got := digest(golds[1:]); got != init {
				t.Errorf("init %s, want %s: %s", got, init, golds[1:])
			}
			if got := digest(seen[1:]); got != obs0 {
				t.Errorf("obs0 %s, want %s: %s", got, obs0, seen[1:])
			}
			for i := range 12 {
				o, _ := w.Do(cycles[w.Config().Kind][i%4])
				golds = w.Gold().AppendJSON(append(golds, ','))
				seen = o.AppendJSON(append(seen, ','))
			}
			if got := digest(append(golds, ']')); got != trace {
				t.Errorf("trace %s, want %s", got, trace)
			}
			if got := digest(append(seen, ']')); got != obs {
				t.Errorf("obs %s, want %s", got, obs)
			}
		})
	}
	if lines != 27 {
		t.Errorf("%d vectors, want 27", lines)
	}
}

func world(tb testing.TB, kind, stress string, protocol probeworld.Protocol) *probeworld.World {
	tb.Helper()
	k, err := probeworld.KindNamed(kind)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := probeworld.StressNamed(stress)
	if err != nil {
		tb.Fatal(err)
	}
	w, err := probeworld.New(probeworld.Config{Kind: k, Stress: s, Protocol: protocol})
	if err != nil {
		tb.Fatal(err)
	}
	return w
}
