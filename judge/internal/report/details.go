package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"sudokuoj/judge/internal/match"
	"sudokuoj/judge/internal/verdict"
)

// inFull is how many unexpected results of one solution are shown in full: more of them seldom say more,
// and push the matrix off the screen.
const inFull = 3

// details shows the unexpected results of one solution, the first in full, or with -v every result.
func (t *text) details(s verdict.Solution) {
	if !s.Compile.OK && s.Verdict != verdict.SK {
		t.notBuilt(s)
		return
	}
	shown := 0
	var rest []verdict.Case
	for _, c := range s.Cases {
		switch {
		case c.Verdict == verdict.SK:
		case !c.AsExpected && shown == inFull && !t.Verbose:
			rest = append(rest, c)
		case !c.AsExpected:
			t.failure(s, c)
			shown++
		case t.Verbose:
			t.passed(s, c)
		}
	}
	t.inBrief(s, rest)
	if !s.AsExpected && shown == 0 {
		t.heading(t.Palette.Red("✗"), s, "", fmt.Sprintf("%s as a whole, but its directive promises %s", s.Verdict, s.Expected.Words()))
	}
}

// heading begins what is said of a solution, or of one of its cases.
func (t *text) heading(sign string, s verdict.Solution, name, outcome string) {
	about := Escape(s.Solution) + " · " + s.Problem
	if name != "" {
		about += " · " + Escape(name)
	}
	t.printf("\n")
	t.say(0, sign+" "+t.Palette.Bold(about)+": "+outcome)
}

// inBrief gives each of the remaining failures a line.
func (t *text) inBrief(s verdict.Solution, rest []verdict.Case) {
	if len(rest) == 0 {
		return
	}
	p := t.Palette
	t.heading(p.Red("✗"), s, "", fmt.Sprintf("%d more not as expected, in full with -v", len(rest)))
	for _, c := range rest {
		line := fmt.Sprintf("%s%s", Escape(c.Case), expectedWords(c))
		if reason := c.Reason(); reason != "" {
			line += ": " + Escape(reason)
		}
		t.printf("  %s %s\n", p.Red(fmt.Sprintf("%-3s", c.Verdict)), Shorten(line, max(t.Width-6, 20)))
	}
}

// notBuilt shows the compiler's text once, not once a case.
func (t *text) notBuilt(s verdict.Solution) {
	p := t.Palette
	sign := p.Red("✗")
	if s.AsExpected {
		if !t.Verbose {
			return
		}
		sign = p.Yellow("=")
	}
	t.heading(sign, s, "", fmt.Sprintf("%s %s", s.Verdict, s.Verdict.Title()))
	t.quote(s.Compile.Message, 38, 2)
}

// failure shows one unexpected result.
func (t *text) failure(s verdict.Solution, c verdict.Case) {
	p := t.Palette
	t.heading(p.Red("✗"), s, c.Case, fmt.Sprintf("%s %s%s", p.Red(string(c.Verdict)), c.Verdict.Title(), expectedWords(c)))
	t.caseDetails(c)
	t.printf("  %s\n", p.Dim(t.again(s, c)))
}

func expectedWords(c verdict.Case) string {
	if c.Expected == "" || c.Expected == verdict.Accepted {
		return ""
	}
	return fmt.Sprintf(", but %s was expected", c.Expected.Words())
}

// passed shows a result that came as expected, for -v.
func (t *text) passed(s verdict.Solution, c verdict.Case) {
	p := t.Palette
	sign := p.Green("✓")
	if c.Verdict != verdict.AC {
		sign = p.Yellow("=")
	}
	t.heading(sign, s, c.Case, fmt.Sprintf("%s %s", c.Verdict, c.Verdict.Title()))
	t.caseDetails(c)
}

