// Package pack makes kinds of world out of data: a YAML file becomes a
// [bethink.Pack]. The household pack is embedded, and shows every part in use.
//
// A file has, beside name, version, tick (time of one step), live, names
// ("numbered" where "apple 1" is an apple, else "plain"), agent and scene (the
// entities that stand for whoever acts, and for what a first look shows):
//
//   - sets: shared value sets, open where unlisted is given;
//   - categories and types: a type is of categories, counted where it names
//     the places it may be in; weight and count give its expected number at each
//     place (see placement), rooms tell kinds of scene apart;
//   - attributes: values, prior, nature and rate of what entities of a type,
//     category or the agent have; pairs: attributes of unordered pairs of places;
//   - patterns: texts with slots, {name:category}, {name:category*} for a list,
//     {name:type}, {name:number} or {name:text}, and alternatives (in|on); each
//     with the verdict it gives on the actions it is of, the evidence it tells
//     and the goal it states. inputs: the same for tools, exit codes and JSON;
//   - actions: their spellings, what they need, do and reveal;
//   - goals: sentences, roles and the steps that meet them;
//   - queries: how questions to the belief are put.
//
// Load reports everything wrong with line and remedy; Test plays transcripts.
// A Pack never changes after Load: any number of goroutines may use it at once.
package pack
