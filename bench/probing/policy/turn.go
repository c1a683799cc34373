package policy

// Turn is what a prober decides on. It must not be changed.
type Turn struct {
	// Options are the variables. Where it is nil, Fill makes them when they are
	// first asked for: most steps are not ones to probe at.
	Options []Option
	Fill    func() []Option
	// Step counts the steps taken, Horizon those of an episode; a probe is one.
	Step, Horizon int
	// Used counts the probes made, Budget those allowed; LastProbe is the
	// step of the last one, 0 for none.
	Used, Budget, LastProbe int
	// Ends is the believed chance that the next action ends the episode.
	Ends float64
	// Within bounds from above the believed chance that acting ends the task
	// within n steps; nil where nothing is known.
	Within func(n int) float64
	// Keeps is the believed chance that an action that would end the task now
	// still would after n more steps; nil is for certain.
	Keeps func(n int) float64
	// LastSeen says that the agent reports the last value seen; else it
	// reports the most probable one.
	LastSeen bool
	// Seed is for probers that draw.
	Seed uint64
}

// All returns the options. The caller must not change them.
func (m *Turn) All() []Option {
	if m.Options == nil && m.Fill != nil {
		m.Options = m.Fill()
	}
	return m.Options
}

// Left is the number of steps left.
func (m *Turn) Left() int { return max(0, m.Horizon-m.Step) }

// Probes is the number of probes that can still be made.
func (m *Turn) Probes() int { return max(0, min(m.Budget-m.Used, m.Left())) }
