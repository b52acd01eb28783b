package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/stress"
	"sudokuoj/judge/internal/sudoku"
	"sudokuoj/judge/internal/verdict"
)

// showing is where a finding is shown.
type showing struct {
	io.Writer
	p     report.Palette
	width int
	fold  int // where the texts of programs are broken; 0 is nowhere
}

// show tells of a failure: whose, on what, and what every program made of it.
func (f *stressFlags) show(out showing, a *arena, found *stress.Finding, tried int) {
	p := out.p
	fmt.Fprintf(out, "%s %s: %s %s, found after %s of seed %d\n", p.Red("✗"), p.Bold(report.Escape(a.solutions[found.Program].Name)+" · "+a.problem.ID),
		p.Red(string(found.Result.Verdict)), found.Result.Verdict.Title(), a.count(tried), f.seed)
	smallest := "the smallest input found"
	if found.Cut != nil {
		smallest += " so far"
	}
	switch {
	case found.Shaky:
		fmt.Fprintf(out, "  It did not fail again on the same input: it does not always do the same (is something read before it is set?)\n")
	case found.Was != found.Is:
		fmt.Fprintf(out, "  %s, made small in %d runs: %s, from %s\n", smallest, found.Trials, found.Is, found.Was)
	default:
		fmt.Fprintf(out, "  %s: %s\n", smallest, found.Is)
	}
	switch {
	case errors.Is(found.Cut, context.Canceled):
		fmt.Fprintln(out, "  interrupted while making it smaller")
	case found.Cut != nil:
		fmt.Fprintln(out, "  the time was over while making it smaller: the command below has all that it needs")
	}
	if found.Cut != nil && found.Result.Verdict == verdict.TLE && len(found.Boards) > 1 {
		fmt.Fprintln(out, "  so many boards at once take too long: whether one alone does was not found out")
	}
	if len(found.Boards) == 1 {
		report.Board(out, p, found.Boards[0])
	}
	report.Quote(out, p, found.Input, 12, 0, out.fold)
	for i, r := range found.Others {
		paint := p.Red
		switch r.Verdict {
		case verdict.AC:
			paint = p.Green
		case verdict.SK:
			paint = p.Yellow
		}
		fmt.Fprintf(out, "  %s: %s %s%s\n", p.Bold(report.Escape(a.solutions[i].Name)), paint(string(r.Verdict)), r.Verdict.Title(), after(": ", report.Escape(r.Message)))
		if d := r.Difference; d != nil {
			if _, isBoard := sudoku.ParseAny(d.Got); !isBoard && len(found.Boards) == 1 {
				d.Puzzle = "" // it is drawn already
			}
			report.Difference(out, p, *d, out.width)
		}
		if r.Verdict != verdict.AC && r.Stderr != "" {
			report.Quote(out, p, r.Stderr, 3, 2, out.fold)
		}
	}
	if whose := a.whoseAnswer(); whose != "" && len(a.programs) > 1 {
		fmt.Fprintf(out, "  %s counts as right: if that is the wrong one, name another program first\n", report.Escape(whose))
	}
	fmt.Fprintf(out, "  %s\n", p.Dim("again: "+f.again(a, found)))
}

func after(sign, s string) string {
	if s == "" {
		return ""
	}
	return sign + s
}

// again is the command that shows the same failure.
func (f *stressFlags) again(a *arena, found *stress.Finding) string {
	flags := report.RootFlag(f.root) + fmt.Sprintf("-problem %s -seed %d -from %d -n %d", a.problem.ID, f.seed, found.From, found.Count)
	return report.CommandLine(self()+" stress", a.names(), flags)
}

// saveCase writes a finding as the last case of the problem and returns its path without the ending.
func saveCase(a *arena, seed uint64, found *stress.Finding) (string, error) {
	program := a.solutions[found.Program].Name
	dir := filepath.Join(a.problem.Data, "secret")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	last := 0
	for _, e := range entries {
		digits := e.Name()[:len(e.Name())-len(strings.TrimLeft(e.Name(), "0123456789"))]
		if n, err := strconv.Atoi(digits); err == nil {
			last = max(last, n)
		}
	}
	word := strings.Trim(notPlain.ReplaceAllString(strings.ToLower(strings.TrimSuffix(filepath.Base(program), filepath.Ext(program))), "-"), "-")
	name := filepath.Join(dir, fmt.Sprintf("%02d-stress-%s", last+1, cmp.Or(word, "found")))
	origin := fmt.Sprintf("found by judge stress: a program ended with %s (seed %d, number %d)%s",
		found.Result.Verdict, seed, found.From, after("; the answer is ", a.whoseAnswer()))
	says := fmt.Sprintf("description: %q\n", origin)
	return name, writeAll(map[string]string{name + ".in": found.Input, name + ".ans": found.Answer, name + ".yaml": says})
}

var notPlain = regexp.MustCompile(`[^a-z0-9]+`)

// ticker is the live line of a search, on a terminal.
type ticker struct {
	line  *liveLine
	arena *arena
	start time.Time
	last  time.Time
}

func newTicker(env *environment, a *arena) *ticker {
	return &ticker{line: env.liveLine(env.stderr), arena: a, start: time.Now()}
}

func (t *ticker) show(p stress.Progress) {
	now := time.Now()
	if now.Sub(t.last) < 100*time.Millisecond {
		return
	}
	t.last = now
	if p.Size != "" {
		t.line.show("a failure: making it small, %s left", p.Size)
		return
	}
	t.line.show("%s tried, %.0f a second", t.arena.count(p.Tried), float64(p.Tried)/now.Sub(t.start).Seconds())
}
