package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nkeys"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/fleet"
)

// role decides what the owner of a key may do.
type role string

const (
	worker role = "worker"
	client role = "client"
	owner  role = "" // the server itself, which has no file
)

// key is the key of a worker or a client that the server knows.
type key struct {
	name   string
	role   role
	public string
}

// fleetAccount is the account that holds the streams. The server and its clients are in it; each worker has an
// account of its own, and asks across. The answer goes into that account, whatever subject the worker names for it.
// So a worker cannot make the server store or send something in the server's name.
const fleetAccount = "FLEET"

// workerAccount begins the name of a worker's account.
const workerAccount = "worker-"

// accounts writes the server's accounts in the language of its configuration.
func accounts(keys []key) string {
	type object map[string]any
	users := func(k key, rights fleet.Rights) []object {
		return []object{{"nkey": k.public, "permissions": object{"publish": rights.Publish, "subscribe": rights.Subscribe}}}
	}
	var inside, exports []object
	for _, subject := range fleet.WorkerRights("*").Publish {
		inside, several := fleet.Service(subject)
		one := object{"service": inside}
		if several {
			one["response"] = "stream"
		}
		exports = append(exports, one)
	}
	exports = append(exports, object{"stream": fleet.Bell})
	all := object{}
	for _, k := range keys {
		switch k.role {
		case client:
			inside = append(inside, users(k, fleet.ClientRights(k.name))...)
		case owner:
			inside = append(inside, users(k, fleet.ServerRights(k.name))...)
		default:
			rights := fleet.WorkerRights(k.name)
			imports := []object{{"stream": object{"account": fleetAccount, "subject": fleet.Bell}}}
			for _, subject := range rights.Publish {
				inside, _ := fleet.Service(subject)
				imports = append(imports, object{"service": object{"account": fleetAccount, "subject": inside}, "to": subject})
			}
			all[workerAccount+k.name] = object{"users": users(k, rights), "imports": imports}
		}
	}
	all[fleetAccount] = object{"jetstream": "enabled", "users": inside, "exports": exports}
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.Encode(object{"accounts": all}) // nothing in it cannot be written
	return text.String()
}

// newKey makes a key, keeps its public half in the server's folder, and returns the secret half, which is not stored.
func newKey(dir, name string, r role) (seed string, err error) {
	if !fleet.ValidName(name) || name == self {
		return "", say.Errorf("%q is no name for a %s", name, string(r)).Hint("use letters, digits, - and _")
	}
	fileOf := func(r role) string { return filepath.Join(dir, "keys", name+"."+string(r)) }
	for _, other := range []role{worker, client} { // answers go to whoever has the name
		if _, err := os.Lstat(fileOf(other)); err == nil {
			return "", say.Errorf("%s: this name is taken", fileOf(other)).Hint("remove the file to throw it out, or choose another name")
		}
	}
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", err
	}
	public, err := pair.PublicKey()
	if err != nil {
		return "", err
	}
	secret, err := pair.Seed()
	if err != nil {
		return "", err
	}
	file := fileOf(r)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return "", err
	}
	return string(secret), tempfile.Replace(file, []byte(public+"\n"))
}

// readKeys reads the keys in a server's folder.
func readKeys(dir string) (keys []key, err error) {
	files, err := os.ReadDir(filepath.Join(dir, "keys"))
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		name, r, ok := strings.Cut(f.Name(), ".")
		if !ok || role(r) != worker && role(r) != client || !fleet.ValidName(name) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, "keys", f.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed just now
		}
		public := strings.TrimSpace(string(text))
		if err != nil || !nkeys.IsValidPublicUserKey(public) {
			return nil, say.Errorf("keys/%s: holds no public key", f.Name()).Hint("remove it, and make a new one")
		}
		keys = append(keys, key{name, role(r), public})
	}
	return keys, nil
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
		return c, "", say.Errorf("%s: %w", certificate, err).Hint("remove both .pem files; all workers then need new addresses")
	}
	return c, fleet.Pin(c.Certificate[0]), nil
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
	about := &x509.Certificate{SerialNumber: serial, Subject: pkix.Name{CommonName: "fleet"}, NotBefore: now, NotAfter: now.AddDate(100, 0, 0)}
	shown, err := x509.CreateCertificate(rand.Reader, about, about, &pair.PublicKey, pair)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(pair)
	if err != nil {
		return err
	}
	if err := os.WriteFile(private, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600); err != nil {
		return err
	}
	return tempfile.Replace(certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: shown}))
}
