package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
)

// The JSON form of a run, complete: ReadRun makes of it the run that it was. Other programs read it too:
// fields may be added, none renamed. Messages stand in it in English, and beside that as values; text
// that is not UTF-8 stands in it readable, and beside that under "bytes" as it was.
type (
	jsonRun struct {
		Schema  int            `json:"schema"`
		Host    jsonHost       `json:"host"`
		Results []jsonSolution `json:"results"`
		Replays []jsonReplay   `json:"replays,omitempty"`
		Summary jsonSummary    `json:"summary"`
	}
	jsonHost struct {
		OS             string      `json:"os"`
		Arch           string      `json:"arch"`
		CPUs           int         `json:"cpus"`
		CPU            string      `json:"cpu,omitempty"`
		Go             string      `json:"go"`
		Step           int         `json:"step"`
		Isolation      string      `json:"isolation"`
		IsolationValue say.Message `json:"isolation_value,omitzero"`
		MemoryMethod   string      `json:"memory_method"`
		MemoryValue    say.Message `json:"memory_method_value,omitzero"`
		Contended      bool        `json:"contended"`
		Several        bool        `json:"several_machines,omitempty"`
	}
	jsonSolution struct {
		Problem     string      `json:"problem"`
		Order       int         `json:"order"`
		Partial     bool        `json:"partial,omitempty"`
		Title       string      `json:"title,omitempty"`
		TitleZH     string      `json:"title_zh,omitempty"`
		Solution    string      `json:"solution"`
		Path        string      `json:"path"`
		Language    string      `json:"language"`
		Document    string      `json:"document,omitempty"`
		Source      string      `json:"source,omitempty"`
		Verdict     string      `json:"verdict"`
		Expected    string      `json:"expected"`
		AsExpected  bool        `json:"as_expected"`
		Interrupted bool        `json:"interrupted,omitempty"`
		CodeBytes   int64       `json:"code_bytes"`
		Limits      jsonLimits  `json:"limits"`
		Compile     jsonCompile `json:"compile"`
		CPU         millis      `json:"cpu_ms"`
		Slowest     millis      `json:"slowest_ms"`
		PeakKiB     int64       `json:"peak_kib"`
		Passed      int         `json:"passed"` // of the cases that make the verdict
		Judged      int         `json:"judged"`
		Above       int         `json:"beyond_passed,omitempty"` // of those beyond the site
		Beyond      int         `json:"beyond,omitempty"`
		Score       *jsonScore  `json:"score,omitempty"`
		Cases       []jsonCase  `json:"cases"`
		Bytes       rawTexts    `json:"bytes,omitempty"`
	}
	jsonLimits struct {
		CPU    millis `json:"cpu_ms"`
		Wall   millis `json:"wall_ms"`
		Memory int64  `json:"memory_bytes"`
		Output int64  `json:"output_bytes"`
	}
	jsonCompile struct {
		OK      bool        `json:"ok"`
		Seconds float64     `json:"seconds"`
		Cached  bool        `json:"cached"`
		Message string      `json:"message"`
		Value   say.Message `json:"message_value,omitzero"`
	}
	jsonCase struct {
		Case          string          `json:"case"`
		Number        int             `json:"number,omitempty"`
		Description   string          `json:"description,omitempty"`
		DescriptionZH string          `json:"description_zh,omitempty"`
		Beyond        bool            `json:"beyond,omitempty"` // no part of the verdict, as the site promises no such case
		WhyBeyond     string          `json:"why_beyond,omitempty"`
		WhyBeyondZH   string          `json:"why_beyond_zh,omitempty"`
		Verdict       string          `json:"verdict"`
		Expected      string          `json:"expected"` // "" where nothing was promised
		AsExpected    bool            `json:"as_expected"`
		CPU           millis          `json:"cpu_ms"`
		Wall          millis          `json:"wall_ms"`
		Samples       []millis        `json:"samples_ms,omitempty"`
		PeakKiB       int64           `json:"peak_kib"`
		Exit          int             `json:"exit"`
		Signal        string          `json:"signal"`
		Message       string          `json:"message"` // all that is to be said of the difference, too
		Value         say.Message     `json:"message_value,omitzero"`
		Call          millis          `json:"call_ms,omitempty"`   // of a function: its calls alone
		Driver        millis          `json:"driver_ms,omitempty"` // and what handing it its arguments took
		Stdout        string          `json:"stdout,omitempty"`    // what it printed beside its result
		Stderr        string          `json:"stderr,omitempty"`
		Input         string          `json:"input,omitempty"`
		Output        string          `json:"output,omitempty"`
		Contended     bool            `json:"contended"`
		Kept          bool            `json:"kept,omitempty"` // from an earlier run, as nothing has changed
		Machine       string          `json:"machine,omitempty"`
		Points        *jsonPoints     `json:"points,omitempty"`
		Difference    *jsonDifference `json:"difference"`
		Dialogue      *jsonDialogue   `json:"dialogue,omitempty"`
		Work          *jsonWork       `json:"work,omitempty"`
		Bytes         rawTexts        `json:"bytes,omitempty"`
	}
	jsonDifference struct {
		Line   int         `json:"line"`
		Column int         `json:"column"`
		Want   string      `json:"want"`
		Got    string      `json:"got"`
		Text   string      `json:"text"`
		Value  say.Message `json:"text_value,omitzero"`
		Puzzle string      `json:"puzzle,omitempty"`
		Bytes  rawTexts    `json:"bytes,omitempty"`
	}
	jsonPoints struct {
		Value float64 `json:"value"`
		Part  bool    `json:"part,omitempty"`
	}
	jsonWork struct {
		Stopped    millis           `json:"stopped_ms,omitempty"`
		Nodes      int64            `json:"nodes,omitempty"`
		Statements int64            `json:"statements"`
		Calls      map[string]int64 `json:"calls"`
		Lines      []int64          `json:"lines"`
	}
	jsonSummary struct {
		Solutions   int     `json:"solutions"`
		Cases       int     `json:"cases"`
		AsExpected  int     `json:"as_expected"`
		Unexpected  int     `json:"unexpected"`
		Kept        int     `json:"kept,omitempty"`
		Interrupted bool    `json:"interrupted,omitempty"`
		Shard       string  `json:"shard,omitempty"`
		Seconds     float64 `json:"seconds"`
	}
)

