package result

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// Run is the result of one run of the judge.
type Run struct {
	Host        Host
	Results     []Solution
	Interrupted bool // Ctrl-C: the results are those that were ready by then
	Shard       Shard
	Elapsed     time.Duration
	Replays     []Replay // of solutions that were watched; those on one puzzle are shown side by side
	Searches    []Search // of solutions that were watched on a problem of any kind; those on one case are shown side by side
}

// Shard is the part of the cases that a run has. The zero Shard means all of them.
type Shard struct{ Index, Of int } // 2 of 3: from 1

// mostShards is how many parts a run may have. After a mistyped number, a merge would list all the missing parts.
const mostShards = 10_000

// ParseShard reads a shard, written as 2/3.
func ParseShard(text string) (s Shard, ok bool) {
	n, err := fmt.Sscanf(text+"\n", "%d/%d\n", &s.Index, &s.Of)
	return s, err == nil && n == 2 && s.Index >= 1 && s.Index <= s.Of && s.Of <= mostShards
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// Holds reports whether the case belongs to the shard. Only the names decide, so that machines which agree on the
// number of shards agree on their contents.
func (s Shard) Holds(problem, name string) bool {
	if s.Of <= 1 {
		return true
	}
	digest := fnv.New32a()
	io.WriteString(digest, problem+"/"+name)
	return int(digest.Sum32()%uint32(s.Of)) == s.Index-1
}

// Host describes the machine and the tools that produced the results.
type Host struct {
	OS           string      `json:"os"`
	Arch         string      `json:"arch"`
	CPUs         int         `json:"cpus"`
	CPU          string      `json:"cpu,omitempty"` // the processor's own name, "" if not known
	Go           string      `json:"go"`
	Step         int         `json:"step"`                       // of the isolation ladder, that was in force: 1 is the strongest, 0 is unknown
	Isolation    say.Message `json:"isolation"`                  // the same in words
	MemoryMethod say.Message `json:"memory_method"`              // how peak memory was read
	Contended    bool        `json:"contended"`                  // others took CPU during a timed run
	Several      bool        `json:"several_machines,omitempty"` // results of several machines were merged: their times do not compare
}

// Limits of a solution, with the multiplier of its language.
type Limits struct {
	CPU    time.Duration `json:"cpu_ms"`
	Wall   time.Duration `json:"wall_ms"`
	Memory int64         `json:"memory_bytes"` // bytes
	Output int64         `json:"output_bytes"` // bytes
}

// Solution is the result of one solution on one problem.
type Solution struct {
	Problem    string    `json:"problem"`          // "acwing166"
	Title      say.Words `json:"title"`            // the problem's own name, for people
	Solution   string    `json:"solution"`         // "lowbit", or the path as typed
	Path       string    `json:"path"`             // its main source file
	Language   string    `json:"language"`         // "Go"
	Source     string    `json:"source,omitempty"` // the text of its main source file, for the report; bounded
	CodeBytes  int64     `json:"code_bytes"`
	Document   string    `json:"document,omitempty"` // the source document it mirrors, "" for none
	Verdict    Verdict   `json:"verdict"`
	Expected   Promise   `json:"expected"` // what its directives promise for the whole; AC if nothing is said
	AsExpected bool      `json:"as_expected"`
	Limits     Limits    `json:"limits"`
	Compile    Compile   `json:"compile"`
	Cases      []Case    `json:"cases"`
	Score      *Score    `json:"score,omitempty"` // nil where the problem gives no points

	Interrupted bool `json:"interrupted,omitempty"` // some cases were not run, and are SK, because of Ctrl-C
	Partial     bool `json:"partial,omitempty"`     // others were given the rest of its cases: a failure it promises may come to pass there
	Order       int  `json:"order"`                 // its place among all that was asked for, from 0
}

// Conclude sums up a solution. Its verdict is that of the first case that is not accepted, as on every site, or whole
// if it never ran. Promises about single cases are checked there; a promise of some failure is kept if there was one.
// If the problem gives points, they are counted. Cases beyond the site do not count.
func (s *Solution) Conclude(whole Verdict) {
	if s.Score != nil {
		s.Score.Count(s.Cases)
	}
	kept := s.Partial || s.Expected.Allows(AC) || s.Expected.Allows(whole)
	s.AsExpected = true
	var counted []Case // for the verdict
	for _, c := range s.Cases {
		s.AsExpected = s.AsExpected && c.AsExpected
		if !c.Beyond() {
			counted = append(counted, c)
			kept = kept || s.Expected.Allows(c.Verdict)
		}
	}
	if s.Verdict = first(counted); s.Verdict == "" { // only cases beyond the site were chosen
		s.Verdict = first(s.Cases)
	}
	s.Verdict = cmp.Or(whole, s.Verdict)
	if s.Verdict != SK {
		s.AsExpected = s.AsExpected && kept
	}
}

// first returns the verdict of the first case that is neither accepted nor skipped; SK if there is none and some were
// skipped. The order is the problem's: parts of a run may come together in any.
func first(cases []Case) (v Verdict) {
	number := 0
	for _, c := range cases {
		switch {
		case !c.Verdict.Failed():
			if !v.Failed() {
				v = Worst(v, c.Verdict)
			}
		case !v.Failed() || c.Number < number:
			v, number = c.Verdict, c.Number
		}
	}
	return v
}

// Compile is how the build went.
type Compile struct {
	OK      bool          `json:"ok"`
	Time    time.Duration `json:"seconds"`
	Cached  bool          `json:"cached"`
	Message say.Message   `json:"message"` // the compiler's text, or the missing compiler; after a successful compile, how the source was taken
}

// FirstLine returns the part of a long message that fits next to a verdict.
func FirstLine(message string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(message), "\n")
	return strings.TrimSpace(line)
}

