package report

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode"

	"sudokuoj/judge/internal/verdict"
)

// The JSON form of a run. Other programs read it: fields may be added, none renamed.
type (
	jsonRun struct {
		Schema  int            `json:"schema"`
		Host    jsonHost       `json:"host"`
		Results []jsonSolution `json:"results"`
		Summary jsonSummary    `json:"summary"`
	}
	jsonHost struct {
		OS           string `json:"os"`
		Arch         string `json:"arch"`
		CPUs         int    `json:"cpus"`
		CPU          string `json:"cpu,omitempty"`
		Go           string `json:"go"`
		Isolation    string `json:"isolation"`
		MemoryMethod string `json:"memory_method"`
		Contended    bool   `json:"contended"`
	}
	jsonSolution struct {
		Problem    string      `json:"problem"`
		Solution   string      `json:"solution"`
		Path       string      `json:"path"`
		Language   string      `json:"language"`
		Verdict    string      `json:"verdict"`
		Expected   string      `json:"expected"`
		AsExpected bool        `json:"as_expected"`
		CodeBytes  int64       `json:"code_bytes"`
		Limits     jsonLimits  `json:"limits"`
		Compile    jsonCompile `json:"compile"`
		CPU        millis      `json:"cpu_ms"`
		Slowest    millis      `json:"slowest_ms"`
		PeakKiB    int64       `json:"peak_kib"`
		Cases      []jsonCase  `json:"cases"`
	}
	jsonLimits struct {
		CPU    millis `json:"cpu_ms"`
		Wall   millis `json:"wall_ms"`
		Memory int64  `json:"memory_bytes"`
		Output int64  `json:"output_bytes"`
	}
	jsonCompile struct {
		OK      bool    `json:"ok"`
		Seconds float64 `json:"seconds"`
		Cached  bool    `json:"cached"`
		Message string  `json:"message"`
	}
	jsonCase struct {
		Case        string          `json:"case"`
		Description string          `json:"description,omitempty"`
		Verdict     string          `json:"verdict"`
		Expected    string          `json:"expected"`
		AsExpected  bool            `json:"as_expected"`
		CPU         millis          `json:"cpu_ms"`
		Wall        millis          `json:"wall_ms"`
		Samples     []millis        `json:"samples_ms,omitempty"`
		PeakKiB     int64           `json:"peak_kib"`
		Exit        int             `json:"exit"`
		Signal      string          `json:"signal"`
		Message     string          `json:"message"`
		Stderr      string          `json:"stderr,omitempty"`
		Contended   bool            `json:"contended"`
		Difference  *jsonDifference `json:"difference"`
		Work        *jsonWork       `json:"work,omitempty"`
	}
	jsonDifference struct {
		Line   int    `json:"line"`
		Column int    `json:"column"`
		Want   string `json:"want"`
		Got    string `json:"got"`
		Text   string `json:"text"`
		Puzzle string `json:"puzzle,omitempty"`
	}
	jsonWork struct {
		Statements int64            `json:"statements"`
		Calls      map[string]int64 `json:"calls"`
		Lines      []int64          `json:"lines"`
	}
	jsonSummary struct {
		Solutions   int     `json:"solutions"`
		Cases       int     `json:"cases"`
		AsExpected  int     `json:"as_expected"`
		Unexpected  int     `json:"unexpected"`
		Interrupted bool    `json:"interrupted,omitempty"`
		Seconds     float64 `json:"seconds"`
	}
)

// millis is a time in milliseconds with microsecond resolution.
type millis float64

func inMillis(d time.Duration) millis {
	return millis(math.Round(float64(d)/float64(time.Microsecond)) / 1000)
}

// JSON writes the run as one JSON value.
func JSON(w io.Writer, run verdict.Run) error {
	h := run.Host
	out := jsonRun{
		Schema: 1,
		Host: jsonHost{OS: h.OS, Arch: h.Arch, CPUs: h.CPUs, CPU: h.CPU, Go: h.Go,
			Isolation: h.Isolation, MemoryMethod: h.MemoryMethod, Contended: h.Contended},
		Results: []jsonSolution{},
	}
	for _, s := range run.Results {
		out.Results = append(out.Results, solutionJSON(s))
	}
	t := Count(run)
	out.Summary = jsonSummary{Solutions: t.Solutions, Cases: t.Cases, AsExpected: t.AsExpected,
		Unexpected: t.Unexpected, Interrupted: run.Interrupted, Seconds: run.Elapsed.Seconds()}
	var text strings.Builder
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(out); err != nil {
		return err
	}
	_, err := io.WriteString(w, harmless(text.String()))
	return err
}

// harmless writes as escapes what JSON may hold as it is but a terminal would obey: DEL, the controls
// beyond ASCII, and what turns the direction of writing. They can stand in strings only.
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

func solutionJSON(s verdict.Solution) jsonSolution {
	t := Sum(s)
	out := jsonSolution{
		Problem: s.Problem, Solution: s.Solution, Path: s.Path, Language: s.Language,
		Verdict: string(s.Verdict), Expected: string(s.Expected), AsExpected: s.AsExpected, CodeBytes: s.CodeBytes,
		Limits:  jsonLimits{inMillis(s.Limits.CPU), inMillis(s.Limits.Wall), s.Limits.Memory, s.Limits.Output},
		Compile: jsonCompile{s.Compile.OK, s.Compile.Time.Seconds(), s.Compile.Cached, s.Compile.Message},
		CPU:     inMillis(t.CPU), Slowest: inMillis(t.Slowest), PeakKiB: t.PeakKiB,
		Cases: []jsonCase{},
	}
	for _, c := range s.Cases {
		out.Cases = append(out.Cases, caseJSON(c))
	}
	return out
}

func caseJSON(c verdict.Case) jsonCase {
	out := jsonCase{
		Case: c.Case, Description: c.Description, Verdict: string(c.Verdict), Expected: string(c.Expected),
		AsExpected: c.AsExpected, CPU: inMillis(c.CPU), Wall: inMillis(c.Wall), PeakKiB: c.PeakKiB,
		Exit: c.Exit, Signal: c.Signal, Message: c.Reason(), Stderr: c.Stderr, Contended: c.Contended,
	}
	for _, s := range c.Samples {
		out.Samples = append(out.Samples, inMillis(s))
	}
	if d := c.Difference; d != nil {
		out.Difference = &jsonDifference{d.Line, d.Column, d.Want, d.Got, d.Text, d.Puzzle}
	}
	if k := c.Work; k != nil {
		out.Work = &jsonWork{k.Statements, k.Calls, k.Lines}
	}
	return out
}
