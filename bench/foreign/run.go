package foreign

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/pack"
)

// Config says what to run.
//
// Worlds is the number of worlds per cell, half of them for each agent; Steps how
// many steps each takes (0: 40); Workers how many worlds run at a time (0: one per
// core), which changes no figure. Done, which may be nil, is told how many of all
// worlds are done; it is called from one goroutine at a time.
type Config struct {
	Kinds      []Kind
	Violations []Violation
	Worlds     int
	Steps      int
	Seed       uint64
	Workers    int
	Done       func(done, all int)
}

// DefaultSteps is how many steps a world takes.
const DefaultSteps = 40

// Run plays the worlds of all cells and returns one Cell for each kind and
// violation, in order. It stops at the first error: a belief that is not valid is
// one.
func Run(ctx context.Context, c Config) ([]Cell, error) {
	if c.Worlds < 1 {
		return nil, fmt.Errorf("foreign: Config.Worlds is %d: want at least 1", c.Worlds)
	}
	if c.Steps == 0 {
		c.Steps = DefaultSteps
	}
	if c.Workers < 1 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	cells := len(c.Kinds) * len(c.Violations)
	out := make([][]tally, cells)
	for i := range out {
		out[i] = make([]tally, c.Worlds)
	}
	jobs := make(chan [2]int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for range c.Workers {
		wg.Go(func() {
			for j := range jobs {
				k, v := c.Kinds[j[0]/len(c.Violations)], c.Violations[j[0]%len(c.Violations)]
				t, err := c.play(ctx, k, v, j[1])
				if err != nil {
					stop(fmt.Errorf("foreign: %s, %s, world %d of seed %d: %w", k, v, j[1], c.Seed, err))
					continue
				}
				out[j[0]][j[1]] = *t
				mu.Lock()
				done++
				if c.Done != nil {
					c.Done(done, cells*c.Worlds)
				}
				mu.Unlock()
			}
		})
	}
feed:
	for i := range cells {
		for n := range c.Worlds {
			select {
			case jobs <- [2]int{i, n}:
			case <-ctx.Done():
				break feed
			}
		}
	}
	close(jobs)
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	var table []Cell
	for i := range cells {
		var sum tally
		for n := range out[i] {
			sum.add(&out[i][n])
		}
		table = append(table, sum.cell(c.Kinds[i/len(c.Violations)], c.Violations[i%len(c.Violations)], c.Worlds))
	}
	return table, nil
}

// generate makes a world.
func generate(k Kind, v Violation, r *rand.Rand) (*world, error) {
	switch k {
	case KindPlaces:
		return places(r, v)
	case KindFiles:
		return files(r, v)
	case KindServices:
		return services(r, v)
	case KindShops:
		return shops(r, v)
	}
	return nil, fmt.Errorf("no kind of world %q", k)
}

// play plays one world, the even ones at random, the odd ones by the belief.
func (c *Config) play(ctx context.Context, k Kind, viol Violation, n int) (*tally, error) {
	h := fnv.New64a()
	fmt.Fprint(h, k, viol, n) //nolint:errcheck // a hash never fails
	r := rand.New(rand.NewPCG(c.Seed, h.Sum64()))
	w, err := generate(k, viol, r)
	if err != nil {
		return nil, err
	}
	e, err := bethink.New(bethink.Config{Pack: w.pack})
	if err != nil {
		return nil, err
	}
	g := &game{w: w, e: e, t: &tally{}, had: map[[2]int]bool{}}
	if g.view, err = e.Open(ctx, "w", "e"); err != nil {
		return nil, err
	}
	for _, ids := range w.groups {
		g.assumed = append(g.assumed, newFilter(w, ids, false))
		g.truly = append(g.truly, newFilter(w, ids, true))
	}
	for _, in := range w.begin {
		if err := g.see(ctx, in, 0); err != nil {
			return nil, err
		}
	}
	for range c.Steps {
		if err := g.step(ctx, n%2 == 1); err != nil {
			return nil, err
		}
	}
	return g.t, nil
}

// game is one world being played against the truth.
type game struct {
	w              *world
	e              *bethink.Engine
	view           bethink.View
	assumed, truly []*filter
	t              *tally
	had            map[[2]int]bool // versions read before, by file
}

func (g *game) see(ctx context.Context, in bethink.Input, elapsed float64) error {
	in.Elapsed = elapsed
	v, st, err := g.e.Observe(ctx, "w", "e", in)
	if err != nil {
		return err
	}
	if g.view = v; st.Contradiction != nil {
		g.t.contradictions++
	}
	for _, x := range g.w.vars {
		if _, ok := v.Belief.Find(x.name); ok {
			x.met = true
		}
	}
	return nil
}

func (g *game) step(ctx context.Context, follows bool) error {
	w := g.w
	m := choose(w, g.view, w.moves(w), follows, w.rng)
	w.pass()
	for _, f := range g.assumed {
		f.pass()
	}
	for _, f := range g.truly {
		f.pass()
	}
	if w.kind == KindFiles {
		for i := range w.vars[1:] {
			if w.rng.Float64() < w.vars[i+1].truth.rate {
				w.edit(i + 1)
			}
		}
	}
	before := g.view
	ins, ns := m.answer()
	elapsed := 1.0
	for _, in := range ins {
		if err := g.see(ctx, in, elapsed); err != nil {
			return err
		}
		elapsed = 0
	}
	if len(ins) == 0 {
		if err := g.see(ctx, bethink.Input{}, 1); err != nil {
			return err
		}
	}
	g.t.steps++
	for _, n := range ns {
		for _, f := range g.assumed {
			f.hear(n)
		}
		for _, f := range g.truly {
			f.hear(n)
		}
		g.read(before, n)
	}
	g.shown(ns)
	g.judge()
	return g.view.Belief.Valid()
}

// read counts a direct reading, and what a changed version left verified.
func (g *game) read(before bethink.View, n news) {
	if !n.direct {
		return
	}
	v := g.w.vars[n.v]
	id, known := before.Belief.Find(v.name)
	verified := false
	if known {
		_, verified = before.Belief.Verified(id)
	}
	if !verified {
		g.t.reports++
		if g.view.Belief.Of(v.name, v.values[n.value]) >= .95 {
			g.t.believed++
		}
	}
	if g.w.kind != KindFiles || n.v == 0 {
		return
	}
	// A version that returns brings back what was verified under it.
	if was := [2]int{n.v, n.value}; g.had[was] {
		return
	} else {
		g.had[was] = true
	}
	if !verified {
		return
	}
	suite := g.w.vars[0].name
	if was, _ := before.Belief.Best(v.name); was != v.values[n.value] && before.Belief.Status(v.name) == bethink.StatusVerified &&
		before.Belief.Status(suite) == bethink.StatusVerified && g.view.Belief.Status(suite) == bethink.StatusVerified {
		g.t.stale++
	}
}

// shown asks the gate for the actions whose needs the last answer showed.
func (g *game) shown(ns []news) {
	for _, n := range ns {
		if !n.direct {
			continue
		}
		v := g.w.vars[n.v]
		text := ""
		switch {
		case g.w.kind == KindPlaces:
			to := v.values[1]
			if n.value == 1 {
				to = v.values[2]
			}
			text = fmt.Sprintf("move %s from %s to %s", v.name.Entity, v.values[n.value], to)
		case g.w.kind == KindShops && v.name.Attr == "stock" && n.value < 2:
			text = "buy " + string(v.name.Entity)
		case g.w.kind == KindServices && n.value > 0:
			text = "restart " + string(v.name.Entity)
		default:
			continue
		}
		if !g.w.pack.Gate(g.view, text, pack.DefaultGate).OK {
			g.t.refused++
		}
	}
}

// judge holds the belief of every variable met against the truth.
func (g *game) judge() {
	for i, v := range g.w.vars {
		id, ok := g.view.Belief.Find(v.name)
		if !ok {
			continue
		}
		truth := v.values[v.now]
		p := g.view.Belief.Of(v.name, truth)
		if p == 0 { // nobody has named the true value: it is a share of other
			p = g.view.Belief.Of(v.name, bethink.Other) / math.Max(2, v.unlisted)
		}
		best, q := g.view.Belief.Best(v.name)
		right := best == truth
		if best == bethink.Other {
			right = !has(g.view.Belief.Values(id), truth)
		}
		if g.view.Belief.Status(v.name) == bethink.StatusVerified {
			g.t.verified++
			if g.t.claimed += 1 - q; !right {
				g.t.wrong++
			}
		}
		g.t.asked++
		g.t.forecast(q, right)
		g.t.bits += bits(p)
		for k := range g.assumed {
			if g.assumed[k].slot(i) >= 0 {
				g.t.exact = true
				g.t.exactBits += bits(g.assumed[k].of(i, v.now))
				g.t.trueBits += bits(g.truly[k].of(i, v.now))
			}
		}
	}
}

func has(vs []bethink.Value, v bethink.Value) bool {
	for _, x := range vs {
		if x == v {
			return true
		}
	}
	return false
}

// worst bounds what one question costs a model that holds the truth impossible:
// exact Bayes under a table that says never.
const worst = 30.0

func bits(p float64) float64 { return math.Min(worst, -math.Log2(math.Max(p, 1e-300))) }
