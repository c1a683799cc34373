package arch_test

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/bethink-dev/bethink/internal/arch"
)

// plant makes a package of file names and their source, in turn.
func plant(t *testing.T, path string, namesAndSources ...string) arch.Package {
	t.Helper()
	p := arch.Package{Path: path}
	set := token.NewFileSet()
	for pair := range slices.Chunk(namesAndSources, 2) {
		f, err := arch.ParseFile(set, pair[0], "package p\n"+pair[1])
		if err != nil {
			t.Fatal(err)
		}
		p.Files = append(p.Files, f)
	}
	return p
}

// importing makes a package with one file that imports the paths.
func importing(t *testing.T, path string, imports ...string) arch.Package {
	t.Helper()
	var src strings.Builder
	for _, i := range imports {
		src.WriteString("import _ \"" + i + "\"\n")
	}
	return plant(t, path, "a.go", src.String())
}

// want checks that the offences are exactly those wanted, each told by where
// it is and a part of what it says: "dist/a.go:2: imports os".
func want(t *testing.T, got []arch.Offence, wanted ...string) {
	t.Helper()
	if len(got) != len(wanted) {
		t.Fatalf("got %d offences %v, want %d %q", len(got), got, len(wanted), wanted)
	}
	for i, w := range wanted {
		if !strings.HasPrefix(got[i].String(), w) {
			t.Errorf("offence %d is %q, want it to start with %q", i, got[i], w)
		}
		if got[i].Why == "" {
			t.Errorf("offence %q has no reason", got[i])
		}
	}
}

func TestCheckTable(t *testing.T) {
	t.Parallel()
	table := []arch.Row{
		{Package: "dist", Why: "nothing"},
		{Package: ".", Imports: []string{"dist"}, Why: "the core"},
		{Package: "rule", Planned: true, Why: "later"},
		{Package: "env/...", Imports: []string{"."}, Why: "worlds"},
		{Package: "env/strict", Planned: true, Why: "none"},
		{Package: "bench", Imports: []string{"..."}, Planned: true, Why: "all"},
	}
	const m = arch.Module
	base := []arch.Package{
		importing(t, "dist", "fmt"),
		importing(t, ".", m+"/dist"),
		importing(t, "env/a", m),
	}
	for name, c := range map[string]struct {
		extra arch.Package
		want  []string
	}{
		"OK":            {importing(t, "bench", m, m+"/dist", m+"/env/a"), nil},
		"Unlisted":      {importing(t, "util"), []string{"util: has no row"}},
		"Below":         {importing(t, "bench/deep"), []string{"bench/deep: has no row"}},
		"NotAllowed":    {importing(t, "rule", "fmt", m), []string{"rule/a.go:3: imports ., which"}},
		"Sibling":       {importing(t, "env/b", m+"/env/a"), []string{"env/b/a.go:2: imports env/a, which"}},
		"MostSpecific":  {importing(t, "env/strict", m), []string{"env/strict/a.go:2: imports ., which"}},
		"Program":       {importing(t, "bench", m+"/cmd/bethink"), []string{"bench/a.go:2: imports cmd/bethink, which"}},
		"TestsAreFree":  {plant(t, "rule", "a_test.go", `import _ "`+m+`/env/a"`), nil},
		"OtherModule":   {importing(t, "rule", m+"x/y"), nil},
		"PrefixIsNoDir": {importing(t, "environment"), []string{"environment: has no row"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want(t, arch.CheckTable(append(slices.Clone(base), c.extra), table), c.want...)
		})
	}
	t.Run("RowWithoutPackage", func(t *testing.T) {
		t.Parallel()
		want(t, arch.CheckTable(base[:2], table), "env/...: has a row in the import table and no package")
	})
}

func TestTable_EveryRowHasAReasonAndIsAlone(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range arch.Table() {
		if r.Why == "" {
			t.Errorf("row %s has no reason", r.Package)
		}
		if seen[r.Package] {
			t.Errorf("row %s is there twice", r.Package)
		}
		seen[r.Package] = true
	}
}

