package main

import (
	"fmt"
	"path"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// problem is one that gets cases, and what it asks about boards.
type problem struct {
	id   string
	task sudoku.Task
}

var (
	acwing   = problem{"acwing166", sudoku.Tasks["acwing"]}
	leetcode = problem{"leetcode37", sudoku.Tasks["leetcode"]}
	poj      = problem{"poj2676", sudoku.Tasks["digits"]}
	luogu    = problem{"luogup1784", sudoku.Tasks["rows"]}
	valid    = problem{"leetcode36", sudoku.Task{Input: sudoku.LeetCode, Answer: validity}}
	check    = problem{"sudokucheck", sudoku.Tasks["check"]}
	size     = problem{"sudokusize", sudoku.Tasks["file"]}
	board    = problem{"sudokuboard", sudoku.Tasks["board"]}
	target   = problem{"acwing183", sudoku.Task{Input: sudoku.Rows, Answer: scores}}
	letters  = problem{"acwing169", sudoku.Tasks["letters"]}
	ask      = problem{id: "sudokuask"}
)

// validity says of each board whether no unit holds a digit twice.
func validity(boards []sudoku.Board) string {
	text := ""
	for _, b := range boards {
		_, broken := b.Broken()
		text += fmt.Sprintln(!broken)
	}
	return text
}

// testcase is one case of one or several problems.
type testcase struct {
	name   string // below testdata/<id>/: "secret/01-naked-singles"
	en, zh string // its description
	boards maker
	unique bool // every board has one solution: proved when the case is made
	slow   bool // it takes seconds to make
	of     []problem
	input  func(string) string // if not nil, what becomes of the usual input
	beyond []beyond            // the problems whose site has no such case, and why
	asked  int                 // how many questions about the board are allowed, where it is to be asked for
}

// beyond says why a case is beyond what the problem's site promises.
type beyond struct {
	problem string
	en, zh  string
}

// place is where the case lies below testdata/, and why it is beyond the site, if it is.
func (c testcase) place(p problem) (base string, why *beyond) {
	for _, b := range c.beyond {
		if b.problem == p.id {
			return p.id + "/" + result.BeyondFolder + "/" + path.Base(c.name), &b
		}
	}
	return p.id + "/" + c.name, nil
}

// files makes the case's files for all its problems.
func (c testcase) files() (files, error) {
	boards := c.boards()
	if c.unique {
		for i, b := range boards {
			if n := b.Count(2); n != 1 {
				return nil, fmt.Errorf("board %d has %d solutions", i+1, n)
			}
		}
	}
	made := files{}
	if c.asked > 0 {
		full, _ := boards[0].Solve()
		made.add(ask.id+"/"+c.name, fmt.Sprintf("%d\n%s\n", c.asked, full.Line()), full.Line()+"\n", c)
		return made, nil
	}
	for _, p := range c.of {
		in := p.task.Input.Join(boards)
		if c.input != nil {
			in = c.input(in)
		}
		base, why := c.place(p)
		made.add(base, in, p.task.Answer(boards), c)
		if why != nil {
			made[base+".yaml"] = fmt.Appendf(made[base+".yaml"], "beyond:\n  en: %q\n  zh: %q\n", why.en, why.zh)
		}
	}
	return made, nil
}

// add puts in the files of a case.
func (f files) add(base, in, answer string, c testcase) {
	f[base+".in"], f[base+".ans"] = []byte(in), []byte(answer)
	f[base+".yaml"] = fmt.Appendf(nil, "description:\n  en: %q\n  zh: %q\n", c.en, c.zh)
}
