package learning

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench/stat"
	"github.com/bethink-dev/bethink/dist"
)

// Forecast is a first decision: the first forecast of an event in an episode
// that was settled, where it lay within (.02, .98).
type Forecast struct {
	dist.Forecast
	Attr string
	// Prior is what the pack's prior gave the event before anything was looked
	// at; NaN for an event about what was met later.
	Prior float64
}

// Forecasts are the settled forecasts of logs, and how much of the beliefs was
// ever checked.
type Forecasts struct {
	Episodes     int
	First        []Forecast
	Trivial      int       // first forecasts outside (.02, .98)
	TrivialWrong int       // of those, where the unlikely thing was so
	Coverage     []float64 // by episode: the share of variables that some observation told of
	seen         map[string]bool
}

// Add reads a log. Episodes that were read before are left out.
func (f *Forecasts) Add(ctx context.Context, l *Log, pack bethink.Pack) error {
	if f.seen == nil {
		f.seen = map[string]bool{}
	}
	for _, name := range l.names {
		first := l.streams[name][0]
		if first.Kind != bethink.KindStart || f.seen[first.Chain] {
			continue
		}
		f.seen[first.Chain] = true
		if err := f.episode(ctx, l, name, pack); err != nil {
			return err
		}
	}
	return nil
}

// Bounds of a decision; what lies outside is trivial.
const (
	trivialBelow = 0.02
	trivialAbove = 0.98
)

func (f *Forecasts) episode(ctx context.Context, l *Log, name string, pack bethink.Pack) error {
	var prior, last bethink.View
	begun := false
	settled := map[string]bool{}
	err := l.steps(name, pack, func(_, after bethink.View, s *bethink.Step) (err error) {
		if last = after; !begun {
			begun = true
			if prior, err = declared(ctx, pack, s.Input); err != nil {
				return err
			}
		}
		for i, sc := range s.Scores {
			ev := s.Transition.Reveals[i]
			k := ev.Key()
			if !sc.Settled || settled[k] {
				continue
			}
			settled[k] = true
			if sc.P <= trivialBelow || sc.P >= trivialAbove {
				f.Trivial++
				if sc.True != (sc.P > 0.5) {
					f.TrivialWrong++
				}
				continue
			}
			f.First = append(f.First, Forecast{
				Forecast: dist.Forecast{P: sc.P, True: sc.True, Cluster: f.Episodes}, Attr: attrOf(ev), Prior: before(prior, ev),
			})
		}
		return nil
	})
	if err != nil {
		return err
	}
	f.Episodes++
	f.Coverage = append(f.Coverage, last.Belief.Coverage())
	return nil
}

// declared is the view after an episode's first observation by the pack's prior,
// whatever knowledge the episode started from.
func declared(ctx context.Context, pack bethink.Pack, in bethink.Input) (bethink.View, error) {
	e, err := bethink.New(bethink.Config{Pack: pack})
	if err != nil {
		return bethink.View{}, err
	}
	if _, err := e.Open(ctx, "prior", "1"); err != nil {
		return bethink.View{}, err
	}
	in.Key = ""
	v, _, err := e.Observe(ctx, "prior", "1", in)
	return v, err
}

func before(v bethink.View, ev bethink.Event) float64 {
	for _, l := range ev.Literals {
		if _, ok := v.Belief.Find(l.Var); !ok {
			return math.NaN()
		}
	}
	p := v.Belief.Probability(ev)
	if !(p > 0 && p < 1) {
		return math.NaN()
	}
	return p
}

func attrOf(ev bethink.Event) string {
	if ev.Some.Type != "" {
		return ev.Some.Attr
	}
	var attrs []string
	for _, l := range ev.Literals {
		if !slices.Contains(attrs, l.Var.Attr) {
			attrs = append(attrs, l.Var.Attr)
		}
	}
	slices.Sort(attrs)
	return strings.Join(attrs, " ")
}

