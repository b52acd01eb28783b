package fleet

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// TestAbsent: after which errors a client waits for the server. A server that hangs up may be reading its keys again.
func TestAbsent(t *testing.T) {
	for err, want := range map[error]bool{
		fmt.Errorf("%w: after the handshake: %w", nats.ErrTLS, io.EOF): true,
		fmt.Errorf("dial: %w", &net.OpError{Err: io.ErrClosedPipe}):    true,
		nats.ErrNoServers: true, nats.ErrTimeout: true,
		nats.ErrAuthorization: false, nats.ErrTLS: false, errors.New("another certificate"): false,
	} {
		if got := absent(err); got != want {
			t.Errorf("%v: %t", err, got)
		}
	}
	for err, want := range map[error]bool{
		jetstream.ErrStreamNotFound: true, nats.ErrNoResponders: true, nats.ErrTimeout: true, context.DeadlineExceeded: true, nats.ErrDisconnected: true,
		nats.ErrReconnectBufExceeded: true, nats.ErrConnectionReconnecting: true, jetstream.ErrJetStreamNotEnabled: true,
		fmt.Errorf("put: %w", nats.ErrTimeout): true, nats.ErrPermissionViolation: false, errors.New("disk full"): false,
	} {
		if got := away(err); got != want {
			t.Errorf("%v: away is %t", err, got)
		}
	}
}

// gate stands in for a server. Each word says what the next one who comes meets: nobody, a server that hangs up, one that
// does not know the key, one that does. The last word holds for all others.
type gate struct {
	callOff     func()
	certificate tls.Certificate
	words       []string
	tried       int
}

func (g *gate) Dial(string, string) (net.Conn, error) {
	word := g.words[min(g.tried, len(g.words)-1)]
	g.tried++
	if word == "calls-off" {
		g.callOff()
	}
	if word == "nobody" || word == "calls-off" {
		return nil, &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	}
	here, there := net.Pipe()
	go func() {
		defer there.Close()
		c := tls.Server(there, &tls.Config{Certificates: []tls.Certificate{g.certificate}})
		if c.Handshake() != nil || word == "hangs" {
			return
		}
		fmt.Fprint(c, `INFO {"server_id":"g","version":"2.15.0","proto":1,"tls_required":true,"max_payload":1000,"nonce":"n"}`+"\r\n")
		for lines := bufio.NewScanner(c); lines.Scan(); {
			if lines.Text() != "PING" {
				continue
			}
			if word == "refuses" {
				fmt.Fprint(c, "-ERR 'Authorization Violation'\r\n")
				return
			}
			fmt.Fprint(c, "PONG\r\n")
		}
	}()
	return here, nil
}

// newKey makes a key, and returns both of its halves.
func newKey(t *testing.T) (public, seed string) {
	t.Helper()
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	if public, err = pair.PublicKey(); err != nil {
		t.Fatal(err)
	}
	secret, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	return public, string(secret)
}

// TestConnect: how long a connection is tried, and what is said in the end.
func TestConnect(t *testing.T) {
	site := httptest.NewTLSServer(nil)
	site.Close()
	_, seed := newKey(t)
	good := Address{"127.0.0.1:1", "w", seed, Pin(site.TLS.Certificates[0].Certificate[0])}
	wrong, spoilt := good, good
	wrong.Pin, spoilt.Seed = strings.Repeat("0", 64), "SU"
	for _, test := range []struct {
		address Address
		meets   string
		want    string
		took    time.Duration
	}{
		{good, "knows", "", 0},
		{good, "nobody nobody nobody knows", "", 1500 * time.Millisecond},
		{good, "hangs knows", "", 500 * time.Millisecond},
		{good, "nobody", "127.0.0.1:1 as w: nats: no servers available", 10 * time.Second},
		{good, "refuses refuses knows", "", time.Second},
		{good, "refuses", "127.0.0.1:1 as w: the server does not know this key\nhint: make a new one with fleet serve -new-worker", 5 * time.Second},
		{good, strings.Repeat("nobody ", 12) + "refuses", "127.0.0.1:1 as w: the server does not know this key\nhint: make a new one with fleet serve -new-worker", 6 * time.Second},
		{wrong, "knows", "127.0.0.1:1 as w: the server shows another certificate than the pinned one", 0},
		{spoilt, "knows", "127.0.0.1:1: the key of w is not valid: ", 0},
		{Address{Host: "h", Name: "w"}, "knows", "tls://w:xxxxx@h?pin=: it lacks a name or the server's pin\nhint: ", 0},
		{good, "nobody nobody calls-off", "context canceled", time.Second},
	} {
		wound(t, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			start := time.Now()
			conn, js, err := connect(ctx, test.address.String(), 10*time.Second, nats.SetCustomDialer(&gate{stop, site.TLS.Certificates[0], strings.Fields(test.meets), 0}))
			if err == nil {
				defer conn.Close()
			}
			if (js != nil) != (test.want == "") || err != nil && (test.want == "" || !strings.HasPrefix(err.Error(), test.want)) || time.Since(start) != test.took {
				t.Errorf("who meets %s: %v after %v, want %s after %v", test.meets, err, time.Since(start), test.want, test.took)
			}
		})
	}
}

// TestAddresses: which addresses are refused, and why.
func TestAddresses(t *testing.T) {
	pin := strings.Repeat("0", 64)
	for text, want := range map[string]string{
		"tls://w:SEED@h:4222?pin=" + pin:       "",
		"":                                     "which fleet?",
		"%":                                    "no address",
		"tls:":                                 "no address",
		"tls:///?pin=" + pin:                   "no address",
		"tls://h:4222?pin=" + pin:              "no address",
		"nats://w:SEED@h:4222?pin=" + pin:      "over TLS only",
		"tls://:SEED@h:4222?pin=" + pin:        "it lacks a name",
		"tls://w w:SEED@h:4222?pin=" + pin:     "no address",
		"tls://w.w:SEED@h:4222?pin=" + pin:     "it lacks a name",
		"tls://w:SEED@h:4222?pin=" + pin + "0": "it lacks a name",
		"tls://w:SEED@h:4222?pin=" + pin[1:]:   "it lacks a name",
		"tls://w:SEED@h:4222":                  "it lacks a name",
	} {
		a, err := ParseAddress(text)
		if (err == nil) != (want == "") || err != nil && (!strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "SEED")) {
			t.Errorf("%q: %+v, %v", text, a, err)
		}
	}
	if a, err := ParseAddress("tls://w:SEED@h:4222?pin=" + pin); err != nil || a != (Address{"h:4222", "w", "SEED", pin}) {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestPinned: only the certificate with the known digest is accepted.
func TestPinned(t *testing.T) {
	right := []byte("certificate")
	for _, test := range []struct {
		shown [][]byte
		want  bool
	}{{[][]byte{right}, true}, {[][]byte{right, []byte("above")}, true}, {[][]byte{[]byte("other")}, false}, {[][]byte{[]byte("other"), right}, false}, {nil, false}} {
		if err := pinned(Pin(right)).VerifyPeerCertificate(test.shown, nil); (err == nil) != test.want {
			t.Errorf("%q: %v", test.shown, err)
		}
	}
}
