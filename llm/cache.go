package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/bethink-dev/bethink"
)

// Digest names a request to a model: equal for equal requests alone.
func Digest(model string, r Request) string {
	data, err := json.Marshal(exchange{Model: model, Request: r})
	if err != nil {
		return "" // only where a temperature is no number: no such request is kept
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// exchange is a request with its answer, as it is kept. In a recording the
// request leaves out the first messages that it has in common with the one
// before; Common says how many.
type exchange struct {
	Model    string    `json:"model"`
	Common   int       `json:"common,omitempty"`
	Request  Request   `json:"request"`
	Response *Response `json:"response,omitempty"`
}

// Cache is a Model that asks another only what it has not been asked before,
// to the letter. Answers are files in a folder; what goes wrong is not kept.
// Safe for concurrent use, by several processes too.
type Cache struct {
	model Model
	name  string
	dir   string
}

var _ Model = (*Cache)(nil)

// NewCache returns a cache in dir before a model. The name says which model
// that is; it should tell the server as well where several have models of one
// name. It returns ErrInvalid, naming what is missing.
func NewCache(m Model, name, dir string) (*Cache, error) {
	if m == nil || name == "" || dir == "" {
		return nil, fmt.Errorf("llm: a cache wants a model, its name and a folder: %w", bethink.ErrInvalid)
	}
	return &Cache{model: m, name: name, dir: dir}, nil
}

// Complete implements Model.
func (c *Cache) Complete(ctx context.Context, r Request) (Response, error) {
	key := Digest(c.name, r)
	if key == "" {
		return c.model.Complete(ctx, r)
	}
	file := filepath.Join(c.dir, key[:2], key+".json")
	kept, err := load(file, c.name, r)
	switch {
	case err == nil:
		kept.Cached = true
		return *kept, nil
	case !errors.Is(err, fs.ErrNotExist):
		return Response{}, err
	}
	out, err := c.model.Complete(ctx, r)
	if err != nil {
		return out, err
	}
	return out, save(file, exchange{Model: c.name, Request: r, Response: &out})
}

// load reads a kept answer. One that is damaged, or of another request, is an
// error: it is not asked for again in silence.
func load(file, name string, r Request) (*Response, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var x exchange
	if json.Unmarshal(data, &x) != nil || x.Response == nil || Digest(x.Model, x.Request) != Digest(name, r) {
		return nil, fmt.Errorf("llm: %s is damaged: remove it, and it is asked for again: %w", file, bethink.ErrInvalid)
	}
	return x.Response, nil
}

func save(file string, x exchange) error {
	data, err := json.Marshal(x)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), "new-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(append(data, '\n'))
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}
