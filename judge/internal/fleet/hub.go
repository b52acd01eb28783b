package fleet

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/base/crash"
	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
)

// Hub is a fleet's server: NATS with JetStream in this process, behind TLS 1.3. It admits only workers and clients whose
// keys it knows. Its folder holds their public keys (keys/NAME.worker and keys/NAME.client), its certificate
// (certificate.pem, private.pem) and the store.
type Hub struct {
	HubOptions
	server *server.Server
	fleet  *server.Account // that holds the streams
	secret string          // by which the hub's own connection is known
	conn   *nats.Conn
	js     jetstream.JetStream
	lock   *os.File // held while the store is in use
	stop   context.CancelFunc
	ended  sync.WaitGroup

	keys  sync.Mutex // guards known
	known []key

	mu      sync.Mutex // guards what follows
	workers map[string]told
	shares  map[string]*share // by client
}

// HubOptions are the settings of a fleet, chosen by its owner.
type HubOptions struct {
	Dir     string
	Listen  string            // host:port
	MaxJobs int64             // that may wait; a client that sends more waits; 0 is no bound
	Lease   time.Duration     // a worker that is silent for so long has lost its job; 0 is half a minute
	Results int64             // bytes of the stored results; 0 for the usual
	Tell    func(say.Message) // hears what the owner should know; nil: nobody does
}

const (
	mostPayload = 4 << 20   // bytes of a message: the results of some hundred solutions
	mostUnread  = 16 << 20  // bytes that a connection may leave unread, or that wait to be stored
	mostMemory  = 512 << 20 // bytes of what is not on disk; by default NATS takes most of the machine's memory
	lookAround  = time.Second
	started     = 2 * time.Minute // a disk may be busy
)

// OpenHub starts a server. It ends with Close, not with ctx; Close stores everything that was sent.
func OpenHub(ctx context.Context, o HubOptions) (_ *Hub, err error) {
	h := &Hub{HubOptions: o, secret: rand.Text(), workers: map[string]told{}, shares: map[string]*share{}}
	h.Lease = cmp.Or(o.Lease, 30*time.Second)
	if h.Tell == nil {
		h.Tell = func(say.Message) {}
	}
	if err := os.MkdirAll(filepath.Join(o.Dir, "keys"), 0o700); err != nil {
		return nil, err
	}
	if h.lock, err = lockStore(o.Dir); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			h.Close()
		}
	}()
	if err := h.start(ctx); err != nil {
		return nil, err
	}
	ctx, h.stop = context.WithCancel(context.WithoutCancel(ctx))
	h.ended.Go(func() {
		defer crash.Tell(h.Tell)
		for interrupt.Pause(ctx, lookAround) {
			if err := h.lookForKeys(); err != nil && ctx.Err() == nil {
				h.Tell(say.From(err))
			}
		}
	})
	return h, nil
}

func (h *Hub) start(ctx context.Context) error {
	if err := h.lookForKeys(); err != nil {
		return err
	}
	options, err := h.options()
	if err != nil {
		return err
	}
	free, err := net.Listen("tcp", h.Listen) // the server would say nothing
	if err != nil {
		return say.Errorf("%s: the server cannot listen there: %w", h.Listen, say.Cause(err)).Hint("is something else listening there?")
	}
	free.Close()
	if h.server, err = server.NewServer(options); err != nil {
		return err
	}
	if h.fleet, err = h.server.RegisterAccount(hubAccount); err != nil {
		return err
	}
	if err := export(h.fleet); err != nil {
		return err
	}
	h.server.Start()
	if !h.server.ReadyForConnections(started) {
		return say.Errorf("%s: the server does not start", h.Listen)
	}
	if err := h.fleet.EnableJetStream(nil, nil); err != nil {
		return err
	}
	h.conn, err = nats.Connect("", nats.InProcessServer(h.server), nats.Token(h.secret), nats.MaxReconnects(-1),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})) // else it is printed: a flood is dropped
	if err != nil {
		return err
	}
	if h.js, err = jetstream.New(h.conn); err != nil {
		return err
	}
	if err := h.prepare(ctx); err != nil {
		return err
	}
	return h.listen()
}

func (h *Hub) options() (*server.Options, error) {
	host, text, err := net.SplitHostPort(h.Listen)
	port, bad := strconv.Atoi(text)
	if err != nil || bad != nil || port < 0 || port > 65535 {
		return nil, say.Errorf("-listen %s: not a host with its port", h.Listen).Hint("write host:port, as in 0.0.0.0:4222")
	}
	own, _, err := identity(h.Dir, time.Now())
	if err != nil {
		return nil, err
	}
	port = cmp.Or(port, server.RANDOM_PORT)
	o := &server.Options{CustomClientAuthentication: h, AlwaysEnableNonce: true}
	o.ServerName, o.Host, o.Port, o.NoSigs, o.NoLog, o.MaxPayload = "fleet", host, port, true, true, mostPayload
	o.JetStream, o.JetStreamMaxMemory, o.JetStreamMaxStore, o.DisableJetStreamBanner = true, mostMemory, mostStored, true
	o.MaxPending, o.StreamMaxBufferedSize = mostUnread, mostUnread
	o.StoreDir = filepath.Join(h.Dir, "store")
	o.TLS, o.TLSHandshakeFirst, o.TLSTimeout = true, true, 10
	o.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{own}}
	return o, nil
}

// Addr returns the address at which the server listens.
func (h *Hub) Addr() net.Addr { return h.server.Addr() }

// Close ends the server.
func (h *Hub) Close() {
	if h.stop != nil {
		h.stop()
		h.ended.Wait()
	}
	if h.conn != nil {
		h.conn.Close()
	}
	if h.server != nil {
		h.server.Shutdown()
		h.server.WaitForShutdown()
	}
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
		return nil, say.Errorf("-store %s: another fleet serve has it open", dir).
			Hint("end that one, or take another folder")
	}
	return f, nil
}
