package result

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
)

// The JSON of a run is complete: ReadRun restores the same run. Other programs read it too: fields may be added, none
// renamed. The tags on the fields describe it. Some types of fields represent more than one name:
//
//	time.Duration  x_ms is in milliseconds, to the microsecond; any other name is in seconds
//	say.Message    x is the English text, and x_value the message; a tag x_value means the message alone
//	say.Words      x is English, and x_zh Chinese
//	string         x is always UTF-8; the original of one that is not is in "bytes"
//
// Types that have such fields, or need checks, implement json.Marshaler and json.Unmarshaler by these two functions.

// marshal writes a struct. More are fields that are computed: names and values.
func marshal(value any, more ...any) ([]byte, error) {
	o := object{bytes: map[string][]byte{}}
	o.fields(reflect.ValueOf(value))
	for i := 0; i < len(more); i += 2 {
		o.add(more[i].(string), more[i+1])
	}
	if len(o.bytes) > 0 {
		o.add("bytes", o.bytes)
	}
	return append(append([]byte{'{'}, bytes.TrimPrefix(o.text.Bytes(), []byte{','})...), '}'), o.err
}

// object is the text of an object that is being written.
type object struct {
	text  bytes.Buffer
	bytes map[string][]byte
	err   error
}

func (o *object) fields(v reflect.Value) {
	for _, f := range fieldsOf(v) {
		if f.omit && (f.value.IsZero() || f.value.Kind() == reflect.Slice && f.value.Len() == 0) {
			continue
		}
		switch x := f.value.Interface().(type) {
		case time.Duration:
			o.add(f.name, f.inUnit(x))
		case []time.Duration:
			times := []float64{}
			for _, t := range x {
				times = append(times, f.inUnit(t))
			}
			o.add(f.name, times)
		case say.Message:
			if f.name != f.valueName() {
				o.add(f.name, x.String())
			}
			if x.Said() {
				o.add(f.valueName(), x)
			}
		case say.Words:
			for i, text := range []string{x.English, x.Chinese} {
				if text != "" {
					o.add([]string{f.name, f.name + "_zh"}[i], text)
				}
			}
		case string:
			if !utf8.ValidString(x) {
				o.bytes[f.name] = []byte(x)
			}
			o.add(f.name, x)
		default:
			o.add(f.name, x)
		}
	}
}

// add writes one field, with < and > as they are.
func (o *object) add(name string, value any) {
	fmt.Fprintf(&o.text, ",%q:", name)
	enc := json.NewEncoder(&o.text)
	enc.SetEscapeHTML(false)
	o.err = errors.Join(o.err, enc.Encode(value))
}

// unmarshal reads into a struct what marshal has written.
func unmarshal(text []byte, into any) error {
	var said map[string]json.RawMessage
	err := json.Unmarshal(text, &said)
	read := func(name string, to any) {
		if raw, ok := said[name]; ok {
			err = errors.Join(err, json.Unmarshal(raw, to))
		}
	}
	raw := map[string][]byte{}
	read("bytes", &raw)
	for _, f := range fieldsOf(reflect.ValueOf(into).Elem()) {
		switch x := f.value.Addr().Interface().(type) {
		case *time.Duration:
			var n float64
			read(f.name, &n)
			*x = f.fromUnit(n)
		case *[]time.Duration:
			var all []float64
			read(f.name, &all)
			for _, n := range all {
				*x = append(*x, f.fromUnit(n))
			}
		case *say.Message:
			read(f.valueName(), x)
		case *say.Words:
			read(f.name, &x.English)
			read(f.name+"_zh", &x.Chinese)
		case *string:
			read(f.name, x)
			if original, ok := raw[f.name]; ok {
				*x = string(original)
			}
		default:
			read(f.name, x)
		}
	}
	return notOurs(err)
}

// field is a field of a struct with what its tag says.
type field struct {
	name  string
	omit  bool // if it is empty
	value reflect.Value
}

// fieldsOf lists the fields that JSON has, with those of embedded structs.
func fieldsOf(v reflect.Value) (all []field) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			all = append(all, fieldsOf(v.Field(i))...)
		case name != "-":
			all = append(all, field{name, options != "", v.Field(i)})
		}
	}
	return all
}

// valueName is the name of a message as a value.
func (f field) valueName() string { return strings.TrimSuffix(f.name, "_value") + "_value" }

// unit is what a time is measured in, and the finest part of it that is written.
func (f field) unit() (unit, finest time.Duration) {
	if strings.HasSuffix(f.name, "_ms") {
		return time.Millisecond, time.Microsecond
	}
	return time.Second, time.Nanosecond
}

func (f field) inUnit(t time.Duration) float64 {
	unit, finest := f.unit()
	return math.Round(float64(t)/float64(finest)) / float64(unit/finest)
}

func (f field) fromUnit(n float64) time.Duration {
	unit, finest := f.unit()
	return time.Duration(math.Round(n*float64(unit/finest))) * finest
}

// notOurs says that a text is not the judge's.
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
	Interrupted bool          `json:"interrupted,omitempty"`
	Shard       string        `json:"shard,omitempty"`
	Elapsed     time.Duration `json:"seconds"`
}

func (s jsonSummary) MarshalJSON() ([]byte, error)     { return marshal(s) }
func (s *jsonSummary) UnmarshalJSON(text []byte) error { return unmarshal(text, s) }

