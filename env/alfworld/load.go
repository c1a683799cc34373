package alfworld

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"weak"

	"github.com/ulikunitz/xz"

	"github.com/bethink-dev/bethink"
)

const (
	gameName        = "game.tw-pddl"
	maxArchiveBytes = 2 << 30
)

// Load finds the games under a path: one game file, a folder tree, a .tar or a
// .tar.xz (read in memory, never unpacked to disk). An empty path is
// ALFWorld's own data folder, $ALFWORLD_DATA or else ~/.cache/alfworld; a path
// that does not exist but is the name of a split ("train", "valid_seen",
// "valid_unseen") is that split in it.
//
// It returns ErrNotFound where there is no game, ErrConflict where two games
// have the same name and ErrInvalid for a damaged archive. Game files are read
// later, by Game.
func Load(ctx context.Context, from string) (*Set, error) {
	root, err := locate(from)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(root)
	if err != nil {
		return nil, err
	}
	var l loader
	switch {
	case info.IsDir():
		err = l.folder(ctx, root)
	case strings.HasSuffix(root, ".tar"), strings.HasSuffix(root, ".tar.xz"), strings.HasSuffix(root, ".txz"):
		err = l.file(ctx, root)
	default:
		err = l.single(root)
	}
	if err != nil {
		return nil, err
	}
	if len(l.entries) == 0 {
		return nil, fmt.Errorf("alfworld: no %s under %s: %w", gameName, root, bethink.ErrNotFound)
	}
	return l.set()
}

// locate resolves a path, an empty path and the name of a split.
func locate(from string) (string, error) {
	data := os.Getenv("ALFWORLD_DATA")
	if data == "" {
		home, err := os.UserHomeDir()
		if err != nil && from == "" {
			return "", fmt.Errorf("alfworld: no path is given, ALFWORLD_DATA is not set and there is no home folder: %w", bethink.ErrNotFound)
		}
		data = filepath.Join(home, ".cache", "alfworld")
	}
	tried := from
	if from == "" {
		tried = data
	}
	if _, err := os.Stat(tried); err == nil {
		return filepath.EvalSymlinks(tried)
	}
	switch from {
	case "":
		return "", fmt.Errorf("alfworld: no games at %s; download them with alfworld-download, set ALFWORLD_DATA or give a path: %w", data, bethink.ErrNotFound)
	case "train", "valid_seen", "valid_unseen":
		split := filepath.Join(data, "json_2.1.1", from)
		if _, err := os.Stat(split); err == nil {
			return filepath.EvalSymlinks(split)
		}
		return "", fmt.Errorf("alfworld: neither %s nor %s exists: %w", from, split, bethink.ErrNotFound)
	}
	return "", fmt.Errorf("alfworld: %s does not exist: %w", from, bethink.ErrNotFound)
}

// loader collects the entries of a set.
type loader struct {
	tasks   []Task
	entries []entry
	zip     *flate.Writer
}

func (l *loader) add(name string, e entry) {
	e.mu, e.game = new(sync.Mutex), new(weak.Pointer[Game])
	l.tasks = append(l.tasks, Task{Name: name, Kind: kindOf(name)})
	l.entries = append(l.entries, e)
}

// pack adds a game that is kept in memory, compressed.
func (l *loader) pack(name string, r io.Reader) error {
	var packed bytes.Buffer
	if l.zip == nil {
		l.zip, _ = flate.NewWriter(&packed, flate.BestSpeed) // the level is valid
	}
	l.zip.Reset(&packed)
	n, err := io.Copy(l.zip, io.LimitReader(r, maxGameBytes+1))
	if err != nil {
		return err
	}
	if n > maxGameBytes {
		return fmt.Errorf("alfworld: %s is larger than %d bytes: %w", name, maxGameBytes, bethink.ErrInvalid)
	}
	if err := l.zip.Close(); err != nil {
		return err
	}
	l.add(name, entry{packed: packed.Bytes()})
	return nil
}

// taskName is the last two folders of a game file.
func taskName(slashed string) string {
	dir, file := path.Split(slashed)
	dir = strings.Trim(path.Clean("/"+dir), "/")
	if file != gameName {
		dir = path.Join(dir, strings.TrimSuffix(file, path.Ext(file)))
	}
	if parts := strings.Split(dir, "/"); len(parts) > 2 {
		dir = path.Join(parts[len(parts)-2:]...)
	}
	return cmp.Or(dir, "game")
}

func (l *loader) single(root string) error {
	whole, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	l.add(taskName(filepath.ToSlash(whole)), entry{path: root})
	return nil
}

// folder adds every game file of a tree. It follows no link.
func (l *loader) folder(ctx context.Context, root string) error {
	whole, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	return filepath.WalkDir(whole, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == gameName && d.Type().IsRegular() {
			l.add(taskName(filepath.ToSlash(p)), entry{path: p})
		}
		return ctx.Err()
	})
}

func (l *loader) file(ctx context.Context, root string) error {
	f, err := os.Open(root)
	if err != nil {
		return err
	}
	defer f.Close()
	return l.archive(ctx, root, f, !strings.HasSuffix(root, ".tar"))
}

// archive adds every game file of a tar stream.
func (l *loader) archive(ctx context.Context, name string, r io.Reader, compressed bool) error {
	in := &counter{r: r}
	plain := io.Reader(in)
	damaged := func(err error) error {
		if errors.Is(err, bethink.ErrInvalid) || ctx.Err() != nil {
			return err
		}
		return fmt.Errorf("alfworld: %s, byte %d: expected a tar archive of games: %w: %w", name, in.n, err, bethink.ErrInvalid)
	}
	if compressed {
		x, err := xz.NewReader(in)
		if err != nil {
			return damaged(err)
		}
		plain = x
	}
	limited := &counter{r: plain, limit: maxArchiveBytes}
	t := tar.NewReader(limited)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		h, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return damaged(err)
		}
		if path.Base(h.Name) != gameName || h.Typeflag != tar.TypeReg {
			continue
		}
		if err := l.pack(taskName(h.Name), t); err != nil {
			return damaged(err)
		}
	}
}

// counter counts what is read and ends with an error beyond its limit.
type counter struct {
	r        io.Reader
	n, limit int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	if c.limit > 0 && c.n > c.limit {
		return n, fmt.Errorf("more than %d bytes unpacked: %w", c.limit, bethink.ErrInvalid)
	}
	return n, err
}

// set sorts what was collected. Games whose name does not tell their kind are
// parsed for it.
func (l *loader) set() (*Set, error) {
	order := make([]int, len(l.tasks))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(l.tasks[a].Name, l.tasks[b].Name) })
	s := &Set{}
	for i, at := range order {
		t, e := l.tasks[at], l.entries[at]
		if i > 0 && s.tasks[i-1].Name == t.Name {
			return nil, fmt.Errorf("alfworld: two games are called %s; load one folder at a time: %w", t.Name, bethink.ErrConflict)
		}
		if t.Kind == 0 {
			g, err := e.load(t.Name)
			if err != nil {
				return nil, err
			}
			t.Kind = g.goal.Kind
		}
		s.tasks = append(s.tasks, t)
		s.entries = append(s.entries, e)
	}
	return s, nil
}
