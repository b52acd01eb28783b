package web

import (
	"cmp"
	"html/template"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/show/report"
)

// homeView holds the data of the first page.
type homeView struct {
	Problems    []listedProblem
	Door        *cachedProblem // the first problem that the reader has not solved
	Submissions []history.Submission
	Board       template.HTML // of a puzzle to play
	Puzzle      string
}

// listedProblem is a problem in the list, with what the reader did on it.
type listedProblem struct {
	*cachedProblem
	history.Standing
	shortest
	Idea string // what that solution does
}

// Difficulty returns a word that depends on the tree's shortest solution that passes.
func (p listedProblem) Difficulty() (word say.Message) {
	switch {
	case p.Lines == 0:
		return word
	case p.Lines < 100:
		return say.Of("easy")
	case p.Lines < 180:
		return say.Of("medium")
	}
	return say.Of("hard")
}

// shortest is the tree's shortest solution that passes a problem.
type shortest struct {
	Name  string
	Lines int // of code; 0 without any
}

// shortest looks at all solutions once, until they are read again.
func (s *solvers) shortest(root string, p *cachedProblem) shortest {
	all, key := s.get(root), p.ID+" "+p.Version
	s.mu.Lock()
	defer s.mu.Unlock()
	best, known := s.passes[key]
	if known {
		return best
	}
	for _, one := range all {
		if !slices.Contains(one.Problems, p.ID) || !solves(one, p, false) {
			continue
		}
		lines := 0
		for line := range strings.Lines(one.Files[0].Text) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				lines++
			}
		}
		if best.Lines == 0 || lines < best.Lines {
			best = shortest{one.Name, lines}
		}
	}
	s.passes[key] = best
	return best
}

// home lists the problems and the latest submissions.
func (s *Server) home(w http.ResponseWriter, v *visit) error {
	var data homeView
	problems, standings, err := s.toSolve(v)
	if err != nil {
		return err
	}
	about := string(s.aboutSolutions(v.Lang))
	for _, p := range problems {
		best := s.solvers.shortest(s.Root, p)
		data.Problems = append(data.Problems, listedProblem{p, standings[p.ID], best, inOneSentence(about, best.Name)})
		data.Puzzle = cmp.Or(data.Puzzle, firstPuzzle(p))
	}
	if b, err := sudoku.ParseLine(data.Puzzle); err == nil {
		if data.Board, err = report.DrawBoard(say.Of("the puzzle"), b, b); err != nil {
			return err
		}
	}
	data.Door = firstUnsolved(problems, standings)
	if data.Submissions, err = s.submissions(v.Context(), v.Person, history.Filter{Limit: 8}); err != nil {
		return err
	}
	return s.render(w, v, "home", data)
}

// firstUnsolved returns the first problem that the reader has not solved; nil if there is none.
func firstUnsolved(problems []*cachedProblem, standings map[string]history.Standing) *cachedProblem {
	at := slices.IndexFunc(problems, func(p *cachedProblem) bool { return !standings[p.ID].MySolved })
	if at < 0 {
		return nil
	}
	return problems[at]
}

// toSolve returns the open problems and what the reader did on each.
func (s *Server) toSolve(v *visit) ([]*cachedProblem, map[string]history.Standing, error) {
	problems, err := s.openProblems(v.Context(), v.Person)
	if err != nil {
		return nil, nil, err
	}
	standings, err := s.DB.Standings(v.Context(), v.Person.ID, time.Now())
	return problems, standings, err
}

// firstPuzzle returns the first line of a problem's first sample that is a puzzle, as 81 characters.
func firstPuzzle(p *cachedProblem) string {
	if len(p.Cases) == 0 || p.Check.Kind != "sudoku" {
		return ""
	}
	text, _ := os.ReadFile(p.Cases[0].In) // a file that cannot be read holds no puzzle
	line, _, _ := strings.Cut(string(text), "\n")
	if b, err := sudoku.ParseLine(strings.TrimSpace(line)); err == nil && b.Size == 9 {
		return b.Line()
	}
	return ""
}

// nothing answers at every other address.
func (s *Server) nothing(http.ResponseWriter, *visit) error { return history.ErrNone }
