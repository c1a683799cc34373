package probing

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench/probing/policy"
	"github.com/bethink-dev/bethink/env/probeworld"
	"github.com/bethink-dev/bethink/probe"
)

// sureOf is the reliability of what these worlds show: they never lie.
const sureOf = 1 - 1.0/(1<<20)

// origin is the belief before the first look, with what is fixed for all
// episodes that start from it. It is immutable and shared.
type origin struct {
	schema  *schema
	view    bethink.View
	ids     []bethink.ID
	laws    []*policy.Law
	says    [][]bethink.Literal // by field and value: the literal field = value
	actions []bethink.Action    // by field: the probe that answers
	offset  []int               // of a field's first value in says
	index   []map[string]int    // by field: positions of its values
	gone    [][]bethink.Weight  // like says: the weights of "not this value"
	partial bool                // a look may hide its last thing
}

// newOrigin builds the belief about the fields before anything was seen.
func newOrigin(kind probeworld.Kind, fields []probeworld.Field, rates Kernels, k bethink.Knowledge, horizon int, partial bool) (*origin, error) {
	s := newSchema(kind, fields, rates)
	v := bethink.View{World: "probeworld", Episode: "1", Pack: s, Knowledge: k}
	o := &origin{schema: s, partial: partial}
	var found []bethink.Found
	seen := map[string]bool{}
	for _, f := range fields {
		if !seen[f.Entity] {
			seen[f.Entity] = true
			found = append(found, bethink.Found{Entity: bethink.Entity(f.Entity), Type: f.Type})
		}
	}
	v, _, err := bethink.Update(v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Found: found})
	if err != nil {
		return nil, fmt.Errorf("schema of %v: %w", kind, err)
	}
	o.view = v
	shared := map[Group]*policy.Law{}
	for _, f := range fields {
		id, ok := v.Belief.Find(variable(f))
		if !ok {
			return nil, fmt.Errorf("schema of %v: no variable %v: %w", kind, variable(f), bethink.ErrNotFound)
		}
		o.ids = append(o.ids, id)
		c := Group{f.Type, f.Attribute}
		if _, ok := shared[c]; !ok {
			shared[c] = law(v.Belief, id, horizon)
		}
		o.laws = append(o.laws, shared[c])
		o.offset = append(o.offset, len(o.says))
		probe, _ := s.Action(f.Probe)
		o.actions = append(o.actions, probe)
		at := map[string]int{}
		for i, val := range v.Belief.Values(id) {
			at[string(val)] = i
			o.says = append(o.says, []bethink.Literal{{Var: variable(f), Any: []bethink.Value{val}}})
			o.gone = append(o.gone, []bethink.Weight{{Value: val}})
		}
		o.index = append(o.index, at)
	}
	return o, nil
}

// law tabulates how a variable drifts over an episode; nil where it does not.
func law(b bethink.Belief, id bethink.ID, horizon int) *policy.Law {
	if stay, _ := b.Drift(id, 1); stay == 1 {
		return nil
	}
	l := &policy.Law{Kept: make([]float64, horizon+2)}
	for t := range l.Kept {
		l.Kept[t], l.Pi = b.Drift(id, float64(t))
	}
	return l
}

// find returns the position of a field, or −1.
func (o *origin) find(entity, attribute string) int {
	for _, i := range o.schema.byName[entity] {
		if o.schema.fields[i].Attribute == attribute {
			return i
		}
	}
	return -1
}

// mind is the belief of one agent in one episode, kept by the core. Its methods
// return errors of bethink.Update, which say that the schema is wrong.
type mind struct {
	*origin
	view  bethink.View
	place string
	fixed []bool // a still field that has been seen: no look says more
	buf   []float64
	teach *probe.Rates // learns from every step, where set
}

func newMind(o *origin) *mind {
	return &mind{origin: o, view: o.view, fixed: make([]bool, len(o.ids))}
}

