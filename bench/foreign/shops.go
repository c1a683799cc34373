package foreign

import (
	"fmt"
	"math/rand/v2"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/pack"
)

const shopsPack = `
name: shop
version: "1"
tick: 1
live: false
names: plain
agent: buyer
categories: [{name: thing}]
types: [{name: item, is: [thing]}]
attributes:
  - {of: item, name: stock, values: [many, few, none], unlisted: 4, nature: drifting, rate: %g, prior: %s}
  - {of: item, name: paid, values: boolean, nature: acted, prior: {"false": 0.98, "true": 0.02}}
actions:
  - verb: buy
    text: "buy {i:item}"
    needs: [{of: $i, attr: stock, is: [many, few], else: "{i} is not in stock"}]
    effects: [{of: $i, attr: paid, is: "true"}]
    cost: 1
    reversible: false
patterns:
  - {name: shelf, text: "There is a shelf for {i:item}."}
  - name: stock
    text: "The page of {i:item} says: stock {x:text}."
    tells: [{of: $i, attr: stock, is: $x, reliability: %g}]
  - name: account
    text: "Your account says of {i:item}: paid {x:text}."
    tells: [{of: $i, attr: paid, is: $x, reliability: %g}]
  - {name: bought, text: "Thank you for your order.", of: buy, verdict: done}
  - {name: sold-out, text: "Sorry, sold out.", of: buy, verdict: refused}
  - {name: error, text: "Something went wrong.", of: buy, verdict: unclear}
inputs:
  - name: page
    tool: page
    result: {/url: "{u:text}", /item: "{i:item}", /stock: "{x:text}"}
    tells: [{of: $i, attr: stock, is: $x, reliability: %g, trust: content, origin: "{u}"}]
`

func shops(r *rand.Rand, viol Violation) (*world, error) {
	w := &world{kind: KindShops, viol: viol, rng: r, moves: shopMoves}
	w.meters()
	values := []bethink.Value{"many", "few", "none", "on order", "withdrawn", "used only", "hidden"}
	var text string
	for k, n := range names(viol, []string{"lamp", "desk", "rug"}, []string{"lamp", "lamp 1", "lamp 10"}) {
		assumed, truth, other := laws(r, viol, []float64{.6, .3, .1}, 4, 4, .002)
		stock := &variable{name: bethink.Variable{Entity: bethink.Entity(n), Attr: "stock"}, values: values, listed: 3, unlisted: 4, assumed: assumed, truth: truth}
		paid := &variable{name: bethink.Variable{Entity: bethink.Entity(n), Attr: "paid"}, values: []bethink.Value{bethink.False, bethink.True}, listed: 2,
			assumed: law{prior: []float64{.98, .02}}, truth: law{prior: []float64{.98, .02}}}
		for _, v := range []*variable{stock, paid} {
			v.now = pick(r, v.truth.prior)
			w.vars = append(w.vars, v)
		}
		w.groups = append(w.groups, []int{2 * k, 2*k + 1})
		w.begin = append(w.begin, bethink.Input{Text: "There is a shelf for " + n + "."})
		text = fmt.Sprintf(shopsPack, assumed.rate, priorText(values[:3], assumed.prior, other), stated.right, stated.right, hearsay.right)
	}
	var err error
	w.pack, err = pack.Load("shop.yaml", []byte(text))
	return w, err
}

func shopMoves(w *world) []move {
	var out []move
	read := func(i int, form string) move {
		v := w.vars[i]
		return move{about: i, answer: func() ([]bethink.Input, []news) {
			x := w.report(v, w.says)
			if x < 0 {
				return []bethink.Input{{Text: "The page does not load."}}, nil
			}
			return []bethink.Input{{Text: fmt.Sprintf(form, v.name.Entity, v.values[x])}},
				[]news{{v: i, what: newsReport, value: x, by: stated, truly: w.says, direct: true}}
		}}
	}
	for i := 0; i < len(w.vars); i += 2 {
		name := string(w.vars[i].name.Entity)
		out = append(out,
			read(i, "The page of %s says: stock %s."), read(i+1, "Your account says of %s: paid %s."),
			move{about: i, answer: func() ([]bethink.Input, []news) { return w.pages(i, "item", "stock") }},
			move{about: i + 1, act: true, needs: "buy " + name, answer: func() ([]bethink.Input, []news) {
				ins, ns := w.act(i, "buy "+name, "", i, func(x int) bool { return x < 2 }, i+1, 1)
				in := bethink.Input{Action: bethink.Action{Text: "buy " + name}, Text: "Something went wrong."}
				switch ns[0].what {
				case newsDone:
					in.Text = "Thank you for your order."
				case newsRefused:
					in.Text = "Sorry, sold out."
				}
				ins[0] = in
				return ins, ns
			}})
	}
	return out
}
