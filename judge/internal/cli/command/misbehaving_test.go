package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
	"sudokuoj/judge/internal/testkit/workshop"
)

// TestMisbehaving grades misbehaving programs, at least one for every verdict. The directives of each program say what
// it must get.
func TestMisbehaving(t *testing.T) {
	t.Parallel()
	short.Skip(t)
	var stdout, stderr bytes.Buffer
	t.Cleanup(func() { workshop.Modest(t) })
	code := judge.Run(context.Background(), []string{"-root", "testdata/misbehaving", "-json", "-"}, strings.NewReader(""), &stdout, &stderr)
	var got struct {
		Results []struct {
			Solution, Verdict string
			AsExpected        bool `json:"as_expected"`
			Compile           struct{ Message string }
			Cases             []struct {
				Case, Verdict, Expected, Message string
				AsExpected                       bool `json:"as_expected"`
			}
		}
	}
	must.Succeed(t, json.Unmarshal(stdout.Bytes(), &got), &stdout, &stderr)
	folders := must.Get(os.ReadDir("testdata/misbehaving/solutions"))(t)
	must.Equal(t, len(folders), len(got.Results), "solutions graded, there are")
	for _, s := range got.Results {
		if s.Verdict == "SK" {
			t.Logf("%s: %s", s.Solution, s.Compile.Message)
		}
		for _, c := range s.Cases {
			if !c.AsExpected {
				t.Errorf("%s %s: %s, want %s: %s %s", s.Solution, c.Case, c.Verdict, c.Expected, c.Message, s.Compile.Message)
			}
		}
		if !s.AsExpected {
			t.Errorf("%s: not as expected as a whole: %s", s.Solution, s.Verdict)
		}
	}
	must.Equal(t, command.AllExpected, code, "exit code", &stderr)
}
