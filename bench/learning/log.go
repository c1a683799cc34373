package learning

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/learn"
)

// Log is the streams of a log that bench.Dump wrote, in the order of their first
// events.
type Log struct {
	names   []string
	streams map[string][]bethink.LogEvent
}

// ReadLog reads a log. It returns ErrInvalid with the line that is no event.
func ReadLog(from io.Reader) (*Log, error) {
	l := &Log{streams: map[string][]bethink.LogEvent{}}
	in := bufio.NewReaderSize(from, 64<<10)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			var ev bethink.LogEvent
			if jerr := json.Unmarshal(line, &ev); jerr != nil || ev.Stream == "" {
				return nil, fmt.Errorf("line %d is no event of a log: %w", n, bethink.ErrInvalid)
			}
			if l.streams[ev.Stream] == nil {
				l.names = append(l.names, ev.Stream)
			}
			l.streams[ev.Stream] = append(l.streams[ev.Stream], ev)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if len(l.names) == 0 {
		return nil, fmt.Errorf("the log has no events: %w", bethink.ErrInvalid)
	}
	return l, nil
}

// steps folds a stream of steps again and shows each with the views before and
// after it. Streams of other kinds have none.
func (l *Log) steps(stream string, pack bethink.Pack, see func(before, after bethink.View, s *bethink.Step) error) error {
	events := l.streams[stream]
	if len(events) == 0 || events[0].Kind != bethink.KindStart {
		return nil
	}
	var start bethink.Start
	if err := json.Unmarshal(events[0].Data, &start); err != nil {
		return fmt.Errorf("event 1 of %s: %v: %w", stream, err, bethink.ErrInvalid)
	}
	if d := pack.Describe(); start.Pack != d.Name {
		return fmt.Errorf("%s was made with pack %s, not %s: %w", stream, start.Pack, d.Name, bethink.ErrConflict)
	}
	v := bethink.View{World: start.World, Episode: start.Episode, Knowledge: bethink.NoKnowledge{}, Pack: pack}
	for _, ev := range events {
		if ev.Kind != bethink.KindStep || ev.Data == nil {
			continue
		}
		var s bethink.Step
		if err := json.Unmarshal(ev.Data, &s); err != nil {
			return fmt.Errorf("event %d of %s: %v: %w", ev.Seq, stream, err, bethink.ErrInvalid)
		}
		after, err := bethink.Fold(v, &s, nil)
		if err != nil {
			return fmt.Errorf("event %d of %s: %w", ev.Seq, stream, err)
		}
		if err := see(v, after, &s); err != nil {
			return fmt.Errorf("event %d of %s: %w", ev.Seq, stream, err)
		}
		v = after
	}
	return nil
}

// Absorb learns what a log tells: from the notes in it, or, where nobody learned
// when it was written, from its steps as a learner would have read them. seen
// remembers what was read, so that no event counts twice.
func (l *Log) Absorb(k *learn.Knowledge, learner *learn.Learner, pack bethink.Pack, seen map[string]bool) (*learn.Knowledge, error) {
	noted := false
	for _, name := range l.names {
		for _, ev := range l.streams[name] {
			if ev.Kind != bethink.KindNote {
				continue
			}
			noted = true
			if seen[ev.Chain] {
				continue
			}
			seen[ev.Chain] = true
			next, err := learner.Fold(k, ev)
			if err != nil {
				return k, err
			}
			k = next.(*learn.Knowledge)
		}
	}
	if noted {
		return k, nil
	}
	for _, name := range l.names {
		if first := l.streams[name][0].Chain; seen[first] {
			continue
		} else {
			seen[first] = true
		}
		err := l.steps(name, pack, func(before, _ bethink.View, s *bethink.Step) error {
			for _, n := range learner.Observed(before, s) {
				k = k.Learn(n)
			}
			return nil
		})
		if err != nil {
			return k, err
		}
	}
	return k, nil
}
