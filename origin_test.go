package bethink_test

import (
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/dist"
)

// saying is a report about x of thing 1.
func saying(val bethink.Value, r float64, by bethink.Trust, origin, from string) bethink.Evidence {
	ev := told(r, bethink.Literal{Var: x1, Any: []bethink.Value{val}})
	ev.Trust, ev.Origin, ev.Derived = by, origin, from
	return ev
}

func cities(t testing.TB) bethink.View {
	t.Helper()
	return world(t, anything(bethink.Prior{Values: []bethink.Value{"rome", "oslo"}, Nature: bethink.NatureFixed}), things(1)...)
}

// An origin that is heard again through a more trusted class counts as that
// class has it, and through a less trusted one not at all.
func TestOrigin_AMoreTrustedClassCounts(t *testing.T) {
	v := cities(t)
	for _, by := range []bethink.Trust{bethink.TrustModel, bethink.TrustContent, bethink.TrustImport, bethink.TrustUser} {
		v = observe(t, v, saying("rome", .9, by, "page-1", ""))
	}
	near(t, "four classes, one origin", v.Belief.Of(x1, "rome"), .9, 1e-9)
	a, err := v.Ask(x1)
	if err != nil {
		t.Fatal(err)
	}
	if a.Trust != "user" {
		t.Errorf("trust %q", a.Trust)
	}
	v = observe(t, v, saying("rome", .99, bethink.TrustInstrument, "page-1", ""))
	near(t, "and an instrument", v.Belief.Of(x1, "rome"), 1-1./8193, 1e-6)
	_, st := updateStep(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{saying("rome", .9, bethink.TrustContent, "page-1", "")}})
	if len(st.SetAside) != 1 || st.SetAside[0] != (bethink.SetAside{Evidence: 0, Origin: "page-1", Reason: bethink.SetAsideOutranked}) {
		t.Errorf("%+v", st.SetAside)
	}
}

// A changed report of one origin replaces the earlier one, and the step says so;
// the same report again adds nothing.
func TestOrigin_AChangedReportReplaces(t *testing.T) {
	v := observe(t, cities(t), saying("rome", .9, bethink.TrustContent, "page-1", ""))
	v, st := updateStep(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{saying("rome", .9, bethink.TrustContent, "page-1", "")}})
	near(t, "said twice", v.Belief.Of(x1, "rome"), .9, 1e-9)
	if len(st.SetAside) != 1 || st.SetAside[0].Reason != bethink.SetAsideRepeated {
		t.Errorf("%+v", st.SetAside)
	}
	for i := range 3 {
		var again *bethink.Step
		v, again = updateStep(t, v, bethink.Input{}, bethink.Transition{}, bethink.Observation{Evidence: []bethink.Evidence{saying("oslo", .9, bethink.TrustContent, "page-1", "")}})
		near(t, "said otherwise", v.Belief.Of(x1, "oslo"), .9, 1e-9)
		if i == 0 && (len(again.SetAside) != 1 || again.SetAside[0].Reason != bethink.SetAsideReplaced) {
			t.Errorf("%+v", again.SetAside)
		}
	}
	if st := v.Belief.Status(x1); st != bethink.StatusLikely {
		t.Errorf("a page that was corrected leaves the matter %v", st)
	}
	// Another origin counts.
	v = observe(t, v, saying("oslo", .9, bethink.TrustContent, "page-2", ""))
	near(t, "a second page", v.Belief.Of(x1, "oslo"), 32./33, 1e-9) // the class's cap
}

// What is derived from an origin is that origin, through any number of steps.
func TestOrigin_AChainCountsOnce(t *testing.T) {
	v := observe(t, cities(t), saying("rome", .7, bethink.TrustContent, "a", ""))
	for _, x := range [][2]string{{"b", "a"}, {"c", "b"}, {"d", "c"}, {"e", "d"}} {
		v = observe(t, v, saying("rome", .7, bethink.TrustContent, x[0], x[1]))
		near(t, x[0]+" from "+x[1], v.Belief.Of(x1, "rome"), .7, 1e-9)
	}
	v = observe(t, v, saying("rome", .7, bethink.TrustContent, "c", "")) // its origin is known by now
	near(t, "c again", v.Belief.Of(x1, "rome"), .7, 1e-9)
	// A circle ends.
	v = observe(t, v, saying("rome", .7, bethink.TrustContent, "a", "e"))
	near(t, "a circle", v.Belief.Of(x1, "rome"), .7, 1e-9)
}

// Two things that one answer says of one variable both count.
func TestOrigin_OneAnswerMaySayTwoThings(t *testing.T) {
	v := world(t, colours(), things(1)...)
	not := func(val bethink.Value) bethink.Evidence {
		ev := told(.9, lit("thing 1", "colour", val).Negate())
		ev.Trust, ev.Origin = bethink.TrustContent, "page"
		return ev
	}
	v = observe(t, v, not("red"), not("green"))
	want := .2 * .9 * .9 / (.2*.9*.9 + .8*.9*.1)
	near(t, "blue", v.Belief.Of(variable("thing 1", "colour"), "blue"), want, 1e-9)
	if st := v.Belief.Status(variable("thing 1", "colour")); st != bethink.StatusLikely {
		t.Errorf("%v", st)
	}
}

// A report repeated at once changes nothing, of a thing that drifts and against
// another origin too.
func TestOrigin_ARepeatAtOnceChangesNothing(t *testing.T) {
	half := []float64{.5, .5}
	v := world(t, drifting(half, half, dist.Kernel{Kind: dist.KernelRedraw, Rate: .1}, dist.Kernel{}), bethink.Found{Entity: "d", Type: "d"})
	page := func(val bethink.Value, origin string) bethink.Evidence {
		ev := told(.8, lit("d", "x", val))
		ev.Trust, ev.Origin = bethink.TrustContent, origin
		return ev
	}
	v = observe(t, v, page("0", "a"))
	v = observe(t, v, page("1", "b"))
	was := v.Belief.Of(variable("d", "x"), "1")
	for range 3 {
		v = observe(t, v, page("1", "b"))
		near(t, "x", v.Belief.Of(variable("d", "x"), "1"), was, 1e-12)
	}
}
