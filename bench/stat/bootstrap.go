package stat

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Config says how to resample.
type Config struct {
	// Resamples is how many samples are drawn: at least 1; 2,000 are enough for
	// an interval, take 10,000 for P.
	Resamples int
	// Seed fixes the draws. Resample number r depends on Seed and r alone, so a
	// longer run starts with the draws of a shorter one.
	Seed uint64
}

// Bootstrap resamples n clusters with replacement. statistic gets the indices
// of the clusters in the sample, n of them or, for the jackknife, n-1; it must
// not keep or change the slice. It is called 1 + n + Resamples times.
//
// Errors: Resamples or n is not positive; the statistic of the whole sample is
// not finite.
func Bootstrap(n int, statistic func(sample []int) float64, c Config) (Resampled, error) {
	sample := make([]int, 0, n)
	return bootstrap(n, statistic, func(out int) float64 {
		sample = sample[:0]
		for i := range n {
			if i != out {
				sample = append(sample, i)
			}
		}
		return statistic(sample)
	}, c)
}

func bootstrap(n int, statistic func([]int) float64, without func(int) float64, c Config) (Resampled, error) {
	if c.Resamples < 1 {
		return Resampled{}, fmt.Errorf("stat: Config.Resamples is %d: want at least 1", c.Resamples)
	}
	if n < 1 {
		return Resampled{}, errors.New("stat: nothing to resample")
	}
	sample := make([]int, n)
	for i := range sample {
		sample[i] = i
	}
	r := Resampled{Value: statistic(sample), Draws: make([]float64, c.Resamples)}
	if math.IsNaN(r.Value) || math.IsInf(r.Value, 0) {
		return Resampled{}, fmt.Errorf("stat: the statistic of the sample is %v", r.Value)
	}
	var source rand.PCG
	for i := range r.Draws {
		source.Seed(c.Seed, scramble(uint64(i)))
		for j := range sample {
			// 32 random bits times n: the bias is below n/2^32.
			sample[j] = int(source.Uint64() >> 32 * uint64(n) >> 32)
		}
		r.Draws[i] = statistic(sample)
	}
	slices.Sort(r.Draws)
	r.Acceleration = acceleration(n, without)
	return r, nil
}

// acceleration is a sixth of the skewness of the jackknife values, the rate at
// which the standard error changes with the statistic.
func acceleration(n int, without func(int) float64) float64 {
	if n < 2 {
		return 0
	}
	values := make([]float64, n)
	mean := 0.0
	for i := range values {
		values[i] = without(i)
		mean += values[i]
	}
	mean /= float64(n)
	square, cube := 0.0, 0.0
	for _, v := range values {
		d := mean - v
		square += d * d
		cube += d * d * d
	}
	a := cube / (6 * math.Pow(square, 1.5))
	if math.IsNaN(a) || math.IsInf(a, 0) {
		return 0
	}
	return a
}

// scramble spreads consecutive numbers over 64 bits (the splitmix64 finaliser).
func scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