// WriteRun writes the run as one JSON value.
func WriteRun(w io.Writer, run Run) error {
	out := jsonRun{1, run.Host, run.Results, run.Replays, run.Searches, jsonSummary{run.Count(), run.Interrupted, "", run.Elapsed}}
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
	var in struct {
		jsonRun
		Replays  []json.RawMessage `json:"replays"`
		Searches []json.RawMessage `json:"searches"`
	}
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
	run := Run{Host: in.Host, Results: in.Results, Interrupted: in.Summary.Interrupted, Elapsed: in.Summary.Elapsed}
	if in.Summary.Shard != "" {
		var ok bool
		if run.Shard, ok = ParseShard(in.Summary.Shard); !ok {
			return Run{}, say.Errorf("%q is no shard", in.Summary.Shard)
		}
	}
	left := mostSteps
	var err error
	if run.Replays, err = readHistories(in.Replays, &left, func(r Replay) int { return len(r.Steps) }); err == nil {
		run.Searches, err = readHistories(in.Searches, &left, Search.steps)
	}
	return run, err
}

// mostSteps is how many steps the histories of a run may have together: a few bytes may unfold to a million.
const mostSteps = 4 << 20

// readHistories reads one after the other, as long as they have no more steps than are left.
func readHistories[T any](texts []json.RawMessage, left *int, steps func(T) int) (all []T, err error) {
	for _, text := range texts {
		var one T
		if err := json.Unmarshal(text, &one); err != nil {
			return nil, notOurs(err)
		}
		if *left -= steps(one); *left < 0 {
			return nil, say.Errorf("its histories have more than %d steps", mostSteps)
		}
		all = append(all, one)
	}
	return all, nil
}

// steps are what a search has to be played: its writes, and its calls with their arguments.
func (s Search) steps() int {
	n := len(s.Writes)
	for _, call := range s.Tree {
		n += 1 + len(call.Arguments)
	}
	return n
}

func (h Host) MarshalJSON() ([]byte, error)           { return marshal(h) }
func (h *Host) UnmarshalJSON(text []byte) error       { return unmarshal(text, h) }
func (l Limits) MarshalJSON() ([]byte, error)         { return marshal(l) }
func (l *Limits) UnmarshalJSON(text []byte) error     { return unmarshal(text, l) }
func (c Compile) MarshalJSON() ([]byte, error)        { return marshal(c) }
func (c *Compile) UnmarshalJSON(text []byte) error    { return unmarshal(text, c) }
func (d Difference) MarshalJSON() ([]byte, error)     { return marshal(d) }
func (d *Difference) UnmarshalJSON(text []byte) error { return unmarshal(text, d) }
func (f Fault) MarshalJSON() ([]byte, error)          { return marshal(f) }
func (f *Fault) UnmarshalJSON(text []byte) error      { return unmarshal(text, f) }
func (w Work) MarshalJSON() ([]byte, error)           { return marshal(w) }
func (w *Work) UnmarshalJSON(text []byte) error       { return unmarshal(text, w) }
func (g Growth) MarshalJSON() ([]byte, error)         { return marshal(g) }
func (g *Growth) UnmarshalJSON(text []byte) error     { return unmarshal(text, g) }
func (c Cause) MarshalJSON() ([]byte, error)          { return marshal(c) }
func (c *Cause) UnmarshalJSON(text []byte) error      { return unmarshal(text, c) }
func (r Reason) MarshalJSON() ([]byte, error)         { return marshal(r) }
func (r *Reason) UnmarshalJSON(text []byte) error     { return unmarshal(text, r) }
func (r Remark) MarshalJSON() ([]byte, error)         { return marshal(r) }

// MarshalJSON adds the sums of the cases.
func (s Solution) MarshalJSON() ([]byte, error) {
	if s.Cases == nil {
		s.Cases = []Case{}
	}
	t := s.Sum()
	more := []any{"cpu_ms", milliseconds(t.CPU), "slowest_ms", milliseconds(t.Slowest), "peak_kib", t.PeakKiB, "passed", t.Accepted, "judged", t.Judged}
	if t.Beyond > 0 {
		more = append(more, "beyond_passed", t.Above, "beyond", t.Beyond)
	}
	return marshal(s, more...)
}

func milliseconds(t time.Duration) float64 { return field{name: "_ms"}.inUnit(t) }

// UnmarshalJSON implements json.Unmarshaler.
func (s *Solution) UnmarshalJSON(text []byte) error {
	err := cmp.Or(unmarshal(text, s), checkVerdicts(&s.Verdict, &s.Expected))
	if err != nil {
		return say.Errorf("%s %s: %w", s.Problem, s.Solution, err)
	}
	return nil
}

// MarshalJSON adds whether the case is beyond the site. The message has all that is to be said of the difference, too.
func (c Case) MarshalJSON() ([]byte, error) {
	more := []any{"message", c.Reason().String()}
	if c.Beyond() {
		more = append(more, "beyond", true)
	}
	return marshal(c, more...)
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *Case) UnmarshalJSON(text []byte) error {
	err := cmp.Or(unmarshal(text, c), checkVerdicts(&c.Verdict, &c.Expected))
	if err != nil {
		return say.Errorf("%s: %w", c.Case, err)
	}
	return nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *Remark) UnmarshalJSON(text []byte) error {
	err := unmarshal(text, r)
	if err == nil && r.By != ByProgram && r.By != ByJudge {
		err = say.Errorf("in a dialogue %q speaks: only %s and %s do", string(r.By), string(ByProgram), string(ByJudge))
	}
	return err
}

// UnmarshalJSON implements json.Unmarshaler.
func (d *Dialogue) UnmarshalJSON(text []byte) error {
	err := unmarshal(text, d)
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
