// Package pack makes kinds of world out of data: a YAML file with entity
// types, attributes, priors, text patterns, action schemas and goal forms
// becomes a [bethink.Pack]. The household pack is embedded.
//
// A Pack is compiled once by Load and never changes: it may be used by many
// goroutines at once.
package pack
