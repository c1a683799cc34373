package probeworld_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bethink-dev/bethink/env/probeworld"
)

// The numbers that CPython's random.Random(42) gives, in this sequence.
func TestMT19937_Seed42(t *testing.T) {
	t.Parallel()
	m := probeworld.NewMT19937(42)
	for i, want := range []float64{0.6394267984578837, 0.025010755222666936, 0.27502931836911926} {
		if got := m.Float64(); got != want {
			t.Errorf("uniform %d = %v, want %v", i, got, want)
		}
	}
	for i, want := range []int{229, 143, 755} {
		if got := m.Between(1, 1000); got != want {
			t.Errorf("integer %d = %d, want %d", i, got, want)
		}
	}
	var sample string
	for _, i := range m.Sample(9, 3) {
		sample += string(rune('a' + i))
	}
	if sample != "bie" {
		t.Errorf("sample = %q, want bie", sample)
	}
	if got := 'a' + rune(m.Below(10)); got != 'g' {
		t.Errorf("choice = %c, want g", got)
	}
}

// Python 3.11: one and two limbs of seed, a sample on a pool enlarged for
// k > 5 and two on a set of what was chosen.
func TestMT19937_Python(t *testing.T) {
	t.Parallel()
	tests := []struct {
		seed uint64
		word uint32
		n, k int
		want []int
	}{
		{0, 3626764237, 85, 6, []int{44, 84, 22, 1, 29, 46}},
		{0, 3626764237, 86, 6, []int{44, 22, 1, 29, 46, 9}},
		{1, 577090037, 21, 5, []int{11, 16, 10, 0, 3}},
		{4294967295, 2728839433, 22, 5, []int{6, 16, 2, 3, 4}},
		{4294967296, 485306839, 100, 7, []int{96, 76, 69, 33, 47, 32, 86}},
		{18446744073709551615, 93740670, 20, 0, []int{}},
	}
	for _, tt := range tests {
		m := probeworld.NewMT19937(tt.seed)
		if got := m.Uint32(); got != tt.word {
			t.Errorf("seed %d: first word %d, want %d", tt.seed, got, tt.word)
		}
		for range 1000 {
			m.Uint32()
		}
		if diff := cmp.Diff(tt.want, m.Sample(tt.n, tt.k)); diff != "" {
			t.Errorf("seed %d: sample %d of %d (-want +got):\n%s", tt.seed, tt.k, tt.n, diff)
		}
	}
}
