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
// variable, [Belief.Some] about entities nobody has met, [View.Given] supposes,
// [Predict] looks one action ahead; packages planner and probe build on these.
//
// A kind of world is a [Pack], what a world has taught is its [Knowledge], where
// its steps are kept is a [Store]. [MemoryStore] is the reference store.
//
// Reading order: variable.go, evidence.go, action.go, schema.go and goal.go are
// the language; domain.go, slab.go, look.go, field.go, block.go, mixture.go and
// table.go what a belief is made of; belief.go, count.go and potential.go read
// one, edit.go changes a copy; weigh.go, piece.go, clause.go, couple.go,
// transit.go, contradict.go and support.go are what an update does; update.go,
// predict.go and given.go the function itself; step.go, score.go, status.go and
// ask.go what comes out; ledger.go, memory.go, engine.go, fold.go and claim.go
// what stands around it. docs/semantics.md has the words and the formulas.
package bethink
