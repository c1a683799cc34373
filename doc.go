// Package bethink keeps an agent's beliefs honest: it holds an explicit,
// calibrated belief over the state of a world that is seen only in part.
package bethink
