// Package web is the judge in a browser: pages, the queue of submissions, and the events of one that is being
// judged. It decides nothing of verdicts, which grade does, and keeps nothing, which history does.
//
// A request goes through guard (who may ask at all), then to the one line of routes.go that it matches, whose
// handler gets a visit: the request, who makes it, in which language.
package web

import (
	"errors"
	"html/template"
	"net/http"
	"sync"
	"syscall"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/show/terminal"
)

// Config is what a server works with.
type Config struct {
	Root    string // the folder that holds problems/ and testdata/
	DB      *history.DB
	Grader  *grade.Grader
	Fleet   Fleet          // judges what is submitted, in place of Grader; nil: none does
	Hosts   []string       // by which it may be asked for, each as host:port
	Person  history.Person // the person without a token; the zero value: a token is needed
	Version string         // the judge's own
	Secure  bool           // it is reached by TLS
	Log     func(error)    // is told what went wrong on the judge's own side
}

// Server serves the pages and judges what is submitted. It is an http.Handler; what it judges by is Judge.
type Server struct {
	Config
	handler    http.Handler
	pages      map[say.Language]map[string]*template.Template
	static     static
	problems   problemCache
	solvers    solvers
	queue      queue
	fleet      fleetSeen
	streams    streams
	watched    recent[sight, seen]
	ours       recent[ours, result.Solution]
	measured   recent[pair, measurement]
	cut        recent[int64, *paste]
	cutting    sync.Mutex          // one at a time
	runs       *turns              // at running what was typed into a page
	solving    *turns              // at having solutions of the tree solve a board
	thinking   *turns              // at searching on a board
	drawing    *turns              // at making a page that takes time
	patience   time.Duration       // for such a search
	submitting sync.Mutex          // from the look at what one has handed in to one more
	handedIn   map[int64]time.Time // when a person did so last, by a clock that is never set; guarded by submitting
}

// New makes a server. It judges nothing before Judge is called.
func New(c Config) (*Server, error) {
	s := &Server{Config: c, static: loadStatic(), patience: thinking, handedIn: map[int64]time.Time{}}
	s.runs, s.solving = newTurns(1, 2, s.behind), newTurns(1, 2, s.behind)
	s.thinking, s.drawing = newTurns(1, 2, nil), newTurns(2, 16, func(history.Person) int { return manyReaders })
	s.queue.wake = make(chan struct{}, 1)
	s.problems.root = c.Root
	var err error
	if s.pages, err = s.loadPages(); err != nil {
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

// visit is a request with what is known of it.
type visit struct {
	*http.Request
	Person history.Person
	Lang   say.Language
	nonce  string
	status int // to answer with, 0 is 200
}

// refusal is an error with the status that tells it.
type refusal struct {
	code int
	error
}

func (r refusal) Unwrap() error { return r.error }

func (r refusal) Message() say.Message { return say.From(r.error) }

// refuse makes one.
func refuse(code int, err error) error { return refusal{code, err} }

// statusOf is the status that an error is told with.
func statusOf(err error) int {
	if r, ok := errors.AsType[refusal](err); ok {
		return r.code
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return http.StatusRequestEntityTooLarge
	}
	if errors.Is(err, history.ErrNone) {
		return http.StatusNotFound
	}
	if _, ok := errors.AsType[history.NoRoom](err); ok || errors.Is(err, syscall.ENOSPC) {
		return http.StatusInsufficientStorage
	}
	return http.StatusInternalServerError
}

// errOwn is what others are told of the judge's own faults.
var errOwn = say.Errorf("the judge's own fault").Hint("the cause is in the terminal where the judge runs")

// errFull is what others are told where the judge's disk is full.
var errFull = say.Errorf("the disk of the judge is full: nothing was lost").Hint("try again later")

// serve turns a route into a handler: it finds the visitor, bounds what is read, and reports errors.
func (s *Server) serve(r route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		v := &visit{Request: req, Lang: languageOf(w, req, s.Secure), nonce: nonceOf(req)}
		v.Body = http.MaxBytesReader(w, req.Body, max(r.body, smallBody))
		var err error
		if v.Person, err = s.whoAsks(req); err == nil {
			err = s.admit(r, v.Person)
		}
		if statusOf(err) == http.StatusUnauthorized && navigates(req) {
			w.Header().Set("X-Door", "closed") // by which the door's own script knows it
			err = s.render(w, v, "door", nil)
		} else if err == nil {
			err = r.handle(s, w, v)
		}
		if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
			err = refuse(http.StatusRequestEntityTooLarge, say.Errorf("the request is larger than %s, which is the most that is allowed", terminal.Size(large.Limit)))
		}
		if err != nil {
			s.tell(w, v, err)
		}
	})
}

// heavy is a handler whose pages take time to make: two are made at once, and for one person one.
func heavy(handle func(*Server, http.ResponseWriter, *visit) error) func(*Server, http.ResponseWriter, *visit) error {
	return func(s *Server, w http.ResponseWriter, v *visit) error {
		return s.drawing.once(v, func() error { return handle(s, w, v) })
	}
}

// manyReaders are as many as a heavy page is held to delay: one student has a fourth of a processor for such pages.
const manyReaders = 3

// smallBody is what a request may hold that brings no source.
const smallBody = 64 << 10

// admit tells why somebody may not go there.
func (s *Server) admit(r route, p history.Person) error {
	switch {
	case r.who == anyone:
		return nil
	case p.ID == 0:
		return refuse(http.StatusUnauthorized, say.Errorf("this judge is only for its members").Hint("open the link that you were given"))
	case r.who == teachers && !p.Teaches():
		return refuse(http.StatusForbidden, say.Errorf("only a teacher may do this"))
	}
	return nil
}

// tell answers with an error: as a page to a browser that navigates, else as JSON. A fault of the judge's own
// goes to its log, too.
func (s *Server) tell(w http.ResponseWriter, v *visit, err error) {
	code := statusOf(err)
	if own := map[int]error{http.StatusInternalServerError: errOwn, http.StatusInsufficientStorage: errFull}[code]; own != nil {
		if v.Context().Err() == nil {
			s.Log(err)
		}
		if !v.Person.Teaches() { // who serves may be told where things lie on the disk
			err = own
		}
	}
	if code == http.StatusTooManyRequests {
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
