package published

// collapsed is the accuracy below which belief counts as collapsed.
const collapsed = 0.6

// Accuracy is the published A_H: the mean step accuracy over all steps.
func (e Episode) Accuracy() float64 { return meanFrom(e.Steps, 0) }

// LastThird is the mean step accuracy from two thirds of the steps on.
func (e Episode) LastThird() float64 { return meanFrom(e.Steps, 2*len(e.Steps)/3) }

// Terminal is the step accuracy of the last step.
func (e Episode) Terminal() float64 { return meanFrom(e.Steps, len(e.Steps)-1) }

func meanFrom(steps []Step, from int) float64 {
	sum := 0.0
	for _, s := range steps[from:] {
		sum += s.Accuracy
	}
	return sum / float64(len(steps)-from)
}

// Onset is the first step, from 1, that is collapsed together with the next,
// else the last step where that is collapsed, else 0.
func (e Episode) Onset() int {
	for i := range len(e.Steps) - 1 {
		if e.Steps[i].Accuracy < collapsed && e.Steps[i+1].Accuracy < collapsed {
			return i + 1
		}
	}
	if n := len(e.Steps); e.Steps[n-1].Accuracy < collapsed {
		return n
	}
	return 0
}

// ActionOnset is the first step, from 1, that is not a valid action together
// with the next, or 0. As published a probe is not a valid action.
func (e Episode) ActionOnset() int {
	for i := range len(e.Steps) - 1 {
		if !e.Steps[i].Valid && !e.Steps[i+1].Valid {
			return i + 1
		}
	}
	return 0
}

// Probes counts the probes and the useful ones among them.
func (e Episode) Probes() (probes, useful int) {
	for _, s := range e.Steps {
		if s.Probed {
			probes++
		}
		if s.Useful {
			useful++
		}
	}
	return probes, useful
}

// Validity is the share of valid ones among the actions; ok is false where
// there was none.
func (e Episode) Validity() (share float64, ok bool) {
	valid, actions := 0, 0
	for _, s := range e.Steps {
		if !s.Probed {
			actions++
		}
		if s.Valid {
			valid++
		}
	}
	return ratio(valid, actions)
}

// SelfCheck is the share of actions whose validity the agent's own verdict of
// consistency foretold.
func (e Episode) SelfCheck() (share float64, ok bool) {
	right, actions := 0, 0
	for _, s := range e.Steps {
		if !s.Probed {
			actions++
			if s.Valid == s.Consistent {
				right++
			}
		}
	}
	return ratio(right, actions)
}

// MissedCritical is 0 on success, else the share of records of high
// criticality, by occurrence, whose id was never probed.
func (e Episode) MissedCritical() (share float64, ok bool) {
	if e.Success {
		return 0, true
	}
	probed := make(map[string]bool)
	for _, s := range e.Steps {
		if s.Probed {
			probed[s.Record] = true
		}
	}
	missed, all := 0, 0
	for _, s := range e.Steps {
		for _, id := range s.Critical {
			all++
			if !probed[id] {
				missed++
			}
		}
	}
	return ratio(missed, all)
}

// Recovery is the share of collapses after which one of the next three steps
// is not collapsed; after a collapse the count goes on four steps later.
func (e Episode) Recovery() (share float64, ok bool) {
	recovered, events := 0, 0
	for i := 0; i < len(e.Steps); i++ {
		if e.Steps[i].Accuracy >= collapsed {
			continue
		}
		events++
		for _, s := range e.Steps[i+1 : min(i+4, len(e.Steps))] {
			if s.Accuracy >= collapsed {
				recovered++
				break
			}
		}
		i += 3
	}
	return ratio(recovered, events)
}

func ratio(part, whole int) (float64, bool) {
	if whole == 0 {
		return 0, false
	}
	return float64(part) / float64(whole), true
}

// Cell sums up the episodes of one cell of the study.
type Cell struct {
	Episodes int
	// Accuracy, Terminal and Success are means over the episodes.
	Accuracy, Terminal, Success float64
	// Probes is the mean number of probes, UsefulRate the mean useful share
	// over the episodes with a probe, Probed the number of those.
	Probes, UsefulRate float64
	Probed             int
	// Onset is the mean over the Collapses that happened, ActionOnset over the
	// ActionCollapses.
	Onset, ActionOnset         float64
	Collapses, ActionCollapses int
}

// Summarise returns the cell of the given episodes, at least one.
func Summarise(episodes []Episode) Cell {
	c := Cell{Episodes: len(episodes)}
	for _, e := range episodes {
		c.Accuracy += e.Accuracy()
		c.Terminal += e.Terminal()
		if e.Success {
			c.Success++
		}
		probes, useful := e.Probes()
		c.Probes += float64(probes)
		if rate, ok := ratio(useful, probes); ok {
			c.UsefulRate += rate
			c.Probed++
		}
		if at := e.Onset(); at > 0 {
			c.Onset += float64(at)
			c.Collapses++
		}
		if at := e.ActionOnset(); at > 0 {
			c.ActionOnset += float64(at)
			c.ActionCollapses++
		}
	}
	n := float64(c.Episodes)
	c.Accuracy, c.Terminal, c.Success, c.Probes = c.Accuracy/n, c.Terminal/n, c.Success/n, c.Probes/n
	c.UsefulRate /= float64(max(1, c.Probed))
	c.Onset /= float64(max(1, c.Collapses))
	c.ActionOnset /= float64(max(1, c.ActionCollapses))
	return c
}
