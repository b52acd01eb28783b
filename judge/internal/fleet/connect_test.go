package fleet

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
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
