package name_test

import (
	"fmt"
	"testing"

	"github.com/bethink-dev/bethink/internal/name"
)

// Names compare totally: equal means the same name.
func TestCompare(t *testing.T) {
	ordered := []string{"", "box 1", "box 01", "box 001", "cabinet", "cabinet 1", "cabinet 2", "cabinet 10", "cabinet 10 left", "shelf 1", "shelf 1a", "shelf 9"}
	for i, a := range ordered {
		for j, b := range ordered {
			if c := name.Compare(a, b); c < 0 != (i < j) || c > 0 != (i > j) {
				t.Errorf("Compare(%q, %q) is %d", a, b, c)
			}
		}
	}
}

func TestNearest(t *testing.T) {
	if got := name.Nearest("boks", []string{"box", "books", "zebra", "boxes"}); fmt.Sprint(got) != "[books box boxes]" {
		t.Errorf("near boks: %v", got)
	}
	var many []string
	for i := range 100_000 {
		many = append(many, fmt.Sprintf("file %d", i))
	}
	if got := name.Nearest("flie 77123", many); len(got) == 0 || got[0] != "file 77123" {
		t.Errorf("near flie 77123: %v", got)
	}
}

func BenchmarkNearest(b *testing.B) {
	var many []string
	for i := range 100_000 {
		many = append(many, fmt.Sprintf("file %d", i))
	}
	for b.Loop() {
		name.Nearest("flie 77123", many)
	}
}
