package check

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

func (c *Checker) sudoku(ctx context.Context, f Files) (Result, error) {
	answer, err := os.Open(f.Answer)
	if err != nil {
		return Result{}, err
	}
	defer answer.Close()
	p := c.boards(f.Input, newCursor(answer), newCursor(f.Output))
	defer p.w.done()
	defer p.g.done()
	defer p.puzzles.close()
	return p.check(ctx)
}

// boards makes ready for one walk.
func (c *Checker) boards(input string, answer, output *cursor) *boards {
	f := formats[c.spec.Format]
	p := &boards{Checker: c, format: f, w: answer, g: output, text: texts[f.output]}
	p.puzzles.path, p.puzzles.format = input, sudoku.Tasks[c.spec.Format].Input
	return p
}

func (p *boards) check(ctx context.Context) (Result, error) {
	r, err := p.walk(ctx)
	if err := cmp.Or(err, p.w.err, p.g.err); err != nil {
		return Result{}, err
	}
	if r.Verdict == result.AC && p.misprint != nil {
		return Result{Verdict: result.PE, Difference: p.misprint}, nil
	}
	return r, nil
}

// boards is one walk over an answer and an output.
type boards struct {
	*Checker
	format
	w, g     *cursor
	puzzles  puzzles
	puzzle   int                // which puzzle of the input the lines answer, from 1
	misprint *result.Difference // the first line that is wrong in its layout alone, where that counts
	text     *boardText         // how the format writes a full board
}

// accepted is the result of lines that are right.
var accepted = Result{Verdict: result.AC}

func (p *boards) walk(ctx context.Context) (Result, error) {
	var before []byte
	for ctx.Err() == nil {
		if p.passTwins(); p.passRight() {
			continue
		}
		want, ok := p.next(p.w)
		if !ok {
			return p.rest()
		}
		n, next := p.at(want.text, before)
		if next {
			p.puzzle++
		}
		before = append(before[:0], want.text...)
		r, err := p.step(want, n)
		if err != nil || r.Verdict != result.AC {
			return p.asked(r, n > 0 || next), err
		}
	}
	return Result{}, ctx.Err()
}

// passTwins passes lines that are equal on both sides, many at a time, where each line is an answer.
func (p *boards) passTwins() {
	if !p.single || len(p.ignore) > 0 {
		return
	}
	a := p.w.peek()
	n := bytes.LastIndexByte(a[:common(a, p.g.peek())], '\n') + 1
	p.puzzle += bytes.Count(a[:n], newline)
	p.w.skip(n)
	p.g.skip(n)
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

// next reads the next line that is not to be ignored.
func (p *boards) next(c *cursor) (line, bool) {
	for {
		l, ok := c.next()
		if !ok || !p.ignores(l) {
			return l, ok
		}
	}
}

// step compares the answer's line, and the rest of the board of n lines that starts there, with as many
// lines of the output.
func (p *boards) step(want line, n int) (Result, error) {
	got, ok := p.next(p.g)
	if n <= 1 && ok && bytes.Equal(want.text, got.text) && !got.cut && !want.cut {
		return accepted, nil
	}
	if n > 1 && ok && p.right(want, got) {
		return accepted, nil
	}
	if n == 0 || !ok {
		if len(want.text) == 0 && !ok {
			return accepted, nil // blank lines at the end
		}
		return p.different(want, got)
	}
	a, _ := p.block(p.w, want, n)
	b, whole := p.block(p.g, got, n)
	return p.board(a, b, whole)
}

// block copies a line and the n-1 that follow it. It is not whole if the file ends before.
func (p *boards) block(c *cursor, first line, n int) (lines []line, whole bool) {
	for l, ok := first, true; ; l, ok = p.next(c) {
		if !ok {
			return append(lines, line{mark: l.mark}), false
		}
		l.text = bytes.Clone(l.text)
		if lines = append(lines, l); len(lines) == n {
			return lines, true
		}
	}
}

// board judges the board in the lines got, where the answer has the one in want. Its layout must be
// that of the answer's lines, the values apart.
func (p *boards) board(want, got []line, whole bool) (Result, error) {
	at := 0 // the first line that differs
	for at < len(got) && at < len(want) && bytes.Equal(want[at].text, got[at].text) && !got[at].cut {
		at++
	}
	if at == len(want) {
		return accepted, nil
	}
	at = min(at, len(got)-1)
	answer, err := p.output.Parse(text(want))
	if err != nil || answer.Clues() < len(answer.Cells) {
		return p.different(want[at], got[at]) // not a board after all: a line like any other
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
		return p.wrong(want[at], got[at])
	}
	b, err := p.output.Parse(text(got))
	if err != nil {
		return p.malformed(want, got, at, err)
	}
	why := b.Explain(puzzle)
	if !why.Said() {
		for i := range want {
			if !sameLayout(want[i].text, got[i].text) {
				return p.misplaced(laidOut(want[i].text, got[i].text), got[i])
			}
		}
		return accepted, nil
	}
	if broken := answer.Explain(puzzle); broken.Said() {
		return Result{}, say.Errorf("the expected output is itself wrong: line %d: %s", want[0].line, broken)
	}
	i, column := p.place(got, b, puzzle)
	r, err := p.wrong(want[i], got[i])
	if err != nil {
		return r, err
	}
	r.Difference.Column = column
	r.Difference.Text = onLine(got[i].line, why)
	if len(got) > 1 {
		r.Difference.Want, r.Difference.Got = answer.Line(), b.Line()
	}
	return r, nil
}

func text(lines []line) string {
	var s strings.Builder
	for _, l := range lines {
		s.Write(l.text)
		s.WriteByte('\n')
	}
	return s.String()
}

// rest wants nothing but blank lines behind the last line of the answer.
func (p *boards) rest() (Result, error) {
	for {
		got, ok := p.next(p.g)
		if !ok {
			return accepted, nil
		}
		if len(got.text) > 0 {
			return p.wrong(line{mark: p.w.mark}, got)
		}
	}
}
