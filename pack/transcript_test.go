package pack_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/pack"
)

func read(tb testing.TB, name string) []byte {
	tb.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

func TestTranscript_Household(t *testing.T) {
	r, err := household(t).Test(read(t, "testdata/transcript/household.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Faults {
		t.Error(f)
	}
	if r.Steps != 11 || r.Checks < 20 {
		t.Errorf("%d steps, %d checks", r.Steps, r.Checks)
	}
}

func TestTranscript_Workspace(t *testing.T) {
	p, err := pack.Load("tests", read(t, "testdata/tests.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Test([]byte("module web passes\n> run web\nmodule web fails\n= done\n= state(web)=fail 0.95\n"))
	if err != nil || len(r.Faults) > 0 || r.Steps != 2 {
		t.Errorf("%+v %v", r, err)
	}
}

// A transcript that does not come out says which line and why.
func TestTranscript_Faults(t *testing.T) {
	p := household(t)
	r, err := p.Test([]byte(smallPlace + "\n= location(agent)=middle 0.2\n> go to fridge 1\nYou arrive at fridge 1. A bell rings.\n= refused\n= color(fridge 1)=red 1\n? where is egg\n: attic\n> jump\nWho knows.\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"line 2: P(location(agent)=middle) is 1.0000, not 0.2", "line 4: not read: \"A bell rings.\"", "line 5: the verdict was done", "line 6: color(fridge 1): unknown variable", "line 8: the answer", "line 10: "}
	if len(r.Faults) != len(want) {
		t.Fatalf("%v", r.Faults)
	}
	for i, f := range r.Faults {
		if !strings.HasPrefix(f.String(), want[i]) {
			t.Errorf("%q, want %q", f, want[i])
		}
	}
	for _, bad := range []string{"= done", smallPlace + "\n= what", smallPlace + "\n= a(b)=c 2", smallPlace + "\n= a(b)=c x"} {
		if _, err := p.Test([]byte(bad)); !errors.Is(err, bethink.ErrInvalid) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
