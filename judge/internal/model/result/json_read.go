package result

import (
	"encoding/json"
	"io"
	"math"
	"time"

	"sudokuoj/judge/internal/base/say"
)

// ReadRun reads a run that WriteRun has written. What an older judge has written says its messages in English
// only, and has no sources.
func ReadRun(r io.Reader) (Run, error) {
	var in jsonRun
	d := json.NewDecoder(r)
	if err := d.Decode(&in); err != nil {
		return Run{}, say.Errorf("not what judge -json writes: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return Run{}, say.Errorf("something follows the results: is it two reports in one file?")
	}
	if in.Schema != 1 {
		return Run{}, say.Errorf("it has schema %d, and this judge reads 1", in.Schema)
	}
	h := in.Host
	run := Run{
		Host: Host{OS: h.OS, Arch: h.Arch, CPUs: h.CPUs, CPU: h.CPU, Go: h.Go, Step: h.Step,
			Isolation: valueOr(h.IsolationValue, h.Isolation), MemoryMethod: valueOr(h.MemoryValue, h.MemoryMethod), Contended: h.Contended, Several: h.Several},
		Interrupted: in.Summary.Interrupted, Elapsed: inSeconds(in.Summary.Seconds),
	}
	if in.Summary.Shard != "" {
		var ok bool
		if run.Shard, ok = ParseShard(in.Summary.Shard); !ok {
			return Run{}, say.Errorf("%q is no shard", in.Summary.Shard)
		}
	}
	for _, s := range in.Results {
		one, err := s.read()
		if err != nil {
			return Run{}, say.Errorf("%s %s: %w", s.Problem, s.Solution, err)
		}
		run.Results = append(run.Results, one)
	}
	for _, r := range in.Replays {
		one, err := r.read()
		if err != nil {
			return Run{}, say.Errorf("replay of %s: %w", r.Solution, err)
		}
		run.Replays = append(run.Replays, one)
	}
	return run, nil
}

// UnmarshalCase reads a case that MarshalCase has written.
func UnmarshalCase(text []byte) (Case, error) {
	var c jsonCase
	if err := json.Unmarshal(text, &c); err != nil {
		return Case{}, say.Errorf("not what judge -json writes: %w", err)
	}
	return c.read()
}

func inSeconds(s float64) time.Duration { return time.Duration(math.Round(s * float64(time.Second))) }

// valueOr is a message's value, or of an older report its English.
func valueOr(value say.Message, english string) say.Message {
	if value.Said() {
		return value
	}
	return say.Text(english)
}

func (s jsonSolution) read() (Solution, error) {
	out := Solution{
		Problem: s.Problem, Order: s.Order, Partial: s.Partial, Title: say.Words{English: s.Title, Chinese: s.TitleZH}, Solution: s.Bytes.text("solution", s.Solution),
		Path: s.Bytes.text("path", s.Path), Source: s.Bytes.text("source", s.Source), Language: s.Language, Document: s.Document,
		AsExpected: s.AsExpected, Interrupted: s.Interrupted, CodeBytes: s.CodeBytes, Score: s.Score.read(),
		Limits: Limits{CPU: s.Limits.CPU.duration(), Wall: s.Limits.Wall.duration(), Memory: s.Limits.Memory, Output: s.Limits.Output},
		Compile: Compile{OK: s.Compile.OK, Time: inSeconds(s.Compile.Seconds), Cached: s.Compile.Cached,
			Message: valueOr(s.Compile.Value, s.Compile.Message)},
	}
	var err error
	if out.Verdict, out.Expected, err = verdicts(s.Verdict, s.Expected); err != nil {
		return out, err
	}
	for _, c := range s.Cases {
		one, err := c.read()
		if err != nil {
			return out, say.Errorf("%s: %w", c.Case, err)
		}
		out.Cases = append(out.Cases, one)
	}
	return out, nil
}

// verdicts reads what came out and what was promised; nothing was promised by an older report.
func verdicts(came, promised string) (Verdict, Promise, error) {
	v, ok := Parse(came)
	if !ok {
		return "", "", say.Errorf("%q is no verdict", came)
	}
	if promised == "" {
		return v, "", nil
	}
	p, unknown, ok := ParsePromise(promised)
	if !ok {
		return "", "", say.Errorf("%q is no verdict", unknown)
	}
	return v, p, nil
}

func (c jsonCase) read() (Case, error) {
	out := Case{
		Case: c.Bytes.text("case", c.Case), Number: c.Number, Description: say.Words{English: c.Description, Chinese: c.DescriptionZH}, WhyBeyond: say.Words{English: c.WhyBeyond, Chinese: c.WhyBeyondZH}, AsExpected: c.AsExpected,
		CPU: c.CPU.duration(), Wall: c.Wall.duration(), PeakKiB: c.PeakKiB, Exit: c.Exit, Signal: c.Signal,
		Message: c.Value, Stderr: c.Bytes.text("stderr", c.Stderr), Input: c.Bytes.text("input", c.Input), Output: c.Bytes.text("output", c.Output), Contended: c.Contended, Kept: c.Kept, Machine: c.Machine,
		Call: c.Call.duration(), Driver: c.Driver.duration(), Printed: c.Bytes.text("stdout", c.Stdout),
	}
	var err error
	if out.Verdict, out.Expected, err = verdicts(c.Verdict, c.Expected); err != nil {
		return out, err
	}
	for _, s := range c.Samples {
		out.Samples = append(out.Samples, s.duration())
	}
	if d := c.Difference; d != nil {
		out.Difference = &Difference{Line: d.Line, Column: d.Column, Want: d.Bytes.text("want", d.Want), Got: d.Bytes.text("got", d.Got),
			Text: valueOr(d.Value, d.Text), Puzzle: d.Puzzle}
	}
	if out.Dialogue, err = c.Dialogue.read(); err != nil {
		return out, err
	}
	if !out.Message.Said() && (out.Difference == nil || c.Message != out.Difference.Text.String()) {
		out.Message = say.Text(c.Message)
	}
	if c.Points != nil {
		out.Points = (*Points)(c.Points)
	}
	if k := c.Work; k != nil {
		out.Work = &Work{Stopped: k.Stopped.duration(), Nodes: k.Nodes, Statements: k.Statements, Calls: k.Calls, Lines: k.Lines}
	}
	return out, nil
}
