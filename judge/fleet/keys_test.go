package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"sudokuoj/judge/internal/fleet"
)

// ownKey is the server's own key.
func ownKey(t *testing.T) key {
	t.Helper()
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return key{self, owner, public}
}

// TestKeys: which files in the folder are keys, which faults are reported, and which account each key gets.
func TestKeys(t *testing.T) {
	dir := t.TempDir()
	for name, r := range map[string]role{"ann": worker, "bob": worker, "cid": client} {
		seed, err := newKey(dir, name, r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := nkeys.FromSeed([]byte(seed)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "keys", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, other := range []string{"README", "a b.worker", "boss.owner", "0ld.worker.bak", ".worker"} {
		write(other, "no key")
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "keys", "0gone.worker")); err != nil {
		t.Skip(err)
	}
	keys, err := readKeys(dir)
	var names []string
	for _, k := range keys {
		names = append(names, k.name+"."+string(k.role))
	}
	if got := strings.Join(names, " "); err != nil || got != "ann.worker bob.worker cid.client" {
		t.Errorf("the keys are %s, %v", got, err)
	}
	h := &hub{hubOptions: hubOptions{listen: "127.0.0.1:0", dir: dir}, own: ownKey(t)}
	options, err := h.options(keys[:3])
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]string{}
	for _, u := range options.Nkeys {
		for _, k := range keys {
			if k.public == u.Nkey {
				of[k.name] = u.Account.Name
			}
		}
	}
	if got := fmt.Sprint(of); got != "map[ann:worker-ann bob:worker-bob cid:FLEET]" {
		t.Errorf("the accounts are %s", got)
	}
	if text := accounts(keys); strings.Count(text, `"response"`) != 1 || !strings.Contains(text, `{"response":"stream","service":"$JS.API.CONSUMER.MSG.NEXT.FLEET_JOBS.*"}`) {
		t.Errorf("the accounts are\n%s", text) // only who asks for jobs gets several answers
	}
	for _, text := range []string{"", "no key", keys[0].public[1:]} {
		write("bad.worker", text)
		if _, err := readKeys(dir); err == nil || !strings.Contains(err.Error(), "keys/bad.worker: holds no public key") {
			t.Errorf("with the key %q: %v", text, err)
		}
	}
	for _, name := range []string{"", self, "a b", "a.b", "-a", strings.Repeat("a", 42)} {
		if _, err := newKey(dir, name, client); err == nil || !strings.Contains(err.Error(), "use letters, digits, - and _") {
			t.Errorf("a key for %q: %v", name, err)
		}
	}
}

// TestListenOptions: port 0 means any free port, not the usual one of NATS.
func TestListenOptions(t *testing.T) {
	for listen, want := range map[string]int{"127.0.0.1:0": server.RANDOM_PORT, "127.0.0.1:1": 1, ":65535": 65535, ":65536": 0, ":-1": 0, ":http": 0, "127.0.0.1": 0} {
		o, err := (&hub{hubOptions: hubOptions{listen: listen}, own: ownKey(t)}).options(nil)
		if (err == nil) != (want != 0) || err == nil && o.Port != want || err != nil && !strings.Contains(err.Error(), "write host:port") {
			t.Errorf("%s: %v, %v", listen, o, err)
		}
	}
}

// TestIdentity: a server keeps its certificate. If the private key is missing, it reports that instead of making a new
// one.
func TestIdentity(t *testing.T) {
	dir := t.TempDir()
	_, first, err := identity(dir, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if _, again, err := identity(dir, time.Now().AddDate(200, 0, 0)); err != nil || again != first {
		t.Errorf("the second time its pin is %s, %v, and was %s", again, err, first)
	}
	if err := os.Remove(filepath.Join(dir, "private.pem")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := identity(dir, time.Now()); err == nil || !strings.Contains(err.Error(), "remove both .pem files") {
		t.Errorf("without its key: %v", err)
	}
}

// TestFill: what serve takes where nothing is said.
func TestFill(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", "/config")
	name, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	for _, test := range []struct{ dir, host, wantDir, wantHost string }{{"d", "h", "d", "h"}, {"", "h", "/config/sudokuoj/fleet", "h"}, {"d", "", "d", name}} {
		f := &serveFlags{hubOptions: hubOptions{dir: test.dir, host: test.host, settings: fleet.Settings{MaxJobs: 1, Lease: time.Second}}}
		if err := f.fill(); err != nil || f.host != test.wantHost || runtime.GOOS == "linux" && f.dir != test.wantDir {
			t.Errorf("-store %q -host %q: %s, %s, %v", test.dir, test.host, f.dir, f.host, err)
		}
	}
}
