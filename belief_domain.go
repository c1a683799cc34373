package bethink

import "fmt"

// domain is the value set of a variable. Values never move: discovery appends.
// An open domain keeps Other at position 0, standing for unlisted more values.
//
// Invariants: values are distinct; open says whether values[0] is Other;
// unlisted is at least 2 in an open domain, and at least the number of values
// discovered: Other always keeps some of the belief, however many were.
type domain struct {
	name     string // "" where the set is not shared
	slot     int32  // of a shared set, its place in the belief's sets
	values   []Value
	at       map[Value]int32
	taken    []float64 // for each appended value, the share of Other it took; 0 before
	open     bool
	used     bool // some variable has it: from now on a joining value is a discovery
	unlisted float64
	found    float64 // how many values were discovered
	owner    *token
}

// size is the number of values, the unlisted ones counted.
func (d *domain) size() float64 {
	n := float64(len(d.values))
	if d.open {
		n += d.unlisted - 1
	}
	return n
}

// weight is the number of values that the i-th position stands for.
func (d *domain) weight(i int) float64 {
	if i == 0 && d.open {
		return d.unlisted
	}
	return 1
}

func newDomain(name string, values []Value, unlisted float64, owner *token) (*domain, error) {
	d := &domain{name: name, open: unlisted > 0, unlisted: max(unlisted, 2), owner: owner}
	if d.open {
		d.values = append(d.values, Other)
	}
	d.values = append(d.values, values...)
	d.at = make(map[Value]int32, len(d.values))
	for i, v := range d.values {
		if _, dup := d.at[v]; dup {
			return nil, fmt.Errorf("value set %q lists %q twice: %w", name, v, ErrInvalid)
		}
		d.at[v] = int32(i)
	}
	d.taken = make([]float64, len(d.values))
	if len(d.values) == 0 && name == "" {
		return nil, fmt.Errorf("a value set has no values: %w", ErrInvalid)
	}
	return d, nil
}

// find returns the position of a value, or -1.
func (d *domain) find(v Value) int32 {
	// A short set is faster to scan than to hash.
	if len(d.values) <= 4 {
		for i, have := range d.values {
			if have == v {
				return int32(i)
			}
		}
		return -1
	}
	if i, ok := d.at[v]; ok {
		return i
	}
	return -1
}

// with returns the domain widened by v, owned by the edit.
func (d *domain) with(v Value, owner *token) *domain {
	if d.owner != owner || owner == nil {
		c := &domain{name: d.name, slot: d.slot, open: d.open, used: d.used, unlisted: d.unlisted, found: d.found, owner: owner}
		c.taken = append(make([]float64, 0, len(d.values)+8), d.taken...)
		c.values = append(make([]Value, 0, len(d.values)+8), d.values...)
		c.at = make(map[Value]int32, len(d.at)+8)
		for i, v := range c.values {
			c.at[v] = int32(i)
		}
		d = c
	}
	d.at[v] = int32(len(d.values))
	d.values = append(d.values, v)
	if d.open && d.used {
		d.taken = append(d.taken, 1/d.unlisted)
		// As many values as were found may still be out there: a share of 1/k
		// for the k-th keeps Other from dying out faster than 1/k.
		d.found++
		d.unlisted = max(2, d.unlisted-1, d.found)
	} else {
		d.taken = append(d.taken, 0)
	}
	return d
}

// newcomer is the share that a value takes which joins a closed set in use: the
// set was said to be complete, so that it is next to nothing, but never nothing.
// What is then told of it contradicts the belief, and reopens it.
const newcomer = 1.0 / (1 << 20)

// extend carries a distribution over the first len(p) values to all of them:
// each newer value takes its share of Other and changes nothing else, or, in a
// closed set, next to nothing of all. It is linear, keeps mass, and returns p
// itself where there is nothing to do.
func (d *domain) extend(p []float64) []float64 {
	return d.extended(p, func(int) float64 { return newcomer })
}

// extendPrior carries a prior to all values: in a closed set a newer value
// weighs as much as the mean of those before it.
func (d *domain) extendPrior(p []float64) []float64 {
	return d.extended(p, func(i int) float64 { return 1 / float64(i+1) })
}

func (d *domain) extended(p []float64, share func(i int) float64) []float64 {
	if len(p) >= len(d.values) {
		return p
	}
	q := make([]float64, len(d.values))
	copy(q, p)
	for i := len(p); i < len(q); i++ {
		if d.open {
			q[i] = q[0] * d.taken[i]
			q[0] -= q[i]
			continue
		}
		t, sum := share(i), 0.0
		for k := range i {
			sum += q[k]
			q[k] *= 1 - t
		}
		q[i] = t * sum
	}
	return q
}

// newLikelihood is what has been said of a value that joins: as much as of
// Other, of which it was a part, or, in a closed set, as of the others on the
// whole.
func (d *domain) newLikelihood(lik, base []float64) float64 {
	if d.open {
		return lik[0]
	}
	mean, sum := 0.0, 0.0
	for i, l := range lik[:min(len(lik), len(base))] { // in a block the base is an old one
		mean += base[i] * l
		sum += base[i]
	}
	if sum > 0 {
		return mean / sum
	}
	return 1
}
