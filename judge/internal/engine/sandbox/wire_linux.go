//go:build amd64 || arm64

package sandbox

import (
	"encoding/json"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
)

// The judge and its helper talk in JSON over a socket that keeps the bounds of messages.

// policy sets the walls of a helper for its whole life. All its programs have the same policy.
type policy struct {
	Step      int // of the ladder
	Kind      Policy
	Landlock  int // the newest version to use
	Readable  names
	Writable  names
	Scratch   string // the scratch folder, where the helper cannot mount one of its own
	Bytes     int64  // that all files it writes may have together
	Processes int
	Others    int // processes and threads that count towards its limit and are not its own
}

// inside reports whether the helper has namespaces of its own.
func (p *policy) inside() bool { return p.Step <= withNamespaces }

// ready is the helper's answer to a policy.
type ready struct {
	Walls   []string    // the walls in force, in words
	Trouble say.Message // why it cannot enforce the policy
}

// request is one run. Its standard input and output are sent with it as files, and last its cgroup, if it has one.
type request struct {
	Args, Env names
	Keep      []string // files of the scratch folder
	Dir       string   // "" is the scratch folder
	Limits
	Patience time.Duration
	More     int           // 1: a file for descriptor 3 travels beside it, too; 2: and one for 4
	Stall    time.Duration // that it may be idle before that is reported; 0 without a conversation
}

// reply is the answer to a request. While a program is idle in a conversation, replies may come that say only that.
type reply struct {
	Outcome               // without its files
	Setup   time.Duration // of CPU before the program began, not in that of the outcome
	Dirty   bool          // the scratch folder cannot be used again
	Trouble say.Message   // the judge's own fault: the program was never started

	Idle, Quiet time.Duration // it goes on, was idle for so long in all, and since it last used its processor
	Listens     bool          // and seems to wait for input
}

// cancel asks the helper to end the run it is in: a request without arguments.
type cancel struct{}

// names are texts without zero bytes that need not be UTF-8: arguments, and names of files.
type names []string

func (n names) MarshalJSON() ([]byte, error) {
	var all []byte
	for _, one := range n {
		all = append(append(all, one...), 0)
	}
	return json.Marshal(all)
}

func (n *names) UnmarshalJSON(text []byte) error {
	var all []byte
	err := json.Unmarshal(text, &all)
	*n = strings.Split(string(all), "\x00")
	*n = (*n)[:len(*n)-1]
	return err
}

// maxMessage is more than a socket's usual send buffer lets through.
const maxMessage = 256 << 10

func encode(message any) []byte {
	text, err := json.Marshal(message)
	if err != nil {
		panic(err) // there is nothing in it that JSON does not know
	}
	return text
}
