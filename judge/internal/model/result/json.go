package result

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
)

// The JSON of a run is complete: ReadRun restores the same run. Other programs read it too: fields may be added, none
// renamed. The tags on the fields describe most of it. A type that needs more has a wire form below: the plain
// struct, and beside it pointers to the fields that JSON cannot encode alone. One wire form serves both directions.
// Times are in milliseconds. Messages are in English and as values. Text that is not UTF-8 is readable, with the
// original under "bytes".

// millis is a time in milliseconds, with microsecond resolution.
type millis time.Duration

func (m millis) IsZero() bool { return m == 0 }

func (m millis) MarshalJSON() ([]byte, error) {
	return json.Marshal(math.Round(float64(m)/float64(time.Microsecond)) / 1000)
}

func (m *millis) UnmarshalJSON(text []byte) error {
	var ms float64
	err := json.Unmarshal(text, &ms)
	*m = millis(time.Duration(math.Round(ms*1000)) * time.Microsecond)
	return err
}

// seconds is a time in seconds.
type seconds time.Duration

func (s seconds) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(s).Seconds()) }

func (s *seconds) UnmarshalJSON(text []byte) error {
	var n float64
	err := json.Unmarshal(text, &n)
	*s = seconds(math.Round(n * float64(time.Second)))
	return err
}

// word is a text that is omitted if it is empty.
type word string

func (w word) IsZero() bool { return w == "" }

// rawTexts are the texts of an object that are not UTF-8, by the names of their fields.
type rawTexts map[string][]byte

func rawOf(texts map[string]*string) rawTexts {
	raw := rawTexts{}
	for name, text := range texts {
		if !utf8.ValidString(*text) {
			raw[name] = []byte(*text)
		}
	}
	return raw
}

func (r rawTexts) restore(texts map[string]*string) {
	for name, raw := range r {
		if text, ok := texts[name]; ok {
			*text = string(raw)
		}
	}
}

// encode is json.Marshal that leaves < and > as they are.
func encode(value any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	return b.Bytes(), err
}

// decode reads a value. Its error says that the text is not the judge's.
func decode(text []byte, value any) error { return notOurs(json.Unmarshal(text, value)) }

func notOurs(err error) error {
	if _, said := errors.AsType[*say.Error](err); said || err == nil {
		return err
	}
	return say.Errorf("not what judge -json writes: %w", err)
}

// checkVerdicts checks that the verdict and the promise exist. A report need not have promises.
func checkVerdicts(came *Verdict, promised *Promise) error {
	v, ok := Parse(string(*came))
	if !ok {
		return say.Errorf("%q is not a verdict", string(*came))
	}
	if *came = v; *promised == "" {
		return nil
	}
	p, unknown, ok := ParsePromise(string(*promised))
	if !ok {
		return say.Errorf("%q is not a verdict", unknown)
	}
	*promised = p
	return nil
}

type jsonRun struct {
	Schema   int         `json:"schema"`
	Host     Host        `json:"host"`
	Results  []Solution  `json:"results"`
	Replays  []Replay    `json:"replays,omitempty"`
	Searches []Search    `json:"searches,omitempty"`
	Summary  jsonSummary `json:"summary"`
}

type jsonSummary struct {
	Counts
	Interrupted bool    `json:"interrupted,omitempty"`
	Shard       string  `json:"shard,omitempty"`
	Elapsed     seconds `json:"seconds"`
}

// WriteRun writes the run as one JSON value.
func WriteRun(w io.Writer, run Run) error {
	out := jsonRun{Schema: 1, Host: run.Host, Results: run.Results, Replays: run.Replays, Searches: run.Searches,
		Summary: jsonSummary{Counts: run.Count(), Interrupted: run.Interrupted, Elapsed: seconds(run.Elapsed)}}
	if out.Results == nil {
		out.Results = []Solution{}
	}
	if run.Shard.Of > 1 {
		out.Summary.Shard = run.Shard.String()
	}
	return WriteJSON(w, out, " ")
}

