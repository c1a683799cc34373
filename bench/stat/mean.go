package stat

import (
	"fmt"
	"math"

	"github.com/bethink-dev/bethink/dist"
)

// Mean resamples the mean of values. clusters names the cluster of each value,
// in any numbering; a nil clusters makes each value its own. Every value counts
// the same, so a large cluster counts more than a small one.
//
// Errors: no values; clusters of another length; a value that is not finite;
// Resamples is not positive.
func Mean(values []float64, clusters []int, c Config) (Resampled, error) {
	if clusters != nil && len(clusters) != len(values) {
		return Resampled{}, fmt.Errorf("stat: %d values with %d clusters: want as many", len(values), len(clusters))
	}
	// Clusters in order of appearance.
	place := map[int]int{}
	var groups []group
	var all group
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Resampled{}, fmt.Errorf("stat: value %d is %v: want a finite one", i, v)
		}
		at := len(groups)
		if clusters != nil {
			if old, ok := place[clusters[i]]; ok {
				at = old
			}
			place[clusters[i]] = at
		}
		if at == len(groups) {
			groups = append(groups, group{})
		}
		groups[at] = group{groups[at].sum + v, groups[at].n + 1}
		all = group{all.sum + v, all.n + 1}
	}
	statistic := func(sample []int) float64 {
		sum, n := 0.0, 0.0
		for _, i := range sample {
			g := groups[i]
			sum += g.sum
			n += g.n
		}
		return sum / n
	}
	return bootstrap(len(groups), statistic, func(out int) float64 {
		return (all.sum - groups[out].sum) / (all.n - groups[out].n)
	}, c)
}

// group is a cluster's total and its number of values.
type group struct{ sum, n float64 }

// Paired resamples the mean of a[i]-b[i], two agents on the same task with the
// same seed. clusters are those of [Mean].
//
// Errors: those of Mean; a and b of different length.
func Paired(a, b []float64, clusters []int, c Config) (Resampled, error) {
	if len(a) != len(b) {
		return Resampled{}, fmt.Errorf("stat: %d values paired with %d: want as many", len(a), len(b))
	}
	d := make([]float64, len(a))
	for i := range d {
		d[i] = a[i] - b[i]
	}
	return Mean(d, clusters, c)
}

// Proportion returns hits/n with its Wilson interval for a level in (0, 1). For
// n = 0 the value is NaN and the interval [0, 1].
func Proportion(hits, n int, level float64) Estimate {
	lo, hi := dist.Wilson(hits, n, level)
	return Estimate{float64(hits) / float64(n), lo, hi}
}
