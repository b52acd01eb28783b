package web

import (
	"cmp"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

const (
	maxPrinted = 64 << 10         // bytes of a program's output that a page shows
	maxTryout  = 10 * time.Second // to compile and run a program on a typed input, the wait for others left out
)

// ran is the result of running a program on a typed input.
type ran struct {
	Verdict string  `json:"verdict"` // AC: the program ended well; its output is not judged
	Title   string  `json:"title"`
	Message string  `json:"message"`
	Stdout  string  `json:"stdout"`
	Stderr  string  `json:"stderr"`
	Cut     bool    `json:"cut"` // it printed more than the page shows
	CPU     float64 `json:"cpu_ms"`
	Wall    float64 `json:"wall_ms"`
	PeakKiB int64   `json:"peak_kib"`
}

// run runs a program on an input that was typed into a page, within the limits of the problem, and
// never during a timed run.
func (s *Server) run(w http.ResponseWriter, v *visit) error {
	p, err := programOf(v.Request)
	if err != nil {
		return err
	}
	asked, err := s.openProblem(v, v.FormValue("problem"))
	if err != nil {
		return err
	}
	s.watching.giveWay(v.Person.ID)
	theirs, err := stranger(p)
	if err != nil {
		return err
	}
	left := s.trying
	var refused error
	within := func(ctx context.Context, do func(context.Context) error) error {
		refused = beside(v.turn)(ctx, func(ctx context.Context) error {
			ctx, cancel := context.WithTimeout(ctx, left)
			defer cancel()
			start := time.Now()
			err := do(ctx)
			if left -= time.Since(start); ctx.Err() == context.DeadlineExceeded {
				err = refuse(http.StatusUnprocessableEntity, say.Errorf("compiling and running it took longer than %d s", int(s.trying.Seconds())).Hint("submit it: there it has its whole time"))
			}
			return err
		})
		return refused
	}
	program, err := s.Grader.Prepare(build.InTurns(v.Context(), within), grade.Entry{Problem: asked.Problem, Solution: theirs})
	if err = cmp.Or(refused, err); err != nil {
		return err
	}
	c, text := result.Case{Verdict: program.Refused, Message: program.Compile.Message}, ""
	if program.Refused == "" {
		if text, c, err = outputOf(v, program, within); err != nil {
			return err
		}
	}
	out := ran{Verdict: string(c.Verdict), Title: v.Lang.Text(c.Verdict.Title()), Message: v.Lang.Text(c.Message), PeakKiB: c.PeakKiB,
		CPU: float64(c.CPU.Microseconds()) / 1000, Wall: float64(c.Wall.Microseconds()) / 1000, Cut: len(text) > maxPrinted,
		Stdout: strings.ToValidUTF8(text[:min(len(text), maxPrinted)], "\uFFFD"), Stderr: strings.ToValidUTF8(c.Stderr, "\uFFFD")}
	if c.Verdict == result.AC {
		out.Title = v.Lang.Say("ended by itself")
	}
	return writeJSON(w, http.StatusOK, out)
}

// outputOf runs the program on the input of the form.
func outputOf(v *visit, program *grade.Prepared, within build.Turn) (text string, c result.Case, err error) {
	dir, remove, err := tempfile.Dir("run")
	if err != nil {
		return "", c, err
	}
	defer remove()
	input := filepath.Join(dir, "input")
	if err := os.WriteFile(input, []byte(strings.ReplaceAll(v.FormValue("input"), "\r\n", "\n")), 0o600); err != nil {
		return "", c, err
	}
	err = within(v.Context(), func(ctx context.Context) (err error) {
		text, c, err = program.Output(ctx, problem.Case{Name: "input", In: input})
		return err
	})
	return text, c, err
}
