package alfworld

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// gameFile is the JSON of a game.tw-pddl file.
type gameFile struct {
	Domain      string   `json:"pddl_domain"`
	Grammar     string   `json:"grammar"`
	Problem     string   `json:"pddl_problem"`
	Solvable    *bool    `json:"solvable"`
	Walkthrough []string `json:"walkthrough"`
}

// Parse reads one game.tw-pddl file. The name identifies the game in a [Set]
// and in errors. Malformed input is a [*SyntaxError]; whatever the file says,
// nothing else is read.
func Parse(name string, data []byte) (*Game, error) {
	src := source{file: name, part: "file", text: string(data)}
	if len(data) > maxGameBytes {
		return nil, src.fault(maxGameBytes, fmt.Sprintf("at most %d bytes", maxGameBytes), fmt.Sprintf("%d", len(data)))
	}
	var f gameFile
	if err := json.Unmarshal(data, &f); err != nil {
		pos := len(data)
		var syntax *json.SyntaxError
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &syntax):
			pos = int(syntax.Offset)
		case errors.As(err, &kind):
			pos = int(kind.Offset)
		}
		return nil, src.fault(pos, "a JSON object with pddl_problem and grammar", err.Error())
	}
	return f.compile(name)
}

// compile makes the game of a file's contents.
func (f gameFile) compile(name string) (*Game, error) {
	p, err := parseProblem(source{file: name, part: "problem", text: f.Problem})
	if err != nil {
		return nil, err
	}
	g, err := compile(p)
	if err != nil {
		return nil, err
	}
	g.name = name
	g.walkthrough = f.Walkthrough
	g.help = helpText(f.Grammar)
	if g.sentence, err = taskSentence(f.Grammar); err != nil {
		return nil, source{file: name, part: "grammar", text: f.Grammar}.fault(0, `a "task" rule that holds the task sentence`, err.Error())
	}
	return g, nil
}

// taskSentence returns the line that states the task. It stands in the JSON of
// the first block between tripled quotes.
func taskSentence(grammar string) (string, error) {
	const quote = `"""`
	_, rest, ok := strings.Cut(grammar, quote)
	if !ok {
		return "", errors.New("no block between tripled quotes")
	}
	block, _, ok := strings.Cut(rest, quote)
	if !ok {
		return "", errors.New("an unclosed block of tripled quotes")
	}
	var rules struct {
		Task []struct {
			RHS string `json:"rhs"`
		} `json:"task"`
	}
	if err := json.Unmarshal([]byte(block), &rules); err != nil {
		return "", err
	}
	if len(rules.Task) == 0 || rules.Task[0].RHS == "" {
		return "", errors.New("no such rule")
	}
	return rules.Task[0].RHS, nil
}

// ownHelp answers "help" in games that bring no text for it.
const ownHelp = "You can: look, inventory, help; go to, open, close or examine a place; " +
	"take a thing from a place, move it to a place, examine it in your hand; " +
	"clean, heat or cool it with a place; use a lamp; slice a thing with a knife."

// helpText returns the answer to "help" as the grammar has it.
func helpText(grammar string) string {
	_, rest, ok := strings.Cut(grammar, "action help {")
	if !ok {
		return ownHelp
	}
	_, rest, ok = strings.Cut(rest, `feedback :: "`)
	if !ok {
		return ownHelp
	}
	text, _, ok := strings.Cut(rest, `";`)
	if !ok {
		return ownHelp
	}
	return text
}
