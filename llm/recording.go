package llm

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/bethink-dev/bethink"
)

// A recording is a text of lines, each one JSON object: first a head that names
// the recorder and the model, then every exchange in the order of the answers,
// without the messages that it begins with like the one before.

// head begins a recording.
type head struct {
	Recorder string `json:"recorder"`
	Model    string `json:"model"`
}

// Recorder is a Model that writes down what another is asked and answers. Safe
// for concurrent use.
type Recorder struct {
	model Model
	name  string

	mu   sync.Mutex
	w    io.Writer
	last []Message
}

var _ Model = (*Recorder)(nil)

// NewRecorder returns a recorder before a model, and writes the head. by names
// what made the recording: it alone may make it anew.
func NewRecorder(m Model, name, by string, w io.Writer) (*Recorder, error) {
	if m == nil || name == "" || by == "" {
		return nil, fmt.Errorf("llm: a recorder wants a model, its name and its own: %w", bethink.ErrInvalid)
	}
	r := &Recorder{model: m, name: name, w: w}
	return r, r.write(head{by, name})
}

// Complete implements Model.
func (r *Recorder) Complete(ctx context.Context, q Request) (Response, error) {
	out, err := r.model.Complete(ctx, q)
	if err != nil {
		return out, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for n < min(len(q.Messages), len(r.last)) && q.Messages[n] == r.last[n] {
		n++
	}
	r.last = slices.Clone(q.Messages)
	q.Messages = q.Messages[n:]
	return out, r.write(exchange{r.name, n, q, &out})
}

func (r *Recorder) write(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = r.w.Write(append(data, '\n'))
	return err
}

// Replay is a Model that answers from a recording, each request as often as it
// was recorded, equal ones in their order. Safe for concurrent use.
type Replay struct {
	Recorder string // what made the recording
	Name     string // of the model

	mu      sync.Mutex
	answers map[string][]Response
	left    int
	all     []Response
}

var _ Model = (*Replay)(nil)

// NewReplay reads a recording. It returns ErrInvalid, with the line, for one
// that is damaged.
func NewReplay(recording io.Reader) (*Replay, error) {
	p := &Replay{answers: map[string][]Response{}}
	var last []Message
	in := bufio.NewScanner(recording)
	in.Buffer(nil, 16<<20)
	n := 0
	for in.Scan() {
		n++
		bad := func(what string) error {
			return fmt.Errorf("llm: recording, line %d: %s: %w", n, what, bethink.ErrInvalid)
		}
		if n == 1 {
			var h head
			if json.Unmarshal(in.Bytes(), &h) != nil || h.Recorder == "" || h.Model == "" {
				return nil, bad("want a recorder and a model")
			}
			p.Recorder, p.Name = h.Recorder, h.Model
			continue
		}
		var x exchange
		dec := json.NewDecoder(strings.NewReader(in.Text()))
		dec.DisallowUnknownFields()
		if dec.Decode(&x) != nil || x.Response == nil || x.Model != p.Name || x.Common < 0 || x.Common > len(last) {
			return nil, bad("want a request with its answer, of the model in the first line")
		}
		x.Request.Messages = slices.Concat(last[:x.Common], x.Request.Messages)
		last = x.Request.Messages
		k := Digest(x.Model, x.Request)
		p.answers[k] = append(p.answers[k], *x.Response)
		p.left++
		p.all = append(p.all, *x.Response)
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("llm: recording, after line %d: %w", n, errors.Join(err, bethink.ErrInvalid))
	}
	if n == 0 {
		return nil, fmt.Errorf("llm: the recording is empty: %w", bethink.ErrInvalid)
	}
	return p, nil
}

// Complete implements Model. It returns ErrNotFound for a request that was not
// recorded, or not that often.
func (p *Replay) Complete(ctx context.Context, r Request) (Response, error) {
	if err := ctx.Err(); err != nil {
		return Response{}, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	k := Digest(p.Name, r)
	if len(p.answers[k]) == 0 {
		last := ""
		if n := len(r.Messages); n > 0 {
			last = line(r.Messages[n-1].Text)
		}
		return Response{}, fmt.Errorf("llm: not recorded by %s: a request of %d messages, the last %q: record it anew: %w",
			p.Recorder, len(r.Messages), last, bethink.ErrNotFound)
	}
	out := p.answers[k][0]
	p.answers[k] = p.answers[k][1:]
	p.left--
	return out, nil
}

// Answers returns all recorded answers in their order, for who plays a model's
// words to other questions. The caller must not change them.
func (p *Replay) Answers() []Response { return p.all }

// Left returns how many recorded answers nobody has asked for yet.
func (p *Replay) Left() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.left
}
