package command

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/packages/skeleton"
	"sudokuoj/judge/internal/show/terminal"
)

// skeletonFlags are the flags of judge new.
type skeletonFlags struct {
	Choice
	lang     string
	function string // what a new problem asks for
	title    skeleton.Title
	cases    newCases
}

func setUpNew(fs *flag.FlagSet) Action {
	f := &skeletonFlags{}
	f.registerRoot(fs)
	fs.StringVar(&f.Problem, "problem", "", "")
	fs.StringVar(&f.function, "function", "", "")
	fs.Func("title", "", f.title.Say)
	f.cases.declare(fs)
	fs.StringVar(&f.lang, "lang", "go", "") // en and zh are the language of messages
	return func(ctx context.Context, env *terminal.Console, names []string) error {
		if len(names) == 2 && names[0] == "problem" {
			return f.atNewHome(f.run)(ctx, env, names)
		}
		return f.atHome(f.run)(ctx, env, names)
	}
}

func (f *skeletonFlags) run(ctx context.Context, env *terminal.Console, names []string) error {
	if len(names) != 2 || !slices.Contains(begun, names[0]) {
		return say.Errorf("new: say judge new solution NAME -problem ID, judge new problem ID, judge new cases PROBLEM -with FILE, or judge new editor %s", strings.Join(skeleton.Editors(), "|"))
	}
	switch names[0] {
	case "editor":
		return f.newEditor(env, names[1])
	case "problem":
		return f.newProblem(env, names[1])
	case "cases":
		return f.graded(f.writeCases)(ctx, env, names[1:])
	}
	return f.graded(f.newSolution)(ctx, env, names[1:])
}

// newSolution writes a solution, and grades it as it is.
func (f *skeletonFlags) newSolution(ctx context.Context, env *terminal.Console, names []string) error {
	name := names[0]
	if f.function != "" {
		return say.Errorf("-function: says what a new problem asks for, as in: judge new problem twosum -function '%s'", "int[] twoSum(int[] nums, int target)")
	}
	if f.title != (skeleton.Title{}) {
		return say.Errorf("-title: says what a new problem is called, as in: judge new problem doubling -title Doubling -title 加倍")
	}
	files, p, err := skeleton.Solution(f.home, name, f.Problem, f.lang)
	if err == nil {
		err = writeNew(env, files)
	}
	if err != nil {
		return err
	}
	s, err := solution.Open(filepath.Join(f.home, "solutions", name))
	if err != nil {
		return err
	}
	s.Name = name
	then := terminal.CommandLine(Self(), []string{s.Name}, strings.TrimSpace(terminal.RootFlag(f.Root)))
	if p.Function != nil { // what the site's editor shows need not compile
		fmt.Fprintln(env.Stdout, terminal.Escape(env.Say("next: fill in %s, and then: %s", s.Path, then)))
		return nil
	}
	return f.greet(ctx, env, grade.Entry{Problem: p, Solution: s, Cases: p.Cases}, then)
}

// newProblem writes a problem, under the id that its name becomes, and says what comes next.
func (f *skeletonFlags) newProblem(env *terminal.Console, name string) error {
	id, err := skeleton.ID(name)
	if err != nil {
		return err
	}
	if id != name {
		fmt.Fprintln(env.Stdout, terminal.Escape(env.Say("%s is called %s here: an id has small letters and digits only", name, id)))
	}
	then := Self() + " new solution NAME " + terminal.RootFlag(f.Root) + "-problem " + id
	next := env.Say("next: %s", then)
	files, err := skeleton.Problem(f.home, id, f.title)
	if err != nil {
		return err
	}
	if f.function != "" {
		next = env.Say("next: put an example into %s, then: %s -lang cpp", filepath.Join(f.home, "testdata", id, "sample"), then)
		if f.function == "-" {
			text, err := io.ReadAll(io.LimitReader(env.Stdin, 1<<20))
			if err != nil {
				return err
			}
			f.function = string(text)
		}
		if files, err = skeleton.Function(f.home, id, f.function, f.title); err != nil {
			return err
		}
	}
	err = writeNew(env, files)
	if err == nil {
		fmt.Fprintln(env.Stdout, next)
	}
	return err
}

// greet grades the new skeleton to show that everything works, and names the next steps. A wrong answer is expected
// here; only a judge that cannot work is an error.
func (f *skeletonFlags) greet(ctx context.Context, env *terminal.Console, entry grade.Entry, then string) error {
	stop := env.Meanwhile(say.Of("grading %s", entry.Solution.Name))
	run, err := f.grader.Grade(ctx, []grade.Entry{entry}, grade.Options{}, func(result.Event) {})
	stop()
	if err != nil || run.Interrupted {
		return cmp.Or(err, ErrInterrupted)
	}
	res := run.Results[0]
	if !res.Compile.OK {
		fmt.Fprintln(env.Stdout, env.Lang.Text(res.Compile.Message))
		return nil
	}
	fmt.Fprintln(env.Stdout, terminal.Escape(env.Say("%d of %d cases right: write answer() in %s, and then: %s", res.Sum().Accepted, res.Sum().Judged, entry.Solution.Path, then)))
	return nil
}

// newEditor writes the files with which an editor starts the judge.
func (f *skeletonFlags) newEditor(env *terminal.Console, name string) error {
	files, err := skeleton.Editor(f.home, name, Self())
	if err == nil {
		err = writeNew(env, files)
	}
	if err == nil && name == "vim" {
		env.Tell("next: :source it in vim, and then :make grades the file in front of you")
	} else if err == nil {
		env.Tell("next: Ctrl-Shift-B grades the file in front of you; Tasks: Run Task has the others")
	}
	return err
}

func writeNew(env *terminal.Console, files map[string]string) error {
	if err := tempfile.WriteNew(files); err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		env.Tell("wrote %s", path)
	}
	return nil
}
