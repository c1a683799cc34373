// Package foreign measures the belief in worlds that nobody tuned it for.
//
// It generates worlds of four kinds: places and things; files, versions and
// tests; services, causes and noisy alerts; shops with irreversible actions.
// The pack of each world is made from the world's *assumed* parameters and read
// by the pack loader like any pack; what is true is drawn from other parameters.
// A violation says how they differ. An agent that acts at random and one that
// follows the belief play each world through an engine, and every belief is held
// against the truth.
//
// Beside the belief stands exact Bayes over all values, under the assumed model
// and under the true one: code of its own that shares nothing with the belief.
package foreign
