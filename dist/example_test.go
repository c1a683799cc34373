package dist_test

import (
	"fmt"

	"github.com/bethink-dev/bethink/dist"
)

// A mug is in one of three places; a look that finds it 9 times in 10 where it
// is does not find it in the first.
func ExampleCondition() {
	p := []float64{0.6, 0.3, 0.1}
	evidence := dist.Condition(p, []float64{0.1, 1, 1})
	fmt.Printf("%.3f, %.2f bits of surprise\n", p, dist.Bits(evidence))
	// Output: [0.130 0.652 0.217], 1.12 bits of surprise
}

// A door seen open is again as likely open as any door after a while.
func ExampleKernel_Apply() {
	open := []float64{0, 1}
	usual := []float64{0.75, 0.25}
	door := dist.Kernel{Kind: dist.KernelRedraw, Rate: 0.4}
	for range 3 {
		door.Apply(open, usual, 2)
		fmt.Printf("%.3f ", open[1])
	}
	// Output: 0.587 0.401 0.318
}

// Two mugs are known to exist; the count field expects 0.5 here and 1.5 elsewhere.
func ExampleSomeGiven() {
	fmt.Printf("%.3f unknowing, %.3f given two\n", dist.SomeGiven(0.5, 1.5, 0), dist.SomeGiven(0.5, 1.5, 2))
	// Output: 0.393 unknowing, 0.548 given two
}
