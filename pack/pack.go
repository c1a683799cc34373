package pack

import "github.com/bethink-dev/bethink"

// Pack is a compiled pack file. It is immutable and safe for concurrent use.
type Pack struct {
	desc     bethink.Description
	schemas  []bethink.Schema
	names    reader
	agent    bethink.Entity
	scene    bethink.Entity
	types    map[string]*kind
	unknown  *kind // what a type that the pack does not list is taken for
	cats     map[string]*category
	rooms    []room
	pairs    []pair
	place    placement
	verbs    map[string]int // schema by verb
	placed   []bool         // by schema: the first argument must be one that the last may hold
	actions  table
	spelled  []spelling // by template of actions
	texts    table
	readings []reading // by template of texts
	goals    table
	forms    []goalForm // by template of goals
	query    wording
	inputs   []inputPattern
}

var _ bethink.Pack = (*Pack)(nil)

// kind is a type with what the pack says of it.
type kind struct {
	name   string
	is     []string
	joins  []string
	attrs  []attribute
	in     []string // place types that may hold it
	count  map[string]float64
	weight float64 // as a place
}

// category groups types.
type category struct {
	name  string
	joins []string
}

// attribute is a variable that an entity of a kind has.
type attribute struct {
	name  string
	prior bethink.Prior
}

type room struct{ name, has string }

// pair is an attribute of unordered pairs of places.
type pair struct {
	attr        string
	prior, same float64
	apart       []bethink.Value
	between     map[[2]string]float64
}

// placement spreads the unseen entities of a type over the places of a scene.
type placement struct {
	attr, set string
	elsewhere float64 // expected number in a kind of room that the type is not at home in
	nowhere   bethink.Value
	lost      float64          // share that is in no place an agent can reach
	away      bool             // what a goal wants brought somewhere is not there at the start
	holders   []*kind          // counted types, sorted by name
	holds     map[string][]int // of holders, by place type
}

// spelling is one way to write an action.
type spelling struct {
	schema int
	word   string         // it begins with, in lower case
	param  [maxSlots]int8 // parameter of each slot
	full   bethink.Schema // with what this spelling needs besides
	fails  []string       // what is said where a need fails, by need; "" for none
}

// Describe implements [bethink.Pack].
func (p *Pack) Describe() bethink.Description { return p.desc }

// Schemas implements [bethink.Pack].
func (p *Pack) Schemas() []bethink.Schema { return p.schemas }

// is reports whether a type, known to the pack or not, is of the category.
func (p *Pack) is(typ, cat string) bool {
	if typ == cat {
		return true
	}
	for _, c := range p.kindOf(typ).is {
		if c == cat {
			return true
		}
	}
	return false
}

// kindOf returns what the pack says of a type.
func (p *Pack) kindOf(typ string) *kind {
	if k := p.types[typ]; k != nil {
		return k
	}
	return p.unknown
}

// typeFor returns the type of an entity that a slot named: what its name says,
// or where names say nothing, what the slot asks for.
func (p *Pack) typeFor(name string, s slot) string {
	if p.names.numbered {
		return p.names.typeOf(name)
	}
	return s.cat
}

// has reports whether entities of the kind have the attribute.
func (k *kind) has(attr string) bool {
	for i := range k.attrs {
		if k.attrs[i].name == attr {
			return true
		}
	}
	return false
}

// natureOf and the like read the words of a pack file.
func natureOf(s string) (bethink.Nature, bool) {
	for _, n := range []bethink.Nature{bethink.NatureFixed, bethink.NatureActed, bethink.NatureDrifting} {
		if n.String() == s {
			return n, true
		}
	}
	return 0, false
}

func trustOf(s string) (bethink.Trust, bool) {
	for _, t := range []bethink.Trust{bethink.TrustModel, bethink.TrustContent, bethink.TrustImport, bethink.TrustUser, bethink.TrustInstrument} {
		if t.String() == s {
			return t, true
		}
	}
	return 0, false
}

func verdictOf(s string) (bethink.Verdict, bool) {
	for _, v := range []bethink.Verdict{bethink.VerdictUnclear, bethink.VerdictDone, bethink.VerdictRefused} {
		if v.String() == s {
			return v, true
		}
	}
	return 0, false
}

func replyOf(s string) (bethink.Reply, bool) {
	for _, r := range []bethink.Reply{bethink.ReplyOK, bethink.ReplyError, bethink.ReplyTimeout, bethink.ReplyEmpty, bethink.ReplyTruncated} {
		if r.String() == s {
			return r, true
		}
	}
	return 0, false
}
