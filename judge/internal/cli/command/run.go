package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"os"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/explain"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
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
	f.registerProblem(fs)
	f.registerCases(fs)
	f.register(fs)
	fs.IntVar(&f.opt.Jobs, "j", 1, "")
	fs.IntVar(&f.opt.Count, "count", 1, "")
	if there == nil { // what other machines found out is not kept here
		f.keep.register(fs, false)
		fs.BoolVar(&f.all, "all", false, "")
		fs.BoolVar(&f.watching, "watch", false, "")
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
	fs.BoolVar(&f.allowSkips, "allow-skips", false, "")
	return f.atHome(f.graded(f.run))
}

func (f *runFlags) run(ctx context.Context, env *terminal.Console, names []string) (err error) {
	f.Output.root, f.others = f.Choice.Root, []string{f.events}
	if err := f.check(); err != nil {
		return err
	}
	if !f.all {
		f.opt.Slow = mostSlow
	}
	if f.watching {
		return f.watch(ctx, env, names)
	}
	entries, faults, err := f.entries(env, names)
	if err != nil {
		return err
	}
	entries = grade.In(f.opt.Shard, entries)
	if err := f.openAll(ctx, page.Extras{Spell: f.spell()}); err != nil {
		return err
	}
	results, err := f.grade(ctx, env, entries)
	if err == nil && (f.work || f.HTML != "") {
		err = f.explain(ctx, env, entries, &results)
	}
	if err == nil && !results.Interrupted {
		err = f.causes(ctx, env, entries, &results)
	}
	if err != nil {
		return err
	}
	if err := errors.Join(f.show(env, entries, results), f.write(env, results)); err != nil {
		return err
	}
	err = outcome(results, faults)
	if err == nil && len(results.Results) > 0 && results.Count().AsExpected == 0 && !f.allowSkips {
		return say.Errorf("nothing was graded: every case was skipped").Hint("-allow-skips takes that for success")
	}
	return err
}

// show prints the report for people.
func (f *runFlags) show(env *terminal.Console, entries []grade.Entry, results result.Run) error {
	if f.ownsStdout() {
		return nil
	}
	err := f.text(env, results, stressable(entries))
	if f.work {
		err = errors.Join(err, report.Work(env.Stdout, results, f.options(env)))
	}
	if !f.Quiet && !results.Interrupted {
		err = errors.Join(err, report.Finding(env.Stdout, results, f.options(env)))
	}
	return err
}

func (f *runFlags) check() error {
	if f.watching && (f.JSON != "" || f.JUnit != "" || f.HTML != "" || f.events != "" || f.work) {
		return say.Errorf("-watch shows results on the screen").Hint("leave out -json, -json-events, -junit, -html and -work")
	}
	return cmp.Or(atLeastOne("j", f.opt.Jobs), atLeastOne("count", f.opt.Count), f.Output.check())
}

func atLeastOne(flag string, n int) error {
	if n < 1 {
		return say.Errorf("-%s %d: must be at least 1", flag, n)
	}
	return nil
}

// grade runs the entries under a live display, and writes the events that -json-events asks for.
func (f *runFlags) grade(ctx context.Context, env *terminal.Console, entries []grade.Entry) (run result.Run, err error) {
	events := env.Stdout
	if f.events != "" && f.events != "-" {
		file, err := os.Create(f.events) // written during the run, for programs that follow it
		if err != nil {
			return run, err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		events = file
	}
	g, err := f.openGrader(ctx, env)
	if err != nil {
		return run, err
	}
	defer g.Close()
	var lost error
	live := f.progress(env, entries)
	run, err = g.Grade(ctx, entries, f.opt, func(e result.Event) {
		if f.events != "" && lost == nil {
			lost = result.WriteJSON(events, e, "")
		}
		live.Event(e)
	})
	live.Close(ctx.Err() != nil)
	run.Interrupted = ctx.Err() != nil
	return run, errors.Join(err, lost)
}

// How long a report waits for the reason why a program is slow.
const (
	slowPatience = 5 * time.Second
	slowInAll    = 20 * time.Second // for all of a page
)

// causes finds out why programs ran out of time: for a page all of them, at the terminal a program of the user's own.
func (f *runFlags) causes(ctx context.Context, env *terminal.Console, entries []grade.Entry, run *result.Run) error {
	failed := func(c result.Case) bool { return c.Verdict == result.TLE && !c.AsExpected }
	alone := len(run.Results) == 1 && strings.ContainsAny(run.Results[0].Solution, `./\`) && slices.ContainsFunc(run.Results[0].Cases, failed)
	if f.HTML == "" && (!alone || f.Quiet || f.ownsStdout() || f.there != nil) {
		return nil
	}
	line := env.Live(env.Stderr)
	defer line.End()
	kept, _ := f.keep.open(env)
	short, stop := context.WithTimeout(ctx, slowInAll)
	defer stop()
	err := explain.New(f.grader, pagePatience, line.Step).Slow(kept).Causes(short, entries, run, slowPatience)
	if short.Err() != nil && ctx.Err() == nil {
		err = nil
	}
	run.Interrupted = ctx.Err() != nil
	return err
}

// pagePatience is how long a solution may search while it is watched for the page: the user waits for the page, not
// for that one search.
const pagePatience = 5 * time.Second

// explain counts what the programs of a run do, and watches their searches for a page, to show why the times differ. It
// does so on this machine, wherever they were graded.
func (f *runFlags) explain(ctx context.Context, env *terminal.Console, entries []grade.Entry, run *result.Run) error {
	line := env.Live(env.Stderr)
	defer line.End()
	var patience time.Duration // each program is counted up to its limit
	if f.HTML != "" || f.JSON != "" {
		patience = pagePatience
	}
	x := explain.New(f.grader, patience, line.Step).Beside(f.home)
	err := x.Count(ctx, entries, run)
	if err == nil && (f.HTML != "" || f.JSON != "") {
		if run.Replays, err = x.Watch(ctx, entries, *run); err == nil {
			run.Searches, err = x.WatchCalls(ctx, entries, *run)
		}
	}
	run.Interrupted = ctx.Err() != nil
	return err
}
