package probing

import (
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/probeworld"
)

// minds keeps the beliefs that episodes start from: one for each set of fields
// and source of rates. Not safe for concurrent use.
type minds struct {
	kind    probeworld.Kind
	horizon int
	partial bool
	learned bethink.Knowledge
	kept    map[string]*origin
}

func newMinds(w *probeworld.World, learned bethink.Knowledge) *minds {
	cfg := w.Config()
	return &minds{kind: cfg.Kind, horizon: w.Horizon(), partial: cfg.Stress.Noise == probeworld.NoisePartial, learned: learned, kept: map[string]*origin{}}
}

// of returns the belief before the first look at a world of these fields.
func (s *minds) of(fields []probeworld.Field, h Hazards) (*origin, error) {
	var key strings.Builder
	key.WriteByte('0' + byte(h))
	if s.kind == probeworld.StressGraph { // which edges exist differs by deal
		for _, f := range fields {
			key.WriteString(f.Entity)
			key.WriteByte(',')
		}
	}
	if o := s.kept[key.String()]; o != nil {
		return o, nil
	}
	if len(s.kept) > 512 {
		clear(s.kept)
	}
	rates, know := Given(fields), bethink.Knowledge(bethink.NoKnowledge{})
	switch h {
	case HazardsLearned:
		know = s.learned
	case HazardsShuffled:
		rates = rates.Shuffled(fields)
	case HazardsTrue:
	}
	o, err := newOrigin(s.kind, fields, rates, know, s.horizon, s.partial)
	if err != nil {
		return nil, err
	}
	s.kept[key.String()] = o
	return o, nil
}
