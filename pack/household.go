package pack

import _ "embed" // the household pack is part of the binary

//go:embed household.yaml
var householdFile []byte

// Household returns the embedded household pack: ALFWorld's text games, both
// generations of their wording. It compiles the pack anew each time: call it
// once and keep the result.
func Household() (*Pack, error) { return Load("household", householdFile) }

// HouseholdFile returns a copy of the embedded household pack's bytes, a start
// for a pack of one's own.
func HouseholdFile() []byte { return append([]byte(nil), householdFile...) }
