// Package sandbox runs one program on one input within limits and says what it did. It alone has a
// clock and touches the kernel: how a child is started, walled in, measured, killed and reaped is
// known here and nowhere else. What an outcome means for a grade is for others to say.
package sandbox

import (
	"errors"
	"os"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/say"
)

// Options choose how a Sandbox works.
type Options struct {
	MaxStep int // the strongest step of the ladder to try, 1 to 5; 0 is the strongest there is
}

// Command is one program to be run, and what it may have.
type Command struct {
	Args     []string // Args[0] is an absolute path, and may always be read
	Env      []string // the environment, to which HOME and TMPDIR in the scratch folder are added if missing; nil is PATH and LANG
	Dir      string   // working folder; "" is a fresh empty scratch folder, removed afterwards
	Stdin    *os.File // read from its start; nil is an empty input
	Results  bool     // it gets a descriptor more, number 3, to write to: what it prints stays apart from that
	Readable []string // files and folders it may read and execute, besides the system's libraries and runtimes
	Writable []string // folders it may write in, besides its scratch folder (a compiler's output folder)
	Limits   Limits
}

// Limits holds a program to its bounds. A zero is no bound, except as said.
type Limits struct {
	CPU       time.Duration // user + system time of the whole process tree
	Wall      time.Duration // 0 is 2 x CPU + 1 s
	Memory    int64         // bytes
	Output    int64         // bytes of standard output; 0 is 64 MiB
	Scratch   int64         // bytes a file it writes may have, and all in its scratch folder; 0 is 64 MiB
	Processes int           // processes and threads; 0 is 256
}

// End says what ended a run.
type End int

const (
	Exited      End = iota // by itself: see Exit and Signal
	CPULimit               // it used up its CPU time
	WallLimit              // it was still there, idle, when the wall guard rang
	MemoryLimit            // it wanted more memory than allowed
	OutputLimit            // it printed more than allowed
	Interrupted            // the context was cancelled
)

// Outcome is what a program did. Its owner calls Close.
type Outcome struct {
	End       End
	Exit      int    // exit status; -1 if a signal ended it
	Signal    string // "SIGSEGV", "" if no signal ended it
	CPU, Wall time.Duration
	PeakKiB   int64
	Stdout    *os.File    // what it printed, rewound; never nil
	Results   *os.File    // what it wrote to descriptor 3, rewound; nil unless that was asked for
	Stderr    []byte      // the head of its standard error, at most 64 KiB
	Contended bool        // others took the processor while it wanted to run
	Note      say.Message // what the judge should say of this run ("the helper died and was restarted"), often nothing
}

// Close gives back the output files.
func (o *Outcome) Close() error {
	var errs []error
	for _, f := range []*os.File{o.Stdout, o.Results} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}

const (
	defaultOutput    = 64 << 20
	defaultScratch   = 64 << 20
	defaultProcesses = 256
	keptErrors       = 64 << 10 // how much of standard error an outcome shows
)

// filled puts in what a zero stands for.
func (l Limits) filled() Limits {
	if l.Wall == 0 {
		l.Wall = 2*l.CPU + time.Second
	}
	if l.Output == 0 {
		l.Output = defaultOutput
	}
	if l.Scratch == 0 {
		l.Scratch = defaultScratch
	}
	if l.Processes == 0 {
		l.Processes = defaultProcesses
	}
	return l
}

// environment adds the scratch folder where env does not say otherwise; nil is a minimal one.
func environment(env []string, scratch string) []string {
	if len(env) == 0 {
		env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"}
	}
	env = slices.Clip(env) // what is added is not for the caller
	for _, name := range []string{"HOME=", "TMPDIR="} {
		if !slices.ContainsFunc(env, func(s string) bool { return strings.HasPrefix(s, name) }) {
			env = append(env, name+scratch)
		}
	}
	return env
}

// Step is a step of the ladder as this machine has it.
type Step struct {
	Number  int
	Walls   string      // what it consists of
	Trouble say.Message // why it is not to be had here; nothing if it is
}

// describe names a step in force, and how memory is read in it.
func (s Step) describe() (number int, isolation, memory say.Message) {
	memory = say.Of("rusage: peak resident memory of the largest process")
	if s.Number == 1 {
		memory = say.Of("cgroup v2: peak memory of all processes together, file pages included")
	}
	return s.Number, say.Of("step %d of 5: %s", s.Number, s.Walls), memory
}
