package foreign

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is a kind of world.
type Kind string

// The kinds.
const (
	KindPlaces   Kind = "places"   // places and things, in text
	KindFiles    Kind = "files"    // files, versions and tests, in JSON
	KindServices Kind = "services" // services, causes and noisy alerts, in JSON
	KindShops    Kind = "shops"    // shops with irreversible actions, in text
)

// Kinds returns all kinds, in the order in which they are reported.
func Kinds() []Kind { return []Kind{KindPlaces, KindFiles, KindServices, KindShops} }

// Violation is a way in which a world differs from what its pack assumes.
type Violation string

// The violations.
const (
	ViolationNone        Violation = "none"
	ViolationNever       Violation = "never"       // values where the table says never
	ViolationCounts      Violation = "counts"      // counts, or odds, wrong five times over
	ViolationUnlisted    Violation = "unlisted"    // values that the pack does not list
	ViolationInstruments Violation = "instruments" // instruments lie and miss more than stated
	ViolationDrift       Violation = "drift"       // values change ten times as fast
	ViolationFailed      Violation = "failed"      // one action in ten reports done and was not
	ViolationPrefixes    Violation = "prefixes"    // names that are prefixes of names
	ViolationOrigins     Violation = "origins"     // sources that repeat each other
	ViolationAll         Violation = "all"         // all of them together
)

// Violations returns all violations, in the order in which they are reported.
func Violations() []Violation {
	return []Violation{
		ViolationNone, ViolationNever, ViolationCounts, ViolationUnlisted, ViolationInstruments,
		ViolationDrift, ViolationFailed, ViolationPrefixes, ViolationOrigins, ViolationAll,
	}
}

// has reports whether a world with the violation v differs in the way w.
func (v Violation) has(w Violation) bool { return v == w || v == ViolationAll }

// ParseKinds reads a kind or "all".
func ParseKinds(s string) ([]Kind, error) { return parse(s, "kind", Kinds()) }

// ParseViolations reads one violation, several with commas between, or "all" for
// the whole table. "together" is the violation that has all of the others at once;
// its cell is called all.
func ParseViolations(s string) ([]Violation, error) { return parse(s, "violation", Violations()) }

func parse[T ~string](s, what string, all []T) ([]T, error) {
	if s == "all" {
		return all, nil
	}
	var out []T
	for part := range strings.SplitSeq(s, ",") {
		if part == "together" {
			part = "all"
		}
		if !slices.Contains(all, T(part)) {
			return nil, fmt.Errorf("%s %q: use all or one of %v", what, part, all)
		}
		out = append(out, T(part))
	}
	return out, nil
}
