// Package planner decides what to do under a belief: it simulates actions
// (branches with weights that sum to one), chains action schemas backwards from
// a goal, and searches for what has not been seen where it is cheapest to find.
//
// Everything here is a pure function of an immutable view. API of this package
// may change before v1.
package planner
