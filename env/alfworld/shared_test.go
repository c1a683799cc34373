package alfworld_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/bethink-dev/bethink/env/alfworld"
)

// The official games are not part of the repository; each archive is read once.
var (
	validSeen = sync.OnceValues(func() (*alfworld.Set, error) { return loadShared("valid_seen.tar.xz") })
	train400  = sync.OnceValues(func() (*alfworld.Set, error) { return loadShared("train_400.tar.xz") })
)

func loadShared(name string) (*alfworld.Set, error) {
	root := os.Getenv("BETHINK_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	file := filepath.Join(root, "data", "alfworld", name)
	if _, err := os.Stat(file); err != nil {
		return nil, nil
	}
	return alfworld.Load(context.Background(), file)
}

// officialSet returns an archive's games, or skips the test.
func officialSet(tb testing.TB, open func() (*alfworld.Set, error)) *alfworld.Set {
	tb.Helper()
	set, err := open()
	if err != nil {
		tb.Fatal(err)
	}
	if set == nil {
		tb.Skip("the official games are absent; set BETHINK_SHARED to the folder that has data/alfworld")
	}
	return set
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
