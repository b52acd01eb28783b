package web

import (
	"context"
	"crypto/tls"
	"errors"
	"log"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/netutil"

	"sudokuoj/judge/internal/base/crash"
	"sudokuoj/judge/internal/base/say"
)

// The time that a browser may take, and the number of browsers at once.
const (
	headerTime = 5 * time.Second // a slow browser holds a connection, and nothing else, for this long
	bodyTime   = 30 * time.Second
	answerTime = 3 * time.Minute  // a program in the run box also waits for its turn
	idleTime   = 15 * time.Second // an idle connection takes the place of another
	goodbye    = 5 * time.Second  // for answers that are under way when the judge ends

	maxConnections = 1024
	maxFromOne     = 128        // connections from one address outside this machine
	maxTogether    = pagesOfOne // requests at once within a connection of HTTP/2
)

// Serve serves on the listeners and judges submissions until the context is done. Then it ends gracefully. With a
// certificate it speaks only TLS.
func (s *Server) Serve(ctx context.Context, listeners []net.Listener, cert *tls.Certificate) error {
	runtime.GOMAXPROCS(threads())
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, WriteTimeout: answerTime, IdleTimeout: idleTime,
		MaxHeaderBytes: 16 << 10, ErrorLog: log.New(faults(s.Log), "", 0), ConnState: (&callers{from: map[string]int{}}).changed,
		HTTP2: &http.HTTP2Config{MaxConcurrentStreams: maxTogether},
	}
	if cert != nil {
		server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{*cert}, MinVersion: tls.VersionTLS12}
	}
	failed := make(chan error, len(listeners)+1)
	for _, l := range listeners {
		l = netutil.LimitListener(l, maxConnections)
		go func() {
			if cert != nil {
				failed <- server.ServeTLS(l, "", "")
			} else {
				failed <- server.Serve(l)
			}
		}()
	}
	judging, stop := context.WithCancel(ctx)
	judged := make(chan struct{})
	go func() {
		defer close(judged)
		defer crash.Tell(func(broken say.Message) { failed <- &say.Error{What: broken} })
		s.Judge(judging)
	}()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	stop()
	close(s.streams.leaving)
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
	defer cancel()
	if e := server.Shutdown(closing); errors.Is(e, context.DeadlineExceeded) {
		server.Close() // the other connections have had their time
	}
	<-judged
	return err
}

// callers counts the connections from each address, so that one machine cannot take all.
type callers struct {
	mu   sync.Mutex
	from map[string]int
}

// changed notes what a connection does, and closes one too many. The server calls it.
func (c *callers) changed(conn net.Conn, state http.ConnState) {
	host, _, _ := net.SplitHostPort(conn.RemoteAddr().String())
	c.mu.Lock()
	defer c.mu.Unlock()
	switch state {
	case http.StateNew:
		if c.from[host]++; c.from[host] > maxFromOne && !net.ParseIP(host).IsLoopback() { // a proxy may be on this machine
			conn.Close()
		}
	case http.StateClosed, http.StateHijacked:
		if c.from[host]--; c.from[host] == 0 {
			delete(c.from, host)
		}
	}
}

// faults hands what the server writes to its log, such as the panic of a handler, to the judge's own log.
type faults func(error)

func (f faults) Write(text []byte) (int, error) {
	if line, _, _ := strings.Cut(string(text), "\n"); strings.Contains(line, "panic") {
		f(say.Errorf("a request failed: %s", line))
	}
	return len(text), nil
}
