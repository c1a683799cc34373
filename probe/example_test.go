package probe_test

import (
	"fmt"

	"github.com/bethink-dev/bethink/probe"
)

// A question with two causes: the cheap check times out, which rules nothing out,
// and the other one decides.
func ExampleOpen() {
	q, err := probe.Open("why is the service slow", true,
		[]probe.Cause{{Name: "database", Prior: 3}, {Name: "network"}},
		[]probe.Check{
			{Name: "ping", Seconds: 1, Expect: map[string]probe.Likelihood{"network": probe.LikelihoodLikely, "database": probe.LikelihoodUnlikely}},
			{Name: "query log", Seconds: 10, Expect: map[string]probe.Likelihood{"database": probe.LikelihoodLikely, "network": probe.LikelihoodUnlikely, probe.OtherCause: probe.LikelihoodUnlikely}},
		})
	if err != nil {
		fmt.Println(err)
		return
	}
	means := probe.Means{Seconds: 30}
	fmt.Println("first:", q.Next(means)[0].Check.Name)
	for _, r := range []probe.Result{{Check: "ping", Outcome: probe.CheckTimedOut}, {Check: "query log", Outcome: probe.CheckPositive}} {
		if q, err = q.Record(r); err != nil {
			fmt.Println(err)
			return
		}
	}
	for _, f := range q.Conclude(means).Findings {
		fmt.Printf("%-8s %.2f %s %v\n", f.Cause, f.P, f.Verdict, f.Because)
	}
	// Output:
	// first: ping
	// database 0.93 established [query log: positive]
	// network  0.03 ruled out [query log: positive]
	// *other*  0.03 ruled out [query log: positive]
}
