package explain

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/sudoku"
)

func TestTellingPuzzle(t *testing.T) {
	const (
		easy   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
		search = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n"
		slow   = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n" // row by row
		many   = ".................................................................................\n"
	)
	tests := []struct {
		name  string
		cases []string
		want  string // case and puzzle
	}{
		{"the one that needs a search", []string{many, easy + slow, easy + search, search}, "case 2 " + search},
		{"else the first", []string{easy, slow, many}, "case 0 " + easy},
		{"a broken input is passed over", []string{"5\n", easy}, "case 1 " + easy},
		{"none", []string{"end\n"}, ""},
		{"no cases", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var cases []problem.Case
			for i, text := range tt.cases {
				in := filepath.Join(t.TempDir(), "in")
				if err := os.WriteFile(in, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				cases = append(cases, problem.Case{Name: fmt.Sprintf("case %d", i), In: in})
			}
			puzzle, name := tellingPuzzle(sudoku.AcWing, cases)
			got := ""
			if name != "" {
				got = name + " " + puzzle.Line() + "\n"
			}
			if got != tt.want {
				t.Errorf("want %q, got %q", tt.want, got)
			}
		})
	}
}
