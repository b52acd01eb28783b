package terminal

import (
	"testing"

	"sudokuoj/judge/internal/testkit/must"
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
	must.Equal(t, want, Fill(manual, 31))
	must.Equal(t, want, Fill(want, 31), "filled once more")
	// What just fits stays beside what stands in front of it.
	must.Equal(t, "  -a-long-name NAME  words\n", filled("  -a-long-name NAME  words", 21, 26))
}
