//go:build amd64 || arm64

package sandbox

import (
	"encoding/binary"
	"encoding/json"

	"sudokuoj/judge/internal/base/say"
)

// The judge and its helper talk in messages over a socket that keeps their bounds. A message lists its
// fields once, in walk; one codec writes them and another reads them.
type codec interface {
	numbers(...*int64)
	texts(...*string)
	lists(...*[]string)
}

type message interface{ walk(codec) }

// policy sets the walls of a helper for its whole life. All its programs have the same policy.
type policy struct {
	step      int64 // of the ladder
	kind      int64 // a Policy
	landlock  int64 // the newest version to use
	readable  []string
	writable  []string
	scratch   string // the scratch folder, where the helper cannot mount one of its own
	bytes     int64  // that all files it writes may have together
	processes int64
	others    int64 // processes and threads that count towards its limit and are not its own
}

// inside reports whether the helper has namespaces of its own.
func (p *policy) inside() bool { return p.step <= withNamespaces }

func (p *policy) walk(c codec) {
	c.numbers(&p.step, &p.kind, &p.landlock, &p.bytes, &p.processes, &p.others)
	c.lists(&p.readable, &p.writable)
	c.texts(&p.scratch)
}

// ready is the helper's answer to a policy. A trouble is why it cannot enforce it.
type ready struct {
	walls   string // the walls in force, in words
	trouble string
}

func (r *ready) walk(c codec) {
	c.texts(&r.walls, &r.trouble)
}

// request is one run. Its standard input and output are sent with it as files, and last its cgroup, if it has one.
type request struct {
	args, env    []string
	keep         []string // files of the scratch folder
	dir          string   // "" is the scratch folder
	cpu, wall    int64    // nanoseconds; 0 is no bound
	patience     int64    // nanoseconds
	memory, data int64    // bytes it may use, and reserve; 0 is no bound
	output       int64    // bytes
	more         int64    // 1: a file for descriptor 3 travels beside it, too; 2: and one for 4
	stall        int64    // nanoseconds that it may be idle before that is reported; 0 without a conversation
}

func (r *request) walk(c codec) {
	c.lists(&r.args, &r.env, &r.keep)
	c.texts(&r.dir)
	c.numbers(&r.cpu, &r.wall, &r.patience, &r.memory, &r.output, &r.data, &r.more, &r.stall)
}

// reply is the answer to a request. A trouble is the judge's own fault: the program was never started. While a program
// is idle in a conversation, replies may come that say only that.
type reply struct {
	end, exit, signal int64
	cpu, wall         int64    // nanoseconds
	setup             int64    // nanoseconds of CPU before the program began, not in cpu
	peak              int64    // KiB
	contended         int64    // 1 is yes
	dirty             int64    // 1: the scratch folder cannot be used again
	idle, quiet       int64    // nanoseconds: it goes on, was idle for so long in all, and since it last used its processor
	listens           int64    // 1: and seems to wait for input
	errors            string   // the head of standard error
	kept              []string // name and beginning of each file that was kept
	note, trouble     string
}

func (r *reply) walk(c codec) {
	c.numbers(&r.end, &r.exit, &r.signal, &r.cpu, &r.wall, &r.setup, &r.peak, &r.contended, &r.dirty, &r.idle, &r.quiet, &r.listens)
	c.texts(&r.errors, &r.note, &r.trouble)
	c.lists(&r.kept)
}

// A note is sent as JSON, "" if there is none.

func noteText(m say.Message) string {
	if !m.Said() {
		return ""
	}
	text, _ := json.Marshal(m) // strings and numbers, always
	return string(text)
}

func noteOf(text string) (m say.Message) {
	if text != "" && json.Unmarshal([]byte(text), &m) != nil {
		return say.Text(text)
	}
	return m
}

// cancel asks the helper to end the run it is in. It has no fields: it is recognised by being empty.
type cancel struct{}

func (*cancel) walk(codec) {}

// maxMessage is more than a socket's usual send buffer lets through.
const maxMessage = 256 << 10

type writer struct{ b []byte }

func (w *writer) numbers(all ...*int64) {
	for _, n := range all {
		w.b = binary.AppendVarint(w.b, *n)
	}
}

func (w *writer) texts(all ...*string) {
	for _, s := range all {
		w.b = append(binary.AppendUvarint(w.b, uint64(len(*s))), *s...)
	}
}

func (w *writer) lists(all ...*[]string) {
	for _, l := range all {
		w.b = binary.AppendUvarint(w.b, uint64(len(*l)))
		for i := range *l {
			w.texts(&(*l)[i])
		}
	}
}

func encode(m message) []byte {
	w := writer{make([]byte, 0, 512)}
	m.walk(&w)
	if len(w.b) == 0 {
		return []byte{0}
	}
	return w.b
}

// reader takes a message apart; torn says that it was cut short.
type reader struct {
	b    []byte
	torn bool
}

func (r *reader) numbers(all ...*int64) {
	for _, n := range all {
		v, used := binary.Varint(r.b)
		r.skip(used)
		*n = v
	}
}

func (r *reader) skip(n int) {
	if n <= 0 {
		r.torn, r.b = true, nil
		return
	}
	r.b = r.b[n:]
}

func (r *reader) length() int {
	v, used := binary.Uvarint(r.b)
	r.skip(used)
	if v > uint64(len(r.b)) { // every element has a byte at least
		r.torn = true
		return 0
	}
	return int(v)
}

func (r *reader) texts(all ...*string) {
	for _, s := range all {
		n := r.length()
		*s = string(r.b[:n])
		r.b = r.b[n:]
	}
}

func (r *reader) lists(all ...*[]string) {
	for _, l := range all {
		*l = make([]string, r.length())
		for i := range *l {
			r.texts(&(*l)[i])
		}
	}
}

// decode reports whether b was such a message, whole.
func decode(b []byte, m message) bool {
	r := reader{b: b}
	m.walk(&r)
	return !r.torn
}
