package alfworld_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bethinktest"
	"github.com/bethink-dev/bethink/env/alfworld"
)

var rewrite = flag.Bool("rewrite", false, "write embedded.tar.xz anew")

func generate(tb testing.TB, c alfworld.GenerateConfig) []alfworld.File {
	tb.Helper()
	files, err := alfworld.Generate(c)
	if err != nil {
		tb.Fatal(err)
	}
	return files
}

// The embedded archive is what its configs generate, byte for byte.
func TestEmbedded_RegeneratesTheSameBytes(t *testing.T) {
	var files []alfworld.File
	for _, c := range alfworld.EmbeddedConfigs() {
		files = append(files, generate(t, c)...)
	}
	file := filepath.Join(t.TempDir(), "embedded.tar.xz")
	if *rewrite {
		file = "embedded.tar.xz"
	}
	if err := alfworld.WriteSet(t.Context(), file, files); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("embedded.tar.xz")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("embedded.tar.xz is out of date; run go test -run TestEmbedded -rewrite ./env/alfworld")
	}
	if len(want) > 150<<10 {
		t.Errorf("%d bytes are embedded, at most 150 KiB are allowed", len(want))
	}
}

func TestEmbedded_Conformance(t *testing.T) {
	set := alfworld.Embedded()
	if set.Len() < 40 {
		t.Fatalf("%d games", set.Len())
	}
	for _, kind := range alfworld.Kinds() {
		i := slices.IndexFunc(set.Tasks(), func(task alfworld.Task) bool { return task.Kind == kind })
		t.Run(kind.String(), func(t *testing.T) {
			bethinktest.TestEnvironment(t, func() bethink.Environment { return newEnv(t, set, alfworld.Config{}) }, set.Tasks()[i].Name)
		})
	}
}

// Every generated game is of its kind, starts undecided, is won by its
// walkthrough, and puts every object where its type may be.
func TestGenerate_GamesAreSound(t *testing.T) {
	for _, p := range []alfworld.Placement{alfworld.PlacementUniform, alfworld.PlacementZipf} {
		t.Run(p.String(), func(t *testing.T) {
			set, err := alfworld.NewSet(generate(t, alfworld.GenerateConfig{Seed: 3, Games: 60, Placement: p}))
			if err != nil {
				t.Fatal(err)
			}
			e := newEnv(t, set, alfworld.Config{})
			for _, task := range set.Tasks() {
				if err := playWalkthrough(e, task.Name); err != nil {
					t.Fatal(err)
				}
				step, err := e.Reset(t.Context(), task.Name, 0)
				if err != nil || step.Outcome != bethink.OutcomeRunning {
					t.Fatalf("%s: %v, starts %s", task.Name, err, step.Outcome)
				}
				g, err := set.Game(task.Name)
				if err != nil {
					t.Fatal(err)
				}
				if g.Goal().Kind != task.Kind || !strings.Contains(g.Sentence(), g.Goal().Object) {
					t.Errorf("%s: goal %+v, %q", task.Name, g.Goal(), g.Sentence())
				}
				if n := len(g.Receptacles()); n < 6 || n > 60 {
					t.Errorf("%s: %d receptacles", task.Name, n)
				}
				checkPlaces(t, e, g.Goal(), p)
			}
		})
	}
}

func typeOf(name string) string { return name[:strings.LastIndexByte(name, ' ')] }

func checkPlaces(t *testing.T, e *alfworld.Env, goal alfworld.Goal, p alfworld.Placement) {
	t.Helper()
	pickupable := facts(t, e, "pickupable")
	for _, f := range facts(t, e, "inreceptacle") {
		o, r, _ := strings.Cut(f, ", ")
		if !slices.Contains(pickupable, o) {
			continue
		}
		if !slices.Contains(alfworld.Allowed(typeOf(o)), typeOf(r)) {
			t.Errorf("%s may not lie in %s", o, r)
		}
		if p == alfworld.PlacementZipf && typeOf(o) == goal.Object && typeOf(r) == goal.Receptacle {
			t.Errorf("%s starts in %s, of the type it has to go to", o, r)
		}
	}
}

// Equal configs give equal bytes, another seed or placement other games, and a
// longer run begins like a shorter one.
func TestGenerate_IsDeterministic(t *testing.T) {
	c := alfworld.GenerateConfig{Seed: 5, Games: 6}
	one, two := generate(t, c), generate(t, c)
	c.Games = 12
	long := generate(t, c)
	c.Seed = 6
	other := generate(t, c)
	for i := range one {
		if one[i].Name != two[i].Name || !bytes.Equal(one[i].Data, two[i].Data) {
			t.Errorf("game %d differs between equal configs", i)
		}
		if !bytes.Equal(one[i].Data, long[i].Data) {
			t.Errorf("game %d depends on the number of games", i)
		}
		if bytes.Equal(one[i].Data, other[i].Data) {
			t.Errorf("game %d does not depend on the seed", i)
		}
	}
}

