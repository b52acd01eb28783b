package web

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/explain"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/report"
)

const (
	mostWatched = 4               // solutions at once
	watching    = 2 * time.Second // for the search of one, and once more for its counts: a turn takes five seconds at most
	answering   = 3 * time.Minute // for all of it: they may have to be compiled, and to wait for timed runs
)

// watched is what came of watching solutions: parts of a report's page, and what their scripts read.
type watched struct {
	Replay  string          `json:"replay"`
	Source  string          `json:"source"`
	Data    json.RawMessage `json:"data"`
	Trouble []string        `json:"trouble"`
}

// playSolve has solutions of the tree solve a board and shows their searches. One solves at a time, and none beside a
// timed run; between two of them others have their turns.
func (s *Server) playSolve(w http.ResponseWriter, v *visit) error {
	var asked struct {
		board
		Names []string
	}
	if err := readJSON(v, &asked); err != nil {
		return err
	}
	puzzle, err := asked.board.sound()
	if err != nil {
		return err
	}
	all, problems, err := s.watchable()
	if err != nil {
		return err
	}
	var chosen []solution.Solution
	for _, one := range all {
		if slices.Contains(asked.Names, one.Name) {
			chosen = append(chosen, one)
		}
	}
	if len(chosen) == 0 || len(chosen) > mostWatched {
		return refuse(http.StatusBadRequest, say.Errorf("choose 1 to %d approaches", mostWatched))
	}
	turn, err := s.solving.take(v)
	if err != nil {
		return err
	}
	defer turn.leave()
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(answering))
	ctx, cancel := context.WithTimeout(v.Context(), answering)
	defer cancel()
	var seen explain.Explanation
	explainer := explain.New(s.Grader, watching, func(string, ...any) {})
	for i, one := range chosen {
		if i > 0 {
			if err := turn.yield(); err != nil {
				return err
			}
		}
		var its *explain.Explanation
		grade.Beside(ctx, func(ctx context.Context) {
			its, err = explainer.Puzzle(ctx, []solution.Solution{one}, problems, puzzle)
		})
		if err != nil {
			return err
		}
		seen.Join(its)
	}
	return s.showSeen(w, v, &seen)
}

func (s *Server) showSeen(w http.ResponseWriter, v *visit, seen *explain.Explanation) error {
	run := seen.Run()
	out := watched{Trouble: []string{}}
	for _, why := range seen.Trouble() {
		out.Trouble = append(out.Trouble, v.Lang.Text(why))
	}
	drawing := report.Draw(run, report.Extras{})
	for name, into := range map[string]*string{"replay": &out.Replay, "source": &out.Source} {
		var part bytes.Buffer
		if err := drawing.Section(&part, name); err != nil {
			return err
		}
		*into = part.String()
	}
	var err error
	if out.Data, err = drawing.Data(); err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, out)
}
