package pack

import (
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// The shapes of a pack file. The household pack shows them all in use.

type file struct {
	Name       text           `yaml:"name"`
	Version    text           `yaml:"version"`
	Tick       float64        `yaml:"tick"`
	Live       bool           `yaml:"live"`
	Names      text           `yaml:"names"`
	Agent      text           `yaml:"agent"`
	Scene      text           `yaml:"scene"`
	Unknown    texts          `yaml:"unknown"`
	Articles   texts          `yaml:"articles"`
	Sets       []setFile      `yaml:"sets"`
	Categories []categoryFile `yaml:"categories"`
	Rooms      []roomFile     `yaml:"rooms"`
	Types      []typeFile     `yaml:"types"`
	Attributes []attrFile     `yaml:"attributes"`
	Pairs      []pairFile     `yaml:"pairs"`
	Placement  *placementFile `yaml:"placement"`
	Patterns   []patternFile  `yaml:"patterns"`
	Inputs     []inputFile    `yaml:"inputs"`
	Actions    []actionFile   `yaml:"actions"`
	Goals      []goalFile     `yaml:"goals"`
	Queries    *queriesFile   `yaml:"queries"`
}

// queriesFile is the wording of questions to the belief.
type queriesFile struct {
	Attr     text  `yaml:"attr"`  // the attribute that says where a thing is
	Place    text  `yaml:"place"` // the category of places
	Things   text  `yaml:"things"`
	Held     text  `yaml:"held"` // the place of what the agent holds
	Noun     text  `yaml:"noun"` // what places are called
	Where    texts `yaml:"where"`
	Contents texts `yaml:"contents"`
	Searched texts `yaml:"searched"`
	State    texts `yaml:"state"`
}

type setFile struct {
	Name     text    `yaml:"name"`
	Values   texts   `yaml:"values"`
	Unlisted float64 `yaml:"unlisted"`
}

type categoryFile struct {
	Name  text  `yaml:"name"`
	Joins texts `yaml:"joins"`
}

type roomFile struct {
	Name text `yaml:"name"`
	Has  text `yaml:"has"`
}

type typeFile struct {
	Name   text               `yaml:"name"`
	Is     texts              `yaml:"is"`
	In     texts              `yaml:"in"`
	Count  map[string]float64 `yaml:"count"`
	Weight *float64           `yaml:"weight"`
	Unique bool               `yaml:"unique"`
}

type attrFile struct {
	Of        text               `yaml:"of"`
	Name      text               `yaml:"name"`
	Values    texts              `yaml:"values"`
	Set       text               `yaml:"set"`
	Unlisted  float64            `yaml:"unlisted"`
	Prior     map[string]float64 `yaml:"prior"`
	Rest      float64            `yaml:"rest"`
	Nature    text               `yaml:"nature"`
	Rate      float64            `yaml:"rate"`
	FromField bool               `yaml:"from_field"`
	Doubt     float64            `yaml:"doubt"`    // the chance that this table is wrong here; 0 is .005
	Measured  bool               `yaml:"measured"` // the table is a measured base rate: no doubt
	Rests     []restFile         `yaml:"rests"`
}

type restFile struct {
	Pattern text `yaml:"pattern"`
	Attr    text `yaml:"attr"`
}

type pairFile struct {
	Attr    text          `yaml:"attr"`
	Prior   float64       `yaml:"prior"`
	Same    float64       `yaml:"same"`
	Apart   texts         `yaml:"apart"`
	Between []betweenFile `yaml:"between"`
}

type betweenFile struct {
	A text    `yaml:"a"`
	B text    `yaml:"b"`
	P float64 `yaml:"p"`
}

type placementFile struct {
	Attr      text    `yaml:"attr"`
	Set       text    `yaml:"set"`
	Elsewhere float64 `yaml:"elsewhere"`
	Nowhere   text    `yaml:"nowhere"`
	Lost      float64 `yaml:"lost"`
	// Away says that what a goal wants brought somewhere is not there at the
	// start: the task would be done before it began.
	Away bool `yaml:"away"`
}

type patternFile struct {
	Name    text       `yaml:"name"`
	Texts   texts      `yaml:"text"`
	Of      texts      `yaml:"of"`
	Verdict text       `yaml:"verdict"`
	Unclear *float64   `yaml:"unclear"` // chance that the action was done, if the verdict is unclear
	Begins  bool       `yaml:"begins"`
	Goal    text       `yaml:"goal"`
	Tells   []tellFile `yaml:"tells"`
}

type tellFile struct {
	Of          text    `yaml:"of"`
	Pairs       text    `yaml:"pairs"`
	Attr        text    `yaml:"attr"`
	Is          texts   `yaml:"is"`
	Not         bool    `yaml:"not"`
	Reliability float64 `yaml:"reliability"`
	FalseRate   float64 `yaml:"false_rate"` // P(reported | does not hold); 0: the default
	// Given is a likelihood table: the chance of this report given each value of
	// the attribute. Else is that of the values it does not list.
	Given   map[string]float64 `yaml:"given"`
	Else    float64            `yaml:"else"`
	Origin  text               `yaml:"origin"` // where it ultimately comes from: text with {slots}, {call}, {tool} or {actor}
	Trust   text               `yaml:"trust"`
	Once    bool               `yaml:"once"`
	Every   text               `yaml:"every"`
	Place   text               `yaml:"place"`
	Except  text               `yaml:"except"`
	Miss    float64            `yaml:"miss"`
	PerLook float64            `yaml:"per_look"`
}

type inputFile struct {
	Name   text            `yaml:"name"`
	Tool   text            `yaml:"tool"`
	Reply  text            `yaml:"reply"`
	Exit   text            `yaml:"exit"`
	Args   map[string]text `yaml:"args"`
	Result map[string]text `yaml:"result"`
	// Each is the JSON pointer of an array in the result. Item reads fields of
	// one element, and what the pattern tells it tells of each element that Item
	// reads.
	Each    text            `yaml:"each"`
	Item    map[string]text `yaml:"item"`
	Verdict text            `yaml:"verdict"`
	Unclear *float64        `yaml:"unclear"`
	Tells   []tellFile      `yaml:"tells"`
}

type actionFile struct {
	Verb       text         `yaml:"verb"`
	Text       text         `yaml:"text"`
	Also       []alsoFile   `yaml:"also"`
	When       []needFile   `yaml:"when"`
	Needs      []needFile   `yaml:"needs"`
	Placed     bool         `yaml:"placed"`
	Effects    []effectFile `yaml:"effects"`
	Reveals    []revealFile `yaml:"reveals"`
	Cost       float64      `yaml:"cost"`
	Reversible bool         `yaml:"reversible"`
	Unclear    *float64     `yaml:"unclear"` // chance that it was done if the answer is unclear; 0.5 if left out
}

// alsoFile is another spelling of an action, and what the world must be like
// for it to be understood.
type alsoFile struct {
	Text text       `yaml:"text"`
	When []needFile `yaml:"when"`
}

type needFile struct {
	Of       text  `yaml:"of"`
	With     text  `yaml:"with"`
	Attr     text  `yaml:"attr"`
	Is       texts `yaml:"is"`
	Not      bool  `yaml:"not"`
	Optional bool  `yaml:"optional"`
	Else     text  `yaml:"else"` // said where it fails
}

type effectFile struct {
	Of   text               `yaml:"of"`
	Attr text               `yaml:"attr"`
	Is   text               `yaml:"is"`
	To   map[string]float64 `yaml:"to"`
	P    float64            `yaml:"p"`
	When []needFile         `yaml:"when"`
}

type revealFile struct {
	Of    text       `yaml:"of"`
	Attr  text       `yaml:"attr"`
	Every text       `yaml:"every"`
	Place text       `yaml:"place"`
	When  []needFile `yaml:"when"`
}

type goalFile struct {
	Form  text       `yaml:"form"`
	Texts texts      `yaml:"text"`
	Roles []roleFile `yaml:"roles"`
	Steps []stepFile `yaml:"steps"`
}

type roleFile struct {
	Name  text `yaml:"name"`
	Type  text `yaml:"type"`
	Count int  `yaml:"count"`
}

type stepFile struct {
	Role    text `yaml:"role"`
	Subject text `yaml:"subject"`
	Attr    text `yaml:"attr"`
	Is      text `yaml:"is"`
}

// text is a scalar with the line it stands on.
type text struct {
	s    string
	line int
}

func (t text) String() string { return t.s }

// UnmarshalYAML takes a scalar as it is written.
func (t *text) UnmarshalYAML(n ast.Node) error {
	tok := n.GetToken()
	t.line = tok.Position.Line
	switch x := n.(type) {
	case *ast.StringNode:
		t.s = x.Value
	case *ast.LiteralNode:
		t.s = x.Value.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		t.s = tok.Value
	default:
		return fmt.Errorf("line %d: a text is needed here, not a %s", t.line, n.Type())
	}
	return nil
}

// texts is a list of texts; one text stands for a list of one.
type texts []text

var (
	_ yaml.NodeUnmarshaler = (*text)(nil)
	_ yaml.NodeUnmarshaler = (*texts)(nil)
)

// UnmarshalYAML takes one scalar or a list of them.
func (ts *texts) UnmarshalYAML(n ast.Node) error {
	if seq, ok := n.(*ast.SequenceNode); ok {
		for _, v := range seq.Values {
			var t text
			if err := t.UnmarshalYAML(v); err != nil {
				return err
			}
			*ts = append(*ts, t)
		}
		return nil
	}
	var t text
	if err := t.UnmarshalYAML(n); err != nil {
		return err
	}
	*ts = texts{t}
	return nil
}

func (ts texts) strings() []string {
	out := make([]string, len(ts))
	for i, t := range ts {
		out[i] = t.s
	}
	return out
}
