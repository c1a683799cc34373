package alfworld

// The answers of the current dialect, as the original grammar words them.

const nothingHappens = "Nothing happens."

// writer builds an answer in a buffer that it keeps.
type writer struct {
	buf []byte
	g   *Game
	s   *state
	d   Dialect
}

func (w *writer) put(parts ...string) {
	for _, p := range parts {
		w.buf = append(w.buf, p...)
	}
}

// list writes names separated by ", " and, before the last, by ", and ".
type list struct {
	w       *writer
	article string
	last    string
	n       int
}

func (l *list) add(name string) {
	if l.n > 0 {
		l.flush(", ")
	}
	l.last = name
	l.n++
}

func (l *list) flush(separator string) {
	l.w.put(l.article, l.last, separator)
}

// end writes the last item. The items before it end in ", "; where there are
// any, "and " follows.
func (l *list) end() {
	switch {
	case l.n == 0:
		l.w.put("nothing")
	case l.n == 1:
		l.flush("")
	default:
		l.w.put("and ")
		l.flush("")
	}
}

// objects writes the list of a set of objects.
func (w *writer) objects(set bitset) {
	l := list{w: w, article: "a "}
	for word, x := range set {
		forEach(word, x, func(o int) { l.add(w.g.objects[o].name) })
	}
	l.end()
}

// first writes the first observation of an episode.
func (w *writer) first() {
	w.put("-= Welcome to TextWorld, ALFRED! =-\n\n")
	w.look()
	w.put("\n\n", w.g.sentence)
}

func (w *writer) look() {
	here := w.g.at[w.s.location]
	if len(here) == 0 {
		w.put("You are in the middle of a room. Looking quickly around you, you see ")
		l := list{w: w, article: "a "}
		for i := range w.g.receptacles {
			l.add(w.g.receptacles[i].name)
		}
		l.end()
		w.put(".")
		return
	}
	w.put("You are facing the ")
	l := list{w: w}
	for _, r := range here {
		l.add(w.g.receptacles[r].name)
	}
	l.end()
	w.put(". Next to it, you see ")
	w.floor(here)
	w.put(".")
}

// floor lists what lies here after having been taken out of a receptacle that
// is here, once for each such receptacle, as the original query does.
func (w *writer) floor(here []int) {
	l := list{w: w, article: "a "}
	for word, x := range w.s.lying(w.s.location) {
		forEach(word, x, func(o int) {
			for _, r := range here {
				if w.s.removed(r).has(o) {
					l.add(w.g.objects[o].name)
				}
			}
		})
	}
	l.end()
}

// contents describes a receptacle.
func (w *writer) contents(r int) {
	it := &w.g.receptacles[r]
	switch {
	case it.openable && w.s.opened().has(r):
		w.put("The ", it.name, " is open. In it, you see ")
	case it.openable:
		w.put("The ", it.name, " is closed.")
		return
	default:
		w.put("On the ", it.name, ", you see ")
	}
	w.objects(w.s.in(r))
	w.put(".")
}

// object describes an object in the hand.
func (w *writer) object(o int) {
	it := &w.g.objects[o]
	if it.holdsThings {
		w.put("This is a normal ", it.name, ". In it, you see ")
		l := list{w: w, article: "a "}
		for _, p := range w.g.inside {
			if p[1] == o {
				l.add(w.g.objects[p[0]].name)
			}
		}
		l.end()
		w.put(".")
		return
	}
	is := func(p int) bool { return w.s.is(p).has(o) }
	w.put(describe(is(clean), is(hot), is(cool), is(sliced), w.g.toggleable.has(o) && is(toggled), w.g.sliceable.has(o), it.name)...)
}

// describe words the state of an object. Only cooled is "cold", not "cool".
func describe(clean, hot, cool, sliced, lit, sliceable bool, name string) []string {
	switch {
	case clean && hot && sliced:
		return []string{"This is a hot and clean sliced ", name, "."}
	case clean && cool && sliced:
		return []string{"This is a cool and clean sliced ", name, "."}
	case clean && sliced:
		return []string{"This is a clean sliced ", name, "."}
	case hot && sliced:
		return []string{"This is a hot sliced ", name, "."}
	case cool && sliced:
		return []string{"This is a cool sliced ", name, "."}
	case clean && hot:
		return []string{"This is a hot and clean ", name, "."}
	case clean && cool:
		return []string{"This is a cool and clean ", name, "."}
	case hot:
		return []string{"This is a hot ", name, "."}
	case clean:
		return []string{"This is a clean ", name, "."}
	case cool:
		return []string{"This is a cold ", name, "."}
	case lit:
		return []string{"This ", name, " is on."}
	case sliceable && sliced:
		return []string{"This is a sliced ", name, "."}
	}
	return []string{"There's nothing special about ", name, "."}
}

// answer words the outcome of a command that has just been applied.
func (w *writer) answer(c command) {
	g := w.g
	r := g.receptacles[c.r].name
	var o string
	if c.op.hasObject() {
		o = g.objects[c.o].name
	}
	switch c.op {
	case opGo:
		if w.d == DialectOld {
			w.put("You arrive at ", g.locations[w.s.location], ". ")
		} else {
			w.put("You arrive at ", r, ". ")
		}
		w.contents(int(c.r))
	case opOpen:
		w.put("You open the ", r, ". ")
		w.contents(int(c.r))
	case opClose:
		w.put("You close the ", r, ".")
	case opTake:
		w.put("You pick up the ", o, " from the ", r, ".")
	case opPut:
		if w.d == DialectOld {
			w.put("You put the ", o, " in/on the ", r, ".")
		} else {
			w.put("You move the ", o, " to the ", r, ".")
		}
	case opClean:
		w.put("You clean the ", o, " using the ", r, ".")
	case opHeat:
		w.put("You heat the ", o, " using the ", r, ".")
	case opCool:
		w.put("You cool the ", o, " using the ", r, ".")
	case opUse:
		w.put("You turn on the ", o, ".") // the test looks at "toggled", which has just become true
	case opSlice:
		w.put("You sliced the ", o, " with the ", g.objects[c.k].name, ".")
	case opInventory:
		if w.s.held < 0 {
			w.put("You are not carrying anything.")
		} else {
			w.put("You are carrying: a ", g.objects[w.s.held].name, ".")
		}
	case opExamineReceptacle:
		w.contents(int(c.r))
	case opExamineObject:
		w.object(int(c.o))
	case opLook:
		w.look()
	case opHelp:
		w.put(g.help)
	}
}
