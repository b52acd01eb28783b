package trace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/crash"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
)

// watching describes one run of a program that reports what it does.
type watching struct {
	want   record.Kind
	input  string // a file
	puzzle sudoku.Board
	limit  time.Duration // when it ends itself
}

// grace is how much longer than its own clock a program may take before it is killed.
const grace = time.Second

// watch runs builds of a solution, one after the other, until one saw what is wanted: counts, or a search that takes
// digits back.
func (t *Tracer) watch(ctx context.Context, s solution.Solution, w watching) (*record.Record, sandbox.Outcome, error) {
	if runtime.GOOS == "windows" {
		return nil, sandbox.Outcome{}, &Untraceable{Solution: s.Name, Why: say.Of("programs are watched on Linux and macOS only")}
	}
	recorder := recorderOf(s.Language)
	if recorder == nil {
		return nil, sandbox.Outcome{}, &Untraceable{Solution: s.Name, Why: say.Of("%s: its programs are not watched", language.NameOf(s.Language))}
	}
	src := build.Source{Files: s.Files, Made: t.Made, Language: s.Language, Env: s.Env, Name: s.Name, Stranger: s.Stranger}
	sources, err := recorder.Sources(ctx, t.Builder, s, src, w.want)
	if err != nil {
		return nil, sandbox.Outcome{}, cmp.Or(t.refused(ctx, src), cannot(s, err))
	}
	var told *record.Record
	var out sandbox.Outcome
	for i := 0; i < len(sources); i++ {
		program, err := t.compile(ctx, src, sources[i])
		if err != nil {
			return nil, out, err
		}
		seen, ended, err := t.listen(ctx, program, w)
		if err == nil {
			err = recorder.Finish(ctx, t.Builder, program, s, seen)
		}
		if err != nil {
			return nil, ended, cannot(s, err)
		}
		if told == nil || told.Replay.Total == 0 || seen.Replay.Back > 0 {
			told, out = seen, ended
		}
		if w.want != record.Board || told.Replay.Back > 0 {
			break
		}
		if told.Replay.Total > 0 { // perhaps only the result was written there, and the search is elsewhere
			i = max(i, len(sources)-2)
		}
	}
	if l, _ := language.ByID(s.Language); l.Result == language.Source && told.Work == nil && told.Replay.Total == 0 && len(told.Events) == 0 {
		if err := t.refused(ctx, src); err != nil { // a recorder may carry it as a text that no compiler has read
			return nil, out, err
		}
	}
	tidy(told, 1+strings.Count(s.Text(), "\n"))
	return told, out, nil
}

// refused returns the error of the user's own source, if its compiler refuses it. It is asked only when something went
// wrong: as a rule, the changed source compiles only if the user's own does.
func (t *Tracer) refused(ctx context.Context, own build.Source) error {
	_, err := t.Builder.Compile(ctx, own)
	return err
}

// cannot turns a recorder's refusal of a program into Untraceable. Other errors stay as they are.
func cannot(s solution.Solution, err error) error {
	if _, ok := errors.AsType[*build.Failed](err); ok {
		return err
	}
	if _, ok := errors.AsType[*build.Missing](err); ok {
		return err
	}
	if _, ok := errors.AsType[*record.Cannot](err); ok {
		return &Untraceable{Solution: s.Name, Why: say.From(err)}
	}
	return err
}

// compile builds a changed source. If the compiler accepts the user's own source but not the changed one, the user is
// not at fault.
func (t *Tracer) compile(ctx context.Context, own, changed build.Source) (*build.Program, error) {
	program, err := t.Builder.Compile(ctx, changed)
	failed, ok := errors.AsType[*build.Failed](err)
	if !ok {
		return program, err
	}
	if err := t.refused(ctx, own); err != nil {
		return nil, err
	}
	return nil, &Untraceable{Solution: own.Name, Why: say.Of("it does not compile with the recorder in it: %s", failed.Text())}
}

// errSpoilt means that a run must be repeated.
var errSpoilt = say.Errorf("the machine was too busy")

const mostTries = 3

// listen runs a program and reads its record.
func (t *Tracer) listen(ctx context.Context, p *build.Program, w watching) (told *record.Record, out sandbox.Outcome, err error) {
	for range mostTries {
		if told, out, err = t.listenOnce(ctx, p, w); !errors.Is(err, errSpoilt) {
			break
		}
	}
	if out.End == sandbox.Interrupted && err == nil {
		err = ctx.Err()
	}
	return told, out, err
}

func (t *Tracer) listenOnce(ctx context.Context, p *build.Program, w watching) (told *record.Record, out sandbox.Outcome, err error) {
	from, to, err := os.Pipe()
	if err != nil {
		return nil, out, err
	}
	defer from.Close()
	defer to.Close()
	running, stop := context.WithCancel(ctx)
	defer stop()
	var wrong error
	var read crash.Group
	read.Go(func() { // ends when the program ends
		if told, wrong = record.Read(from, w.puzzle, keptSteps); wrong != nil {
			stop() // nothing that it still does can be seen
		}
	})
	c := t.command(p, w)
	c.Stream = to
	out, err = t.runOn(running, c, w.input)
	to.Close()
	from.SetReadDeadline(time.Now().Add(patienceWithPipe)) // without a sandbox, another process may keep the other end open
	read.Wait()
	if err == nil && out.End == sandbox.Starved {
		err = errSpoilt
	}
	return told, out, cmp.Or(err, wrong)
}

const patienceWithPipe = 30 * time.Second

// command returns the command that runs the program and has it watched.
func (t *Tracer) command(p *build.Program, w watching) sandbox.Command {
	memory := cmp.Or(t.Memory, 1<<30)
	c := p.Command(memory, w.limit+grace)
	c.Limits.Wall = patienceWithPipe // a busy machine lets it wait until its record is read, which is not idle
	c.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", fmt.Sprintf("%s=%d", record.Clock, w.limit.Milliseconds())}
	if w.want == record.Board {
		c.Env = append(c.Env, record.Puzzle+"="+w.puzzle.Line())
	}
	c.Once = true
	return c
}

// runOn runs a command on an input. Its output is heard only if somebody asks.
func (t *Tracer) runOn(ctx context.Context, c sandbox.Command, input string) (sandbox.Outcome, error) {
	given := input
	if t.Feed != nil {
		dir, remove, err := tempfile.Dir("fed")
		if err != nil {
			return sandbox.Outcome{}, err
		}
		defer remove()
		if err := t.feed(input, dir+"/input"); err != nil {
			return sandbox.Outcome{}, err
		}
		input = dir + "/input"
	}
	c.Input = input
	c.Results = t.Heard != nil && t.function != nil
	out, err := t.Sandbox.Run(ctx, c)
	if err != nil {
		return out, err
	}
	if t.Heard != nil {
		err = t.hear(given, out)
	}
	return out, cmp.Or(err, out.Close())
}

// feed writes the program's input.
func (t *Tracer) feed(input, to string) error {
	text, err := os.ReadFile(input)
	if err == nil {
		text, err = t.Feed(text)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o600)
}

// tidy drops counts of lines that the user's file does not have.
func tidy(r *record.Record, lines int) {
	for i, s := range r.Replay.Steps {
		if s.Line > lines {
			r.Replay.Steps[i].Line = 0
		}
	}
	if r.Work == nil {
		return
	}
	r.Work.Lines = r.Work.Lines[:min(lines, len(r.Work.Lines))]
	for len(r.Work.Lines) < lines {
		r.Work.Lines = append(r.Work.Lines, -1)
	}
}
