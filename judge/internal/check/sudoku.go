package check

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sudokuoj/judge/internal/sudoku"
	"sudokuoj/judge/internal/verdict"
)

// Kind sudoku walks the answer and the output line by line. Where the answer holds a full board, the
// output may hold any full board that completes the same puzzle of the input; all other lines must be
// the answer's own. A format says where boards are.
type format struct {
	input, output sudoku.Format
	// at says what the answer's line l, which follows the line before, is: the first of how many lines
	// of a full board (0: of none), and whether it begins the answer to the next puzzle.
	at func(l, before []byte) (lines int, next bool)
}

// Formats are the names of the formats of kind sudoku.
var Formats = []string{"acwing", "leetcode", "rows", "check", "file", "board"}

var formats = map[string]format{
	"acwing": {sudoku.AcWing, sudoku.AcWing, func(l, _ []byte) (int, bool) {
		return lines(len(l) == 81 && len(bytes.Trim(l, "123456789")) == 0, 1), true
	}},
	"leetcode": {sudoku.LeetCode, sudoku.LeetCode, func(l, _ []byte) (int, bool) {
		return lines(bytes.HasPrefix(l, []byte("[[")), 1), true
	}},
	"rows": {sudoku.Rows, sudoku.Rows, func(l, _ []byte) (int, bool) {
		return lines(isRow(l), 9), len(l) > 0
	}},
	"check": {sudoku.Rows, sudoku.Rows, func(l, _ []byte) (int, bool) { // a word, and rows only below "unique"
		return lines(isRow(l), 9), !isRow(l)
	}},
	"file": {sudoku.File, sudoku.File, func(l, _ []byte) (int, bool) {
		m := fileHeader.FindSubmatch(l)
		if m == nil {
			return 0, true
		}
		size, _ := strconv.Atoi(string(m[1]))
		return 1 + min(size, sudoku.MaxSize), true
	}},
	"board": {sudoku.AcWing, sudoku.Drawn, func(l, before []byte) (int, bool) {
		solved := string(before) == sudoku.SolvedWords
		return lines(solved, 13), string(l) == sudoku.SolvedWords || string(l) == sudoku.NoneWords
	}},
}

// InputFormat is how the inputs of a problem are written whose checker has such a format: that of
// sudokuboard asks in lines and wants drawings.
func InputFormat(name string) (sudoku.Format, bool) {
	f, ok := formats[name]
	return f.input, ok
}

func lines(yes bool, n int) int {
	if yes {
		return n
	}
	return 0
}

var fileHeader = regexp.MustCompile(`^(\d{1,2}) \d{1,2}, \d{1,2}$`)

// isRow says whether the line is nine numbers of one digit.
func isRow(l []byte) bool {
	if len(l) != 17 {
		return false
	}
	for i, c := range l {
		if (i%2 == 0) != ('0' <= c && c <= '9') {
			return false
		}
	}
	return true
}

func (c *Checker) sudoku(ctx context.Context, f Files) (Result, error) {
	answer, err := os.Open(f.Answer)
	if err != nil {
		return Result{}, err
	}
	defer answer.Close()
	p := &boards{Checker: c, format: formats[c.spec.Format], w: newCursor(answer), g: newCursor(f.Output)}
	p.puzzles.path, p.puzzles.format = f.Input, p.format.input
	defer p.puzzles.close()
	if p.w.skipBOM() {
		p.g.skipBOM()
	}
	r, err := p.walk(ctx)
	if err := firstError(err, p.w.err, p.g.err); err != nil {
		return Result{}, err
	}
	if r.Verdict == verdict.AC && p.misprint != nil {
		return Result{Verdict: verdict.PE, Difference: p.misprint}, nil
	}
	return r, nil
}

// boards is one walk over an answer and an output.
type boards struct {
	*Checker
	format
	w, g     *cursor
	puzzles  puzzles
	puzzle   int                 // which puzzle of the input the lines answer, from 1
	misprint *verdict.Difference // the first line that is wrong in its layout alone, where that counts
}

// accepted is the result of lines that are right.
var accepted = Result{Verdict: verdict.AC}

