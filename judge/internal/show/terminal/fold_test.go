package terminal_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
)

func TestFold(t *testing.T) {
	red := terminal.NewPalette(true).Red
	tests := []struct {
		name, in string
		width    int
		want     []string
	}{
		{"fits", "all as expected", 15, []string{"all as expected"}},
		{"nothing", "", 10, []string{""}},
		{"nowhere", "all as expected", 0, []string{"all as expected"}},
		{"between words", "all as expected", 14, []string{"all as", "+ expected"}},
		{"the gap goes", "one   two", 5, []string{"one", "+ two"}},
		{"a number and its unit", "peak of 1.3 MiB", 11, []string{"peak of", "+ 1.3 MiB"}},
		{"a number that ends in 0", "peak of 1.0 MiB", 11, []string{"peak of", "+ 1.0 MiB"}},
		{"a number that ends in 9", "peak of 1.9 MiB", 11, []string{"peak of", "+ 1.9 MiB"}},
		{"a number, then a long word", "100 abcdef", 6, []string{"100", "+ abcd", "+ ef"}},
		{"nothing but numbers", "1 2 3 4 5 6", 6, []string{"1 2 3", "+ 4 5", "+ 6"}},
		{"within a long word", "abcdefghij", 5, []string{"abcde", "+ fgh", "+ ij"}},
		{"Chinese", "数独数独", 5, []string{"数独", "+ 数", "+ 独"}},
		{"Chinese behind a blank", "judge: 没有这个名字", 16, []string{"judge: 没有这个", "+ 名字"}},
		{"Chinese punctuation stays", "题目（数独），解法", 10, []string{"题目（数", "+ 独），解", "+ 法"}},
		{"a Chinese unit", "共运行了 15 次，超时", 12, []string{"共运行了", "+ 15 次，超", "+ 时"}},
		{"English behind Chinese", "数abcd", 5, []string{"数", "+ abc", "+ d"}},
		{"indented", "    abcd efgh", 9, []string{"    abcd", "+ efgh"}},
		{"indented beyond the half", strings.Repeat(" ", 50) + "^^^", 10, []string{"     ^^^"}},
		{"each part painted", "a " + red("bb cc") + " d", 4, []string{"a " + red("bb"), "+ " + red("cc"), "+ d"}},
		{"painted twice", red("\x1b[1maa bb\x1b[0m"), 4, []string{"\x1b[31m\x1b[1maa\x1b[0m", "+ \x1b[31m\x1b[1mbb\x1b[0m\x1b[0m"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Equal(t, tt.want, terminal.Fold(tt.in, tt.width, "+ "))
		})
	}
}

// Only blanks are lost, and no line is too wide.
func FuzzFold(f *testing.F) {
	f.Add("error: 'class std::map<int, std::vector<int> >' has no member named 'x'", 20)
	f.Add("   数独\u0301 1 2  3", 6)
	f.Fuzz(func(t *testing.T, s string, width int) {
		s, width = terminal.Escape(s), width%200
		lines := terminal.Fold(s, width, "  ")
		without := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if got := strings.Join(lines, ""); without(got) != without(s) {
			t.Errorf("lost something of %q: %q", s, lines)
		}
		for _, line := range lines {
			if !utf8.ValidString(line) || width >= 4 && terminal.Width(line) > width {
				t.Errorf("%d columns: %q of %q", width, line, s)
			}
		}
	})
}

func TestFoldAll(t *testing.T) {
	const text = "start-up is a part\n  fast is 2 x faster\n\nend"
	must.Equal(t, "start-up is a\n  part\n  fast is 2 x\n    faster\n\nend\n", terminal.FoldAll(text, 14))
	must.Equal(t, text+"\n", terminal.FoldAll(text, 0), "folded though nothing was to be")
}
