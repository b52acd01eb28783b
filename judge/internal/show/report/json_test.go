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
	if err := JSON(&b, run); err != nil {
		t.Fatal(err)
	}
	if at := strings.IndexAny(b.String(), "\u009b\u007f\u202e\x1b"); at >= 0 {
		t.Errorf("unescaped: %q", b.String()[at:])
	}
	var out jsonRun
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
	watched.Replays[0].Note = say.Of("the program was stopped before it was done: %s", say.Text("it idled"))
	runs["watched"] = watched
	for _, text := range []string{"\x1b[31m\x00", "a\u202eb", "%s %d %!", "数独\n\"'"} {
		runs[text] = hostileRun(text)
	}
	for name, run := range runs {
		t.Run(terminal.Escape(name), func(t *testing.T) {
			var first, second strings.Builder
			if err := JSON(&first, run); err != nil {
				t.Fatal(err)
			}
			back, err := Parse(strings.NewReader(first.String()))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(run, back, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("-written +read:\n%s", diff)
			}
			if err := JSON(&second, back); err != nil || second.String() != first.String() {
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
	run, err := Parse(strings.NewReader(old))
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
		if _, err := Parse(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	var seed strings.Builder
	JSON(&seed, sample())
	f.Add(seed.String())
	f.Add(`{"schema":1,"results":[{"verdict":"TLE","cases":[{"verdict":"SK","cpu_ms":1e300,"message_value":{"format":"%[9]*d"}}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		run, err := Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		var out strings.Builder
		if err := errors.Join(Text(&out, run, TextOptions{Style: terminal.Style{Width: 80, Lang: say.Chinese}}), JUnit(&out, run), JSON(&out, run)); err != nil {
			t.Fatal(err)
		}
		again, err := Parse(strings.NewReader(out.String()[strings.LastIndex(out.String(), "\n{\n \"schema\""):]))
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
	good := replayJSON(recordFewest(mildPuzzle, 200_000))
	if _, err := good.read(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(r *jsonReplay){
		"no puzzle":            func(r *jsonReplay) { r.Puzzle = "12" },
		"another size":         func(r *jsonReplay) { r.Size = 16 },
		"changes below none":   func(r *jsonReplay) { r.Changes = -1 },
		"billions of changes":  func(r *jsonReplay) { r.Changes = 1 << 40 },
		"more than there are":  func(r *jsonReplay) { r.Changes++ },
		"fewer than there are": func(r *jsonReplay) { r.Changes-- },
		"more than all":        func(r *jsonReplay) { r.Total = r.Changes - 1 },
		"no base64":            func(r *jsonReplay) { r.Packed = "?" },
		"nothing packed":       func(r *jsonReplay) { r.Packed = "" },
		"a cell off the board": func(r *jsonReplay) { r.Packed, r.Changes = pack(stepBytes([]result.Step{{Cell: 81, Value: 1}})), 1 },
		"a digit too many":     func(r *jsonReplay) { r.Packed, r.Changes = pack(stepBytes([]result.Step{{Cell: 8, Value: 10}})), 1 },
		"a bomb":               func(r *jsonReplay) { r.Packed, r.Changes = pack(make([]byte, 100_000_000)), 1 },
	} {
		r := good
		spoil(&r)
		if _, err := r.read(); err == nil {
			t.Errorf("%s: believed", name)
		}
	}
}
