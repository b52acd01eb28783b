package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/show/terminal"
)

// hub is a fleet's server: NATS with JetStream in this process, behind TLS 1.3. It admits only workers and clients whose
// keys it knows. Its folder holds their public keys (keys/NAME.worker and keys/NAME.client), its certificate
// (certificate.pem, private.pem) and the store.
type hub struct {
	hubOptions
	server *server.Server
	pin    string
	tls    tls.Certificate
	client *fleet.Client // of the server itself

	own  key      // as which it comes
	home string   // the address that it uses
	lock *os.File // held while the store is in use

	mu    sync.Mutex
	known []key
	stop  context.CancelFunc
	ended sync.WaitGroup
}

type hubOptions struct {
	dir      string
	listen   string // host:port
	host     string // what others call it
	settings fleet.Settings
	tell     func(say.Message)
}

const (
	mostPayload = 8 << 20   // bytes of a message: the results of some hundred solutions
	mostMemory  = 512 << 20 // bytes of what is not on disk; by default NATS takes most of the machine's memory
	lookForKeys = time.Second
	started     = 30 * time.Second
	self        = "server" // the name that its own client has
)

// openHub starts a server. It ends with close, not with ctx; close stores everything that was sent.
func openHub(ctx context.Context, o hubOptions) (*hub, error) {
	h := &hub{hubOptions: o}
	if h.tell == nil {
		h.tell = func(say.Message) {}
	}
	if err := os.MkdirAll(filepath.Join(o.dir, "keys"), 0o700); err != nil {
		return nil, err
	}
	var err error
	if h.tls, h.pin, err = identity(o.dir, time.Now()); err != nil {
		return nil, err
	}
	pair, err := nkeys.CreateUser()
	if err != nil {
		return nil, err
	}
	public, err := pair.PublicKey()
	if err != nil {
		return nil, err
	}
	seed, err := pair.Seed()
	if err != nil {
		return nil, err
	}
	h.own = key{name: self, role: owner, public: public}
	if h.lock, err = lockStore(o.dir); err != nil {
		return nil, err
	}
	if err := h.start(); err != nil {
		h.lock.Close()
		return nil, err
	}
	h.home = h.address(here(h.server.Addr().(*net.TCPAddr).IP), self, string(seed))
	if h.client, err = fleet.Dial(ctx, h.home); err == nil {
		err = h.client.Prepare(ctx, o.settings)
	}
	if err != nil {
		h.close()
		return nil, err
	}
	ctx, h.stop = context.WithCancel(context.WithoutCancel(ctx))
	h.ended.Go(func() { h.look(ctx, h.client.AnswerDeadLetters) })
	h.ended.Go(func() {
		h.look(ctx, func(ctx context.Context) error { return h.client.Restore(ctx, o.settings) })
	})
	h.ended.Go(func() { h.look(ctx, h.makeRoom) })
	h.ended.Go(func() { h.watchKeys(ctx) })
	return h, nil
}

func (h *hub) start() error {
	keys, err := readKeys(h.dir)
	if err != nil {
		return err
	}
	options, err := h.options(keys)
	if err != nil {
		return err
	}
	h.known = keys
	if h.server, err = server.NewServer(options); err != nil {
		return err
	}
	h.server.Start()
	if !h.server.ReadyForConnections(started) {
		h.server.Shutdown()
		return say.Errorf("%s: the server does not start", h.listen).Hint("is something else listening there?")
	}
	return nil
}

func (h *hub) options(keys []key) (*server.Options, error) {
	host, text, err := net.SplitHostPort(h.listen)
	if err != nil {
		return nil, say.Errorf("-listen %s: write host:port, as in 0.0.0.0:4222", h.listen)
	}
	port, err := strconv.Atoi(text)
	if err != nil || port < 0 || port > 65535 {
		return nil, say.Errorf("-listen %s: write host:port, as in 0.0.0.0:4222", h.listen)
	}
	port = cmp.Or(port, server.RANDOM_PORT)
	if h.server != nil {
		port = h.server.Addr().(*net.TCPAddr).Port
	}
	o := &server.Options{}
	if err := o.ProcessConfigString(accounts(append(slices.Clone(keys), h.own))); err != nil {
		return nil, err
	}
	o.ServerName, o.Host, o.Port, o.NoSigs, o.NoLog, o.MaxPayload = "fleet", host, port, true, true, mostPayload
	o.JetStream, o.JetStreamMaxMemory, o.JetStreamMaxStore, o.DisableJetStreamBanner = true, mostMemory, fleet.MostStored, true
	o.StoreDir = filepath.Join(h.dir, "store")
	o.TLS, o.TLSHandshakeFirst, o.TLSTimeout = true, true, 10
	o.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{h.tls}}
	return o, nil
}

