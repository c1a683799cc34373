package glob_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink/internal/glob"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"src/auth/**", "src/auth/a.go", true},
		{"src/auth/**", "src/auth/deep/b.go", true},
		{"src/auth/**", "src/author/a.go", false},
		{"src/auth/**", "src/auth", true},
		{"src/auth/", "src/auth/deep/b.go", true},
		{"src/**/x.go", "src/x.go", true},
		{"src/**/x.go", "src/a/b/x.go", true},
		{"src/**/x.go", "src/ax.go", false},
		{"**/x.go", "x.go", true},
		{"**/x.go", "a/x.go", true},
		{"src/*/a.go", "src/x/a.go", true},
		{"src/*/a.go", "src/x/y/a.go", false},
		{"*.go", "a.go", true},
		{"*.go", "src/a.go", false},
		{"**", "a/b/c", true},
		{"*.{ts,tsx}", "a.tsx", true},
		{"*.{ts,tsx}", "a.js", false},
		{"a?.go", "ab.go", true},
		{"a?.go", "a/.go", false},
		{"[a-c].go", "b.go", true},
		{"./src/*.go", "src/a.go", true},
		{"src/*.go", "./src/a.go", true},
		{"a*b*c", "aXbXbYc", true},
		{"a", "b", false},
	} {
		if got := glob.Match(c.pattern, c.path); got != c.want {
			t.Errorf("Match(%q, %q) is %v", c.pattern, c.path, got)
		}
	}
}

// A pattern that cannot be read misses no change.
func TestMatch_APatternThatIsNotValidMatchesEverything(t *testing.T) {
	if !glob.Match("src/[", "other/file") {
		t.Error("a pattern that is not valid missed a path")
	}
}

func TestValid(t *testing.T) {
	for _, ok := range []string{"**", "src/**/*.go", "*.{ts,tsx}", "[a-z]*"} {
		if err := glob.Valid(ok); err != nil {
			t.Errorf("%q: %v", ok, err)
		}
	}
	for _, bad := range []string{"", "src/[", "{a,b", "a\\", strings.Repeat("a", 2000), strings.Repeat("{a,b}", 20)} {
		if err := glob.Valid(bad); !errors.Is(err, glob.ErrInvalid) {
			t.Errorf("%.20q: %v, want ErrInvalid", bad, err)
		}
	}
}

// Whatever is valid is matched in bounded time, and never panics.
func FuzzMatch(f *testing.F) {
	f.Add("src/**/x.go", "src/x.go")
	f.Add(strings.Repeat("*a", 40), strings.Repeat("a", 400)+"b")
	f.Add(strings.Repeat("**/a/", 30), strings.Repeat("a/", 300)+"b")
	f.Add("{a,b}{c,d}", "ac")
	f.Fuzz(func(t *testing.T, pattern, path string) {
		if len(path) < 1000 && glob.Valid(pattern) == nil {
			glob.Match(pattern, path)
		}
	})
}