// told is the evidence that a field has a value.
func (m *mind) told(ev []bethink.Evidence, field int, value string) []bethink.Evidence {
	e := bethink.Evidence{Reliability: sureOf, Trust: bethink.TrustInstrument}
	if j, ok := m.index[field][value]; ok {
		e.Clause = m.says[m.offset[field]+j]
	} else {
		e.Clause = []bethink.Literal{{Var: variable(m.schema.fields[field]), Any: []bethink.Value{canonical(value)}}}
	}
	if m.laws[field] == nil && m.schema.fields[field].Attribute != "state" {
		m.fixed[field] = true
	}
	return append(ev, e)
}

func canonical(value string) bethink.Value {
	if value == "" {
		return none
	}
	return bethink.Value(value)
}

// start takes the first look.
func (m *mind) start(o probeworld.Observation) error {
	m.place = o.Place
	return m.update(bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: m.seen(nil, o)})
}

// act takes a task action with what was seen after it.
func (m *mind) act(action string, o probeworld.Observation, elapsed float64) error {
	a, _ := m.schema.Action(action)
	in := bethink.Input{Action: a, Elapsed: elapsed}
	t := m.transition(a, o)
	obs := bethink.Observation{Verdict: bethink.VerdictDone}
	if !o.Valid {
		obs.Verdict = bethink.VerdictRefused
	}
	obs.Evidence = m.seen(nil, o)
	m.place = o.Place
	return m.update(in, t, obs)
}

// idle lets a step pass that was neither an action nor a question.
func (m *mind) idle(o probeworld.Observation) error {
	return m.update(bethink.Input{Elapsed: 1}, bethink.Transition{}, bethink.Observation{Evidence: m.seen(nil, o)})
}

// answer takes the answer to a probe: the truth at the moment of asking, before
// the step's tick. It reaches the belief at once.
func (m *mind) answer(a probeworld.Answer) error {
	var ev []bethink.Evidence
	for _, f := range a.Findings {
		if i := m.find(f.Entity, f.Attribute); i >= 0 {
			ev = m.told(ev, i, f.Value)
		}
	}
	act, _ := m.schema.Action(a.Verb + "(" + a.Target + ")")
	return m.update(bethink.Input{Action: act}, bethink.Transition{}, bethink.Observation{Verdict: bethink.VerdictDone, Evidence: ev})
}

func (m *mind) update(in bethink.Input, t bethink.Transition, obs bethink.Observation) error {
	next, step, err := bethink.Update(m.view, in, t, obs)
	if err != nil {
		return err
	}
	if m.teach != nil {
		for _, l := range (probe.RateLearner{}).Looks(m.view, step) {
			*m.teach = m.teach.Learn(l)
		}
	}
	m.view = next
	return nil
}

// transition grounds an action at the agent's place before it.
func (m *mind) transition(a bethink.Action, o probeworld.Observation) bethink.Transition {
	if len(a.Args) != 1 {
		return bethink.Transition{}
	}
	arg := string(a.Args[0])
	t := bethink.Transition{Known: true}
	is := func(entity, attribute, value string) []bethink.Literal {
		i := m.find(entity, attribute)
		if i < 0 {
			return nil
		}
		return m.says[m.offset[i]+m.index[i][value]]
	}
	becomes := func(entity, attribute, value string) {
		if i := m.find(entity, attribute); i >= 0 {
			t.Effects = append(t.Effects, bethink.Effect{P: 1, By: a.Verb, Then: []bethink.Change{{
				Var: variable(m.schema.fields[i]), To: []bethink.Weight{{Value: bethink.Value(value), P: 1}},
			}}})
		}
	}
	switch a.Verb {
	case "move_to":
		way := between(o.Kind, m.place, arg)
		if o.Kind == probeworld.StressGraph && len(o.Inventory) > 0 && o.Valid {
			return bethink.Transition{} // a key in hand may have let it through
		}
		t.Preconditions = is(way, "state", "open")
	case "unlock":
		becomes(arg, "state", "open")
		if !o.Valid { // only a locked door refuses
			return bethink.Transition{Known: true, Preconditions: is(arg, "state", "open")}
		}
	case "pick_up", "collect_key":
		becomes(arg, "location", probeworld.Held)
	case "call_tool":
		becomes("v"+strings.TrimPrefix(arg, "t"), "available", "true")
	default:
		return bethink.Transition{}
	}
	return t
}

