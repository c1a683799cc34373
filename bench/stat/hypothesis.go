package stat

import (
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// McNemar returns the exact two-sided p-value of two agents that differ on b
// tasks one way and on c the other: how often a fair coin is as lopsided. It is
// 1 where they never differ.
func McNemar(b, c int) float64 {
	if b == c {
		return 1
	}
	// P(X <= k) for X of n fair coins is the incomplete beta function.
	k, n := min(b, c), b+c
	return min(1, 2*mathext.RegIncBeta(float64(n-k), float64(k+1), 0.5))
}

// Discordant counts the tasks that only a won and only b won, McNemar's input.
// It panics when b is shorter than a.
func Discordant(a, b []bool) (onlyA, onlyB int) {
	b = b[:len(a)]
	for i := range a {
		switch {
		case a[i] && !b[i]:
			onlyA++
		case b[i] && !a[i]:
			onlyB++
		}
	}
	return onlyA, onlyB
}

// Test is one hypothesis of a family, with its p-value.
type Test struct {
	Name string
	P    float64
	// Margin is 0 where rejection says that the agents differ, and else the loss
	// that counts as none: rejection says that A is worse by less than that.
	Margin float64
}

// Differs is the test of a paired difference against 0, two-sided.
func (r Resampled) Differs(name string) Test { return Test{Name: name, P: r.P(0)} }

// NoWorse is the test of a paired difference A-B for non-inferiority: the
// hypothesis that A is worse by margin or more, one-sided. margin is positive.
func (r Resampled) NoWorse(name string, margin float64) Test {
	return Test{Name: name, P: r.PAtMost(-margin), Margin: margin}
}

// Verdict is a test after correction for its family.
type Verdict struct {
	Test
	Adjusted float64 // p-value times its Holm factor, at most 1
	Rejected bool    // Adjusted <= alpha
}

// Holm corrects a family of tests so that the chance of one false rejection or
// more is at most alpha, whatever the dependence between them. The verdicts come
// in the order of the tests.
func Holm(tests []Test, alpha float64) []Verdict {
	order := make([]int, len(tests))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case tests[i].P < tests[j].P:
			return -1
		case tests[i].P > tests[j].P:
			return 1
		}
		return 0
	})
	out := make([]Verdict, len(tests))
	worst := 0.0
	for rank, i := range order {
		worst = max(worst, min(1, tests[i].P*float64(len(tests)-rank)))
		out[i] = Verdict{Test: tests[i], Adjusted: worst, Rejected: worst <= alpha}
	}
	return out
}
