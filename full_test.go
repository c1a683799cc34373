package bethink_test

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// With BETHINK_FULL set (make test-full) every property is tried on 5,000
// random cases instead of 100.
func TestMain(m *testing.M) {
	flag.Parse()
	if os.Getenv("BETHINK_FULL") != "" {
		if err := flag.Set("rapid.checks", "5000"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	os.Exit(m.Run())
}
