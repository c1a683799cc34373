package alfworld_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/bethink-dev/bethink/env/alfworld"
)

// shared returns the path of an archive of official games, which are not part
// of the repository.
func shared(tb testing.TB, name string) string {
	tb.Helper()
	root := os.Getenv("BETHINK_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	file := filepath.Join(root, "data", "alfworld", name)
	if _, err := os.Stat(file); err != nil {
		tb.Skipf("no official games at %s; set BETHINK_SHARED", file)
	}
	return file
}

func load(tb testing.TB, path string) *alfworld.Set {
	tb.Helper()
	set, err := alfworld.Load(context.Background(), path)
	if err != nil {
		tb.Fatal(err)
	}
	return set
}

func newEnv(tb testing.TB, set *alfworld.Set, c alfworld.Config) *alfworld.Env {
	tb.Helper()
	e, err := set.New(c)
	if err != nil {
		tb.Fatal(err)
	}
	return e
}
