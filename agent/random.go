package agent

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/bethink-dev/bethink"
)

// random acts by a fair draw from the admissible actions.
type random struct{ rng *rand.Rand }

// Act implements bethink.Policy.
func (r *random) Act(_ context.Context, _ bethink.View, _ string, admissible []string) (bethink.Decision, error) {
	if len(admissible) == 0 {
		return bethink.Decision{}, fmt.Errorf("agent random: no action is admissible: %w", bethink.ErrInvalid)
	}
	return bethink.Decision{Action: admissible[r.rng.IntN(len(admissible))]}, nil
}
