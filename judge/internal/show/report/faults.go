package report

import (
	"path/filepath"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// Fault is what a compiler says about a place in the program. Column counts from 1; 0 is unknown.
type Fault struct {
	Line, Column int
	Text         say.Message
}

// faultyLine matches a compiler's reference to a file, a line and perhaps a column: main.cpp:3:5: error: ..., File
// "main.py", line 3.
var faultyLine = match.Lazy(`(?m)^\s*(?:File ")?([^\s:"]+?)(?:", line |:)(\d+)(?::(\d+))?(?:: (.*))?$`)

// CompilerFaults returns what the compiler says about the program's own file, in its order.
func CompilerFaults(s result.Solution) (faults []Fault) {
	text := s.Compile.Message.String()
	for _, m := range faultyLine().FindAllStringSubmatch(text, -1) {
		if filepath.Base(strings.ReplaceAll(m[1], `\`, "/")) != filepath.Base(s.Path) {
			continue
		}
		f := Fault{Text: say.Text(strings.TrimSpace(m[4]))}
		f.Line, _ = strconv.Atoi(m[2])
		f.Column, _ = strconv.Atoi(m[3])
		if !f.Text.Said() { // the error is below the line that it quotes
			f.Text = say.Text(lastError(text))
		}
		faults = append(faults, f)
	}
	return faults
}

// lastError returns the last line of a text that names an error. There Python and JavaScript say what is wrong.
func lastError(text string) (last string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.Contains(line, "Error:") {
			last = line
		}
	}
	return last
}

// compilerSays sums up the first error. Where a compiler misses something at the begin of a line, the line before it is
// the one to look at.
func compilerSays(s result.Solution) say.Message {
	for _, f := range CompilerFaults(s) {
		lines := strings.Split(s.Source, "\n")
		if f.Line < 1 || f.Line > len(lines) {
			continue
		}
		said := say.Of("Line %d: %s", f.Line, f.Text)
		before := f.Line - 1
		for before > 0 && strings.TrimSpace(lines[before-1]) == "" {
			before--
		}
		indent := len(lines[f.Line-1]) - len(strings.TrimLeft(lines[f.Line-1], " \t"))
		if before > 0 && f.Column == indent+1 && strings.Contains(f.Text.String(), "expected") {
			return say.Of("%s. Look at the end of line %d, too.", said, before)
		}
		return said
	}
	return say.Message{}
}

// ownLine matches a place in a source, as runtimes and sanitizers write it: File "main.py", line 3; main.go:3; (Main.java:3).
var ownLine = match.Lazy(`(?:File "|^|[\s(/\\])([^\s"()/\\:]+)(?:", line |:)(\d+)`)

// OwnLine returns the line of a program's own file in which it crashed, as far as its last words tell; 0 if they do not.
// Python names the innermost call last, all others name it first.
func OwnLine(c result.Case, path string) (line int) {
	if c.Fault != nil && c.Fault.Line > 0 {
		return c.Fault.Line
	}
	file := path[strings.LastIndexAny(path, `/\`)+1:]
	for text := range strings.Lines(c.Stderr) {
		for _, m := range ownLine().FindAllStringSubmatch(text, -1) {
			if m[1] != file || line > 0 && !strings.HasSuffix(file, ".py") {
				continue
			}
			line, _ = strconv.Atoi(m[2])
		}
	}
	return line
}
