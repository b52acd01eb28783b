package command

import (
	"context"
	"errors"
	"flag"
	"io"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/compare"
	"sudokuoj/judge/internal/learn/explain"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// compareFlags are the flags of judge compare.
type compareFlags struct {
	Choice
	Output
	budget time.Duration
	work   bool
	peers  []peer
}

func setUpCompare(fs *flag.FlagSet) Action {
	f := &compareFlags{}
	f.registerProblem(fs)
	f.registerCases(fs)
	f.registerFiles(fs)
	fs.DurationVar(&f.budget, "budget", 20*time.Second, "")
	fs.BoolVar(&f.verbose, "v", false, "")
	fs.BoolVar(&f.work, "work", false, "")
	fs.Func("peer", "", f.addPeer)
	return f.atHome(f.graded(f.run))
}

// peer is a program that somebody else compiled.
type peer struct {
	name    string
	program *build.Program
}

func (f *compareFlags) addPeer(text string) error {
	name, path, ok := strings.Cut(text, "=")
	if !ok || name == "" || path == "" {
		return say.Errorf("write NAME=PATH")
	}
	program, err := build.Ready(path)
	f.peers = append(f.peers, peer{name, program})
	return err
}

// withPeers enters the peers for each problem, on the cases of its first solution.
func (f *compareFlags) withPeers(entries []grade.Entry) (all []grade.Entry) {
	for i, e := range entries {
		all = append(all, e)
		if i+1 < len(entries) && entries[i+1].Problem.ID == e.Problem.ID {
			continue
		}
		for _, p := range f.peers {
			all = append(all, grade.Entry{Problem: e.Problem, Cases: e.Cases, Ready: p.program, Order: e.Order, Solution: solution.Solution{Name: p.name, Problems: []string{e.Problem.ID}}})
		}
	}
	return all
}

func (f *compareFlags) run(ctx context.Context, env *terminal.Console, names []string) error {
	if f.budget <= 0 {
		return say.Errorf("-budget %v: not a positive time", f.budget).Hint("give one such as 20s or 2m")
	}
	entries, faults, err := f.entries(env, names)
	if err != nil {
		return err
	}
	contests, err := compare.PairUp(f.withPeers(entries))
	if err != nil {
		return errors.Join(err, faults)
	}
	var res *compare.Result
	if err := f.open(ctx, map[string]writeReport{
		f.JSON: func(w io.Writer, _ result.Run) error { return result.WriteRun(w, res.Run()) },
		f.HTML: func(w io.Writer, _ result.Run) error { return res.HTML(w, "judge compare") },
	}); err != nil {
		return err
	}
	if res, err = f.measure(ctx, env, contests); err != nil {
		return err
	}
	if !f.ownsStdout() {
		err = env.Print(env.Stdout, res.Text(env.Style(env.Stdout), f.verbose))
		if f.work && ctx.Err() == nil {
			err = errors.Join(err, f.count(ctx, env, slices.Concat(contests...), res.Run()))
		}
	}
	if err := errors.Join(err, f.write(env, result.Run{})); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return ErrInterrupted
	case faults != nil:
		return say.Errorf("not everything was compared:\n%w", faults)
	case res.Untried().Said():
		return say.Errorf("nothing was compared: %s", res.Untried())
	case res.Unexpected():
		return ErrUnexpected
	}
	return nil
}

// count tells how many statements each executes, and what each two of them do alike.
func (f *compareFlags) count(ctx context.Context, env *terminal.Console, entries []grade.Entry, run result.Run) error {
	live := env.Live(env.Stderr)
	e := explain.New(f.grader, 0, live.Step)
	err := e.Count(ctx, entries, &run)
	if err == nil {
		run.Replays, err = e.Watch(ctx, entries, run)
	}
	live.End()
	if err != nil {
		return err
	}
	style := env.Style(env.Stdout)
	err = report.Work(env.Stdout, run, report.TextOptions{Style: style})
	for _, m := range report.Because(run) {
		err = errors.Join(err, env.Print(env.Stdout, terminal.Escape(style.Text(m))+"\n"))
	}
	return err
}

// measure builds and measures, contest by contest, under a live line.
func (f *compareFlags) measure(ctx context.Context, env *terminal.Console, contests [][]grade.Entry) (*compare.Result, error) {
	live := env.Live(env.Stderr)
	defer live.End()
	return compare.Measure(ctx, f.grader, contests, compare.Options{Budget: f.budget, Progress: func(m say.Message) { live.Step("%s", m) }})
}
