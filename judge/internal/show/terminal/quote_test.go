package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

const complaint = "main.cpp:3:7: error: 'class std::map<int, std::vector<int> >' has no member named 'no_such_member_of_it'"

func quoted(s string, first, last, width int) []string {
	var b bytes.Buffer
	Style{Fold: width}.Quote(&b, s, first, last)
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

func TestQuote(t *testing.T) {
	numbered := func(n int) (lines []string) {
		for i := range n {
			lines = append(lines, fmt.Sprint("line ", i))
		}
		return lines
	}
	many := strings.Join(numbered(9), "\n") + "\n"
	tests := []struct {
		name               string
		text               string
		first, last, width int
		want               []string
	}{
		{"off a terminal in one piece", complaint, 5, 3, 0, []string{"  │ " + complaint}},
		{"folded on one", complaint, 5, 3, 60, []string{
			"  │ main.cpp:3:7: error: 'class std::map<int,",
			"  │   std::vector<int> >' has no member named",
			"  │   'no_such_member_of_it'"}},
		{"first and last", many, 2, 1, 0, []string{"  │ line 0", "  │ line 1", "  │ and 6 lines more", "  │ line 8"}},
		{"all that fit", many, 5, 4, 0, strings.Split("  │ "+strings.Join(numbered(9), "\n  │ "), "\n")},
		{"no last ones", many, 1, 0, 0, []string{"  │ line 0", "  │ and 8 lines more"}},
		{"whole lines are left out", "one two three\n" + many + "four five six\n", 3, 2, 14, []string{
			"  │ one two", "  │   three", "  │ line 0", "  │ and 8 lines more", "  │ four five", "  │   six"}},
		{"all of folded ones", "one two three\nfour five six\n", 2, 2, 14, []string{"  │ one two", "  │   three", "  │ four five", "  │   six"}},
		{"folded ones that just fit", "one two three\nfour five six\nnine ten two\n", 3, 3, 14,
			[]string{"  │ one two", "  │   three", "  │ four five", "  │   six", "  │ nine ten", "  │   two"}},
		{"two cut lines, and nothing between", "one two three\nfour five six\n", 1, 1, 14, []string{"  │ one two", "  │   …",
			"  │ four five", "  │   …"}},
		{"one line without end", strings.Repeat("word ", 100), 2, 1, 14, []string{"  │ word word", "  │   word", "  │   …"}},
		{"tabs and escapes", "\ta\x1b[2J\r\n", 2, 1, 0, []string{`  │     a\x1b[2J`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Equal(t, tt.want, quoted(tt.text, tt.first, tt.last, tt.width))
		})
	}
}

func TestFitting(t *testing.T) {
	one, two := []string{"a"}, []string{"a", "b"}
	for _, tt := range []struct {
		lines      [][]string
		rows, want int
	}{
		{[][]string{one, one, one}, 2, 2}, {[][]string{one, two, one}, 2, 1}, {[][]string{two, one}, 1, 1}, {[][]string{one}, 2,
			1}, {[][]string{one}, 0, 0},
	} {
		must.Equal(t, tt.want, fitting(tt.lines, tt.rows), "of", tt.lines, "fit into", tt.rows, "rows")
	}
}
