package foreign

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/pack"
)

const placesPack = `
name: warehouse
version: "1"
tick: 1
live: false
names: numbered
agent: robot
scene: hall
unknown: [place]
articles: [a, an, the]
sets: [{name: where, values: [nowhere], unlisted: 20}]
categories: [{name: place, joins: [where]}, {name: thing}]
rooms: [{name: hall}]
types:
  - {name: rack, is: [place]}
  - {name: crate, is: [place]}
  - {name: shelf, is: [place]}
  - {name: gear, is: [thing], in: [rack, crate], count: {hall: %[1]g}}
  - {name: bolt, is: [thing], in: [rack, crate, shelf], count: {hall: %[1]g}}
  - {name: pump, is: [thing], in: [shelf], count: {hall: %[1]g}}
placement: {attr: location, set: where, elsewhere: 0.05, nowhere: nowhere, lost: 0.02}
attributes:
  - {of: thing, name: location, set: where, from_field: true, nature: drifting, rate: %[2]g, rest: 1}
actions:
  - verb: go
    text: "go to {r:place}"
    reveals: [{every: thing, attr: location, place: $r}]
    cost: 1
    reversible: true
  - verb: move
    text: "move {o:thing} from {a:place} to {r:place}"
    needs: [{of: $o, attr: location, is: $a, else: "{o} is not at {a}"}]
    effects: [{of: $o, attr: location, is: $r}]
    cost: 1
    reversible: true
patterns:
  - {name: hall, text: "The hall has {rs:place*}.", begins: true}
  - name: at
    text: "At {r:place}: {os:thing*}."
    verdict: done
    of: go
    tells:
      - {of: $os, attr: location, is: $r, reliability: %[3]g}
      - {every: thing, attr: location, place: $r, except: $os, miss: 0.0001, per_look: %[4]g}
  - {name: moved, text: "It is moved.", of: move, verdict: done}
  - {name: gone, text: "It is not there.", of: move, verdict: refused}
  - {name: stuck, text: "The arm stops.", of: move, verdict: unclear}
`

// hall is what is assumed of where a type may be, by the type of the place.
func hall(typ, place string) bool {
	switch typ {
	case "gear":
		return place == "rack" || place == "crate"
	case "pump":
		return place == "shelf"
	}
	return place != "loft"
}

func typeOf(name string) string {
	typ, _, _ := strings.Cut(name, " ")
	return typ
}

func places(r *rand.Rand, viol Violation) (*world, error) {
	w := &world{kind: KindPlaces, viol: viol, rng: r}
	w.meters()
	const count, rate = 2.0, .0005
	at := names(viol, []string{"rack 1", "rack 2", "crate 1", "crate 2", "shelf 1", "shelf 2"}, []string{"rack 1", "rack 10", "crate 1", "crate 10", "shelf 1", "shelf 10"})
	listed := append([]string{"nowhere"}, at...)
	all := listed
	if viol.has(ViolationUnlisted) {
		all = append(append([]string(nil), listed...), "loft 1")
	}
	values := make([]bethink.Value, len(all))
	for i, p := range all {
		values[i] = bethink.Value(p)
	}
	number := []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18"}
	if viol.has(ViolationPrefixes) {
		number = []string{"1", "10", "11", "12", "2", "20", "21", "3", "30", "4", "40", "5", "50", "6", "60", "7", "70", "8"}
	}
	for _, typ := range []string{"gear", "bolt", "pump"} {
		mean := count
		if viol.has(ViolationCounts) {
			if mean *= 5; r.IntN(2) == 0 {
				mean /= 25
			}
		}
		for k := range min(poisson(r, mean), len(number)) {
			v := &variable{name: bethink.Variable{Entity: bethink.Entity(typ + " " + number[k]), Attr: "location"}, values: values, listed: len(listed), unlisted: 20}
			v.assumed = law{prior: make([]float64, len(all)), rate: rate}
			v.truth = law{prior: make([]float64, len(all)), rate: rate}
			homes := 0.0
			for i, p := range all {
				if i > 0 && hall(typ, typeOf(p)) {
					v.assumed.prior[i] = 1
					homes++
				}
			}
			for i := range all {
				v.assumed.prior[i] *= .98 / homes
			}
			v.assumed.prior[0] = .02
			copy(v.truth.prior, v.assumed.prior)
			for i, p := range all {
				if i > 0 && (viol.has(ViolationNever) && p != "loft 1" || viol.has(ViolationUnlisted) && p == "loft 1") {
					v.truth.prior[i] += .3 / homes
				}
			}
			normal(v.truth.prior)
			if viol.has(ViolationDrift) {
				v.truth.rate *= 10
			}
			v.now = pick(r, v.truth.prior)
			w.groups = append(w.groups, []int{len(w.vars)})
			w.vars = append(w.vars, v)
		}
	}
	w.begin = []bethink.Input{{Text: "The hall has " + list(at) + "."}}
	w.moves = func(w *world) []move { return placeMoves(w, all[1:]) }
	var err error
	w.pack, err = pack.Load("warehouse.yaml", fmt.Appendf(nil, placesPack, count, rate, stated.right, 1-stated.right))
	return w, err
}

func list(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	out := ""
	for i, n := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			out += ", and "
		default:
			out += ", "
		}
		out += "a " + n
	}
	return out
}

// poisson draws a Poisson number by counting exponential times.
func poisson(r *rand.Rand, mean float64) int {
	n, p := 0, math.Exp(-mean)
	for x := r.Float64(); x > p; x *= r.Float64() {
		n++
	}
	return n
}

func placeMoves(w *world, at []string) []move {
	var out []move
	for k, place := range at {
		here := k + 1
		out = append(out, move{about: -1, answer: func() ([]bethink.Input, []news) {
			var seen []string
			var ns []news
			for i, v := range w.vars {
				x, named := w.rng.Float64(), false
				switch {
				case v.now == here:
					named = x < w.says.right
				default:
					named = x < w.says.lie/float64(len(v.values)-1)
				}
				if named {
					seen = append(seen, string(v.name.Entity))
					ns = append(ns, news{v: i, what: newsReport, value: here, by: stated, truly: w.says, direct: true})
				} else {
					ns = append(ns, news{v: i, what: newsAbsent, value: here, by: stated, truly: w.says})
				}
			}
			return []bethink.Input{{Action: bethink.Action{Text: "go to " + place}, Text: "At " + place + ": " + list(seen) + "."}}, ns
		}})
	}
	for i, v := range w.vars {
		if !v.met {
			continue
		}
		from, to := w.rng.IntN(len(at)), w.rng.IntN(len(at))
		if v.now > 0 && w.rng.IntN(2) == 0 {
			from = v.now - 1
		}
		if from == to {
			continue
		}
		text := fmt.Sprintf("move %s from %s to %s", v.name.Entity, at[from], at[to])
		out = append(out, move{about: i, act: true, needs: text, answer: func() ([]bethink.Input, []news) {
			ins, ns := w.act(i, text, "", i, func(x int) bool { return x == from+1 }, i, to+1)
			in := bethink.Input{Action: bethink.Action{Text: text}, Text: "The arm stops."}
			switch ns[0].what {
			case newsDone:
				in.Text = "It is moved."
			case newsRefused:
				in.Text = "It is not there."
			}
			ins[0] = in
			return ins, ns
		}})
	}
	return out
}
