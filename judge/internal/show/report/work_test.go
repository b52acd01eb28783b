package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

func TestWork(t *testing.T) {
	counted := func(name string, n int64) result.Case {
		return result.Case{Case: name, Work: &result.Work{Statements: n}}
	}
	crab := say.Text("crab: not yet")
	run := result.Run{Results: []result.Solution{
		{Problem: "acwing166", Solution: "lowbit", Cases: []result.Case{counted("sample/1", 24512), counted("secret/long-name", 7)}},
		{Problem: "acwing166", Solution: "naive", Cases: []result.Case{counted("sample/1", 659411645), {Case: "secret/long-name"}}},
		{Problem: "acwing166", Solution: "in\x1bC", Cases: []result.Case{{Case: "sample/1"}}},
		{Problem: "other", Solution: "in C", Cases: []result.Case{{Case: "sample/1"}}},
		{Problem: "talk", Solution: "lowbit", Cases: []result.Case{{Case: "sample/1"}, {Case: "secret/1", Dialogue: &result.Dialogue{}}}},
		{Problem: "third", Solution: "数\x1b", Cases: []result.Case{counted("sample/1", 1)}},
		{Problem: "third", Solution: "crab", Cases: []result.Case{{Case: "1", Uncounted: crab}, {Case: "2", Uncounted: crab}}},
	}}
	for _, tt := range []struct {
		width int
		want  string
	}{
		{100, `
statements executed · acwing166
                          lowbit           naive
sample/1                  24,512     659,411,645
secret/long-name               7               -


statements executed · talk
not counted: no interactor runs while statements are counted


statements executed · third
                  数\x1b
sample/1               1

crab: not yet

`},
		{40, `
statements executed · acwing166
                          lowbit
sample/1                  24,512
secret/long-name               7

                           naive
sample/1             659,411,645
secret/long-name               -


statements executed · talk
not counted: no interactor runs while
statements are counted


statements executed · third
                  数\x1b
sample/1               1

crab: not yet

`},
	} {
		var out bytes.Buffer
		if err := report.Work(&out, run, report.TextOptions{Style: terminal.Style{Width: tt.width}}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, out.String()); diff != "" {
			t.Errorf("%d columns: want -, got +:\n%s", tt.width, diff)
		}
	}
}

// TestWorkOfTwoLanguages: a remark says that two languages are counted differently.
func TestWorkOfTwoLanguages(t *testing.T) {
	counted := func(name, language string) result.Solution {
		one := result.Case{Case: "1", Work: &result.Work{Statements: 1}}
		return result.Solution{Problem: "a", Solution: name, Language: language, Cases: []result.Case{one}}
	}
	for second, want := range map[string]bool{"Go": false, "Python": true} {
		var out bytes.Buffer
		run := result.Run{Results: []result.Solution{counted("x", "Go"), counted("y", second)}}
		err := report.Work(&out, run, report.TextOptions{Style: terminal.Style{Width: 100}})
		if err != nil || strings.Contains(out.String(), "Statements are each language's own") != want {
			t.Errorf("%s: %v\n%s", second, err, out.String())
		}
	}
}
