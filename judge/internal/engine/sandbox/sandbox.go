// Package sandbox runs one program on one input within limits and reports what it did. Only this package knows how a
// child is started, walled in, measured, killed and reaped. Package grade turns outcomes into verdicts.
package sandbox

import (
	"cmp"
	"errors"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
)

// Main is the first line of main, or of TestMain, in each program that opens a sandbox. The sandbox starts that program
// again to help it; there Main does the work and never returns.
func Main() {
	help()
	limit()
	mainCalled = true
}

var mainCalled bool

// mustHaveMain stops a program that would start itself again and again.
func mustHaveMain() {
	if !mainCalled {
		panic("sandbox: call sandbox.Main first in main, or in TestMain")
	}
}

// Options choose how a Sandbox works.
type Options struct {
	MaxStep int // the strongest step of the ladder to try, 1 to 5; 0 is the strongest there is
}

// Policy is the kind of program. It alone decides what a program may do, never the folders that it gets.
type Policy int

const (
	Submission Policy = iota // one process, which reads its input and prints
	Checker                  // the same, and it writes in the folders it was given, or hands back files: see Keep
	Compiler                 // writes in the folders it was given, sets modes and times there, and may start processes
)

// writes reports whether such a program may have folders to write in, besides its scratch folder.
func (p Policy) writes() bool { return p != Submission }

// Command is a program to run, with everything that it may use.
type Command struct {
	Policy   Policy
	Args     []string // Args[0] is an absolute path, and may always be read
	Env      []string // the environment, to which HOME and TMPDIR in the scratch folder are added if missing; nil is PATH and LANG
	Dir      string   // working folder; "" is a fresh empty scratch folder, removed afterwards
	Stdin    *os.File // read from its start; nil is an empty input
	Input    string   // the path of a file that it reads in place of Stdin
	Results  bool     // it may also write to descriptor 3, separate from its output
	Stream   *os.File // the end of a pipe that it gets as number 4, while somebody reads at the other; then number 3 is there too
	Readable []string // files and folders it may read and execute, besides the system's libraries and runtimes
	Writable []string // what it may write besides its scratch folder: files, and for a checker or a compiler folders
	Keep     []string // names of files in a checker's scratch folder whose beginnings are wanted afterwards
	Limits   Limits
	Once     bool // it is not run once more when a busy machine spoilt the first try: what that wrote would still be there

	ends *ends // the pipes of a conversation, instead of files; nil without one
}

// Limits are the bounds of a program. Zero means no bound, except where a field says otherwise.
type Limits struct {
	CPU       time.Duration // user + system time of the whole process tree
	Wall      time.Duration // that it may sleep, or wait for anything but a processor; 0 is 2 x CPU + 1 s
	Memory    int64         // bytes
	Data      int64         // bytes that the kernel lets a process reserve to write in, threads' stacks and all
	Output    int64         // bytes of standard output; 0 is 64 MiB
	Scratch   int64         // bytes of all in the folders it may write in, and about as many a file; 0 is 64 MiB
	Processes int           // processes and threads; 0 is 256
}

// End says what ended a run.
type End int

const (
	Exited      End = iota // by itself: see Exit and Signal
	CPULimit               // it used up its CPU time
	WallLimit              // it slept for longer than its wall limit
	MemoryLimit            // it wanted more memory than allowed
	OutputLimit            // it printed more than allowed
	Interrupted            // the context was cancelled
	Starved                // others had the processor for so long that nothing can be said of it
)

// Outcome is the result of a run. Its owner calls Close.
type Outcome struct {
	End       End
	Exit      int    // exit status; -1 if a signal ended it
	Signal    string // "SIGSEGV", "" if no signal ended it
	CPU, Wall time.Duration
	PeakKiB   int64
	Stdout    *os.File          `json:"-"` // its output, rewound; never nil
	Results   *os.File          `json:"-"` // the text written to descriptor 3, rewound; nil unless Results was set
	Stderr    []byte            // the head of its standard error, at most 64 KiB
	Kept      map[string][]byte // the first 8 KiB of those files of Keep that it left
	Unread    bool              // the input's place is still the start: the program read nothing, or mapped the file; false where nobody knows
	Emptied   bool              // it opened its standard output anew, which empties it, or it went back in it; false where nobody knows
	Contended bool              // others took the processor while it wanted to run
	Note      say.Message       // what the judge should say of this run ("the helper crashed"), often nothing
	left      []string          // files to remove once those are closed, where they could not go before
}

// Close closes the output files.
func (o *Outcome) Close() error {
	var errs []error
	for _, f := range []*os.File{o.Stdout, o.Results} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	for _, name := range o.left {
		os.Remove(name)
	}
	return errors.Join(errs...)
}

