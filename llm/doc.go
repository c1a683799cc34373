// Package llm talks to language models: one interface of one method, a client
// for everything that speaks OpenAI's Chat Completions, a cache, and recordings
// that answer in its place.
//
// A key is sent to the host it is meant for and goes nowhere else: it is in no
// error, log, cache or recording.
//
// API of this package may change before v1.
package llm
