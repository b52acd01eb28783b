// Package dialogue records a conversation line by line. It keeps the beginning and the end, so that its memory has a
// bound. It does not know who talks or what the lines mean.
package dialogue

import (
	"bytes"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/model/result"
)

// How much is kept: remarks at either end, and bytes of each.
const (
	ends    = 60
	longest = 240
)

// Record is the conversation so far. Only one goroutine may use it at a time.
type Record struct {
	pass  int
	first []result.Remark
	last  [ends]result.Remark // a ring
	n     int                 // remarks behind the first
	lines map[result.Speaker]*line
	by    result.Speaker // who spoke last
}

// line is a line that has begun and not ended.
type line struct {
	text []byte
	long bool // there was more
	open bool
	at   time.Duration
}

// New returns an empty record of a first pass.
func New() *Record {
	return &Record{pass: 1, lines: map[result.Speaker]*line{result.ByProgram: {}, result.ByJudge: {}}}
}

// NextPass begins another pass.
func (r *Record) NextPass() {
	r.flush()
	r.pass++
	r.by = ""
}

// Hear records what one side says.
func (r *Record) Hear(by result.Speaker, at time.Duration, said []byte) {
	l := r.lines[by]
	for len(said) > 0 {
		r.by, l.open, l.at = by, true, at
		text, rest, ended := bytes.Cut(said, []byte{'\n'})
		room := longest - len(l.text)
		l.text, l.long = append(l.text, text[:min(room, len(text))]...), l.long || len(text) > room
		if ended {
			r.add(by, l, false)
		}
		said = rest
	}
}

// Gone records that one side ended before the other.
func (r *Record) Gone(by result.Speaker, at time.Duration) {
	r.flush()
	r.keep(result.Remark{Pass: r.pass, At: at, By: by, Gone: true})
}

// flush records the lines that have begun and not ended.
func (r *Record) flush() {
	for _, by := range []result.Speaker{result.ByProgram, result.ByJudge} {
		if l := r.lines[by]; l.open {
			r.add(by, l, true)
		}
	}
}

func (r *Record) add(by result.Speaker, l *line, open bool) {
	text := bytes.TrimSuffix(l.text, []byte{'\r'})
	if l.long {
		text = append(charset.CutEnd(text), "…"...)
	}
	r.keep(result.Remark{Pass: r.pass, At: l.at.Round(time.Microsecond), By: by, Open: open, Text: string(text)})
	*l = line{text: l.text[:0]}
}

func (r *Record) keep(one result.Remark) {
	if len(r.first) < ends {
		r.first = append(r.first, one)
		return
	}
	r.last[r.n%ends] = one
	r.n++
}

// Dialogue returns the conversation, nil if nothing was said.
func (r *Record) Dialogue() *result.Dialogue {
	r.flush()
	if len(r.first) == 0 {
		return nil
	}
	d := &result.Dialogue{Remarks: slices.Clone(r.first)}
	if r.n > ends {
		d.From, d.Left = ends, r.n-ends
	}
	for i := max(0, r.n-ends); i < r.n; i++ {
		d.Remarks = append(d.Remarks, r.last[i%ends])
	}
	return d
}

// Last returns who spoke last in this pass, "" if nobody did; open means that the program has begun a line and not
// ended it.
func (r *Record) Last() (by result.Speaker, open bool) {
	return r.by, r.lines[result.ByProgram].open
}
