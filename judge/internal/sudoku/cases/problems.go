package main

import (
	"fmt"
	"strings"

	"sudokuoj/judge/internal/sudoku"
)

// problem is how one problem puts boards into an input, and what it wants said about each.
type problem struct {
	id     string
	input  func([]sudoku.Board) string
	answer func([]sudoku.Board) string
}

// The problems whose boards are 9x9 puzzles, those that ask about any 9x9 board, and the rest.
var (
	acwing   = problem{"acwing166", sudoku.AcWing.Join, solutions(sudoku.AcWing)}
	leetcode = problem{"leetcode37", sudoku.LeetCode.Join, solutions(sudoku.LeetCode)}
	check    = problem{"sudokucheck", sudoku.Rows.Join, verdicts}
	size     = problem{"sudokusize", sudoku.File.Join, solutions(sudoku.File)}
	board    = problem{"sudokuboard", sudoku.AcWing.Join, dialogue}
)

// solutions answers each board with a solution, or with the words of the file format for none.
func solutions(f sudoku.Format) func([]sudoku.Board) string {
	return func(boards []sudoku.Board) string {
		var s strings.Builder
		var solver sudoku.Solver
		for _, b := range boards {
			if solved, ok := solver.Solve(b); ok {
				s.WriteString(f.Text(solved))
			} else {
				s.WriteString("no solution\n")
			}
		}
		return s.String()
	}
}

// verdicts answers as sudokucheck asks.
func verdicts(boards []sudoku.Board) string {
	var s strings.Builder
	var solver sudoku.Solver
	for _, b := range boards {
		if clash, ok := b.Broken(); ok {
			s.WriteString(clash.Place() + "\n")
			continue
		}
		switch solver.Count(b, 2) {
		case 0:
			s.WriteString("none\n")
		case 1:
			solved, _ := solver.Solve(b)
			s.WriteString("unique\n" + sudoku.Rows.Text(solved))
		default:
			s.WriteString("many\n")
		}
	}
	return s.String()
}

// dialogue is what the program of sudokuboard says from start to end.
func dialogue(boards []sudoku.Board) string {
	const prompt = "请输入棋盘(若为空, 则输入 . )\n示例:" + example + "\n"
	s := prompt
	for _, b := range boards {
		s += b.Draw()
		if solved, ok := b.Solve(); ok {
			s += "存在一组解为:\n" + solved.Draw()
		} else {
			s += "不存在一组解\n"
		}
		s += "运算时间为: 0 ms\n" + prompt
	}
	return s
}

// testcase is one case of one or several problems.
type testcase struct {
	name   string // below testdata/<id>/: "secret/01-naked-singles"
	says   string // its description
	boards func() ([]sudoku.Board, error)
	unique bool // every board has one solution: proved when the case is made
	of     []problem
	input  func(string) string // if not nil, what becomes of the usual input
}

// files makes the case's files for all its problems.
func (c testcase) files() (files, error) {
	boards, err := c.boards()
	if err != nil {
		return nil, err
	}
	if c.unique {
		for i, b := range boards {
			if n := b.Count(2); n != 1 {
				return nil, fmt.Errorf("board %d has %d solutions", i+1, n)
			}
		}
	}
	made := files{}
	for _, p := range c.of {
		in := p.input(boards)
		if c.input != nil {
			in = c.input(in)
		}
		base := p.id + "/" + c.name
		made[base+".in"] = []byte(in)
		made[base+".ans"] = []byte(p.answer(boards))
		made[base+".yaml"] = []byte("description: " + c.says + "\n")
	}
	return made, nil
}
