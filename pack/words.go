package pack

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/bethink-dev/bethink"
)

// tolerance is within which sums of probabilities count as equal.
const tolerance = 1e-9

// shown is the sum of probabilities at which a ranked list stops.
const shown = 0.90

// word says where a type's entities are.
func (a *asker) word(w *Where) string {
	var parts []string
	if a.m.Paper {
		if s := a.located(w); s != "" {
			return s
		}
	} else {
		for _, s := range w.Known {
			parts = append(parts, a.sighted(s)+".")
		}
	}
	if a.m.Memory {
		if len(w.Known) == 0 {
			return fmt.Sprintf("No %s has been seen yet. Search for one.", w.Type)
		}
		return a.seen(w, parts)
	}
	return strings.Join(append(parts, a.expected(w)), " ")
}

// located is the published answer where all that the goal asks for have been
// met, "" where not: a list of the places they are at now.
func (a *asker) located(w *Where) string {
	if a.m.Memory || len(w.Known) == 0 || len(w.Known) < a.wanted(w.Type) {
		return ""
	}
	var items []string
	for _, s := range w.Known {
		items = append(items, fmt.Sprintf("%s%s", s.Place, a.number(s.P)))
	}
	return fmt.Sprintf("%s: most likely at %s.", w.Type, strings.Join(items, ", "))
}

// wanted is how many of a type the goal asks for; 1 for a type it does not
// speak of.
func (a *asker) wanted(typ string) int {
	n := 0
	for _, r := range a.v.Goal.Roles {
		if r.Type == typ {
			n++
		}
	}
	return max(1, n)
}

func (a *asker) seen(w *Where, parts []string) string {
	if !a.m.Paper {
		return strings.Join(parts, " ")
	}
	var items []string
	for _, s := range w.Known {
		items = append(items, string(s.Place))
	}
	return fmt.Sprintf("%s: seen at %s.", w.Type, strings.Join(items, ", "))
}

func (a *asker) number(p float64) string {
	if !a.m.Probabilities {
		return ""
	}
	return " (" + strconv.FormatFloat(p, 'f', 2, 64) + ")"
}

// expected words the places where one more may be.
func (a *asker) expected(w *Where) string {
	another := "another " + w.Type
	if len(w.Known) == 0 {
		another = w.Type
	}
	if len(w.Places) == 0 {
		return fmt.Sprintf("Nothing says where %s could be.", another)
	}
	if w.Exhausted {
		return fmt.Sprintf("Every place where %s could be was searched%s: a search missed it, it was moved, or there is none. Look again, first at %s.",
			another, a.number(1-w.Elsewhere), w.Places[0].Place)
	}
	items, rest := a.ranked(w)
	if !a.m.Probabilities {
		return fmt.Sprintf("%s may be at %s.", another, strings.Join(items, ", "))
	}
	if len(w.Known) > 0 && !a.m.Paper && w.Another < 1 {
		another += fmt.Sprintf(" (%s that there is one)", strconv.FormatFloat(w.Another, 'f', 2, 64))
	}
	return fmt.Sprintf("%s: most likely at %s%s.", another, strings.Join(items, ", "), rest)
}

// ranked lists the places not searched, their shares normalised: best first,
// to two decimals, cut where the shares reach .90 and at least one is left.
// Without probabilities it lists all of them in natural order.
func (a *asker) ranked(w *Where) (items []string, rest string) {
	var open []Chance
	total := 0.0
	for _, c := range w.Places {
		if !c.Searched {
			open = append(open, c)
			total += c.P
		}
	}
	if !a.m.Probabilities {
		var es []bethink.Entity
		for _, c := range open {
			es = append(es, bethink.Entity(c.Place))
		}
		sortNatural(es)
		for _, e := range es {
			items = append(items, string(e))
		}
		return items, ""
	}
	sum := 0.0
	for i, c := range open {
		items = append(items, string(c.Place)+a.number(c.P/total))
		if sum += c.P / total; sum >= shown-tolerance && i+1 < len(open) {
			if left := 1 - sum; left > tolerance {
				rest = fmt.Sprintf(", and other %s (%d%%)", a.p.query.noun, int(math.RoundToEven(100*left)))
			}
			break
		}
	}
	return items, rest
}

// sighted words where one entity is, and how that is known.
func (a *asker) sighted(s Sighting) string {
	var how string
	switch {
	case s.Status == bethink.StatusUnknown:
		how = "not located yet; most likely at " + string(s.Place)
	case s.Held:
		return fmt.Sprintf("%s is held%s", s.Entity, a.number(s.P))
	default:
		how = "at " + string(s.Place)
	}
	since := ""
	if s.Step > 0 && !a.m.Paper {
		since = fmt.Sprintf(", %s, seen at step %d", s.Status, s.Step)
	}
	return fmt.Sprintf("%s is %s%s%s", s.Entity, how, a.number(s.P), since)
}

// Push writes the belief's line for an agent that is told without asking:
// where it is, what it holds, and where each type of the goal is.
func (p *Pack) Push(v bethink.View, m Mode) string {
	a := asker{p: p, v: v, b: v.Belief, m: m}
	var r Reply
	a.state(&r)
	parts := []string{fmt.Sprintf("You are at %s, holding %s.", orUnknown(r.State.Place), orNothing(r.State.Held))}
	var told []string
	for _, role := range v.Goal.Roles {
		if len(told) > 0 && told[len(told)-1] == role.Type || len(a.instances(role.Type)) > 0 {
			continue
		}
		told = append(told, role.Type)
		parts = append(parts, a.word(a.sum(role.Type)))
	}
	return PushTag + " " + strings.Join(parts, " ")
}

// PushTag begins every pushed line.
const PushTag = "[World model]"
