package bethink_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// words checks one enumeration: each number is written as its word and read
// back, and nothing else is written or read.
func words[T interface {
	~uint8
	encoding.TextMarshaler
	String() string
}, P interface {
	*T
	encoding.TextUnmarshaler
}](t *testing.T, name string, n int,
) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		seen := map[string]bool{}
		for i := range n {
			in := T(i)
			data, err := json.Marshal(struct{ V T }{in})
			if err != nil {
				t.Fatalf("%d: %v", i, err)
			}
			if want := `{"V":"` + in.String() + `"}`; string(data) != want || seen[in.String()] {
				t.Errorf("%d is written %s, want %s, each word once", i, data, want)
			}
			seen[in.String()] = true
			var out struct{ V T }
			if err := json.Unmarshal(data, &out); err != nil || out.V != in {
				t.Errorf("%s reads as %v, %v", data, out.V, err)
			}
		}
		if text, err := T(n).MarshalText(); err == nil {
			t.Errorf("%d, which has no word, is written %s", n, text)
		}
		var out T
		for _, bad := range []string{"", "3", "Nope", T(n).String()} {
			if err := P(&out).UnmarshalText([]byte(bad)); err == nil {
				t.Errorf("%q is read as %v", bad, out)
			}
		}
	})
}

// Every enumeration is written and read as its word.
func TestLaw_EnumerationsAreWords(t *testing.T) {
	words[bethink.Trust](t, "Trust", 5)
	words[bethink.Verdict](t, "Verdict", 3)
	words[bethink.Nature](t, "Nature", 3)
	words[bethink.Status](t, "Status", 5)
	words[bethink.Outcome](t, "Outcome", 5)
	words[bethink.Reply](t, "Reply", 5)
	words[dist.KernelKind](t, "KernelKind", 4)
	var v bethink.Verdict
	if err := v.UnmarshalText([]byte("maybe")); !errors.Is(err, bethink.ErrInvalid) {
		t.Errorf("an unknown word is %v, want ErrInvalid", err)
	}
}

// What comes out of a view decodes in Go as what it was.
func TestAnswer_RoundTrip(t *testing.T) {
	in := bethink.Answer{
		Variable: bethink.Variable{Entity: "lamp", Attr: "on"}, Value: bethink.True, P: .9,
		Status: bethink.StatusContested, Trust: "user", Values: []bethink.Weight{{Value: bethink.True, P: .9}},
	}
	data, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var out bethink.Answer
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	if again, _ := json.Marshal(out); string(again) != string(data) {
		t.Errorf("decoded and encoded again: %s, want %s", again, data)
	}
}
