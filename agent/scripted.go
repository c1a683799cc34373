package agent

import (
	"context"
	"math/rand/v2"
	"strings"

	"github.com/bethink-dev/bethink"
)

// scripted plays by a fixed script with no memory of what it saw: it goes
// through the places in the order they were listed, takes what it is looking
// for when the text before it names it, and then does what the goal asks for,
// step by step. What it passes by it forgets.
type scripted struct {
	rng    *rand.Rand
	next   int            // the place to look at next
	at     bethink.Entity // where its script has it
	opened map[bethink.Entity]bool
	held   bethink.Entity
	done   map[int]bool // goal steps the script has carried out
	put    map[bethink.Entity]bool
	queue  []string
}

// Act implements bethink.Policy.
func (s *scripted) Act(_ context.Context, v bethink.View, text string, admissible []string) (bethink.Decision, error) {
	if s.opened == nil {
		s.opened, s.done, s.put = map[bethink.Entity]bool{}, map[int]bool{}, map[bethink.Entity]bool{}
	}
	s.note(text)
	return bethink.Decision{Action: s.act(v, text, admissible)}, nil
}

// note keeps the script's own bookkeeping: what is in the hand.
func (s *scripted) note(text string) {
	if rest, ok := strings.CutPrefix(text, "You pick up the "); ok {
		if name, _, ok := strings.Cut(rest, " from the "); ok {
			s.held = bethink.Entity(name)
		}
	}
	if strings.HasPrefix(text, "You move the ") || strings.HasPrefix(text, "You put the ") {
		s.put[s.held] = true
		s.held = ""
	}
}

func (s *scripted) act(v bethink.View, text string, admissible []string) string {
	if len(s.queue) > 0 {
		a := s.queue[0]
		s.queue = s.queue[1:]
		return a
	}
	goal := v.Goal
	if s.held == "" {
		for _, r := range goal.Roles {
			if a := s.takes(r, text, admissible); a != "" {
				return a
			}
		}
		if a := s.uses(goal, admissible); a != "" {
			return a
		}
		return s.search(v, text, admissible)
	}
	for i, st := range goal.Steps {
		if s.done[i] || st.Attr == "location" {
			continue
		}
		if a := s.transforms(v, st, admissible); a != "" {
			if !strings.HasPrefix(a, "go to ") && !strings.HasPrefix(a, "open ") {
				s.done[i] = true
			}
			return a
		}
	}
	for _, st := range goal.Steps {
		if st.Attr != "location" {
			continue
		}
		if a := s.places(v, st, admissible); a != "" {
			return a
		}
	}
	return s.search(v, text, admissible)
}

// takes takes what the role asks for where an action for it is at hand.
func (s *scripted) takes(r bethink.Role, text string, admissible []string) string {
	for _, a := range admissible {
		rest, ok := strings.CutPrefix(a, "take ")
		if !ok {
			continue
		}
		name, _, _ := strings.Cut(rest, " from ")
		if s.put[bethink.Entity(name)] || !isNumbered(name, r.Type) || !strings.Contains(text, name) {
			continue
		}
		return a
	}
	return ""
}

// uses turns on a lamp at hand when the goal asks for one.
func (s *scripted) uses(goal bethink.Goal, admissible []string) string {
	for _, r := range goal.Roles {
		for _, a := range admissible {
			if name, ok := strings.CutPrefix(a, "use "); ok && isNumbered(name, r.Type) && s.held != "" {
				return a
			}
		}
	}
	return ""
}

// transforms does a goal step that is no placing: at once where it can, else by
// going to the first place that does it.
func (s *scripted) transforms(v bethink.View, st bethink.GoalStep, admissible []string) string {
	verb := map[string]string{"clean": "clean", "hot": "heat", "cool": "cool"}[st.Attr]
	if verb == "" {
		if a := s.uses(v.Goal, admissible); a != "" {
			return a
		}
		return ""
	}
	tool := map[string]string{"clean": "sinkbasin", "heat": "microwave", "cool": "fridge"}[verb]
	prefix := verb + " " + string(s.held) + " with "
	for _, a := range admissible {
		if strings.HasPrefix(a, prefix) {
			return a
		}
	}
	for _, e := range v.Belief.Entities(tool) {
		if e != s.at {
			s.at = e
			return "go to " + string(e)
		}
	}
	return ""
}

// places carries what is held to the first place of the goal's type.
func (s *scripted) places(v bethink.View, st bethink.GoalStep, admissible []string) string {
	name, ok := strings.CutPrefix(string(st.Value), "$")
	if !ok {
		return ""
	}
	for _, r := range v.Goal.Roles {
		if r.Name != name {
			continue
		}
		for _, e := range v.Belief.Entities(r.Type) {
			for _, a := range admissible {
				if (strings.HasPrefix(a, "move ") || strings.HasPrefix(a, "put ")) && strings.HasSuffix(a, " "+string(e)) {
					return a
				}
			}
			if s.at != e {
				s.at = e
				return "go to " + string(e)
			}
			if !s.opened[e] {
				s.opened[e] = true
				return "open " + string(e)
			}
		}
	}
	return ""
}

// search opens what it stands before, or goes to the next place on its list.
func (s *scripted) search(v bethink.View, text string, admissible []string) string {
	if s.at != "" && strings.Contains(text, "The "+string(s.at)+" is closed.") {
		for _, a := range admissible {
			if a == "open "+string(s.at) {
				return a
			}
		}
	}
	places := v.Belief.Entities("receptacle")
	if len(places) == 0 {
		if len(admissible) == 0 {
			return "look"
		}
		return admissible[s.rng.IntN(len(admissible))]
	}
	e := places[s.next%len(places)]
	s.next++
	if e == s.at {
		e = places[s.next%len(places)]
		s.next++
	}
	s.at = e
	return "go to " + string(e)
}

// isNumbered reports whether name is the type followed by a number.
func isNumbered(name, typ string) bool {
	rest, ok := strings.CutPrefix(name, typ+" ")
	if !ok || rest == "" {
		return false
	}
	for i := range len(rest) {
		if rest[i] < '0' || rest[i] > '9' {
			return false
		}
	}
	return true
}
