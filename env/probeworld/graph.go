package probeworld

import "slices"

var (
	nodeNames     = numbered("n_", 20)
	graphKeyNames = [...]string{"key_a", "key_b", "key_c", "key_d", "key_e"}
)

// edge joins two nodes in the order in which it was made.
type edge struct {
	id     string
	a, b   int
	locked bool
	key    int // or −1
}

// graphWorld is GraphNavWorld: a chain of nodes with extra edges, some of them
// locked, to be crossed from the first node to the last.
type graphWorld struct {
	nodes, keys, extra, wanted int

	edges   []edge
	joins   []int // edge by pair of nodes, or −1
	at      []int // node by key, or inHand
	agent   int
	held    []string
	visited []string
}

func newGraphWorld(s Stress) *graphWorld {
	n := [...]int{6, 12, 20}[s.Cardinality]
	return &graphWorld{
		nodes:  n,
		keys:   min(max(2, n/4), len(graphKeyNames)),
		extra:  [...]int{n / 4, n / 2, n}[s.Density],
		wanted: [...]int{1, 3, 6}[s.Density],
	}
}

func (g *graphWorld) deal(mt *MT19937) {
	g.edges = make([]edge, 0, g.nodes+g.extra)
	g.joins = make([]int, g.nodes*g.nodes)
	for i := range g.joins {
		g.joins[i] = -1
	}
	for i := 1; i < g.nodes; i++ {
		g.join(i-1, i)
	}
	for range g.extra {
		ends := mt.Sample(g.nodes, 2)
		g.join(ends[0], ends[1])
	}
	if k := min(g.wanted, len(g.edges), g.keys); k > 0 {
		edges, keys := mt.Sample(len(g.edges), k), mt.Sample(g.keys, k)
		for i, e := range edges {
			g.edges[e].locked, g.edges[e].key = true, keys[i]
		}
	}
	g.at = make([]int, g.keys)
	for key := range g.at {
		g.at[key] = mt.Below(g.nodes)
	}
	g.agent, g.held, g.visited = 0, nil, []string{nodeNames[0]}
}

func (g *graphWorld) join(a, b int) {
	if g.between(a, b) >= 0 {
		return
	}
	g.joins[a*g.nodes+b], g.joins[b*g.nodes+a] = len(g.edges), len(g.edges)
	g.edges = append(g.edges, edge{id: edgeID(a, b), a: a, b: b, key: -1})
}

// edgeID is the two node names in string order.
func edgeID(a, b int) string {
	x, y := nodeNames[a], nodeNames[b]
	if y < x {
		x, y = y, x
	}
	return x + "__" + y
}

func (g *graphWorld) between(a, b int) int { return g.joins[a*g.nodes+b] }

// passable says that the agent could cross the edge now.
func (g *graphWorld) passable(e edge) bool {
	return !e.locked || e.key >= 0 && g.at[e.key] == inHand
}

func (g *graphWorld) act(verb, arg string, _ chance) string {
	switch verb {
	case "move_to":
		to := g.node(arg)
		if to < 0 {
			return "unknown_node"
		}
		e := g.between(g.agent, to)
		if e < 0 {
			return "no_edge"
		}
		if !g.passable(g.edges[e]) {
			return "edge_locked"
		}
		g.agent = to
		if !slices.Contains(g.visited, arg) {
			g.visited = append(slices.Clip(g.visited), arg)
		}
		return ""
	case "collect_key":
		key := index(graphKeyNames[:g.keys], arg)
		if key < 0 || g.at[key] != g.agent {
			return "key_not_here"
		}
		g.at[key] = inHand
		g.held = append(slices.Clip(g.held), arg)
		return ""
	case "activate_switch":
		return "no_switches"
	}
	return "unknown_verb:" + verb
}

func (g *graphWorld) node(name string) int { return index(nodeNames[:g.nodes], name) }

func (g *graphWorld) won() bool { return g.agent == g.nodes-1 }

func (g *graphWorld) drift(rate float64, c chance) {
	const keyEntity = 1 << 8 // past the edges
	for i := range g.edges {
		if e := &g.edges[i]; e.key >= 0 && c.float(drawDrift, i) < rate {
			e.locked = !e.locked
		}
	}
	for key, at := range g.at {
		if at != inHand && c.float(drawDrift, keyEntity+key) < rate {
			g.at[key] = c.below(drawPlace, key, g.nodes)
		}
	}
}

func (g *graphWorld) observe(noise Noise, c chance, o *Observation) {
	o.Place, o.Goal, o.Inventory = nodeNames[g.agent], nodeNames[g.nodes-1], g.held
	o.InView = nil
	for key, at := range g.at {
		if at == g.agent {
			o.InView = append(o.InView, graphKeyNames[key])
		}
	}
	near := g.neighbours(g.agent)
	switch noise {
	case NoiseClean:
	case NoisePartial:
		if len(near) > 0 && c.float(drawNoise, 0) < 0.4 {
			near = near[:len(near)-1]
		}
	case NoiseDistractor:
		near = append(near, numberedName("n_fake_", c.below(drawNoiseName, 0, 100)))
	}
	o.Near = near
}

// neighbours returns the names of the adjacent nodes, sorted, locked or not.
func (g *graphWorld) neighbours(node int) []string {
	var list []string
	for to := range g.nodes {
		if g.between(node, to) >= 0 {
			list = append(list, nodeNames[to])
		}
	}
	slices.Sort(list)
	return list
}

func (g *graphWorld) where(key int) string {
	if g.at[key] == inHand {
		return Held
	}
	return nodeNames[g.at[key]]
}

func (g *graphWorld) required(e edge) string {
	if e.key < 0 {
		return ""
	}
	return graphKeyNames[e.key]
}

func (g *graphWorld) fields(rate float64, keys bool) []Field {
	fields := make([]Field, 0, g.keys+2*len(g.edges))
	for key, name := range graphKeyNames[:g.keys] {
		fields = append(fields, Field{Entity: name, Attribute: "location", Type: "key", Value: g.where(key), Values: nodeNames[:g.nodes],
			Weight: 1, Change: ChangeDrifting, Hazard: HazardRedraw, Rate: rate, Probe: "check_location(" + name + ")"})
	}
	for _, e := range g.edges {
		f := Field{Entity: e.id, Attribute: "state", Type: "edge", Value: lockState(e.locked), Values: lockStates, Weight: 0.5, Probe: checkEdge(e)}
		if e.key >= 0 {
			f.Change, f.Hazard, f.Rate = ChangeDrifting, HazardFlip, rate
		}
		fields = append(fields, f)
	}
	for i := 0; keys && i < len(g.edges); i++ {
		e := g.edges[i]
		fields = append(fields, Field{Entity: e.id, Attribute: "key", Type: "edge", Value: orNone(g.required(e)), Values: withNone(graphKeyNames[:g.keys]),
			Weight: 0.5, Probe: checkEdge(e)})
	}
	return fields
}

func checkEdge(e edge) string { return "check_edge(" + nodeNames[e.a] + ", " + nodeNames[e.b] + ")" }

func (g *graphWorld) actions() []string {
	var list []string
	for _, name := range g.neighbours(g.agent) {
		list = append(list, "move_to("+name+")")
	}
	for key, at := range g.at {
		if at == g.agent {
			list = append(list, "collect_key("+graphKeyNames[key]+")")
		}
	}
	return list
}

func (g *graphWorld) clone() game {
	c := *g
	c.edges = slices.Clone(g.edges)
	c.at = slices.Clone(g.at)
	return &c
}
