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
	work    work
	handle  func(s *Server, w http.ResponseWriter, v *visit) error
}

// routes are all addresses. They are set in init, because handlers refer back to them.
var routes []route

func init() {
	routes = []route{
		{"GET /static/{digest}/{file...}", anyone, 0, free, (*Server).staticFile},
		{"POST /enter", anyone, 0, free, (*Server).enter},
		{"POST /leave", anyone, 0, free, (*Server).leave},
		{"GET /{$}", people, 0, quick, (*Server).home},
		{"GET /p/{id}", people, 0, quick, (*Server).problem},
		{"GET /p/{id}/{name}", people, 0, quick, (*Server).picture},
		{"GET /status", people, 0, quick, (*Server).status},
		{"GET /compare", people, 0, quick, (*Server).compare},
		{"POST /submit", people, sourceBody, quick, (*Server).submit},
		{"POST /run", people, sourceBody, heavy, (*Server).run},
		{"GET /s/{id}", people, 0, quick, (*Server).submission},
		{"GET /s/{id}/events", people, 0, free, (*Server).events},
		{"GET /s/{id}/json", people, 0, quick, (*Server).submissionJSON},
		{"GET /s/{id}/source", people, 0, quick, (*Server).sourceFile},
		{"POST /s/{id}/stop", people, 0, quick, (*Server).stop},
		{"POST /s/{id}/watch", people, 0, heavy, (*Server).watch},
		{"POST /compare", teachers, 0, heavy, (*Server).measure},
		{"GET /play", people, 0, quick, (*Server).play},
		{"POST /play/read", people, 0, quick, playing((*Server).playRead)},
		{"POST /play/write", people, 0, quick, playing((*Server).playWrite)},
		{"POST /play/count", people, 0, heavy, playing((*Server).playCount)},
		{"POST /play/hint", people, 0, heavy, playing((*Server).playHint)},
		{"POST /play/generate", people, 0, heavy, playing((*Server).playGenerate)},
		{"POST /play/solve", people, 0, heavy, playing((*Server).playSolve)},
		{"GET /contests", people, 0, quick, (*Server).contests},
		{"POST /contests", teachers, 0, quick, (*Server).saveContest},
		{"GET /contest", people, 0, quick, (*Server).toContests},
		{"GET /contest/{id}", people, 0, quick, (*Server).contest},
		{"GET /contest/{id}/csv", people, 0, quick, (*Server).contestCSV},
		{"GET /fleet", teachers, 0, quick, (*Server).fleetPage},
		{"GET /class", teachers, 0, quick, (*Server).class},
		{"GET /class/csv", teachers, 0, quick, (*Server).classCSV},
		{"POST /rejudge", teachers, 0, quick, (*Server).rejudge},
		{"GET /download", teachers, 0, free, (*Server).download},
		{"POST /problem/{id}", teachers, 0, quick, (*Server).setRules},
		{"/", people, 0, quick, (*Server).nothing},
	}
}
