package bethink

// View is an immutable snapshot that all readers take: the belief with the
// knowledge, pack and goal it is read under. A View may be read by many
// goroutines at once.
type View struct {
	World     World
	Episode   Episode
	Seq       uint64 // steps folded in
	Goal      Goal
	Last      Action
	Belief    Belief
	Knowledge Knowledge
	Pack      Pack
}

// Transition returns what the action needs, does and reveals: the pack's word
// revised by the world's knowledge. Observing, simulating, planning and
// probing all use this one call.
func (v View) Transition(a Action) Transition {
	if v.Pack == nil {
		return Transition{}
	}
	t := v.Pack.Transition(v, a)
	if v.Knowledge == nil {
		return t
	}
	return v.Knowledge.Transition(v, a, t)
}
