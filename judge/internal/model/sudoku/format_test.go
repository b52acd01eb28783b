package sudoku_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
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
	for text, want := range map[string]string{
		"":                           "there is no board here",
		" \n\t":                      "there is no board here",
		"12":                         "line 1: 2 characters, and no board: write its cells by rows, 81 for 9 x 9",
		"[[1]]":                      "line 1: not a JSON array of rows",
		"9 3, 3 x":                   "line 1: row 1: cell 1 is \"x\"",
		"1 2 3\n4 5 6":               "board of lines 1 to 2: line 1: 3 numbers, want 9",
		"====":                       `line 1: want "====`,
		strings.Repeat("x", 81):      `line 1: character 1 is 'x', want a point or 1 to 9`,
		strings.Repeat("9", 16):      "line 1: 16 characters, and no board: write its cells by rows, 81 for 9 x 9",
		Empty().Line()[1:] + "\nend": "line 1: 80 characters, and no board",
		strings.Repeat("1", 1e6):     "line 1: 1000000 characters, and no board: write its cells by rows, 81 for 9 x 9",
	} {
		if _, err := ReadAny(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
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

// dashes are rows of a board of letters.
func dashes(rows int) string { return strings.Repeat("----------------\n", rows) }

func TestParseErrors(t *testing.T) {
	row := "1 2 3 4 5 6 7 8 9\n"
	cells := func(n int) string { return strings.Repeat("? ", n) }
	drawn := Empty().Draw()
	tests := []struct {
		name   string
		format Format
		text   string
		want   string
	}{
		{"short", AcWing, hard[1:], "80 characters, want 81"},
		{"letter", AcWing, "x" + hard[1:], "character 1 is 'x', want a point or 1 to 9"},
		{"Chinese", AcWing, "没有解", "3 characters, want 81"},
		{"a wide digit", AcWing, "５" + hard[1:], "character 1 is '５', want a point or 1 to 9"},
		{"a wide digit, and too short", AcWing, "５" + hard[3:], "79 characters, want 81"},
		{"not JSON", LeetCode, "hello", `not a JSON array of rows, such as [["5","3",".",...],...]`},
		{"JSON numbers", LeetCode, "[[1]]", `not a JSON array of rows, such as [["5","3",".",...],...]`},
		{"eight JSON rows", LeetCode, `[[],[],[],[],[],[],[],[]]`, "8 rows, want 9"},
		{"short JSON row", LeetCode, `[["1"],[],[],[],[],[],[],[],[]]`, "row 1: 1 cells, want 9"},
		{"JSON cell", LeetCode, strings.Replace(Empty().JSON(), ".", "10", 1), `row 1: cell 1 is "10", want a point or 1 to 9`},
		{"more JSON", LeetCode, Empty().JSON() + "]", "something follows the board"},
		{"eight numbers", Rows, row + row + "1 2 3 4 5 6 7 8\n" + strings.Repeat(row, 6), "line 3: 8 numbers, want 9"},
		{"ten", Rows, "10" + row[1:] + strings.Repeat(row, 8), `line 1: number 1 is "10", want 0 to 9`},
		{"negative", Rows, "-1" + row[1:] + strings.Repeat(row, 8), `line 1: number 1 is "-1", want 0 to 9`},
		{"eight rows", Rows, strings.Repeat(row, 8), "8 lines, want 9"},
		{"ten rows", Rows, strings.Repeat(row, 10), "10 lines, want 9"},
		{"fifteen letters", Letters, "A--P\n" + dashes(15), "line 1: 4 characters, want 16"},
		{"a letter behind P", Letters, "-Q--------------\n" + dashes(15), "line 1: character 2 is 'Q', want A to P, or - for a blank"},
		{"fifteen rows of letters", Letters, dashes(15), "15 lines, want 16"},
		{"eight digits", Digits, "103000509\n00210940\n" + strings.Repeat("000000000\n", 7), "line 2: 8 characters, want 9"},
		{"a point for a digit", Digits, "10300050.\n" + strings.Repeat("000000000\n", 8), "line 1: character 9 is '.', want 0 to 9"},
		{"a wide digit in a row", Digits, "10300050９\n" + strings.Repeat("000000000\n", 8), "line 1: character 9 is '９', want 0 to 9"},
		{"eight rows of digits", Digits, strings.Repeat("000000000\n", 8), "8 lines, want 9"},
		{"no header", File, "", `header: want "size w, h"`},
		{"no comma", File, "4 2 2 " + cells(16), `header: want "size w, h"`},
		{"words for numbers", File, "four 2, 2 " + cells(16), `header: want "size w, h", not "four"`},
		{"regions that do not fit", File, "9 3, 2 " + cells(81), "header: size 9, but regions of 3 by 2"},
		{"too large", File, "25 5, 5 " + cells(625), "header: regions of 5 by 5: width times height is the size, 1 to 16"},
		{"few cells", File, "4 2, 2 " + cells(15), "15 cells, want 16"},
		{"many cells", File, "4 2, 2 " + cells(17), "17 cells, want 16"},
		{"value too large", File, "4 2, 2 ? ? ? ? ? 5 " + cells(10), `row 2: cell 2 is "5", want ? or 1 to 4`},
		{"16 in hexadecimal is 10, not G", File, "16 4, 4 G " + cells(255), `row 1: cell 1 is "G", want ? or 1 to 10`},
		{"zero", File, "4 2, 2 0 " + cells(15), `row 1: cell 1 is "0"`},
		{"long word", File, "4 2, 2 " + strings.Repeat("1", 1000) + cells(15), `"11111111111111111111..."`},
		{"long Chinese word", File, "4 2, 2 " + strings.Repeat("数", 10) + cells(15), `"数数数数数数..."`},
		{"frame", Drawn, "+" + drawn[1:], `line 1: want "====`},
		{"few lines", Drawn, drawn[:80], "2 lines, want 13"},
		{"narrow", Drawn, drawn[:60] + drawn[61:], `line 2: want "            |            |            |"`},
		{"no bar", Drawn, strings.Replace(drawn, "|", " ", 1), `line 2: want "            |            |            |"`},
		{"digit beside its place", Drawn, strings.Replace(drawn, "\n  ", "\n 4", 1), `line 2: want "            |            |            |"`},
		{"zero drawn", Drawn, strings.Replace(drawn, "\n   ", "\n  0", 1), `line 2: want "            |            |            |"`},
		{"unknown format", Format("csv"), "", `format "csv": there are`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, err := tt.format.Parse(tt.text)
			if err == nil {
				t.Fatalf("got %v", b)
			}
			if !strings.Contains(err.Error(), tt.want) || len(err.Error()) > 200 {
				t.Errorf("got %q, want %q in it", err, tt.want)
			}
		})
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

func TestReaderErrors(t *testing.T) {
	rows := Rows.Join([]Board{Empty(), Empty()})
	tests := []struct {
		name   string
		format Format
		text   string
		want   string
	}{
		{"acwing", AcWing, hard + "\n\n" + hard[1:] + "\n", "line 3: 80 characters, want 81"},
		{"rows", Rows, strings.TrimSuffix(rows, "0\n"), "board of lines 11 to 19: line 9: 8 numbers, want 9"},
		{"digits", Digits, "2\n" + Empty().DigitText() + "1\n", "line 11: line 1: 1 characters, want 9"},
		{"digits cut short", Digits, "1\n" + strings.Repeat("000000000\n", 8), "board of lines 2 to 9: 8 lines, want 9"},
		{"letters cut short", Letters, dashes(15) + "\n" + dashes(16), "board of lines 1 to 16: 15 lines, want 16"},
		{"file", File, "4 2, 2\n? ? ? ?\n? ? ? ?\n", "board of lines 1 to 3: 8 cells, want 16"},
		{"a long line", AcWing, strings.Repeat(".", 2<<20), "line 1: "},
	}
	for _, tt := range tests {
		if _, err := readAll(tt.format, tt.text); !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, err, tt.want)
		}
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
	r := NewReader(strings.NewReader(text), format)
	for range len(text) + 2 {
		b, err := r.Next()
		if err != nil {
			return boards, err
		}
		boards = append(boards, b)
	}
	return boards, errors.New("it never ends")
}
