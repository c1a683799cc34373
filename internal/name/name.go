// Package name compares and finds names as people do.
package name

import (
	"cmp"
	"slices"
	"strings"
)

// Compare orders names as people do: runs of digits by their number, everything
// else byte by byte. It is a total order: it returns 0 for equal names only, and
// of two names that differ in leading zeros the one with fewer comes first
// ("box 1" before "box 01").
func Compare(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		if isDigit(x[0]) && isDigit(y[0]) {
			i, j := digits(x), digits(y)
			n, m := strings.TrimLeft(x[:i], "0"), strings.TrimLeft(y[:j], "0")
			if c := cmp.Or(cmp.Compare(len(n), len(m)), strings.Compare(n, m)); c != 0 {
				return c
			}
			x, y = x[i:], y[j:]
			continue
		}
		if x[0] != y[0] {
			return cmp.Compare(x[0], y[0])
		}
		x, y = x[1:], y[1:]
	}
	if c := cmp.Compare(len(x), len(y)); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// digits returns the length of the run of digits that s begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}

// Finder gathers the names nearest to one that was asked for. A name costs one
// look at its two ends; edits are counted only for the few that share most with
// the name wanted, so that a search among 10⁵ names takes about a millisecond.
type Finder struct {
	want   string
	within int
	best   []candidate // at most maxCandidates, those that share most
}

type candidate struct {
	name   string
	shared int // bytes in common at the two ends
	edits  int
}

// maxCandidates bounds the names whose edits are counted.
const maxCandidates = 256

// NewFinder returns a finder of names at most within edits away from want.
func NewFinder(want string, within int) *Finder { return &Finder{want: want, within: within} }

// Try offers a name.
func (f *Finder) Try(name string) {
	if d := len(f.want) - len(name); d > f.within || -d > f.within {
		return
	}
	c := candidate{name: name, shared: shared(f.want, name)}
	if len(f.best) < maxCandidates {
		f.best = append(f.best, c)
		return
	}
	low := 0
	for i := range f.best {
		if f.best[i].shared < f.best[low].shared {
			low = i
		}
	}
	if c.shared > f.best[low].shared {
		f.best[low] = c
	}
}

// Names returns up to three names, nearest first, ties by name.
func (f *Finder) Names() []string {
	var found []candidate
	for _, c := range f.best {
		if c.edits = distance(f.want, c.name, f.within); c.edits <= f.within {
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.edits, b.edits), strings.Compare(a.name, b.name))
	})
	var out []string
	for _, c := range found[:min(3, len(found))] {
		out = append(out, c.name)
	}
	return out
}

// shared counts the bytes that two names have in common at their beginning and
// at their end.
func shared(a, b string) int {
	n := min(len(a), len(b))
	i := 0
	for i < n && a[i] == b[i] {
		i++
	}
	k := 0
	for k < n-i && a[len(a)-1-k] == b[len(b)-1-k] {
		k++
	}
	return i + k
}

// Nearest returns up to three of the names, at most three edits from the one
// wanted.
func Nearest(want string, names []string) []string {
	f := NewFinder(want, 3)
	for _, n := range names {
		f.Try(n)
	}
	return f.Names()
}

// Near reports whether two names are at most within edits apart.
func Near(a, b string, within int) bool { return distance(a, b, within) <= within }

// DidYouMean writes names as a hint at the end of an error: " (did you mean a or
// b?)", and nothing for no names.
func DidYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return " (did you mean " + strings.Join(names, " or ") + "?)"
}

// distance is the Levenshtein distance in bytes, or limit+1 if it is more.
func distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	prev := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	cur := make([]int, len(b)+1)
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		low := i
		for j := 1; j <= len(b); j++ {
			c := prev[j-1]
			if a[i-1] != b[j-1] {
				c = 1 + min(c, prev[j], cur[j-1])
			}
			cur[j] = c
			low = min(low, c)
		}
		if low > limit {
			return limit + 1
		}
		prev, cur = cur, prev
	}
	return min(prev[len(b)], limit+1)
}
