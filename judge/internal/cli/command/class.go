package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/suggest"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/explain"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/class"
	"sudokuoj/judge/internal/show/junit"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// classFlags are the flags of judge class.
type classFlags struct {
	Choice
	Output
	keep     Keeping
	opt      grade.Options
	problems []string
	people   string
	csv      string
	until    string
}

func setUpClass(fs *flag.FlagSet) Action {
	f := &classFlags{}
	f.registerGrader(fs)
	f.registerCases(fs)
	fs.Func("problem", "", func(ids string) error {
		f.problems = append(f.problems, strings.FieldsFunc(ids, func(r rune) bool { return r == ',' || r == ' ' })...)
		return nil
	})
	f.Output.register(fs)
	f.keep.register(fs, true)
	fs.IntVar(&f.opt.Jobs, "j", 1, "")
	fs.StringVar(&f.people, "people", "", "")
	fs.StringVar(&f.until, "until", "", "")
	fs.StringVar(&f.csv, "csv", "", "")
	return f.atHome(f.graded(f.run))
}

func (f *classFlags) run(ctx context.Context, env *terminal.Console, names []string) error {
	f.Output.root, f.others = f.Choice.Root, []string{f.csv}
	if err := cmp.Or(f.check(), atLeastOne("j", f.opt.Jobs)); err != nil {
		return err
	}
	folders, err := f.enter(names)
	if err != nil {
		return err
	}
	roll, several := folders[0].Roll(), len(folders) > 1
	if several && cmp.Or(f.HTML, f.JSON, f.JUnit) != "" {
		return say.Errorf("-html, -json and -junit take one folder").Hint("-csv has the marks of several")
	}
	term := report.Term{Points: !slices.ContainsFunc(folders, func(one folder) bool {
		return slices.ContainsFunc(one.entries, func(e grade.Entry) bool { return !e.Problem.Scoring })
	})}
	table := func(w io.Writer, run result.Run) error { return report.ClassCSV(w, roll, run, env.Lang) }
	if several {
		table = func(w io.Writer, _ result.Run) error { return term.CSV(w, env.Lang) }
	}
	err = f.open(ctx, map[string]writeReport{f.JSON: result.WriteRun, f.JUnit: junit.Write, f.csv: table})
	if err == nil && f.HTML != "" {
		if wrong := os.MkdirAll(f.HTML, 0o777); wrong != nil {
			err = say.Errorf("-html %s: name a folder: each student gets a page in it: %w", f.HTML, wrong)
		}
	}
	if err != nil {
		return err
	}
	var whole result.Run
	for _, one := range folders {
		run, wrong := f.grade(ctx, env, one.entries)
		if wrong != nil {
			return wrong
		}
		err = errors.Join(err, f.show(env, one, run, several))
		if several && run.Interrupted {
			return ErrInterrupted
		}
		term.Add(one.name, one.Roll(), run)
		run.Results = slices.Concat(whole.Results, run.Results)
		whole = run
	}
	if several && !f.ownsStdout() {
		err = errors.Join(err, term.Text(env.Stdout, f.options(env)))
	}
	if err := errors.Join(err, f.pages(roll, whole), f.write(env, whole)); err != nil {
		return err
	}
	if whole.Count().Skipped == whole.Count().Cases && !whole.Interrupted {
		return say.Errorf("nothing was graded: nobody handed in a program for %s", say.List(f.problems))
	}
	return outcome(whole, nil)
}

// show prints the table of a folder, under its name if there are several.
func (f *classFlags) show(env *terminal.Console, one folder, run result.Run, several bool) (err error) {
	if f.ownsStdout() {
		return nil
	}
	opt := f.options(env)
	opt.Isolation = isNewIsolation(run)
	if several {
		err = env.Print(env.Stdout, opt.Palette.Bold(terminal.Escape(one.name))+"\n")
	}
	err = errors.Join(err, report.ClassText(env.Stdout, one.Roll(), run, opt), f.unlisted(env, one.Class))
	if several {
		err = errors.Join(err, env.Print(env.Stdout, "\n"))
	}
	return err
}

// folder is what the class handed in there.
type folder struct {
	name string
	*class.Class
	entries []grade.Entry
}