// Interval is a figure with its 95 % interval.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Bin is one point of a reliability diagram. The interval is the bootstrap's
// over episodes, at 95 %.
type Bin struct {
	From      float64 `json:"from"`
	To        float64 `json:"to"`
	Count     int     `json:"count"`
	Forecast  float64 `json:"forecast"` // mean
	Frequency float64 `json:"frequency"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
}

// Figures are how forecasts of one kind held. Brier is Reliability - Resolution +
// Uncertainty + Within (what the bins hide); less is better, of Resolution more.
// LogScore is in bits, less is better; Gain is by how many bits a forecast it is
// better than the pack's prior on the Compared events that the prior spoke of.
type Figures struct {
	Attr        string    `json:"attr,omitempty"` // "" for all
	Count       int       `json:"count"`
	True        int       `json:"true"`
	Brier       Interval  `json:"brier"`
	Reliability float64   `json:"reliability"`
	Resolution  float64   `json:"resolution"`
	Uncertainty float64   `json:"uncertainty"`
	Within      float64   `json:"within"`
	ECE         float64   `json:"ece"`
	LogScore    Interval  `json:"log_score_bits"`
	Compared    int       `json:"compared"`
	Gain        *Interval `json:"gain_bits,omitempty"`
	Bins        []Bin     `json:"bins"`
}

// Calibration is the report on the first decisions of all episodes. Intervals
// are the bootstrap's over episodes, at 95 %. Coverage is the mean share of a
// belief's variables that some observation told of: the rest was never checked.
type Calibration struct {
	Episodes     int       `json:"episodes"`
	Trivial      int       `json:"trivial"`
	TrivialWrong int       `json:"trivial_wrong"`
	Coverage     Interval  `json:"coverage"`
	All          Figures   `json:"all"`
	Attributes   []Figures `json:"attributes"`
}

// Calibration returns the report. It returns ErrInvalid where there is no first
// decision.
func (f *Forecasts) Calibration() (Calibration, error) {
	out := Calibration{Episodes: f.Episodes, Trivial: f.Trivial, TrivialWrong: f.TrivialWrong}
	if len(f.First) == 0 {
		return out, fmt.Errorf("no forecast between %v and %v was settled in %d episodes: %w", trivialBelow, trivialAbove, f.Episodes, bethink.ErrInvalid)
	}
	var err error
	if out.Coverage, err = clustered(f.Coverage, nil); err != nil {
		return out, err
	}
	if out.All, err = figures("", f.First); err != nil {
		return out, err
	}
	byAttr := map[string][]Forecast{}
	for _, x := range f.First {
		byAttr[x.Attr] = append(byAttr[x.Attr], x)
	}
	for attr, fs := range byAttr {
		x, err := figures(attr, fs)
		if err != nil {
			return out, err
		}
		out.Attributes = append(out.Attributes, x)
	}
	slices.SortFunc(out.Attributes, func(a, b Figures) int { return cmp.Compare(a.Attr, b.Attr) })
	return out, nil
}

func figures(attr string, fs []Forecast) (Figures, error) {
	out := Figures{Attr: attr, Count: len(fs)}
	plain := make([]dist.Forecast, len(fs))
	brier, bits := make([]float64, len(fs)), make([]float64, len(fs))
	clusters := make([]int, len(fs))
	var gain []float64
	var gained []int
	for i, x := range fs {
		plain[i], clusters[i] = x.Forecast, x.Cluster
		brier[i], bits[i] = dist.Brier(x.P, x.True), dist.LogScore(x.P, x.True)
		if x.True {
			out.True++
		}
		if !math.IsNaN(x.Prior) {
			gain, gained = append(gain, dist.LogScore(x.Prior, x.True)-bits[i]), append(gained, x.Cluster)
		}
	}
	m := dist.Decompose(plain, bins, false)
	out.Reliability, out.Resolution, out.Uncertainty, out.Within = m.Reliability, m.Resolution, m.Uncertainty, m.Within
	rel := dist.Reliability(plain, bins, false)
	out.ECE = dist.ECE(rel)
	var err error
	if out.Brier, err = clustered(brier, clusters); err != nil {
		return out, err
	}
	if out.LogScore, err = clustered(bits, clusters); err != nil {
		return out, err
	}
	if out.Compared = len(gain); out.Compared > 0 {
		g, err := clustered(gain, gained)
		if err != nil {
			return out, err
		}
		out.Gain = &g
	}
	for _, b := range rel {
		x := Bin{From: b.Lo, To: b.Hi, Count: b.Count, Forecast: b.Mean, Frequency: b.Frequency}
		var hit []float64
		var in []int
		for _, p := range plain {
			if k := min(int(p.P*bins), bins-1); float64(k)/bins == b.Lo {
				hit, in = append(hit, 0), append(in, p.Cluster)
				if p.True {
					hit[len(hit)-1] = 1
				}
			}
		}
		e, err := clustered(hit, in)
		if err != nil {
			return out, err
		}
		// Where all or none came true the bootstrap knows no doubt; Wilson does.
		x.Low, x.High = min(e.Low, b.Frequency), max(e.High, b.Frequency)
		if b.Frequency == 0 || b.Frequency == 1 {
			x.Low, x.High = b.Low, b.High
		}
		out.Bins = append(out.Bins, x)
	}
	return out, nil
}

// clustered is a mean with its bootstrap interval over episodes.
func clustered(values []float64, clusters []int) (Interval, error) {
	r, err := stat.Mean(values, clusters, stat.Config{Resamples: 2000, Seed: 1})
	if err != nil {
		return Interval{}, err
	}
	e := r.Percentile(0.95)
	return Interval{e.Value, e.Lo, e.Hi}, nil
}
