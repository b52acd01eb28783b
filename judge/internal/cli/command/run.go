package command

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/explain"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// runFlags are the flags of judge run.
type runFlags struct {
	choice
	showFlags
	opt        grade.Options
	keep       keeping
	events     string
	work       bool
	watching   bool
	allowSkips bool
	there      Elsewhere // nil: programs run on this machine
}

func setUpRun(fs *flag.FlagSet) Action { return setUpRunAt(fs, nil) }

func setUpRunAt(fs *flag.FlagSet, there Elsewhere) Action {
	f := &runFlags{there: there}
	f.registerProblem(fs)
	f.registerCases(fs)
	f.register(fs)
	fs.IntVar(&f.opt.Jobs, "j", 1, "")
	fs.IntVar(&f.opt.Count, "count", 1, "")
	fs.BoolVar(&f.opt.FailFast, "fail-fast", false, "")
	if there == nil { // what other machines found out is not kept here
		f.keep.register(fs, false)
	}
	fs.Func("shard", "", func(text string) (err error) {
		var ok bool
		if f.opt.Shard, ok = result.ParseShard(text); !ok {
			err = say.Errorf("write 2/3 for the second of three parts")
		}
		return err
	})
	fs.BoolVar(&f.work, "work", false, "")
	fs.StringVar(&f.events, "json-events", "", "")
	fs.BoolVar(&f.watching, "watch", false, "")
	fs.BoolVar(&f.allowSkips, "allow-skips", false, "")
	return f.run
}

func (f *runFlags) run(ctx context.Context, env *terminal.Console, names []string) (int, error) {
	f.showFlags.root, f.others = f.choice.root, []string{f.events}
	if err := f.check(); err != nil {
		return cannotWork, err
	}
	if f.watching {
		return f.watch(ctx, env, names)
	}
	entries, faults, err := f.choice.entries(env, names)
	if err != nil {
		return cannotWork, err
	}
	entries = grade.In(f.opt.Shard, entries)
	page := func(w io.Writer, run result.Run) error {
		return page.HTML(w, run, page.Extras{Command: self(), Root: f.choice.root})
	}
	files, err := openReports(ctx, env, f.wanted(page))
	if err != nil {
		return cannotWork, err
	}
	tell, done, err := f.tellEvents(env)
	if err != nil {
		return cannotWork, err
	}
	results, err := f.grade(ctx, env, entries, tell)
	if err := errors.Join(err, done()); err != nil {
		return cannotWork, err
	}
	err = f.text(env, results, stressable(entries))
	if f.work && !f.ownsStdout() {
		err = errors.Join(err, report.Work(env.Stdout, results, f.options(env)))
	}
	if !f.quiet && !f.ownsStdout() && !results.Interrupted {
		err = errors.Join(err, report.Finding(env.Stdout, results, f.options(env)))
	}
	if err := errors.Join(err, files.write(results), f.wrote(env)); err != nil {
		return cannotWork, err
	}
	code, err := outcome(results, faults)
	if code == allExpected && len(results.Results) > 0 && results.Count().AsExpected == 0 && !f.allowSkips {
		return cannotWork, say.Errorf("nothing was graded: every case was skipped").Hint("-allow-skips takes that for success")
	}
	return code, err
}

// tellEvents prepares what -json-events asks for: tell writes an event, done returns what went wrong.
func (f *runFlags) tellEvents(env *terminal.Console) (tell func(result.Event), done func() error, err error) {
	if f.events == "" {
		return func(result.Event) {}, func() error { return nil }, nil
	}
	w := io.WriteCloser(nopCloser{env.Stdout})
	if f.events != "-" {
		if w, err = os.Create(f.events); err != nil { // written during the run, for programs that follow it
			return nil, nil, err
		}
	}
	var lost error
	tell = func(e result.Event) {
		if lost == nil {
			lost = result.WriteJSON(w, e, "")
		}
	}
	return tell, func() error { return errors.Join(lost, w.Close()) }, nil
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// pagePatience is how long a solution may search while it is watched for the page: the user waits for the page, not
// for that one search.
const pagePatience = 5 * time.Second

func (f *runFlags) check() error {
	switch {
	case f.opt.Jobs < 1:
		return say.Errorf("-j %d: must be at least 1", f.opt.Jobs)
	case f.opt.Count < 1:
		return say.Errorf("-count %d: must be at least 1", f.opt.Count)
	case f.watching && (f.json != "" || f.junit != "" || f.html != "" || f.events != "" || f.work):
		return say.Errorf("-watch shows results on the screen").Hint("leave out -json, -json-events, -junit, -html and -work")
	}
	return f.showFlags.check()
}

// grade runs the entries under a live display. If asked, it also counts and watches, to show why the times differ.
func (f *runFlags) grade(ctx context.Context, env *terminal.Console, entries []grade.Entry, tell func(result.Event)) (run result.Run, err error) {
	g, err := f.open(ctx, env)
	if err != nil {
		return run, err
	}
	defer g.Close()
	live := f.progress(env, entries)
	run, err = g.Grade(ctx, entries, f.opt, func(e result.Event) {
		tell(e)
		live.Event(e)
	})
	live.Close()
	if err == nil && (f.work || f.html != "") {
		here, ok := g.(*grade.Grader)
		if !ok {
			if here, err = f.grader(env); err != nil {
				return run, err
			}
			defer here.Close()
		}
		line := env.Steps()
		defer line.Erase()
		root, _ := f.choice.home() // where the entries were found
		why := explain.New(here, pagePatience, line.Show).Beside(root)
		err = why.Count(ctx, entries, &run)
		if err == nil && (f.html != "" || f.json != "") {
			run.Replays, err = why.Watch(ctx, entries, run)
		}
	}
	run.Interrupted = ctx.Err() != nil
	return run, err
}
