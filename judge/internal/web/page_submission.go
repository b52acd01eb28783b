package web

import (
	"net/http"

	"sudokuoj/judge/internal/history"
	"sudokuoj/judge/internal/verdict"
)

// submissionView is what the page of a submission shows.
type submissionView struct {
	history.Submission
	Run verdict.Run
}

// submission shows one, as far as it has come; its script follows the events.
func (s *Server) submission(w http.ResponseWriter, v *visit) error {
	sub, err := s.ownSubmission(v)
	if err != nil {
		return err
	}
	run, err := s.shownRun(v.Context(), v.Person, sub)
	if err != nil {
		return err
	}
	return s.render(w, v, "submission", submissionView{sub, run})
}
