// Package learning is the study of learned knowledge: the same games played
// with the pack's prior, with what the world taught while other games were
// played, and with what was learned from other games' known placements.
//
// Known placements come from the privileged side of the environment: only a
// benchmark may learn so.
//
// API of this package may change before v1.
package learning
