package llm_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/llm"
)

// echo answers with the number of the call and the last message.
type echo struct{ calls int }

func (e *echo) Complete(_ context.Context, r llm.Request) (llm.Response, error) {
	e.calls++
	last := r.Messages[len(r.Messages)-1].Text
	if last == "fail" {
		return llm.Response{}, llm.ErrUnavailable
	}
	return llm.Response{Text: fmt.Sprint(e.calls, " ", last), Usage: llm.Usage{Prompt: 2, Completion: 1}, Seconds: 0.5}, nil
}

// read returns all that is in the files under dir.
func read(t *testing.T, dir string) string {
	t.Helper()
	var out strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		out.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// What was asked to the letter is not asked again, by another cache on the same
// folder neither; anything else is.
func TestCache_AsksOnce(t *testing.T) {
	dir, m := t.TempDir(), &echo{}
	call := func(name string, r llm.Request) (string, bool) {
		t.Helper()
		c, err := llm.NewCache(m, name, dir)
		if err != nil {
			t.Fatal(err)
		}
		out, err := c.Complete(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return out.Text, out.Cached
	}
	seeded, seed := ask("a"), int64(1)
	seeded.Seed = &seed
	for _, tt := range []struct {
		name, want string
		r          llm.Request
		kept       bool
	}{
		{"m", "1 a", ask("a"), false},
		{"m", "1 a", ask("a"), true},
		{"other", "2 a", ask("a"), false},
		{"m", "3 a", seeded, false},
		{"m", "4 a", ask("b", "a"), false},
		{"m", "3 a", seeded, true},
	} {
		if got, kept := call(tt.name, tt.r); got != tt.want || kept != tt.kept {
			t.Errorf("%+v: %q, kept %t", tt, got, kept)
		}
	}
	// A failure is not kept.
	c, _ := llm.NewCache(m, "m", dir)
	for range 2 {
		if _, err := c.Complete(t.Context(), ask("fail")); !errors.Is(err, llm.ErrUnavailable) {
			t.Error(err)
		}
	}
	if m.calls != 6 {
		t.Errorf("%d calls", m.calls)
	}
	// A damaged file is told, not asked for again.
	files, _ := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	for _, f := range files {
		if err := os.WriteFile(f, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.Complete(t.Context(), ask("a")); !errors.Is(err, bethink.ErrInvalid) || len(files) != 4 {
		t.Errorf("%d files, %v", len(files), err)
	}
	for _, bad := range []func() (*llm.Cache, error){
		func() (*llm.Cache, error) { return llm.NewCache(nil, "m", dir) },
		func() (*llm.Cache, error) { return llm.NewCache(m, "", dir) },
		func() (*llm.Cache, error) { return llm.NewCache(m, "m", "") },
	} {
		if _, err := bad(); !errors.Is(err, bethink.ErrInvalid) {
			t.Error(err)
		}
	}
}

// A recording answers as the model did, equal requests in their order, and
// nothing else.
func TestReplay_AnswersAsRecorded(t *testing.T) {
	var tape bytes.Buffer
	rec, err := llm.NewRecorder(&echo{}, "m", "TestReplay_AnswersAsRecorded", &tape)
	if err != nil {
		t.Fatal(err)
	}
	var want []llm.Response
	for _, s := range [][]string{{"a"}, {"a", "b"}, {"a"}} {
		r, err := rec.Complete(t.Context(), ask(s...))
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, r)
	}
	if _, err := rec.Complete(t.Context(), ask("fail")); err == nil {
		t.Error("a failure was swallowed")
	}
	if n := strings.Count(tape.String(), `"text":"a"`); n != 1 {
		t.Errorf("the first message is there %d times", n)
	}
	p, err := llm.NewReplay(&tape)
	if err != nil {
		t.Fatal(err)
	}
	if p.Recorder != "TestReplay_AnswersAsRecorded" || p.Name != "m" || p.Left() != 3 {
		t.Errorf("%q %q %d", p.Recorder, p.Name, p.Left())
	}
	if diff := cmp.Diff(want, p.Answers()); diff != "" {
		t.Error(diff)
	}
	var got []llm.Response
	for _, s := range [][]string{{"a"}, {"a"}, {"a", "b"}} {
		r, err := p.Complete(t.Context(), ask(s...))
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r)
	}
	if diff := cmp.Diff([]llm.Response{want[0], want[2], want[1]}, got); diff != "" || p.Left() != 0 {
		t.Error(diff)
	}
	for _, s := range []string{"a", "c"} {
		if _, err := p.Complete(t.Context(), ask(s)); !errors.Is(err, bethink.ErrNotFound) || !strings.Contains(err.Error(), "record it anew") {
			t.Errorf("%s: %v", s, err)
		}
	}
	for _, bad := range []string{"", "{}", "x", `{"recorder":"r","model":"m"}` + "\n{}", `{"recorder":"r","model":"m"}` + "\n" + `{"model":"n","request":{"messages":null},"response":{"text":""}}`,
		`{"recorder":"r","model":"m"}` + "\n" + `{"model":"m","common":1,"request":{"messages":null},"response":{"text":""}}`} {
		if _, err := llm.NewReplay(strings.NewReader(bad)); !errors.Is(err, bethink.ErrInvalid) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// A meter counts what was spent, and a kept answer costs nothing.
func TestMeter_Counts(t *testing.T) {
	c, err := llm.NewCache(&echo{}, "m", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := llm.NewMeter(c)
	for _, s := range []string{"a", "a", "b", "fail"} {
		_, _ = m.Complete(t.Context(), ask(s))
	}
	if diff := cmp.Diff(llm.Spent{Calls: 3, Cached: 1, Prompt: 4, Completion: 2, Seconds: 1}, m.Spent()); diff != "" {
		t.Error(diff)
	}
	var s llm.Spent
	dollar := 1.0
	s.Add(llm.Response{Cost: &dollar})
	s.Add(llm.Response{Cost: &dollar})
	if !s.Priced || s.Cost != 2 || s.String() != "calls=2 cached=0 in=0 out=0 usd=2.000000" {
		t.Errorf("%v", s)
	}
	s.Add(llm.Response{})
	if s.Priced {
		t.Error("a sum with an unknown price is no price")
	}
}

// Spending that is counted in parts adds up to what it is counted as a whole.
func TestLaw_PartsOfSpendingAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var whole, sum llm.Spent
		for range rapid.IntRange(0, 4).Draw(t, "parts") {
			var part llm.Spent
			for range rapid.IntRange(0, 3).Draw(t, "answers") {
				n := rapid.IntRange(0, 9).Draw(t, "tokens")
				r := llm.Response{Usage: llm.Usage{Prompt: 2 * n, CachedPrompt: n, Completion: n}, Seconds: float64(n), Cached: rapid.Bool().Draw(t, "kept")}
				if rapid.Bool().Draw(t, "priced") {
					cost := float64(n)
					r.Cost = &cost
				}
				whole.Add(r)
				part.Add(r)
			}
			sum.Sum(part)
		}
		if diff := cmp.Diff(whole, sum); diff != "" {
			t.Fatal(diff)
		}
	})
}

// Each recording under testdata has exactly one recorder: the test that its
// first line names plays it, no other test does, and none plays one that is not
// there.
func TestRecordings_HaveOneRecorderEach(t *testing.T) {
	played := map[string][]string{} // recording: the tests that play it
	var files []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != "..":
			return fs.SkipDir
		case strings.HasSuffix(path, ".jsonl") && filepath.Base(filepath.Dir(path)) == "recording":
			files = append(files, filepath.ToSlash(path))
		case strings.HasSuffix(path, "_test.go"):
			return players(path, played)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := llm.NewReplay(f)
		f.Close()
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if diff := cmp.Diff([]string{p.Recorder}, played[file]); diff != "" {
			t.Errorf("%s: who records it and who plays it:\n%s", file, diff)
		}
		delete(played, file)
	}
	for file, by := range played {
		t.Errorf("%v play %s, which is not there", by, file)
	}
}

// players finds calls of recorded(t, "name") in a test file.
func players(path string, played map[string][]string) error {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return err
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) < 2 {
				return true
			}
			name, ok := call.Fun.(*ast.Ident)
			lit, isText := call.Args[1].(*ast.BasicLit)
			if ok && isText && name.Name == "recorded" {
				what, _ := strconv.Unquote(lit.Value)
				file := filepath.ToSlash(filepath.Join(filepath.Dir(path), "testdata", "recording", what+".jsonl"))
				played[file] = append(played[file], fn.Name.Name)
			}
			return true
		})
	}
	return nil
}
