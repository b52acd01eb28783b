package web

import "time"

// Hasten sets for how long a server searches on a board and studies a submission, so that tests are quick.
func (s *Server) Hasten(search, study time.Duration) { s.patience, s.studying = search, study }
