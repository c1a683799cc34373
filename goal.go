package bethink

// Goal is what an episode asks for, as the pack read it: entities to be found
// (existentially quantified), and literals over them in the order in which a
// plan would make them true.
//
//	"put a hot egg in the garbagecan":
//	Form heat, Roles {o egg} {r garbagecan},
//	Steps hot(o)=true, location(o)=r
type Goal struct {
	Text  string     `json:"text"`
	Form  string     `json:"form"`
	Roles []Role     `json:"roles"`
	Steps []GoalStep `json:"steps"`
}

// Role is a thing the goal speaks of: some entity of the type. Roles of one
// type are bound to different entities. Count is how many of the type the goal
// implies to exist.
type Role struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Count int    `json:"count,omitempty"`
}

// GoalStep is a literal over roles: Attr of the entity bound to Role is Value.
// Value is a constant, "$role" for the entity bound to another role, or
// "$role.attr" for the value of that entity's attribute. Subject, when set, is
// a constant entity used instead of Role ("agent").
type GoalStep struct {
	Role    string `json:"role,omitempty"`
	Subject Entity `json:"subject,omitempty"`
	Attr    string `json:"attr"`
	Value   Term   `json:"value"`
}
