package dist

import (
	"math"
	"sort"
)

// Brier returns the squared error of a forecast of probability p whose event
// came true or not: 0 is best, 1 worst. Strictly proper.
func Brier(p float64, o bool) float64 {
	if o {
		p = 1 - p
	}
	return float64(p * p)
}

// LogScore returns -log2 of the probability that p gave to what happened, in
// bits: 0 is best; it is not clipped, so a certain forecast that failed scores
// +Inf. Strictly proper; differences are bits of evidence between forecasters.
func LogScore(p float64, o bool) float64 {
	if o {
		return Bits(p)
	}
	return max(-float64(Log1p(-p)*log2e), 0)
}

// Forecast is one resolved forecast: the probability given to an event and
// whether it came true. Cluster names what forecasts depend through, an episode
// or a world; Group is free, for reports by kind.
type Forecast struct {
	P       float64
	True    bool
	Cluster int
	Group   string
}

// MeanBrier returns the mean Brier score, NaN for no forecasts.
func MeanBrier(fs []Forecast) float64 {
	s := 0.0
	for _, f := range fs {
		s += Brier(f.P, f.True)
	}
	return s / float64(len(fs))
}

// MeanLogScore returns the mean logarithmic score in bits, NaN for no forecasts.
func MeanLogScore(fs []Forecast) float64 {
	s := 0.0
	for _, f := range fs {
		s += LogScore(f.P, f.True)
	}
	return s / float64(len(fs))
}

// Spiegelhalter returns the calibration statistic
// sum (o-p)(1-2p) / sqrt(sum (1-2p)² p(1-p)), which is N(0, 1) for calibrated,
// independent forecasts. It is 0 where every p is 0, 1/2 or 1 and none of the
// certain ones failed, and infinite where one failed.
func Spiegelhalter(fs []Forecast) float64 {
	num, v := 0.0, 0.0
	for _, f := range fs {
		o := outcome(f)
		tilt := 1 - float64(2*f.P)
		num += float64((o - f.P) * tilt)
		v += float64(tilt * tilt * f.P * (1 - f.P))
	}
	if num == 0 {
		return 0
	}
	return num / math.Sqrt(v)
}

// Murphy is the Brier score taken apart: Brier = Reliability - Resolution +
// Uncertainty + Within.
//
// Reliability is the weighted squared distance of each bin's mean forecast from
// its frequency (0 is best), Resolution that of the frequencies from the base
// rate (more is better), Uncertainty base (1 - base). Within is what binning
// hides: the variance of the forecasts inside bins less twice their covariance
// with the outcomes. It is 0 where the forecasts inside each bin are equal.
type Murphy struct{ Brier, Reliability, Resolution, Uncertainty, Within float64 }

// Decompose takes the mean Brier score apart over the bins that [Reliability]
// makes. All is NaN for no forecasts.
func Decompose(fs []Forecast, bins int, equalMass bool) Murphy {
	n := float64(len(fs))
	base := 0.0
	for _, f := range fs {
		base += outcome(f)
	}
	base /= n
	m := Murphy{Brier: MeanBrier(fs), Uncertainty: float64(base * (1 - base))}
	for _, b := range Reliability(fs, bins, equalMass) {
		share := float64(b.Count) / n
		m.Reliability += float64(share * (b.Mean - b.Frequency) * (b.Mean - b.Frequency))
		m.Resolution += float64(share * (b.Frequency - base) * (b.Frequency - base))
	}
	if len(fs) == 0 {
		m.Reliability, m.Resolution = math.NaN(), math.NaN()
	}
	m.Within = m.Brier - (m.Reliability - m.Resolution + m.Uncertainty)
	return m
}

func outcome(f Forecast) float64 {
	if f.True {
		return 1
	}
	return 0
}

// byProbability returns a copy of fs in ascending order of P; events that came
// true count first among equals, so that the order does not depend on fs.
func byProbability(fs []Forecast) []Forecast {
	s := append([]Forecast(nil), fs...)
	sort.SliceStable(s, func(i, j int) bool {
		if s[i].P != s[j].P {
			return s[i].P < s[j].P
		}
		return s[i].True && !s[j].True
	})
	return s
}
