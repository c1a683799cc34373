package alfworld

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"weak"

	"github.com/bethink-dev/bethink"
)

// Task is an entry of a [Set].
type Task struct {
	// Name is the folder of the task and that of the trial:
	// "pick_and_place_simple-Mug-None-Shelf-313/trial_T20190908_130044_782353".
	Name string
	Kind Kind
}

// File is one game.tw-pddl file in memory.
type File struct {
	// Name is that of the [Task].
	Name string
	Data []byte
}

// Set is a sorted collection of games. It is read-only and safe for concurrent
// use. Games are parsed when first asked for and kept while somebody holds
// them; until then an archive's games lie compressed in memory and a folder's
// on disk.
type Set struct {
	tasks   []Task
	entries []entry // parallel to tasks
}

type entry struct {
	path   string // of a file, or
	packed []byte // a compressed one

	mu   *sync.Mutex
	game *weak.Pointer[Game]
}

// NewSet returns the set of the given games; the data is copied. It returns
// ErrConflict where two have the same name.
func NewSet(files []File) (*Set, error) {
	var l loader
	for _, f := range files {
		if err := l.pack(f.Name, bytes.NewReader(f.Data)); err != nil {
			return nil, err
		}
	}
	return l.set()
}

// Tasks returns the tasks, sorted by name. The slice is the caller's.
func (s *Set) Tasks() []Task { return slices.Clone(s.tasks) }

// Len returns the number of games.
func (s *Set) Len() int { return len(s.tasks) }

// Game returns a game by its name. It returns ErrNotFound for a name that the
// set has not, and a [*SyntaxError] for a malformed file.
func (s *Set) Game(name string) (*Game, error) {
	i, ok := slices.BinarySearchFunc(s.tasks, name, func(t Task, n string) int { return strings.Compare(t.Name, n) })
	if !ok {
		return nil, fmt.Errorf("alfworld: task %q is none of the %d of this set; Tasks lists them: %w", name, len(s.tasks), bethink.ErrNotFound)
	}
	return s.entries[i].load(name)
}

// load parses the game, or returns the one that is still in use.
func (e *entry) load(name string) (*Game, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if g := e.game.Value(); g != nil {
		return g, nil
	}
	data, err := e.read()
	if err != nil {
		return nil, fmt.Errorf("alfworld: read %s: %w", name, err)
	}
	where := name
	if e.path != "" {
		where = e.path
	}
	g, err := Parse(where, data)
	if err != nil {
		return nil, err
	}
	g.name = name
	*e.game = weak.Make(g)
	return g, nil
}

func (e *entry) read() ([]byte, error) {
	if e.packed != nil {
		return io.ReadAll(flate.NewReader(bytes.NewReader(e.packed)))
	}
	f, err := os.Open(e.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxGameBytes+1))
}
