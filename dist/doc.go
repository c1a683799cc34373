// Package dist holds finite distributions and what is done to them: weights and
// their evidence, change kernels, learned change rates, counts, scoring rules,
// and an Exp and a Log whose bits do not depend on the machine.
//
// Probabilities lie in [0, 1]; strength of evidence is in bits. The package
// keeps no state and starts nothing; every function may be called concurrently
// as long as no two calls share a slice that one of them writes. Slices belong
// to the caller and are never kept, except by [Categorical], which says so.
//
// # Same bits everywhere
//
// A Go compiler may fuse x*y+z into one rounding where the machine can do it,
// and does so on arm64. Products that feed a sum are therefore written
// float64(x*y), which the language defines as a rounding. The whole package keeps
// this rule but for the intervals [Beta.Interval] and [Wilson], which are for
// reports and go through gonum: their last bits may differ between machines.
package dist
