package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/terminal"
)

// tryFlags are the flags of judge try.
type tryFlags struct {
	Choice
	debug bool
}

func setUpTry(fs *flag.FlagSet) Action {
	f := &tryFlags{}
	f.registerProblem(fs)
	fs.BoolVar(&f.debug, "debug", false, "")
	return f.graded(f.run)
}

// tryTime is the time limit where no problem sets one.
const tryTime = 10 * time.Second

func (f *tryFlags) run(ctx context.Context, env *terminal.Console, names []string) error {
	if len(names) == 0 || len(names) > 2 {
		return say.Errorf("try: say judge try PROGRAM [INPUT]; without a file the input is what you type")
	}
	p, s, err := f.find(env, names[0])
	if err != nil {
		return err
	}
	if f.debug {
		return f.prepare(ctx, env, p, s, names[1:])
	}
	dir, remove, err := tempfile.Dir("try")
	if err != nil {
		return err
	}
	defer remove()
	input := filepath.Join(dir, "input")
	if len(names) == 2 {
		input = names[1]
		if info, err := os.Stat(input); err != nil || info.IsDir() { // before the compiler has taken its time
			return say.Errorf("%s: there is no such file", input)
		}
	} else if err := typed(ctx, env, input); err != nil {
		return err
	}
	return f.withBuilt(ctx, env, p, s, func(program *grade.Prepared) (result.Case, error) {
		text, r, err := program.Output(ctx, problem.Case{Name: filepath.Base(input), In: input})
		if err == nil && ctx.Err() == nil {
			env.Printed(env.Stdout, text)
		}
		return r, err
	})
}

// prepare makes a program and an input ready for a debugger: a case of its problem, a file, or its last counterexample.
func (f *tryFlags) prepare(ctx context.Context, env *terminal.Console, p problem.Problem, s solution.Solution, names []string) error {
	input, err := remembered("counterexample-" + p.ID)
	if err != nil {
		return err
	}
	if len(names) > 0 && names[0] != "" {
		if input = names[0]; len(p.Select(input)) > 0 {
			input = p.Select(input)[0].In
		}
	}
	if _, err := os.Stat(input); err != nil {
		return say.Errorf("%s: there is no such file", input).Hint("name a case or a file; or let judge stress find an input on which it fails")
	}
	program, err := f.grader.Prepare(ctx, grade.Entry{Problem: p, Solution: s})
	if err != nil {
		return err
	}
	if program.Refused == result.CE {
		return say.Errorf("%s", program.Compile.Message)
	}
	if err := os.MkdirAll(".judge", 0o777); err != nil {
		return err
	}
	how, err := program.Debug(ctx, problem.Case{In: input}, ".judge")
	if err == nil {
		env.Tell("next: %s", how)
	}
	return err
}

// withBuilt builds a program, runs it and shows how it ended, or why it does not compile.
func (f *tryFlags) withBuilt(ctx context.Context, env *terminal.Console, p problem.Problem, s solution.Solution, run func(*grade.Prepared) (result.Case, error)) error {
	stop := env.Meanwhile(say.Of("building %s", s.Name))
	program, err := f.grader.Prepare(ctx, grade.Entry{Problem: p, Solution: s})
	stop()
	if err != nil {
		return err
	}
	if program.Refused == result.CE {
		env.Printed(env.Stderr, strings.TrimRight(env.Lang.Text(program.Compile.Message), "\n")+"\n")
		return ErrUnexpected
	}
	if err := program.NotBuilt(); err != nil {
		return err
	}
	r, err := run(program)
	if ctx.Err() != nil {
		return ErrInterrupted
	}
	if err != nil {
		return err
	}
	return showEnd(env, r)
}

// showEnd shows how a run without a verdict ended, its time and its memory.
func showEnd(env *terminal.Console, r result.Case) error {
	env.Printed(env.Stderr, r.Stderr)
	end := say.Of("ended by itself")
	if r.Verdict != result.AC {
		end = say.Of("%s: %s", r.Verdict.Title(), r.Message)
	}
	env.Print(env.Stderr, "["+terminal.Escape(env.Say("%s; CPU %s, wall %s, peak %s", end, terminal.Duration(r.CPU), terminal.Duration(r.Wall), terminal.Size(r.PeakKiB<<10)))+"]\n")
	if r.Verdict != result.AC {
		return ErrUnexpected
	}
	return nil
}

// find returns the program and the problem whose limits apply: the named problem, the one that asks for the function
// in the file, or none.
func (f *tryFlags) find(env *terminal.Console, name string) (p problem.Problem, s solution.Solution, err error) {
	root, err := problem.Root(f.Root)
	if err != nil && (f.Root != "" || f.Problem != "") {
		return p, s, err
	}
	picked, err := pick(root, []string{name})
	if err != nil {
		return p, s, err
	}
	if len(picked) != 1 {
		return p, s, say.Errorf("%s: that is not one program: name one", name)
	}
	if f.Problem != "" {
		p, err = problem.Load(root, f.Problem)
		return p, picked[0], err
	}
	grade.Recognise(root, picked, f.passes, env.Warn)
	for _, id := range picked[0].Problems {
		if p, err = problem.Load(root, id); err == nil && (f.debug || grade.IsFunction(p, picked[0])) {
			return p, picked[0], nil
		}
	}
	p = problem.Loose("")
	p.Limits.Time = tryTime
	return p, picked[0], nil
}

// types reports whether a person types the input.
func types(env *terminal.Console) bool {
	in, _ := env.Stdin.(*os.File)
	return env.Terminal(in)
}

// typed copies standard input into a file.
func typed(ctx context.Context, env *terminal.Console, file string) error {
	if types(env) {
		fmt.Fprintln(env.Stderr, env.Say("type the input; Ctrl-D on a line of its own ends it"))
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer out.Close()
	if env.Stdin != nil {
		if _, err := io.Copy(out, untilDone(ctx, env.Stdin)); err != nil {
			return err
		}
	}
	return out.Close()
}

// untilDone reads until the work is interrupted: the user may press Ctrl-C instead of typing.
func untilDone(ctx context.Context, from io.Reader) io.Reader {
	out, in := io.Pipe()
	go func() {
		_, err := io.Copy(in, from)
		in.CloseWithError(err)
	}()
	context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	return out
}
