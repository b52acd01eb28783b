package sudoku_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

const hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

// randomBoard fills cells at random, without regard to the rules.
func randomBoard(r *Rand, b Board, filled int) Board {
	b = b.Clone()
	for i := range b.Cells {
		if r.Intn(100) < filled {
			b.Cells[i] = 1 + r.Intn(b.Size)
		}
	}
	return b
}

// TestReadAny writes boards of all sizes in all formats and reads them back.
func TestReadAny(t *testing.T) {
	r := NewRand(9)
	for _, shape := range [][2]int{{2, 2}, {3, 2}, {2, 4}, {3, 3}, {4, 3}, {4, 4}} {
		for range 20 {
			b := randomBoard(r, mustNew(t, shape[0], shape[1]), 1+r.Intn(shape[0]*shape[1]*4))
			usual := b.Clone()
			usual.W, usual.H = Regions(b.Size)
			line := b.Line()
			var rows []string
			for i := 0; i < len(line); i += b.Size {
				rows = append(rows, line[i:i+b.Size])
			}
			texts := map[string]Board{
				line: usual, " " + line + "\r\n": usual, line + "\nend\n": usual, strings.Join(rows, "\n"): usual,
				strings.Join(rows, "\r\n"): usual, strings.Join(strings.Split(line, ""), " "): usual,
				b.FileText(): b, strings.Join(strings.Fields(b.FileText()), " "): b,
			}
			for _, f := range Formats {
				if f.Holds(b) != nil {
					continue
				}
				text := f.Text(b)
				texts[text], texts[strings.ReplaceAll(text, "\n", "\r\n")] = b, b
				if got, err := f.Parse(text); err != nil || !got.Equal(b) {
					t.Fatalf("%s: %v\n%s", f, err, text)
				}
				if f != Drawn {
					texts[f.Join([]Board{b, b})] = b
				}
			}
			for text, want := range texts {
				if got, err := ReadAny(text); err != nil || !got.Equal(want) {
					t.Fatalf("%v\n%s\nread as\n%s", err, text, got.FileText())
				}
			}
		}
	}
	for text, letters := range map[string]bool{
		Letters.Empty().Line(): true, mustNew(t, 4, 4).Line(): false, strings.Repeat("ABCDEFGHIJKLMNOP", 16): true,
		strings.Repeat("123456789ABCDEFG", 16): false, strings.Repeat("-", 81): false, "5...": false, "....:..........": false,
	} {
		if b, ok := ParseAny(text); b.Letters != letters || ok != (len(text) == 256) || ok && b.Line() != text {
			t.Errorf("%.20s: letters %v, %v, %.20s", text, b.Letters, ok, b.Line())
		}
	}
}

func TestTexts(t *testing.T) {
	b := must.Get(ParseLine(hard))(t)
	four := with(mustNew(t, 2, 2), 0, 1, 5, 4)
	big := with(mustNew(t, 4, 4), 0, 9, 1, 10, 2, 15, 3, 16)
	tests := []struct {
		name, got, want string
	}{
		{"line", b.Line(), hard},
		{"line of another size", four.Line(), "1....4.........."},
		{"line with large values", big.Line()[:6], "9AFG.."},
		{"JSON", b.JSON()[:42], `[["4",".",".",".",".",".","8",".","5"],[".`},
		{"JSON's end", b.JSON()[len(b.JSON())-6:], `,"."]]`},
		{"rows", b.RowText()[:36], "4 0 0 0 0 0 8 0 5\n0 3 0 0 0 0 0 0 0\n"},
		{"file", four.FileText(), "4 2, 2\n1 ? ? ?\n? 4 ? ?\n? ? ? ?\n? ? ? ?\n"},
		{"file with large values", big.FileText()[:20], "16 4, 4\n9 A F 10 ? ?"},
		{"file, flat regions", mustNew(t, 3, 2).FileText()[:7], "6 3, 2\n"},
		{"drawn", b.Draw()[:80], strings.Repeat("=", 39) + "\n" + "  4         |            |  8       5 |\n"},
		{"acwing input", AcWing.Join([]Board{b}), hard + "\nend\n"},
		{"acwing input of none", AcWing.Join(nil), "end\n"},
		{"rows input", Rows.Join([]Board{b, b}), b.RowText() + "\n" + b.RowText()},
		{"digits", b.DigitText()[:20], "400000805\n030000000\n"},
		{"digits input", Digits.Join([]Board{b, b}), "2\n" + b.DigitText() + b.DigitText()},
		{"digits input of none", Digits.Join(nil), "0\n"},
		{"letters", big.LetterText()[:34], "IJOP------------\n----------------\n"},
		{"letters input", Letters.Join([]Board{big, big}), big.LetterText() + "\n" + big.LetterText()},
		{"line of letters", with(Letters.Empty(), 0, 9, 1, 10, 2, 15, 3, 16).Line()[:6], "IJOP--"},
	}
	for _, tt := range tests {
		must.Equal(t, tt.want, tt.got, tt.name)
	}
}

