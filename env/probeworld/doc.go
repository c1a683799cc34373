// Package probeworld holds three small worlds in which a limited number of
// probes may be spent on what is worth verifying: ObjectStateWorld (keys,
// doors and rooms), ToolDAGWorld (tools that need each other's outputs) and
// GraphNavWorld (a graph with locked edges).
//
// They are dealt and, under the Published protocol, played bit for bit as by
// the public code of "Ask the World Before Acting: Environment Probing for
// Calibrating Agent World Models" (arXiv 2606.31422), whose generator is
// CPython's MT19937. Under the Corrected protocol the deal is the same, the
// world also ticks on a probe, probes are billed exactly, and what happens by
// itself does not depend on what the agent does.
//
// World is the world itself, Environment plays it as a bethink.Environment
// and opens its truth as an env.Oracle, Memory and Patrol are a scripted agent
// over observations. The harness of the paper, faults included, is the
// subpackage published.
//
// API of this package may change before v1.
package probeworld
