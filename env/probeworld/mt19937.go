package probeworld

import "math/bits"

const (
	mtSize  = 624
	mtShift = 397
)

// MT19937 is the Mersenne Twister as CPython's random module seeds and reads
// it, so that the published worlds can be dealt bit for bit.
//
// The zero value is not seeded; use NewMT19937. A copy of the value is an
// independent generator in the same state. Not safe for concurrent use.
// Source: M. Matsumoto and T. Nishimura, "Mersenne Twister", ACM TOMACS 8(1), 1998.
type MT19937 struct {
	state [mtSize]uint32
	next  int
}

// NewMT19937 returns a generator in the state of Python's random.Random(seed).
func NewMT19937(seed uint64) MT19937 {
	var m MT19937
	m.Seed(seed)
	return m
}

// Seed restarts the generator: initialisation by array over the 32-bit
// little-endian limbs of seed, one limb for seeds below 2³² and zero.
func (m *MT19937) Seed(seed uint64) {
	limbs := [2]uint32{uint32(seed), uint32(seed >> 32)}
	n := 1
	if limbs[1] != 0 {
		n = 2
	}
	s := &m.state
	s[0] = 19650218
	for i := 1; i < mtSize; i++ {
		s[i] = 1812433253*(s[i-1]^s[i-1]>>30) + uint32(i)
	}
	i, j := 1, 0
	for range mtSize {
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1664525) + limbs[j] + uint32(j)
		if i++; i == mtSize {
			s[0], i = s[mtSize-1], 1
		}
		if j++; j == n {
			j = 0
		}
	}
	for range mtSize - 1 {
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1566083941) - uint32(i)
		if i++; i == mtSize {
			s[0], i = s[mtSize-1], 1
		}
	}
	s[0] = 1 << 31
	m.next = mtSize
}

// Uint32 returns the next 32-bit output.
func (m *MT19937) Uint32() uint32 {
	if m.next == mtSize {
		m.twist()
	}
	y := m.state[m.next]
	m.next++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

func (m *MT19937) twist() {
	s := &m.state
	for i := range mtSize {
		y := s[i]&(1<<31) | s[(i+1)%mtSize]&(1<<31-1)
		s[i] = s[(i+mtShift)%mtSize] ^ y>>1 ^ -(y&1)&0x9908b0df
	}
	m.next = 0
}

// Float64 returns a uniform real in [0, 1) with 53 random bits.
func (m *MT19937) Float64() float64 {
	a, b := m.Uint32()>>5, m.Uint32()>>6
	return (float64(a)*(1<<26) + float64(b)) / (1 << 53)
}

// Below returns a uniform integer in [0, n), 1 ≤ n < 2³¹, by rejection on the
// top bits of one output a try.
func (m *MT19937) Below(n int) int {
	shift := 32 - bits.Len32(uint32(n))
	for {
		if r := int(m.Uint32() >> shift); r < n {
			return r
		}
	}
}

// Between returns a uniform integer in [a, b], both ends included.
func (m *MT19937) Between(a, b int) int { return a + m.Below(b-a+1) }

// Sample returns k distinct positions below n, 0 ≤ k ≤ n, in the order in
// which Python's random.sample would take them from a list of length n. The
// caller owns the slice.
func (m *MT19937) Sample(n, k int) []int {
	out := make([]int, 0, k)
	if n <= sampleLimit(k) {
		pool := make([]int, n)
		for i := range pool {
			pool[i] = i
		}
		for i := range k {
			j := m.Below(n - i)
			out = append(out, pool[j])
			pool[j] = pool[n-i-1]
		}
		return out
	}
	taken := make(map[int]bool, k)
	for range k {
		j := m.Below(n)
		for taken[j] {
			j = m.Below(n)
		}
		taken[j] = true
		out = append(out, j)
	}
	return out
}

// sampleLimit is the list length up to which sampling works on a pool:
// 21, plus the smallest power of four that is at least 3k where k > 5.
func sampleLimit(k int) int {
	const base = 21
	if k <= 5 {
		return base
	}
	power := 1
	for power < 3*k {
		power *= 4
	}
	return base + power
}
