package check

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// The feedback folder of a validator is its working folder. The sandbox bounds and reads it: a checker may have
// come with its problem from a stranger.
const (
	feedback     = "." + string(filepath.Separator)
	judgeMessage = "judgemessage.txt"
	judgeError   = "judgeerror.txt"
	teamMessage  = "teammessage.txt"
	scoreFile    = "score.txt"
	partFile     = "score_multiplier.txt"
	leftFile     = "output"
)

// program runs the problem's program on an output.
func (c *Checker) program(ctx context.Context, f Files) (Result, error) {
	command, err := c.Start(f)
	if err != nil {
		return Result{}, err
	}
	if c.spec.Kind == "testlib" { // it reads the output as a file
		output, remove, err := named(f.Output)
		if err != nil {
			return Result{}, err
		}
		defer remove()
		command.Stdin, command.Args[1], command.Readable = nil, output, append(command.Readable, output)
	}
	o, err := c.run(ctx, command)
	if err != nil {
		return Result{}, err
	}
	defer o.Close()
	r, err := c.Judge(o, f)
	r.Time = o.CPU
	return r, err
}

// Start is the command of the problem's program, to check an output or to talk. A validator gets the input, the
// answer and the feedback folder as arguments, then the problem's own, and the output on standard input. A program
// written with testlib.h gets input, output and answer. If it talks, it may write into the output: see Left.
func (c *Checker) Start(f Files) (sandbox.Command, error) {
	input, answer, err := absolute(f)
	if err != nil {
		return sandbox.Command{}, err
	}
	run := sandbox.Command{Policy: sandbox.Checker, Stdin: f.Output, Readable: []string{input, answer}}
	into := feedback
	if f.Feedback != "" { // it must last longer than a scratch folder does
		run.Writable, run.Once = []string{f.Feedback}, true
		into = f.Feedback + string(filepath.Separator)
	}
	if c.spec.Kind == "testlib" {
		run.Args = []string{input, into + leftFile, answer}
		return run, nil
	}
	if f.Feedback == "" {
		run.Keep = []string{judgeMessage, judgeError, teamMessage, scoreFile, partFile}
	}
	run.Args = slices.Concat([]string{input, answer, into}, c.spec.Args, f.Args)
	return run, nil
}

// Drawing is the command of a problem's visualizer: it is called as a validator is, with the case's own arguments.
func Drawing(f Files) (sandbox.Command, error) {
	c := Checker{spec: problem.Check{Kind: "validator"}}
	return c.Start(f)
}

// Accepts reports whether the exit status of the problem's program accepts the output.
func (c *Checker) Accepts(o sandbox.Outcome) bool {
	accepted := 42
	if c.spec.Kind == "testlib" {
		accepted = 0
	}
	return o.End == sandbox.Exited && o.Signal == "" && o.Exit == accepted
}

// Judge turns the exit status of the problem's program into a result: 42 accepts, 43 refuses. A validator writes its
// message into the feedback folder.
func (c *Checker) Judge(o sandbox.Outcome, f Files) (Result, error) {
	if c.spec.Kind == "testlib" {
		return c.judgeTestlib(o, f)
	}
	if f.Feedback != "" {
		o.Kept = tempfile.Heads(f.Feedback, 8<<10, judgeMessage, judgeError, teamMessage, scoreFile, partFile)
	}
	said := func(name string) say.Message {
		if c.spec.MultiPass { // each pass has added to it
			return say.Text(lastLine(o.Kept[name]))
		}
		return say.Text(firstLine(o.Kept[name]))
	}
	switch {
	case c.Accepts(o):
		points, err := pointsIn(o.Kept)
		return Result{Verdict: result.AC, Message: said(judgeMessage), Points: points}, err
	case o.End == sandbox.Exited && o.Exit == 43:
		return refused(result.WA, f, said(judgeMessage), said(teamMessage), say.Text(complaint(o.Stderr))), nil
	}
	return c.broken(o, f, said(judgeError)), nil
}

// judgeTestlib reads the exit status: testlib.h has one for each verdict. The message is on standard error.
func (c *Checker) judgeTestlib(o sandbox.Outcome, f Files) (Result, error) {
	message := say.Text(firstLine(o.Stderr))
	if o.End != sandbox.Exited {
		return c.broken(o, f, say.Message{}), nil
	}
	switch o.Exit {
	case 0:
		return Result{Verdict: result.AC, Message: message}, nil
	case 1:
		return refused(result.WA, f, message), nil
	case 2, 4, 8: // the wrong layout, more than was asked, an early end: testlib calls all three the format
		return refused(result.PE, f, message), nil
	case 7:
		part, ok := partial(message.String())
		if ok && part == 1 {
			return Result{Verdict: result.AC, Message: message}, nil
		}
		r := refused(result.WA, f, message)
		if ok {
			r.Points = &result.Points{Value: part, Part: true}
		}
		return r, nil
	}
	return c.broken(o, f, say.Message{}), nil // 3: it says itself that the answer or the checker is wrong
}

