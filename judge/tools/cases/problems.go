package main

import (
	_ "embed"
	"fmt"
	"path"
	"strings"
	"sync"

	"sudokuoj/judge/internal/base/say"
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
	boards maker
	unique bool // every board has one solution: proved when the case is made
	slow   bool // it takes seconds to make
	of     []problem
	input  func(string) string // if not nil, what becomes of the usual input
	asked  int                 // how many questions about the board are allowed, where it is to be asked for
}

//go:embed cases.txt
var described string

// about is what a case is, and for the problems whose site has no such case, why.
type about struct {
	say.Words
	beyond map[string]say.Words // by problem
}

// texts are what cases.txt says of each case, by its place in the first of its problems.
var texts = sync.OnceValue(func() map[string]about {
	all := map[string]about{}
	for block := range strings.SplitSeq(strings.TrimSpace(described), "\n\n") {
		lines := strings.Split(block, "\n")
		if strings.HasPrefix(block, "#") {
			continue
		}
		a := about{beyond: map[string]say.Words{}}
		for i := 0; i+2 < len(lines); i += 3 {
			words := say.Words{English: lines[i+1], Chinese: lines[i+2]}
			if id, ok := strings.CutPrefix(lines[i], "beyond "); ok {
				a.beyond[id] = words
			} else {
				a.Words = words
			}
		}
		all[lines[0]] = a
	}
	return all
})

// files makes the case's files for all its problems: contents by slash path below testdata/.
func (c testcase) files() (map[string][]byte, error) {
	boards := c.boards()
	if c.unique {
		for i, b := range boards {
			if n := b.Count(2); n != 1 {
				return nil, fmt.Errorf("board %d has %d solutions", i+1, n)
			}
		}
	}
	of := c.of
	if c.asked > 0 {
		of = []problem{ask}
	}
	text, ok := texts()[of[0].id+"/"+c.name]
	if !ok {
		return nil, fmt.Errorf("cases.txt does not describe %s/%s", of[0].id, c.name)
	}
	made := map[string][]byte{}
	for _, p := range of {
		base := p.id + "/" + c.name
		yaml := fmt.Sprintf("description:\n  en: %q\n  zh: %q\n", text.English, text.Chinese)
		if why, ok := text.beyond[p.id]; ok {
			base = p.id + "/" + result.BeyondFolder + "/" + path.Base(c.name)
			yaml += fmt.Sprintf("beyond:\n  en: %q\n  zh: %q\n", why.English, why.Chinese)
		}
		in, answer := c.write(p, boards)
		made[base+".in"], made[base+".ans"], made[base+".yaml"] = []byte(in), []byte(answer), []byte(yaml)
	}
	return made, nil
}

// write returns the input and the answer of a case for one of its problems.
func (c testcase) write(p problem, boards []sudoku.Board) (in, answer string) {
	if c.asked > 0 {
		full, _ := boards[0].Solve()
		return fmt.Sprintf("%d\n%s\n", c.asked, full.Line()), full.Line() + "\n"
	}
	in = p.task.Input.Join(boards)
	if c.input != nil {
		in = c.input(in)
	}
	return in, p.task.Answer(boards)
}
