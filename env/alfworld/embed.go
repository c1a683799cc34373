package alfworld

import (
	"bytes"
	"context"
	_ "embed" // for the archive
	"fmt"
	"sync"
)

// embedded.tar.xz is written by "go test -run TestEmbedded -rewrite".
//
//go:embed embedded.tar.xz
var embeddedArchive []byte

// EmbeddedConfigs returns what [Embedded] was generated from: four games of
// each kind under either placement.
func EmbeddedConfigs() []GenerateConfig {
	return []GenerateConfig{
		{Seed: 1, Games: 24, Placement: PlacementUniform},
		{Seed: 1, Games: 24, Placement: PlacementZipf},
	}
}

var embeddedSet = sync.OnceValue(func() *Set {
	var l loader
	err := l.archive(context.Background(), "embedded games", bytes.NewReader(embeddedArchive), true)
	if err == nil {
		var s *Set
		if s, err = l.set(); err == nil {
			return s
		}
	}
	panic(fmt.Sprintf("alfworld: the embedded games are damaged: %v", err)) // a fault of the build
})

// Embedded returns the 48 generated games that come with the package. The set
// is shared by all callers.
func Embedded() *Set { return embeddedSet() }
