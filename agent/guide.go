package agent

import "github.com/bethink-dev/bethink"

// Guide is what a model is told of its world, and how it reaches the world
// model. The functions are pure. Ask, Tell and Check answer as much as the use
// allows; what they return is one line, in words.
type Guide struct {
	// Pack describes the world. Required.
	Pack bethink.Pack
	// About says in a few sentences what kind of world it is.
	About string
	// Actions are the forms of the actions; nil: those of the pack.
	Actions []string
	// Nothing is how the world answers an action that does nothing.
	Nothing string
	// Ask answers a question to the belief; an empty one gets the forms that
	// questions have. Required for a world model that is pulled.
	Ask func(v bethink.View, question string, u Use) (string, error)
	// Tell writes the belief's line. Required for one that is pushed.
	Tell func(v bethink.View, u Use) string
	// Check tells whether an action's preconditions hold under the belief,
	// and which one does not. Required for one with the gate.
	Check func(v bethink.View, action string, u Use) (why string, ok bool)
	// Spell writes an action as the world understands it; nil: as it is.
	Spell func(v bethink.View, a bethink.Action) bethink.Action
	// Example is a short episode that is shown before the task.
	Example Example
}

// Example is an episode that shows a model how to answer. Every variant is
// shown the same turns in the same order: what the world model says in them is
// its own answer, or where it is not there the world's.
type Example struct {
	Scene string // the first observation, with the task
	Turns []Turn
}

// Turn is an action of an example.
type Turn struct {
	// Thought and Reflection are what react and reflact say before it.
	Thought, Reflection string
	Action              string
	// Question is asked in place of Action where the world model answers.
	Question string
	// Answer is the world's. Where a gate refuses the action, it does in place
	// of the world.
	Answer string
}

// forms are the actions as they are told to a model.
func (g *Guide) forms() []string {
	if g.Actions != nil {
		return g.Actions
	}
	var out []string
	for _, s := range g.Pack.Schemas() {
		out = append(out, s.Form())
	}
	return out
}
