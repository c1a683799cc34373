package probeworld

import "strconv"

// Output is one visible tool output.
type Output struct {
	Variable string
	Value    int
}

// Observation is what the agent sees after a step. The fields in use depend
// on the world; the names in brackets are those of the JSON form.
//
// The lists belong to the observation and are never changed once it has been
// handed out; callers must not change them either.
type Observation struct {
	Kind Kind
	// Step counts what the world's own clock has seen; under the Published
	// protocol probes do not move it.
	Step, Horizon int
	// After is the text of the last task action [after_action]; Acted is false
	// before the first, where the JSON form says null.
	After string
	Acted bool
	// Valid is false only where the last task action was refused.
	Valid bool
	// Place is where the agent is (Object, Graph).
	Place string
	// Goal is the object to obtain, the target variable or the target node.
	Goal string
	// InView lists the objects [objects_in_view] or keys [keys_in_view] here.
	InView []string
	// Near lists the doors [doors_in_view] or neighbours [neighbors].
	Near []string
	// Inventory lists what the agent holds, in the order of taking.
	Inventory []string
	// Available lists the variables reported available, Outputs every value
	// there is, in the same order as Available would have without noise, and
	// Completed the tools done (Tool).
	Available []string
	Outputs   []Output
	Completed []string
	// Answer is the answer to the probe that was this step, under the
	// Corrected protocol only; nil otherwise [probe_answer].
	Answer *Answer
}

// String returns the JSON form.
func (o Observation) String() string { return string(o.AppendJSON(nil)) }

// AppendJSON appends the published observation as canonical JSON: keys sorted,
// no spaces, ASCII.
func (o Observation) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	dst = appendKey(dst, "after_action")
	if o.Acted {
		dst = appendString(dst, o.After)
	} else {
		dst = append(dst, "null"...)
	}
	switch o.Kind {
	case StressObject:
		dst = appendString(appendKey(dst, "current_location"), o.Place)
		dst = appendStrings(appendKey(dst, "doors_in_view"), o.Near)
		dst = appendString(appendKey(dst, "goal_hint"), "obtain '"+o.Goal+"'")
		dst = strconv.AppendInt(appendKey(dst, "horizon"), int64(o.Horizon), 10)
		dst = appendStrings(appendKey(dst, "inventory"), o.Inventory)
		dst = strconv.AppendBool(appendKey(dst, "last_action_valid"), o.Valid)
		dst = appendStrings(appendKey(dst, "objects_in_view"), o.InView)
		dst = o.appendAnswer(dst)
		dst = strconv.AppendInt(appendKey(dst, "step"), int64(o.Step), 10)
	case StressTool:
		dst = appendStrings(appendKey(dst, "available_variables"), o.Available)
		dst = appendStrings(appendKey(dst, "completed_tools"), o.Completed)
		dst = strconv.AppendInt(appendKey(dst, "horizon"), int64(o.Horizon), 10)
		dst = strconv.AppendBool(appendKey(dst, "last_action_valid"), o.Valid)
		dst = o.appendAnswer(dst)
		dst = strconv.AppendInt(appendKey(dst, "step"), int64(o.Step), 10)
		dst = appendString(appendKey(dst, "target_variable"), o.Goal)
		dst = appendOutputs(appendKey(dst, "tool_outputs_visible"), o.Outputs)
	case StressGraph:
		dst = appendString(appendKey(dst, "current_node"), o.Place)
		dst = strconv.AppendInt(appendKey(dst, "horizon"), int64(o.Horizon), 10)
		dst = appendStrings(appendKey(dst, "inventory"), o.Inventory)
		dst = appendStrings(appendKey(dst, "keys_in_view"), o.InView)
		dst = strconv.AppendBool(appendKey(dst, "last_action_valid"), o.Valid)
		dst = appendStrings(appendKey(dst, "neighbors"), o.Near)
		dst = o.appendAnswer(dst)
		dst = strconv.AppendInt(appendKey(dst, "step"), int64(o.Step), 10)
		dst = appendString(appendKey(dst, "target_node"), o.Goal)
	}
	return append(dst, '}')
}

func (o Observation) appendAnswer(dst []byte) []byte {
	if o.Answer == nil {
		return dst
	}
	return o.Answer.AppendJSON(appendKey(dst, "probe_answer"))
}

func appendOutputs(dst []byte, outputs []Output) []byte {
	dst = append(dst, '{')
	for _, out := range outputs {
		dst = strconv.AppendInt(appendKey(dst, out.Variable), int64(out.Value), 10)
	}
	return append(dst, '}')
}
