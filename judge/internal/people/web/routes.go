package web

import "net/http"

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
	handle  func(s *Server, w http.ResponseWriter, v *visit) error
}

// routes are all addresses. They are set in init, because handlers refer back to them.
var routes []route

func init() {
	routes = []route{
		{"GET /static/{digest}/{file...}", anyone, 0, (*Server).staticFile},
		{"POST /enter", anyone, 0, (*Server).enter},
		{"POST /leave", anyone, 0, (*Server).leave},
		{"GET /{$}", people, 0, (*Server).home},
		{"GET /p/{id}", people, 0, heavy((*Server).problem)},
		{"GET /status", people, 0, (*Server).status},
		{"GET /compare", people, 0, heavy((*Server).compare)},
		{"POST /submit", people, sourceBody, (*Server).submit},
		{"POST /run", people, sourceBody, (*Server).run},
		{"GET /s/{id}", people, 0, heavy((*Server).submission)},
		{"GET /s/{id}/events", people, 0, (*Server).events},
		{"GET /s/{id}/json", people, 0, (*Server).submissionJSON},
		{"GET /s/{id}/source", people, 0, (*Server).sourceFile},
		{"POST /s/{id}/stop", people, 0, (*Server).stop},
		{"POST /s/{id}/watch", people, 0, (*Server).watch},
		{"POST /compare", teachers, 0, (*Server).measure},
		{"GET /play", people, 0, (*Server).play},
		{"POST /play/read", people, 0, playing((*Server).playRead)},
		{"POST /play/write", people, 0, playing((*Server).playWrite)},
		{"POST /play/count", people, 0, playing((*Server).playCount)},
		{"POST /play/hint", people, 0, playing((*Server).playHint)},
		{"POST /play/generate", people, 0, playing((*Server).playGenerate)},
		{"POST /play/solve", people, 0, playing((*Server).playSolve)},
		{"GET /contests", people, 0, (*Server).contests},
		{"POST /contests", teachers, 0, (*Server).saveContest},
		{"GET /contest", people, 0, (*Server).toContests},
		{"GET /contest/{id}", people, 0, (*Server).contest},
		{"GET /contest/{id}/csv", people, 0, (*Server).contestCSV},
		{"GET /fleet", teachers, 0, (*Server).fleetPage},
		{"GET /class", teachers, 0, (*Server).class},
		{"GET /class/csv", teachers, 0, (*Server).classCSV},
		{"POST /rejudge", teachers, 0, (*Server).rejudge},
		{"GET /download", teachers, 0, (*Server).download},
		{"POST /problem/{id}", teachers, 0, (*Server).setRules},
		{"/", people, 0, (*Server).nothing},
	}
}
