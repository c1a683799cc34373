package agent

import (
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
