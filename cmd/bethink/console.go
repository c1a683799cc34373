package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
)

// console is where a command reads and writes.
type console struct {
	in       io.Reader
	out      *sink
	err      io.Writer
	json     bool
	colour   bool // on out and err
	terminal bool // err is one
	bar      *progressbar.ProgressBar
}

func newConsole(in, out, err *os.File) *console {
	colour := isTerminal(out) && isTerminal(err) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return &console{in: in, out: &sink{to: out}, err: err, colour: colour, terminal: isTerminal(err)}
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && f.Name() != os.DevNull
}

// sink writes until a write fails, and keeps that error.
type sink struct {
	to  io.Writer
	err error
}

// Write implements io.Writer.
func (s *sink) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.to.Write(p)
	s.err = err
	return n, err
}

func (s *sink) fault() error {
	if s.err != nil {
		return fmt.Errorf("the output is incomplete: %w", s.err)
	}
	return nil
}

// printf writes to the output; its fault, if any, ends the program at last.
func (c *console) printf(format string, args ...any) { fmt.Fprintf(c.out, format, args...) }

// object writes one line of JSON.
func (c *console) object(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	c.printf("%s\n", line)
	return nil
}

// The colours: numbers of ANSI's select graphic rendition.
const (
	bold = 1
	dim  = 2
	red  = 31
)

func (c *console) paint(colour int, text string) string {
	if !c.colour {
		return text
	}
	return fmt.Sprintf("\x1b[%dm%s\x1b[0m", colour, text)
}

// patience is how long a command may take before it shows progress.
const patience = 2 * time.Second

// progress returns a function that shows how far the command is: on a terminal
// only, and only where it takes its time. finish takes it away.
func (c *console) progress() func(done, total int) {
	if !c.terminal {
		return func(int, int) {}
	}
	since := time.Now()
	return func(done, total int) {
		if c.bar == nil && time.Since(since) >= patience && done < total {
			c.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(c.err), progressbar.OptionShowCount(),
				progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond),
				progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(24), progressbar.OptionEnableColorCodes(c.colour))
		}
		if c.bar != nil {
			_ = c.bar.Set(done) // a progress bar that cannot be drawn stops nothing
		}
	}
}

// finish takes the progress bar away.
func (c *console) finish() {
	if c.bar != nil {
		_ = c.bar.Clear()
		c.bar = nil
	}
}
