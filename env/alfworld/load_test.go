package alfworld_test

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/alfworld"
)

const (
	firstTask  = "pick_and_place_simple-Apple-None-Fridge-1/trial_T1"
	secondTask = "pick_two_obj_and_place-Apple-None-Drawer-1/trial_T2"
)

// games returns two game files by their path below a split.
func games(t *testing.T) map[string][]byte {
	return map[string][]byte{
		firstTask:  gameBytes(t, strings.Replace(kitchen, "GOAL", appleInFridge, 1)),
		secondTask: gameBytes(t, strings.Replace(kitchen, "GOAL", twoApples, 1)),
	}
}

// tree writes the games below a folder, with other files beside them.
func tree(t *testing.T, root string) {
	t.Helper()
	for name, data := range games(t) {
		dir := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for file, data := range map[string][]byte{"game.tw-pddl": data, "traj_data.json": []byte("{")} {
			if err := os.WriteFile(filepath.Join(dir, file), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// tarball returns the games as a tar archive.
func tarball(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, name := range []string{secondTask, firstTask} {
		data := games(t)[name]
		for file, data := range map[string][]byte{"game.tw-pddl": data, "notes.txt": []byte("x")} {
			if err := w.WriteHeader(&tar.Header{Name: "./split/" + name + "/" + file, Mode: 0o644, Size: int64(len(data))}); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write(data); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func compressed(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := xz.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// A folder, a tar and a compressed tar are the same set: the same names in the
// same order, kinds and games.
func TestLoad_Forms(t *testing.T) {
	folder := t.TempDir()
	tree(t, filepath.Join(folder, "json_2.1.1", "valid_seen"))
	for form, path := range map[string]string{
		"Folder": folder,
		"Tar":    write(t, "games.tar", tarball(t)),
		"TarXz":  write(t, "games.tar.xz", compressed(t, tarball(t))),
	} {
		t.Run(form, func(t *testing.T) {
			set := load(t, path)
			tasks := set.Tasks()
			want := []alfworld.Task{{Name: firstTask, Kind: alfworld.GoalSimple}, {Name: secondTask, Kind: alfworld.GoalTwo}}
			if len(tasks) != 2 || tasks[0] != want[0] || tasks[1] != want[1] {
				t.Fatalf("tasks %v, want %v", tasks, want)
			}
			g, err := set.Game(firstTask)
			if err != nil {
				t.Fatal(err)
			}
			if g.Name() != firstTask || g.Goal() != (alfworld.Goal{Kind: alfworld.GoalSimple, Object: "apple", Receptacle: "fridge"}) {
				t.Errorf("game %s, goal %+v", g.Name(), g.Goal())
			}
		})
	}
}

// A single file is named by its folders; its kind comes from its goal.
func TestLoad_SingleFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "some", "where")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "game.tw-pddl")
	if err := os.WriteFile(file, games(t)[secondTask], 0o644); err != nil {
		t.Fatal(err)
	}
	if tasks := load(t, file).Tasks(); len(tasks) != 1 || tasks[0] != (alfworld.Task{Name: "some/where", Kind: alfworld.GoalTwo}) {
		t.Errorf("tasks %v", tasks)
	}
}

// Without a path, and for the name of a split, ALFWorld's own folder is used.
func TestLoad_DataFolder(t *testing.T) {
	data := t.TempDir()
	tree(t, filepath.Join(data, "json_2.1.1", "valid_unseen"))
	t.Setenv("ALFWORLD_DATA", data)
	for _, path := range []string{"", "valid_unseen"} {
		if n := load(t, path).Len(); n != 2 {
			t.Errorf("%q: %d games", path, n)
		}
	}
	if _, err := alfworld.Load(context.Background(), "train"); !errors.Is(err, bethink.ErrNotFound) {
		t.Errorf("a split that is not there: %v", err)
	}
	t.Setenv("ALFWORLD_DATA", "")
	t.Setenv("HOME", t.TempDir())
	_, err := alfworld.Load(context.Background(), "")
	if !errors.Is(err, bethink.ErrNotFound) || !strings.Contains(err.Error(), "ALFWORLD_DATA") {
		t.Errorf("no data: %v", err)
	}
}

// Links are not followed: a tree cannot name files elsewhere.
func TestLoad_FollowsNoLink(t *testing.T) {
	outside := write(t, "game.tw-pddl", games(t)[firstTask])
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "a", "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(root, "a", "b", "game.tw-pddl")); err != nil {
		t.Skip("no symbolic links here")
	}
	if _, err := alfworld.Load(context.Background(), root); !errors.Is(err, bethink.ErrNotFound) {
		t.Errorf("a tree with only a link: %v", err)
	}
}

func TestLoad_Errors(t *testing.T) {
	whole := compressed(t, tarball(t))
	twice := t.TempDir()
	tree(t, filepath.Join(twice, "train"))
	tree(t, filepath.Join(twice, "valid_seen"))
	for _, c := range []struct {
		name, path string
		want       error
	}{
		{"Missing", filepath.Join(t.TempDir(), "none"), bethink.ErrNotFound},
		{"Empty", t.TempDir(), bethink.ErrNotFound},
		{"TruncatedXz", write(t, "a.tar.xz", whole[:len(whole)/2]), bethink.ErrInvalid},
		{"NoXz", write(t, "a.tar.xz", []byte("this is no archive at all")), bethink.ErrInvalid},
		{"NoTar", write(t, "a.tar", bytes.Repeat([]byte("no tar "), 200)), bethink.ErrInvalid},
		{"SameNameTwice", twice, bethink.ErrConflict},
		{"BadSingleFile", write(t, "x.tw-pddl", []byte("{")), bethink.ErrInvalid},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := alfworld.Load(context.Background(), c.path)
			if !errors.Is(err, c.want) {
				t.Fatalf("error %v, want %v", err, c.want)
			}
			if base := filepath.Base(c.path); c.want == bethink.ErrInvalid && !strings.Contains(err.Error(), base) && !strings.Contains(err.Error(), "/x") {
				t.Errorf("error %q does not name %s", err, base)
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := alfworld.Load(ctx, write(t, "b.tar", tarball(t))); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// FuzzArchive loads any bytes as an archive.
func FuzzArchive(f *testing.F) {
	f.Add([]byte("nothing"), false)
	f.Add([]byte{0xfd, '7', 'z', 'X', 'Z', 0}, true)
	f.Fuzz(func(t *testing.T, data []byte, packed bool) {
		name := "a.tar"
		if packed {
			name = "a.tar.xz"
		}
		if _, err := alfworld.Load(context.Background(), write(t, name, data)); err == nil {
			return
		} else if !errors.Is(err, bethink.ErrInvalid) && !errors.Is(err, bethink.ErrNotFound) && !errors.Is(err, bethink.ErrConflict) {
			t.Fatalf("error %v wraps no sentinel", err)
		}
	})
}
