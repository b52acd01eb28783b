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
	"sudokuoj/judge/internal/show/page"
)

// homeView holds the data of the first page.
type homeView struct {
	Problems    []listedProblem
	Door        *cachedProblem // the problem to begin with
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
func (s *Server) home(v *visit) (data homeView, err error) {
	problems, standings, err := s.toSolve(v)
	if err != nil {
		return data, err
	}
	about := string(s.aboutSolutions(v.Lang))
	for _, p := range problems {
		best := s.solvers.shortest(s.Root, p)
		data.Problems = append(data.Problems, listedProblem{p, standings[p.ID], best, inOneSentence(about, best.Name)})
		data.Puzzle = cmp.Or(data.Puzzle, firstPuzzle(p))
	}
	if b, err := sudoku.ParseLine(data.Puzzle); err == nil {
		if data.Board, err = page.DrawBoard(say.Of("the puzzle"), b, b); err != nil {
			return data, err
		}
	}
	data.Door = s.next(problems, standings)
	data.Submissions, err = s.submissions(v.Context(), v.Person, history.Filter{Limit: 8})
	return data, err
}

// next returns the problem to go on with: of those that the reader has not solved, the one with the shortest solution.
func (s *Server) next(problems []*cachedProblem, standings map[string]history.Standing) *cachedProblem {
	return easiest(problems, standings, func(p *cachedProblem) int { return s.solvers.shortest(s.Root, p).Lines })
}

// easiest returns the problem, of those that are not solved, with the fewest lines; one with none comes last. It is nil if
// all are solved.
func easiest(problems []*cachedProblem, standings map[string]history.Standing, linesOf func(*cachedProblem) int) (best *cachedProblem) {
	fewest := 0
	for _, p := range problems {
		if standings[p.ID].MySolved {
			continue
		}
		lines := linesOf(p)
		if best == nil || lines > 0 && (fewest == 0 || lines < fewest) {
			best, fewest = p, lines
		}
	}
	return best
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
