package learn

import "github.com/bethink-dev/bethink/dist"

// tally is what all notes say of the lists of one attribute.
type tally struct {
	Listed
}

func (t *tally) add(l *Listed) {
	if t.Attr = l.Attr; l.Miss > 0 || l.MissPerLook > 0 {
		t.Miss, t.MissPerLook = l.Miss, l.MissPerLook
	}
	t.Again, t.Missed = t.Again+l.Again, t.Missed+l.Missed
	t.Plain, t.Hidden = t.Plain+l.Plain, t.Hidden+l.Hidden
}

// perLook is the posterior of the chance that one list overlooks an entity.
func (t *tally) perLook(cfg Config, declared float64) dist.Beta {
	return prior(declared, cfg.Lists).Add(float64(t.Missed), float64(t.Again))
}

// systematic is that of the chance that an entity is hidden from all lists.
func (t *tally) systematic(cfg Config, declared float64) dist.Beta {
	return prior(declared, cfg.Lists).Add(float64(t.Hidden), float64(t.Plain))
}

// prior is a declared rate that counts for n lists.
func prior(rate, n float64) dist.Beta {
	const least = 1e-9 // a rate declared as never or always can still be learned
	rate = min(max(rate, least), 1-least)
	return dist.Beta{A: float64(rate * n), B: float64((1 - rate) * n)}
}
