package alfworld

import (
	"fmt"
	"strings"
)

// Kind is one of the six kinds of household task. The zero value is none of
// them.
type Kind uint8

// The kinds of task.
const (
	GoalSimple Kind = 1 + iota // put an object somewhere
	GoalClean                  // … after cleaning it
	GoalHeat                   // … after heating it
	GoalCool                   // … after cooling it
	GoalTwo                    // put two objects in the same receptacle
	GoalLight                  // hold an object beside a lamp that has been switched
)

var kindNames = [...]string{
	GoalSimple: "pick_and_place_simple",
	GoalClean:  "pick_clean_then_place_in_recep",
	GoalHeat:   "pick_heat_then_place_in_recep",
	GoalCool:   "pick_cool_then_place_in_recep",
	GoalTwo:    "pick_two_obj_and_place",
	GoalLight:  "look_at_obj_in_light",
}

// Kinds returns the six kinds in their order.
func Kinds() []Kind { return []Kind{GoalSimple, GoalClean, GoalHeat, GoalCool, GoalTwo, GoalLight} }

// String returns the name that ALFWorld's folders use.
func (k Kind) String() string {
	if k >= GoalSimple && k <= GoalLight {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// kindOf reads a kind from the front of a task's name; 0 where there is none.
func kindOf(name string) Kind {
	head, _, _ := strings.Cut(name, "-")
	for _, k := range Kinds() {
		if head == k.String() {
			return k
		}
	}
	return 0
}

// Goal is what a game asks for, in the words of its texts.
type Goal struct {
	Kind Kind
	// Object is the type to handle: "apple".
	Object string
	// Receptacle is the type to put it in ("fridge"); "" for Light.
	Receptacle string
	// Lamp is the type of lamp of Light ("desklamp"); "" otherwise.
	Lamp string
}

// typeName turns a type of the problem ("sinkbasintype") into a word of the
// texts ("sinkbasin").
func typeName(t string) string { return strings.TrimSuffix(t, "type") }

// goalReader collects the atoms of an existential conjunction.
type goalReader struct {
	source
	atoms    map[string][][2]string
	distinct bool
	n        int
}

func (r *goalReader) walk(n node) error {
	switch n.head() {
	case "and":
		for _, c := range n.list[1:] {
			if err := r.walk(c); err != nil {
				return err
			}
		}
		return nil
	case "exists":
		if len(n.list) != 3 {
			return r.fault(n.pos, "(exists (VARIABLES) CONDITION)", fmt.Sprintf("%d parts", len(n.list)))
		}
		return r.walk(n.list[2])
	case "not":
		if len(n.list) != 2 || n.list[1].head() != "=" {
			return r.fault(n.pos, "(not (= A B))", "another negation")
		}
		r.distinct = true
		return nil
	}
	sorts := signatures[n.head()]
	if sorts == nil || len(n.list) != 1+len(sorts) {
		return r.fault(n.pos, "and, exists or a fact of the household domain", n.String()+" "+n.head())
	}
	var args [2]string
	for i := range sorts {
		args[i] = n.list[1+i].atom
	}
	r.atoms[n.head()] = append(r.atoms[n.head()], args)
	r.n++
	return nil
}

// typeOf returns the type that the goal asks of a variable.
func (r *goalReader) typeOf(pred, variable string) string {
	for _, a := range r.atoms[pred] {
		if a[0] == variable {
			return typeName(a[1])
		}
	}
	return ""
}

// parseGoal recognises the goal's kind by its literals.
func parseGoal(p *problem) (Goal, error) {
	r := goalReader{source: p.source, atoms: map[string][][2]string{}}
	if err := r.walk(p.goal); err != nil {
		return Goal{}, err
	}
	g, expect := r.recognise()
	if expect != r.n || g.Object == "" || (g.Lamp == "" && g.Receptacle == "") {
		return Goal{}, p.fault(p.goal.pos, "the goal of one of the six kinds of task", "another condition")
	}
	return g, nil
}

// recognise returns the goal and the number of literals such a goal has.
func (r *goalReader) recognise() (Goal, int) {
	if lamp := r.atoms["istoggled"]; len(lamp) == 1 && len(r.atoms["holds"]) == 1 &&
		len(r.atoms["inreceptacle"]) == 1 && r.atoms["inreceptacle"][0][0] == lamp[0][0] {
		return Goal{
			Kind:   GoalLight,
			Object: r.typeOf("objecttype", r.atoms["holds"][0][1]),
			Lamp:   r.typeOf("objecttype", lamp[0][0]),
		}, 7 + len(r.atoms["toggleable"])
	}
	in := r.atoms["inreceptacle"]
	if len(in) == 0 {
		return Goal{}, -1
	}
	g := Goal{Kind: GoalSimple, Object: r.typeOf("objecttype", in[0][0]), Receptacle: r.typeOf("receptacletype", in[0][1])}
	if len(in) == 2 {
		if !r.distinct || in[0][1] != in[1][1] || r.typeOf("objecttype", in[1][0]) != g.Object {
			return Goal{}, -1
		}
		g.Kind = GoalTwo
		return g, 4 + len(r.atoms["receptacletype"])
	}
	expect := 3
	for _, t := range []struct {
		is, able string
		kind     Kind
	}{{"isclean", "cleanable", GoalClean}, {"ishot", "heatable", GoalHeat}, {"iscool", "coolable", GoalCool}} {
		if len(r.atoms[t.is]) == 1 {
			if g.Kind != GoalSimple {
				return Goal{}, -1
			}
			g.Kind = t.kind
			expect += 1 + len(r.atoms[t.able])
		}
	}
	return g, expect
}