func (t *text) caseDetails(c verdict.Case) {
	p := t.Palette
	if c.Description != "" {
		t.say(2, p.Dim("the case: "+Escape(c.Description)))
	}
	figures := fmt.Sprintf("CPU %s, wall %s, peak %s", Duration(c.CPU), Duration(c.Wall), Size(c.PeakKiB<<10))
	if n := len(c.Samples); n > 1 {
		low, high := c.Samples[0], c.Samples[0]
		for _, d := range c.Samples {
			low, high = min(low, d), max(high, d)
		}
		figures += fmt.Sprintf(" (median of %d runs, CPU from %s to %s)", n, Duration(low), Duration(high))
	}
	if c.Contended {
		figures += ", contended"
	}
	t.say(2, p.Dim(figures))
	if c.Message != "" {
		t.say(2, Escape(c.Message))
	}
	if c.Stderr != "" && (c.Verdict != verdict.AC || t.Verbose) {
		t.printf("  %s\n", p.Dim("standard error:"))
		t.quote(c.Stderr, 5, 3)
	}
	if c.Difference != nil {
		Difference(t.Writer, t.Palette, *c.Difference, t.Width) // a bufio.Writer keeps its error for Flush
	}
	if c.Input != "" && c.Verdict != verdict.AC && (c.Difference == nil || c.Difference.Puzzle == "") {
		t.printf("  %s\n", p.Dim("input:"))
		t.quote(c.Input, 6, 0)
	}
	if c.Work != nil {
		t.printf("  %s\n", p.Dim("work: "+Thousands(c.Work.Statements)+" statements"))
	}
}

// quote shows some program's text: of a long one the first lines and the last, with -v all of it.
func (t *text) quote(s string, first, last int) {
	if t.Verbose {
		first = math.MaxInt - last
	}
	Quote(t.Writer, t.Palette, s, first, last, t.Fold)
}

// Quote shows the first and the last lines of some program's text, escaped, each behind a bar. They are
// folded at width columns, if that is not 0: what a compiler says is often at the end of its line.
func Quote(w io.Writer, p Palette, s string, first, last, width int) {
	const margin = 4
	var lines [][]string // each as it is folded
	rows := 0
	for line := range strings.SplitSeq(strings.TrimRight(s, "\r\n"), "\n") {
		line = strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", "    ")
		parts := Fold(Escape(line), width-margin, "  ")
		if most := max(first, last, 1); len(parts) > most {
			parts = append(parts[:most:most], "  …")
		}
		lines = append(lines, parts)
		rows += len(parts)
	}
	head, tail := len(lines), len(lines)
	if rows-last > first {
		head = fitting(lines, first)
		rest := slices.Clone(lines[head:])
		slices.Reverse(rest)
		tail -= fitting(rest, last)
	}
	bar := p.Dim("│")
	for i, parts := range lines {
		if i == head && tail > head {
			fmt.Fprintf(w, "  %s\n", p.Dim(fmt.Sprintf("│ and %s more", Counted(tail-head, "line"))))
		}
		if i < head || i >= tail {
			for _, part := range parts {
				fmt.Fprintf(w, "  %s %s\n", bar, part)
			}
		}
	}
}

// fitting is how many of the lines take at most so many rows together; the first is shown in any case.
func fitting(lines [][]string, rows int) (n int) {
	for n < len(lines) && rows > 0 && (n == 0 || len(lines[n]) <= rows) {
		rows -= len(lines[n])
		n++
	}
	return n
}

// again is the command that runs this one case alone.
func (t *text) again(s verdict.Solution, c verdict.Case) string {
	flags := fmt.Sprintf("-problem %s -case %s -v", ShellWord(s.Problem), ShellWord(match.Quote(c.Case)))
	return "again: " + CommandLine(t.Command, []string{s.Solution}, RootFlag(t.Root)+flags)
}

// RootFlag is the flag that names the root, and a blank; "" where it was not given.
func RootFlag(root string) string {
	if root == "" {
		return ""
	}
	return "-root=" + ShellWord(root) + " "
}

// CommandLine writes a command for a shell: its names first, as people type it, unless one of them would
// be taken for a flag there.
func CommandLine(command string, names []string, flags string) string {
	var words []string
	dashes := false
	for _, name := range names {
		words = append(words, ShellWord(name))
		dashes = dashes || strings.HasPrefix(name, "-")
	}
	if dashes {
		return command + " " + flags + " -- " + strings.Join(words, " ")
	}
	return command + " " + strings.Join(words, " ") + " " + flags
}

// ShellWord quotes a word for a shell where that is needed. The result is safe to show: what is not
// printable is written in octal, as bash, zsh and ksh take it.
func ShellWord(s string) string {
	plain := func(r rune) bool {
		return r < 0x80 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("./_-+,:@", r))
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	if Escape(s) == s {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == '\'' || r == '\\':
			b.WriteString(`\` + s[:n])
		case !printable(r) || r == utf8.RuneError && n == 1:
			for i := range n {
				fmt.Fprintf(&b, `\%03o`, s[i])
			}
		default:
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return "$'" + b.String() + "'"
}
