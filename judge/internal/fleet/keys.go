package fleet

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nkeys"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
)

// key is the key of a worker or a client that the server knows.
type key struct {
	name   string
	role   Role
	public string
}

// Invite makes a key, keeps its public half in the server's folder, and returns the address that uses it. The server
// need not run; a running one knows the key at once. At is its host and port.
func Invite(dir, at, name string, r Role) (address string, err error) {
	if _, _, err := net.SplitHostPort(at); err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Join(dir, "keys"), 0o700); err != nil {
		return "", err
	}
	_, pin, err := identity(dir, time.Now())
	if err != nil {
		return "", err
	}
	if !validName(name) {
		return "", say.Errorf("%q is no name for a %s", name, string(r)).Hint("use letters, digits, - and _")
	}
	fileOf := func(r Role) string { return filepath.Join(dir, "keys", name+"."+string(r)) }
	for _, other := range []Role{WorkerRole, ClientRole} { // answers go to whoever has the name
		if _, err := os.Lstat(fileOf(other)); err == nil {
			return "", say.Errorf("%s: this name is taken", fileOf(other)).
				Hint("remove the file to throw it out, or choose another name")
		}
	}
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", err
	}
	seed, err := pair.Seed()
	if err != nil {
		return "", err
	}
	public, err := pair.PublicKey()
	if err != nil {
		return "", err
	}
	if err := tempfile.Replace(fileOf(r), []byte(public+"\n")); err != nil {
		return "", err
	}
	return Address{Host: at, Name: name, Seed: string(seed), Pin: pin}.String(), nil
}

// lookForKeys reads the keys in the hub's folder again.
func (h *Hub) lookForKeys() error {
	h.keys.Lock()
	defer h.keys.Unlock()
	return h.readKeys()
}

// readKeys reads the keys in the hub's folder again, and throws out who has lost one. The caller holds h.keys.
func (h *Hub) readKeys() error {
	files, err := os.ReadDir(filepath.Join(h.Dir, "keys"))
	if err != nil {
		return err
	}
	var keys []key
	for _, f := range files {
		name, r, ok := strings.Cut(f.Name(), ".")
		if !ok || Role(r) != WorkerRole && Role(r) != ClientRole || !validName(name) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(h.Dir, "keys", f.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed just now
		}
		public := strings.TrimSpace(string(text))
		if err != nil || !nkeys.IsValidPublicUserKey(public) {
			return say.Errorf("keys/%s: holds no public key", f.Name()).Hint("remove it, and make a new one")
		}
		keys = append(keys, key{name, Role(r), public})
	}
	lost := slices.DeleteFunc(h.known, func(k key) bool { return slices.Contains(keys, k) })
	h.known = keys
	for _, k := range lost {
		h.throwOut(k, 0)
	}
	return nil
}

// identity returns a server's certificate, which the first call makes, and its pin. Others know it by its pin alone. Its
// dates are far apart, so that wrong clocks do no harm.
func identity(dir string, now time.Time) (c tls.Certificate, pin string, err error) {
	certificate, private := filepath.Join(dir, "certificate.pem"), filepath.Join(dir, "private.pem")
	if _, err := os.Stat(certificate); errors.Is(err, fs.ErrNotExist) {
		if err := makeIdentity(certificate, private, now); err != nil {
			return c, "", err
		}
	}
	if c, err = tls.LoadX509KeyPair(certificate, private); err != nil {
		return c, "", say.Errorf("%s: %w", certificate, err).
			Hint("remove both .pem files; all workers then need new addresses")
	}
	return c, pinOf(c.Certificate[0]), nil
}

func makeIdentity(certificate, private string, now time.Time) error {
	pair, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return err
	}
	about := &x509.Certificate{SerialNumber: serial, Subject: pkix.Name{CommonName: "fleet"},
		NotBefore: now, NotAfter: now.AddDate(100, 0, 0)}
	shown, err := x509.CreateCertificate(rand.Reader, about, about, &pair.PublicKey, pair)
	if err != nil {
		return err
	}
	hidden, err := x509.MarshalPKCS8PrivateKey(pair)
	if err != nil {
		return err
	}
	of := func(kind string, der []byte) []byte { return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}) }
	if err := os.WriteFile(private, of("PRIVATE KEY", hidden), 0o600); err != nil {
		return err
	}
	return tempfile.Replace(certificate, of("CERTIFICATE", shown)) // last: its presence says that both are there
}
