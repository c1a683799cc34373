package probeworld

import "strconv"

// Info says how a task action went. It is for the runner: the agent sees
// Valid only.
type Info struct {
	Valid bool
	// Reason is why the world refused the action: one of the published
	// reasons, such as door_locked or missing_inputs. Empty where Valid.
	Reason string
	// Reward is 1 for the step that succeeds, 0 for another valid one and
	// −0.05 for an invalid one.
	Reward float64
}

// Finding is one thing an answer establishes, in the names of Field.
type Finding struct {
	Entity, Attribute, Value string
}

// Answer is the answer to a probe: the truth at the moment of asking.
type Answer struct {
	// Verb is the probe's verb, or "invalid" for text that is no probe at all
	// and "unknown_probe" for a verb the world does not know.
	Verb string
	// Target is the argument as given.
	Target string
	// Err is why there is no answer; empty where there is one.
	Err string
	// Value is the single value asked for: a place, a state, a required key;
	// empty where it is unknown or there is none.
	Value string
	// True is the verdict of a yes-or-no probe: exists, executable, completed,
	// locked.
	True bool
	// List is the list asked for: objects, inputs, neighbours, locked edges.
	List []string
	// Available and Missing split List for probes of a tool's inputs; Missing
	// is also what an unexecutable action lacks.
	Available, Missing []string
	// Key is the key that a door or edge requires; empty for none.
	Key string
	// Distance is the number of hops, −1 where there is no way.
	Distance int
	// Findings is what the answer establishes about the world's fields.
	Findings []Finding
}

// AppendJSON appends the answer as canonical JSON.
func (a Answer) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	if a.Err != "" {
		dst = appendString(appendKey(dst, "error"), a.Err)
	} else {
		dst = append(appendKey(dst, "findings"), '[')
		for i, f := range a.Findings {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendStrings(dst, []string{f.Entity, f.Attribute, f.Value})
		}
		dst = append(dst, ']')
		switch a.Verb {
		case "check_preconditions", "check_required_inputs", "check_tool_dependency":
			dst = appendStrings(appendKey(dst, "missing"), a.Missing)
		case "check_target_distance_hint":
			dst = strconv.AppendInt(appendKey(dst, "distance"), int64(a.Distance), 10)
		case "verify_subgoal":
			dst = strconv.AppendBool(appendKey(dst, "true"), a.True)
		}
	}
	dst = appendString(appendKey(dst, "probe"), a.Verb)
	dst = appendString(appendKey(dst, "target"), a.Target)
	return append(dst, '}')
}
