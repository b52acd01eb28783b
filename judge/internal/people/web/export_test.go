package web

import "time"

// Hasten sets for how long a server searches on a board, studies a submission and measures two, so that tests are quick.
func (s *Server) Hasten(search, study, measure time.Duration) {
	s.patience, s.studying, s.measuring = search, study, measure
}