// TestFaults: what is no board of a format, no input of one, or no board at all.
func TestFaults(t *testing.T) {
	samples.Told(t, "faults.txtar", func(name, text string) string {
		asked, _, _ := strings.Cut(name, ": ")
		if asked == "any" {
			return fmt.Sprintln(must.Err(ReadAny(text)))
		}
		if format, whole := strings.CutSuffix(asked, " input"); whole {
			return fmt.Sprintln(must.Err(readAll(Format(format), text)))
		}
		return fmt.Sprintln(must.Err(Format(asked).Parse(text)))
	})
	for format, text := range map[Format]string{"": strings.Repeat("1", 1e6), AcWing: strings.Repeat(".", 2<<20)} {
		_, err := ReadAny(text)
		if format != "" {
			_, err = readAll(format, text)
		}
		must.Fail(t, err, "line 1: ", "a long line")
	}
}

func TestReader(t *testing.T) {
	r := NewRand(2)
	var nine, any, letters []Board
	for i := range 5 {
		nine = append(nine, randomBoard(r, Empty(), 20*i))
		any = append(any, randomBoard(r, mustNew(t, 1+i%4, 4-i%3), 20*i))
		letters = append(letters, randomBoard(r, Letters.Empty(), 20*i))
	}
	tests := []struct {
		name   string
		format Format
		text   string
		want   []Board
	}{
		{"acwing", AcWing, AcWing.Join(nine), nine},
		{"acwing with 0 for a blank", AcWing, strings.ReplaceAll(AcWing.Join(nine), ".", "0"), nine},
		{"acwing without end", AcWing, strings.TrimSuffix(AcWing.Join(nine), "\nend\n"), nine},
		{"nothing behind end counts", AcWing, AcWing.Join(nine) + "more\n", nine},
		{"leetcode", LeetCode, LeetCode.Join(nine), nine},
		{"rows", Rows, Rows.Join(nine), nine},
		{"rows with more blank lines", Rows, "\n" + strings.ReplaceAll(Rows.Join(nine), "\n\n", "\r\n \n\n") + "\n\n", nine},
		{"digits", Digits, Digits.Join(nine), nine},
		{"digits of an answer, which counts nothing", Digits, strings.TrimPrefix(Digits.Join(nine), "5\n"), nine},
		{"digits with empty lines", Digits, strings.ReplaceAll(Digits.Join(nine), "\n", "\r\n\n"), nine},
		{"letters", Letters, Letters.Join(letters), letters},
		{"letters without lines between, and some behind", Letters,
			strings.ReplaceAll(Letters.Join(letters), "\n\n", "\n") + "\n\n", letters},
		{"file", File, File.Join(any), any},
		{"file in one line", File, strings.ReplaceAll(File.Join(any), "\n", " "), any},
		{"file with a token a line", File, strings.ReplaceAll(File.Join(any), " ", "\n"), any},
		{"nothing", File, " \n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := readAll(tt.format, tt.text)
			if diff := cmp.Diff(tt.want, got); diff != "" || err != io.EOF {
				t.Errorf("at the end %v, -want +got\n%s", err, diff)
			}
		})
	}
}

// FuzzParse: a board that was understood, in a format that was named or in any, is understood in the same way when it is
// written again.
func FuzzParse(f *testing.F) {
	for i, format := range Formats {
		f.Add(uint8(i), format.Text(format.Empty()))
		f.Add(uint8(i), strings.Replace(format.Text(randomBoard(NewRand(3), format.Empty(), 50)), "8", "x", 1))
	}
	f.Add(uint8(5), "16 4, 4 "+strings.Repeat("10 ", 256))
	f.Add(uint8(5), "6 2,3\n"+strings.Repeat("? ", 36))
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		format := Formats[int(which)%len(Formats)]
		if b, err := ReadAny(text); err == nil {
			if again, err := ReadAny(b.FileText()); err != nil || !again.Equal(b) {
				t.Fatalf("%q: %v\n%q", text, err, b.FileText())
			}
		}
		b, err := format.Parse(text)
		if err != nil {
			return
		}
		must.Succeed(t, format.Holds(b))
		again, err := format.Parse(format.Text(b))
		if err != nil || !again.Equal(b) {
			t.Fatalf("%s: %v\n%q", format, err, format.Text(b))
		}
	})
}

