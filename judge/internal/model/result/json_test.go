package result_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"sudokuoj/judge/internal/base/say"
	. "sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/schema"
)

// full is a run with all fields set, some of them to texts that are not UTF-8.
func full() Run {
	said := say.Of("exit status %d", 3)
	c := Case{Case: "beyond/\xff", Number: 1, Verdict: WA, CPU: 1e3, Wall: 2e3,
		About: About{Description: say.Words{English: "a", Chinese: "甲"}, Hint: say.Words{English: "h", Chinese: "丙"},
			WhyBeyond: say.Words{English: "b", Chinese: "乙"}},
		Samples: []time.Duration{1e6, 2e6}, PeakKiB: 3, Signal: "SIGSEGV", Message: said, Stderr: "e\xff", Printed: "p",
		Call: 1e6, Driver: 1e6, Checker: 1e6, Input: "i", Output: "o", Contended: true, Kept: true, Machine: "m", Points: &Points{Value: 0.5,
			Part: true},
		Difference: &Difference{Line: 1, Column: 2, Want: "w", Got: "\xff", Text: said, Puzzle: strings.Repeat(".", 81)},
		Fault:      &Fault{Line: 1, Path: "p", Text: said},
		Cause:      &Cause{Kind: Growing, Line: 2, Figures: map[string]float64{"n": 1.5}, Sentence: said},
		Dialogue:   &Dialogue{Remarks: []Remark{{Pass: 1, By: ByProgram, Text: "?\xff", Open: true, Gone: true}}, From: 1, Left: 2},
		Work:       &Work{Stopped: 1e9, Statements: 3, Calls: map[string]int64{"f": 1}, Lines: []int64{-1, 2}}}
	group := Scoring{Group: "secret", How: "sum", Max: 100, Unbounded: true, Requires: []string{"sample"}}
	s := Solution{Problem: "p", Title: say.Words{English: "t", Chinese: "题"}, Solution: "s", Path: "s.go",
		Language: "Go", Source: "package main", Document: "001",
		Verdict: AC, Expected: "TLE|RE", Partial: true, Interrupted: true, Compile: Compile{OK: true, Message: said},
		Cases: []Case{c, {Case: "secret/1", Verdict: AC, Expected: "AC"}},
		Score: &Score{GroupScore: GroupScore{Scoring: group, Verdict: "WA", Missing: "sample"}, Groups: []GroupScore{{Scoring: group}}}}
	const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	watched := Replay{Solution: "s\xff", Problem: "p", Case: "c", Puzzle: puzzle, Size: 9, W: 3, H: 3,
		Solved: true, Stopped: true, Watched: 5e9, Note: said, Total: 4, Placed: 3, Back: 1, PartSteps: 1,
		Steps: []Step{{Cell: 2, Value: 1, Depth: 1, Line: 5}, {Cell: 3, Value: 2, Depth: 2, Line: 6},
			{Cell: 3, Depth: 1, Line: 1 << 16}, {Cell: 0, Value: 5, Depth: 1}},
		Reason: &Reason{Sentence: said, Lacks: LacksNoPlace, Wrong: Mistake{Cell: 80, Digit: 9, Step: 1},
			First: &Moment{Steps: 4, Cells: []int{0, 80}, Digit: 4, Text: said}},
		Insight: &Insight{Blanks: 2, Places: 1, Fewest: 51, Both: 50,
			Bars: []Bar{{Depth: 1, Cell: 2, Digit: 1, Wide: [3]int{3, 2, 1}, Top: [3]int{81, 2}},
				{Depth: 2, Cell: 3, Digit: 2, From: [3]int{1, 1, 1}, Wide: [3]int{2, 1}},
				{Depth: 3, Cell: 80, Digit: 9, From: [3]int{2, 2, 1}, Wide: [3]int{1}}}}}
	searched := Search{Solution: "s\xff", Problem: "p", Case: "c", Calls: 9, Deepest: 1, Stopped: true, Note: said,
		Functions: []Function{{Name: "solve", Line: 3, Calls: 8, Levels: []int64{1, 7}}, {Name: "fits", Calls: 1, Levels: []int64{1}}},
		Tables:    []Table{{Name: "board", Line: 4, Rows: 2, Columns: 3, Writes: 2, Back: 1, Kind: Characters}},
		Tree: []Call{{Parent: -1, Arguments: []string{"0", "x"}, To: 2}, {Parent: 0, Function: 1, From: 1, To: 1},
			{Parent: 0, Level: 1, Arguments: []string{"0"}, From: 1, To: 2}},
		Writes: []TableWrite{{Cell: 5, Value: 'Q', Line: 4}, {Cell: 1, None: true, Value: -1, Line: 2}}}
	run := Run{Host: Host{OS: "linux", CPU: "c", Isolation: said, MemoryMethod: said, Several: true}, Results: []Solution{s},
		Interrupted: true, Shard: Shard{Index: 1, Of: 2},
		Elapsed: 1500 * time.Millisecond, Replays: []Replay{watched}, Searches: []Search{searched}}
	return run
}

