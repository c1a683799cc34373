package bethink_test

import (
	"context"
	"testing"

	"github.com/bethink-dev/bethink"
)

// goalPack records the goals that its priors were asked under.
type goalPack struct{ asked []string }

func (*goalPack) Describe() bethink.Description                                  { return bethink.Description{Name: "goal"} }
func (*goalPack) Schemas() []bethink.Schema                                      { return nil }
func (*goalPack) Action(string) (bethink.Action, bool)                           { return bethink.Action{}, false }
func (*goalPack) Transition(bethink.View, bethink.Action) (t bethink.Transition) { return t }

func (*goalPack) Parse(context.Context, bethink.View, bethink.Input) (o bethink.Observation, err error) {
	return o, nil
}

func (p *goalPack) Priors(v bethink.View, _ bethink.Found) ([]bethink.Prior, error) {
	p.asked = append(p.asked, v.Goal.Form)
	return nil, nil
}

// What a text shows and what it asks for are read together: the priors of what
// it shows know the goal.
func TestUpdate_PriorsKnowTheGoalOfTheSameText(t *testing.T) {
	p := &goalPack{}
	obs := bethink.Observation{
		Found: []bethink.Found{{Entity: "room", Type: "room"}},
		Goal:  &bethink.Goal{Form: "put"},
	}
	if _, _, err := bethink.Update(bethink.View{Pack: p}, bethink.Input{}, bethink.Transition{}, obs); err != nil {
		t.Fatal(err)
	}
	if len(p.asked) != 1 || p.asked[0] != "put" {
		t.Errorf("priors were asked under the goals %q, want [put]", p.asked)
	}
}