const (
	defaultOutput    = 64 << 20
	defaultScratch   = 64 << 20
	defaultProcesses = 256
	keptErrors       = 64 << 10 // how much of standard error an outcome shows
	keptFile         = 8 << 10  // how much of a file that is kept
	mostKept         = 8        // such files
)

// filled replaces zeros by defaults.
func (l Limits) filled() Limits {
	l.Wall = cmp.Or(l.Wall, 2*l.CPU+time.Second)
	l.Output = cmp.Or(l.Output, defaultOutput)
	l.Scratch = cmp.Or(l.Scratch, defaultScratch)
	l.Processes = cmp.Or(l.Processes, defaultProcesses)
	return l
}

// patience is the longest time for a run, even on a busy machine. Beyond its wall limit, a program gets
// only the time that it waited for a processor.
func (l Limits) patience(least time.Duration) time.Duration { return max(least, 2*l.Wall, 10*l.CPU) }

const leastPatience = time.Minute

// sound returns an error if a command asks for something that its policy does not grant.
func (c *Command) sound() error {
	zero := func(s string) bool { return strings.Contains(s, "\x00") }
	switch {
	case slices.ContainsFunc(slices.Concat(c.Args, c.Env), zero):
		return say.Errorf("%s: a zero byte cannot be passed to a program", c.Args[0])
	case !c.Policy.writes() && slices.ContainsFunc(c.Writable, isFolder):
		return say.Errorf("%s: a submission may not write in folders", c.Args[0])
	case (c.Stdin != nil || c.Input != "") && c.Policy == Compiler: // it could change the file's mode
		return say.Errorf("%s: a compiler gets no input", c.Args[0])
	case len(c.Keep) > 0 && c.Policy != Checker, len(c.Keep) > mostKept:
		return say.Errorf("%s: only a checker leaves files, %d at most", c.Args[0], mostKept)
	}
	return nil
}

// errGone means that a helper died.
var errGone = say.Errorf("the sandbox helper died").Hint("has the machine run out of memory?")

func isFolder(path string) bool {
	info, err := os.Lstat(path)
	return err != nil || !info.Mode().IsRegular()
}

// environment adds the scratch folder as HOME and TMPDIR if env lacks them; nil is a minimal environment.
func environment(env []string, scratch string) []string {
	if len(env) == 0 {
		env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"}
	}
	env = slices.Clip(env) // appending must not change the caller's slice
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
	Walls   say.Message // what it consists of
	Trouble say.Message // why it is missing here; nothing if it is there
}

// The steps, each named by what the next one lacks.
const (
	withCgroups = 1 + iota
	withNamespaces
	withLandlock // the last with walls around what a program may read, write and signal
	withLimits
	withTime

	Steps = withTime // how many there are
)

// ParseStep reads the number of a step.
func ParseStep(text string) (step int, err error) {
	if step, err = strconv.Atoi(text); err != nil || step < 1 || step > Steps {
		return 0, say.Errorf("the steps are 1 to %d; judge doctor explains them", Steps)
	}
	return step, nil
}

// Danger warns about steps at which a stranger's program could do harm; it is empty for the others.
func (s Step) Danger() say.Message {
	if s.Number <= withLandlock {
		return say.Message{}
	}
	return say.Of("A PROGRAM CAN READ AND CHANGE ALL YOUR FILES, AND STOP OR END ALL YOUR PROCESSES")
}

// wary returns an error if strangers' programs must not run at this step. Without walls they could do anything that
// the user can, so they run only if the user asked for such a step.
func (s Step) wary(asked int) error {
	if s.Number <= withLandlock || asked > withLandlock {
		return nil
	}
	return say.Errorf("you did not write this program, and at isolation step %d %s", s.Number, s.Danger()).
		Hint("say -isolation %d if you trust it, or see judge doctor for stronger walls", s.Number)
}

// describe names the step in force and its way of measuring memory.
func (s Step) describe() (number int, isolation, memory say.Message) {
	memory = say.Of("rusage: peak resident memory of the largest process")
	switch s.Number {
	case withLimits:
		if runtime.GOOS == "windows" {
			memory = say.Of("job object: peak memory that was committed")
		}
	case withTime: // what the system says of a child is never less than what the judge has itself
		memory = say.Of("not measured")
	}
	isolation = say.Of("step %d of %d: %s", s.Number, Steps, s.Walls)
	if danger := s.Danger(); danger.Said() {
		isolation = say.Of("%s: %s", isolation, danger)
	}
	return s.Number, isolation, memory
}

// inForce is the step in force.
func (s *Sandbox) inForce() Step {
	steps := s.Steps()
	return steps[len(steps)-1]
}

// Isolation returns the step in force, in words, and the way of measuring memory.
func (s *Sandbox) Isolation() (step int, isolation, memory say.Message) {
	return s.inForce().describe()
}

// Admits returns an error if strangers' programs must not run here.
func (s *Sandbox) Admits() error { return s.inForce().wary(s.asked) }
