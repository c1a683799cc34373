package bethink

import "slices"

// list takes an exhaustive list: known entities that it should have named and
// did not are confronted with it, and its record is kept for all others.
func (u *updater) list(ev *Evidence, index int) {
	x := ev.Every
	l := u.look(*x, ev.Trust)
	listed := make([]ID, len(ev.Except))
	for i, ent := range ev.Except {
		listed[i] = NoID
		if id, ok := u.b.Find(Variable{ent, x.Attr}); ok {
			listed[i] = id
		}
	}
	for i, f := range u.b.fields {
		if !l.covers(f.attr, f.typ, f.cats) {
			continue
		}
		j := -1
		if d := u.b.set(f.set); d != nil {
			j = int(d.find(x.Place))
		}
		if j < 0 {
			continue
		}
		if !u.fold {
			u.surpriseMeeting(f, i, listed, int32(j))
		}
		for _, id := range f.members {
			v := u.b.at(id)
			if int(v.best) != j || slices.Contains(listed, id) {
				continue
			}
			v, s := u.sync(id)
			lik := ones(nil, len(v.dom.values))
			lik[j] = l.missLikelihood(1)
			p := u.b.marginal(nil, s, v)
			pred := dot(p, lik)
			u.surprise(pred)
			if ev.Trust >= TrustUser && u.confront(id, lik, pred, index, mannerAbsent) {
				u.condition(id, lik)
				v, _ := u.write(id)
				v.looked = u.b.seq + 1 // this list is in
				u.updateBest(id, v)
			}
		}
	}
	seq := u.b.seq + 1
	for _, id := range listed {
		if id >= 0 {
			v, _ := u.sync(id)
			v.looked = seq
		}
	}
	u.record(l, seq)
	// In a block a list moves what is joined with the things it concerns.
	for i := range u.b.blocks {
		for _, id := range u.b.blocks[i].ids {
			if v := u.b.at(id); v.looked < seq && l.covers(v.name.Attr, v.typ, v.cats) {
				u.sync(id)
			}
		}
	}
	// What the list moved is read lazily; only the ranking is kept current.
	for _, f := range u.b.fields {
		if l.covers(f.attr, f.typ, f.cats) {
			for _, id := range f.members {
				if v := u.b.at(id); v.looked < seq && v.dom.values[v.best] == x.Place {
					w, _ := u.write(id)
					u.updateBest(id, w)
				}
			}
		}
	}
}

// surpriseMeeting scores whether the list, which named the variables listed, had
// an entity of the type that nobody had met. f is the i-th field, j the place.
func (u *updater) surpriseMeeting(f *counter, i int, listed []ID, j int32) {
	met := 0
	for _, id := range u.fresh {
		if slices.Contains(f.members, id) && slices.Contains(listed, id) {
			met++
		}
	}
	before := *f
	before.members = before.members[:len(before.members)-met]
	before.need = 0 // what this answer's names prove was not known before it
	if was := u.view.Belief.fieldAfter(&i, f.typ, f.attr); was != nil {
		before.need = was.need
	}
	p := u.b.someUnmetAt(&before, j)
	if met == 0 {
		p = 1 - p
	}
	u.surprise(max(p, 1e-9))
}

// look returns the record of a place's lists, or a new one.
func (u *updater) look(x Exhaustive, trust Trust) listRecord {
	x.Miss = max(x.Miss, capRatio(trust))
	for i := range u.b.looks {
		if l := u.b.looks[i]; l.typ == x.Type && l.attr == x.Attr && l.place == x.Place && l.trust == trust {
			l.miss, l.missPerLook = x.Miss, x.MissPerLook
			return l
		}
	}
	return listRecord{typ: x.Type, attr: x.Attr, place: x.Place, trust: trust, miss: x.Miss, missPerLook: x.MissPerLook}
}

// record adds a list to a place's record, as the latest of all.
func (u *updater) record(l listRecord, seq uint32) {
	out := make([]listRecord, 0, len(u.b.looks)+1)
	for _, o := range u.b.looks {
		if o.typ != l.typ || o.attr != l.attr || o.place != l.place || o.trust != l.trust {
			out = append(out, o)
		}
	}
	keep := l.seqs
	if len(keep) >= maxLooks {
		keep = keep[len(keep)-maxLooks+1:]
	}
	l.seqs = append(keep[:len(keep):len(keep)], listing{seq, u.b.now})
	l.total++
	l.pos = -1
	for _, f := range u.b.fields {
		if f.attr == l.attr {
			l.pos = u.b.set(f.set).find(l.place)
			break
		}
	}
	l.all = l.missLikelihood(uint32(len(l.seqs)))
	u.b.looks = append(out, l)
}
