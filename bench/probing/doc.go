// Package probing is the study of probe policies in the worlds of
// env/probeworld: a schema of those worlds over the core, scripted agents, and
// policies × worlds × regimes × agents over paired seeds, with the controls that
// such a study needs.
//
// An agent's belief is the core's own: every observation and every answer goes
// through bethink.Update. The truth is read by the scorer and, as a function,
// by oracles.
//
// API of this package may change before v1.
package probing
