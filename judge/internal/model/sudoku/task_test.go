package sudoku_test

import (
	"strings"
	"testing"

	. "sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

// TestTasks: the whole output that each task expects.
func TestTasks(t *testing.T) {
	solved, _ := Empty().Solve()
	letters, _ := Letters.Empty().Solve()
	open := with(letters, 5, 0)
	blank := with(solved, 0, 0)
	clash := with(Empty(), 36, 1, 44, 1)
	none := with(Empty(), 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9) // the first cell could only be 9
	tests := []struct {
		name   string
		boards []Board
		want   []string
	}{
		{"acwing", []Board{blank, solved}, []string{solved.Line(), "\n", solved.Line(), "\n"}},
		{"leetcode", []Board{blank}, []string{solved.JSON(), "\n"}},
		{"digits", []Board{blank}, []string{Digits.Text(solved)}},
		{"file", []Board{none, blank}, []string{"no solution\n", File.Text(solved)}},
		{"rows", []Board{blank}, []string{Rows.Text(solved)}},
		{"letters", []Board{open, letters}, []string{letters.LetterText(), "\n", letters.LetterText()}},
		{"check", []Board{clash, none, blank, Empty()}, []string{"row 5\n", "none\n", "unique\n", Rows.Text(solved), "many\n"}},
		{"board", []Board{blank, none}, []string{
			Prompt, blank.Draw(), "存在一组解为:\n", solved.Draw(), "运算时间为: 0 ms\n",
			Prompt, none.Draw(), "不存在一组解\n", "运算时间为: 0 ms\n", Prompt,
		}},
	}
	for _, tt := range tests {
		must.Equal(t, strings.Join(tt.want, ""), Tasks[tt.name].Answer(tt.boards), tt.name)
	}
	must.Equal(t, len(Tasks), len(tests), "of", "tasks are tried")
}
