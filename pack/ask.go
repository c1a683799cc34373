package pack

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/internal/name"
)

// Mode says how a query is answered. Its switches are independent of each
// other; the zero Mode answers from the belief, in words without numbers.
type Mode struct {
	// Memory answers from what was seen alone, and guesses nothing.
	Memory bool
	// Probabilities writes numbers into the text.
	Probabilities bool
	// Paper writes a place query's text in the published shape: places in
	// order of probability to two decimals, cut where their sum reaches .90.
	Paper bool
}

// Reply is the answer to a query. Text says it in words; one of the other
// fields holds it as data.
type Reply struct {
	Query    string          `json:"query"`
	Form     string          `json:"form"` // where, contents, searched, state or help
	Text     string          `json:"text"`
	Where    *Where          `json:"where,omitempty"`
	Answer   *bethink.Answer `json:"answer,omitempty"` // where is one entity
	Contents *Contents       `json:"contents,omitempty"`
	State    *State          `json:"state,omitempty"`
}

// Where says where the entities of a type are.
type Where struct {
	Type string `json:"type"`
	// Known are those that have been met, most probable place each.
	Known []Sighting `json:"known,omitempty"`
	// Places are the places where one that nobody has met may be, best first:
	// P is the share of each in what is expected. They and Elsewhere sum to 1.
	// A Mode with Memory leaves them out.
	Places []Chance `json:"places,omitempty"`
	// Elsewhere is the share that is in no place of the scene.
	Elsewhere float64 `json:"elsewhere,omitempty"`
	// Another is the probability that there is one that nobody has met.
	Another float64 `json:"another,omitempty"`
	// Exhausted tells that every place was searched: what is expected lies
	// with what searches miss.
	Exhausted bool `json:"exhausted,omitempty"`
}

// Sighting is an entity with where it most probably is.
type Sighting struct {
	Entity bethink.Entity `json:"entity"`
	Place  bethink.Value  `json:"place"`
	P      float64        `json:"p"`
	Status bethink.Status `json:"status"`
	Step   uint64         `json:"step,omitempty"` // when it was last observed
	Held   bool           `json:"held,omitempty"`
}

// Chance is a place with two probabilities: P, the share of the expected
// entities nobody has met, and Some, that at least one of the type, met or
// not, is there.
type Chance struct {
	Place    bethink.Value `json:"place"`
	P        float64       `json:"p"`
	Some     float64       `json:"some"`
	Searched bool          `json:"searched,omitempty"`
}

// Contents says what is at a place.
type Contents struct {
	Place    bethink.Entity `json:"place"`
	Searched bool           `json:"searched"`
	Step     float64        `json:"at,omitempty"` // the world's time of the last search
	Things   []Sighting     `json:"things,omitempty"`
}

// State says where the agent is and what it knows.
type State struct {
	Place    bethink.Value    `json:"place"`
	P        float64          `json:"p"`
	Held     []bethink.Entity `json:"held"`
	Known    []bethink.Entity `json:"known"`
	Searched []bethink.Entity `json:"searched"`
}

// wording is how questions are put.
type wording struct {
	attr, place, things string
	held                bethink.Value
	noun                string
	texts               table
	forms               []string // by template
	shown               []string // one example of each form, for help
}

func (b *builder) queries() {
	q := b.f.Queries
	if q == nil {
		return
	}
	w := &b.query
	*w = wording{attr: q.Attr.s, place: q.Place.s, things: q.Things.s, held: bethink.Value(q.Held.s), noun: q.Noun.s}
	for _, t := range []text{q.Place, q.Things} {
		if !b.known(t.s) {
			b.fault(t.line, "name a category", "queries speak of %q, which is none", t.s)
		}
	}
	for _, f := range []struct {
		form  string
		texts texts
	}{{"where", q.Where}, {"contents", q.Contents}, {"searched", q.Searched}, {"state", q.State}} {
		for i, t := range f.texts {
			ts, ok := b.template(t)
			for k, tpl := range ts {
				if ok && (f.form == "state") == (len(tpl.slots) > 0) {
					b.fault(t.line, "use one slot to ask about something, none to ask for the state", "query %q", t.s)
				}
				w.texts.add(tpl, 0)
				w.forms = append(w.forms, f.form)
				if i == 0 && k == 0 {
					w.shown = append(w.shown, strings.NewReplacer("{x}", map[string]string{
						"where": "THING", "contents": "PLACE", "searched": "PLACE",
					}[f.form]).Replace(plainText(ts[:1])))
				}
			}
		}
	}
}