func TestCheckBans(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		p    arch.Package
		want []string
	}{
		"CoreOS":       {importing(t, "dist", "os"), []string{"dist/a.go:2: imports os"}},
		"CoreExec":     {importing(t, ".", "os/exec"), []string{"./a.go:2: imports os/exec"}},
		"CoreNet":      {importing(t, "probe", "net", "net/http"), []string{"probe/a.go:2: imports net", "probe/a.go:3: imports net/http"}},
		"CoreSQL":      {importing(t, "claim", "database/sql"), []string{"claim/a.go:2: imports database/sql"}},
		"CoreLog":      {importing(t, "rule", "log/slog"), []string{"rule/a.go:2: imports log/slog"}},
		"CoreOldRand":  {importing(t, "planner", "math/rand"), []string{"planner/a.go:2: imports math/rand"}},
		"CoreOK":       {importing(t, ".", "math/rand/v2", "net/url", "context"), nil},
		"EdgeOK":       {importing(t, "sqlite", "os", "database/sql"), nil},
		"Testing":      {importing(t, "bench", "testing"), []string{"bench/a.go:2: imports testing"}},
		"TestingTest":  {plant(t, "bench", "a_test.go", `import _ "testing"`), nil},
		"TestingSuite": {importing(t, "bethinktest", "testing", "pgregory.net/rapid"), nil},
		"Suite":        {importing(t, "cmd/bethink", arch.Module+"/bethinktest"), []string{"cmd/bethink/a.go:2: imports"}},
		"TestLibrary":  {importing(t, "pack", "github.com/google/go-cmp/cmp"), []string{"pack/a.go:2: imports github.com/google/go-cmp/cmp"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want(t, arch.CheckBans([]arch.Package{c.p}, arch.Bans()), c.want...)
		})
	}
}

func TestCheckLibraries(t *testing.T) {
	t.Parallel()
	const notes = "uses `gonum.org/v1/gonum` and `example.org/known`"
	for name, c := range map[string]struct {
		p    arch.Package
		want []string
	}{
		"CoreGonum":   {importing(t, "dist", "gonum.org/v1/gonum/stat", "fmt"), nil},
		"CoreOther":   {importing(t, "dist", "example.org/known"), []string{"dist/a.go:2: imports example.org/known (the core"}},
		"EdgeKnown":   {importing(t, "pack", "example.org/known/deep"), nil},
		"EdgeUnknown": {importing(t, "pack", "example.org/unknown"), []string{"pack/a.go:2: imports example.org/unknown (a library needs"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want(t, arch.CheckLibraries([]arch.Package{c.p}, arch.Core(), arch.CoreLibraries(), notes), c.want...)
		})
	}
}

func TestCheckNevers(t *testing.T) {
	t.Parallel()
	const m = arch.Module
	packages := []arch.Package{
		importing(t, "env"),
		importing(t, "llm", m+"/env"),
		importing(t, "agent", m, m+"/llm"),
		importing(t, "bench", m+"/env"),
		importing(t, ".", "fmt"),
	}
	want(t, arch.CheckNevers(packages, arch.Nevers()), "agent: reaches agent -> llm -> env")
}

func TestCheckConcurrency(t *testing.T) {
	t.Parallel()
	permits, err := arch.Permits()
	if err != nil {
		t.Fatal(err)
	}
	const mutex = "import \"sync\"\nvar _ sync.Mutex\n"
	for name, c := range map[string]struct {
		p    arch.Package
		want []string
	}{
		"Go":          {plant(t, "dist", "a.go", "func f() { go f() }"), []string{"dist/a.go:2: has a go statement"}},
		"Chan":        {plant(t, "dist", "a.go", "func f(c chan int) {}"), []string{"dist/a.go:2: has a channel"}},
		"Send":        {plant(t, "rule", "a.go", "func f() { c <- 1 }"), []string{"rule/a.go:2: sends"}},
		"Receive":     {plant(t, "rule", "a.go", "func f() { <-c }"), []string{"rule/a.go:2: receives"}},
		"Select":      {plant(t, "rule", "a.go", "func f() { select {} }"), []string{"rule/a.go:2: has a select"}},
		"Sync":        {plant(t, "planner", "a.go", mutex), []string{"planner/a.go:2: imports sync"}},
		"Atomic":      {importing(t, "planner", "sync/atomic"), []string{"planner/a.go:2: imports sync/atomic"}},
		"ErrGroup":    {importing(t, "env/alfworld", "golang.org/x/sync/errgroup"), []string{"env/alfworld/a.go:2: imports golang.org/x/sync/errgroup"}},
		"RootFile":    {plant(t, ".", "belief.go", mutex), []string{"./belief.go:2: imports sync"}},
		"RootEngine":  {plant(t, ".", "engine.go", mutex, "memory_store.go", mutex), nil},
		"RootGo":      {plant(t, ".", "engine.go", "func f() { go f() }"), []string{"./engine.go:2: has a go statement"}},
		"SyncOnly":    {plant(t, "env/alfworld", "a.go", mutex+"func f() { go f() }"), []string{"env/alfworld/a.go:4: has a go statement"}},
		"All":         {plant(t, "bench", "a.go", mutex+"func f() { go f() }"), nil},
		"NotBelow":    {plant(t, "bench/stat", "a.go", mutex), []string{"bench/stat/a.go:2: imports sync"}},
		"TestsMay":    {plant(t, "dist", "a_test.go", mutex+"func f() { go f() }"), nil},
		"CommentsMay": {plant(t, "dist", "a.go", "// go f() over a channel"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want(t, arch.CheckConcurrency([]arch.Package{c.p}, permits), c.want...)
		})
	}
}

