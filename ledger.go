package bethink

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
)

// The kinds of event in a stream.
const (
	KindStart    = "start"    // an episode began: pack digest, knowledge version, seed
	KindStep     = "step"     // one Observe
	KindClaim    = "claim"    // an author's statement
	KindForecast = "forecast" // an expectation, to be settled by a later step
	KindRetract  = "retract"  // evidence withdrawn
	KindClose    = "close"    // an episode ended
	KindPack     = "pack"     // a world took up a pack
	KindNote     = "note"     // a ledger entry of a learner

	KindResolution = "resolution" // a forecast settled by the step before it
)

// NewEvent is an event to be appended. Key, where set, is unique in its stream:
// appending an event with a key the stream has is left out silently, so that a
// retried write counts once. Body is encoded as JSON.
type NewEvent struct {
	Kind string
	Key  string
	Body any
}

// LogEvent is an event as a store keeps it. Seq counts from 1 in its stream.
// Chain commits to the header and to the salted hash of the payload, and to
// the event before: a payload can be erased (Data nil) and the chain still
// verifies.
type LogEvent struct {
	Stream string          `json:"stream"`
	Seq    uint64          `json:"seq"`
	Kind   string          `json:"kind"`
	Key    string          `json:"key,omitempty"`
	Data   json.RawMessage `json:"data,omitempty"`
	Salt   string          `json:"salt"`
	Digest string          `json:"digest"` // HMAC-SHA256 of Data under Salt
	Chain  string          `json:"chain"`
	// Body is the value as it was appended, where the store still has it.
	Body any `json:"-"`
}

// Seal completes an event: it encodes the payload, salts and hashes it, and
// chains it to the previous event's Chain ("" for the first).
func Seal(prev string, stream string, seq uint64, e NewEvent, salt [16]byte) (LogEvent, error) {
	data, err := json.Marshal(e.Body)
	if err != nil {
		return LogEvent{}, fmt.Errorf("event %d of %s: %v: %w", seq, stream, err, ErrInvalid)
	}
	out := LogEvent{Stream: stream, Seq: seq, Kind: e.Kind, Key: e.Key, Data: data, Salt: hex.EncodeToString(salt[:]), Body: e.Body}
	mac := hmac.New(sha256.New, salt[:])
	mac.Write(data) //nolint:errcheck // a hash never fails
	out.Digest = hex.EncodeToString(mac.Sum(nil))
	out.Chain = out.link(prev)
	return out, nil
}

func (e *LogEvent) link(prev string) string {
	h := sha256.New()
	for _, s := range []string{prev, e.Stream, e.Kind, e.Key, e.Digest} {
		var n [8]byte
		binary.LittleEndian.PutUint64(n[:], uint64(len(s)))
		h.Write(n[:])      //nolint:errcheck // a hash never fails
		h.Write([]byte(s)) //nolint:errcheck // a hash never fails
	}
	var n [8]byte
	binary.LittleEndian.PutUint64(n[:], e.Seq)
	h.Write(n[:]) //nolint:errcheck // a hash never fails
	return hex.EncodeToString(h.Sum(nil))
}

// Verify checks an event against the chain of the one before it, and its
// payload, where it is still there, against its digest. It returns ErrInvalid
// with what does not fit.
func (e *LogEvent) Verify(prev string) error {
	if got := e.link(prev); got != e.Chain {
		return fmt.Errorf("event %d of %s: the chain is broken: the header or an earlier event was changed: %w", e.Seq, e.Stream, ErrInvalid)
	}
	if e.Data == nil {
		return nil
	}
	salt, err := hex.DecodeString(e.Salt)
	if err != nil {
		return fmt.Errorf("event %d of %s: salt: %v: %w", e.Seq, e.Stream, err, ErrInvalid)
	}
	mac := hmac.New(sha256.New, salt)
	mac.Write(e.Data) //nolint:errcheck // a hash never fails
	if hex.EncodeToString(mac.Sum(nil)) != e.Digest {
		return fmt.Errorf("event %d of %s: the payload was changed: %w", e.Seq, e.Stream, ErrInvalid)
	}
	return nil
}

// AnyLen as Write.Expect appends whatever the stream's length.
const AnyLen = ^uint64(0)

// Write is an append to one stream. Expect is the number of events the stream
// must have, or AnyLen.
type Write struct {
	Stream string
	Expect uint64
	Events []NewEvent
}

// Head is a stream with the number of its events.
type Head struct {
	Stream string
	Len    uint64
}

// Store keeps streams of events. Everything else (beliefs, rules, calibration)
// is a fold of them. A Store is safe for concurrent use.
type Store interface {
	// Append adds all writes or none. It returns ErrConflict where a stream
	// has not the expected length.
	Append(ctx context.Context, ws ...Write) error
	// Read yields the events of a stream from Seq from on, in order; an
	// unknown stream has none.
	Read(ctx context.Context, stream string, from uint64) iter.Seq2[LogEvent, error]
	// Streams yields the streams whose name has the prefix, sorted by name.
	Streams(ctx context.Context, prefix string) iter.Seq2[Head, error]
	// Close releases the store. Later calls return ErrClosed.
	Close() error
}