// IsQuery takes the word "query", in any case, with colons and spaces, off the
// front of an agent's text. It reports false for text that is no query.
func IsQuery(text string) (query string, ok bool) {
	s := strings.TrimSpace(text)
	if len(s) < len("query") || !strings.EqualFold(s[:len("query")], "query") {
		return "", false
	}
	rest := s[len("query"):]
	q := strings.TrimLeft(rest, ": \t\n")
	if q != "" && q == rest {
		return "", false
	}
	return q, true
}

// Query answers a question to the belief. It changes nothing. A question that
// no form reads gets the forms as its answer; a name that nothing has gets
// ErrNotFound with close matches.
func (p *Pack) Query(v bethink.View, q string, m Mode) (Reply, error) {
	s := strings.ToLower(strings.TrimSpace(strings.TrimRight(strings.TrimSpace(q), "?.! ")))
	r := Reply{Query: q, Form: "help"}
	var c captures
	tpl, ok := int32(0), false
	if s != "" {
		tpl, ok = p.query.texts.whole(&p.names, s, &c, nil)
	}
	if !ok {
		r.Text = "Ask one of: " + strings.Join(p.query.shown, "; ") + "."
		return r, nil
	}
	r.Form = p.query.forms[tpl]
	x := ""
	if len(p.query.texts.all[tpl].slots) > 0 {
		x = strings.Join(strings.Fields(c[0].of(s)), " ")
		x = x[p.names.article(x):]
	}
	a := asker{p: p, v: v, b: v.Belief, m: m}
	var err error
	switch r.Form {
	case "where":
		err = a.where(x, &r)
	case "contents", "searched":
		err = a.contents(x, &r)
	case "state":
		a.state(&r)
	}
	if err != nil {
		return Reply{}, fmt.Errorf("query %q: %w", q, err)
	}
	return r, nil
}

// asker answers one query.
type asker struct {
	p *Pack
	v bethink.View
	b bethink.Belief
	m Mode
}

func (a *asker) searched(e bethink.Entity) bool {
	n, _ := a.b.LookedAt(a.p.query.attr, bethink.Value(e))
	return n > 0
}

// where answers where one entity, or the entities of a type, are.
func (a *asker) where(x string, r *Reply) error {
	e := bethink.Entity(x)
	if a.b.Type(e) != "" && e != a.p.scene {
		return a.whereOne(e, r)
	}
	names := a.typeNames()
	for _, plural := range []string{"s", "es"} {
		if one := strings.TrimSuffix(x, plural); !slices.Contains(names, x) && slices.Contains(names, one) {
			x = one
		}
	}
	if !slices.Contains(names, x) {
		for _, e := range a.entities(func(bethink.Entity) bool { return true }) {
			names = append(names, string(e))
		}
		return unknown(x, names)
	}
	if at := a.instances(x); len(at) > 0 {
		r.Text = fmt.Sprintf("%s are places here: %s. Ask what is in one, or whether it was searched.", x, join(at))
		r.Contents = &Contents{Place: at[0], Searched: a.searched(at[0])}
		return nil
	}
	w := a.sum(x)
	r.Where = w
	r.Text = a.word(w)
	return nil
}

func (a *asker) whereOne(e bethink.Entity, r *Reply) error {
	if a.b.Is(e, a.p.query.place) {
		r.Text = fmt.Sprintf("%s is a place. Ask what is in it, or whether it was searched.", e)
		r.Contents = &Contents{Place: e, Searched: a.searched(e)}
		return nil
	}
	ans, err := a.v.Ask(bethink.Variable{Entity: e, Attr: a.p.query.attr})
	if err != nil {
		return err
	}
	r.Answer = &ans
	r.Text = a.sighted(a.sighting(e)) + "."
	return nil
}

func (a *asker) sighting(e bethink.Entity) Sighting {
	q := bethink.Variable{Entity: e, Attr: a.p.query.attr}
	s := Sighting{Entity: e, Status: a.b.Status(q)}
	s.Place, s.P = a.b.Best(q)
	s.Held = s.Place == a.p.query.held
	if ans, err := a.v.Ask(q); err == nil {
		s.Step = ans.Observed
	}
	return s
}