// enter reads the class and the problems. Each name is a problem, as if it were given with -problem, or else a folder
// of the class.
func (f *classFlags) enter(names []string) ([]folder, error) {
	ids, err := problem.IDs(f.home)
	if err != nil {
		return nil, err
	}
	var folders []folder
	for _, name := range names {
		named := func(one folder) bool { return one.name == name }
		switch {
		case len(names) > 1 && slices.Contains(ids, name):
			f.problems = append(f.problems, name)
		case slices.ContainsFunc(folders, named):
			return nil, say.Errorf("%s: named twice", name)
		default:
			folders = append(folders, folder{name: name})
		}
	}
	if len(folders) == 0 {
		return nil, say.Errorf("class: name a folder, as in: judge class homework -problem acwing166")
	}
	if len(f.problems) == 0 {
		return nil, say.Errorf("class: which problem? Say -problem ID (problems: %s)", strings.Join(ids, " "))
	}
	var problems []problem.Problem
	for i, id := range f.problems {
		if !slices.Contains(ids, id) {
			return nil, say.Errorf("-problem %s: there is no such problem", id).Hint("%s", suggest.PerhapsListed(id, ids))
		}
		if slices.Contains(f.problems[:i], id) {
			return nil, say.Errorf("-problem %s: named twice", id)
		}
		p, err := problem.Load(f.home, id)
		if err != nil {
			return nil, err
		}
		problems = append(problems, p)
	}
	var list *class.People
	if f.people != "" {
		if list, err = class.ReadPeople(f.people); err != nil {
			return nil, err
		}
	}
	for i := range folders {
		if err := f.read(&folders[i], problems, list, len(folders) > 1); err != nil {
			return nil, err
		}
	}
	return folders, nil
}

// read reads a folder of the class; each of several has the problems for which somebody handed in something there.
func (f *classFlags) read(one *folder, problems []problem.Problem, list *class.People, several bool) error {
	c, err := class.Read(one.name, problems, list)
	if err == nil && several {
		problems = c.HandedIn(problems)
		c, err = class.Read(one.name, problems, list)
	}
	if err != nil {
		return err
	}
	if f.until != "" {
		deadline, err := class.ParseTime(f.until)
		if err != nil {
			return say.Errorf("-until %s: %w", f.until, err)
		}
		if err := c.Until(deadline); err != nil {
			return err
		}
	}
	one.Class, one.entries = c, c.Entries(problems, f.Cases)
	return grade.Unmatched(f.Cases, one.entries)
}

// grade runs the entries under a live line. For the pages it also watches how they search.
func (f *classFlags) grade(ctx context.Context, env *terminal.Console, entries []grade.Entry) (run result.Run, err error) {
	f.opt.Kept, f.opt.Changed = f.keep.open(env)
	show := f.Output
	show.Quiet = true // the table says it all
	live := show.progress(env, entries)
	run, err = f.grader.Grade(ctx, entries, f.opt, live.Event)
	live.Close(false)
	if err != nil || f.HTML == "" {
		return run, err
	}
	line := env.Live(env.Stderr)
	defer line.End()
	x := explain.New(f.grader, pagePatience, line.Step).Beside(f.home)
	if run.Replays, err = x.Watch(ctx, entries, run); len(run.Replays) > 0 && err == nil {
		err = x.Count(ctx, entries, &run)
	}
	run.Interrupted = ctx.Err() != nil
	return run, err
}

func (f *classFlags) pages(roll result.Class, run result.Run) error {
	if f.HTML == "" {
		return nil
	}
	return page.ClassPages(roll, run, func(name string, write func(io.Writer) error) error {
		var text strings.Builder
		if err := write(&text); err != nil {
			return err
		}
		return tempfile.Replace(filepath.Join(f.HTML, name), []byte(text.String()))
	})
}

// unlisted names the people who handed something in and are not on the list.
func (f *classFlags) unlisted(env *terminal.Console, c *class.Class) error {
	if len(c.Unlisted) == 0 {
		return nil
	}
	return env.Print(env.Stdout, terminal.Escape(env.Say("not on the list %s: %s", f.people, say.List(c.Unlisted)))+"\n")
}
