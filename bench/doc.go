// Package bench plays tasks with agents and measures how they did.
//
// The unit of work is a [Run]: an ordered list of episodes in one world, with an
// engine of its own. A [Variant] is an agent with its way of believing. [Play]
// takes every run through every variant, on all cores; what comes out does not
// depend on how many there are. An episode leaves one [Record], a line of JSON,
// and [Summarise] and [Compare] make figures of records. [Replay] folds the logs
// of a run again and holds them to their fingerprints.
//
// The truth stays here: a policy is given the view, the text and the admissible
// actions. Of the oracle only the length of the walkthrough is asked.
//
// API of this package may change before v1.
package bench
