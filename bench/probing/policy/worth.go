package policy

import "math"

// Objective is what a probe is to serve.
type Objective uint8

const (
	// ObjectiveAccuracy is the expected number of options right at the end.
	ObjectiveAccuracy Objective = iota
	// ObjectiveWeighted is the same, each option counting by its Weight.
	ObjectiveWeighted
	// ObjectiveSuccess is the task: a probe is worth the steps that acting blindly would
	// lose, and costs its own.
	ObjectiveSuccess
)

// String returns the objective's lower-case name.
func (o Objective) String() string {
	switch o {
	case ObjectiveAccuracy:
		return "accuracy"
	case ObjectiveWeighted:
		return "weighted"
	}
	return "success"
}

// Worth configures the value of information.
type Worth struct {
	Objective Objective
	// Protect spends no step on accuracy that could still win the task.
	Protect bool
}

// spare is the chance of winning that a protected task may be denied.
const spare = 0.002

// weight is what a option counts.
func (w Worth) weight(o *Option) float64 {
	if w.Objective == ObjectiveAccuracy {
		return 1
	}
	return o.Weight
}

// ValueOfInformation decides what to ask and when. For accuracy, asking late is
// best, for what is asked early may have changed by the end: the last steps of
// the horizon are an exact assignment of options to steps. Before them it asks
// only where the next action may end the episode: a probe put off is worth its
// later value times the chance of still running. For success it asks where
// acting blindly is expected to lose more steps than the question costs.
func ValueOfInformation(name string, w Worth) Prober {
	return New(name, func(m *Turn) int {
		if w.Objective == ObjectiveSuccess {
			if i := w.saves(m); i >= 0 || !w.Protect {
				return i
			}
		}
		return w.timed(m)
	})
}

// saves picks the option whose answer saves most steps, or Act where none saves
// more than it costs.
func (w Worth) saves(m *Turn) int {
	best, top := Act, 0.0
	for i := range m.All() {
		f := &m.All()[i]
		if net := f.Loss - max(1, f.Cost); f.Answerable() && net > top {
			best, top = i, net
		}
	}
	return best
}

// timed picks the option to ask at this step for accuracy at the end, or Act.
func (w Worth) timed(m *Turn) int {
	if m.Ends > 0 {
		return w.stop(m)
	}
	// Waiting is free and what is asked later is fresher, but for the last steps.
	slots := m.Probes()
	if m.Left() > slots || w.Protect && m.Within != nil && m.Within(m.Left()) > spare {
		return Act
	}
	if w.open(m, slots, 1) < slots {
		return Act
	}
	return w.assigned(m, slots, 1)
}

// open counts the options worth asking about in the first of the slots.
func (w Worth) open(m *Turn, slots, after int) int {
	n := 0
	for i := range m.All() {
		if f := &m.All()[i]; f.Answerable() && f.Gain(w.weight(f), 0, after+slots-1, m.LastSeen) > 0 {
			n++
		}
	}
	return n
}

// stop decides where acting may end it all: it weighs asking now against asking
// after the next action, which the episode survives with chance 1 − Ends. One
// step is kept for that action.
func (w Worth) stop(m *Turn) int {
	const rest = 1 // ticks from the last probe to the end, were the action to end it
	slots := min(m.Probes(), m.Left()-1)
	if w.Protect && m.Ends < 1-spare {
		return Act // it may fail, and the steps be needed for another way
	}
	for w.Protect && m.Keeps != nil && slots > 0 && m.Keeps(slots) < 1-spare {
		slots--
	}
	slots = min(slots, w.open(m, slots, 1+rest))
	if slots <= 0 {
		return Act
	}
	now := w.total(m, slots, 0, rest)
	later := w.total(m, min(slots, m.Left()-2), 1, rest)
	if later*(1-m.Ends) >= now {
		return Act
	}
	return w.assigned(m, slots, 1+rest)
}

// total is the sum of the greatest gains of as many options as there are slots,
// asked after wait ticks.
func (w Worth) total(m *Turn, slots, wait, rest int) float64 {
	gains := make([]float64, 0, len(m.All()))
	for i := range m.All() {
		f := &m.All()[i]
		if f.Answerable() {
			gains = append(gains, f.Gain(w.weight(f), wait, rest+slots/2, m.LastSeen))
		}
	}
	sum := 0.0
	for range min(slots, len(gains)) {
		top := 0
		for i, g := range gains {
			if g > gains[top] {
				top = i
			}
		}
		if gains[top] <= 0 {
			break
		}
		sum += gains[top]
		gains[top] = math.Inf(-1)
	}
	return sum
}

// assigned solves the assignment of options to the slots from now on and returns
// the option of the first slot; the last slot has after ticks to the end.
func (w Worth) assigned(m *Turn, slots, after int) int {
	var open []int
	for i := range m.All() {
		if m.All()[i].Answerable() {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return Act
	}
	rows := min(slots, len(open))
	gain := make([][]float64, rows)
	for s := range gain {
		gain[s] = make([]float64, len(open))
		for j, i := range open {
			f := &m.All()[i]
			gain[s][j] = f.Gain(w.weight(f), s, after+slots-1-s, m.LastSeen)
		}
	}
	match := assign(gain)
	if gain[0][match[0]] <= 0 {
		return Act
	}
	return open[match[0]]
}

// assign returns the column of each row such that the columns differ and the sum
// of gain is greatest. There are at least as many columns as rows. It is the
// Hungarian algorithm with potentials, O(rows² columns).
func assign(gain [][]float64) []int {
	rows, cols := len(gain), len(gain[0])
	u, v := make([]float64, rows+1), make([]float64, cols+1)
	owner := make([]int, cols+1) // row by column, from 1; 0 for none
	way := make([]int, cols+1)
	low := make([]float64, cols+1)
	used := make([]bool, cols+1)
	for r := 1; r <= rows; r++ {
		owner[0] = r
		at := 0
		for j := range low {
			low[j], used[j] = math.Inf(1), false
		}
		for owner[at] != 0 {
			used[at] = true
			row, delta, next := owner[at], math.Inf(1), 0
			for j := 1; j <= cols; j++ {
				if used[j] {
					continue
				}
				if cost := -gain[row-1][j-1] - u[row] - v[j]; cost < low[j] {
					low[j], way[j] = cost, at
				}
				if low[j] < delta {
					delta, next = low[j], j
				}
			}
			for j := range low {
				if used[j] {
					u[owner[j]] += delta
					v[j] -= delta
				} else {
					low[j] -= delta
				}
			}
			at = next
		}
		for at != 0 {
			owner[at], at = owner[way[at]], way[at]
		}
	}
	match := make([]int, rows)
	for j := 1; j <= cols; j++ {
		if owner[j] > 0 {
			match[owner[j]-1] = j - 1
		}
	}
	return match
}

// MostValuable picks the option of the greatest gain were it asked now.
func MostValuable(o Objective) Target {
	w := Worth{Objective: o}
	return func(m *Turn) int {
		best, top := Act, 0.0
		for i := range m.All() {
			f := &m.All()[i]
			if g := f.Gain(w.weight(f), 0, m.Left(), m.LastSeen); f.Answerable() && g > top {
				best, top = i, g
			}
		}
		return best
	}
}
