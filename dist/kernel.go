package dist

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// KernelKind says how a value may change while nobody looks. The zero value is
// KernelKeep.
type KernelKind uint8

// The kinds of change.
const (
	// KernelKeep is no change.
	KernelKeep KernelKind = iota
	// KernelRedraw draws the value anew from the stationary vector pi at the rate;
	// the draw may give the same value. Two values with rates a (0 to 1) and b
	// (1 to 0) are Redraw at rate a+b with pi[1] = a/(a+b); a jump at rate h to
	// one of the other n-1 values is Redraw at rate h n/(n-1) with pi uniform.
	KernelRedraw
	// KernelFlip swaps two values at the rate.
	KernelFlip
	// KernelAbsorb moves to value To at the rate and stays there.
	KernelAbsorb
)

func kernelWords() []string { return []string{"keep", "redraw", "flip", "absorb"} }

// String returns the kind's lower-case name.
func (k KernelKind) String() string {
	if words := kernelWords(); int(k) < len(words) {
		return words[k]
	}
	return fmt.Sprintf("kernel(%d)", uint8(k))
}

// MarshalText writes the kind as its word.
func (k KernelKind) MarshalText() ([]byte, error) {
	if k > KernelAbsorb {
		return nil, fmt.Errorf("kernel kind %d: use one of %s", uint8(k), strings.Join(kernelWords(), ", "))
	}
	return []byte(k.String()), nil
}

// UnmarshalText reads the kind from its word, and fails for any other text.
func (k *KernelKind) UnmarshalText(text []byte) error {
	i := slices.Index(kernelWords(), string(text))
	if i < 0 {
		return fmt.Errorf("kernel kind %q: use one of %s", text, strings.Join(kernelWords(), ", "))
	}
	*k = KernelKind(i)
	return nil
}

// Kernel is a continuous-time change law of one variable.
//
// Invariants (see Valid):
//  1. Rate is finite and not negative, per unit of the world's time.
//  2. To is a value's index, used by Absorb only.
//  3. Time adds up: Apply over s and then t is Apply over s+t.
type Kernel struct {
	Kind KernelKind `json:"kind"`
	Rate float64    `json:"rate,omitempty"`
	To   int        `json:"to,omitempty"`
}

// Valid reports why k is no kernel.
func (k Kernel) Valid() error {
	switch {
	case k.Kind > KernelAbsorb:
		return fmt.Errorf("kernel kind %d is unknown", uint8(k.Kind))
	case !(k.Rate >= 0) || math.IsInf(k.Rate, 1):
		return fmt.Errorf("kernel rate %v: want a finite rate of at least 0", k.Rate)
	case k.To < 0:
		return errors.New("kernel absorbs into a negative value")
	}
	return nil
}

// Stay returns the probability that the kernel left the value alone for the
// elapsed time: that Redraw made no draw, that Flip has it where it was, that
// Absorb did not happen. It is 1 where elapsed is not positive.
func (k Kernel) Stay(elapsed float64) float64 {
	switch {
	case k.Kind == KernelKeep || !(elapsed > 0):
		return 1
	case k.Kind == KernelFlip:
		return (1 + Exp(-2*float64(k.Rate*elapsed))) / 2
	default:
		return Exp(-float64(k.Rate * elapsed))
	}
}

// Apply lets elapsed time pass over p in place. p keeps its total, whatever that
// is. pi, which sums to 1 and is as long as p, is read by Redraw only. Apply
// panics when Flip meets other than two values or Absorb has no value To.
func (k Kernel) Apply(p, pi []float64, elapsed float64) {
	if k.Kind == KernelKeep || !(elapsed > 0) {
		return
	}
	x := float64(k.Rate * elapsed)
	switch k.Kind {
	case KernelRedraw:
		mix(p, pi, Exp(-x), -Expm1(-x))
	case KernelFlip:
		if len(p) != 2 {
			panic(fmt.Sprintf("dist: flip over %d values", len(p)))
		}
		half := -Expm1(-2*x) / 2 // P(another value)
		d := float64(half * (p[1] - p[0]))
		p[0], p[1] = p[0]+d, p[1]-d
	case KernelAbsorb:
		to := p[k.To]
		rest := 0.0
		stay, gone := Exp(-x), -Expm1(-x)
		for i, w := range p {
			if i != k.To {
				rest += w
				p[i] = float64(w * stay)
			}
		}
		p[k.To] = to + float64(rest*gone)
	}
}

// Mix moves p in place to stay*p + (1-stay)*Sum(p)*pi: with probability 1-stay
// the value is drawn anew from pi. stay is 0 to 1, for instance [Rate.Stay], the
// decay under a rate that is not known. pi sums to 1; Mix panics when it is
// shorter than p.
func Mix(p, pi []float64, stay float64) { mix(p, pi, stay, 1-stay) }

func mix(p, pi []float64, stay, gone float64) {
	pi = pi[:len(p)]
	fresh := float64(gone * Sum(p))
	for i, w := range p {
		p[i] = float64(w*stay) + float64(fresh*pi[i])
	}
}
