// Package learn turns what happened in a world into knowledge of the world:
// where things of a type are placed and how many there are, how often a list
// overlooks something, and how fast values change by themselves.
//
// A [Learner] writes ledger entries: what one step's instruments told, with the
// exposure under which they told it, and never what was believed. [Knowledge] is
// a fold of those entries with posteriors computed from them, under what the
// pack declares. An episode pins the knowledge it started from.
//
// docs/learning.md has the formulas and what they are worth.
//
// API of this package may change before v1.
package learn
