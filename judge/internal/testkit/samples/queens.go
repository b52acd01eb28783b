package samples

import (
	"strconv"

	"sudokuoj/judge/internal/model/result"
)

// Queens is the search of a program that places n queens row by row, and looks for a clash before it places one or, if
// late, after it.
func Queens(name string, n int, late bool) result.Search {
	s := result.Search{Solution: name, Problem: "queens", Case: "secret/" + strconv.Itoa(n), Deepest: n,
		Functions: []result.Function{{Name: "solve", Line: 5, Levels: make([]int64, n+1)}},
		Tables:    []result.Table{{Name: "board", Line: 9, Rows: n, Columns: n, Kind: result.Characters}}}
	var at []int
	write := func(column int, value rune) {
		s.Writes = append(s.Writes, result.TableWrite{Cell: (len(at)-1)*n + column, Value: int64(value), Line: 9})
	}
	fits := func(at []int) bool {
		row := len(at) - 1
		for i, c := range at[:row] {
			if d := at[row] - c; d == 0 || d == row-i || d == i-row {
				return false
			}
		}
		return true
	}
	var solve func(parent int)
	solve = func(parent int) {
		i := len(s.Tree)
		s.Tree = append(s.Tree, result.Call{Parent: parent, Level: len(at), Arguments: []string{strconv.Itoa(len(at))}, From: len(s.Writes)})
		s.Calls++
		s.Functions[0].Levels[len(at)]++
		if len(at) < n && (!late || len(at) == 0 || fits(at)) {
			for c := range n {
				at = append(at, c)
				if late || fits(at) {
					write(c, 'Q')
					solve(i)
					write(c, '.')
				}
				at = at[:len(at)-1]
			}
		}
		s.Tree[i].To = len(s.Writes)
	}
	solve(-1)
	s.Functions[0].Calls = s.Calls
	s.Tables[0].Writes, s.Tables[0].Back = int64(len(s.Writes)), int64(len(s.Writes)/2)
	return s
}
