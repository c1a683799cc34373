// Package published is the harness of "Ask the World Before Acting"
// (arXiv 2606.31422) as its public code runs it, rebuilt to show that the
// worlds of package probeworld are theirs. It keeps the faults, for they make
// the published figures:
//
//  1. A probe's answer decides whether the probe counts as useful and goes
//     nowhere else; no agent ever learns it.
//  2. A probe freezes the world.
//  3. The score compares the belief written before a step with the truth after
//     it, fuzzily, and is averaged over all steps, so idle steps raise it.
//  4. Where the agent wants to probe and the policy does not, an action is put
//     in its place that in ToolDAGWorld reads the hidden truth, as does the
//     translation of a belief into a probe.
//  5. Two probes in a row count as a collapse of action.
//
// Do not measure an agent with it; use the Corrected protocol. Two things
// differ from the original on purpose: the random policy is seeded, and there
// is no judge, which needs a language model.
//
// API of this package may change before v1.
package published
