package agent

import (
	"cmp"
	"regexp"
	"strings"
)

var (
	// actionLine is a line that begins with "Action:", decorated or not.
	actionLine = regexp.MustCompile(`(?im)^[ \t*#>_-]*action[ \t*_]*:[ \t*_]*(.*)$`)
	// nextLine is the first line that says something.
	nextLine = regexp.MustCompile(`(?m)^[ \t]*(\S.*)$`)
)

// maxAction bounds an action, in bytes.
const maxAction = 200

// maxUnreadKept bounds what is kept of a reply that cannot be read, in bytes:
// enough to see what was wrong, and too little for a model to go on with.
const maxUnreadKept = 200

// kept is what the conversation keeps of a reply: all of it to the end of the
// action's line. What a model adds to that is its own invention, and what it
// reads there it repeats.
func kept(reply string, ok bool) string {
	if !ok {
		return cmp.Or(plain(reply, maxUnreadKept, false), "(nothing)")
	}
	reply = plain(reply, maxKept, false)
	m := actionLine.FindStringSubmatchIndex(reply)
	if m == nil {
		return reply
	}
	end := m[3]
	if strings.TrimSpace(reply[m[2]:end]) == "" { // the action stands in the line after
		if next := nextLine.FindStringIndex(reply[end:]); next != nil {
			end += next[1]
		}
	}
	return strings.TrimSpace(reply[:end])
}

// readReply takes the action out of a model's reply: the line that begins with
// "Action:", or the line after where that is empty, or else what follows
// "Action:" within a line. What comes after it is ignored, and so are quotes,
// asterisks and a full stop around it. ok is false for a reply without.
func readReply(reply string) (action string, ok bool) {
	reply = strings.ToValidUTF8(strings.ReplaceAll(reply, "\r", "\n"), "?")
	rest := ""
	if m := actionLine.FindStringSubmatchIndex(reply); m != nil {
		rest = reply[m[2]:]
	} else if _, after, found := strings.Cut(reply, "Action:"); found {
		rest = after
	}
	m := nextLine.FindStringSubmatch(rest)
	if m == nil {
		return "", false
	}
	action = strings.Join(strings.Fields(strings.Trim(m[1], " \t`\"'*<>[]")), " ")
	action = strings.Trim(strings.TrimRight(action, "."), " `\"'*")
	if len(action) > maxAction {
		return "", false
	}
	return action, action != ""
}

// readQuery takes the question out of an action that begins with "query".
func readQuery(action string) (question string, ok bool) {
	const word = "query"
	if len(action) < len(word) || !strings.EqualFold(action[:len(word)], word) {
		return "", false
	}
	rest := action[len(word):]
	question = strings.TrimLeft(rest, ": ")
	return question, question == "" || question != rest
}
