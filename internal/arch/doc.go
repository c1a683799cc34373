// Package arch keeps the shape of the module: who may import whom, which
// packages may run things at the same time, and what the core may not touch.
// The rules are data (table.go, concurrency.txt); the test of this package
// holds the tree to them. It reads source only and needs no tool but go list.
//
// To add a package, add its row to Table. To let one import another, think
// first whether the noun is in the wrong place, then change the row and its
// reason in the same commit.
package arch
