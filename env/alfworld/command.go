package alfworld

import (
	"slices"
	"sort"
	"strings"
)

// operator is a kind of command.
type operator uint8

const (
	opClean operator = iota
	opClose
	opCool
	opExamineObject
	opExamineReceptacle
	opGo
	opHeat
	opHelp
	opInventory
	opLook
	opOpen
	opPut
	opSlice
	opTake
	opUse
)

// hasObject reports whether a command of the operator names an object.
func (op operator) hasObject() bool {
	switch op {
	case opClean, opCool, opExamineObject, opHeat, opPut, opSlice, opTake, opUse:
		return true
	}
	return false
}

// command is an operator with its arguments: a receptacle in r, objects in o
// and k (the knife).
type command struct {
	op      operator
	o, r, k int32
}

// table holds every command that a game can ever accept, in plain string
// order, and finds each by its arguments.
type table struct {
	texts    []string
	commands []command
	always   bitset // commands that are admissible everywhere: go to all, look, inventory, help

	goTo, open, close, examineR  []int32 // by receptacle
	examineO, use                []int32 // by object
	take, put, clean, heat, cool []int32 // by object × receptacle; -1: never
	slice                        []int32 // by object × knife; -1: never
	receptacles                  int
	objects                      int
}

// table returns the commands of a dialect, made on first use.
func (g *Game) table(d Dialect) *table {
	t := &g.tables[d]
	t.once.Do(func() { t.table = newTable(g, d) })
	return t.table
}

// tableBuilder writes all texts into one string.
type tableBuilder struct {
	*table
	text strings.Builder
	ends []int
}

func (b *tableBuilder) add(c command, parts ...string) int32 {
	for _, p := range parts {
		b.text.WriteString(p)
	}
	b.ends = append(b.ends, b.text.Len())
	b.commands = append(b.commands, c)
	return int32(len(b.commands) - 1)
}

func filled(n int) []int32 {
	s := make([]int32, n)
	for i := range s {
		s[i] = -1
	}
	return s
}

// newTable writes the commands verb by verb in alphabetical order, and within
// a verb by the names of the arguments, which is plain string order, since no
// name contains a character below the space that ends it.
func newTable(g *Game, d Dialect) *table {
	no, nr := len(g.objects), len(g.receptacles)
	t := &table{receptacles: nr, objects: no}
	for _, s := range []*[]int32{&t.goTo, &t.open, &t.close, &t.examineR} {
		*s = filled(nr)
	}
	for _, s := range []*[]int32{&t.take, &t.put, &t.clean, &t.heat, &t.cool} {
		*s = filled(no * nr)
	}
	t.examineO, t.use, t.slice = filled(no), filled(no), filled(no*no)

	byName := func(n int, name func(int) string) []int {
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int { return strings.Compare(name(a), name(b)) })
		return order
	}
	objectName := func(o int) string { return g.objects[o].name }
	receptacleName := func(r int) string { return g.receptacles[r].name }
	objects, receptacles := byName(no, objectName), byName(nr, receptacleName)

	b := &tableBuilder{table: t}
	each := func(op operator, verb string, into []int32, which func(receptacle) bool) {
		for _, r := range receptacles {
			if which(g.receptacles[r]) {
				into[r] = b.add(command{op: op, r: int32(r)}, verb, receptacleName(r))
			}
		}
	}
	pairs := func(op operator, verb, preposition string, into []int32, which func(o, r int) bool) {
		for _, o := range objects {
			for _, r := range receptacles {
				if which(o, r) {
					into[o*nr+r] = b.add(command{op: op, o: int32(o), r: int32(r)}, verb, objectName(o), preposition, receptacleName(r))
				}
			}
		}
	}
	all := func(receptacle) bool { return true }
	openable := func(r receptacle) bool { return r.openable }
	tool := func(able func(object) bool, types ...string) func(o, r int) bool {
		return func(o, r int) bool {
			return able(g.objects[o]) && slices.Contains(types, g.receptacles[r].rtype)
		}
	}
	allowed := map[[2]string]bool{}
	for _, c := range g.canContain {
		allowed[c] = true
	}
	holdable := func(o int) bool { return g.pickupable.has(o) || g.start.held == o }
	put := func() {
		verb, preposition := d.putWords()
		pairs(opPut, verb, preposition, t.put, func(o, r int) bool {
			return holdable(o) && allowed[[2]string{g.receptacles[r].rtype, g.objects[o].otype}]
		})
	}

	pairs(opClean, "clean ", " with ", t.clean, tool(func(o object) bool { return o.cleanable }, "sink", "sinkbasin"))
	each(opClose, "close ", t.close, openable)
	pairs(opCool, "cool ", " with ", t.cool, tool(func(o object) bool { return o.coolable }, "fridge"))
	b.examine(g, objects, receptacles, holdable)
	each(opGo, "go to ", t.goTo, all)
	pairs(opHeat, "heat ", " with ", t.heat, tool(func(o object) bool { return o.heatable }, "microwave"))
	var anywhere []int32
	if d == DialectCurrent {
		anywhere = append(anywhere, b.add(command{op: opHelp}, "help"))
	}
	anywhere = append(anywhere, b.add(command{op: opInventory}, "inventory"), b.add(command{op: opLook}, "look"))
	if d == DialectCurrent {
		put()
	}
	each(opOpen, "open ", t.open, openable)
	if d == DialectOld {
		put()
	}
	for _, o := range objects {
		for _, k := range objects {
			if g.sliceable.has(o) && g.knives.has(k) && holdable(k) {
				t.slice[o*no+k] = b.add(command{op: opSlice, o: int32(o), k: int32(k)}, "slice ", objectName(o), " with ", objectName(k))
			}
		}
	}
	pairs(opTake, "take ", " from ", t.take, func(o, _ int) bool { return g.pickupable.has(o) })
	for _, o := range objects {
		if g.toggleable.has(o) {
			t.use[o] = b.add(command{op: opUse, o: int32(o)}, "use ", objectName(o))
		}
	}

	b.cut()
	t.always = make(bitset, (len(t.texts)+63)/64)
	for _, c := range append(anywhere, t.goTo...) {
		t.always.set(int(c))
	}
	return t
}

// examine adds the commands of both kinds of things in one order.
func (b *tableBuilder) examine(g *Game, objects, receptacles []int, holdable func(int) bool) {
	o, r := 0, 0
	for o < len(objects) || r < len(receptacles) {
		if r == len(receptacles) || o < len(objects) && g.objects[objects[o]].name < g.receptacles[receptacles[r]].name {
			i := objects[o]
			if holdable(i) {
				b.examineO[i] = b.add(command{op: opExamineObject, o: int32(i)}, "examine ", g.objects[i].name)
			}
			o++
			continue
		}
		i := receptacles[r]
		b.examineR[i] = b.add(command{op: opExamineReceptacle, r: int32(i)}, "examine ", g.receptacles[i].name)
		r++
	}
}

// cut slices the one long text into the commands.
func (b *tableBuilder) cut() {
	all, from := b.text.String(), 0
	b.texts = make([]string, len(b.ends))
	for i, end := range b.ends {
		b.texts[i] = all[from:end]
		from = end
	}
}

// find returns the position of a command, or false.
func (t *table) find(text string) (int, bool) {
	return sort.Find(len(t.texts), func(i int) int { return strings.Compare(text, t.texts[i]) })
}
