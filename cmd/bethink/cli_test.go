package main_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bethink-dev/bethink/bench"
	"github.com/bethink-dev/bethink/env/alfworld"
)

// binary is the program under test, built once.
var binary string

func TestMain(m *testing.M) { os.Exit(buildAndTest(m)) }

func buildAndTest(m *testing.M) int {
	dir, err := os.MkdirTemp("", "bethink-cli-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "bethink")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// result is what a command line came to.
type result struct {
	code        int
	out, errors string
}

func run(t *testing.T, args ...string) result { return runWith(t, "", args...) }

func runWith(t *testing.T, in string, args ...string) result {
	t.Helper()
	cmd := exec.Command(binary, args...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(in), &out, &errs
	return result{exit(t, cmd.Run()), out.String(), errs.String()}
}

func exit(t *testing.T, err error) int {
	t.Helper()
	var ended *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &ended):
		return ended.ExitCode()
	}
	t.Fatal(err)
	return -1
}

// ok runs a command that must succeed and say nothing on standard error.
func ok(t *testing.T, args ...string) string {
	t.Helper()
	r := run(t, args...)
	if r.code != 0 || r.errors != "" {
		t.Fatalf("%v: exit %d, %s", args, r.code, r.errors)
	}
	return r.out
}

// fails runs a command that must end with the code and one line that says why.
func fails(t *testing.T, code int, says string, args ...string) result {
	t.Helper()
	r := run(t, args...)
	if r.code != code || !strings.HasPrefix(r.errors, "bethink: ") || !strings.Contains(r.errors, says) || strings.Count(r.errors, "\n") != 1 {
		t.Errorf("%v: exit %d with %q, want %d with %q on one line", args, r.code, r.errors, code, says)
	}
	return r
}

// made returns a file of n made games.
func made(t *testing.T, n int) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "few.tar")
	ok(t, "env", "make", "household", "--games", fmt.Sprint(n), "--seed", "3", "--out", file)
	return file
}

func TestCLI_RefusesWhatDoesNotExist(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		code int
		says string
		args []string
	}{
		{2, `no command "rnu": did you mean env or run`, []string{"rnu"}},
		{2, `no command "mkae": did you mean make?`, []string{"env", "mkae"}},
		{2, "unknown flag: --agnet: did you mean --agent?", []string{"run", "--agnet", "planner"}},
		{2, "did you mean planner?", []string{"run", "--agent", "plannr"}},
		{2, "did you mean belief?", []string{"run", "--wm", "beleif"}},
		{2, "no use for a world model", []string{"run", "--agent", "random", "--wm", "belief"}},
		{2, "--budget is 0", []string{"run", "--budget", "0"}},
		{2, "--parallel is -1", []string{"run", "--parallel", "-1"}},
		{2, `invalid argument "many"`, []string{"run", "--budget", "many"}},
		{2, `--dialect is "new"`, []string{"run", "--dialect", "new"}},
		{2, `takes flags only, but got "games"`, []string{"run", "games"}},
		{2, "replay what?", []string{"replay"}},
		{2, "--out is missing", []string{"env", "make", "household"}},
		{2, `--placement is "zip"`, []string{"env", "make", "household", "--placement", "zip", "--out", "x"}},
		{2, "--games is 0", []string{"env", "make", "household", "--games", "0", "--out", "x"}},
		{1, "nowhere does not exist", []string{"run", "--games", "nowhere"}},
		{1, "nowhere", []string{"replay", "nowhere"}},
		{1, `no game is called "castle"`, []string{"play", "--task", "castle"}},
		{1, `48 games have "trial" in their name`, []string{"play", "--task", "trial"}},
	} {
		if r := fails(t, tt.code, tt.says, tt.args...); r.out != "" {
			t.Errorf("%v wrote %q", tt.args, r.out)
		}
	}
}

func TestCLI_HelpHasExamples(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{}, {"run"}, {"play"}, {"replay"}, {"env", "list"}, {"env", "make", "household"}, {"version"},
	} {
		if out := ok(t, append(args, "--help")...); !strings.Contains(out, "Examples:\n  bethink ") {
			t.Errorf("%v --help shows no example", args)
		}
	}
}

func TestCLI_Version(t *testing.T) {
	t.Parallel()
	var v struct{ Version, Go, OS, Arch, Household_digest string }
	if err := json.Unmarshal([]byte(ok(t, "version", "--json")), &v); err != nil {
		t.Fatal(err)
	}
	if v.Version == "" || v.Go != runtime.Version() || v.Arch != runtime.GOARCH || len(v.Household_digest) < 12 {
		t.Errorf("%+v", v)
	}
	if out := ok(t, "version"); !strings.HasPrefix(out, "bethink "+v.Version) {
		t.Error(out)
	}
}

