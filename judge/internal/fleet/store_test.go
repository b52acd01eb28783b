package fleet

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// TestSweep: texts that were used last stay, however long ago they were fetched. Leftovers of a crash are removed.
func TestSweep(t *testing.T) {
	c := &cache{dir: t.TempDir(), grown: true}
	now := time.Now()
	lay := func(name string, size int, age time.Duration) {
		t.Helper()
		path := filepath.Join(c.dir, name)
		var err error
		if strings.HasPrefix(name, checkerFolder) {
			err = os.MkdirAll(filepath.Join(path, "problems"), 0o700)
		} else {
			err = os.WriteFile(path, make([]byte, size), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	a, b, small := blobOf([]byte("a")), blobOf([]byte("b")), blobOf([]byte("c"))
	a.Size, b.Size, small.Size = 1000, 1000, 10
	lay(a.SHA256, 1000, 3*time.Hour) // fetched first and used by the last job
	lay(b.SHA256, 1000, 2*time.Hour)
	lay(small.SHA256, 10, time.Hour)
	lay("new-crashed", 5, 48*time.Hour)
	lay("new-arriving", 5, time.Minute)
	lay("checker-old", 0, 48*time.Hour)
	lay("checker-new", 0, time.Minute)
	if _, err := c.path(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	c.sweep(now, 1500)
	var left []string
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		left = append(left, e.Name())
	}
	want := []string{a.SHA256, small.SHA256, "checker-new", "new-arriving"}
	slices.Sort(want)
	if !slices.Equal(left, want) {
		t.Errorf("left are %q, want %q", left, want)
	}
}

// late is a stream whose server says that it is later.
type late struct {
	jetstream.Stream
	by     time.Duration
	refuse error // of a purge
}

func (l late) CachedInfo() *jetstream.StreamInfo {
	info := *l.Stream.CachedInfo()
	info.TimeStamp = info.TimeStamp.Add(l.by)
	return &info
}

func (l late) Purge(ctx context.Context, opts ...jetstream.StreamPurgeOpt) error {
	if l.refuse != nil {
		return l.refuse
	}
	return l.Stream.Purge(ctx, opts...)
}

// rival stores something else just before a text is stored, so many times; refuse is an error of the store.
type rival struct {
	jetstream.JetStream
	times  int
	refuse error
}

func (r *rival) Publish(ctx context.Context, subject string, data []byte, opts ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	if r.refuse != nil {
		return nil, r.refuse
	}
	if r.times--; r.times >= 0 {
		if _, err := r.JetStream.Publish(ctx, subject, []byte("evil")); err != nil {
			return nil, err
		}
	}
	return r.JetStream.Publish(ctx, subject, data, opts...)
}

// silent is a stream whose server answers after so many questions.
type silent struct {
	jetstream.Stream
	times int
}

func (s *silent) GetLastMsgForSubject(context.Context, string) (*jetstream.RawStreamMsg, error) {
	if s.times--; s.times >= 0 {
		return nil, nats.ErrTimeout
	}
	return &jetstream.RawStreamMsg{}, nil
}

// TestPiece: a piece is asked for until the server answers, or the worker ends.
func TestPiece(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for times, want := range map[int]bool{0: true, 3: true, 30: false} {
			ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
			m, err := (&cache{stream: &silent{times: times}}).piece(ctx, "s")
			if stop(); (m != nil) != want || (err == nil) != want {
				t.Errorf("after %d silences: %v, %v", times, m, err)
			}
		}
	})
}

// TestPut: what is stored stays if it is right and new enough, and nobody else's text stays in its place.
func TestPut(t *testing.T) {
	h := inside(t, -1)
	stream, err := h.js.Stream(t.Context(), blobs)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("longer"), 0o600); err != nil {
		t.Fatal(err)
	}
	if shrunk, err := textOf(file); err != nil || os.Truncate(file, 3) != nil || !errors.Is(shrunk.put(t.Context(), h.js, stream), io.EOF) {
		t.Errorf("a file that is shorter now is stored, %v", err)
	}
	no := errors.New("no")
	for _, test := range []struct {
		name   string
		before string // the stored text
		age    time.Duration
		rival  rival
		purge  error
		want   string // the error
		kept   bool
	}{
		{"nothing is there", "", 0, rival{}, nil, "", false},
		{"it is there", "x", 0, rival{}, nil, "", true},
		{"for not quite long enough", "x", keepBlobs/2 - 1, rival{}, nil, "", true},
		{"for long", "x", keepBlobs / 2, rival{}, nil, "", false},
		{"something else is there", "y", 0, rival{}, nil, "", false},
		{"something else, which cannot be removed", "y", 0, rival{}, no, "no", true},
		{"somebody is quicker", "", 0, rival{times: 1}, nil, "", false},
		{"somebody is quicker four times", "", 0, rival{times: mostPuts - 1}, nil, "", false},
		{"always", "", 0, rival{times: mostPuts}, nil, "text " + blobOf([]byte("x")).SHA256 + ": somebody keeps replacing it: ", false},
		{"the store is full", "", 0, rival{refuse: no}, nil, "no", false},
	} {
		x := text{Blob: blobOf([]byte("x")), data: "x"}
		if err := stream.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		seq := uint64(0)
		by := test.age
		if test.before != "" {
			if _, err := h.js.Publish(t.Context(), x.subject(0), []byte(test.before)); err != nil {
				t.Fatal(err)
			}
			m, err := stream.GetLastMsgForSubject(t.Context(), x.subject(0))
			if err != nil {
				t.Fatal(err)
			}
			seq = m.Sequence
			by -= stream.CachedInfo().TimeStamp.Sub(m.Time)
		}
		test.rival.JetStream = h.js
		err := x.put(t.Context(), &test.rival, late{stream, by, test.purge})
		m, _ := stream.GetLastMsgForSubject(t.Context(), x.subject(0))
		if (err != nil) != (test.want != "") || err != nil && !strings.HasPrefix(err.Error(), test.want) || test.want == "" && string(m.Data) != "x" || test.kept != (m != nil && m.Sequence == seq) {
			t.Errorf("%s: stored is %+v, %v, want %s", test.name, m, err, test.want)
		}
	}
}
