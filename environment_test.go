package bethink_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/bethink-dev/bethink"
)

func TestTimeStep_Valid(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		step bethink.TimeStep
		ok   bool
	}{
		"words":            {bethink.TimeStep{Text: "a room"}, true},
		"result":           {bethink.TimeStep{Result: json.RawMessage(`{"exit":1}`), Reply: bethink.ReplyError}, true},
		"won":              {bethink.TimeStep{Terminated: true, Outcome: bethink.OutcomeWon}, true},
		"not JSON":         {bethink.TimeStep{Result: json.RawMessage(`{"exit":`)}, false},
		"empty, not nil":   {bethink.TimeStep{Result: json.RawMessage{}}, false},
		"no such reply":    {bethink.TimeStep{Reply: bethink.ReplyTruncated + 1}, false},
		"both ends":        {bethink.TimeStep{Terminated: true, Truncated: true, Outcome: bethink.OutcomeWon}, false},
		"ended, running":   {bethink.TimeStep{Truncated: true}, false},
		"running, decided": {bethink.TimeStep{Outcome: bethink.OutcomeLost}, false},
	} {
		if err := tt.step.Valid(); (err == nil) != tt.ok || err != nil && !errors.Is(err, bethink.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