func TestCLI_RunWritesOneLineAVariant(t *testing.T) {
	t.Parallel()
	games := made(t, 6)
	dir := filepath.Join(t.TempDir(), "out")
	args := []string{"run", "--json", "--games", games, "--agent", "planner,scripted", "--budget", "8", "--seed", "5"}
	out := ok(t, append(args, "--out", dir, "--parallel", "1")...)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 2 {
		t.Fatal(out)
	}
	want := []string{
		"suite", "agent", "wm", "episodes", "won", "lost", "timeout", "invalid", "mean_steps",
		"steps_over_walkthrough", "auc", "brier", "log_score_bits", "events",
	}
	for i, prefix := range []string{`{"suite":"few","agent":"planner","wm":"belief","episodes":6,`, `{"suite":"few","agent":"scripted","wm":"none","episodes":6,`} {
		if !strings.HasPrefix(lines[i], prefix) {
			t.Errorf("line %d is %s", i, lines[i])
		}
		if diff := cmp.Diff(want, keys(t, lines[i])); diff != "" {
			t.Error(diff)
		}
	}
	if again := ok(t, append(args, "--parallel", "4")...); again != out {
		t.Errorf("with four at a time:\n%swith one:\n%s", again, out)
	}
	summary, err := os.ReadFile(filepath.Join(dir, "summary.jsonl"))
	if err != nil || string(summary) != out {
		t.Errorf("summary.jsonl is %s, %v", summary, err)
	}
	// What is there is not played again, and another configuration is refused.
	if again := ok(t, append(args, "--out", dir)...); again != out {
		t.Error("the second run into the same folder says something else")
	}
	fails(t, 1, "budget there is 8, here 9", append(args, "--out", dir, "--budget", "9")...)
}

// keys returns the names of an object's fields in their order.
func keys(t *testing.T, object string) []string {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(object))
	var out []string
	for i := 0; ; i++ {
		tok, err := dec.Token()
		if err != nil {
			return out
		}
		if name, isText := tok.(string); isText && i%2 == 1 {
			out = append(out, name)
		}
	}
}

func TestCLI_RunShowsATableAndASentence(t *testing.T) {
	t.Parallel()
	out := ok(t, "run", "--games", made(t, 6), "--budget", "8")
	for _, want := range []string{"One look, on the way to: ", "before   some ", "after    some ", "planner+belief ", "planner+memory ", "scripted ", "random ", "planner+belief won "} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if strings.Contains(out, "\x1b") {
		t.Error("colours in a file")
	}
	if n := strings.Count(strings.TrimSpace(out[strings.LastIndex(out, "\n\n"):]), "\n"); n != 0 {
		t.Errorf("the last paragraph has %d line ends: want one sentence", n)
	}
}

