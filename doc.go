// Package bethink keeps an agent's beliefs honest: the language and the pure
// engine. It opens no file or socket and reads no clock.
//
// An agent acts and the world answers. [Engine.Observe] takes one such step:
//
//	transition := view.Transition(action)         what it needs, does and reveals
//	forecast   := Predict(view, …)                each event's probability, before the answer is read
//	obs        := pack.Parse(view, input)         verdict, entities met, evidence
//	view, step := Update(view, input, transition, obs)
//	store.Append(step)                            and only then is it answered
//
// [Update] is the definition of what an observation means. It starts from the
// belief before the action, never from the forecast.
//
// All readers take a [View], which never changes: [View.Ask] answers about one
// variable, [Belief.Some] about entities nobody has met, [View.Condition] supposes,
// [Predict] looks one action ahead; packages planner and probe build on these.
//
// A kind of world is a [Pack], what a world has taught is its [Knowledge], where
// its steps are kept is a [Store]. [MemoryStore] is the reference store.
//
// Files are named so that a listing tells the story. The language stands in
// variable.go, evidence.go, action.go, transition.go, input.go, goal.go and
// schema.go. A belief is belief*.go: domain, slab, edit, read, sync, count, list,
// dependency, status, fingerprint. What one answer does to it is update*.go:
// verdict, entity, evidence, clause, effect, join, list, contradiction, score.
// What looks ahead or supposes is predict.go and condition.go. What stands around
// it is engine*.go, ledger.go and memory.go. docs/semantics.md has the words and
// the formulas.
package bethink
