package pack_test

import (
	"context"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
	"github.com/bethink-dev/bethink/env/alfworld"
)

// At the start of the official games, "some of what the goal asks for is in this
// unsearched place" comes true about as often as it is believed to, where one
// place an object would be far off: calibration error at most .05 over all
// places, and less than half of that of one place an object.
func TestOfficial_ForecastsOfUnsearchedPlacesAreCalibrated(t *testing.T) {
	ctx := context.Background()
	set := official(t, "valid_seen.tar.xz")
	e, err := set.New(alfworld.Config{})
	if err != nil {
		t.Fatal(err)
	}
	p := household(t)
	var counts, one []dist.Forecast
	add := func(fs []dist.Forecast, q float64, is bool, game int) []dist.Forecast {
		if q <= .02 || q >= .98 { // trivial ones would hide the rest
			return fs
		}
		return append(fs, dist.Forecast{P: q, True: is, Cluster: game})
	}
	for i, task := range set.Tasks() {
		v := start(t, p, reset(t, e, task.Name)).view
		facts, err := e.Facts(ctx)
		if err != nil {
			t.Fatal(err)
		}
		there := map[string]bool{}
		for _, f := range facts {
			if f.Predicate == "inreceptacle" {
				typ, _, _ := strings.Cut(f.Args[0], " ")
				there[typ+" in "+f.Args[1]] = true
			}
		}
		typ := v.Goal.Roles[0].Type
		places := v.Belief.Entities("receptacle")
		total := 0.0
		for _, val := range v.Belief.Set("place") {
			total += v.Belief.Expected(bethink.Presence{Type: typ, Attr: "location", Place: val})
		}
		for _, place := range places {
			q := bethink.Presence{Type: typ, Attr: "location", Place: bethink.Value(place)}
			is := there[typ+" in "+string(place)]
			counts = add(counts, v.Belief.Some(q), is, i)
			one = add(one, v.Belief.Expected(q)/total, is, i)
		}
	}
	got, other := dist.ECE(dist.Reliability(counts, 10, false)), dist.ECE(dist.Reliability(one, 10, false))
	t.Logf("calibration error %.4f over %d forecasts; one place an object %.4f over %d", got, len(counts), other, len(one))
	if len(counts) < 1000 {
		t.Errorf("only %d forecasts", len(counts))
	}
	if got > .05 || got > other/2 {
		t.Errorf("calibration error %.4f, of one place an object %.4f", got, other)
	}
}
