package planner

import "github.com/bethink-dev/bethink"

// state is one supposed state of the world, for planning: the most probable
// value of every variable, with what the plan so far has supposed or changed
// on top. It is copied by value; over is copied on write.
type state struct {
	view bethink.View
	over []override
}

type override struct {
	v   bethink.Variable
	val bethink.Value
}

func (s *state) get(v bethink.Variable) (bethink.Value, bool) {
	for i := len(s.over) - 1; i >= 0; i-- {
		if s.over[i].v == v {
			return s.over[i].val, true
		}
	}
	val, p := s.view.Belief.Best(v)
	return val, p > 0
}

func (s *state) set(v bethink.Variable, val bethink.Value) {
	s.over = append(s.over[:len(s.over):len(s.over)], override{v, val})
}

func (s *state) holds(l bethink.Literal) bool {
	val, ok := s.get(l.Var)
	if !ok {
		return l.Not
	}
	return l.Holds(val)
}
