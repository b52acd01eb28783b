package main

import (
	_ "embed"
	"fmt"
	"path"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// tasks are what the problems that get cases ask about boards.
var tasks = map[string]sudoku.Task{
	"acwing166": sudoku.Tasks["acwing"], "leetcode37": sudoku.Tasks["leetcode"], "poj2676": sudoku.Tasks["digits"],
	"luogup1784": sudoku.Tasks["rows"], "sudokucheck": sudoku.Tasks["check"], "sudokusize": sudoku.Tasks["file"],
	"sudokuboard": sudoku.Tasks["board"], "acwing169": sudoku.Tasks["letters"],
	"leetcode36": {Input: sudoku.LeetCode, Answer: validity}, "acwing183": {Input: sudoku.Rows, Answer: scores},
}

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
	of     []string
	boards []clause
	holds  clause // unique: every board has one solution; slow: it takes seconds to make; asked: how many questions are allowed
	about  say.Words
	beyond map[string]say.Words // by problem: why its site has no such case
}

// clause is a line behind "=": a word, and what it is told, as in "puzzles n=5 seed=1". Others are told nothing.
type clause map[string]string

func (c clause) has(key string) bool { _, yes := c[key]; return yes }

func (c clause) number(key string) int {
	if !c.has(key) {
		return 0
	}
	return must(strconv.Atoi(c[key]))
}

//go:embed cases.txt
var text string

// cases lists them all. A puzzle keeps its case's name in every problem of digits.
var cases = func() (all []testcase) {
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		lines := strings.Split(block, "\n")
		if strings.HasPrefix(block, "#") {
			continue
		}
		head := strings.Fields(lines[0])
		c := testcase{name: head[0], of: head[1:], beyond: map[string]say.Words{}}
		for lines = lines[1:]; strings.HasPrefix(lines[0], "= "); lines = lines[1:] {
			one := clause{"text": lines[0][2:]}
			for word := range strings.FieldsSeq(lines[0]) {
				key, value, _ := strings.Cut(word, "=")
				one[key] = value
			}
			if maker(one) != nil {
				c.boards = append(c.boards, one)
			} else {
				c.holds = one
			}
		}
		c.about = say.Words{English: lines[0], Chinese: lines[1]}
		for lines = lines[2:]; len(lines) > 0; lines = lines[3:] {
			c.beyond[strings.TrimPrefix(lines[0], "beyond ")] = say.Words{English: lines[1], Chinese: lines[2]}
		}
		all = append(all, c)
	}
	return all
}()

// files makes the case's files for all its problems: contents by slash path below testdata/.
func (c testcase) files() (map[string][]byte, error) {
	var boards []sudoku.Board
	for _, one := range c.boards {
		boards = append(boards, maker(one)(one)...)
	}
	for i, b := range boards {
		if n := b.Count(2); c.holds.has("unique") && n != 1 {
			return nil, fmt.Errorf("board %d has %d solutions", i+1, n)
		}
	}
	made := map[string][]byte{}
	for _, id := range c.of {
		base := id + "/" + c.name
		yaml := fmt.Sprintf("description:\n  en: %q\n  zh: %q\n", c.about.English, c.about.Chinese)
		if why, ok := c.beyond[id]; ok {
			base = id + "/" + result.BeyondFolder + "/" + path.Base(c.name)
			yaml += fmt.Sprintf("beyond:\n  en: %q\n  zh: %q\n", why.English, why.Chinese)
		}
		in, answer := c.write(id, boards)
		made[base+".in"], made[base+".ans"], made[base+".yaml"] = []byte(in), []byte(answer), []byte(yaml)
	}
	return made, nil
}

// write returns the input and the answer of a case for one of its problems.
func (c testcase) write(id string, boards []sudoku.Board) (in, answer string) {
	if c.holds.has("asked") {
		full, _ := boards[0].Solve()
		return fmt.Sprintf("%d\n%s\n", c.holds.number("asked"), full.Line()), full.Line() + "\n"
	}
	in = tasks[id].Input.Join(boards)
	switch c.holds["input"] {
	case "no-end":
		in = strings.TrimSuffix(in, "\nend\n")
	case "no-newline":
		in = strings.TrimSuffix(in, "\n")
	case "empty-line":
		in += "\n"
	case "one-line":
		in = strings.ReplaceAll(in, "\n", " ")
	case "blank-ends":
		in = strings.ReplaceAll(in, "\n", " \n")
	}
	return in, tasks[id].Answer(boards)
}
