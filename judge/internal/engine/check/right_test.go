package check

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/sudoku"
)

// byRule is the result of one walk over boards, in blocks of a size: in small ones no board is whole.
func byRule(t *testing.T, name, input, answer, output string, size int, strict bool) (Result, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "in")
	if err := os.WriteFile(path, []byte(input), 0o644); err != nil {
		t.Fatal(err)
	}
	s := spec(name)
	s.Strict = strict
	c, err := New(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := c.boards(path, newCursor(strings.NewReader(answer)), newCursor(strings.NewReader(output)))
	defer p.w.done()
	defer p.g.done()
	defer p.puzzles.close()
	p.w.mem, p.g.mem = p.w.mem[:size], p.g.mem[:size]
	r, err := p.check(context.Background())
	if err != nil {
		return r, strings.ReplaceAll(err.Error(), path, "input")
	}
	return r, ""
}

// FuzzRight: a board that is judged where it stands is judged as one that is read line by line.
func FuzzRight(f *testing.F) {
	for i := range problem.Formats {
		for n := range 8 {
			f.Add(i, n*100, byte('2'), n*31, byte(' '), n*57, byte('1'), n%2 == 0)
		}
	}
	f.Fuzz(func(t *testing.T, format, at int, c byte, atAnswer int, cAnswer byte, atInput int, cInput byte, strict bool) {
		if format < 0 || format >= len(problem.Formats) {
			t.Skip()
		}
		name := problem.Formats[format]
		input, answer, other := written(t, name, []string{puzzle1, either, either}, []string{solved1, solveA, solveA}, []string{solved1, solveB, solveA})
		rightOrNot(t, name, spoiltText(input, atInput, cInput), answer, spoiltText(other, at, c), strict)
		rightOrNot(t, name, input, spoiltText(answer, atAnswer, cAnswer), spoiltText(other, at, c), strict)
	})
}

// spoiltText has a byte replaced, or one added before it.
func spoiltText(s string, at int, c byte) string {
	if at < 0 || at/2 >= len(s) {
		return s
	}
	return s[:at/2] + string([]byte{c}) + s[at/2+at%2:]
}

func rightOrNot(t *testing.T, name, input, answer, output string, strict bool) {
	t.Helper()
	slow, slowErr := byRule(t, name, input, answer, output, 40, strict)
	fast, fastErr := byRule(t, name, input, answer, output, block, strict)
	if diff := cmp.Diff(slow, fast); diff != "" || slowErr != fastErr {
		t.Fatalf("%s: input %q\nanswer %q\noutput %q\nline by line, and at once:\n%s%s\n%s", name, input, answer, output, diff, slowErr, fastErr)
	}
}

// TestRight is FuzzRight at many places.
func TestRight(t *testing.T) {
	r := sudoku.NewRand(1)
	for _, name := range problem.Formats {
		input, answer, other := written(t, name, []string{puzzle1, either, either}, []string{solved1, solveA, solveA}, []string{solved1, solveB, solveA})
		signs := "0123456789. \r\n?]\"=|,x"
		for at := range 2 * len(other) {
			if r.Intn(20) > 0 {
				continue
			}
			rightOrNot(t, name, input, answer, spoiltText(other, at, signs[r.Intn(len(signs))]), at%3 == 0)
			rightOrNot(t, name, input, spoiltText(answer, r.Intn(2*len(answer)), signs[r.Intn(len(signs))]), other, at%3 == 0)
			rightOrNot(t, name, spoiltText(input, r.Intn(2*len(input)), signs[r.Intn(len(signs))]), answer, other, at%3 == 0)
		}
	}
}
