package web

import (
	"net/http"

	"sudokuoj/judge/internal/history"
)

// homeView is what the first page shows.
type homeView struct {
	Problems    []*volume
	Submissions []history.Submission
}

// home lists the problems and what was handed in last.
func (s *Server) home(w http.ResponseWriter, v *visit) (err error) {
	var data homeView
	if data.Problems, err = s.openProblems(v.Context(), v.Person); err != nil {
		return err
	}
	if data.Submissions, err = s.submissions(v.Context(), v.Person, history.Filter{Limit: 10}); err != nil {
		return err
	}
	return s.render(w, v, "home", data)
}

// nothing is what is at every other address.
func (s *Server) nothing(http.ResponseWriter, *visit) error { return history.ErrNone }
