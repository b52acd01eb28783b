package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

// class is the load of a lesson: all read pages, and hand in as often as they may.
func (o options) class(out io.Writer, bin, dir string) error {
	s, err := start(bin, dir, ".", o.students)
	if err != nil {
		return err
	}
	sources := make([]string, len(handedIn))
	for i, name := range handedIn {
		text, err := os.ReadFile("solutions/" + name + "/main.go")
		if err != nil {
			return err
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
			return err
		}
	}
	pages := s.pages(teacher)
	l := &load{server: s, o: o, until: time.Now().Add(o.time), began: time.Now(), sources: sources, pages: pages}
	if err := l.run(); err != nil {
		return err
	}
	fmt.Fprintf(out, "pages: %d readers and %d students for %s: %d pages (%s), %s in the median, %s at the 99th percentile, %d failed\n",
		o.readers, o.students, o.time, len(l.took), strings.Join(pages, " "), at(l.took, .5), at(l.took, .99), l.failed.Load())
	l.mu.Lock()
	fmt.Fprintf(out, "turns: %d submissions had theirs, after %s in the median, %s at the 99th percentile\n", len(l.waited), at(l.waited, .5), at(l.waited, .99))
	l.mu.Unlock()
	if err := l.report(out, teacher); err != nil {
		return err
	}
	return s.stop()
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
	waited []time.Duration // submissions for their turn, those of who attacks left out
	ids    []int
	fault  error
	failed atomic.Int64
}

func (l *load) run() error {
	var all sync.WaitGroup
	first := 0
	if l.o.attack {
		first = 1 // who attacks does nothing else
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

// read asks for a page, looks at it for a second, and asks for another.
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
		time.Sleep(time.Second)
	}
}

// handIn hands in as often as a student may; what is refused for being too much is tried again.
func (l *load) handIn(student int) {
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
			l.mu.Lock()
			l.ids = append(l.ids, id)
			l.mu.Unlock()
			go l.awaits(l.tokens[student], id)
		}
		time.Sleep(time.Second)
	}
}

// report tells what was judged in the time, and what the time went into.
func (l *load) report(out io.Writer, teacher string) error {
	elapsed := time.Since(l.began)
	var judged, waiting int
	var cpu, wall float64
	for _, id := range l.ids {
		text, err := l.get(teacher, fmt.Sprintf("/s/%d/json", id))
		if err != nil {
			return err
		}
		var run struct {
			Results []struct {
				Verdict string
				Cases   []struct {
					CPU  float64 `json:"cpu_ms"`
					Wall float64 `json:"wall_ms"`
				}
			}
		}
		if err := json.Unmarshal(text, &run); err != nil {
			return err
		}
		if run.Results[0].Verdict == "" {
			waiting++
		} else {
			judged++
		}
		for _, c := range run.Results[0].Cases {
			cpu, wall = cpu+c.CPU, wall+c.Wall
		}
	}
	share := func(ms float64) float64 { return ms / float64(elapsed.Milliseconds()) * 100 }
	_, err := fmt.Fprintf(out, "judging: %d handed in, %d judged in %.0f s, %.0f a minute, %d still wait; programs used the processor for %.0f %% of the time, and ran for %.0f %%\n",
		len(l.ids), judged, elapsed.Seconds(), float64(judged)/elapsed.Minutes(), waiting, share(cpu), share(wall))
	return err
}