// refused is an output that a checker program found wrong. It has the first message and the head of the
// output, since the message seldom tells the place.
func refused(v result.Verdict, f Files, said ...say.Message) Result {
	r := Result{Verdict: v, Message: say.Of("the checker refuses it, and says nothing")}
	if f.Output == nil {
		r.Message = say.Of("the interactor refuses it, and says nothing")
	}
	for _, message := range said {
		if message.Said() {
			r.Message = message
			break
		}
	}
	if f.Output == nil {
		return r
	}
	b := make([]byte, excerptBefore+excerptAfter)
	n, _ := f.Output.ReadAt(b, 0)
	r.Output = string(b[:n])
	if n == len(b) {
		r.Output = charset.CutEnd(r.Output) + "…"
	}
	return r
}

// pointsIn reads the points from a validator's feedback folder, nil if there are none.
func pointsIn(kept map[string][]byte) (*result.Points, error) {
	for _, file := range []string{scoreFile, partFile} {
		text := strings.TrimSpace(string(kept[file]))
		if text == "" {
			continue
		}
		p := &result.Points{Part: file == partFile}
		var err error
		if p.Value, err = strconv.ParseFloat(text, 64); err != nil || !(p.Value >= 0 && p.Value <= 1e15) || p.Part && p.Value > 1 {
			return nil, say.Errorf("the checker program wrote %q into %s, which is no number of points", firstLine([]byte(text)), file)
		}
		return p, nil
	}
	return nil, nil
}

// partial reads testlib's "points 0.5 some words": the part of the points, of 1 or of 100, that is given.
func partial(message string) (part float64, ok bool) {
	words := strings.Fields(strings.TrimPrefix(message, "points"))
	if len(words) == 0 {
		return 0, false
	}
	p, err := strconv.ParseFloat(words[0], 64)
	if err != nil || !(p >= 0 && p <= 100) {
		return 0, false
	}
	if p > 1 {
		p /= 100
	}
	return p, true
}

// statuses explains the exit status of the two kinds of checker program.
var statuses = map[string]say.Message{
	"validator": say.Of("42 is right and 43 is wrong"),
	"testlib":   say.Of("0 is right, 1 wrong, 2 the wrong layout, 3 a failure of the checker, 7 points"),
}

// broken is a checker program that gave no verdict: the judge's fault.
func (c *Checker) broken(o sandbox.Outcome, f Files, said say.Message) Result {
	if !said.Said() {
		said = say.Text(complaint(o.Stderr))
	}
	how := say.Of("exit status %d, where %s", o.Exit, statuses[c.spec.Kind])
	switch {
	case o.End == sandbox.CPULimit || o.End == sandbox.WallLimit:
		how = say.Of("out of time")
	case o.End == sandbox.Starved:
		how = say.Of("starved: the machine is too busy")
	case o.End == sandbox.MemoryLimit:
		how = say.Of("out of memory")
	case o.End == sandbox.OutputLimit:
		how = say.Of("too much output")
	case o.Signal != "":
		how = say.Of("killed by %s", o.Signal)
	}
	message := say.Of("the checker program %s gave no verdict (%s)", filepath.Base(c.spec.Program), how)
	if f.Output == nil {
		message = say.Of("the interactor %s gave no verdict (%s)", filepath.Base(c.spec.Program), how)
	}
	if said.Said() {
		message = say.Of("%s: %s", message, said)
	}
	return Result{Verdict: result.JE, Message: message}
}

func absolute(f Files) (input, answer string, err error) {
	if input, err = filepath.Abs(f.Input); err != nil {
		return "", "", err
	}
	answer, err = filepath.Abs(f.Answer)
	return input, answer, err
}

// named copies an output into a separate folder: the output file may have no name any more.
func named(output *os.File) (path string, remove func() error, err error) {
	dir, remove, err := tempfile.Dir("output")
	if err != nil {
		return "", nil, err
	}
	path = filepath.Join(dir, "output")
	if err = tempfile.Copy(path, output); err != nil {
		remove()
	}
	return path, remove, err
}

// longMessage is the length of the longest message of a checker program.
const longMessage = 500

// complaint is the message of a program that broke: the first line, or the last line of a Python traceback.
func complaint(stderr []byte) string {
	if i := bytes.LastIndex(stderr, []byte("Traceback (most recent call last):")); i >= 0 {
		lines := bytes.Split(bytes.TrimSpace(stderr[i:]), []byte("\n"))
		return firstLine(lines[len(lines)-1])
	}
	return firstLine(stderr)
}

// lastLine is the last line that is not blank, cut to longMessage.
func lastLine(b []byte) string {
	b = bytes.TrimSpace(b)
	return firstLine(b[bytes.LastIndexByte(b, '\n')+1:])
}

// firstLine is the first line that is not blank, cut to longMessage.
func firstLine(b []byte) string {
	for l := range bytes.Lines(b) {
		if l = bytes.TrimSpace(l); len(l) > longMessage {
			return string(charset.CutEnd(l[:longMessage])) + "…"
		} else if len(l) > 0 {
			return string(l)
		}
	}
	return ""
}
