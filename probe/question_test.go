package probe_test

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/probe"
)

// outage is a question about a service that answers slowly.
func outage(t testing.TB) probe.Question {
	t.Helper()
	q, err := probe.Open("why is the service slow", true,
		[]probe.Cause{{Name: "database"}, {Name: "network"}, {Name: "deploy"}},
		[]probe.Check{
			{Name: "query log", Expect: map[string]probe.Likelihood{"database": probe.LikelihoodLikely, "network": probe.LikelihoodUnlikely, "deploy": probe.LikelihoodUnlikely}, Seconds: 10},
			{Name: "ping", Expect: map[string]probe.Likelihood{"network": probe.LikelihoodLikely, "database": probe.LikelihoodUnlikely, "deploy": probe.LikelihoodUnlikely}, Seconds: 1},
			{Name: "roll back", Expect: map[string]probe.Likelihood{"deploy": probe.LikelihoodLikely, "database": probe.LikelihoodUnlikely, "network": probe.LikelihoodUnlikely}, Seconds: 60, Risk: 0.2},
		})
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func record(t testing.TB, q probe.Question, check string, o probe.Outcome) probe.Question {
	t.Helper()
	next, err := q.Record(probe.Result{Check: check, Outcome: o})
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func verdict(c probe.Conclusion, cause string) probe.Finding {
	i := slices.IndexFunc(c.Findings, func(f probe.Finding) bool { return f.Cause == cause })
	return c.Findings[i]
}

// The cheap check comes first, the risky one only where risk is allowed, and what
// costs too much not at all.
func TestQuestion_Next(t *testing.T) {
	t.Parallel()
	q := outage(t)
	names := func(m probe.Means) (out []string) {
		for _, s := range q.Next(m) {
			out = append(out, s.Check.Name)
		}
		return out
	}
	for _, tt := range []struct {
		name string
		m    probe.Means
		want string
	}{
		{"no risk", probe.Means{}, "ping,query log"},
		{"risk", probe.Means{Risk: 0.5}, "ping,query log,roll back"},
		{"little time", probe.Means{Seconds: 5, Risk: 1}, "ping"},
		{"no time", probe.Means{Seconds: 0.5, Risk: 1}, ""},
	} {
		if got := strings.Join(names(tt.m), ","); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestQuestion_Conclude(t *testing.T) {
	t.Parallel()
	q := record(t, outage(t), "ping", probe.CheckNegative)
	q = record(t, q, "query log", probe.CheckPositive)
	c := q.Conclude(probe.Means{})
	if f := verdict(c, "network"); f.Verdict != probe.VerdictRuledOut || !slices.Contains(f.Because, "ping: negative") {
		t.Errorf("network: %+v", f)
	}
	if f := verdict(c, "database"); f.Verdict != probe.VerdictStillOpen || math.Abs(f.P-0.729) > 0.1 {
		t.Errorf("database: %+v", f)
	}
	if c.Stopped == "" || c.Best != nil {
		t.Errorf("stopped %q, best %+v: the check left is beyond the means", c.Stopped, c.Best)
	}
	c = q.Conclude(probe.Means{Risk: 1})
	if c.Best == nil || c.Best.Check.Name != "roll back" || c.Stopped != "" {
		t.Errorf("with risk: stopped %q, best %+v", c.Stopped, c.Best)
	}
}

// A check that timed out is not checked, never ruled out, and changes nothing.
func TestLaw_ATimeoutRulesNothingOut(t *testing.T) {
	t.Parallel()
	before := outage(t)
	for _, o := range []probe.Outcome{probe.CheckTimedOut, probe.CheckFailed} {
		after := record(t, before, "ping", o)
		if !slices.Equal(before.P(), after.P()) {
			t.Errorf("%v moved the belief", o)
		}
		f := verdict(after.Conclude(probe.Means{Seconds: 1}), "network")
		if f.Verdict != probe.VerdictNotChecked || !slices.Contains(f.Because, "ping: "+o.String()) {
			t.Errorf("%v: %+v", o, f)
		}
		if got := after.Conclude(probe.Means{Seconds: 1}).Stopped; !strings.Contains(got, o.String()) {
			t.Errorf("%v: stopped by %q", o, got)
		}
		if next := after.Next(probe.Means{Risk: 1}); next[len(next)-1].Check.Name != "ping" {
			t.Errorf("%v: a check that gave no result is not the last to try: %+v", o, next)
		}
	}
}

// Enough evidence for one cause establishes it, and a repeated check adds
// nothing.
func TestQuestion_Established(t *testing.T) {
	t.Parallel()
	q, err := probe.Open("what broke", true, []probe.Cause{{Name: "a", Prior: 8}, {Name: "b"}}, []probe.Check{
		{Name: "x", Expect: map[string]probe.Likelihood{"a": probe.LikelihoodLikely, "b": probe.LikelihoodUnlikely, probe.OtherCause: probe.LikelihoodUnlikely}},
	})
	if err != nil {
		t.Fatal(err)
	}
	once := record(t, q, "x", probe.CheckPositive)
	c := once.Conclude(probe.Means{})
	if f := verdict(c, "a"); f.Verdict != probe.VerdictEstablished || c.Stopped != "" {
		t.Errorf("%+v", c)
	}
	if twice := record(t, once, "x", probe.CheckPositive); !slices.Equal(once.P(), twice.P()) {
		t.Error("the same check again adds weight")
	}
}

// Causes that may hold together are judged apart.
func TestQuestion_NotExclusive(t *testing.T) {
	t.Parallel()
	q, err := probe.Open("what is wrong", false, []probe.Cause{{Name: "a"}, {Name: "b"}}, []probe.Check{
		{Name: "x", Expect: map[string]probe.Likelihood{"a": probe.LikelihoodLikely}},
		{Name: "y", Expect: map[string]probe.Likelihood{"b": probe.LikelihoodLikely}},
	})
	if err != nil {
		t.Fatal(err)
	}
	q = record(t, record(t, q, "x", probe.CheckPositive), "y", probe.CheckPositive)
	p := q.P()
	if p[0] < 0.6 || p[1] < 0.6 {
		t.Errorf("both were told and one denies the other: %v", p)
	}
	if p[2] != 0.5 {
		t.Errorf("*other* is %v: nothing speaks of it", p[2])
	}
}

func TestOpen_Refuses(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func() (probe.Question, error){
		"cause twice": func() (probe.Question, error) {
			return probe.Open("q", true, []probe.Cause{{Name: "a"}, {Name: "a"}}, nil)
		},
		"no name": func() (probe.Question, error) { return probe.Open("q", true, []probe.Cause{{}}, nil) },
		"negative prior": func() (probe.Question, error) {
			return probe.Open("q", true, []probe.Cause{{Name: "a", Prior: -1}}, nil)
		},
		"unknown cause": func() (probe.Question, error) {
			return probe.Open("q", true, nil, []probe.Check{{Name: "x", Expect: map[string]probe.Likelihood{"z": probe.LikelihoodLikely}}})
		},
		"risk over 1": func() (probe.Question, error) { return probe.Open("q", true, nil, []probe.Check{{Name: "x", Risk: 2}}) },
	} {
		if _, err := open(); !errors.Is(err, bethink.ErrInvalid) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := outage(t).Record(probe.Result{Check: "nothing"}); !errors.Is(err, bethink.ErrNotFound) {
		t.Errorf("unknown check: %v", err)
	}
}

// Whatever was checked, the probabilities of exclusive causes sum to 1, *other*
// keeps some, and what is expected of a check is never less than nothing.
func TestLaw_Question(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		names := []string{"a", "b", "c"}
		word := rapid.SampledFrom([]probe.Likelihood{probe.LikelihoodLikely, probe.LikelihoodPossible, probe.LikelihoodUnlikely})
		var checks []probe.Check
		for i := range rapid.IntRange(0, 5).Draw(t, "checks") {
			c := probe.Check{Name: string(rune('p' + i)), Expect: map[string]probe.Likelihood{}, Seconds: rapid.Float64Range(0, 9).Draw(t, "s")}
			for _, n := range names {
				c.Expect[n] = word.Draw(t, "word")
			}
			checks = append(checks, c)
		}
		q, err := probe.Open("q", true, []probe.Cause{{Name: "a"}, {Name: "b"}, {Name: "c"}}, checks)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range checks {
			if q, err = q.Record(probe.Result{Check: c.Name, Outcome: rapid.SampledFrom([]probe.Outcome{probe.CheckPositive, probe.CheckNegative, probe.CheckTimedOut}).Draw(t, "o")}); err != nil {
				t.Fatal(err)
			}
			sum := 0.0
			for _, p := range q.P() {
				sum += p
			}
			if math.Abs(sum-1) > 1e-9 || q.P()[3] <= 0 {
				t.Fatalf("P = %v", q.P())
			}
			for _, s := range q.Next(probe.Means{Seconds: 5}) {
				if s.Bits < 0 || s.Check.Seconds > 5 {
					t.Fatalf("%+v", s)
				}
			}
		}
	})
}

func TestLikelihood_Text(t *testing.T) {
	t.Parallel()
	var c probe.Check
	if err := json.Unmarshal([]byte(`{"name":"x","expect":{"a":"likely","b":"unlikely"}}`), &c); err != nil {
		t.Fatal(err)
	}
	if c.Expect["a"] != probe.LikelihoodLikely || c.Expect["b"] != probe.LikelihoodUnlikely {
		t.Errorf("%+v", c)
	}
	if err := json.Unmarshal([]byte(`{"expect":{"a":"maybe"}}`), &c); !errors.Is(err, bethink.ErrInvalid) {
		t.Errorf("error %v", err)
	}
}