// Under Zipf the first type of a row holds more than its uniform share; the
// shares of first to later ranks follow rank^-1.25 within the noise of the
// sample. Soap bottles in bathrooms: countertop (rank 2) against garbagecan
// (rank 11), both in every bathroom: expected ratio (11/2)^1.25 = 8.42.
func TestGenerate_ZipfFollowsTheRanks(t *testing.T) {
	set, err := alfworld.NewSet(generate(t, alfworld.GenerateConfig{Seed: 11, Games: 500, Placement: alfworld.PlacementZipf, Kinds: []alfworld.Kind{alfworld.GoalSimple}}))
	if err != nil {
		t.Fatal(err)
	}
	e := newEnv(t, set, alfworld.Config{})
	top, can := 0, 0
	for _, task := range set.Tasks() {
		if !strings.Contains(task.Name, "-bathroom/") || strings.Contains(task.Name, "-soapbottle-") {
			continue
		}
		if _, err := e.Reset(t.Context(), task.Name, 0); err != nil {
			t.Fatal(err)
		}
		for _, f := range facts(t, e, "inreceptacle") {
			switch o, r, _ := strings.Cut(f, ", "); {
			case typeOf(o) != "soapbottle":
			case typeOf(r) == "countertop":
				top++
			case typeOf(r) == "garbagecan":
				can++
			}
		}
	}
	// The log ratio has a standard error of about sqrt(1/top + 1/can).
	got, se := math.Log(float64(top)/float64(can)), math.Sqrt(1/float64(top)+1/float64(can))
	if want := 1.25 * math.Log(11.0/2); math.Abs(got-want) > 4*se {
		t.Errorf("countertop %d, garbagecan %d: log ratio %.2f ± %.2f, want %.2f", top, can, got, se, want)
	}
}

func TestGenerate_Invalid(t *testing.T) {
	for field, c := range map[string]alfworld.GenerateConfig{
		"Games":     {},
		"Placement": {Games: 1, Placement: 7},
		"Alpha":     {Games: 1, Alpha: math.NaN()},
		"Kinds":     {Games: 1, Kinds: []alfworld.Kind{0}},
	} {
		if _, err := alfworld.Generate(c); !errors.Is(err, bethink.ErrInvalid) || !strings.Contains(err.Error(), "."+field) {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// What WriteSet writes, Load reads back.
func TestWriteSet_RoundTrip(t *testing.T) {
	files := generate(t, alfworld.GenerateConfig{Seed: 2, Games: 6})
	for _, name := range []string{"games", "games.tar", "games.tar.xz"} {
		t.Run(name, func(t *testing.T) {
			to := filepath.Join(t.TempDir(), name)
			if err := alfworld.WriteSet(t.Context(), to, files); err != nil {
				t.Fatal(err)
			}
			set := load(t, to)
			if set.Len() != len(files) {
				t.Fatalf("%d games, wrote %d", set.Len(), len(files))
			}
			for _, f := range files {
				data, err := alfworld.Raw(set, f.Name)
				if err != nil || !bytes.Equal(data, f.Data) {
					t.Errorf("%s: %v, or other bytes", f.Name, err)
				}
			}
		})
	}
}

func TestWriteSet_Refuses(t *testing.T) {
	data := []byte("{}")
	for name, c := range map[string]struct {
		files []alfworld.File
		want  error
	}{
		"Escape":   {[]alfworld.File{{Name: "../x", Data: data}}, bethink.ErrInvalid},
		"Rooted":   {[]alfworld.File{{Name: "/a/b", Data: data}}, bethink.ErrInvalid},
		"Deep":     {[]alfworld.File{{Name: "a/b/c", Data: data}}, bethink.ErrInvalid},
		"Nameless": {[]alfworld.File{{Data: data}}, bethink.ErrInvalid},
		"Twice":    {[]alfworld.File{{Name: "a/b", Data: data}, {Name: "a/b", Data: data}}, bethink.ErrConflict},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := alfworld.WriteSet(context.Background(), filepath.Join(dir, "x.tar"), c.files); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("left %v behind", left)
			}
		})
	}
}

// The placement table has its 61 rows and 684 pairs.
func TestAllowed_Table(t *testing.T) {
	types := alfworld.PlacedTypes()
	pairs := 0
	for _, o := range types {
		pairs += len(alfworld.Allowed(o))
	}
	if len(types) != 61 || pairs != 684 || !slices.IsSorted(types) {
		t.Errorf("%d types and %d pairs, want 61 and 684 in order", len(types), pairs)
	}
	if got := fmt.Sprint(alfworld.Allowed("apple")[:3]); got != "[coffeetable garbagecan countertop]" {
		t.Errorf("apple begins %s", got)
	}
	if alfworld.Allowed("unicorn") != nil {
		t.Error("a type outside the table is allowed somewhere")
	}
}
