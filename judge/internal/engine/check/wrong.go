package check

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// malformed is a wrong answer: lines that are no board.
func (p *boards) malformed(want, got []line, at int, why error) (Result, error) {
	text := say.From(why)
	if broken, ok := errors.AsType[*sudoku.LineError](why); ok && len(got) > 1 && broken.Line <= len(got) {
		at, text = broken.Line-1, say.From(broken.Err)
	}
	r, err := p.wrong(want[at], got[at])
	if err != nil || p.output == sudoku.File { // whose errors name no line
		return r, err
	}
	if p.output == sudoku.AcWing && len(got[at].text) != 81 {
		n, err := p.length(got[at])
		if err != nil {
			return r, err
		}
		text = say.Of("expected 81 characters, got %d", n)
	}
	r.Difference.Text = onLine(got[at].line, text)
	return r, nil
}

// length counts the characters of a line of the output.
func (p *boards) length(l line) (int, error) {
	if !l.cut {
		return utf8.RuneCount(l.text), nil
	}
	end := l.end
	if last := make([]byte, 1); end > 0 {
		if _, err := p.g.f.ReadAt(last, end-1); err == nil && last[0] == '\n' {
			end--
		}
	}
	return characters(p.g.f, l.off, end)
}

// place finds the cell of a full board that is wrong: its line and its column there. Of the cells of a
// clash it takes one that was not given.
func (p *boards) place(got []line, b, puzzle sudoku.Board) (lineIndex, column int) {
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

// different is what two lines that are not the same come to, outside of boards.
func (p *boards) different(want, got line) (Result, error) {
	if want.cut && got.cut {
		if _, _, equal := p.sameLong(want, got); equal {
			return accepted, nil
		}
	}
	if len(want.text) > 0 && slices.EqualFunc(bytes.Fields(want.text), bytes.Fields(got.text), bytes.Equal) && !want.cut && !got.cut {
		return p.misplaced(want.text, got)
	}
	return p.wrong(want, got)
}

// sameLong compares two lines of which only the beginnings are at hand. If they differ it says at which
// byte of each.
func (p *boards) sameLong(want, got line) (atWant, atGot int64, equal bool) {
	whole := func(c *cursor, l line) *cursor { return newCursor(io.NewSectionReader(c.f, l.off, l.end-l.off)) }
	w, g := whole(p.w, want), whole(p.g, got)
	defer w.done()
	defer g.done()
	equal = same(context.Background(), w, g, byLines)
	p.w.err, p.g.err = cmp.Or(p.w.err, w.err), cmp.Or(p.g.err, g.err)
	return w.off, g.off, equal
}

// misplaced is a line with the right values in the wrong layout: a wrong answer, or one to remember
// while the rest is looked at.
func (p *boards) misplaced(want []byte, got line) (Result, error) {
	n := common(want, got.text)
	column := utf8.RuneCount(got.text[:n]) + 1
	why := say.Of("other blanks at character %d", column)
	if a, b := wordAt(want, n), wordAt(got.text, n); n < len(want) && n < len(got.text) && !spaces[want[n]] && !spaces[got.text[n]] {
		why = say.Of("expected %s, got %s", a, b)
	}
	d := &result.Difference{
		Line: got.line, Column: column, Want: string(want), Got: excerptOf(got),
		Text: onLine(got.line, why),
	}
	if !p.spec.Strict {
		return Result{Verdict: result.WA, Difference: d}, nil
	}
	if p.misprint == nil {
		p.misprint = d
	}
	return accepted, nil
}

// wordAt quotes the word of a line around a place.
func wordAt(l []byte, n int) string {
	return quote(l[max(0, n-longWord):n], l[n:min(len(l), n+longWord)])
}

// wrong is a wrong answer, told as two lines that are not the same. The walk stays where it is.
func (p *boards) wrong(want, got line) (Result, error) {
	defer p.w.back(p.w.mark)
	defer p.g.back(p.g.mark)
	atWant := int64(common(want.text, got.text))
	atGot := atWant
	if want.cut && got.cut {
		atWant, atGot, _ = p.sameLong(want, got)
	}
	p.w.back(want.mark)
	p.w.pass(atWant)
	p.g.back(got.mark)
	p.g.pass(atGot)
	d, err := p.describe(p.w, p.g)
	return Result{Verdict: result.WA, Difference: d}, err
}
