package web

import (
	"cmp"
	"net/http"
	"os"
	"strings"
	"time"

	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/people/history"
)

// homeView is what the first page shows.
type homeView struct {
	Problems    []listedProblem
	Door        *cachedProblem // the first problem that the reader has not solved
	Submissions []history.Submission
	Board       []boardCell // of a puzzle to play
	Puzzle      string
}

// listedProblem is a problem in the list, and how it stands with the reader.
type listedProblem struct {
	*cachedProblem
	history.Standing
}

// boardCell is a clue of a puzzle that is drawn, in cells from the upper left corner.
type boardCell struct {
	X, Y  int
	Digit string
}

// home lists the problems and what was handed in last.
func (s *Server) home(w http.ResponseWriter, v *visit) error {
	var data homeView
	problems, err := s.openProblems(v.Context(), v.Person)
	if err != nil {
		return err
	}
	standings, err := s.DB.Standings(v.Context(), v.Person.ID, time.Now())
	if err != nil {
		return err
	}
	for _, p := range problems {
		data.Problems = append(data.Problems, listedProblem{p, standings[p.ID]})
		if data.Door == nil && !standings[p.ID].MySolved {
			data.Door = p
		}
		data.Puzzle = cmp.Or(data.Puzzle, firstPuzzle(p))
	}
	data.Board = drawn(data.Puzzle)
	if data.Submissions, err = s.submissions(v.Context(), v.Person, history.Filter{Limit: 8}); err != nil {
		return err
	}
	return s.render(w, v, "home", data)
}

// firstPuzzle is the first line of a problem's first sample that is a puzzle, as 81 characters.
func firstPuzzle(p *cachedProblem) string {
	if len(p.Cases) == 0 || p.Check.Kind != "sudoku" {
		return ""
	}
	text, _ := os.ReadFile(p.Cases[0].In) // what cannot be read is no puzzle
	line, _, _ := strings.Cut(string(text), "\n")
	if b, err := sudoku.ParseLine(strings.TrimSpace(line)); err == nil && b.Size == 9 {
		return b.Line()
	}
	return ""
}

// drawn are the clues of a puzzle of 81 characters.
func drawn(puzzle string) (cells []boardCell) {
	for i, c := range puzzle {
		if c != '.' {
			cells = append(cells, boardCell{i % 9, i / 9, string(c)})
		}
	}
	return cells
}

// nothing is what is at every other address.
func (s *Server) nothing(http.ResponseWriter, *visit) error { return history.ErrNone }
