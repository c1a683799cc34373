package policy

// Law says how a variable drifts while nobody looks: within n ticks its value
// is left alone with chance Stay(n), and else drawn anew from Pi.
type Law struct {
	// Kept[n] is the chance of no redraw within n ticks. Beyond its end the
	// last ratio goes on; nil is no drift.
	Kept []float64
	// Pi sums to 1 and is as long as the option's P; nil where Kept is.
	Pi []float64
}

// Stay returns the chance of no redraw within n ticks, n ≥ 0.
func (l *Law) Stay(n int) float64 {
	switch {
	case l == nil || len(l.Kept) == 0 || n <= 0:
		return 1
	case n < len(l.Kept):
		return l.Kept[n]
	}
	return l.Kept[len(l.Kept)-1]
}