// millis is a time in milliseconds with microsecond resolution.
type millis float64

func inMillis(d time.Duration) millis {
	return millis(math.Round(float64(d)/float64(time.Microsecond)) / 1000)
}

func (m millis) duration() time.Duration {
	return time.Duration(math.Round(float64(m)*1000)) * time.Microsecond
}

// rawTexts are the texts of an object that are not UTF-8, by the names of their fields.
type rawTexts map[string][]byte

// keep returns a text as JSON can hold it, and keeps it as it is if that is not the same.
func (r *rawTexts) keep(field, text string) string {
	if !utf8.ValidString(text) {
		if *r == nil {
			*r = rawTexts{}
		}
		(*r)[field] = []byte(text)
	}
	return text
}

// text is what keep was given.
func (r rawTexts) text(field, readable string) string {
	if raw, ok := r[field]; ok {
		return string(raw)
	}
	return readable
}

// WriteRun writes the run as one JSON value.
func WriteRun(w io.Writer, run Run) error {
	h := run.Host
	out := jsonRun{
		Schema: 1,
		Host: jsonHost{OS: h.OS, Arch: h.Arch, CPUs: h.CPUs, CPU: h.CPU, Go: h.Go, Step: h.Step,
			Isolation: h.Isolation.String(), IsolationValue: h.Isolation,
			MemoryMethod: h.MemoryMethod.String(), MemoryValue: h.MemoryMethod, Contended: h.Contended, Several: h.Several},
		Results: []jsonSolution{},
	}
	for _, s := range run.Results {
		out.Results = append(out.Results, solutionJSON(s))
	}
	for _, r := range run.Replays {
		out.Replays = append(out.Replays, replayJSON(r))
	}
	t := run.Count()
	out.Summary = jsonSummary{Solutions: t.Solutions, Cases: t.Cases, AsExpected: t.AsExpected,
		Unexpected: t.Unexpected, Kept: t.Kept, Interrupted: run.Interrupted, Seconds: run.Elapsed.Seconds()}
	if run.Shard.Of > 1 {
		out.Summary.Shard = run.Shard.String()
	}
	return WriteJSON(w, out, " ")
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

// harmless writes as escapes what JSON may hold as it is but a terminal would obey: DEL, the controls
// beyond ASCII, and what turns the direction of writing. They can stand in strings only.
func harmless(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r >= 0x7f }) < 0 {
		return text
	}
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

