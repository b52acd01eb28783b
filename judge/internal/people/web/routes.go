package web

import (
	"net/http"

	"sudokuoj/judge/internal/people/history"
)

// who says who may use a route.
type who int

const (
	anyone   who = iota // even without a token
	people              // students and teachers
	teachers            // only teachers
)

// route is one address of the server.
type route struct {
	pattern string
	who     who
	body    int64 // bytes that a request may hold; 0: only a small form without a source
	work    work
	handle  handler
}

type handler = func(s *Server, w http.ResponseWriter, v *visit) error

// shows is a handler that shows a page with what find returns.
func shows[D any](name string, find func(*Server, *visit) (D, error)) handler {
	return func(s *Server, w http.ResponseWriter, v *visit) error {
		data, err := find(s, v)
		if err != nil {
			return err
		}
		return s.render(w, v, name, data)
	}
}

// saves is a handler that answers with the table that find returns, as a CSV file.
func saves(find func(*Server, *visit) (name string, rows [][]string, err error)) handler {
	return func(s *Server, w http.ResponseWriter, v *visit) error {
		name, rows, err := find(s, v)
		if err != nil {
			return err
		}
		return writeCSV(w, name+".csv", rows)
	}
}

// form is a handler that has a form read first.
func form(handle handler) handler {
	return func(s *Server, w http.ResponseWriter, v *visit) error {
		if err := parseForm(v.Request); err != nil {
			return err
		}
		return handle(s, w, v)
	}
}

// own is a handler for one of the visitor's submissions, which the address names.
func own(handle func(*Server, http.ResponseWriter, *visit, history.Submission) error) handler {
	return func(s *Server, w http.ResponseWriter, v *visit) error {
		sub, err := s.own(v, s.DB.Get)
		if err != nil {
			return err
		}
		return handle(s, w, v, sub)
	}
}

// answers is a handler that reads JSON and answers with the JSON of what find returns. If something cannot be done with
// what was sent, the page gets status 200 for that, because a browser would write any other status to its console.
func answers[A any](find func(*Server, *visit, A) (any, error)) handler {
	return func(s *Server, w http.ResponseWriter, v *visit) error {
		var asked A
		if err := readJSON(v, &asked); err != nil {
			return err
		}
		found, err := find(s, v, asked)
		if statusOf(err) == http.StatusUnprocessableEntity {
			found, err = map[string]string{"error": v.Lang.Error(err)}, nil
		}
		if err != nil {
			return err
		}
		return writeJSON(w, http.StatusOK, found)
	}
}

// routes are all addresses. They are set in init, because handlers refer back to them.
var routes []route

func init() {
	routes = []route{
		{"GET /static/{digest}/{file...}", anyone, 0, free, (*Server).staticFile},
		{"POST /enter", anyone, 0, free, form((*Server).enter)},
		{"POST /leave", anyone, 0, free, (*Server).leave},
		{"GET /{$}", people, 0, quick, shows("home", (*Server).home)},
		{"GET /p/{id}", people, 0, quick, shows("problem", (*Server).problem)},
		{"GET /p/{id}/{name}", people, 0, quick, (*Server).picture},
		{"GET /status", people, 0, quick, shows("status", (*Server).status)},
		{"GET /compare", people, 0, quick, shows("compare", (*Server).compare)},
		{"POST /submit", people, sourceBody, quick, form((*Server).submit)},
		{"POST /run", people, sourceBody, heavy, form((*Server).run)},
		{"GET /events", people, 0, free, (*Server).changes},
		{"GET /s/{id}", people, 0, quick, shows("submission", (*Server).submission)},
		{"GET /s/{id}/events", people, 0, free, (*Server).events},
		{"GET /s/{id}/json", people, 0, quick, own((*Server).submissionJSON)},
		{"GET /s/{id}/source", people, 0, quick, own((*Server).sourceFile)},
		{"POST /s/{id}/stop", people, 0, quick, (*Server).stop},
		{"POST /s/{id}/watch", people, 0, heavy, (*Server).watch},
		{"GET /play", people, 0, quick, shows("play", (*Server).play)},
		{"POST /play/read", people, 0, quick, answers((*Server).playRead)},
		{"POST /play/write", people, 0, quick, answers((*Server).playWrite)},
		{"POST /play/count", people, 0, heavy, answers((*Server).playCount)},
		{"POST /play/hint", people, 0, heavy, answers((*Server).playHint)},
		{"POST /play/generate", people, 0, heavy, answers((*Server).playGenerate)},
		{"POST /play/solve", people, 0, heavy, answers((*Server).playSolve)},
		{"GET /contests", people, 0, quick, shows("contests", (*Server).contests)},
		{"POST /contests", teachers, 0, quick, form((*Server).saveContest)},
		{"GET /contest/{id}", people, 0, quick, shows("contest", (*Server).contest)},
		{"GET /contest/{id}/csv", people, 0, quick, saves((*Server).contestCSV)},
		{"GET /fleet", teachers, 0, quick, shows("fleet", (*Server).fleetPage)},
		{"GET /class", teachers, 0, quick, shows("class", (*Server).wall)},
		{"GET /class/csv", teachers, 0, quick, saves((*Server).classCSV)},
		{"POST /rejudge", teachers, 0, quick, form((*Server).rejudge)},
		{"GET /download", teachers, 0, free, (*Server).download},
		{"POST /problem/{id}", teachers, 0, quick, form((*Server).setRules)},
		{"/", people, 0, quick, (*Server).nothing},
	}
}
