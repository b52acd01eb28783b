package check

import (
	"bytes"
	"context"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

func (c *Checker) sudoku(ctx context.Context, t texts) (Result, error) {
	p := &boards{Checker: c, format: formats[c.spec.Format], w: offset{all: t.want}, g: offset{all: t.got}}
	p.puzzles.path, p.puzzles.format = t.Input, sudoku.Tasks[c.spec.Format].Input
	r, err := p.walk(ctx)
	if err == nil && r.Verdict == result.AC && p.misprint != nil {
		return Result{Verdict: result.PE, Difference: p.misprint}, nil
	}
	return r, err
}

// boards is one walk over an answer and an output.
type boards struct {
	*Checker
	format
	w, g     offset
	puzzles  puzzles
	puzzle   int                // which puzzle of the input the lines answer, from 1
	misprint *result.Difference // the first line that is wrong in its layout alone, where that counts
}

// accepted is the result for right lines.
var accepted = Result{Verdict: result.AC}

func (p *boards) walk(ctx context.Context) (Result, error) {
	var before []byte
	for ctx.Err() == nil {
		want, ok := p.nextLine(&p.w)
		if !ok {
			return p.rest(), nil
		}
		n, next := p.at(want.text, before)
		if next {
			p.puzzle++
		}
		before = want.text
		r, err := p.step(want, n)
		if err != nil || r.Verdict != result.AC {
			return p.asked(r, n > 0 || next), err
		}
	}
	return Result{}, ctx.Err()
}

// asked adds the puzzle to a difference in the answer to one.
func (p *boards) asked(r Result, answers bool) Result {
	if r.Difference == nil || !answers {
		return r
	}
	if puzzle, err := p.puzzles.number(p.puzzle); err == nil { // else the difference is told without it
		r.Difference.Puzzle = puzzle.Line()
	}
	return r
}

// step compares the answer's line, and the rest of the board of n lines that starts there, with as many
// lines of the output.
func (p *boards) step(want line, n int) (Result, error) {
	got, ok := p.nextLine(&p.g)
	switch {
	case n == 0 && ok && bytes.Equal(want.text, got.text):
		return accepted, nil
	case !ok && len(want.text) == 0:
		return accepted, nil // blank lines at the end
	case n == 0 || !ok:
		return p.otherLine(want, got), nil
	}
	a, _ := p.block(&p.w, want, n)
	b, whole := p.block(&p.g, got, n)
	return p.board(a, b, whole)
}

// block reads the lines of a board after its first. It is not whole if the text ends before.
func (p *boards) block(text *offset, first line, n int) (lines []line, whole bool) {
	lines = append(make([]line, 0, n), first)
	for len(lines) < n {
		l, ok := p.nextLine(text)
		if lines = append(lines, l); !ok {
			return lines, false
		}
	}
	return lines, true
}

// board judges the board in the lines got; want is the answer's. The layout must be the same; the values
// may differ.
func (p *boards) board(want, got []line, whole bool) (Result, error) {
	at := 0 // the first line that differs
	for at < min(len(got), len(want)) && bytes.Equal(want[at].text, got[at].text) {
		at++
	}
	if at == len(want) {
		return accepted, nil
	}
	at = min(at, len(got)-1)
	answer, err := p.output.Parse(text(want))
	if err != nil || answer.Clues() < len(answer.Cells) {
		return p.otherLine(want[at], got[at]), nil // not a board after all: a line like any other
	}
	puzzle, err := p.puzzles.number(p.puzzle)
	if err != nil {
		return Result{}, err
	}
	return p.judge(want, got, whole, at, answer, puzzle)
}

// judge judges a board by rule.
func (p *boards) judge(want, got []line, whole bool, at int, answer, puzzle sudoku.Board) (Result, error) {
	if !whole {
		if sameLayout(want[0].text, got[0].text) { // a board that is cut short
			at = len(got) - 1
		}
		return wrongLine(want[at], got[at]), nil
	}
	b, err := p.output.Parse(text(got))
	if err != nil {
		return p.malformed(want, got, at, err), nil
	}
	why := b.Explain(puzzle)
	if !why.Said() {
		for i := range want {
			if !sameLayout(want[i].text, got[i].text) {
				return p.misplaced(laidOut(want[i].text, got[i].text), got[i]), nil
			}
		}
		return accepted, nil
	}
	if broken := answer.Explain(puzzle); broken.Said() {
		return Result{}, say.Errorf("the expected output is itself wrong: line %d: %s", want[0].line(), broken)
	}
	i, column := p.wrongCell(got, b, puzzle)
	r := wrongLine(want[i], got[i])
	r.Difference.Column = column
	r.Difference.Text = onLine(r.Difference.Line, why)
	if len(got) > 1 {
		r.Difference.Want, r.Difference.Got = answer.Line(), b.Line()
	}
	return r, nil
}

func text(lines []line) string {
	var s strings.Builder
	for _, l := range lines {
		s.Write(l.text[:min(len(l.text), longLine)]) // a longer one is no board
		s.WriteByte('\n')
	}
	return s.String()
}

// rest accepts only blank lines after the end of the answer.
func (p *boards) rest() Result {
	for {
		got, ok := p.nextLine(&p.g)
		if !ok {
			return accepted
		}
		if len(got.text) > 0 {
			return wrongLine(line{offset: p.w}, got)
		}
	}
}