func solutionJSON(s Solution) (out jsonSolution) {
	t := s.Sum()
	out = jsonSolution{
		Problem: s.Problem, Order: s.Order, Partial: s.Partial, Title: s.Title.English, TitleZH: s.Title.Chinese, Language: s.Language, Document: s.Document,
		Verdict: string(s.Verdict), Expected: string(s.Expected), AsExpected: s.AsExpected, Interrupted: s.Interrupted, CodeBytes: s.CodeBytes,
		Limits:  jsonLimits{inMillis(s.Limits.CPU), inMillis(s.Limits.Wall), s.Limits.Memory, s.Limits.Output},
		Compile: jsonCompile{s.Compile.OK, s.Compile.Time.Seconds(), s.Compile.Cached, s.Compile.Message.String(), s.Compile.Message},
		CPU:     inMillis(t.CPU), Slowest: inMillis(t.Slowest), PeakKiB: t.PeakKiB,
		Passed: t.Accepted, Judged: t.Judged, Above: t.Above, Beyond: t.Beyond,
		Cases: []jsonCase{}, Score: scoreJSON(s.Score),
	}
	out.Solution, out.Path, out.Source = out.Bytes.keep("solution", s.Solution), out.Bytes.keep("path", s.Path), out.Bytes.keep("source", s.Source)
	for _, c := range s.Cases {
		out.Cases = append(out.Cases, caseJSON(c))
	}
	return out
}

func caseJSON(c Case) (out jsonCase) {
	out = jsonCase{
		Number: c.Number, Description: c.Description.English, DescriptionZH: c.Description.Chinese,
		Beyond: c.Beyond(), WhyBeyond: c.WhyBeyond.English, WhyBeyondZH: c.WhyBeyond.Chinese, Verdict: string(c.Verdict), Expected: string(c.Expected),
		AsExpected: c.AsExpected, CPU: inMillis(c.CPU), Wall: inMillis(c.Wall), PeakKiB: c.PeakKiB,
		Exit: c.Exit, Signal: c.Signal, Message: c.Reason().String(), Value: c.Message, Contended: c.Contended, Kept: c.Kept, Machine: c.Machine,
		Call: inMillis(c.Call), Driver: inMillis(c.Driver),
	}
	out.Stdout = out.Bytes.keep("stdout", c.Printed)
	out.Case, out.Stderr, out.Input = out.Bytes.keep("case", c.Case), out.Bytes.keep("stderr", c.Stderr), out.Bytes.keep("input", c.Input)
	out.Output = out.Bytes.keep("output", c.Output)
	for _, s := range c.Samples {
		out.Samples = append(out.Samples, inMillis(s))
	}
	if d := c.Difference; d != nil {
		out.Difference = &jsonDifference{Line: d.Line, Column: d.Column, Text: d.Text.String(), Value: d.Text, Puzzle: d.Puzzle}
		out.Difference.Want, out.Difference.Got = out.Difference.Bytes.keep("want", d.Want), out.Difference.Bytes.keep("got", d.Got)
	}
	out.Dialogue = dialogueJSON(c.Dialogue)
	if c.Points != nil {
		out.Points = (*jsonPoints)(c.Points)
	}
	if k := c.Work; k != nil {
		out.Work = &jsonWork{inMillis(k.Stopped), k.Nodes, k.Statements, k.Calls, k.Lines}
	}
	return out
}

// MarshalCase is a case in JSON, as it stands in that of a run; UnmarshalCase makes of it the case that it was.
func MarshalCase(c Case) ([]byte, error) {
	var b bytes.Buffer
	err := WriteJSON(&b, caseJSON(c), "")
	return b.Bytes(), err
}

// jsonEvent is an event in JSON.
type jsonEvent struct {
	Seq         int           `json:"seq"`
	Event       string        `json:"event"`
	Problem     string        `json:"problem"`
	Solution    string        `json:"solution"`
	Begins      string        `json:"begins,omitempty"`
	Again       bool          `json:"again,omitempty"`
	Provisional bool          `json:"provisional,omitempty"`
	Case        *jsonCase     `json:"case,omitempty"`
	Result      *jsonSolution `json:"result,omitempty"`
}

// WriteEvent writes an event as one line.
func WriteEvent(w io.Writer, e Event) error {
	out := jsonEvent{Seq: e.Seq, Event: string(e.Kind), Problem: e.Problem, Solution: e.Solution, Begins: e.Name, Again: e.Again, Provisional: e.Provisional}
	if e.Case != nil {
		c := caseJSON(*e.Case)
		out.Case = &c
	}
	if e.Result != nil {
		s := solutionJSON(*e.Result)
		out.Result = &s
	}
	return WriteJSON(w, out, "")
}
