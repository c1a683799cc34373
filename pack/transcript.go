package pack

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/bethink-dev/bethink"
)

// MaxTranscript bounds a transcript, in bytes.
const MaxTranscript = 4 << 20

// expected is within which a stated probability must be met.
const expected = 0.005

// Report is the outcome of a transcript: how many steps it had, and what did
// not come out as it says, by line.
type Report struct {
	Steps  int     `json:"steps"`
	Checks int     `json:"checks"`
	Faults []Fault `json:"faults,omitempty"`
}

// Test plays a transcript through the pack: lines of text with marks in front.
//
//	# a comment
//	You are in the middle of a room. …       the world's first text
//	> go to fridge 1                         an action; its answer follows
//	You arrive at fridge 1. …
//	= done                                   the verdict it must have had
//	= open(fridge 1)=false 0.98              a probability, to half a hundredth
//	? where is egg                           a question; the answer must hold
//	: fridge 1                               each of these parts
//
// Every answer must be read in full, and the belief must stay sound. It returns
// ErrInvalid for what is no transcript.
func (p *Pack) Test(transcript []byte) (Report, error) {
	_, r, err := p.Play(transcript)
	return r, err
}

// Play is Test, and returns the view after the last step beside.
func (p *Pack) Play(transcript []byte) (bethink.View, Report, error) {
	if len(transcript) > MaxTranscript {
		return bethink.View{}, Report{}, fmt.Errorf("transcript of %d bytes: the limit is %d: %w", len(transcript), MaxTranscript, bethink.ErrInvalid)
	}
	t := tester{p: p, view: bethink.View{Pack: p, Knowledge: bethink.NoKnowledge{}}}
	line := 0
	for s := range strings.SplitSeq(string(transcript), "\n") {
		line++
		s = strings.TrimRight(s, "\r")
		mark := byte(0)
		if len(s) > 0 {
			mark = s[0]
		}
		switch mark {
		case '#':
		case '>', '=', '?':
			t.flush()
			if err := t.mark(mark, strings.TrimSpace(s[1:]), line); err != nil {
				return t.view, t.report, err
			}
		case ':':
			t.part(strings.TrimSpace(s[1:]), line)
		default:
			if t.text == "" {
				t.line = line
			}
			t.text += s + "\n"
		}
	}
	t.flush()
	return t.view, t.report, nil
}

// tester plays one transcript.
type tester struct {
	p      *Pack
	view   bethink.View
	last   *bethink.Step
	action string
	acted  bool
	text   string
	line   int
	reply  string
	report Report
}

func (t *tester) fault(line int, remedy, format string, args ...any) {
	t.report.Faults = append(t.report.Faults, Fault{line, fmt.Sprintf(format, args...), remedy})
}

// flush takes the step whose answer has been gathered.
func (t *tester) flush() {
	text := strings.TrimSpace(t.text)
	line, acted := t.line, t.acted
	in := bethink.Input{Text: text}
	if acted {
		in.Action, _ = t.p.Action(t.action)
		in.Elapsed = t.p.desc.Tick
	}
	t.text, t.acted = "", false
	if text == "" && !acted {
		return
	}
	obs, err := t.p.Parse(context.Background(), t.view, in)
	if err != nil {
		t.fault(line, "add a pattern that reads it", "%v", err)
		return
	}
	for _, u := range obs.Unread {
		t.fault(line, "add a pattern that reads it", "not read: %q", clip(text[u[0]:u[1]]))
	}
	next, st, err := bethink.Update(t.view, in, t.view.Transition(in.Action), obs)
	if err != nil {
		t.fault(line, "correct the pattern or the attributes", "%v", err)
		return
	}
	if err := next.Belief.Valid(); err != nil {
		t.fault(line, "report this", "%v", err)
	}
	t.view, t.last = next, st
	t.report.Steps++
}

func (t *tester) mark(mark byte, s string, line int) error {
	switch mark {
	case '>':
		t.action, t.acted, t.line = s, true, line
		return nil
	case '?':
		t.report.Checks++
		r, err := t.p.Query(t.view, s, Mode{Probabilities: true, Paper: true})
		if t.reply = r.Text; err != nil {
			t.reply = err.Error()
		}
		return nil
	}
	t.report.Checks++
	if v, ok := verdictOf(s); ok {
		if t.last == nil {
			return fmt.Errorf("line %d: no step comes before this verdict: %w", line, bethink.ErrInvalid)
		}
		if got := t.last.Observation.Verdict; got != v {
			t.fault(line, "correct the pattern's verdict or of:", "the verdict was %v, not %v", got, v)
		}
		return nil
	}
	l, want, err := expectation(s)
	if err != nil {
		return fmt.Errorf("line %d: %w", line, err)
	}
	if _, err := t.view.Ask(l.Var); err != nil {
		t.fault(line, "correct the name", "%v", err)
		return nil
	}
	if got := t.view.Belief.Holds(l); math.Abs(got-want) > expected {
		t.fault(line, "correct the pack or the transcript", "P(%v) is %.4f, not %v", l, got, want)
	}
	return nil
}

func (t *tester) part(s string, line int) {
	t.report.Checks++
	if !strings.Contains(t.reply, s) {
		t.fault(line, "correct the pack or the transcript", "the answer %q does not say %q", t.reply, s)
	}
}

// expectation reads "attr(entity)=value 0.98".
func expectation(s string) (bethink.Literal, float64, error) {
	bad := fmt.Errorf("%q: write = done, or = attr(entity)=value 0.98: %w", s, bethink.ErrInvalid)
	space := strings.LastIndexByte(s, ' ')
	open, end := strings.IndexByte(s, '('), strings.LastIndex(s, ")=")
	if space < 0 || open < 1 || end < open || end+2 > space {
		return bethink.Literal{}, 0, bad
	}
	p, err := strconv.ParseFloat(s[space+1:], 64)
	if err != nil || !(p >= 0 && p <= 1) {
		return bethink.Literal{}, 0, bad
	}
	return bethink.Literal{
		Var: bethink.Variable{Entity: bethink.Entity(s[open+1 : end]), Attr: s[:open]},
		Any: []bethink.Value{bethink.Value(strings.TrimSpace(s[end+2 : space]))},
	}, p, nil
}
