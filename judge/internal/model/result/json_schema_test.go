package result_test

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/schema"
)

// TestSchema: docs/json.schema.json tells of every field that can be written. The stories of the commands hold it
// against real runs.
func TestSchema(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/json.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	want, err := schema.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	said := say.Of("exit status %d", 3)
	c := result.Case{Case: "beyond/\xff", Number: 1, Description: say.Words{English: "a", Chinese: "甲"}, WhyBeyond: say.Words{English: "b", Chinese: "乙"},
		Verdict: result.WA, CPU: 1, Wall: 2, Samples: []time.Duration{1e6, 2e6}, PeakKiB: 3, Signal: "SIGSEGV", Message: said, Stderr: "e\xff", Printed: "p",
		Call: 1e6, Driver: 1e6, Input: "i", Output: "o", Contended: true, Kept: true, Machine: "m", Points: &result.Points{Value: 0.5, Part: true},
		Difference: &result.Difference{Line: 1, Column: 2, Want: "w", Got: "\xff", Text: said, Puzzle: strings.Repeat(".", 81)},
		Dialogue:   &result.Dialogue{Remarks: []result.Remark{{Pass: 1, By: result.ByProgram, Text: "?\xff", Open: true, Gone: true}}, From: 1, Left: 2},
		Work:       &result.Work{Stopped: 1e9, Nodes: 2, Statements: 3, Calls: map[string]int64{"f": 1}, Lines: []int64{-1, 2}}}
	group := result.Scoring{Group: "secret", How: "sum", Max: 100, Unbounded: true, Requires: []string{"sample"}, Fold: "worst", Break: true, Each: &result.Each{Accept: 1}}
	s := result.Solution{Problem: "p", Title: say.Words{English: "t", Chinese: "题"}, Solution: "s", Path: "s.go", Language: "Go", Source: "package main", Document: "001",
		Verdict: result.AC, Expected: "TLE|RE", Partial: true, Interrupted: true, Compile: result.Compile{OK: true, Message: said},
		Cases: []result.Case{c, {Case: "secret/1", Verdict: result.AC, Expected: "AC"}},
		Score: &result.Score{GroupScore: result.GroupScore{Scoring: group, Verdict: "WA", Missing: "sample"}, Groups: []result.GroupScore{{Scoring: group}}}}
	run := result.Run{Host: result.Host{OS: "linux", CPU: "c", Isolation: said, MemoryMethod: said, Several: true}, Results: []result.Solution{s},
		Interrupted: true, Shard: result.Shard{Index: 1, Of: 2},
		Replays: []result.Replay{{Solution: "s", Problem: "p", Case: "c", Puzzle: "1...", Size: 2, W: 2, H: 1, Solved: true, Stopped: true, Note: said}}}
	var b bytes.Buffer
	if err := result.WriteRun(&b, run); err != nil {
		t.Fatal(err)
	}
	if err := want.Check(b.Bytes(), ""); err != nil {
		t.Errorf("%v\n%s", err, b.Bytes())
	}
	b.Reset()
	if err := result.WriteJSON(&b, result.Event{Seq: 1, Kind: result.Ended, Problem: "p", Solution: "s", Name: "c", Case: &c, Result: &s, Again: true, Provisional: true}, ""); err != nil {
		t.Fatal(err)
	}
	if err := want.Check(b.Bytes(), "event"); err != nil {
		t.Errorf("%v\n%s", err, b.Bytes())
	}
	for _, wrong := range []string{`{}`, `{"schema":2}`, `{"seq":1,"event":"gone","problem":"p","solution":"s"}`, `{"seq":1.5,"event":"built","problem":"p","solution":"s"}`,
		`{"seq":1,"event":"built","problem":"p","solution":"s","more":1}`} {
		if want.Check([]byte(wrong), "event") == nil {
			t.Errorf("%s is taken for an event", wrong)
		}
	}
}