// seen turns one look into evidence: what is in view, in hand or listed, and
// what is not there.
func (m *mind) seen(ev []bethink.Evidence, o probeworld.Observation) []bethink.Evidence {
	if o.Kind == probeworld.StressTool {
		for i, f := range m.schema.fields {
			if f.Attribute == "available" {
				exists := slices.ContainsFunc(o.Outputs, func(out probeworld.Output) bool { return out.Variable == f.Entity })
				value := "false"
				if exists {
					value = "true"
				}
				if m.buf = m.p(i, m.buf[:0]); !exists && m.buf[m.index[i][value]] > 1-2*trace {
					continue // nothing makes a variable but the agent's own call
				}
				ev = m.told(ev, i, value)
			}
		}
		return ev
	}
	last := ""
	if n := len(o.InView); n > 0 {
		last = o.InView[n-1]
	}
	for i, f := range m.schema.fields {
		if f.Attribute != "location" {
			continue
		}
		switch {
		case slices.Contains(o.Inventory, f.Entity):
			ev = m.told(ev, i, probeworld.Held)
		case slices.Contains(o.InView, f.Entity):
			ev = m.told(ev, i, o.Place)
		case !m.fixed[i]:
			ev = m.missing(ev, i, f.Entity, last, o)
		}
	}
	return ev
}

// hiding is the chance that partial noise hides the last thing in view, and
// negligible the belief in a value below which excluding it tells nothing.
const (
	hiding     = 0.4
	negligible = 1e-4
)

// missing is the evidence of not seeing a thing here: it is not here, or it is
// the last in the order of names and was hidden.
func (m *mind) missing(ev []bethink.Evidence, field int, name, last string, o probeworld.Observation) []bethink.Evidence {
	j := m.index[field][o.Place]
	m.buf = m.p(field, m.buf[:0])
	if m.buf[j] < negligible && m.laws[field] == nil {
		return ev
	}
	e := bethink.Evidence{Clause: m.says[m.offset[field]+j], Weights: m.gone[m.offset[field]+j], Else: 1, Trust: bethink.TrustInstrument}
	switch {
	case o.Kind != probeworld.StressObject || !m.partial || name < last:
	case last == "":
		e.Weights = []bethink.Weight{{Value: bethink.Value(o.Place), P: hiding}}
	default: // had it not been hidden, nothing would have been
		e.Weights = []bethink.Weight{{Value: bethink.Value(o.Place), P: hiding / (1 - hiding)}}
	}
	return append(ev, e)
}

// position returns the index of a value of a field in its belief, or −1.
func (m *mind) position(field int, value string) int {
	if j, ok := m.index[field][value]; ok {
		return j
	}
	return slices.Index(m.view.Belief.Values(m.ids[field]), canonical(value))
}

// p returns the belief about a field.
func (m *mind) p(field int, dst []float64) []float64 { return m.view.Belief.P(m.ids[field], dst) }

// between names the door or edge between two places.
func between(kind probeworld.Kind, a, b string) string {
	if kind == probeworld.StressGraph {
		return min(a, b) + "__" + max(a, b)
	}
	i, errI := strconv.Atoi(strings.TrimPrefix(a, "room_"))
	j, errJ := strconv.Atoi(strings.TrimPrefix(b, "room_"))
	if errI != nil || errJ != nil || i-j != 1 && j-i != 1 {
		return ""
	}
	return "door_" + strconv.Itoa(max(i, j))
}
