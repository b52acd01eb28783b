package fleet

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"net/url"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
)

// Address holds the place of a fleet's server and the user's name and secret key there. It belongs in an environment
// variable, not on a command line that others can list.
type Address struct {
	Host string // with its port
	Name string
	Seed string // of the nkey
	Pin  string // the SHA-256 of the server's certificate
}

// String is the address as ParseAddress reads it: tls://NAME:SEED@HOST:PORT?pin=DIGEST.
func (a Address) String() string {
	u := url.URL{Scheme: "tls", User: url.UserPassword(a.Name, a.Seed), Host: a.Host, RawQuery: "pin=" + a.Pin}
	return u.String()
}

// ParseAddress reads an address.
func ParseAddress(text string) (a Address, err error) {
	if text == "" {
		return a, say.Errorf("which fleet? Say -fleet URL, or put its address into FLEET").
			Hint("fleet serve -new-worker NAME, or -new-client NAME, prints one")
	}
	u, err := url.Parse(text)
	if err == nil && u.Scheme == "tls" && u.Host != "" && u.User != nil { // a fleet is reached over TLS only
		a = Address{Host: u.Host, Name: u.User.Username(), Pin: u.Query().Get("pin")}
		a.Seed, _ = u.User.Password()
	}
	if !validName(a.Name) || len(a.Pin) != 2*sha256.Size {
		return a, say.Errorf("that is no address of a fleet: tls://, a name with its key, the server and its pin").
			Hint("copy the whole line that fleet serve -new-worker NAME, or -new-client NAME, printed")
	}
	return a, nil
}

// connect connects to the server of a fleet. It waits as long as patience for a server that is absent. A refusal is an
// error at once. If a connected server goes away, the connection waits for it without end.
func connect(ctx context.Context, a Address, patience time.Duration, on ...nats.Option) (*nats.Conn, jetstream.JetStream, error) {
	pair, err := nkeys.FromSeed([]byte(a.Seed))
	if err != nil {
		return nil, nil, say.Errorf("%s: the key of %s is not valid: %w", a.Host, a.Name, err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		return nil, nil, err
	}
	options := append([]nats.Option{
		nats.Name(a.Name), nats.Secure(pinned(a.Pin)), nats.TLSHandshakeFirst(), nats.Nkey(public, pair.Sign),
		nats.CustomInboxPrefix(inbox(a.Name)), nats.PermissionErrOnSubscribe(true), nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(250*time.Millisecond, 250*time.Millisecond),
		nats.PingInterval(5 * time.Second), nats.Timeout(10 * time.Second), nats.ReconnectBufSize(-1),
	}, on...)
	begun := time.Now()
	for {
		conn, err := nats.Connect("tls://"+a.Host, options...)
		if err == nil {
			js, err := jetstream.NewWithAPIPrefix(conn, remoteAPI)
			return conn, js, err
		}
		if !absent(err) || time.Since(begun) > patience {
			return nil, nil, say.Errorf("%s as %s: %w", a.Host, a.Name, refused(err))
		}
		if !interrupt.Pause(ctx, 500*time.Millisecond) {
			return nil, nil, ctx.Err()
		}
	}
}

// absent reports whether an error means that the server may still come, and has not refused.
func absent(err error) bool {
	_, network := errors.AsType[*net.OpError](err)
	return network || errors.Is(err, io.EOF) || errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout)
}

func refused(err error) error {
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return say.Errorf("the server does not know this key").Hint("make a new one with fleet serve -new-worker")
	case errors.Is(err, errOtherServer):
		return errOtherServer // without the words of TLS around it
	}
	return err
}

var errOtherServer error = say.Errorf("the server shows another certificate than the pinned one")

// pinned accepts only the certificate with this digest. Its dates do not matter, since clocks may be wrong.
func pinned(pin string) *tls.Config {
	return &tls.Config{
		MinVersion:         tls.VersionTLS13,
		InsecureSkipVerify: true, // of names and dates: what follows is stricter
		VerifyPeerCertificate: func(raw [][]byte, _ [][]*x509.Certificate) error {
			if len(raw) == 0 || pinOf(raw[0]) != pin {
				return errOtherServer
			}
			return nil
		},
	}
}

// pinOf returns the digest of a server's certificate that its address contains.
func pinOf(certificate []byte) string {
	sum := sha256.Sum256(certificate)
	return hex.EncodeToString(sum[:])
}

// inbox returns the subject prefix for answers to this name; nobody else may subscribe to it.
func inbox(name string) string { return "_INBOX_" + name }
