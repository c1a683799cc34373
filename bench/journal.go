package bench

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"

	"github.com/bethink-dev/bethink"
)

// The files of a folder of records.
const (
	identityFile = "config.json"
	recordsFile  = "records.jsonl"
	lockFile     = ".lock"
)

// journal keeps the records of one configuration in a folder: appended and
// synced one by one, put in order when all are there. Without a folder it keeps
// nothing.
type journal struct {
	dir     string
	records []Record // all of the folder
	file    appendable
	size    int64
	lock    *flock.Flock
}

// appendable is what a journal needs of its file.
type appendable interface {
	io.WriteCloser
	Sync() error
	Truncate(size int64) error
}

// openJournal takes up a folder, or starts one, and holds it against others. A
// last line without its end, as a crash may leave it, is dropped. It returns
// ErrConflict where another run holds the folder or its records are of another
// configuration.
func openJournal(dir string, id identity) (_ *journal, err error) {
	j := &journal{dir: dir}
	if dir == "" {
		return j, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("bench: records: %w", err)
	}
	j.lock = flock.New(filepath.Join(dir, lockFile))
	free, err := j.lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("bench: lock %s: %w", dir, err)
	}
	if !free {
		return nil, fmt.Errorf("bench: another run writes its records into %s: wait for its end or give another folder: %w", dir, bethink.ErrConflict)
	}
	defer func() {
		if err != nil {
			j.close()
		}
	}()
	if err := j.identify(id); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, recordsFile)
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("bench: records: %w", err)
	}
	records, whole, err := ReadRecords(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("bench: %s: %w", path, err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, fmt.Errorf("bench: records: %w", err)
	}
	if err := f.Truncate(whole); err != nil {
		return nil, errors.Join(fmt.Errorf("bench: %s: drop its torn last line: %w", path, err), f.Close())
	}
	j.records, j.file, j.size = records, f, whole
	return j, nil
}

// identify compares the folder's configuration with this one, or writes it.
func (j *journal) identify(id identity) error {
	want, err := json.MarshalIndent(id, "", "  ")
	if err != nil {
		return err
	}
	path := filepath.Join(j.dir, identityFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return WriteFile(path, append(want, '\n'))
	}
	if err != nil {
		return fmt.Errorf("bench: records: %w", err)
	}
	var have identity
	if err := json.Unmarshal(data, &have); err != nil {
		return fmt.Errorf("bench: %s is no configuration (%v): choose another folder: %w", path, err, bethink.ErrInvalid)
	}
	if diff := have.differs(id); diff != "" {
		return fmt.Errorf("bench: %s has the records of another configuration (%s): give the same one or another folder: %w",
			j.dir, diff, bethink.ErrConflict)
	}
	return nil
}

// differs says in words what is not the same in b.
func (a identity) differs(b identity) string {
	var out []string
	add := func(what string, x, y any) {
		if x != y {
			out = append(out, fmt.Sprintf("%s there is %v, here %v", what, x, y))
		}
	}
	add("suite", a.Suite, b.Suite)
	add("budget", a.Budget, b.Budget)
	add("seed", a.Seed, b.Seed)
	add("hash of the tasks", a.Tasks, b.Tasks)
	add("pack", fmt.Sprintf("%s %s %.12s", a.Pack.Name, a.Pack.Version, a.Pack.Digest),
		fmt.Sprintf("%s %s %.12s", b.Pack.Name, b.Pack.Version, b.Pack.Digest))
	add("version", a.Version, b.Version)
	add("model", cmp.Or(a.Model, "none"), cmp.Or(b.Model, "none"))
	return strings.Join(out, "; ")
}

// append adds one record durably. After an error the file is as it was.
func (j *journal) append(r Record) error {
	if j.file == nil {
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("bench: record of %s: %w", r.Task, err)
	}
	line = append(line, '\n')
	_, err = j.file.Write(line)
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		// What was half written goes; where even that fails, the reader drops it.
		return fmt.Errorf("bench: append to %s: %w", filepath.Join(j.dir, recordsFile), errors.Join(err, j.file.Truncate(j.size)))
	}
	j.size += int64(len(line))
	j.records = append(j.records, r)
	return nil
}

// finish puts the records into order.
func (j *journal) finish() error {
	if j.file == nil {
		return nil
	}
	sortRecords(j.records)
	var buf bytes.Buffer
	for _, r := range j.records {
		line, err := json.Marshal(r)
		if err != nil {
			return err
		}
		buf.Write(line)
		buf.WriteByte('\n')
	}
	return WriteFile(filepath.Join(j.dir, recordsFile), buf.Bytes())
}

func (j *journal) close() {
	if j.file != nil {
		_ = j.file.Close() // every record has been synced
	}
	if j.lock != nil {
		_ = j.lock.Unlock() // ends with the process at the latest
	}
}

// ReadRecords reads records, one a line. A last line without its end is left
// out; whole is the number of bytes before it. Any other line that is no record
// is ErrInvalid with its number.
func ReadRecords(from io.Reader) (rs []Record, whole int64, err error) {
	err = eachLine(from, func(n int, line []byte) error {
		var r Record
		if err := json.Unmarshal(line, &r); err != nil || r.Task == "" || r.Agent == "" {
			return fmt.Errorf("line %d is no record of an episode: %w", n, bethink.ErrInvalid)
		}
		rs = append(rs, r)
		whole += int64(len(line)) + 1
		return nil
	})
	return rs, whole, err
}

// WriteFile writes a whole file or nothing: beside it first, then under its
// name.
func WriteFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("bench: write %s: %w", path, err)
	}
	defer os.Remove(f.Name()) // fails once it has been renamed
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("bench: write %s: %w", path, err)
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