func TestCheckPure(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		p    arch.Package
		want []string
	}{
		"Now":        {plant(t, "claim", "a.go", "import \"time\"\nvar now = time.Now"), []string{"claim/a.go:3: uses time.Now"}},
		"Renamed":    {plant(t, ".", "a.go", "import t \"time\"\nfunc f() { t.Sleep(1) }"), []string{"./a.go:3: uses t.Sleep"}},
		"Durations":  {plant(t, ".", "a.go", "import \"time\"\nvar d = time.Second\ntype x struct{ At time.Time }"), nil},
		"OwnNow":     {plant(t, ".", "a.go", "func f() { time.Now() }"), nil},
		"GlobalRand": {plant(t, "dist", "a.go", "import \"math/rand/v2\"\nvar f = rand.Float64()"), []string{"dist/a.go:3: uses rand.Float64"}},
		"OwnRand":    {plant(t, "dist", "a.go", "import \"math/rand/v2\"\nfunc f(r *rand.Rand) { rand.New(rand.NewPCG(1, 2)) }"), nil},
		"Test":       {plant(t, "dist", "a_test.go", "import \"time\"\nvar now = time.Now"), nil},
		"Edge":       {plant(t, "httpapi", "a.go", "import \"time\"\nvar now = time.Now"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want(t, arch.CheckPure([]arch.Package{c.p}, arch.Core()), c.want...)
		})
	}
}

func TestCheckState(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		src  string
		want []string
	}{
		"Init":         {"func init() {}", []string{"dist/a.go:2: has an init function"}},
		"InitMethod":   {"func (t T) init() {}", nil},
		"Errors":       {"var ErrX = errors.New(\"x\")\nvar (\n\tErrY = errors.New(\"y\")\n)", nil},
		"Pattern":      {"var Word = regexp.MustCompile(`a`)", nil},
		"Embed":        {"//go:embed x.txt\nvar Text string", nil},
		"EmbedInGroup": {"var (\n\t//go:embed x.txt\n\tText string\n)", nil},
		"Assertion":    {"var _ I = T{}", nil},
		"Exported":     {"var Default = T{}", []string{"dist/a.go:2: exports the variable Default"}},
		"Table":        {"var table = map[string]int{}\nfunc f() int { return table[\"a\"] }", nil},
		"ReadByRef":    {"var table = [9]T{}\nfunc f(i int) *T { return &table[i] }", nil},
		"Assigned":     {"var n int\nfunc f() { n = 1 }", []string{"dist/a.go:2: writes the package-level variable n"}},
		"Counted":      {"var n int\nfunc f() { n++ }", []string{"dist/a.go:2: writes"}},
		"MapEntry":     {"var m = map[int]int{}\nfunc f() { m[1] = 2 }", []string{"dist/a.go:2: writes"}},
		"Deleted":      {"var m = map[int]int{}\nfunc f() { delete(m, 1) }", []string{"dist/a.go:2: writes"}},
		"Field":        {"var s struct{ a int }\nfunc f() { s.a += 2 }", []string{"dist/a.go:2: writes"}},
		"Pointer":      {"var n int\nfunc f() { g(&n) }", []string{"dist/a.go:2: writes"}},
		"Ranged":       {"var n int\nfunc f() { for n = range 3 {} }", []string{"dist/a.go:2: writes"}},
		"Shadowed":     {"var n int\nfunc f() { n := 0; n = 1; n++ }", nil},
		"Parameter":    {"var n int\nfunc f(n int) { n = 1 }", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := plant(t, "dist", "a.go", c.src)
			want(t, arch.CheckState([]arch.Package{p}, unstated()), c.want...)
			p.Path = "cmd/bethink"
			want(t, arch.CheckState([]arch.Package{p}, unstated()))
		})
	}
}

func TestCheckLines(t *testing.T) {
	t.Parallel()
	lines := func(n int) string { return strings.Repeat("\n", n-1) } // beside the package clause's
	made := plant(t, "web", "made.go", lines(arch.MaxLines+1))
	made.Files[0].Tree.Comments = []*ast.CommentGroup{{List: []*ast.Comment{{Text: "// Code generated by x. DO NOT EDIT."}}}}
	long, think := arch.CheckLines([]arch.Package{plant(
		t, "dist",
		"short.go", lines(arch.ThinkLines),
		"thought.go", lines(arch.ThinkLines+1),
		"full.go", lines(arch.MaxLines),
		"over.go", lines(arch.MaxLines+1),
	), made})
	want(t, long, "dist/over.go: has 801 lines")
	if len(think) != 2 {
		t.Errorf("think about %q, want thought.go and full.go", think)
	}
}
