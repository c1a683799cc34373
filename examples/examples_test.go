// Package examples_test runs every example and compares what it prints.
package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Each example prints what the file output.txt beside it says.
func TestExamplesPrintWhatTheyClaim(t *testing.T) {
	dirs, err := filepath.Glob("*/main.go")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, main := range dirs {
		dir := filepath.Dir(main)
		t.Run(dir, func(t *testing.T) {
			got, err := exec.CommandContext(t.Context(), "go", "run", "./"+dir).CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, got)
			}
			want, err := os.ReadFile(filepath.Join(dir, "output.txt"))
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}
