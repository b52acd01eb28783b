package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
)

// Texts are stored in pieces, each under the client's name, the text's digest and its number. A worker may only read a
// piece by its subject. To read from NATS's own object store it would need the right to make consumers.
const (
	piece      = 512 << 10
	keepOnDisk = 4 << 30 // bytes of a worker's cache

	fetching = "new-" // begins the names of texts that are on their way
)

func (b Blob) pieces() int64 { return (b.Size + piece - 1) / piece }

func (b Blob) subject(client string, n int64) string {
	return fmt.Sprintf("%s%s.%s.%d", blobSubject, client, b.SHA256, n)
}

// text is the contents of a blob, in memory or on disk.
type text struct {
	Blob
	path string
	data string
}

// textOf reads a file for its digest.
func textOf(path string) (t text, err error) {
	f, err := os.Open(path)
	if err != nil {
		return t, err
	}
	defer f.Close()
	digest := sha256.New()
	size, err := io.Copy(digest, f)
	return text{Blob: Blob{hex.EncodeToString(digest.Sum(nil)), size}, path: path}, err
}

// put stores the texts that the server does not have, or that it would soon remove.
func (c *Client) put(ctx context.Context, texts []text) error {
	q := question{}
	byDigest := map[string]text{}
	for _, t := range texts {
		q.Texts, byDigest[t.SHA256] = append(q.Texts, t.Blob), t
	}
	a, err := c.ask(ctx, askTexts, q)
	if err != nil {
		return err
	}
	for _, b := range a.Texts {
		t := byDigest[b.SHA256]
		for n := range t.pieces() {
			own, err := t.piece(n)
			if err != nil {
				return err
			}
			if _, err := c.js.Publish(ctx, t.subject(c.name, n), own); err != nil {
				return err
			}
		}
	}
	return nil
}

// piece is the nth one of the text.
func (t text) piece(n int64) ([]byte, error) {
	size := min(piece, t.Size-n*piece)
	if t.path == "" {
		return []byte(t.data[n*piece:][:size]), nil
	}
	f, err := os.Open(t.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	own := make([]byte, size)
	if _, err := f.ReadAt(own, n*piece); err != nil { // EOF: it is shorter than before
		return nil, &fs.PathError{Op: "read", Path: t.path, Err: err}
	}
	return own, nil
}

// cache is a worker's folder of texts, each under its digest.
type cache struct {
	dir    string
	worker *Worker
	stream jetstream.Stream // nil until the server has it
	grown  bool             // since the last sweep
}

// path fetches a text unless it is there, and returns its file. A text whose digest differs from its name is an
// error.
func (c *cache) path(ctx context.Context, client string, b Blob) (string, error) {
	path := filepath.Join(c.dir, b.SHA256)
	if info, err := os.Stat(path); err == nil && info.Size() == b.Size {
		now := time.Now() // it is used: see sweep
		os.Chtimes(path, now, now)
		return path, nil
	}
	f, err := os.CreateTemp(c.dir, fetching)
	if err != nil {
		return "", err
	}
	defer os.Remove(f.Name()) // unless it was renamed
	err = c.fetch(ctx, client, b, f)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", err
	}
	c.grown = true
	return path, os.Rename(f.Name(), path)
}

var errMissing = say.Errorf("not in the store")

func (c *cache) fetch(ctx context.Context, client string, b Blob, to io.Writer) error {
	digest := sha256.New()
	for n := range b.pieces() {
		m, err := c.piece(ctx, b.subject(client, n))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return say.Errorf("text %s: piece %d of %d is %w", b.SHA256, n+1, b.pieces(), errMissing)
		}
		if err != nil {
			return err
		}
		digest.Write(m.Data)
		if _, err := to.Write(m.Data); err != nil {
			return err
		}
	}
	if got := hex.EncodeToString(digest.Sum(nil)); got != b.SHA256 {
		return say.Errorf("text %s: the store has a text with another digest there, %s", b.SHA256, got)
	}
	return nil
}

// piece asks for a piece until there is an answer: silence of the server does not mean that the text is missing.
func (c *cache) piece(ctx context.Context, subject string) (m *jetstream.RawStreamMsg, err error) {
	for {
		if c.stream == nil {
			c.stream, err = c.worker.js.Stream(ctx, blobs)
		}
		if c.stream != nil {
			m, err = c.stream.GetLastMsgForSubject(ctx, subject)
		}
		if err == nil || errors.Is(err, jetstream.ErrMsgNotFound) || !interrupt.Pause(ctx, time.Second) {
			return m, err
		}
	}
}

// sweep removes the files that were unused for the longest time, if there are too many, and the leftovers of a crash.
// It runs between jobs, so that no job loses its files.
func (c *cache) sweep(most int64) {
	if c.grown {
		tempfile.Expire(c.dir, keepBlobs, most, strings.Repeat("[0-9a-f]", 2*sha256.Size), fetching+"*")
	}
	c.grown = false
}
