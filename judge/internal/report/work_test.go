package report

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/verdict"
)

func TestWork(t *testing.T) {
	counted := func(name string, n int64) verdict.Case {
		return verdict.Case{Case: name, Work: &verdict.Work{Statements: n}}
	}
	run := verdict.Run{Results: []verdict.Solution{
		{Problem: "acwing166", Solution: "lowbit", Cases: []verdict.Case{counted("sample/1", 24512), counted("secret/long-name", 7)}},
		{Problem: "acwing166", Solution: "naive", Cases: []verdict.Case{counted("sample/1", 659411645), {Case: "secret/long-name"}}},
		{Problem: "acwing166", Solution: "in\x1bC", Cases: []verdict.Case{{Case: "sample/1"}}},
		{Problem: "other", Solution: "in C", Cases: []verdict.Case{{Case: "sample/1"}}},
		{Problem: "talk", Solution: "lowbit", Cases: []verdict.Case{{Case: "sample/1"}, {Case: "secret/1", Dialogue: &verdict.Dialogue{}}}},
		{Problem: "third", Solution: "数\x1b", Cases: []verdict.Case{counted("sample/1", 1)}},
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
not counted: while statements are counted, nobody talks with the program


statements executed · third
                  数\x1b
sample/1               1

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
not counted: while statements are
counted, nobody talks with the program


statements executed · third
                  数\x1b
sample/1               1

`},
	} {
		var out bytes.Buffer
		if err := Work(&out, run, TextOptions{Style: screen.Style{Width: tt.width}}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, out.String()); diff != "" {
			t.Errorf("%d columns: want -, got +:\n%s", tt.width, diff)
		}
	}
}
