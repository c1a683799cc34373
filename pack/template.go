package pack

import (
	"fmt"
	"strings"
)

// template is a compiled text with slots: "You open the {r:receptacle}.".
// lits has one more entry than slots; lits[i+1] follows slot i.
type template struct {
	lits  []string
	slots []slot
}

type slotKind uint8

const (
	slotEntity slotKind = iota // the name of one entity
	slotList                   // "a pen 1, a mug 2, and a key 1", or "nothing"
	slotType                   // the name of a type, with or without article
	slotNumber                 // digits
	slotText                   // anything, to the literal that follows
)

type slot struct {
	name string
	kind slotKind
	cat  string // category or type of the entities
}

// span is a range of bytes in a text.
type span struct{ from, to int }

func (s span) of(text string) string { return text[s.from:s.to] }

// maxSlots bounds the slots of a template, maxTexts the templates that the
// alternatives of one text may make.
const (
	maxSlots = 8
	maxTexts = 64
)

// captures are the spans of a match, by slot.
type captures [maxSlots]span

// expand writes out the alternatives "(in|on)" of a text.
func expand(s string) ([]string, error) {
	open := strings.IndexByte(s, '(')
	if open < 0 {
		if strings.IndexByte(s, ')') >= 0 {
			return nil, fmt.Errorf("')' without '(': write alternatives as (in|on)")
		}
		return []string{s}, nil
	}
	end := strings.IndexByte(s[open:], ')')
	if end < 0 {
		return nil, fmt.Errorf("'(' without ')': write alternatives as (in|on)")
	}
	end += open
	rest, err := expand(s[end+1:])
	if err != nil {
		return nil, err
	}
	var out []string
	for alt := range strings.SplitSeq(s[open+1:end], "|") {
		if strings.IndexByte(alt, '(') >= 0 {
			return nil, fmt.Errorf("alternatives within alternatives: write them out")
		}
		for _, r := range rest {
			if out = append(out, s[:open]+alt+r); len(out) > maxTexts {
				return nil, fmt.Errorf("more than %d alternatives: split the text", maxTexts)
			}
		}
	}
	return out, nil
}

// compile reads one text without alternatives. whole allows a text of one slot
// and nothing else, which reads all there is: a field of JSON has an end of its
// own, a sentence has not.
func compile(s string, whole bool) (template, error) {
	t := template{}
	for {
		open := strings.IndexByte(s, '{')
		lit := s
		if open >= 0 {
			lit = s[:open]
		}
		if strings.IndexByte(lit, '}') >= 0 {
			return t, fmt.Errorf("'}' without '{': write a slot as {name:kind}")
		}
		if open == 0 && len(t.slots) > 0 {
			return t, fmt.Errorf("two slots without text between them: nothing says where one ends")
		}
		t.lits = append(t.lits, lit)
		if open < 0 {
			break
		}
		end := strings.IndexByte(s, '}')
		if end < open {
			return t, fmt.Errorf("'{' without '}': write a slot as {name:kind}")
		}
		sl, err := readSlot(s[open+1 : end])
		if err != nil {
			return t, err
		}
		for _, o := range t.slots {
			if o.name == sl.name {
				return t, fmt.Errorf("two slots are named %q: names must differ", sl.name)
			}
		}
		if t.slots = append(t.slots, sl); len(t.slots) > maxSlots {
			return t, fmt.Errorf("more than %d slots: split the text", maxSlots)
		}
		s = s[end+1:]
	}
	if !whole && len(t.slots) > 0 && t.lits[0] == "" && len(t.lits) == 2 && t.lits[1] == "" {
		return t, fmt.Errorf("a text of one slot reads everything: add words around it")
	}
	if len(t.slots) == 0 && t.lits[0] == "" {
		return t, fmt.Errorf("the text is empty")
	}
	return t, nil
}

func readSlot(s string) (slot, error) {
	name, kind, typed := strings.Cut(s, ":")
	if name == "" || !word(name) {
		return slot{}, fmt.Errorf("slot {%s}: the name must be a lower-case word: write {name:kind}", s)
	}
	sl := slot{name: name}
	switch {
	case !typed || kind == "":
		return sl, fmt.Errorf("slot {%s} has no kind: write {%s:text}, number, type, a category, or a category* for a list", s, name)
	case kind == "text":
		sl.kind = slotText
	case kind == "number":
		sl.kind = slotNumber
	case kind == "type":
		sl.kind = slotType
	case strings.HasSuffix(kind, "*"):
		sl.kind, sl.cat = slotList, kind[:len(kind)-1]
	default:
		sl.cat = kind
	}
	if sl.cat != "" && !word(sl.cat) {
		return sl, fmt.Errorf("slot {%s}: %q is no name of a category", s, sl.cat)
	}
	return sl, nil
}

// word reports whether s is lower-case letters, digits and '_', not empty.
func word(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return s != ""
}

// reader knows how names are written.
type reader struct {
	numbered bool // "apple 1"; else any text
	articles []string
}

