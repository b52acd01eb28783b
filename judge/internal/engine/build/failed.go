package build

import (
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// Failed says that the source does not compile: the solution's fault.
type Failed struct {
	Output  string        // the compiler's text, with the user's own file name in it
	Reason  say.Message   // the judge's own remark
	Foreign say.Message   // what the source wants of another compiler, system or version of the language
	Time    time.Duration // what the compiler took, 0 if it was asked on an earlier day
	Cached  bool
}

func (f *Failed) Error() string { return f.Message().String() }

func (f *Failed) Message() say.Message { return say.Of("does not compile: %s", f.Text()) }

// Text is the whole explanation: the compiler's text, and why the compiler was stopped.
func (f *Failed) Text() say.Message {
	reason := say.Join(f.Reason, f.Foreign)
	switch {
	case !reason.Said():
		return say.Text(f.Output)
	case f.Output == "":
		return reason
	}
	return say.Of("%s\n%s", strings.TrimSuffix(f.Output, "\n"), reason)
}

// First is the most telling line of Text.
func (f *Failed) First() say.Message {
	switch {
	case f.Foreign.Said():
		return f.Foreign
	case f.Output == "":
		return f.Reason
	}
	return say.Text(result.FirstError(f.Output))
}

// Missing means that this machine has no compiler for the language, and how to install one; or that the source is
// for other machines; or that it needs a library that takes long to compile and the user did not name it.
type Missing struct {
	Language, Tool, Install string
	Cause                   error  // why the tool that is there is of no use, nil if there is none
	Machines                string // those that the source is for
	Unasked                 string // the name of the program that the user did not name
}

func (m *Missing) Error() string { return m.Message().String() }

func (m *Missing) Message() say.Message {
	if m.Machines != "" {
		return say.Of("written for other machines: %s", m.Machines)
	}
	if m.Unasked != "" {
		return say.Of("its first build compiles Go's library again and takes about 20 seconds").Hint("run judge %s once", m.Unasked)
	}
	what := say.Of("no %s here for %s", m.Tool, m.Language)
	if m.Cause != nil {
		what = say.Of("no %s that works here for %s (%s)", m.Tool, m.Language, m.Cause)
	}
	return what.Hint("install it with %s", m.Install)
}
