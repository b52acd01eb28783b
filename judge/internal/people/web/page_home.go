package web

import (
	"cmp"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/learn/submit"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/people/history"
)

// homeView holds the data of the first page.
type homeView struct {
	Contests    []listedContest // that run, or begin soon
	Groups      []problemGroup
	Door        *cachedProblem // the problem to begin with
	Submissions []history.Submission
	Puzzle      string // for the race
	Axis        [2]time.Duration
}

// problemGroup is a part of the list of problems: those of sites, or our own.
type problemGroup struct {
	Sites    bool
	Problems []listedProblem
}

// listedProblem is a problem in the list, with what the reader did on it.
type listedProblem struct {
	*cachedProblem
	history.Standing
	Ours       time.Duration // the CPU time of the solution of ours beside it, 0 if it is not known
	With       string        // its name
	At, OursAt int           // where both times are on one axis, in percent
	climb
}

// quick is how many times our time a solution may take and counts as quick.
const quickFactor = 3

// State says how far the reader is: "", "tried", "solved" or "quick".
func (p listedProblem) State() string {
	switch {
	case p.MySolved && p.Ours > 0 && p.MyBest > 0 && p.MyBest <= quickFactor*p.Ours:
		return "quick"
	case p.MySolved:
		return "solved"
	case p.MyTries:
		return "tried"
	}
	return ""
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

// soon is how long before its start a contest is announced.
const soon = 24 * time.Hour

// home lists the problems and the latest submissions.
func (s *Server) home(v *visit) (data homeView, err error) {
	problems, standings, err := s.toSolve(v)
	if err != nil {
		return data, err
	}
	for _, c := range v.order.contests {
		if one := listedOf(c); one.Phase == "running" || one.Phase == "before" && one.Seconds() < int(soon.Seconds()) {
			data.Contests = append(data.Contests, one)
		}
	}
	spoken, err := s.spoken(v)
	if err != nil {
		return data, err
	}
	groups := []problemGroup{{Sites: true}, {}}
	for _, p := range problems {
		at := 1
		if _, ok := submit.TargetOf(p.Problem); ok {
			at = 0
		}
		one := s.listedFor(v, p, standings[p.ID], spoken)
		groups[at].Problems = append(groups[at].Problems, one)
		data.Puzzle = cmp.Or(data.Puzzle, firstPuzzle(p))
	}
	data.Axis = placeTimes(groups)
	data.Groups = slices.DeleteFunc(groups, func(g problemGroup) bool { return len(g.Problems) == 0 })
	data.Door = next(problems, standings)
	data.Submissions, err = s.submissions(v, history.Filter{Limit: 8})
	return data, err
}

// listedFor returns a problem as it is listed for a reader. Ideas are shown only to those who solved it, and not while
// it is asked in a contest.
func (s *Server) listedFor(v *visit, p *cachedProblem, mine history.Standing, spoken string) listedProblem {
	one := listedProblem{cachedProblem: p, Standing: mine}
	if v.veiled(p.ID) {
		one.MyBest = 0
	}
	if len(p.beside) == 0 || !mine.MySolved || v.contested(p.ID) {
		return one
	}
	one.With, one.Ours = p.beside[0].Name, s.timeOfOurs(p, p.beside[0])
	one.climb = s.climbOf(v, p, mine, spoken)
	return one
}

// spoken returns the language that the reader used last, or else the usual one.
func (s *Server) spoken(v *visit) (string, error) {
	last, err := s.DB.Submissions(v.Context(), history.Filter{Person: v.Person.ID, Limit: 1})
	if err != nil || len(last) == 0 {
		return usualLanguage(v.Lang), err
	}
	return last[0].Language, nil
}

// placeTimes puts the times of the reader and ours on one axis, whose ends are powers of ten.
func placeTimes(groups []problemGroup) [2]time.Duration {
	scale := axis{int64(time.Millisecond), int64(time.Second)}
	for _, g := range groups {
		for _, p := range g.Problems {
			for scale.with(int64(p.MyBest), int64(p.Ours)).low < scale.low {
				scale.low /= 10
			}
			for int64(max(p.MyBest, p.Ours)) > scale.high {
				scale.high *= 10
			}
		}
	}
	for _, g := range groups {
		for i := range g.Problems {
			p := &g.Problems[i]
			p.At, p.OursAt = scale.at(int64(p.MyBest)), scale.at(int64(p.Ours))
		}
	}
	return [2]time.Duration{time.Duration(scale.low), time.Duration(scale.high)}
}

// next returns the problem to go on with: of those that the reader has not solved, the one with the shortest solution.
// Searches on boards with a solution of ours that solves all come first, because there is most to see.
func next(problems []*cachedProblem, standings map[string]history.Standing) (best *cachedProblem) {
	const none, little = 1 << 20, 1 << 21
	least := 0
	for _, p := range problems {
		rank := cmp.Or(p.Lines, none)
		if p.Check.Kind != "sudoku" || !p.whole {
			rank += little
		}
		if !standings[p.ID].MySolved && (best == nil || rank < least) {
			best, least = p, rank
		}
	}
	return best
}

// toSolve returns the open problems and what the reader did on each.
func (s *Server) toSolve(v *visit) ([]*cachedProblem, map[string]history.Standing, error) {
	problems, err := s.openProblems(v)
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
