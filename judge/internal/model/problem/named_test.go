package problem_test

import (
	"testing"

	. "sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/testkit/must"
)

// TestSiteNamedIn: the name of a site with any number is that of one of its problems.
func TestSiteNamedIn(t *testing.T) {
	for _, test := range []struct {
		id, title string
		text      string
		want      bool
	}{
		{"acwing166", "", "acwing167", true},
		{"acwing166", "", "AcWing_0167 (2)", true},
		{"acwing166", "", "acwing", false},
		{"acwing166", "", "167", false},
		{"acwing166", "", "myacwing167", false},
		{"luogup1784", "Sudoku (Luogu P1784)", "Luogu-P1785", true},
		{"luogup1784", "Sudoku (Luogu P1784)", "p1", false},
		{"twosum", "", "twosum", false},
	} {
		p := Problem{ID: test.id, Names: map[string]string{"en": test.title}}
		must.Equal(t, test.want, p.SiteNamedIn(test.text), test.id, test.text)
	}
}

func TestNamedIn(t *testing.T) {
	for _, test := range []struct {
		id, title string
		text      string
		want      bool
	}{
		{"leetcode36", "", "leetcode36", true},
		{"leetcode36", "", "LeetCode_036_Zhang", true},
		{"leetcode36", "", "work/leetcode/0036.有效的数独", true},
		{"leetcode36", "", "leetcode365", false},
		{"leetcode36", "", "leetcode 3 6", false},
		{"leetcode36", "", "myleetcode36", false},
		{"luogup1784", "Sudoku (Luogu P1784)", "洛谷题解：Luogu-P1784", true},
		{"luogup1784", "数独（洛谷 P1784）", "洛谷P1784数独", true},
		{"luogup1784", "Sudoku (Luogu P1784)", "p1784", true},
		{"luogup1784", "Sudoku (Luogu P1784)", "https://www.luogu.com.cn/problem/P1784#submit", true},
		{"luogup1784", "Sudoku (Luogu P1784)", "1784", false},
		{"luogup1784", "Sudoku (Luogu P1784)", "P17840", false},
		{"poj2676", "Sudoku (POJ 2676)", "POJ/2676", true},
		{"poj2676", "Sudoku (POJ 2676)", "2676", false},
		{"luogup1784", "Sudoku (Luogu P1784)", "luogu1784", true},
		{"poj2676", "Sudoku (POJ 2676)", "P42/main", true},
		{"poj2676", "Sudoku (POJ 2676)", "site42", true},
		{"poj2676", "Sudoku (POJ 2676)", "site 43", false},
		{"twosum", "Two Sum (Easy)", "easy", false},
		{"twosum", "Two Sum (2024)", "2024", false},
	} {
		p := Problem{ID: test.id, Names: map[string]string{"en": test.title}, Also: []string{"Site P42"}}
		must.Equal(t, test.want, p.NamedIn(test.text), test.id, test.title, test.text)
	}
}