// faulty matches the line of a compiler's text that names the error, after its place.
var faulty = match.Lazy(`(?i)error(\[\w+\])?:|undefined reference`)

// FirstError returns the part of a compiler's text that fits next to a verdict: the first line with an error, or the
// first line of all.
func FirstError(message string) string {
	for line := range strings.Lines(message) {
		if faulty().MatchString(line) {
			return strings.TrimSpace(line)
		}
	}
	return FirstLine(message)
}

// About is what the author of a case says of it.
type About struct {
	Description say.Words `json:"description"` // what it tries
	Hint        say.Words `json:"hint"`        // a hint for those who fail it
	WhyBeyond   say.Words `json:"why_beyond"`  // why the site has no such case; nothing of most cases
}

// Case is the result of one solution on one case.
type Case struct {
	Case   string `json:"case"`             // "secret/01-easy"
	Number int    `json:"number,omitempty"` // its place among all cases of the problem, from 1
	About
	Verdict    Verdict         `json:"verdict"`
	Expected   Promise         `json:"expected"`
	AsExpected bool            `json:"as_expected"`
	CPU        time.Duration   `json:"cpu_ms"`
	Wall       time.Duration   `json:"wall_ms"`              // the median where a case ran several times
	Samples    []time.Duration `json:"samples_ms,omitempty"` // the CPU time of every counted run; nil if it ran once
	PeakKiB    int64           `json:"peak_kib"`
	Exit       int             `json:"exit"`
	Signal     string          `json:"signal"`                 // "SIGSEGV", "" if it was not killed
	Message    say.Message     `json:"message_value,omitzero"` // one line: why
	Stderr     string          `json:"stderr,omitempty"`       // its head and its end, raw bytes
	Printed    string          `json:"stdout,omitempty"`       // likewise what a function printed, which is not its result
	Call       time.Duration   `json:"call_ms,omitempty"`      // of a function: its calls alone, by the clock on the wall; 0 for a program
	Driver     time.Duration   `json:"driver_ms,omitempty"`    // and what reading its arguments and writing its results took
	Checker    time.Duration   `json:"checker_ms,omitempty"`   // what the problem's own checker program took; 0 where there is none
	Input      string          `json:"input,omitempty"`        // the input's head, raw bytes
	Output     string          `json:"output,omitempty"`       // the output's head, raw bytes, where a checker program refused it and only that knows why
	Contended  bool            `json:"contended"`
	Kept       bool            `json:"kept,omitempty"` // it was found out in an earlier run, and nothing that it rests on has changed
	Difference *Difference     `json:"difference"`
	Fault      *Fault          `json:"sanitizer,omitempty"` // what a build that looks after itself said on this case
	Dialogue   *Dialogue       `json:"dialogue,omitempty"`  // the conversation with the interactor; nil if there is none
	Work       *Work           `json:"work,omitempty"`
	Cause      *Cause          `json:"cause,omitempty"`   // why it ran out of time; nil if nobody asked
	Picture    Picture         `json:"picture,omitempty"` // in base64
	Uncounted  say.Message     `json:"-"`                 // why there is no Work, where it was wanted
	Machine    string          `json:"machine,omitempty"` // the worker of a fleet that ran it, where there were several
	Points     *Points         `json:"points,omitempty"`  // what the problem's own checker gave it; nil: it said nothing of points
}

// BeyondFolder holds cases that are harder or stranger than the site promises.
const BeyondFolder = "beyond"

// Beyond reports whether a case of that name is beyond what the site promises.
func Beyond(name string) bool { return strings.HasPrefix(name, BeyondFolder+"/") }

// Beyond reports whether the case is beyond what the site promises: it is no part of the verdict.
func (c Case) Beyond() bool { return Beyond(c.Case) }

