package alfworld

import (
	"fmt"
	"strings"
)

// kinds of things that a problem declares.
const (
	sortAgent      = "agent"
	sortLocation   = "location"
	sortReceptacle = "receptacle"
	sortObject     = "object"
	sortRType      = "rtype"
	sortOType      = "otype"
)

// signatures gives the sorts of each predicate's arguments. A nil entry is a
// predicate that the original domain names and no rule reads.
var signatures = map[string][]string{
	"atlocation":               {sortAgent, sortLocation},
	"cancontain":               {sortRType, sortOType},
	"cleanable":                {sortObject},
	"coolable":                 {sortObject},
	"heatable":                 {sortObject},
	"holds":                    {sortAgent, sortObject},
	"inreceptacle":             {sortObject, sortReceptacle},
	"inreceptacleobject":       {sortObject, sortObject},
	"isclean":                  {sortObject},
	"iscool":                   {sortObject},
	"ishot":                    {sortObject},
	"ison":                     {sortObject},
	"isreceptacleobject":       {sortObject},
	"issliced":                 {sortObject},
	"istoggled":                {sortObject},
	"objectatlocation":         {sortObject, sortLocation},
	"objecttype":               {sortObject, sortOType},
	"openable":                 {sortReceptacle},
	"opened":                   {sortReceptacle},
	"pickupable":               {sortObject},
	"receptacleatlocation":     {sortReceptacle, sortLocation},
	"receptacletype":           {sortReceptacle, sortRType},
	"sliceable":                {sortObject},
	"toggleable":               {sortObject},
	"checked":                  nil,
	"examined":                 nil,
	"full":                     nil,
	"holdsany":                 nil,
	"holdsanyreceptacleobject": nil,
	"isreceptacleobjectfull":   nil,
	"moveable":                 nil,
	"wasinreceptacle":          nil,
	"=":                        nil,
}

type fact struct {
	pred string
	args [2]string
	pos  int
}

// problem is the planning problem of a game file, lower-cased.
type problem struct {
	source
	sorts map[string]string
	facts []fact
	goal  node
}

func parseProblem(src source) (*problem, error) {
	root, err := parseSexp(src)
	if err != nil {
		return nil, err
	}
	if root.head() != "define" {
		return nil, src.fault(root.pos, "(define …)", root.String())
	}
	p := &problem{source: src, sorts: map[string]string{}}
	var objects, init, goal *node
	for i := range root.list[1:] {
		n := &root.list[1+i]
		switch n.head() {
		case ":objects":
			objects = n
		case ":init":
			init = n
		case ":goal":
			goal = n
		case "problem", ":domain", ":metric", ":requirements":
		default:
			return nil, src.fault(n.pos, "a section such as (:init …)", n.String()+" "+n.head())
		}
	}
	for _, s := range []struct {
		n    *node
		name string
	}{{objects, "(:objects …)"}, {init, "(:init …)"}, {goal, "(:goal …)"}} {
		if s.n == nil {
			return nil, src.fault(len(src.text), s.name, "no such section")
		}
	}
	if len(goal.list) != 2 {
		return nil, src.fault(goal.pos, "(:goal CONDITION)", fmt.Sprintf("%d parts", len(goal.list)))
	}
	p.goal = goal.list[1]
	if err := p.readObjects(objects.list[1:]); err != nil {
		return nil, err
	}
	return p, p.readFacts(init.list[1:])
}

// readObjects reads "a b - sort c - sort".
func (p *problem) readObjects(nodes []node) error {
	var waiting []node
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		if n.atom == "" {
			return p.fault(n.pos, "a name", "a list")
		}
		if n.atom != "-" {
			waiting = append(waiting, n)
			continue
		}
		i++
		if i == len(nodes) {
			return p.fault(n.pos, "a type after \"-\"", "the end of the section")
		}
		for _, w := range waiting {
			if old, ok := p.sorts[w.atom]; ok && old != nodes[i].atom {
				return p.fault(w.pos, "one type for "+w.atom, old+" and "+nodes[i].atom)
			}
			p.sorts[w.atom] = nodes[i].atom
		}
		waiting = waiting[:0]
	}
	if len(waiting) > 0 {
		return p.fault(waiting[0].pos, "\"- TYPE\" after "+waiting[0].atom, "the end of the section")
	}
	return nil
}

func (p *problem) readFacts(nodes []node) error {
	p.facts = make([]fact, 0, len(nodes))
	for _, n := range nodes {
		sorts, known := signatures[n.head()]
		if !known {
			return p.fault(n.pos, "a fact of the household domain", n.String()+" "+n.head())
		}
		if sorts == nil {
			continue
		}
		if len(n.list) != 1+len(sorts) {
			return p.fault(n.pos, fmt.Sprintf("(%s %s)", n.head(), strings.Join(sorts, " ")), fmt.Sprintf("%d arguments", len(n.list)-1))
		}
		f := fact{pred: n.head(), pos: n.pos}
		for i, sort := range sorts {
			a := n.list[1+i]
			if got := p.sorts[a.atom]; got != sort {
				if got == "" {
					got = "an undeclared name"
				}
				return p.fault(a.pos, "a name of type "+sort, fmt.Sprintf("%s, %s", a, got))
			}
			f.args[i] = a.atom
		}
		p.facts = append(p.facts, f)
	}
	return nil
}
