package bethinktest

import (
	"os"
	"testing"

	"github.com/bethink-dev/bethink/llm"
)

// Recorded returns the model of a recording, a *llm.Replay. Where an address is
// given, as llm.Locate reads it, it returns that model instead and writes the
// recording anew, in the name of the test.
func Recorded(t testing.TB, file, address string) llm.Model {
	t.Helper()
	fatal := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	if address == "" {
		f, err := os.Open(file)
		fatal(err)
		defer f.Close()
		p, err := llm.NewReplay(f)
		fatal(err)
		return p
	}
	cfg, err := llm.Locate(address, os.Getenv)
	fatal(err)
	c, err := llm.Dial(t.Context(), cfg)
	fatal(err)
	f, err := os.Create(file)
	fatal(err)
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	r, err := llm.NewRecorder(c, c.Name(), t.Name(), f)
	fatal(err)
	return r
}
