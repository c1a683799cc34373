package dist

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Bin is one point of a reliability diagram: how often events came true whose
// forecasts lie in [Lo, Hi].
type Bin struct {
	Lo, Hi    float64 // range of the bin (equal width) or of its forecasts (equal mass)
	Count     int
	Mean      float64 // mean forecast
	Frequency float64 // share that came true
	Low, High float64 // 95 % Wilson interval of the frequency
}

// Reliability puts forecasts into bins, ascending, and leaves out empty ones.
// Bins have equal width over [0, 1] or, with equalMass, about equal counts;
// equal forecasts always share a bin, so there may then be fewer than bins. It
// panics when bins is not positive.
func Reliability(fs []Forecast, bins int, equalMass bool) []Bin {
	if bins <= 0 {
		panic("dist: reliability needs at least one bin")
	}
	s := byProbability(fs)
	var out []Bin
	for i := 0; i < len(s); {
		j := i + 1
		var lo, hi float64
		if equalMass {
			at := i * bins / len(s)
			for j < len(s) && (j*bins/len(s) == at || s[j].P == s[j-1].P) {
				j++
			}
			lo, hi = s[i].P, s[j-1].P
		} else {
			at := binOf(s[i].P, bins)
			for j < len(s) && binOf(s[j].P, bins) == at {
				j++
			}
			lo, hi = float64(at)/float64(bins), float64(at+1)/float64(bins)
		}
		out = append(out, newBin(s[i:j], lo, hi))
		i = j
	}
	return out
}

func binOf(p float64, bins int) int {
	return max(0, min(int(p*float64(bins)), bins-1))
}

func newBin(fs []Forecast, lo, hi float64) Bin {
	b := Bin{Lo: lo, Hi: hi, Count: len(fs)}
	hits := 0
	for _, f := range fs {
		b.Mean += f.P
		if f.True {
			hits++
		}
	}
	n := float64(len(fs))
	b.Mean /= n
	b.Frequency = float64(hits) / n
	b.Low, b.High = Wilson(hits, len(fs), 0.95)
	return b
}

// ECE returns the expected calibration error of bins: the mean distance of
// forecast from frequency, weighted by count, 0 for no bins. It is biased
// upwards: 10 bins of a perfectly calibrated forecaster read about .10 at 100
// forecasts, .03 at 1,000 and .01 at 10,000. Prefer [Isotonic] for decisions.
func ECE(bins []Bin) float64 {
	n, s := 0, 0.0
	for _, b := range bins {
		n += b.Count
		s += float64(float64(b.Count) * math.Abs(b.Mean-b.Frequency))
	}
	if n == 0 {
		return 0
	}
	return s / float64(n)
}

// Wilson returns the score interval of a proportion at a level in (0, 1): the
// proportions that hits of n trials do not reject. It is [0, 1] for n = 0.
func Wilson(hits, n int, level float64) (lo, hi float64) {
	if n == 0 {
		return 0, 1
	}
	z := mathext.NormalQuantile(1 - (1-level)/2)
	p, m := float64(hits)/float64(n), float64(n)
	mid := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	lo, hi = mid-half, mid+half
	// The ends are exact where nothing or everything came true.
	if hits == 0 {
		lo = 0
	}
	if hits == n {
		hi = 1
	}
	return max(lo, 0), min(hi, 1)
}
