package foreign

import "math"

// filter is exact Bayes over the joint values of a few variables, by brute
// force, under one model. It knows no caps, doubts or contradictions.
type filter struct {
	w      *world
	ids    []int
	size   []int
	p      []float64
	truly  bool // under the true model
	priors [][]float64
}

// newFilter starts a filter over the variables of a group. rest is a further
// value of a variable whose pack allows for more than the world has.
func newFilter(w *world, ids []int, truly bool) *filter {
	f := &filter{w: w, ids: ids, truly: truly}
	total := 1
	for _, id := range ids {
		v := w.vars[id]
		var prior []float64
		if truly {
			prior = append(append([]float64(nil), v.truth.prior...), 0)
		} else {
			prior = append([]float64(nil), v.assumed.prior...)
			seen := 0.0
			for _, x := range prior {
				seen += x
			}
			prior = append(prior, math.Max(0, 1-seen))
		}
		f.priors = append(f.priors, normal(prior))
		f.size = append(f.size, len(prior))
		total *= len(prior)
	}
	f.p = make([]float64, total)
	for s := range f.p {
		f.p[s] = 1
		for k := range ids {
			f.p[s] *= f.priors[k][f.digit(s, k)]
		}
	}
	return f
}

func (f *filter) digit(s, k int) int {
	for i := range k {
		s /= f.size[i]
	}
	return s % f.size[k]
}

func (f *filter) with(s, k, x int) int {
	d := 1
	for i := range k {
		d *= f.size[i]
	}
	return s + (x-f.digit(s, k))*d
}

func (f *filter) slot(v int) int {
	for k, id := range f.ids {
		if id == v {
			return k
		}
	}
	return -1
}

// pass lets one step of time go by.
func (f *filter) pass() {
	for k, id := range f.ids {
		rate := f.w.vars[id].assumed.rate
		if f.truly {
			rate = f.w.vars[id].truth.rate
		}
		if rate == 0 {
			continue
		}
		stay := math.Exp(-rate)
		out := make([]float64, len(f.p))
		for s, p := range f.p {
			out[s] += stay * p
			for x, q := range f.priors[k] {
				out[f.with(s, k, x)] += (1 - stay) * p * q
			}
		}
		f.p = out
	}
}

// hear conditions on one piece of news.
func (f *filter) hear(n news) {
	k := f.slot(n.v)
	if k < 0 {
		return
	}
	v := f.w.vars[n.v]
	by := n.by
	count := v.n()
	if f.truly {
		by, count = n.truly, float64(len(v.values))
	}
	on := f.slot(n.on)
	out := make([]float64, len(f.p))
	for s, p := range f.p {
		x := f.digit(s, k)
		can := n.need == nil || on < 0 || n.need(f.digit(s, on))
		switch n.what {
		case newsReport:
			l := by.lie / math.Max(1, count-1)
			if x == n.value {
				l = by.right
			}
			out[s] += p * l
		case newsAbsent:
			l := 1.0
			if x == n.value {
				l = 1 - by.right
			}
			out[s] += p * l
		case newsSignal:
			t := n.given[0]
			if f.truly {
				t = n.given[1]
			}
			out[s] += p * t[min(x, len(t)-1)]
		case newsDone:
			done := 1 - 1.0/4096
			if f.truly {
				done = n.chance
			}
			if !can {
				p /= 4096
			}
			out[f.with(s, k, n.value)] += p * done
			out[s] += p * (1 - done)
		case newsRefused:
			if can {
				p /= 4096
			}
			out[s] += p
		case newsUnclear:
			if can {
				out[f.with(s, k, n.value)] += p / 2
				p /= 2
			}
			out[s] += p
		}
	}
	f.p = normal(out)
}

// of returns the probability of a value of a variable.
func (f *filter) of(v, value int) float64 {
	k, sum := f.slot(v), 0.0
	for s, p := range f.p {
		if f.digit(s, k) == value {
			sum += p
		}
	}
	return sum
}
