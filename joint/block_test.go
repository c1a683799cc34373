package joint_test

import (
	"errors"
	"math"
	"testing"

	"github.com/bethink-dev/bethink/bethinktest"
	"github.com/bethink-dev/bethink/joint"
)

func TestTable(t *testing.T) {
	bethinktest.TestBlock(t, func(ps [][]float64) (joint.Block, error) {
		dims, cells := []int{}, []float64{1}
		for _, p := range ps {
			dims = append(dims, len(p))
			var next []float64
			for _, a := range cells {
				for _, b := range p {
					next = append(next, a*b)
				}
			}
			cells = next
		}
		return joint.NewTable(dims, cells)
	})
}

func TestMixture(t *testing.T) {
	bethinktest.TestBlock(t, func(ps [][]float64) (joint.Block, error) { return joint.NewMixture(ps) })
}

func TestBlock_MalformedIsInvalid(t *testing.T) {
	for name, make := range map[string]func() error{
		"no size":      func() error { _, err := joint.NewTable([]int{0}, nil); return err },
		"too large":    func() error { _, err := joint.NewTable([]int{1 << 11, 1 << 11}, nil); return err },
		"overflow":     func() error { _, err := joint.NewTable([]int{1 << 62, 1 << 62}, nil); return err },
		"wrong number": func() error { _, err := joint.NewTable([]int{2}, []float64{1}); return err },
		"no mass":      func() error { _, err := joint.NewTable([]int{2}, []float64{0, 0}); return err },
		"NaN":          func() error { _, err := joint.NewTable([]int{2}, []float64{1, math.NaN()}); return err },
		"negative":     func() error { _, err := joint.NewTable([]int{3}, []float64{1, -.5, 1}); return err },
		"mixture":      func() error { _, err := joint.NewMixture([][]float64{{1, 0}, {0, 0}}); return err },
		"mixture NaN":  func() error { _, err := joint.NewMixture([][]float64{{1, math.NaN()}}); return err },
		"mixture less": func() error { _, err := joint.NewMixture([][]float64{{2, -1}}); return err },
	} {
		if err := make(); !errors.Is(err, joint.ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
}
