package command

import (
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
	f.RegisterGrader(fs)
	f.RegisterCases(fs)
	fs.Func("problem", "", func(ids string) error {
		f.problems = append(f.problems, strings.FieldsFunc(ids, func(r rune) bool { return r == ',' || r == ' ' })...)
		return nil
	})
	f.Output.Register(fs)
	f.keep.Register(fs, true)
	fs.IntVar(&f.opt.Jobs, "j", 1, "")
	fs.StringVar(&f.people, "people", "", "")
	fs.StringVar(&f.until, "until", "", "")
	fs.StringVar(&f.csv, "csv", "", "")
	return f.run
}

func (f *classFlags) run(ctx context.Context, env *terminal.Console, names []string) (int, error) {
	f.Output.Root, f.Others = f.Choice.Root, []string{f.csv}
	if err := f.Check(); err != nil {
		return CannotWork, err
	}
	if f.opt.Jobs < 1 {
		return CannotWork, say.Errorf("-j %d: must be at least 1", f.opt.Jobs)
	}
	c, entries, err := f.enter(names)
	if err != nil {
		return CannotWork, err
	}
	roll := c.Roll()
	files, err := OpenReports(ctx, env, map[string]WriteReport{f.JSON: result.WriteRun, f.JUnit: junit.Write,
		f.csv: func(w io.Writer, run result.Run) error { return report.ClassCSV(w, roll, run, env.Lang) }})
	if err == nil {
		err = makeFolder(f.HTML)
	}
	if err != nil {
		return CannotWork, err
	}
	run, err := f.grade(ctx, env, entries)
	if err != nil {
		return CannotWork, err
	}
	if !f.OwnsStdout() {
		opt := f.Options(env)
		opt.Isolation = News("isolation", say.English.Text(run.Host.Isolation)+say.English.Text(run.Host.MemoryMethod))
		err = report.ClassText(env.Stdout, roll, run, opt)
	}
	if err := errors.Join(err, files.Write(run), f.pages(roll, run), f.unlisted(env, c), f.Wrote(env)); err != nil {
		return CannotWork, err
	}
	if run.Count().Skipped == run.Count().Cases && !run.Interrupted {
		return CannotWork, say.Errorf("nothing was graded: nobody handed in a program for %s", say.List(f.problems))
	}
	return Outcome(run, nil)
}

// enter reads the class and the problems. One of the names is the class's folder; the others are
// problems, as if given with -problem.
func (f *classFlags) enter(names []string) (*class.Class, []grade.Entry, error) {
	root, err := f.Home()
	if err != nil {
		return nil, nil, err
	}
	ids, err := problem.IDs(root)
	if err != nil {
		return nil, nil, err
	}
	folders := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return len(names) > 1 && slices.Contains(ids, name) })
	if len(folders) != 1 {
		return nil, nil, say.Errorf("class: name one folder, as in: judge class homework -problem acwing166")
	}
	f.problems = append(f.problems, slices.DeleteFunc(names, func(name string) bool { return name == folders[0] })...)
	if len(f.problems) == 0 {
		return nil, nil, say.Errorf("class: which problem? Say -problem ID (problems: %s)", strings.Join(ids, " "))
	}
	var problems []problem.Problem
	for i, id := range f.problems {
		if !slices.Contains(ids, id) {
			return nil, nil, say.Errorf("-problem %s: there is no such problem", id).Hint("%s", suggest.PerhapsListed(id, ids))
		}
		if slices.Contains(f.problems[:i], id) {
			return nil, nil, say.Errorf("-problem %s: named twice", id)
		}
		p, err := problem.Load(root, id)
		if err != nil {
			return nil, nil, err
		}
		problems = append(problems, p)
	}
	var list *class.People
	if f.people != "" {
		if list, err = class.ReadPeople(f.people); err != nil {
			return nil, nil, err
		}
	}
	c, err := class.Read(folders[0], problems, list)
	if err != nil {
		return nil, nil, err
	}
	if f.until != "" {
		deadline, err := class.ParseTime(f.until)
		if err != nil {
			return nil, nil, say.Errorf("-until %s: %w", f.until, err)
		}
		if err := c.Until(deadline); err != nil {
			return nil, nil, err
		}
	}
	entries := c.Entries(problems, f.Cases)
	return c, entries, grade.Unmatched(f.Cases, entries)
}

// grade runs the entries under a live line. For the pages it also watches how they search.
func (f *classFlags) grade(ctx context.Context, env *terminal.Console, entries []grade.Entry) (run result.Run, err error) {
	g, err := f.Grader(env)
	if err != nil {
		return run, err
	}
	defer g.Close()
	f.opt.Kept, f.opt.Changed = f.keep.Open(env)
	show := f.Output
	show.Quiet = true // the table says it all
	live := show.Progress(env, entries)
	run, err = g.Grade(ctx, entries, f.opt, live.Event)
	live.Close(false)
	if err != nil || f.HTML == "" {
		return run, err
	}
	line := env.Steps()
	defer line.Erase()
	root, _ := f.Choice.Home() // where the entries were found
	err = explain.New(g, pagePatience, line.Show).Beside(root).WatchAndCount(ctx, entries, &run)
	run.Interrupted = ctx.Err() != nil
	return run, err
}

// makeFolder creates the folder for the pages before anything runs, so that a problem with it is reported at once.
func makeFolder(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return say.Errorf("-html %s: name a folder: each student gets a page in it: %w", dir, err)
	}
	return nil
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
	if len(c.Unlisted) == 0 || f.OwnsStdout() {
		return nil
	}
	return env.Print(env.Stdout, terminal.Escape(env.Say("not on the list %s: %s", f.people, say.List(c.Unlisted)))+"\n")
}