// match reads the template at the start of text[at:]. It returns the end of
// what it read.
func (r *reader) match(t *template, text string, at int, c *captures) (int, bool) {
	if !strings.HasPrefix(text[at:], t.lits[0]) {
		return 0, false
	}
	at += len(t.lits[0])
	for i := range t.slots {
		lit := t.lits[i+1]
		end := 0
		if lit == "" {
			end = strings.IndexByte(text[at:], '\n')
			if end < 0 {
				end = len(text) - at
			}
		} else if end = strings.Index(text[at:], lit); end < 0 {
			return 0, false
		}
		s := span{at, at + end}
		if !r.read(&t.slots[i], text, &s) {
			return 0, false
		}
		c[i] = s
		at += end + len(lit)
	}
	return at, true
}

// read checks that a span reads as the slot asks, and narrows it to the name.
func (r *reader) read(s *slot, text string, at *span) bool {
	got := at.of(text)
	switch s.kind {
	case slotEntity:
		return r.name(got)
	case slotList:
		ok := true
		r.items(text, *at, func(item span) { ok = ok && r.name(item.of(text)) })
		return ok
	case slotType:
		at.from += r.article(got)
		return word(at.of(text))
	case slotNumber:
		return number(got)
	}
	return !strings.Contains(got, "\n")
}

// maxName bounds the name of an entity, in bytes.
const maxName = 200

// name reports whether s can be the name of an entity.
func (r *reader) name(s string) bool {
	if s == "" || len(s) > maxName {
		return false
	}
	if !r.numbered {
		return s[0] != ' ' && s[len(s)-1] != ' ' && strings.IndexByte(s, '\n') < 0
	}
	i := strings.LastIndexByte(s, ' ')
	return i > 0 && number(s[i+1:]) && words(s[:i])
}

// words reports whether s is lower-case words with one space between them.
func words(s string) bool {
	space := true
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z':
			space = false
		case c == ' ' && !space:
			space = true
		default:
			return false
		}
	}
	return !space
}

func number(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != "" && len(s) <= 9
}

// article returns the length of the article, with its space, that s starts with.
func (r *reader) article(s string) int {
	for _, a := range r.articles {
		if len(s) > len(a)+1 && s[len(a)] == ' ' && s[:len(a)] == a {
			return len(a) + 1
		}
	}
	return 0
}

// items calls f for each name of a list.
func (r *reader) items(text string, at span, f func(span)) {
	if at.of(text) == "nothing" {
		return
	}
	for from := at.from; from <= at.to; {
		end := strings.IndexByte(text[from:at.to], ',')
		next := at.to + 1
		if end < 0 {
			end = at.to
		} else {
			end += from
			next = end + 1
		}
		item := span{from, end}
		for item.from < item.to && text[item.from] == ' ' {
			item.from++
		}
		if strings.HasPrefix(item.of(text), "and ") {
			item.from += len("and ")
		}
		item.from += r.article(item.of(text))
		if i := strings.Index(item.of(text), " and "); i >= 0 {
			f(span{item.from, item.from + i})
			item.from += i + len(" and ")
			item.from += r.article(item.of(text))
		}
		f(item)
		from = next
	}
}

// count returns the number at the end of a numbered name, 0 where there is none.
func (r *reader) count(name string) int {
	if !r.numbered {
		return 0
	}
	n := 0
	for i := strings.LastIndexByte(name, ' ') + 1; i < len(name); i++ {
		n = n*10 + int(name[i]-'0')
	}
	return n
}

// typeOf returns the type that a name says: the part before its number.
func (r *reader) typeOf(name string) string {
	if i := strings.LastIndexByte(name, ' '); r.numbered && i > 0 {
		return name[:i]
	}
	return name
}

// table finds the templates that may read a text, by its first byte.
type table struct {
	by   [256][]int32
	open []int32 // templates that start with a slot
	all  []template
	of   []int32 // the pattern of each template
}

func (t *table) add(tpl template, of int) {
	n := int32(len(t.all))
	t.all, t.of = append(t.all, tpl), append(t.of, int32(of))
	if lit := tpl.lits[0]; lit != "" {
		t.by[lit[0]] = append(t.by[lit[0]], n)
	} else {
		t.open = append(t.open, n)
	}
}

// first returns the first template, in the order of declaration, that reads
// the text at the place.
func (t *table) first(r *reader, text string, at int, c *captures) (tpl int32, end int, ok bool) {
	return t.find(r, text, at, false, c, nil)
}

// whole returns the first template that reads all of the text and that keep,
// where it is not nil, accepts.
func (t *table) whole(r *reader, text string, c *captures, keep func(int32) bool) (tpl int32, ok bool) {
	tpl, _, ok = t.find(r, text, 0, true, c, keep)
	return tpl, ok
}

func (t *table) find(r *reader, text string, at int, all bool, c *captures, keep func(int32) bool) (tpl int32, end int, ok bool) {
	closed, open := t.by[text[at]], t.open
	for len(closed)+len(open) > 0 {
		if len(open) == 0 || len(closed) > 0 && closed[0] < open[0] {
			tpl, closed = closed[0], closed[1:]
		} else {
			tpl, open = open[0], open[1:]
		}
		if end, ok = r.match(&t.all[tpl], text, at, c); ok && (!all || end == len(text)) && (keep == nil || keep(tpl)) {
			return tpl, end, true
		}
	}
	return 0, 0, false
}
