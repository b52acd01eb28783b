package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// The students' programs: three that are right, and one that runs out of time in some cases.
var handedIn = []string{"bands", "hidden", "lowbit", "naive"}

const problem = "acwing166"

// lesson starts a server for a class, and compiles what will be handed in.
func (o options) lesson(bin, dir string) (*load, error) {
	s, err := start(bin, dir, ".", o.students)
	if err != nil {
		return nil, err
	}
	sources := make([]string, len(handedIn))
	for i, name := range handedIn {
		text, err := os.ReadFile("solutions/" + name + "/main.go")
		if err != nil {
			return nil, err
		}
		sources[i] = string(text)
	}
	teacher := s.tokens[o.students]
	for _, source := range sources { // so that what is measured is not four compiles
		id, err := s.submit(teacher, problem, source)
		if err == nil {
			err = s.follow(teacher, id, func(string) {})
		}
		if err != nil {
			return nil, err
		}
	}
	return &load{server: s, o: o, sources: sources, pages: s.pages(teacher)}, nil
}

// class is the load of a lesson: readers read pages, and students hand in as often as they may.
func (o options) class(out io.Writer, bin, dir string) error {
	l, err := o.lesson(bin, dir)
	if err != nil {
		return err
	}
	defer l.cmd.Process.Kill() // where an error leaves it running
	if o.attack {
		if err := l.judgeAgain(l.tokens[o.students]); err != nil {
			return err
		}
	}
	l.began, l.until = time.Now(), time.Now().Add(o.time)
	if err := l.run(); err != nil {
		return err
	}
	fmt.Fprintf(out, "pages: %d readers and %d students for %s: %d pages (%s), %s in the median, %s at the 99th percentile, %d failed\n",
		o.readers, o.students, o.time, len(l.took), strings.Join(l.pages, " "), at(l.took, .5), at(l.took, .99), l.failed.Load())
	if err := l.report(out); err != nil {
		return err
	}
	most, err := l.resident("VmHWM")
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "memory: the server took %.0f MiB at most\n", float64(most)/1024)
	return l.stop()
}

// pages are those that there are for everybody.
func (s *server) pages(token string) (there []string) {
	for _, path := range []string{"/", "/p/" + problem, "/status", "/play"} {
		if _, err := s.get(token, path); err == nil {
			there = append(there, path)
		}
	}
	return there
}

// load is a lesson that goes on.
type load struct {
	*server
	o            options
	began, until time.Time
	sources      []string
	pages        []string

	mu     sync.Mutex
	took   []time.Duration
	fault  error
	failed atomic.Int64
}

func (l *load) run() error {
	var all sync.WaitGroup
	first := 0
	if l.o.attack {
		first = 1 // the attacker does nothing else
		if err := l.attack(&all); err != nil {
			return err
		}
	}
	for i := range l.o.readers {
		all.Go(func() { l.read(i, l.tokens[first+i%(l.o.students-first)]) })
	}
	for i := first; i < l.o.students; i++ {
		all.Go(func() { l.handIn(i) })
	}
	all.Wait()
	return l.fault
}

// read asks for a page, looks at it for about a second, and asks for another: readers who all looked for exactly a second
// would come all at once for ever after a single pause of the server.
func (l *load) read(reader int, token string) {
	time.Sleep(time.Duration(reader) * time.Second / time.Duration(l.o.readers)) // they do not all begin at once
	for n := reader; time.Now().Before(l.until); n++ {
		began := time.Now()
		_, err := l.get(token, l.pages[n%len(l.pages)])
		took := time.Since(began)
		if err != nil {
			l.failed.Add(1)
		} else {
			l.mu.Lock()
			l.took = append(l.took, took)
			l.mu.Unlock()
		}
		time.Sleep(time.Second/2 + rand.N(time.Second))
	}
}

// handIn hands in as often as a student may, and follows each submission. A refused one is tried again.
func (l *load) handIn(student int) {
	time.Sleep(time.Duration(student) * 5 * time.Second / time.Duration(l.o.students)) // they do not all begin at once
	for n := student; time.Now().Before(l.until); n++ {
		id, err := l.submit(l.tokens[student], problem, l.sources[n%len(l.sources)])
		if r, ok := errors.AsType[refused](err); ok && r.code == http.StatusTooManyRequests {
			n--
		} else if err != nil {
			l.mu.Lock()
			l.fault = err
			l.mu.Unlock()
			return
		} else {
			go l.follow(l.tokens[student], id, func(string) {})
		}
		time.Sleep(time.Second)
	}
}
