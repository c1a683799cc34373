package pack

import (
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
)

// reading is what one template of a pattern says when it matches.
type reading struct {
	name    string
	verdict bethink.Verdict
	unclear *float64       // chance that the action was done, if the verdict is unclear
	of      []string       // verbs whose actions the verdict is on; none: all
	arg     [maxSlots]int8 // parameter of that verb that the slot must equal, -1 none
	begins  bool           // the text shows the scene
	goal    int8           // slot that states the goal, -1 none
	joins   [][]string     // value sets that the entities of each slot widen
	tells   []tell
}

// ref is a constant or a slot.
type ref struct {
	slot int8 // -1: the constant
	s    string
}

// tell is one piece of evidence of a pattern.
type tell struct {
	of          ref // the entity; of a list slot: each of them
	each, pairs bool
	attr        string
	is          []ref
	values      []bethink.Value // of constant is, shared by all evidence
	not, once   bool
	reliability float64
	lie         float64          // P(reported | does not hold), 0: the default
	given       []bethink.Weight // likelihood of each value; nil: by reliability
	other       float64          // likelihood of the values that given does not list
	origin      []part
	trust       bethink.Trust
	every       *bethink.Exhaustive
	place       ref
	except      int8 // list slot, -1 none
}

// maxMiss is what a list's miss rates must stay below.
const maxMiss = 0.5

func (b *builder) reads() {
	for i := range b.f.Patterns {
		b.pattern(&b.f.Patterns[i])
	}
}

func (b *builder) pattern(f *patternFile) {
	line := f.Name.line
	if f.Name.s == "" || len(f.Texts) == 0 {
		b.fault(line, "write name: and text:", "a pattern has no name or no text")
		return
	}
	r := reading{name: f.Name.s, begins: f.Begins, of: f.Of.strings(), goal: -1, unclear: f.Unclear}
	b.chance(f.Unclear, line, "unclear of pattern "+r.name)
	for _, v := range f.Of {
		if b.verbs[v.s] == nil {
			b.fault(v.line, "use a verb of actions:", "pattern %s is of %q, which is no verb", r.name, v.s)
		}
	}
	if f.Verdict.s != "" {
		v, ok := verdictOf(f.Verdict.s)
		if !ok {
			b.fault(f.Verdict.line, "write done, refused or unclear", "verdict is %q", f.Verdict.s)
		}
		r.verdict = v
	}
	for _, t := range f.Texts {
		ts, ok := b.template(t)
		if !ok {
			continue
		}
		for _, tpl := range ts {
			one := r
			b.bind(&one, &tpl, f, t)
			b.texts.add(tpl, len(b.readings))
			b.readings = append(b.readings, one)
		}
	}
}

// bind resolves the names of a pattern to the slots of one of its templates.
func (b *builder) bind(r *reading, t *template, f *patternFile, at text) {
	for i, s := range t.slots {
		var joins []string
		if c := b.cats[s.cat]; c != nil {
			joins = c.joins
		} else if k := b.types[s.cat]; k != nil {
			joins = k.joins
		}
		r.joins = append(r.joins, joins)
		r.arg[i] = -1
		if len(r.of) == 1 && s.kind == slotEntity {
			if n, ok := b.Pack.verbs[r.of[0]]; ok && n < len(b.schemas) {
				r.arg[i] = int8(slices.IndexFunc(b.schemas[n].Params, func(p bethink.Param) bool { return p.Name == s.name }))
			}
		}
	}
	if f.Goal.s != "" {
		r.goal = b.slot(f.Goal, t, slotText)
	}
	for i := range f.Tells {
		r.tells = append(r.tells, b.tell(&f.Tells[i], t, at))
	}
}

// slot finds a slot by "$name".
func (b *builder) slot(ref text, t *template, kinds ...slotKind) int8 {
	name := strings.TrimPrefix(ref.s, "$")
	for i, s := range t.slots {
		if s.name == name && slices.Contains(kinds, s.kind) {
			return int8(i)
		}
	}
	b.fault(ref.line, "name a slot of the text, of the right kind", "%q is no such slot", ref.s)
	return -1
}

func (b *builder) ref(x text, t *template, kinds ...slotKind) ref {
	if !strings.HasPrefix(x.s, "$") {
		return ref{-1, x.s}
	}
	return ref{b.slot(x, t, kinds...), ""}
}

func (b *builder) tell(f *tellFile, t *template, at text) tell {
	out := tell{attr: f.Attr.s, not: f.Not, once: f.Once, reliability: f.Reliability, trust: bethink.TrustInstrument, except: -1}
	if f.Attr.s == "" {
		b.fault(at.line, "add attr:", "the evidence of %q has no attribute", at.s)
	}
	if f.Trust.s != "" {
		tr, ok := trustOf(f.Trust.s)
		if !ok {
			b.fault(f.Trust.line, "write model, content, import, user or instrument", "trust is %q", f.Trust.s)
		}
		out.trust = tr
	}
	if f.Every.s != "" {
		if !b.known(f.Every.s) {
			b.fault(f.Every.line, "name a type or category", "a list of every %q", f.Every.s)
		}
		if !(f.Miss >= 0 && f.Miss <= maxMiss) || !(f.PerLook >= 0 && f.PerLook <= maxMiss) {
			b.fault(f.Every.line, "write rates from 0 to 0.5", "miss rates of %v and %v", f.Miss, f.PerLook)
		}
		out.every = &bethink.Exhaustive{Type: f.Every.s, Attr: f.Attr.s, Miss: f.Miss, MissPerLook: f.PerLook}
		out.place = b.ref(f.Place, t, slotEntity, slotText)
		if f.Place.s == "" {
			b.fault(f.Every.line, "add place:", "a list of every %s has no place", f.Every.s)
		}
		if f.Except.s != "" {
			out.except = b.slot(f.Except, t, slotList, slotEntity)
		}
		return out
	}
	out.origin = b.origin(f.Origin, t)
	b.likelihood(f, &out)
	if f.Pairs.s != "" {
		out.of, out.pairs = ref{b.slot(f.Pairs, t, slotList), ""}, true
	} else {
		out.of = b.ref(f.Of, t, slotEntity, slotList, slotText)
		out.each = out.of.slot >= 0 && t.slots[out.of.slot].kind == slotList
		if f.Of.s == "" {
			b.fault(f.Attr.line, "add of:", "the evidence on %s is of nothing", f.Attr.s)
		}
	}
	constants := true
	for _, v := range f.Is {
		x := b.ref(v, t, slotEntity, slotText, slotNumber, slotType)
		out.is = append(out.is, x)
		constants = constants && x.slot < 0
	}
	if len(f.Is) == 0 && out.given == nil {
		b.fault(f.Attr.line, "add is:", "the evidence on %s has no value", f.Attr.s)
	}
	if constants {
		for _, x := range out.is {
			out.values = append(out.values, bethink.Value(x.s))
		}
	}
	return out
}
