package alfworld

// admissible writes the set of commands that the state accepts into dst.
//
// Every command but the moves and the three that work anywhere needs its
// receptacle here. A receptacle that can be opened must be open to take from
// it or put into it, and for nothing else.
func (g *Game) admissible(t *table, s *state, dst bitset) {
	copy(dst, t.always)
	opened := s.opened()
	for _, r := range g.at[s.location] {
		dst.clear(int(t.goTo[r]))
		dst.set(int(t.examineR[r]))
		access := true
		if g.receptacles[r].openable {
			if access = opened.has(r); access {
				dst.set(int(t.close[r]))
			} else {
				dst.set(int(t.open[r]))
			}
		}
		in := s.in(r)
		for w, x := range in {
			x &= g.toggleable[w]
			forEach(w, x, func(o int) { dst.set(int(t.use[o])) })
		}
		if s.held < 0 {
			if access {
				for w, x := range in {
					forEach(w, x&g.pickupable[w], func(o int) { dst.set(int(t.take[o*t.receptacles+r])) })
				}
			}
			continue
		}
		at := s.held*t.receptacles + r
		if access {
			dst.add(t.put[at])
		}
		dst.add(t.clean[at])
		dst.add(t.heat[at])
		dst.add(t.cool[at])
	}
	if s.held < 0 {
		return
	}
	dst.add(t.examineO[s.held])
	if g.knives.has(s.held) {
		for w, x := range s.lying(s.location) {
			forEach(w, x&g.sliceable[w], func(o int) { dst.add(t.slice[o*t.objects+s.held]) })
		}
	}
}

// apply changes the state as an admissible command does.
func (g *Game) apply(s *state, c command) {
	o, r := int(c.o), int(c.r)
	switch c.op {
	case opGo:
		s.location = g.receptacles[r].location
	case opOpen:
		s.opened().set(r)
	case opClose:
		s.opened().clear(r)
	case opTake:
		s.in(r).clear(o)
		s.removed(r).set(o)
		s.lying(s.location).clear(o)
		s.held = o
	case opPut:
		s.in(r).set(o)
		s.removed(r).clear(o)
		s.lying(s.location).set(o)
		s.held = -1
	case opClean:
		s.is(clean).set(o)
	case opHeat:
		s.is(hot).set(o)
		s.is(cool).clear(o)
	case opCool:
		s.is(cool).set(o)
		s.is(hot).clear(o)
	case opUse:
		s.is(toggled).set(o)
		if on := s.is(on); on.has(o) {
			on.clear(o)
		} else {
			on.set(o)
		}
	case opSlice:
		s.is(sliced).set(o)
	}
}
