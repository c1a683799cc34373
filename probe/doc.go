// Package probe says what is worth verifying before acting: it ranks the
// questions that a view leaves open, holds the policies that spend a limited
// number of probes, and keeps questions with candidate causes and checks.
//
// A policy is a function of a Moment, which is what an agent may know: its
// belief, how that drifts, its clock and its budget. Only an oracle knows more,
// through a function that the runner hands it. A probe's answer is evidence
// like any other; this package never changes a belief.
//
// Everything is pure and single-threaded, and draws no number but from the seed
// in the Moment. API of this package may change before v1.
package probe