func (p *boards) walk(ctx context.Context) (Result, error) {
	var before []byte
	for ctx.Err() == nil {
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
		if err != nil || r.Verdict != verdict.AC {
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

// next reads the next line that is not to be ignored.
func (p *boards) next(c *cursor) (line, bool) {
	for {
		l, ok := c.next()
		if !ok || !p.ignored(l.text) {
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
	if why == "" {
		for i := range want {
			if !sameLayout(want[i].text, got[i].text) {
				return p.misplaced(laidOut(want[i].text, got[i].text), got[i])
			}
		}
		return accepted, nil
	}
	if broken := answer.Explain(puzzle); broken != "" {
		return Result{}, fmt.Errorf("the expected output is itself wrong: line %d: %s", want[0].line, broken)
	}
	i, column := p.place(got, b, puzzle)
	r, err := p.wrong(want[i], got[i])
	if err != nil {
		return r, err
	}
	r.Difference.Column = column
	r.Difference.Text = fmt.Sprintf("line %d: %s", got[i].line, why)
	if len(got) > 1 {
		r.Difference.Want, r.Difference.Got = answer.Line(), b.Line()
	}
	return r, nil
}

// malformed is a wrong answer: lines that are no board.
func (p *boards) malformed(want, got []line, at int, why error) (Result, error) {
	text := why.Error()
	if number, rest, ok := strings.Cut(strings.TrimPrefix(text, "line "), ": "); ok && len(got) > 1 {
		if n, err := strconv.Atoi(number); err == nil && n <= len(got) {
			at, text = n-1, rest
		}
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
		text = fmt.Sprintf("expected 81 characters, got %d", n)
	}
	r.Difference.Text = fmt.Sprintf("line %d: %s", got[at].line, text)
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
	if at := cells.FindAllIndex(got[r].text, c+1); len(at) > c {
		return r, at[c][0] + 1
	}
	return r, 1
}

func text(lines []line) string {
	var s strings.Builder
	for _, l := range lines {
		s.Write(l.text)
		s.WriteByte('\n')
	}
	return s.String()
}

// sameLayout says whether two lines differ in their values alone.
func sameLayout(a, b []byte) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case isValue[a[0]] && isValue[b[0]]:
			a, b = afterValue(a), afterValue(b)
		case a[0] != b[0]:
			return false
		default:
			a, b = a[1:], b[1:]
		}
	}
	return len(a) == len(b)
}

var isValue = class("0123456789ABCDEF")

func afterValue(l []byte) []byte {
	for len(l) > 0 && isValue[l[0]] {
		l = l[1:]
	}
	return l
}

var (
	values = regexp.MustCompile(`[0-9A-F]+`)
	cells  = regexp.MustCompile(`[0-9A-F.?]+`)
)

// different is what two lines that are not the same come to, outside of boards.
func (p *boards) different(want, got line) (Result, error) {
	if len(want.text) > 0 && slices.EqualFunc(bytes.Fields(want.text), bytes.Fields(got.text), bytes.Equal) && !want.cut && !got.cut {
		return p.misplaced(want.text, got)
	}
	return p.wrong(want, got)
}

// misplaced is a line with the right values in the wrong layout: a wrong answer, or one to remember
// while the rest is looked at.
func (p *boards) misplaced(want []byte, got line) (Result, error) {
	n := common(want, got.text)
	column := utf8.RuneCount(got.text[:n]) + 1
	why := fmt.Sprintf("other blanks at character %d", column)
	if a, b := wordAt(want, n), wordAt(got.text, n); n < len(want) && n < len(got.text) && !spaces[want[n]] && !spaces[got.text[n]] {
		why = fmt.Sprintf("expected %s, got %s", a, b)
	}
	d := &verdict.Difference{
		Line: got.line, Column: column, Want: string(want), Got: excerptOf(got),
		Text: fmt.Sprintf("line %d: %s", got.line, why),
	}
	if !p.spec.Strict {
		return Result{Verdict: verdict.WA, Difference: d}, nil
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

// laidOut puts the values of one line into the layout of another.
func laidOut(layout, line []byte) []byte {
	all := values.FindAll(line, -1)
	return values.ReplaceAllFunc(layout, func(old []byte) []byte {
		if len(all) == 0 {
			return old
		}
		v := all[0]
		all = all[1:]
		return v
	})
}

// wrong is a wrong answer, told as two lines that are not the same. The walk stays where it is.
func (p *boards) wrong(want, got line) (Result, error) {
	defer p.w.back(p.w.mark)
	defer p.g.back(p.g.mark)
	n := common(want.text, got.text)
	p.w.back(want.mark)
	p.w.pass(n)
	p.g.back(got.mark)
	p.g.pass(n)
	d, err := p.describe(p.w, p.g)
	return Result{Verdict: verdict.WA, Difference: d}, err
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

// puzzles are the boards of an input, read when one is asked for: an output that is the answer's twin
// asks for none.
type puzzles struct {
	path   string
	format sudoku.Format
	file   *os.File
	reader *sudoku.Reader
	read   int // boards so far
	last   sudoku.Board
}

// number returns board n of the input, from 1; n never goes down.
func (p *puzzles) number(n int) (sudoku.Board, error) {
	if p.file == nil {
		f, err := os.Open(p.path)
		if err != nil {
			return sudoku.Board{}, err
		}
		in := bufio.NewReader(f)
		if head, _ := in.Peek(len(bom)); bytes.Equal(head, bom) {
			in.Discard(len(bom))
		}
		p.file, p.reader = f, sudoku.NewReader(in, p.format)
	}
	for p.read < n {
		b, err := p.reader.Next()
		if err == io.EOF {
			return b, fmt.Errorf("%s: holds %d boards, and the expected output answers one more", p.path, p.read)
		}
		if err != nil {
			return b, fmt.Errorf("%s: %w", p.path, err)
		}
		p.read, p.last = p.read+1, b
	}
	return p.last, nil
}

func (p *puzzles) close() {
	if p.file != nil {
		p.file.Close()
	}
}
