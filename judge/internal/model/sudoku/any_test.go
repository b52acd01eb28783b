package sudoku

import (
	"strings"
	"testing"
)

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
			texts := map[string]Board{line: usual, " " + line + "\r\n": usual, line + "\nend\n": usual, strings.Join(rows, "\n"): usual,
				strings.Join(rows, "\r\n"): usual, strings.Join(strings.Split(line, ""), " "): usual, b.FileText(): b, strings.Join(strings.Fields(b.FileText()), " "): b}
			for _, f := range Formats {
				if f.Holds(b) == nil {
					texts[f.Text(b)] = b
				}
				if f.Holds(b) == nil && f != Drawn {
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
		Letters.Empty().Line(): true, mustNew(t, 4, 4).Line(): false, strings.Repeat("ABCDEFGHIJKLMNOP", 16): true, strings.Repeat("123456789ABCDEFG", 16): false,
		strings.Repeat("-", 81): false,
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
		"====":                       "line 1: want 39 signs =",
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

func FuzzReadAny(f *testing.F) {
	for _, format := range Formats {
		f.Add(format.Text(Empty()))
	}
	f.Add("4 2, 2 ? ? 1")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ReadAny(text)
		if err != nil {
			return
		}
		if b.W*b.H != b.Size || len(b.Cells) != b.Size*b.Size || b.Size > MaxSize {
			t.Fatalf("%q: %+v", text, b)
		}
		for _, v := range b.Cells {
			if v < 0 || v > b.Size {
				t.Fatalf("%q: %+v", text, b)
			}
		}
	})
}
