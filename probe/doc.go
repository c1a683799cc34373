// Package probe says what is worth verifying before acting: it ranks the
// questions that a view leaves open by the value of information, and keeps
// questions with candidate causes and checks. Reading a belief changes nothing;
// a probe's answer is evidence like any other.
//
// The policies of the probing study, which spend a limited number of probes, are
// in bench/probing/policy.
//
// Everything is pure and single-threaded. API of this package may change before
// v1.
package probe