// ReadRun reads a run that WriteRun has written.
func ReadRun(r io.Reader) (Run, error) {
	var in jsonRun
	d := json.NewDecoder(r)
	if err := d.Decode(&in); err != nil {
		return Run{}, notOurs(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return Run{}, say.Errorf("there is more after the results: are these two reports in one file?")
	}
	if in.Schema != 1 {
		return Run{}, say.Errorf("it has schema %d, and this judge reads 1", in.Schema)
	}
	run := Run{Host: in.Host, Results: in.Results, Replays: in.Replays, Searches: in.Searches, Interrupted: in.Summary.Interrupted, Elapsed: time.Duration(in.Summary.Elapsed)}
	if in.Summary.Shard != "" {
		var ok bool
		if run.Shard, ok = ParseShard(in.Summary.Shard); !ok {
			return Run{}, say.Errorf("%q is no shard", in.Summary.Shard)
		}
	}
	return run, nil
}

type (
	plainHost Host
	jsonHost  struct {
		*plainHost
		Isolation    string `json:"isolation"`
		MemoryMethod string `json:"memory_method"`
	}
)

// MarshalJSON implements json.Marshaler.
func (h Host) MarshalJSON() ([]byte, error) {
	return encode(jsonHost{(*plainHost)(&h), h.Isolation.String(), h.MemoryMethod.String()})
}

type (
	plainLimits Limits
	jsonLimits  struct {
		CPU  *millis `json:"cpu_ms"`
		Wall *millis `json:"wall_ms"`
		*plainLimits
	}
)

func (l *Limits) wire() *jsonLimits {
	return &jsonLimits{(*millis)(&l.CPU), (*millis)(&l.Wall), (*plainLimits)(l)}
}

// MarshalJSON implements json.Marshaler.
func (l Limits) MarshalJSON() ([]byte, error) { return encode(l.wire()) }

// UnmarshalJSON implements json.Unmarshaler.
func (l *Limits) UnmarshalJSON(text []byte) error { return decode(text, l.wire()) }

type (
	plainCompile Compile
	jsonCompile  struct {
		*plainCompile
		Time    *seconds `json:"seconds"`
		Message string   `json:"message"`
	}
)

// MarshalJSON implements json.Marshaler.
func (c Compile) MarshalJSON() ([]byte, error) {
	return encode(jsonCompile{(*plainCompile)(&c), (*seconds)(&c.Time), c.Message.String()})
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *Compile) UnmarshalJSON(text []byte) error {
	return decode(text, &jsonCompile{plainCompile: (*plainCompile)(c), Time: (*seconds)(&c.Time)})
}

type (
	plainSolution Solution
	jsonSolution  struct {
		*plainSolution
		Title   *word    `json:"title,omitzero"`
		TitleZH *word    `json:"title_zh,omitzero"`
		CPU     millis   `json:"cpu_ms"`
		Slowest millis   `json:"slowest_ms"`
		PeakKiB int64    `json:"peak_kib"`
		Passed  int      `json:"passed"` // of the cases that make the verdict
		Judged  int      `json:"judged"`
		Above   int      `json:"beyond_passed,omitempty"` // of those beyond the site
		Beyond  int      `json:"beyond,omitempty"`
		Cases   *[]Case  `json:"cases"` // behind the sums
		Bytes   rawTexts `json:"bytes,omitempty"`
	}
)

func (s *Solution) wire() *jsonSolution {
	return &jsonSolution{plainSolution: (*plainSolution)(s), Title: (*word)(&s.Title.English), TitleZH: (*word)(&s.Title.Chinese), Cases: &s.Cases}
}

func (s *Solution) texts() map[string]*string {
	return map[string]*string{"solution": &s.Solution, "path": &s.Path, "source": &s.Source}
}

// MarshalJSON implements json.Marshaler.
func (s Solution) MarshalJSON() ([]byte, error) {
	if s.Cases == nil {
		s.Cases = []Case{}
	}
	out, t := s.wire(), s.Sum()
	out.Passed, out.Judged, out.Above, out.Beyond = t.Accepted, t.Judged, t.Above, t.Beyond
	out.CPU, out.Slowest, out.PeakKiB, out.Bytes = millis(t.CPU), millis(t.Slowest), t.PeakKiB, rawOf(s.texts())
	return encode(out)
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *Solution) UnmarshalJSON(text []byte) error {
	in := s.wire()
	err := decode(text, in)
	in.Bytes.restore(s.texts())
	if err == nil {
		err = checkVerdicts(&s.Verdict, &s.Expected)
	}
	if err != nil {
		return say.Errorf("%s %s: %w", s.Problem, s.Solution, err)
	}
	return nil
}

type (
	plainCase Case
	jsonCase  struct {
		*plainCase
		Description   *word    `json:"description,omitzero"`
		DescriptionZH *word    `json:"description_zh,omitzero"`
		Hint          *word    `json:"hint,omitzero"`
		HintZH        *word    `json:"hint_zh,omitzero"`
		Beyond        bool     `json:"beyond,omitempty"` // no part of the verdict, as the site promises no such case
		WhyBeyond     *word    `json:"why_beyond,omitzero"`
		WhyBeyondZH   *word    `json:"why_beyond_zh,omitzero"`
		CPU           *millis  `json:"cpu_ms"`
		Wall          *millis  `json:"wall_ms"`
		Samples       []millis `json:"samples_ms,omitempty"`
		Call          *millis  `json:"call_ms,omitzero"`
		Driver        *millis  `json:"driver_ms,omitzero"`
		Checker       *millis  `json:"checker_ms,omitzero"`
		Message       string   `json:"message"` // all that is to be said of the difference, too
		Bytes         rawTexts `json:"bytes,omitempty"`
	}
)

func (c *Case) wire() *jsonCase {
	return &jsonCase{plainCase: (*plainCase)(c), Description: (*word)(&c.Description.English), DescriptionZH: (*word)(&c.Description.Chinese),
		Hint: (*word)(&c.Hint.English), HintZH: (*word)(&c.Hint.Chinese),
		WhyBeyond: (*word)(&c.WhyBeyond.English), WhyBeyondZH: (*word)(&c.WhyBeyond.Chinese),
		CPU: (*millis)(&c.CPU), Wall: (*millis)(&c.Wall), Call: (*millis)(&c.Call), Driver: (*millis)(&c.Driver), Checker: (*millis)(&c.Checker)}
}

func (c *Case) texts() map[string]*string {
	return map[string]*string{"case": &c.Case, "stdout": &c.Printed, "stderr": &c.Stderr, "input": &c.Input, "output": &c.Output}
}

// MarshalJSON implements json.Marshaler.
func (c Case) MarshalJSON() ([]byte, error) {
	out := c.wire()
	out.Message, out.Beyond, out.Bytes = c.Reason().String(), c.Beyond(), rawOf(c.texts())
	for _, s := range c.Samples {
		out.Samples = append(out.Samples, millis(s))
	}
	return encode(out)
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *Case) UnmarshalJSON(text []byte) error {
	in := c.wire()
	err := decode(text, in)
	in.Bytes.restore(c.texts())
	for _, s := range in.Samples {
		c.Samples = append(c.Samples, time.Duration(s))
	}
	if err == nil {
		err = checkVerdicts(&c.Verdict, &c.Expected)
	}
	if err != nil {
		return say.Errorf("%s: %w", c.Case, err)
	}
	return nil
}

type (
	plainDifference Difference
	jsonDifference  struct {
		*plainDifference
		Text  string   `json:"text"`
		Bytes rawTexts `json:"bytes,omitempty"`
	}
)

func (d *Difference) texts() map[string]*string {
	return map[string]*string{"want": &d.Want, "got": &d.Got}
}

// MarshalJSON implements json.Marshaler.
func (d Difference) MarshalJSON() ([]byte, error) {
	return encode(jsonDifference{(*plainDifference)(&d), d.Text.String(), rawOf(d.texts())})
}

// UnmarshalJSON implements json.Unmarshaler.
func (d *Difference) UnmarshalJSON(text []byte) error {
	in := jsonDifference{plainDifference: (*plainDifference)(d)}
	err := decode(text, &in)
	in.Bytes.restore(d.texts())
	return err
}

type (
	plainFault Fault
	jsonFault  struct {
		*plainFault
		Text string `json:"text"`
	}
)

// MarshalJSON implements json.Marshaler.
func (f Fault) MarshalJSON() ([]byte, error) {
	return encode(jsonFault{(*plainFault)(&f), f.Text.String()})
}

type (
	plainWork Work
	jsonWork  struct {
		Stopped *millis `json:"stopped_ms,omitzero"`
		*plainWork
	}
)

func (w *Work) wire() *jsonWork { return &jsonWork{(*millis)(&w.Stopped), (*plainWork)(w)} }

// MarshalJSON implements json.Marshaler.
func (w Work) MarshalJSON() ([]byte, error) { return encode(w.wire()) }

// UnmarshalJSON implements json.Unmarshaler.
func (w *Work) UnmarshalJSON(text []byte) error { return decode(text, w.wire()) }

type (
	plainDialogue Dialogue
	plainRemark   Remark
	jsonRemark    struct {
		*plainRemark
		At    *millis  `json:"at_ms"`
		Bytes rawTexts `json:"bytes,omitempty"`
	}
)

func (r *Remark) wire() *jsonRemark {
	return &jsonRemark{plainRemark: (*plainRemark)(r), At: (*millis)(&r.At)}
}

func (r *Remark) texts() map[string]*string { return map[string]*string{"text": &r.Text} }

// MarshalJSON implements json.Marshaler.
func (r Remark) MarshalJSON() ([]byte, error) {
	out := r.wire()
	out.Bytes = rawOf(r.texts())
	return encode(out)
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *Remark) UnmarshalJSON(text []byte) error {
	in := r.wire()
	err := decode(text, in)
	in.Bytes.restore(r.texts())
	if err == nil && r.By != ByProgram && r.By != ByJudge {
		err = say.Errorf("in a dialogue %q speaks: only %s and %s do", string(r.By), string(ByProgram), string(ByJudge))
	}
	return err
}

// UnmarshalJSON implements json.Unmarshaler.
func (d *Dialogue) UnmarshalJSON(text []byte) error {
	err := decode(text, (*plainDialogue)(d))
	if err == nil && (d.From < 0 || d.From > len(d.Remarks) || d.Left < 0) {
		err = say.Errorf("a dialogue of %d lines has no gap at %d", len(d.Remarks), d.From)
	}
	return err
}

// WriteJSON writes any value as JSON that a terminal may show.
func WriteJSON(w io.Writer, value any, indent string) error {
	var text strings.Builder
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(value); err != nil {
		return err
	}
	_, err := io.WriteString(w, harmless(text.String()))
	return err
}

// harmless escapes characters that JSON allows but a terminal would obey: DEL, the controls beyond
// ASCII, and changes of the writing direction. They can only occur in strings.
func harmless(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < 0x10000 && r >= 0x7f && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			fmt.Fprintf(&b, "\\u%04x", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
