// Package companion receives problems from the browser extension Competitive Companion and imports them. It is a
// package of its own because HTTP takes longer to build than the rest of the judge, and grading does not need it.
package companion

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/packages/exchange"
	"sudokuoj/judge/internal/show/terminal"
)

// Ports lists the ports that the extension sends to without settings; the first is the default.
var Ports = []int{27121, 1327, 4244, 6174, 10042, 10043, 10045}

// Loopback listens on the port of this machine's own addresses: nothing outside it can connect.
func Loopback(port int) ([]net.Listener, error) {
	four, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, say.Errorf("port %d: %w", port, socketCause(err)).Hint("another tool listens there, so stop it, or take another port the extension sends to: %v", Ports)
	}
	port = four.Addr().(*net.TCPAddr).Port
	// "localhost" may mean the other address; a machine without it does without.
	if six, err := net.Listen("tcp6", net.JoinHostPort("::1", strconv.Itoa(port))); err == nil {
		return []net.Listener{four, six}, nil
	}
	return []net.Listener{four}, nil
}

func socketCause(err error) error {
	if e, ok := errors.AsType[*net.OpError](err); ok {
		return e.Err
	}
	return err
}

// Run imports what the extension sends to the listeners, and closes them in the end: when all
// problems of the first click have come (a whole contest may be one), or when the context is done. Each
// import is told to report, one at a time. ID "" makes each problem's own.
func Run(ctx context.Context, root, id string, listeners []net.Listener, report func(exchange.Imported, error)) error {
	ctx, done := context.WithCancel(ctx)
	defer done()
	r := &receiver{root: root, id: id, port: listeners[0].Addr().(*net.TCPAddr).Port, report: report, done: done}
	server := &http.Server{
		Handler:           r,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		MaxHeaderBytes:    64 << 10,
	}
	failed := make(chan error, len(listeners))
	for _, l := range listeners {
		go func() { failed <- server.Serve(l) }()
	}
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	closing, cancel := context.WithTimeout(context.Background(), 5*time.Second) // let the last answer go out
	defer cancel()
	return errors.Join(err, server.Shutdown(closing))
}

// receiver takes the extension's requests. Any page in the user's browser can send requests to this machine too, so
// it checks that they come from the extension. A page that poses as localhost has its own Host, and other pages have
// a web address as Origin. A page may not post JSON without asking first, and the answer is never yes, so the content
// type must be JSON.
type receiver struct {
	root, id string
	port     int
	report   func(exchange.Imported, error)
	done     func()

	mu    sync.Mutex
	batch string
	left  int
}

func (rc *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if code, why := rc.refuse(r); code != 0 {
		http.Error(w, why, code)
		return
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, exchange.MaxCompanion))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		io.CopyN(io.Discard, r.Body, mostDropped) // the sender reads the answer only after that
		err = say.Errorf("the request is larger than %s, which is the most that is allowed", terminal.Size(exchange.MaxCompanion))
		rc.tell(exchange.Imported{}, err)
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	rc.mu.Lock()
	defer rc.mu.Unlock()
	if rc.batch != "" && rc.left == 0 {
		http.Error(w, "done", http.StatusServiceUnavailable)
		return
	}
	imported, err := exchange.ImportCompanion(rc.root, data, rc.id)
	rc.report(imported, err)
	rc.count(data)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	fmt.Fprintf(w, "imported as %s\n", imported.ID)
}

// mostDropped is how many bytes of a request that is too large are read, so that its sender gets an answer.
const mostDropped = 256 << 20

func (rc *receiver) tell(i exchange.Imported, err error) {
	rc.mu.Lock()
	defer rc.mu.Unlock()
	rc.report(i, err)
}

// refuse returns the HTTP status for a request that cannot be the extension's, or 0.
func (rc *receiver) refuse(r *http.Request) (code int, why string) {
	host, port, err := net.SplitHostPort(r.Host)
	if err != nil || port != strconv.Itoa(rc.port) || host != "localhost" && host != "127.0.0.1" && host != "::1" {
		return http.StatusForbidden, "not this host"
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		if u, err := url.Parse(origin); err != nil || u.Scheme == "http" || u.Scheme == "https" || origin == "null" {
			return http.StatusForbidden, "not for web pages"
		}
	}
	if r.URL.Path != "/" {
		return http.StatusNotFound, "nothing here"
	}
	if r.Method != http.MethodPost {
		return http.StatusMethodNotAllowed, "POST only"
	}
	if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/json" {
		return http.StatusUnsupportedMediaType, "JSON only"
	}
	return 0, ""
}

// count notes that one more problem of the batch has come. A body that is not JSON is not counted.
func (rc *receiver) count(data []byte) {
	batch, size, ok := exchange.BatchOf(data)
	if !ok {
		return
	}
	if rc.batch == "" {
		rc.batch, rc.left = "first "+batch, max(size, 1)
	}
	if rc.batch == "first "+batch {
		rc.left--
	}
	if rc.left == 0 {
		rc.done()
	}
}