// look calls after repeatedly while the server runs, and shows its errors.
func (h *hub) look(ctx context.Context, after func(context.Context) error) {
	for ctx.Err() == nil {
		if err := after(ctx); err != nil && ctx.Err() == nil {
			h.tell(say.From(err))
		}
		interrupt.Pause(ctx, time.Second)
	}
}

// makeRoom removes results that take too much room, and names the worker that sent the most.
func (h *hub) makeRoom(ctx context.Context) error {
	freed, err := h.client.MakeRoom(ctx, h.settings)
	if freed > 0 {
		h.tell(say.Of("the stored results took too much room: the oldest %s were removed", terminal.Size(freed)).
			Hint("%s has sent the most; remove its key if nobody asked for that", h.loudest()))
	}
	return err
}

// loudest returns the name of the connected worker that has sent the most bytes.
func (h *hub) loudest() (name string) {
	all, err := h.server.Connz(&server.ConnzOptions{Sort: server.ByInBytes, Username: true})
	if err != nil {
		return "?"
	}
	for _, c := range all.Conns {
		if worker, ok := strings.CutPrefix(c.Account, workerAccount); ok {
			return worker
		}
	}
	return "?"
}

// watchKeys reads the keys again when another process made or removed some. The owner of a removed key is thrown out.
func (h *hub) watchKeys(ctx context.Context) {
	tick := time.NewTicker(lookForKeys)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := h.reload(); err != nil {
				h.tell(say.From(err))
			}
		}
	}
}

func (h *hub) reload() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	keys, err := readKeys(h.dir)
	if err != nil || slices.Equal(keys, h.known) {
		return err
	}
	for range 2 { // what an account asks of another one works only if it was there before
		options, err := h.options(keys)
		if err == nil {
			err = h.server.ReloadOptions(options)
		}
		if err != nil {
			return err
		}
	}
	h.known = keys
	return nil
}

// invite makes a key for a worker or a client and returns the address to connect with.
func (h *hub) invite(name string, r role) (string, error) {
	seed, err := newKey(h.dir, name, r)
	if err != nil {
		return "", err
	}
	return h.address(h.host, name, seed), h.reload()
}

// here returns the address at which a server that listens there reaches itself. On this machine, the name for others may
// lead elsewhere.
func here(ip net.IP) string {
	switch {
	case !ip.IsUnspecified():
		return ip.String()
	case ip.To4() != nil:
		return "127.0.0.1"
	}
	return "::1"
}

func (h *hub) address(host, name, seed string) string {
	port := h.server.Addr().(*net.TCPAddr).Port
	return fleet.Address{Host: net.JoinHostPort(host, strconv.Itoa(port)), Name: name, Seed: seed, Pin: h.pin}.String()
}

func (h *hub) close() {
	if h.stop != nil {
		h.stop()
		h.ended.Wait()
	}
	if h.client != nil {
		h.client.Close()
	}
	h.server.Shutdown()
	h.server.WaitForShutdown()
	h.lock.Close()
}

// lockStore keeps a second server out of the store: each would overwrite the other's files.
func lockStore(dir string) (*os.File, error) {
	file := filepath.Join(dir, "lock")
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, say.Errorf("%s: %w", file, say.Cause(err)).Hint("take another folder with -store")
	}
	if !tempfile.TryLock(f, tempfile.Alone) {
		f.Close()
		return nil, say.Errorf("-store %s: another fleet serve has it open", dir).Hint("end that one, or take another folder")
	}
	return f, nil
}
