// Package stat compares agents: the bootstrap over clusters, exact McNemar, Holm
// and the reward-within-budget curve. It is for reports of package bench and may
// change before v1.
//
// Two agents play the same tasks with the same seeds and are compared by the
// difference per task. What depends on each other, the steps of an episode or
// the episodes of a world, is resampled together as one cluster; steps alone
// never are.
//
// All functions are pure, read their slices only, and give the same answer for
// the same seed. They may be called concurrently.
package stat
