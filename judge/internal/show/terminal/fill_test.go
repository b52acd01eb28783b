package terminal

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFill(t *testing.T) {
	const manual = `Usage: judge gen [flags]
       judge gen more

Makes puzzles with exactly one
solution, and prints them.

它生成恰有一个解的数独，
按 Kattis
的格式打印。

  -n N      how many of them it is
            to make
  -format   as which
            rows: nine
            lines
  - a list of one
    entry

Examples:
  judge gen -n 100 -difficulty search   hard
  judge gen -n 1 -difficulty search -seed 2
`
	const want = `Usage: judge gen [flags]
       judge gen more

Makes puzzles with exactly one
solution, and prints them.

它生成恰有一个解的数独，按
Kattis 的格式打印。

  -n N      how many of them it
            is to make
  -format   as which
            rows: nine lines
  - a list of one entry

Examples:
  judge gen -n 100 -difficulty search
      hard
  judge gen -n 1 -difficulty search -seed 2
`
	if diff := cmp.Diff(want, Fill(manual, 31)); diff != "" {
		t.Errorf("- want, + got:\n%s", diff)
	}
	if diff := cmp.Diff(want, Fill(want, 31)); diff != "" {
		t.Errorf("filled once more: - want, + got:\n%s", diff)
	}
	// What just fits stays beside what stands in front of it.
	if got, want := filled("  -a-long-name NAME  words", 21, 26), "  -a-long-name NAME  words\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
