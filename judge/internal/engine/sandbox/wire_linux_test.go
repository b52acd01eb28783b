//go:build amd64 || arm64

package sandbox

import (
	"reflect"
	"testing"

	"golang.org/x/sys/unix"
)

func TestMessagesArriveWhole(t *testing.T) {
	for _, test := range []struct {
		sent, got message
	}{
		{&policy{step: 2, kind: 3, landlock: 7, readable: []string{"/usr", ""}, writable: []string{}, scratch: "/tmp/x", bytes: 1 << 40, processes: -1, others: 3}, &policy{}},
		{&ready{walls: "Landlock", trouble: "\x00\xff"}, &ready{}},
		{&request{args: []string{"a", "b c"}, env: []string{}, keep: []string{"k"}, dir: "数", cpu: 1, wall: 2, patience: 6, memory: 3, output: 4}, &request{}},
		{&reply{end: 1, exit: -1, signal: 9, cpu: 1, wall: 2, setup: 3, peak: 4, contended: 1, dirty: 1, errors: "e", kept: []string{"k", "text"}, note: "n", trouble: "t"}, &reply{}},
	} {
		b := encode(test.sent)
		if !decode(b, test.got) || !reflect.DeepEqual(test.sent, test.got) {
			t.Errorf("sent %+v, got %+v", test.sent, test.got)
		}
		for i := range b {
			if decode(b[:i], reflect.New(reflect.TypeOf(test.got).Elem()).Interface().(message)) {
				t.Errorf("%T: the first %d of %d bytes were taken for the whole", test.sent, i, len(b))
			}
		}
	}
}

// TestGone: the end of the other side is told apart from a message that makes no sense.
func TestGone(t *testing.T) {
	here, there, err := newLink()
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(here.fd)
	unix.Write(there.fd, []byte("nonsense"))
	if _, err := here.receive(make([]byte, maxMessage), &ready{}); err == nil || err == errGone {
		t.Errorf("nonsense: %v", err)
	}
	unix.Close(there.fd)
	if _, err := here.receive(make([]byte, maxMessage), &ready{}); err != errGone {
		t.Errorf("after its end: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(encode(&request{args: []string{"a"}}))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, b []byte) {
		var r request
		if decode(b, &r) && len(r.args)+len(r.env) > len(b) {
			t.Errorf("%d bytes hold %d strings", len(b), len(r.args)+len(r.env))
		}
	})
}
