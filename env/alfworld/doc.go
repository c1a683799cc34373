// Package alfworld plays ALFWorld's household text games natively: it reads the
// official game files and answers every command as the original engine does,
// without Python, a planner or a simulator.
//
// A [Set] is a collection of games (a file, a folder tree or an archive); an
// [Env] plays them and shows the truth to a benchmark. [Generate] makes further
// games in the same format, and [Embedded] carries a few of them, so that the
// package is useful without any download.
//
// The rules are compiled in. Of a game file only the problem (objects, initial
// facts, goal), the task sentence, the help text and the walkthrough are read.
//
// API of this package may change before v1.
package alfworld