func TestCLI_ReplayChecksALog(t *testing.T) {
	t.Parallel()
	games := made(t, 2)
	logs := filepath.Join(t.TempDir(), "logs")
	ok(t, "run", "--games", games, "--agent", "scripted", "--budget", "5", "--log", logs, "--json")
	if out := ok(t, "replay", logs); !strings.HasPrefix(out, "2 streams replayed: ") {
		t.Error(out)
	}
	files, err := filepath.Glob(filepath.Join(logs, "*.jsonl"))
	if err != nil || len(files) != 2 {
		t.Fatalf("%v, %v", files, err)
	}
	var one bench.Replayed
	if err := json.Unmarshal([]byte(ok(t, "replay", "--json", files[0])), &one); err != nil {
		t.Fatal(err)
	}
	if one.Steps < 2 || one.Fingerprints != one.Steps+1 || one.Outcome == "" {
		t.Errorf("%+v", one)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	changed := filepath.Join(t.TempDir(), "changed.jsonl")
	if err := os.WriteFile(changed, bytes.Replace(data, []byte("You "), []byte("We  "), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	fails(t, 1, "the payload was changed", "replay", changed)
}

func TestCLI_AGameThatCannotBeReadIsNotMissed(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "games")
	ok(t, "env", "make", "household", "--games", "2", "--out", dir)
	files, err := filepath.Glob(filepath.Join(dir, "*", "*", "game.tw-pddl"))
	if err != nil || len(files) != 2 {
		t.Fatalf("%v, %v", files, err)
	}
	if err := os.Truncate(files[0], 300); err != nil {
		t.Fatal(err)
	}
	r := fails(t, 1, "1 of 2 episodes could not be played", "run", "--games", dir, "--agent", "scripted", "--json")
	if !strings.Contains(r.errors, files[0]) || !strings.Contains(r.out, `"invalid":1,`) {
		t.Errorf("%+v", r)
	}
}

func TestCLI_PlayShowsTheBelief(t *testing.T) {
	t.Parallel()
	games := made(t, 1)
	set, err := alfworld.Load(t.Context(), games)
	if err != nil {
		t.Fatal(err)
	}
	game, err := set.Game(set.Tasks()[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	walk := game.Walkthrough()
	r := runWith(t, "?\ndance\n"+strings.Join(walk, "\n")+"\n", "play", "--games", games)
	if r.code != 0 || r.errors != "" {
		t.Fatalf("%+v", r)
	}
	for _, want := range []string{
		"Your task is to: ", "  [some " + game.Goal().Object + ": ", "\n  inventory\n", "Nothing happens.",
		fmt.Sprintf("Done, in %d steps.", len(walk)+1),
	} {
		if !strings.Contains(r.out, want) {
			t.Errorf("no %q in\n%s", want, r.out)
		}
	}
	if r := runWith(t, "look\nquit\nnever\n", "play", "--games", games); r.code != 0 || strings.Count(r.out, "> ") != 2 {
		t.Errorf("quit: %+v", r)
	}
	r = runWith(t, "look\n", "play", "--games", games, "--json")
	if r.code != 0 || strings.Count(r.out, `"places":{"`) != 2 {
		t.Errorf("json, until the end of the input: %+v", r)
	}
}

func TestCLI_EnvMakesTheSameGamesAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := func(s string) string { return filepath.Join(dir, s) }
	read := func(s string) string {
		data, err := os.ReadFile(name(s))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for _, out := range []string{"a.tar", "b.tar"} {
		ok(t, "env", "make", "household", "--games", "3", "--placement", "zipf", "--out", name(out))
	}
	if read("a.tar") != read("b.tar") {
		t.Error("equal flags gave other games")
	}
	fails(t, 1, "is there already", "env", "make", "household", "--games", "1", "--out", name("a.tar"))
	if out := ok(t, "env", "list"); !strings.Contains(out, "alfworld ") {
		t.Error(out)
	}
	left, err := filepath.Glob(name(".*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestCLI_AFullDiskIsSaid(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full here")
	}
	defer full.Close()
	for _, args := range [][]string{{"version"}, {"run", "--json", "--agent", "scripted", "--budget", "1"}, {"play"}, {"env", "list"}} {
		cmd := exec.Command(binary, args...)
		var errs bytes.Buffer
		cmd.Stdout, cmd.Stderr, cmd.Stdin = full, &errs, strings.NewReader("look\n")
		if code := exit(t, cmd.Run()); code != 1 || !strings.Contains(errs.String(), "the output is incomplete: write /dev/stdout: no space left on device") {
			t.Errorf("%v: exit %d, %s", args, code, errs.String())
		}
	}
}

func TestCLI_AFullDiskKeepsWholeRecords(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root can mount a small disk")
	}
	disk := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be mounted here: %s", out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", disk).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
	dir := filepath.Join(disk, "out")
	fails(t, 1, "no space left on device", "run", "--agent", "scripted", "--budget", "30", "--out", dir, "--json")
	data, err := os.ReadFile(filepath.Join(dir, "records.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rs, whole, err := bench.ReadRecords(bytes.NewReader(data))
	if err != nil || len(rs) == 0 || int(whole) != len(data) {
		t.Errorf("%d records in %d of %d bytes: %v", len(rs), whole, len(data), err)
	}
	before := len(data)
	fails(t, 1, "no space left on device", "env", "make", "household", "--games", "99", "--out", filepath.Join(disk, "games.tar"))
	fails(t, 1, "no space left on device", "env", "make", "household", "--games", "99", "--out", filepath.Join(disk, "games"))
	left, err := filepath.Glob(filepath.Join(disk, "*"))
	hidden, err2 := filepath.Glob(filepath.Join(disk, ".*"))
	if err = errors.Join(err, err2); err != nil || len(left) != 1 || len(hidden) != 0 || before == 0 {
		t.Errorf("left on the disk: %v %v, %v", left, hidden, err)
	}
}

func TestCLI_CtrlCLeavesWholeRecords(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "out")
	args := []string{"run", "--agent", "scripted", "--budget", "400", "--parallel", "1", "--out", dir, "--json"}
	cmd := exec.Command(binary, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	file := filepath.Join(dir, "records.jsonl")
	for size := int64(0); size == 0; {
		select {
		case err := <-ended:
			t.Fatalf("it ended by itself: %v, %s", err, errs.String())
		default:
			runtime.Gosched()
		}
		if info, err := os.Stat(file); err == nil {
			size = info.Size()
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := exit(t, <-ended); code != 130 || !strings.HasPrefix(errs.String(), "bethink: interrupted after ") || out.Len() != 0 {
		t.Errorf("exit %d, %s%s", code, out.String(), errs.String())
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if rs, whole, err := bench.ReadRecords(bytes.NewReader(data)); err != nil || len(rs) == 0 || len(rs) >= 48 || int(whole) != len(data) {
		t.Errorf("%d records in %d of %d bytes: %v", len(rs), whole, len(data), err)
	}
}

func TestCLI_CtrlCEndsPlay(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	cmd := exec.CommandContext(ctx, binary, "play")
	in, err := cmd.StdinPipe() // never written to: the game waits
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('>'); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if code := exit(t, cmd.Wait()); code != 130 || errs.String() != "bethink: interrupted: the game is not kept\n" {
		t.Errorf("exit %d, %q", code, errs.String())
	}
}
