package bethink

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"strings"
)

// Fingerprint is a replay hash: beliefs that came from the same steps have the
// same one, on every machine. It covers every variable's distribution, every
// count and every block, ordered by name; it reads the whole belief.
func (b Belief) Fingerprint() string {
	type entry struct {
		name Variable
		id   ID
	}
	es := make([]entry, 0, b.n)
	b.All(func(id ID, name Variable) bool {
		es = append(es, entry{name, id})
		return true
	})
	slices.SortFunc(es, func(x, y entry) int {
		if c := strings.Compare(x.name.Attr, y.name.Attr); c != 0 {
			return c
		}
		return strings.Compare(string(x.name.Entity), string(y.name.Entity))
	})
	h := sha256.New()
	var buf []byte
	var p []float64
	flush := func() {
		h.Write(buf) //nolint:errcheck // a hash never fails
		buf = buf[:0]
	}
	text := func(s string) {
		buf = binary.AppendUvarint(buf, uint64(len(s)))
		buf = append(buf, s...)
	}
	number := func(f float64) { buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(f)) }
	number(b.now)
	for _, e := range es {
		text(e.name.Attr)
		text(string(e.name.Entity))
		p = b.P(e.id, p)
		for i, v := range b.Values(e.id) {
			text(string(v))
			number(p[i])
		}
		flush()
	}
	for _, f := range b.fields {
		text(f.typ)
		text(f.attr)
		buf = binary.AppendUvarint(buf, uint64(f.missing()))
		mu, _ := f.rates(&b, p)
		p = mu
		for _, m := range mu {
			number(m)
		}
		flush()
	}
	for _, j := range b.blocks {
		if j.mix == nil {
			continue
		}
		for _, id := range j.ids {
			text(b.Name(id).String())
		}
		buf = j.mix.Append(buf)
		flush()
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
