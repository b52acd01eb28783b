package report

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// TestJSONIsHarmless may be read on a terminal, and says the same.
func TestJSONIsHarmless(t *testing.T) {
	const said = "\u009b31m\u007f\u202e数独\U0001f600\x1b[2J"
	run := result.Run{Results: []result.Solution{{Solution: said}}}
	var b strings.Builder
	if err := result.WriteRun(&b, run); err != nil {
		t.Fatal(err)
	}
	if at := strings.IndexAny(b.String(), "\u009b\u007f\u202e\x1b"); at >= 0 {
		t.Errorf("unescaped: %q", b.String()[at:])
	}
	var out struct{ Results []struct{ Solution string } }
	if err := json.Unmarshal([]byte(b.String()), &out); err != nil || out.Results[0].Solution != said {
		t.Errorf("%v %+v", err, out.Results)
	}
}

// What JSON writes Parse reads back, whatever programs printed and however things were named.
func TestJSONComesBack(t *testing.T) {
	runs := map[string]result.Run{"the sample": sample(), "a large one": sampleRun(5, 20), "nothing": {}}
	// File names and what programs print need not be UTF-8; all else is read as that or made by us.
	const broken = "\xff\xfe\x80broken"
	bytes := sampleRun(1, 1)
	s := &bytes.Results[0]
	c := &s.Cases[0]
	s.Solution, s.Path, s.Source, s.Compile.Message = broken, broken, broken, say.Text(broken)
	c.Case, c.Stderr, c.Input, c.Message = broken, broken, broken, say.Of("%s: %s", broken, say.Text(broken))
	c.Difference = &result.Difference{Want: broken, Got: broken + "!", Text: say.Text(broken)}
	runs["bytes"] = bytes
	candidates, _ := recordCandidates(mildPuzzle)
	watched := sampleRun(1, 1)
	watched.Replays = []result.Replay{recordNaive(mildPuzzle, 200_000), named(recordFewest(mildPuzzle, 17), broken), candidates}
	watched.Replays[0].Reason = &result.Reason{Sentence: say.Of("%s is gone", "it"), Beside: say.Text("so"), Worst: say.Text("there"), Lacks: result.LacksNoPlace, Own: true, Placed: 7,
		Counts: map[result.Lack]int{result.LacksNoPlace: 3}, Wrong: result.Mistake{Cell: 80, Digit: 9, Step: 1, Until: 4, Cost: 3}, First: &result.Moment{Steps: 2, Cells: []int{0, 80}, Digit: 4, Text: say.Text("here")}}
	watched.Replays[0].Note = say.Of("the program was stopped before it was done: %s", say.Text("it idled"))
	runs["watched"] = watched
	for _, text := range []string{"\x1b[31m\x00", "a\u202eb", "%s %d %!", "数独\n\"'"} {
		runs[text] = hostileRun(text)
	}
	for name, run := range runs {
		t.Run(terminal.Escape(name), func(t *testing.T) {
			var first, second strings.Builder
			if err := result.WriteRun(&first, run); err != nil {
				t.Fatal(err)
			}
			back, err := result.ReadRun(strings.NewReader(first.String()))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(run, back, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("-written +read:\n%s", diff)
			}
			if err := result.WriteRun(&second, back); err != nil || second.String() != first.String() {
				t.Errorf("written again it differs, %v:\n%s", err, cmp.Diff(first.String(), second.String()))
			}
		})
	}
}