// Reason explains the verdict of a case in one line: the difference, and the note.
func (c Case) Reason() say.Message {
	if c.Difference == nil || c.Difference.Text.String() == c.Message.String() {
		return c.Message
	}
	return say.Join(c.Difference.Text, c.Message)
}

// Fault is a sanitizer's finding in a program that failed: "row[81] is outside of row[9]".
type Fault struct {
	Line int         `json:"line"`           // from 1; 0: it is not known
	Path string      `json:"path,omitempty"` // the file, where it is not the main one
	Text say.Message `json:"text"`
}

// Message returns the fault with its place.
func (f Fault) Message() say.Message {
	switch {
	case f.Line == 0:
		return f.Text
	case f.Path != "":
		return say.Of("%s, line %d of %s", f.Text, f.Line, f.Path)
	}
	return say.Of("%s, line %d", f.Text, f.Line)
}

// Difference is the first place where the output is wrong. Want and Got are excerpts of that line as
// the program printed them, bounded but not escaped; the code that shows them escapes them.
type Difference struct {
	Line   int         `json:"line"`
	Column int         `json:"column"` // from 1, in the program's output; 0 if it is not one place
	Want   string      `json:"want"`
	Got    string      `json:"got"`
	Text   say.Message `json:"text"`             // the mistake: "row 5 has two 3s"
	Puzzle string      `json:"puzzle,omitempty"` // the puzzle asked, in the 81-character form, where the line answers one
}

// OnLine is the message without "line N:" in front. It is false for a difference that is not about one line.
func (d Difference) OnLine() (what say.Message, ok bool) {
	if d.Text.Format != "line %d: %s" || len(d.Text.Args) != 2 || d.Text.Args[0] != any(int64(d.Line)) {
		return d.Text, false
	}
	what, ok = d.Text.Args[1].(say.Message)
	return what, ok
}

// Work is how much a solution did on a case, counted rather than timed: the same on every machine.
type Work struct {
	Stopped    time.Duration    `json:"stopped_ms,omitempty"` // it would have gone on after so long: the counts are those until then; 0 if it ended
	Statements int64            `json:"statements"`           // statements executed
	Calls      map[string]int64 `json:"calls"`                // by function name: how often it was called
	Lines      []int64          `json:"lines"`                // Lines[i] is how often line i+1 of the main source file ran; -1 for a line without code
}

// Count notes that a statement on a line of the main file ran so often. The line shows the most of its statements.
func (w *Work) Count(line int, times int64) {
	for len(w.Lines) < line {
		w.Lines = append(w.Lines, -1)
	}
	w.Lines[line-1] = max(w.Lines[line-1], times)
}

// Replay is the history of one board in one solution on one puzzle. All steps are counted, however few
// are kept.
type Replay struct {
	Solution string        `json:"solution"`
	Problem  string        `json:"problem,omitempty"` // where the puzzle comes from, "" if it was typed
	Case     string        `json:"case,omitempty"`
	Puzzle   string        `json:"puzzle"` // the board before the first step, row by row, '.' for a blank
	Size     int           `json:"size"`   // 9
	W        int           `json:"region_width"`
	H        int           `json:"region_height"` // of a region
	Steps    []Step        `json:"-"`
	Total    int           `json:"steps"`      // how many steps there were; more than Kept if the history was cut
	Placed   int           `json:"placed"`     // how many digits they placed
	Back     int           `json:"taken_back"` // and took back
	DeadEnds int           `json:"dead_ends"`  // steps that took digits back right after one that did not
	Deepest  int           `json:"deepest"`    // the cells filled beyond the givens at the deepest dead end
	Solved   bool          `json:"solved"`
	Stopped  bool          `json:"stopped,omitempty"`    // it would have gone on
	Watched  time.Duration `json:"watched_ms,omitempty"` // how long it had run by then; 0 if it was not stopped
	Note     say.Message   `json:"note,omitempty"`       // how the run ended, if it was stopped; nothing if it came to its end
	Reason   *Reason       `json:"reason,omitempty"`     // what the history says about the program; nil if it was not examined
	Insight  *Insight      `json:"insight,omitempty"`    // nil if its steps are not those of one search that takes digits back

	Outline   [][2]int `json:"outline"`       // over all steps, part by part: the fewest and the most cells filled
	PartSteps int      `json:"outline_steps"` // in each part of the outline
}

// Kept is how many steps of the history are kept.
func (r Replay) Kept() int { return len(r.Steps) }

// Step is one change of one cell.
type Step struct {
	Cell  int // 0 to Size*Size-1
	Value int // 0: the digit there was taken back
	Depth int // cells filled beyond the givens after this step
	Line  int // of the main source file: the statement behind which it was seen; 0 if that is not known
}
