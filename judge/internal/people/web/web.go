// Package web is the judge in a browser: pages, the queue of submissions, and the events of a judging that runs. It
// decides no verdicts, because grade does, and stores nothing, because history does.
//
// A request first goes through guard, which decides whether it may ask at all. Then it goes to the line of routes.go
// that it matches. The handler gets a visit: the request, the person who makes it, and the language.
package web

import (
	"context"
	"crypto/rand"
	"errors"
	"html/template"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/turns"
	"sudokuoj/judge/internal/show/terminal"
)

// Config holds what a server works with.
type Config struct {
	Root    string // the folder that holds problems/ and testdata/
	DB      *history.DB
	Grader  *grade.Grader
	Fleet   Fleet          // judges the submissions instead of Grader; nil: there is none
	Hosts   []string       // the names by which it may be asked for, each as host:port
	Person  history.Person // the person of a request without a token; the zero value: a token is needed
	Version string         // the judge's version
	Secure  bool           // browsers reach it by TLS
	Log     func(error)    // receives the judge's own faults
}

// Server serves the pages and judges submissions. It is an http.Handler; Judge does the judging.
type Server struct {
	Config
	handler    http.Handler
	pages      map[say.Language]map[string]*template.Template
	static     static
	problems   shelf
	queue      queue
	fleet      atomic.Pointer[fleetView]
	streams    streams
	recent     recent      // searches that were watched, our solutions' runs, measurements, rankings, statements
	pageTurns  turns.Queue // to make a page
	watching   viewings
	heavy      turns.Queue                              // to run programs, and to search on boards
	patience   time.Duration                            // for a search on a board
	studying   time.Duration                            // for each search of a submission
	answering  time.Duration                            // for all of them together
	trying     time.Duration                            // for a program in the run box
	ending     time.Duration                            // for the running judging when the judge ends
	ranking    sync.Mutex                               // held while a ranking is made
	prints     sync.Map                                 // a class.Print of each program that was on the wall, by submission
	idle       chan func(context.Context, *visit) error // to be done when nothing is judged
	submitting sync.Mutex                               // held from the check of earlier submissions until the new one is stored
}

// New makes a server. It judges nothing before Judge is called.
func New(c Config) (*Server, error) {
	s := &Server{Config: c, static: loadStatic(), patience: thinking, studying: studying, answering: answering, trying: maxTryout, ending: patience}
	s.newShares()
	s.fleet.Store(&fleetView{})
	s.idle = make(chan func(context.Context, *visit) error, kept)
	s.queue.moved = make(chan struct{}, 1)
	s.problems.root = c.Root
	s.streams = streams{of: map[int64]int{}, more: map[int64]chan struct{}{}, leaving: make(chan struct{})}
	var err error
	if s.pages, err = loadPages(); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	for _, r := range routes {
		mux.Handle(r.pattern, s.serve(r))
	}
	s.handler = s.guard(mux)
	return s, nil
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// visit is a request with the person and the language.
type visit struct {
	*http.Request
	Person history.Person
	Lang   say.Language
	order  order
	nonce  string
	turn   *turns.Request // to take turns for heavy work
	status int            // to answer with, 0 is 200
}

// refusal is an error with its HTTP status.
type refusal struct {
	code int
	error
}

func (r refusal) Unwrap() error { return r.error }

func (r refusal) Message() say.Message { return say.From(r.error) }

// refuse returns a refusal.
func refuse(code int, err error) error { return refusal{code, err} }

// statusOf returns the HTTP status for an error.
func statusOf(err error) int {
	if r, ok := errors.AsType[refusal](err); ok {
		return r.code
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return http.StatusRequestEntityTooLarge
	}
	if _, ok := errors.AsType[turns.Refused](err); ok {
		return http.StatusTooManyRequests
	}
	if errors.Is(err, history.ErrNone) {
		return http.StatusNotFound
	}
	if _, ok := errors.AsType[history.NoRoom](err); ok || errors.Is(err, syscall.ENOSPC) {
		return http.StatusInsufficientStorage
	}
	return http.StatusInternalServerError
}

// errOwn is shown to other people in place of the judge's own faults.
var errOwn = say.Errorf("the judge's own fault").Hint("the cause is in the terminal where the judge runs")

// errFiles is shown to other people when a problem cannot be read.
var errFiles = say.Errorf("the judge's files for this problem are incomplete").Hint("tell whoever runs the judge: the cause is in its terminal")

// ownFaults are shown to other people in place of the cause.
var ownFaults = map[int]error{http.StatusInternalServerError: errOwn, http.StatusInsufficientStorage: errFull,
	http.StatusServiceUnavailable: errFiles}

// errFull is shown to other people when the judge's disk is full.
var errFull = say.Errorf("the disk of the judge is full: nothing was lost").Hint("try again later")

// serve turns a route into a handler. It finds the visitor, limits the size of the request, and reports errors.
func (s *Server) serve(r route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		v := &visit{Request: req, Lang: languageOf(w, req, s.Secure), nonce: rand.Text()}
		w.Header().Set("Content-Security-Policy", policy(v.nonce))
		whole := req.Body
		v.Body = http.MaxBytesReader(w, whole, max(r.body, smallBody))
		var err error
		if v.Person, err = s.whoAsks(req); r.who == anyone {
			err = nil // an old token keeps nobody from the door
		} else if err == nil {
			err = s.admit(r, v)
		}
		if statusOf(err) == http.StatusUnauthorized && navigates(req) {
			err = s.door(w, v, err)
		} else if err == nil {
			err = s.share(r, w, v)
		}
		if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
			io.CopyN(io.Discard, whole, mostDropped) // a browser reads the answer only after that
			err = refuse(http.StatusRequestEntityTooLarge, say.Errorf("the request is larger than %s, which is the most that is allowed", terminal.Size(large.Limit)))
		}
		if err != nil {
			s.tell(w, v, err)
		}
	})
}

const (
	smallBody   = 64 << 10  // the size limit of a request without a source
	mostDropped = 128 << 20 // bytes of a request that is too large, so that its sender gets an answer
)

// admit returns an error if the visitor may not use a route.
func (s *Server) admit(r route, v *visit) (err error) {
	switch {
	case v.Person.ID == 0:
		return refuse(http.StatusUnauthorized, say.Errorf("this judge is only for its members").Hint("open the link that you were given"))
	case r.who == teachers && !v.Person.Teaches():
		return refuse(http.StatusForbidden, say.Errorf("only a teacher may do this"))
	}
	v.order, err = s.readOrder(v.Context())
	return err
}

// tell answers with an error: as a page to a browser that navigates, otherwise as JSON. It also logs a fault of the
// judge's own.
func (s *Server) tell(w http.ResponseWriter, v *visit, err error) {
	code := statusOf(err)
	if own := ownFaults[code]; own != nil {
		if v.Context().Err() == nil {
			s.Log(err)
		}
		if !v.Person.Teaches() { // whoever runs the judge may see where things are on the disk
			err = own
		}
	}
	if code == http.StatusTooManyRequests {
		interrupt.Pause(v.Context(), refuseAfter)
		w.Header().Set("Retry-After", "5")
	}
	if !navigates(v.Request) {
		writeJSON(w, code, map[string]string{"error": v.Lang.Error(err)})
		return
	}
	v.status = code
	if err := s.render(w, v, "refused", refusedView{code, say.From(err)}); err != nil {
		s.Log(err)
	}
}

type refusedView struct {
	Code int
	Why  say.Message
}
