package bethink

// Drift returns how time alone moves a variable from now on: with probability
// stay its value is left alone for dt, and else it is drawn anew from pi. stay
// is 1 where nothing but actions changes it. The caller must not change pi.
func (b Belief) Drift(id ID, dt float64) (stay float64, pi []float64) {
	v := b.at(id)
	pi = v.drifts(b.domain(v))
	if v.keeps() || !(dt > 0) {
		return 1, pi
	}
	return v.stay(dt), pi
}

// Verified returns the world's time at which a variable was last verified;
// false where it never was.
func (b Belief) Verified(id ID) (at float64, ok bool) {
	v := b.at(id)
	return v.verified.at, v.verified.seq > 0
}
