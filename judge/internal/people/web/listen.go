package web

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// The time that a browser may take, and the number of browsers at once.
const (
	headerTime = 5 * time.Second // a slow browser holds a connection, and nothing else, for this long
	bodyTime   = 30 * time.Second
	answerTime = 2 * time.Minute // a program in the run box also waits for its turn
	idleTime   = time.Minute
	goodbye    = 5 * time.Second // for answers that are under way when the judge ends

	maxConnections = 1024
	maxFromOne     = 128 // connections from one address outside this machine
	maxTogether    = 48  // requests at once within a connection of HTTP/2: a person's streams, and some more
)

// Serve serves on the listeners and judges submissions until the context is done. Then it ends gracefully. With a
// certificate it speaks only TLS.
func (s *Server) Serve(ctx context.Context, listeners []net.Listener, cert *tls.Certificate) error {
	d := &connections{all: map[net.Conn]*connection{}}
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, WriteTimeout: answerTime, IdleTimeout: idleTime,
		MaxHeaderBytes: 16 << 10, ErrorLog: log.New(io.Discard, "", 0), ConnState: d.changed,
		HTTP2: &http.HTTP2Config{MaxConcurrentStreams: maxTogether},
	}
	if cert != nil {
		server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{*cert}, MinVersion: tls.VersionTLS12}
	}
	failed := make(chan error, len(listeners))
	for _, l := range listeners {
		go func() {
			if cert != nil {
				failed <- server.ServeTLS(limited{l, d}, "", "")
			} else {
				failed <- server.Serve(limited{l, d})
			}
		}()
	}
	judging, stop := context.WithCancel(ctx)
	judged := make(chan struct{})
	go func() {
		s.Judge(judging)
		close(judged)
	}()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	stop()
	s.streams.end()
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
	defer cancel()
	if e := server.Shutdown(closing); errors.Is(e, context.DeadlineExceeded) {
		server.Close() // the other connections have had their time
	}
	<-judged
	return err
}

// connections limits the number of connections. A new one beyond the limit replaces the connection that has idled
// longest. If none idles, the new one is closed.
type connections struct {
	mu  sync.Mutex
	all map[net.Conn]*connection
}

type connection struct {
	address string
	idles   bool
	since   time.Time
}

// limited is a listener that limits its connections.
type limited struct {
	net.Listener
	*connections
}

// Accept waits for a connection for which there is room.
func (e limited) Accept() (net.Conn, error) {
	for {
		c, err := e.Listener.Accept()
		if err != nil || e.admit(c) {
			return c, err
		}
		c.Close()
	}
}

func (d *connections) admit(c net.Conn) bool {
	host, _, _ := net.SplitHostPort(c.RemoteAddr().String())
	ip := net.ParseIP(host)
	from := 0
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, g := range d.all {
		if g.address == host {
			from++
		}
	}
	crowd := from >= maxFromOne && !ip.IsLoopback()
	if (crowd || len(d.all) >= maxConnections) && !d.closeIdle(host, crowd) {
		return false
	}
	d.all[c] = &connection{address: host, idles: true, since: time.Now()}
	return true
}

// closeIdle closes the connection that has idled longest, among those from one address or among all. It returns false
// if none idles.
func (d *connections) closeIdle(address string, only bool) bool {
	var longest net.Conn
	for c, g := range d.all {
		if g.idles && (!only || g.address == address) && (longest == nil || g.since.Before(d.all[longest].since)) {
			longest = c
		}
	}
	if longest == nil {
		return false
	}
	delete(d.all, longest)
	longest.Close()
	return true
}

// changed notes what a connection does. The server calls it.
func (d *connections) changed(c net.Conn, state http.ConnState) {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	g := d.all[c]
	if g == nil {
		return
	}
	switch state {
	case http.StateClosed, http.StateHijacked:
		delete(d.all, c)
	default:
		g.idles, g.since = state != http.StateActive, time.Now()
	}
}
