package grade

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/dialogue"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// of returns a solution of one file.
func of(t *testing.T, name, id, text string) solution.Solution {
	t.Helper()
	s, err := solution.Of(name, id, language.File{Path: name, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestStuck: why both sides wait for ever.
func TestStuck(t *testing.T) {
	reads, writes := sandbox.Reads, sandbox.Writes
	for _, test := range []struct {
		name  string
		waits [2]sandbox.Wait
		by    result.Speaker
		said  string
		want  string
	}{
		{"both print", [2]sandbox.Wait{writes, writes}, result.ByProgram, "1\n", "each prints, and neither reads"},
		{"the program prints", [2]sandbox.Wait{writes, reads}, result.ByProgram, "1\n", "the interactor reads no more"},
		{"no end of line", [2]sandbox.Wait{reads, reads}, result.ByProgram, "1", "the last line of the program has no end"},
		{"both listen", [2]sandbox.Wait{reads, reads}, result.ByProgram, "1\n", "the interactor for the program"},
		{"silence", [2]sandbox.Wait{reads, reads}, result.ByJudge, "1\n", "did you flush?"},
	} {
		record := dialogue.New()
		record.Hear(test.by, 0, []byte(test.said))
		p := &Prepared{Entry: Entry{Solution: solution.Solution{Language: "python"}}}
		var res result.Case
		res.Exit, res.Signal = 1, "SIGKILL"
		if err := p.judgeTalk(t.Context(), &res, sandbox.Conversation{Stuck: true, Waits: test.waits}, check.Files{}, record); err != nil || res.Verdict != result.TLE || res.Exit != 0 || res.Signal != "" || !strings.Contains(res.Message.String(), test.want) {
			t.Errorf("%s: %v %+v", test.name, err, res)
		}
	}
}
