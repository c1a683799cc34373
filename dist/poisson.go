package dist

import "math"

// PoissonTail returns P(N >= k) for a Poisson count N of mean mu >= 0. It sums
// positive terms only, on the shorter side of the mean, and so keeps its
// relative accuracy for a mu as small as a float64 gets. Time grows with k and mu.
func PoissonTail(mu float64, k int) float64 {
	switch {
	case k <= 0:
		return 1
	case !(mu > 0):
		return 0
	case k == 1 || math.IsInf(mu, 1):
		return -Expm1(-mu)
	case float64(k) > mu:
		// pmf(k) (1 + mu/(k+1) + mu²/((k+1)(k+2)) + ...)
		sum, t := 1.0, 1.0
		for n := k + 1; t > sum*0x1p-60; n++ {
			t = float64(t * (mu / float64(n)))
			sum += t
		}
		return min(float64(poissonPMF(mu, k)*sum), 1)
	default:
		// 1 - pmf(k-1) (1 + (k-1)/mu + (k-1)(k-2)/mu² + ...)
		sum, t := 1.0, 1.0
		for n := k - 1; n > 0 && t > sum*0x1p-60; n-- {
			t = float64(t * (float64(n) / mu))
			sum += t
		}
		return max(1-float64(poissonPMF(mu, k-1)*sum), 0)
	}
}

// SomeGiven returns P(N >= 1 | N + R >= k) for independent Poisson counts N of
// mean mu and R of mean rest: how likely something is here when at least k are
// known to exist somewhere. For k = 1 it is (1-e^-mu) / (1-e^-(mu+rest)); for
// k <= 0 nothing is known and it is 1-e^-mu. It is 0 where mu is 0.
func SomeGiven(mu, rest float64, k int) float64 {
	all := mu + rest
	switch {
	case !(mu > 0):
		return 0
	case k <= 0 || math.IsInf(all, 1):
		return -Expm1(-mu)
	case k == 1:
		return min(Expm1(-mu)/Expm1(-all), 1)
	case !(rest > 0):
		return 1
	}
	// Given N + R = n, each of the n is here with q = mu/all: the answer is the
	// mean of 1-(1-q)^n over n >= k. Terms start at the mode, where they are 1.
	lnMiss := Log1p(-mu / all)
	if rest < mu {
		lnMiss = Log(rest / all)
	}
	some := func(n int) float64 { return -Expm1(float64(float64(n) * lnMiss)) }
	mode := k
	if all > float64(k) {
		mode = int(all)
	}
	weight, hit := 1.0, some(mode)
	t := 1.0
	for n := mode + 1; t > weight*0x1p-60; n++ {
		t = float64(t * (all / float64(n)))
		weight += t
		hit += float64(t * some(n))
	}
	t = 1.0
	for n := mode - 1; n >= k && t > weight*0x1p-60; n-- {
		t = float64(t * (float64(n+1) / all))
		weight += t
		hit += float64(t * some(n))
	}
	return min(hit/weight, 1)
}

// poissonPMF returns P(N = k). The factor e^-mu is paid out in parts whenever
// the product passes 1, so that nothing overflows and an underflow is a true one.
func poissonPMF(mu float64, k int) float64 {
	p, owed := 1.0, mu
	for i := 1; i <= k; i++ {
		p *= mu / float64(i)
		for p > 1 && owed > 0 {
			part := min(owed, 500)
			p *= Exp(-part)
			owed -= part
		}
	}
	for owed > 0 {
		part := min(owed, 500)
		p *= Exp(-part)
		owed -= part
	}
	return p
}
