package check

import (
	"errors"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/sudoku"
)

// malformed is a wrong answer: its lines are not a board.
func (p *boards) malformed(want, got []line, at int, why error) Result {
	text := say.From(why)
	if broken, ok := errors.AsType[*sudoku.LineError](why); ok {
		at, text = broken.Line-1, say.From(broken.Err)
	}
	r := wrongLine(want[at], got[at])
	switch {
	case p.output == sudoku.File: // whose errors name no line
		return r
	case p.output == sudoku.AcWing && len(got[at].text) != 81:
		text = say.Of("expected 81 characters, got %d", utf8.RuneCount(got[at].text))
	}
	r.Difference.Text = onLine(r.Difference.Line, text)
	return r
}

// wrongCell finds the wrong cell of a full board: its line, and its column in that line. If two cells clash,
// it takes one that the puzzle did not give.
func (p *boards) wrongCell(got []line, b, puzzle sudoku.Board) (lineIndex, column int) {
	wrong := b.Wrong(puzzle)
	cell := wrong[0]
	for _, i := range wrong {
		if puzzle.Cells[i] == 0 {
			cell = i
			break
		}
	}
	r, c := cell/b.Size, cell%b.Size
	switch p.output {
	case sudoku.AcWing:
		return 0, cell + 1
	case sudoku.LeetCode:
		r, c = 0, cell
	case sudoku.Digits, sudoku.Letters:
		return r, c + 1
	case sudoku.File:
		r++ // the header
	case sudoku.Drawn:
		r += 1 + r/3 // the frame's lines
	}
	if at := cells().FindAllIndex(got[r].text, c+1); len(at) > c {
		return r, at[c][0] + 1
	}
	return r, 1
}

// otherLine is the result for two lines that differ, outside of boards.
func (p *boards) otherLine(want, got line) Result {
	if len(want.text) > 0 && max(len(want.text), len(got.text)) <= longLine && sameWords(want.text, got.text) {
		return p.misplaced(want.text, got)
	}
	return wrongLine(want, got)
}

// misplaced is the result for a line with the right values in the wrong layout: a wrong answer, or, if the problem is
// strict, a PE unless something worse follows.
func (p *boards) misplaced(want []byte, got line) Result {
	if p.misprint != nil {
		return accepted
	}
	n := common(want, got.text)
	r := wrongLine(got, got)
	d := r.Difference
	d.Column, d.Want, d.Got = utf8.RuneCount(got.text[:n])+1, string(want), offset{all: got.text}.excerpt()
	why := say.Of("other blanks at character %d", d.Column)
	if n < len(want) && n < len(got.text) && !spaces[want[n]] && !spaces[got.text[n]] {
		why = say.Of("expected %s, got %s", quote(want[:n], want[n:]), quote(got.text[:n], got.text[n:]))
	}
	d.Text = onLine(d.Line, why)
	if !p.spec.Strict {
		return r
	}
	p.misprint = d
	return accepted
}

// wrongLine is a wrong answer, shown as two different lines.
func wrongLine(want, got line) Result {
	n := common(want.text, got.text)
	want.at += n
	got.at += n
	return different(want.offset, got.offset)
}
