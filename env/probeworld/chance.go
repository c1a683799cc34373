package probeworld

import "math/bits"

// purpose names what a draw is for. Under the corrected protocol it keys the
// stream, so that two purposes never share a number.
type purpose uint64

const (
	drawDrift purpose = iota + 1
	drawPlace
	drawNoise
	drawNoiseName
	drawOutput
)

// chance is where a world in play takes its random numbers from. With mt set
// it is one stream in call order, as published; what has been drawn then
// depends on what the agent did. Without, every draw is a hash of (seed,
// purpose, entity, step): common random numbers, whatever the agent does.
type chance struct {
	mt   *MT19937
	seed uint64
	step int
}

func (c chance) float(p purpose, entity int) float64 {
	if c.mt != nil {
		return c.mt.Float64()
	}
	return float64(c.hash(p, entity)>>11) / (1 << 53)
}

func (c chance) below(p purpose, entity, n int) int {
	if c.mt != nil {
		return c.mt.Below(n)
	}
	hi, _ := bits.Mul64(c.hash(p, entity), uint64(n))
	return int(hi)
}

func (c chance) hash(p purpose, entity int) uint64 {
	h := mix(c.seed ^ 0x9e3779b97f4a7c15)
	h = mix(h ^ uint64(p)<<56 ^ uint64(entity)<<32 ^ uint64(c.step))
	return h
}

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