// sum gathers what is known of a type.
func (a *asker) sum(typ string) *Where {
	w := &Where{Type: typ}
	for _, e := range a.entities(func(e bethink.Entity) bool { return a.b.Type(e) == typ }) {
		w.Known = append(w.Known, a.sighting(e))
	}
	if a.m.Memory {
		return w
	}
	total := 0.0
	at := func(place bethink.Value) (bethink.Presence, float64) {
		q := bethink.Presence{Type: typ, Attr: a.p.query.attr, Place: place}
		return q, a.b.Expected(q)
	}
	open := false
	for _, place := range a.b.Set(a.p.place.set) {
		q, mu := at(place)
		total += mu
		if !a.b.Is(bethink.Entity(place), a.p.query.place) {
			w.Elsewhere += mu
			continue
		}
		if mu > 0 {
			c := Chance{Place: place, P: mu, Some: a.b.Some(q), Searched: a.searched(bethink.Entity(place))}
			w.Places = append(w.Places, c)
			open = open || !c.Searched
		}
	}
	w.Exhausted = len(w.Places) > 0 && !open
	if w.Another = 1 - dist.Exp(-total); a.needed(w) > len(w.Known) {
		w.Another = 1
	}
	if total > 0 {
		for i := range w.Places {
			w.Places[i].P /= total
		}
		w.Elsewhere /= total
	}
	sort.SliceStable(w.Places, func(i, j int) bool {
		x, y := w.Places[i], w.Places[j]
		if diff := x.P - y.P; diff > tolerance || diff < -tolerance {
			return diff > 0
		}
		return name.Compare(string(x.Place), string(y.Place)) < 0
	})
	return w
}

// needed is how many of a type the goal and the numbers in names say there are.
func (a *asker) needed(w *Where) int {
	n := 0
	for _, r := range a.v.Goal.Roles {
		if r.Type == w.Type {
			n = max(n, r.Count)
		}
	}
	for _, s := range w.Known {
		n = max(n, a.p.names.count(string(s.Entity)))
	}
	return n
}

// contents answers what is at a place, and whether it was searched.
func (a *asker) contents(x string, r *Reply) error {
	e := bethink.Entity(x)
	if !a.b.Is(e, a.p.query.place) {
		at := a.instances(x)
		switch {
		case len(at) == 1:
			e = at[0]
		case len(at) > 1:
			return fmt.Errorf("there are %d of %q: name one, as %s: %w", len(at), x, at[0], bethink.ErrNotFound)
		default:
			var names []string
			for _, e := range a.places() {
				names = append(names, string(e), a.b.Type(e))
			}
			return unknown(x, names)
		}
	}
	n, when := a.b.LookedAt(a.p.query.attr, bethink.Value(e))
	c := &Contents{Place: e, Searched: n > 0}
	if n > 0 {
		c.Step = when
	}
	for _, o := range a.entities(func(bethink.Entity) bool { return true }) {
		if s := a.sighting(o); s.Place == bethink.Value(e) {
			c.Things = append(c.Things, s)
		}
	}
	r.Contents = c
	switch {
	case r.Form == "searched" && c.Searched:
		r.Text = fmt.Sprintf("%s: searched.", e)
	case r.Form == "searched":
		r.Text = fmt.Sprintf("%s: not searched yet.", e)
	case !c.Searched && len(c.Things) == 0:
		r.Text = fmt.Sprintf("%s has not been searched yet.", e)
	default:
		var names []bethink.Entity
		for _, s := range c.Things {
			names = append(names, s.Entity)
		}
		r.Text = fmt.Sprintf("%s contains: %s.", e, orNothing(names))
		if !c.Searched {
			r.Text += " It has not been searched in full."
		}
	}
	return nil
}

func (a *asker) state(r *Reply) {
	s := &State{Held: []bethink.Entity{}, Known: []bethink.Entity{}, Searched: []bethink.Entity{}}
	s.Place, s.P = a.b.Best(bethink.Variable{Entity: a.p.agent, Attr: a.p.query.attr})
	for _, e := range a.entities(func(bethink.Entity) bool { return true }) {
		s.Known = append(s.Known, e)
		if a.sighting(e).Held {
			s.Held = append(s.Held, e)
		}
	}
	for _, e := range a.places() {
		if a.searched(e) {
			s.Searched = append(s.Searched, e)
		}
	}
	r.State = s
	r.Text = fmt.Sprintf("You are at %s, holding %s. Known: %s. Searched: %s.",
		orUnknown(s.Place), orNothing(s.Held), orNone(s.Known), orNone(s.Searched))
}
