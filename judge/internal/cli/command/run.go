package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/explain"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// mostSlow is how many cases of a solution may be out of time before the rest of it is skipped.
const mostSlow = 3

// runFlags are the flags of judge run.
type runFlags struct {
	Choice
	Output
	opt        grade.Options
	keep       Keeping
	events     string
	work       bool
	watching   bool
	all        bool
	allowSkips bool
	there      Elsewhere // nil: programs run on this machine
}

func setUpRunAt(fs *flag.FlagSet, there Elsewhere) Action {
	f := &runFlags{there: there}
	f.RegisterProblem(fs)
	f.RegisterCases(fs)
	f.Register(fs)
	fs.IntVar(&f.opt.Jobs, "j", 1, "")
	fs.IntVar(&f.opt.Count, "count", 1, "")
	if there == nil { // what other machines found out is not kept here
		f.keep.Register(fs, false)
		fs.BoolVar(&f.all, "all", false, "")
		fs.BoolVar(&f.opt.FailFast, "fail-fast", false, "") // other machines get all cases at once
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
	f.Output.Root, f.Others = f.Choice.Root, []string{f.events}
	if err := f.check(); err != nil {
		return CannotWork, err
	}
	if !f.all {
		f.opt.Slow = mostSlow
	}
	if f.watching {
		return f.watch(ctx, env, names)
	}
	entries, faults, err := f.Choice.Entries(env, names)
	if err != nil {
		return CannotWork, err
	}
	entries = grade.In(f.opt.Shard, entries)
	files, err := OpenReports(ctx, env, f.wanted())
	if err != nil {
		return CannotWork, err
	}
	tell, done, err := f.tellEvents(env)
	if err != nil {
		return CannotWork, err
	}
	results, err := f.grade(ctx, env, entries, tell)
	if err == nil && (f.work || f.HTML != "") {
		err = f.explain(ctx, env, entries, &results)
	}
	late := false
	if err == nil && !results.Interrupted {
		late, err = f.causes(ctx, env, entries, &results)
	}
	if err := errors.Join(err, done()); err != nil {
		return CannotWork, err
	}
	err = f.Text(env, results, stressable(entries))
	if f.work && !f.OwnsStdout() {
		err = errors.Join(err, report.Work(env.Stdout, results, f.Options(env)))
	}
	if !f.Quiet && !f.OwnsStdout() && !results.Interrupted {
		err = errors.Join(err, report.Finding(env.Stdout, results, f.Options(env)))
	}
	if late && len(results.Results) == 1 && !f.OwnsStdout() {
		fmt.Fprintln(env.Stdout, env.Style(env.Stdout).Dim(env.Say("see why: %s", f.whySlow(results.Results[0]))))
	}
	if err := errors.Join(err, files.Write(results), f.Wrote(env)); err != nil {
		return CannotWork, err
	}
	code, err := Outcome(results, faults)
	if code == AllExpected && len(results.Results) > 0 && results.Count().AsExpected == 0 && !f.allowSkips {
		return CannotWork, say.Errorf("nothing was graded: every case was skipped").Hint("-allow-skips takes that for success")
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

func (f *runFlags) check() error {
	switch {
	case f.opt.Jobs < 1:
		return say.Errorf("-j %d: must be at least 1", f.opt.Jobs)
	case f.opt.Count < 1:
		return say.Errorf("-count %d: must be at least 1", f.opt.Count)
	case f.watching && (f.JSON != "" || f.JUnit != "" || f.HTML != "" || f.events != "" || f.work):
		return say.Errorf("-watch shows results on the screen").Hint("leave out -json, -json-events, -junit, -html and -work")
	}
	return f.Output.Check()
}

// grade runs the entries under a live display.
func (f *runFlags) grade(ctx context.Context, env *terminal.Console, entries []grade.Entry, tell func(result.Event)) (run result.Run, err error) {
	g, err := f.open(ctx, env)
	if err != nil {
		return run, err
	}
	defer g.Close()
	live := f.Progress(env, entries)
	run, err = g.Grade(ctx, entries, f.opt, func(e result.Event) {
		tell(e)
		live.Event(e)
	})
	live.Close(ctx.Err() != nil)
	run.Interrupted = ctx.Err() != nil
	return run, err
}

// How long a report waits for the reason why a program is slow.
const (
	slowPatience = 5 * time.Second
	slowInAll    = 20 * time.Second // for all of a page
)

// causes finds out why programs ran out of time: for a page all of them, at the terminal a program of the user's own.
// Late reports whether it was not found in time.
func (f *runFlags) causes(ctx context.Context, env *terminal.Console, entries []grade.Entry, run *result.Run) (late bool, err error) {
	failed := func(c result.Case) bool { return c.Verdict == result.TLE && !c.AsExpected }
	alone := len(run.Results) == 1 && strings.ContainsAny(run.Results[0].Solution, `./\`) && slices.ContainsFunc(run.Results[0].Cases, failed)
	if f.HTML == "" && (!alone || f.Quiet || f.OwnsStdout() || f.there != nil) {
		return false, nil
	}
	g, err := f.Grader(env)
	if err != nil {
		return false, err
	}
	defer g.Close()
	line := env.Steps()
	defer line.Erase()
	kept, _ := f.keep.Open(env)
	short, stop := context.WithTimeout(ctx, slowInAll)
	defer stop()
	late, err = explain.New(g, pagePatience, line.Show).Slow(kept).Causes(short, entries, run, slowPatience)
	if short.Err() != nil && ctx.Err() == nil {
		err = nil
	}
	run.Interrupted = ctx.Err() != nil
	return late, err
}

// whySlow is the command that takes its time to find out why a program is slow.
func (f *runFlags) whySlow(s result.Solution) string {
	at := slices.IndexFunc(s.Cases, func(c result.Case) bool { return c.Verdict == result.TLE })
	return terminal.CommandLine(Self()+" explain", []string{s.Solution},
		terminal.RootFlag(f.Choice.Root)+"-problem "+terminal.ShellWord(s.Problem)+" -case "+terminal.ShellWord(s.Cases[max(0, at)].Case))
}

// pagePatience is how long a solution may search while it is watched for the page: the user waits for the page, not
// for that one search.
const pagePatience = 5 * time.Second

// explain counts what the programs of a run do, and watches their searches for a page, to show why the times differ. It
// does so on this machine, wherever they were graded.
func (f *runFlags) explain(ctx context.Context, env *terminal.Console, entries []grade.Entry, run *result.Run) error {
	g, err := f.Grader(env)
	if err != nil {
		return err
	}
	defer g.Close()
	line := env.Steps()
	defer line.Erase()
	root, _ := f.Choice.Home() // where the entries were found
	x := explain.New(g, pagePatience, line.Show).Beside(root)
	if err = x.Count(ctx, entries, run); err == nil && (f.HTML != "" || f.JSON != "") {
		if run.Replays, err = x.Watch(ctx, entries, *run); err == nil {
			run.Searches, err = x.WatchCalls(ctx, entries, *run)
		}
	}
	run.Interrupted = ctx.Err() != nil
	return err
}