// What an older judge has written has English messages only.
func TestParseOfOlderReports(t *testing.T) {
	old := `{"schema":1,"host":{"os":"linux","isolation":"step 2 of 5: namespaces"},"results":[{"problem":"p","solution":"s","verdict":"WA",
		"cases":[{"case":"1","verdict":"WA","message":"line 3: no; the checker adds this","difference":{"line":3,"text":"line 3: no"}},
			{"case":"2","verdict":"RE","message":"exit status 3"}]}],"summary":{"seconds":1.5}}`
	run, err := result.ReadRun(strings.NewReader(old))
	if err != nil {
		t.Fatal(err)
	}
	s := run.Results[0]
	if run.Elapsed != 1500*time.Millisecond || run.Host.Isolation.String() != "step 2 of 5: namespaces" || s.Cases[1].Reason().String() != "exit status 3" ||
		!strings.HasPrefix(s.Cases[0].Reason().String(), "line 3: no; ") {
		t.Errorf("got %+v", run)
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "not what judge -json writes",
		`{"schema":2}`:                "it has schema 2, and this judge reads 1",
		`{"schema":1} {"schema":1}`:   "something follows the results",
		`{"schema":1,"results":[{}]}`: `"" is no verdict`,
		`{"schema":1,"results":[{"verdict":"AC","cases":[{"verdict":"XX"}]}]}`:            `"XX" is no verdict`,
		`{"schema":1,"results":[{"verdict":"AC","expected":"AC|no","cases":[]}]}`:         `"no" is no verdict`,
		`{"schema":1,"summary":{"shard":"3/2"}}`:                                          `"3/2" is no shard`,
		`{"schema":1,"results":[{"verdict":"AC","cases":[{"verdict":"AC","exit":"x"}]}]}`: "not what judge -json writes",
	} {
		if _, err := result.ReadRun(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	var seed strings.Builder
	result.WriteRun(&seed, sample())
	f.Add(seed.String())
	f.Add(`{"schema":1,"results":[{"verdict":"TLE","cases":[{"verdict":"SK","cpu_ms":1e300,"message_value":{"format":"%[9]*d"}}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		run, err := result.ReadRun(strings.NewReader(text))
		if err != nil {
			return
		}
		var out strings.Builder
		if err := errors.Join(Text(&out, run, TextOptions{Style: terminal.Style{Width: 80, Lang: say.Chinese}}), JUnit(&out, run), result.WriteRun(&out, run)); err != nil {
			t.Fatal(err)
		}
		again, err := result.ReadRun(strings.NewReader(out.String()[strings.LastIndex(out.String(), "\n{\n \"schema\""):]))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(run, again, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("-read +read again:\n%s", diff)
		}
	})
}

// A report may be anybody's: a replay that cannot be is refused, and none makes the judge use up memory.
func TestReplayInJSONIsNotBelieved(t *testing.T) {
	var text strings.Builder
	if err := result.WriteRun(&text, result.Run{Replays: []result.Replay{recordFewest(mildPuzzle, 200_000)}}); err != nil {
		t.Fatal(err)
	}
	changes := func(r map[string]any) float64 { return r["changes"].(float64) }
	one := func(step result.Step) string { return result.Pack(result.StepBytes([]result.Step{step})) }
	for name, spoil := range map[string]func(r map[string]any){
		"":                     func(map[string]any) {},
		"no puzzle":            func(r map[string]any) { r["puzzle"] = "12" },
		"another size":         func(r map[string]any) { r["size"] = 16 },
		"changes below none":   func(r map[string]any) { r["changes"] = -1 },
		"billions of changes":  func(r map[string]any) { r["changes"] = 1 << 40 },
		"more than there are":  func(r map[string]any) { r["changes"] = changes(r) + 1 },
		"fewer than there are": func(r map[string]any) { r["changes"] = changes(r) - 1 },
		"more than all":        func(r map[string]any) { r["steps"] = changes(r) - 1 },
		"no base64":            func(r map[string]any) { r["changes_packed"] = "?" },
		"nothing packed":       func(r map[string]any) { r["changes_packed"] = "" },
		"a cell off the board": func(r map[string]any) { r["changes_packed"], r["changes"] = one(result.Step{Cell: 81, Value: 1}), 1 },
		"a digit too many":     func(r map[string]any) { r["changes_packed"], r["changes"] = one(result.Step{Cell: 8, Value: 10}), 1 },
		"a bomb":               func(r map[string]any) { r["changes_packed"], r["changes"] = result.Pack(make([]byte, 100_000_000)), 1 },
	} {
		var run map[string]any
		if err := json.Unmarshal([]byte(text.String()), &run); err != nil {
			t.Fatal(err)
		}
		spoil(run["replays"].([]any)[0].(map[string]any))
		spoilt, err := json.Marshal(run)
		if err != nil {
			t.Fatal(err)
		}
		_, err = result.ReadRun(strings.NewReader(string(spoilt)))
		if refused := err != nil && strings.Contains(err.Error(), "its steps are none that a board can take"); refused != (name != "") {
			t.Errorf("%q: %v", name, err)
		}
	}
}
