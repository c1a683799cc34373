package foreign

import (
	"encoding/json"
	"reflect"
	"testing"
)

// The table is the same however many worlds run at a time.
func TestRun_IsDeterministic(t *testing.T) {
	conf := Config{Kinds: Kinds(), Violations: []Violation{ViolationNone, ViolationAll}, Worlds: 4, Steps: 15, Seed: 5, Workers: 1}
	a, err := Run(t.Context(), conf)
	if err != nil {
		t.Fatal(err)
	}
	conf.Workers = 4
	b, err := Run(t.Context(), conf)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%+v\n%+v", a, b)
	}
}

// What a direct reading says is believed, whatever differs.
func TestRun_WhatIsSeenIsBelieved(t *testing.T) {
	cells, err := Run(t.Context(), Config{Kinds: Kinds(), Violations: Violations(), Worlds: 6, Seed: 11})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cells {
		line, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s", line)
		if c.Reports > 0 && c.SeenBelieved < .98 || c.Reports == 0 || c.StaleMissed > 0 || c.RefusedShown > 0 {
			t.Errorf("%s", line)
		}
	}
}