// TestJSONIsHarmless: a terminal may show the JSON, and it still has the same meaning.
func TestJSONIsHarmless(t *testing.T) {
	const said = "\u009b31m\u007f\u202e数独\U0001f600\x1b[2J"
	var b strings.Builder
	must.Succeed(t, WriteRun(&b, Run{Results: []Solution{{Solution: said}}}))
	if at := strings.IndexAny(b.String(), "\u009b\u007f\u202e\x1b"); at >= 0 {
		t.Errorf("unescaped: %q", b.String()[at:])
	}
	var out struct{ Results []struct{ Solution string } }
	must.Succeed(t, json.Unmarshal([]byte(b.String()), &out), out.Results)
	must.Equal(t, said, out.Results[0].Solution, out.Results)
}

func write(t *testing.T, run Run) string {
	t.Helper()
	var b strings.Builder
	must.Succeed(t, WriteRun(&b, run))
	return b.String()
}

// ReadRun restores what WriteRun wrote, whatever programs printed and whatever the names.
func TestJSONComesBack(t *testing.T) {
	whole := full()
	whole.Shard = Shard{}
	plain := full()
	plain.Results = []Solution{{Verdict: AC, Expected: Accepted, Cases: []Case{{Verdict: AC, Expected: Accepted}}}}
	for name, run := range map[string]Run{"full": full(), "whole": whole, "plain": plain, "nothing": {}} {
		text := write(t, run)
		back, err := ReadRun(strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(run, back, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: -written +read:\n%s", name, diff)
		}
		if again := write(t, back); again != text {
			t.Errorf("%s: written again it differs:\n%s", name, cmp.Diff(text, again))
		}
	}
}

// TestLeftOut: an empty field is not written, and a list is never null.
func TestLeftOut(t *testing.T) {
	for text, there := range map[string]bool{`"title"`: false, `"shard"`: false, `"stopped_ms"`: false,
		`"results": []`: true, `"cases": []`: true, "null": false} {
		if got := strings.Contains(write(t, Run{Shard: Shard{1, 1}})+write(t, Run{Results: []Solution{{}}}), text); got != there {
			t.Errorf("%s: %t", text, got)
		}
	}
	for text, there := range map[string]bool{`"title": "t"`: true, `"shard": "1/2"`: true, `"stopped_ms": 1000`: true} {
		must.Equal(t, there, strings.Contains(write(t, full()), text), text)
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "not what judge -json writes",
		`{"schema":2}`:                "it has schema 2, and this judge reads 1",
		`{"schema":1} {"schema":1}`:   "there is more after the results",
		`{"schema":1,"results":[{}]}`: `"" is not a verdict`,
		`{"schema":1,"results":[{"verdict":"AC","cases":[{"verdict":"XX"}]}]}`:            `"XX" is not a verdict`,
		`{"schema":1,"results":[{"verdict":"AC","expected":"AC|no","cases":[]}]}`:         `"no" is not a verdict`,
		`{"schema":1,"summary":{"shard":"3/2"}}`:                                          `"3/2" is no shard`,
		`{"schema":1,"results":[{"verdict":"AC","cases":[{"verdict":"AC","exit":"x"}]}]}`: "not what judge -json writes",
	} {
		if _, err := ReadRun(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) ||
			strings.Count(err.Error(), "judge -json") > 1 {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// A report may come from anybody: impossible values are refused, and none makes the judge use up memory.
func TestNotBelieved(t *testing.T) {
	packed := func(data []byte) func(r map[string]any) {
		return func(r map[string]any) {
			r["changes_packed"], r["changes"], r["reason"] = Pack(data), 1, nil
		}
	}
	one := func(step Step) func(r map[string]any) { return packed(StepBytes([]Step{step})) }
	set := func(key string, value any) func(r map[string]any) { return func(r map[string]any) { r[key] = value } }
	reason := func(key string, value any) func(r map[string]any) {
		return func(r map[string]any) { r["reason"].(map[string]any)[key] = value }
	}
	insight := func(key string, value any) func(r map[string]any) {
		return func(r map[string]any) { r["insight"].(map[string]any)[key] = value }
	}
	packedBars := func(count int, data []byte) func(r map[string]any) {
		return func(r map[string]any) {
			in := r["insight"].(map[string]any)
			in["bars"], in["bars_packed"] = count, Pack(data)
		}
	}
	bars := func(all ...Bar) func(r map[string]any) { return packedBars(len(all), BarBytes(all)) }
	bar := func(change func(*Bar)) func(r map[string]any) {
		one := Bar{Depth: 1, Digit: 9, Wide: [3]int{3, 2, 1}, Top: [3]int{3, 3, 3}}
		change(&one)
		return bars(one)
	}
	first := func(steps int, cells ...int) any { return map[string]any{"steps": steps, "cells": cells} }
	talk := func(key string, value any) func(r map[string]any) {
		return func(r map[string]any) { r["dialogue"].(map[string]any)[key] = value }
	}
	speaker := func(who string) any { return []any{map[string]any{"by": who, "text": "x"}} }
	for name, test := range map[string]struct {
		spoil   func(r map[string]any) // of a replay, or of a case
		refused bool
	}{
		"as it is":                   {func(map[string]any) {}, false},
		"no puzzle":                  {set("puzzle", "12"), true},
		"another size":               {set("size", 16), true},
		"changes below none":         {set("changes", -1), true},
		"billions of changes":        {set("changes", 1<<40), true},
		"a change more":              {set("changes", 5), true},
		"a change less":              {set("changes", 3), true},
		"more than all":              {set("steps", 3), true},
		"steps below none":           {func(r map[string]any) { packed(nil)(r); r["steps"], r["changes"] = -1, 0 }, true},
		"no steps":                   {func(r map[string]any) { packed(nil)(r); r["steps"], r["changes"] = 0, 0 }, false},
		"placed below none":          {set("placed", -1), true},
		"no base64":                  {set("changes_packed", "?"), true},
		"nothing packed":             {set("changes_packed", ""), true},
		"a bomb":                     {packed(make([]byte, 100_000_000)), true},
		"the last cell":              {one(Step{Cell: 80, Value: 9}), false},
		"a cell off the board":       {one(Step{Cell: 81, Value: 1}), true},
		"a cell before the board":    {one(Step{Cell: -1, Value: 1}), true},
		"a digit too many":           {one(Step{Cell: 8, Value: 10}), true},
		"the last line":              {one(Step{Cell: 8, Value: 1, Line: 1 << 16}), false},
		"a line too many":            {one(Step{Cell: 8, Value: 1, Line: 1<<16 + 1}), true},
		"a line before all":          {one(Step{Cell: 8, Value: 1, Line: -1}), true},
		"no digits follow":           {packed([]byte{16, 0}), true},
		"something follows":          {packed([]byte{16, 0, 2, 0}), true},
		"a mistake off the board":    {reason("costliest", map[string]int{"cell": 81}), true},
		"no mistake":                 {reason("costliest", nil), false},
		"an unheard-of lack":         {reason("lacks", "sleep"), true},
		"no lack":                    {reason("lacks", ""), false},
		"nothing first":              {reason("first", nil), false},
		"first at once":              {reason("first", first(0, 80)), false},
		"first behind all":           {reason("first", first(5)), true},
		"first off the board":        {reason("first", first(1, 0, 81)), true},
		"no bars":                    {bars(), false},
		"a bar as it is":             {bar(func(*Bar) {}), false},
		"half a bar":                 {packedBars(1, []byte{2, 0, 18}), true},
		"billions of bars":           {packedBars(1<<40, []byte{2, 0, 18}), true},
		"a bar on nothing":           {bar(func(b *Bar) { b.Depth = 2 }), true},
		"a bar off the board":        {bar(func(b *Bar) { b.Cell = 81 }), true},
		"a bar of no digit":          {bar(func(b *Bar) { b.Digit = 0 }), true},
		"a bar too wide":             {bar(func(b *Bar) { b.Wide[0] = 4 }), true},
		"a bar wider than its looks": {bar(func(b *Bar) { b.Wide[1] = 3 }), true},
		"a bar before all":           {bar(func(b *Bar) { b.From[0] = -1 }), true},
		"a bar behind all":           {bar(func(b *Bar) { b.From[0], b.Wide[0] = 1<<52, 1<<52 }), true},
		"a number beyond all":        {bar(func(b *Bar) { b.Top[2] = 1 << 62 }), true},
		"a bar wider than below": {bars(Bar{Depth: 1, Digit: 9, Wide: [3]int{1}, Top: [3]int{3, 3, 3}},
			Bar{Depth: 2, Cell: 1, Digit: 9, From: [3]int{1}, Wide: [3]int{1}, Top: [3]int{3, 3, 3}}), true},
		"a bar higher than a board":  {bar(func(b *Bar) { b.Top[0] = 82 }), true},
		"more remain than placed":    {insight("blanks", 4), true},
		"more looks, more digits":    {insight("places", 3), true},
		"fewest below none":          {insight("fewest", -1), true},
		"somebody speaks":            {talk("remarks", speaker("somebody")), true},
		"the judge speaks":           {talk("remarks", speaker("judge")), false},
		"a gap behind all":           {talk("gap_at", 2), true},
		"a gap at the beginning":     {talk("gap_at", 0), false},
		"less than nothing left out": {talk("left_out", -1), true},
		"search: a call more":        {set("calls_kept", 4), true},
		"search: a write less":       {set("writes_kept", 1), true},
		"search: billions of calls":  {set("calls_kept", 1<<40), true},
		"search: no functions":       {set("functions", nil), true},
		"search: no tables":          {set("tables", nil), true},
		"search: no arguments":       {set("arguments", nil), true},
		"search: a bomb":             {set("steps_packed", Pack(make([]byte, 100_000_000))), true},
		"search: deeper than none":   {set("deepest", -1), true},
		"search: a smaller table": {func(r map[string]any) {
			r["tables"].([]any)[0].(map[string]any)["columns"] = 1
		}, true},
	} {
		var run map[string]any
		must.Succeed(t, json.Unmarshal([]byte(write(t, full())), &run))
		at := run["replays"].([]any)[0]
		if strings.HasPrefix(name, "search: ") {
			at = run["searches"].([]any)[0]
		}
		if strings.Contains(name, "speaks") || strings.Contains(name, "gap") || strings.Contains(name, "left") {
			at = run["results"].([]any)[0].(map[string]any)["cases"].([]any)[0]
		}
		test.spoil(at.(map[string]any))
		spoilt, err := json.Marshal(run)
		must.Succeed(t, err)
		if _, err := ReadRun(strings.NewReader(string(spoilt))); (err != nil) != test.refused {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestManySteps: a report of a few kilobytes cannot unfold to histories that fill the memory.
func TestManySteps(t *testing.T) {
	one := Replay{Solution: "a", Puzzle: strings.Repeat(".", 81), Size: 9, W: 3, H: 3, Steps: make([]Step, 200_000), Total: 200_000}
	calls := slices.Repeat([]Call{{Parent: -1, Arguments: slices.Repeat([]string{"x"}, 15)}}, 65536)
	search := Search{Solution: "a", Functions: []Function{{Name: "f"}}, Tree: calls}
	for _, run := range []Run{{Replays: slices.Repeat([]Replay{one}, 30)}, {Searches: slices.Repeat([]Search{search}, 6)}} {
		var text strings.Builder
		must.Succeed(t, WriteRun(&text, run))
		_, err := ReadRun(strings.NewReader(text.String()))
		must.Fail(t, err, "its histories have more than 4194304 steps")
	}
}

// TestBoard: regions keep their shape if boards of that size can have it.
func TestBoard(t *testing.T) {
	for _, test := range []struct{ size, w, h, want int }{{6, 2, 3, 2}, {6, 3, 2, 3}, {6, 5, 5, 3}} {
		r := Replay{Puzzle: strings.Repeat(".", 36), Size: test.size, W: test.w, H: test.h}
		if b, ok := r.Board(); !ok || b.W != test.want || b.W*b.H != 6 {
			t.Errorf("%d by %d: %d by %d, %t", test.w, test.h, b.W, b.H, ok)
		}
	}
}

// TestSchema: docs/json.schema.json describes every field. The stories of the commands check it against real runs.
func TestSchema(t *testing.T) {
	text := must.Get(os.ReadFile("../../../../docs/json.schema.json"))(t)
	want := must.Get(schema.Parse(text))(t)
	run := full()
	var b bytes.Buffer
	must.Succeed(t, WriteRun(&b, run))
	must.Succeed(t, want.Check(b.Bytes(), ""), b.Bytes())
	b.Reset()
	event := Event{Seq: 1, Kind: Ended, Problem: "p", Solution: "s", Name: "c", Case: &run.Results[0].Cases[0],
		Result: &run.Results[0], Again: true, Provisional: true}
	must.Succeed(t, WriteJSON(&b, event, ""))
	must.Succeed(t, want.Check(b.Bytes(), "event"), b.Bytes())
	for _, wrong := range []string{
		`{}`, `{"schema":2}`, `{"seq":1,"event":"gone","problem":"p","solution":"s"}`,
		`{"seq":1.5,"event":"built","problem":"p","solution":"s"}`,
		`{"seq":1,"event":"built","problem":"p","solution":"s","more":1}`} {
		must.Be(t, want.Check([]byte(wrong), "event") != nil, "%s is taken for an event", wrong)
	}
}
