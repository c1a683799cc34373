// Package policy holds the policies of the probing study: EnvProbe's rule, the
// baselines it is compared with, value of information, and oracles.
//
// A Prober is a function of a Turn, which is what an agent may know: its belief,
// how that drifts, its clock and its budget. The variables it may ask about are
// the turn's Options. Only an oracle knows more, through a function that the
// runner gives it.
//
// The policies are built on package probe, which is for users: value of
// information is probe.Prospect. Everything is pure and single-threaded, and
// draws no number but from the seed in the Turn.
package policy
