package bench

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/llm"
)

// logFile names the log of a run.
func logFile(dir string, j job) string {
	return fileFor(dir, j.variant.String()+" "+string(j.run.World))
}

// talkFile names the file of an episode's conversation.
func talkFile(dir string, j job, t Task) string {
	full := j.variant.String() + " " + string(j.run.World)
	if t.Name != string(j.run.World) {
		full += " " + t.Name
	}
	return fileFor(dir, full)
}

// fileFor makes a file's name of any text: readable, and unique by a hash.
func fileFor(dir, full string) string {
	sum := sha256.Sum256([]byte(full))
	safe := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == '+', r == '.':
			return r
		}
		return '_'
	}, full)
	if len(safe) > 120 {
		safe = safe[:120]
	}
	return filepath.Join(dir, safe+"-"+hex.EncodeToString(sum[:4])+".jsonl")
}

// writeTalk writes a conversation, a message a line.
func writeTalk(path string, ms []llm.Message) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("bench: conversation: %w", err)
	}
	var buf bytes.Buffer
	for _, m := range ms {
		line, err := json.Marshal(m)
		if err != nil {
			return fmt.Errorf("bench: conversation: %w", err)
		}
		buf.Write(append(line, '\n'))
	}
	return WriteFile(path, buf.Bytes())
}

// writeLog writes all streams of a store, an event a line.
func writeLog(ctx context.Context, path string, s bethink.Store) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("bench: log: %w", err)
	}
	var buf bytes.Buffer
	if err := Dump(ctx, &buf, s); err != nil {
		return err
	}
	return WriteFile(path, buf.Bytes())
}

// Dump writes all streams of a store, sorted by name, as one LogEvent of JSON a
// line, the form that Replay reads.
func Dump(ctx context.Context, to io.Writer, s bethink.Store) error {
	for head, err := range s.Streams(ctx, "") {
		if err != nil {
			return fmt.Errorf("bench: dump: %w", err)
		}
		for ev, err := range s.Read(ctx, head.Stream, 1) {
			if err != nil {
				return fmt.Errorf("bench: dump: %w", err)
			}
			line, err := json.Marshal(ev)
			if err != nil {
				return fmt.Errorf("bench: dump event %d of %s: %w", ev.Seq, ev.Stream, err)
			}
			if _, err := to.Write(append(line, '\n')); err != nil {
				return fmt.Errorf("bench: dump: %w", err)
			}
		}
	}
	return nil
}

// eachLine calls f with every line that has its end, counted from 1.
func eachLine(from io.Reader, f func(n int, line []byte) error) error {
	br := bufio.NewReaderSize(from, 64<<10)
	for n := 1; ; n++ {
		line, err := br.ReadBytes('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if err := f(n, bytes.TrimSuffix(line, []byte("\n"))); err != nil {
			return err
		}
	}
}
