package terminal

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// Quote shows the first and the last lines of some program's text, escaped, each behind a bar. They are
// folded where the terminal ends: what a compiler says is often at the end of its line.
func (t Style) Quote(w io.Writer, s string, first, last int) {
	const margin = 4
	var lines [][]string // each as it is folded
	rows := 0
	for line := range strings.SplitSeq(strings.TrimRight(s, "\r\n"), "\n") {
		line = strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", "    ")
		parts := Fold(Escape(line), t.Fold-margin, "  ")
		if most := max(first, last, 1); len(parts) > most {
			parts = append(parts[:most:most], "  …")
		}
		lines = append(lines, parts)
		rows += len(parts)
	}
	head, tail := len(lines), len(lines)
	if rows-last > first {
		head = fitting(lines, first)
		rest := slices.Clone(lines[head:])
		slices.Reverse(rest)
		tail -= fitting(rest, last)
	}
	bar := t.Dim("│")
	for i, parts := range lines {
		if i == head && tail > head {
			fmt.Fprintf(w, "  %s\n", t.Dim("│ "+t.Say("and %s more", say.Count(tail-head, "line"))))
		}
		if i < head || i >= tail {
			for _, part := range parts {
				fmt.Fprintf(w, "  %s %s\n", bar, part)
			}
		}
	}
}

// fitting returns how many of the lines fit into this many rows; at least one.
func fitting(lines [][]string, rows int) (n int) {
	for n < len(lines) && rows > 0 && (n == 0 || len(lines[n]) <= rows) {
		rows -= len(lines[n])
		n++
	}
	return n
}