// FuzzReader: every input is read to its end without a crash, and a text of Join is read back.
func FuzzReader(f *testing.F) {
	inputs := Formats[:6] // all but Drawn
	for i, format := range inputs {
		f.Add(uint8(i), format.Join([]Board{format.Empty(), format.Empty()}))
	}
	f.Add(uint8(5), "4 2, 2 1 2 3 4 , 4 2")
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		format := inputs[int(which)%len(inputs)]
		boards, _ := readAll(format, text)
		again, err := readAll(format, format.Join(boards))
		if diff := cmp.Diff(boards, again); diff != "" || err != io.EOF {
			t.Fatalf("%s: %v: -first +again\n%s", format, err, diff)
		}
	})
}

// readAll reads boards until an error, which is io.EOF at the end.
func readAll(format Format, text string) (boards []Board, err error) {
	r := NewReader(text, format)
	for range len(text) + 2 {
		b, err := r.Next()
		if err != nil {
			return boards, err
		}
		boards = append(boards, b)
	}
	return boards, errors.New("it never ends")
}

// TestLeading: a text of any format begins with a board, or has one as a line.
func TestLeading(t *testing.T) {
	const mild = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	for text, want := range map[string]string{
		mild + "\nend\n":    "3,3," + mild,
		"2\n" + mild + "\n": "3,3," + mild,
		"6 3, 2\n? ? ? ? 6 1\n? 2 ? ? ? ?\n? ? 2 3 ? ?\n3 ? 1 ? ? ?\n? ? ? ? ? 6\n? 1 ? ? ? 4\n4 2, " +
			"2\n": "3,2,....61.2......23..3.1........6.1...4",
		strings.Repeat("1 0 0 0 0 0 0 0 2\n", 9) + "\n" + strings.Repeat("0 0 0 0 0 0 0 0 0\n", 9): "3,3," + strings.Repeat("1.......2", 9),
		"2\n" + strings.Repeat("100000002\n",
			18): "3,3," + strings.Repeat("1.......2", 9), // no board of 3x3
		"puzzle 1:\n1..4341221434..1\n": "2,2,1..4341221434..1",
		"1\n":                           "",
		"true\nfalse\n":                 "",
	} {
		got := ""
		if b, ok := Leading(text); ok {
			got = fmt.Sprintf("%d,%d,%s", b.W, b.H, b.Line())
		}
		must.Equal(t, want, got, text)
	}
}

// TestTasks: the whole output that each task expects.
func TestTasks(t *testing.T) {
	solved, _ := Empty().Solve()
	letters, _ := Letters.Empty().Solve()
	open := with(letters, 5, 0)
	blank := with(solved, 0, 0)
	clash := with(Empty(), 36, 1, 44, 1)
	none := with(Empty(), 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9) // the first cell could only be 9
	tests := []struct {
		name   string
		boards []Board
		want   []string
	}{
		{"acwing", []Board{blank, solved}, []string{solved.Line(), "\n", solved.Line(), "\n"}},
		{"leetcode", []Board{blank}, []string{solved.JSON(), "\n"}},
		{"digits", []Board{blank}, []string{Digits.Text(solved)}},
		{"file", []Board{none, blank}, []string{"no solution\n", File.Text(solved)}},
		{"rows", []Board{blank}, []string{Rows.Text(solved)}},
		{"letters", []Board{open, letters}, []string{letters.LetterText(), "\n", letters.LetterText()}},
		{"check", []Board{clash, none, blank, Empty()}, []string{"row 5\n", "none\n", "unique\n", Rows.Text(solved), "many\n"}},
		{"board", []Board{blank, none}, []string{
			Prompt, blank.Draw(), "存在一组解为:\n", solved.Draw(), "运算时间为: 0 ms\n",
			Prompt, none.Draw(), "不存在一组解\n", "运算时间为: 0 ms\n", Prompt,
		}},
	}
	for _, tt := range tests {
		must.Equal(t, strings.Join(tt.want, ""), Tasks[tt.name].Answer(tt.boards), tt.name)
	}
	must.Equal(t, len(Tasks), len(tests), "of", "tasks are tried")
}
