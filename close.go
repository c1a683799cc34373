package bethink

import (
	"cmp"
	"slices"
	"strings"
)

// Close returns up to three of the names nearest to the one asked for, for
// "did you mean".
func Close(want string, names []string) []string {
	n := nearest{want: want, within: 3}
	for _, name := range names {
		n.try(name)
	}
	return n.names()
}

// near lists up to three known variables whose name resembles q's.
func (v View) near(q Variable) []string {
	n := nearest{want: q.String(), within: 4}
	v.Belief.All(func(_ ID, name Variable) bool {
		n.try(name.String())
		return true
	})
	return n.names()
}

// nearest gathers the names within a number of edits of the one wanted.
type nearest struct {
	want   string
	within int
	found  []nearName
}

type nearName struct {
	name  string
	edits int
}

func (n *nearest) try(name string) {
	if d := editDistance(n.want, name, n.within); d <= n.within {
		n.found = append(n.found, nearName{name, d})
	}
}

// names returns the three nearest, ties by name.
func (n *nearest) names() []string {
	slices.SortFunc(n.found, func(a, b nearName) int {
		return cmp.Or(cmp.Compare(a.edits, b.edits), strings.Compare(a.name, b.name))
	})
	var out []string
	for _, f := range n.found[:min(3, len(n.found))] {
		out = append(out, f.name)
	}
	return out
}

func didYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return " (did you mean " + strings.Join(names, " or ") + "?)"
}

// editDistance is the Levenshtein distance in bytes, or limit+1 where it is
// more.
func editDistance(a, b string, limit int) int {
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
