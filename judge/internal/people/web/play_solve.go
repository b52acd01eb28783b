package web

import (
	"cmp"
	"context"
	"encoding/json"
	"html/template"
	"net/http"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/learn/explain"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/people/turns"
	"sudokuoj/judge/internal/show/page"
)

const (
	mostWatched = 4                           // solutions at once
	watching    = 2 * time.Second             // for the search of one solution, and in another turn for its counts
	studying    = 3 * time.Second             // for each search of a submission, and in another turn for its counts
	answering   = answerTime - 30*time.Second // for the whole answer, because programs may have to be compiled and to wait for timed runs
)

// errBusy is the answer if there is no other in time.
var errBusy = refuse(http.StatusUnprocessableEntity, say.Errorf("the machine was too busy").Hint("run it again when the machine is less busy"))

// watched is the answer to /play/solve: parts of a report's page, and the data of their scripts.
type watched struct {
	Stage   template.HTML   `json:"stage"`
	Data    json.RawMessage `json:"data"`
	Trouble []string        `json:"trouble"`
}

// boardToSolve is a board with the names of the solutions that shall solve it.
type boardToSolve struct {
	board
	Names []string
}

// playSolve lets solutions of the tree and the reader's own programs solve a board, and shows their searches. Only one
// solves at a time, and never during a timed run. Each search is a turn of its own.
func (s *Server) playSolve(v *visit, asked boardToSolve) (any, error) {
	puzzle, err := asked.board.sound()
	if err != nil {
		return nil, err
	}
	all, problems, err := s.watchable(v)
	if err != nil {
		return nil, err
	}
	chosen, err := v.choose(all, asked.Names)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(v.Context(), s.answering, errBusy)
	defer cancel()
	seen, err := s.explainer(v.turn, watching).Beside(s.Root).Puzzle(ctx, chosen, problems, puzzle)
	if err != nil {
		return nil, cmp.Or(context.Cause(ctx), err)
	}
	return s.showSeen(v, seen, chosen)
}

// choose returns the solutions with these names, if they are as many as may be watched at once. While a problem is asked
// in a contest, a student cannot watch our solutions of it.
func (v *visit) choose(all []solution.Solution, names []string) (chosen []solution.Solution, err error) {
	for _, one := range all {
		if !slices.Contains(names, one.Name) {
			continue
		}
		if !one.Stranger && slices.ContainsFunc(one.Problems, v.contested) {
			return nil, refuse(http.StatusForbidden, say.Errorf("%s solves a problem of a contest that goes on", one.Name).Hint("watch it afterwards"))
		}
		chosen = append(chosen, one)
	}
	if len(chosen) == 0 || len(chosen) > mostWatched {
		return nil, refuse(http.StatusBadRequest, say.Errorf("choose 1 to %d approaches", mostWatched))
	}
	return chosen, nil
}

// explainer takes a turn for each search.
func (s *Server) explainer(t *turns.Request, patience time.Duration) *explain.Explainer {
	return explain.New(s.Grader, patience, func(string, ...any) {}).Each(beside(t))
}

// showSeen answers with searches. Our own sources are for teachers: a student sees how a solution searches, and writes
// one.
func (s *Server) showSeen(v *visit, seen *explain.Explanation, chosen []solution.Solution) (any, error) {
	run := seen.Run()
	for i := range run.Results {
		ours := func(one solution.Solution) bool { return one.Name == run.Results[i].Solution && !one.Stranger }
		if !v.Person.Teaches() && slices.ContainsFunc(chosen, ours) {
			run.Results[i].Source = ""
		}
	}
	trouble := []string{}
	for _, why := range seen.Trouble() {
		trouble = append(trouble, v.Lang.Text(why))
	}
	d, err := draw(page.Draw(run, page.Extras{}), "stage")
	return watched{d.Parts["stage"], json.RawMessage(d.Data), trouble}, err
}
