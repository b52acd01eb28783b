package web

import "time"

// Hasten sets for how long a server searches on a board and studies a submission, so that tests are quick.
func (s *Server) Hasten(search, study time.Duration) { s.patience, s.studying = search, study }

// Answer sets for how long a server searches before it gives an answer.
func (s *Server) Answer(answering time.Duration) { s.answering = answering }

// Patient gives a program in the box, and the judgings at the end, the time that they need on a busy machine.
func (s *Server) Patient() { s.trying, s.ending = time.Hour, time.Hour }
